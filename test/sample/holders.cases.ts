/** The major holders of the sample: every kind of schedule, read by the real parser. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveMajorHolders } from '../../src/ingest/derive/holders.js';
import { importDocuments } from '../../src/ingest/import-documents.js';
import { createSec13DG } from '../../src/registers/holders/sec-13dg/index.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';
import type { Store } from '../../src/store/database/open.js';
import type { HolderSearch } from '../../tools/contract/reads/holders.js';
import { publishedReads } from '../published-reads.js';
import { EVERY_SCHEDULE } from '../read-model/every-row.js';
import { emptyStore } from '../store/empty-store.js';

describe('sample/holders', () => {
  const DAY = '2026-11-20';
  const EVERY: HolderSearch = {
    ...EVERY_SCHEDULE,
    until: `${DAY}T23:59:59.999Z`,
    limit: 100,
  };

  let store: Store;
  let imported: Awaited<ReturnType<typeof importDocuments>>;
  const search = async (over: Partial<HolderSearch> = {}) =>
    (await publishedReads(store).searchHolders({ ...EVERY, ...over })).rows;

  beforeAll(async () => {
    store = emptyStore();
    const at = () => new Date(`${DAY}T00:00:00.000Z`);
    imported = await importDocuments(store, createSec13DG(), sampleDocuments('sec-13dg', DAY), at);
    deriveMajorHolders(store);
  });
  afterAll(() => store.close());

  describe('the schedules of the sample', () => {
    it('are all read; one of them needs the bracket of an end tag', () => {
      expect(imported).toMatchObject({ documents: 19, records: 19, unread: 0, warnings: 1 });
    });

    it('show who crossed five per cent upwards, and what shows it', async () => {
      const rows = await search({ crossing: 5, direction: 'up' });
      expect(rows.map(({ holderName, percent }) => `${holderName} ${percent}`)).toEqual([
        'Gandergate Asset Management LP 5',
        'Brambleworth Ambrose 6.7',
        'Tumblewhistle Grocers Inc 14.2',
        'Thistlemoor Partners GP LLC 9.8',
        'Marrowgate Index Trust 5.2',
        'Larkthatch Sovereign Authority 60.4',
        'Nettlegate Capital LP 5.6',
        'Quillspoon Ventures LLC 11.3',
        'Copperquist Advisers LLC 6.2',
        'Marrowgate Index Trust 7.4',
      ]);
      expect(new Set(rows.flatMap(({ crossings }) => crossings.map(({ basis }) => basis)))).toEqual(
        new Set(['first-statement']),
      );
      const later = await search({ crossing: 10, direction: 'up', type: '13D', since: '2026-10-01' });
      expect(later.map(({ holderName, crossings }) => [holderName, crossings[0]?.basis])).toEqual([
        ['Thistlemoor Partners GP LLC', 'filings'],
      ]);
    });

    it('show exits, which no list of current holders has', async () => {
      const exits = await search({ crossing: 5, direction: 'down' });
      expect(
        exits.map(({ holderName, percent, previousPercent }) => [holderName, percent, previousPercent]),
      ).toEqual([
        ['Quillspoon Ventures LLC', 0, 11.3],
        ['Copperquist Advisers LLC', 4.3, 6.2],
      ]);
      const current = await search({ list: 'current', sort: 'percent' });
      expect(current[0]).toMatchObject({
        holderName: 'Larkthatch Sovereign Authority',
        percent: 60.4,
        cusips: [],
      });
      expect(current.map(({ holderName }) => holderName)).not.toContain('Quillspoon Ventures LLC');
      expect(current.every(({ isCurrent, isBelow }) => isCurrent && isBelow !== true)).toBe(true);
    });

    it('show a holder who became active, a group that may hold more, and a link to an old schedule', async () => {
      const [active] = await search({ since: '2026-11-01', type: '13D' });
      expect(active).toMatchObject({
        holderName: 'Nettlegate Capital LP',
        switchedFrom: '13G',
        linkedBy: 'filer',
      });
      const understated = (await search()).filter((row) => row.understated);
      expect(understated.map(({ holderName }) => holderName)).toEqual(['Brambleworth Ambrose']);
      const [bank, old] = (await search()).filter(({ filerCik, holderName }) =>
        [filerCik, holderName].some((one) => /peppersteed/i.test(String(one))),
      );
      expect(old).toMatchObject({ form: 'SC 13G', percent: null, shares: null, isCurrent: false });
      expect(bank).toMatchObject({ previousUrl: old?.rawFilingUrl, previousPercent: null, crossings: [] });
    });

    it('are found by company, CUSIP and holder', async () => {
      const [one] = await search({ minPercent: 50 });
      expect(await search({ cik: one!.cik })).toEqual([one]);
      const [classes] = (await search()).filter(({ cusips }) => cusips.length > 1);
      for (const cusip of classes!.cusips) expect(await search({ cusip })).toEqual([classes]);
      const [activist] = await search({ type: '13D', sort: 'event' });
      expect(await search({ holder: activist!.holderCik })).toContainEqual(activist);
    });
  });
});
