/** Saved documents of the Congress: parsed with the metadata of a saved list, however often they are imported. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { printHouseReport, printScannedReport } from '../../data/sample/make/house-report.js';
import { deriveCongress } from '../../src/ingest/derive/congress.js';
import { importDocuments } from '../../src/ingest/import-documents.js';
import { sourceDescriptions } from '../../src/ingest/source-descriptions.js';
import { createCongressMembers } from '../../src/registers/congress/congress-members/index.js';
import { createHousePtr } from '../../src/registers/congress/house-ptr/index.js';
import type { RawDocument } from '../../src/registers/register.js';
import { markShown } from '../../src/store/crawl/readiness-marks.js';
import {
  describeSources,
  listUnreadDocuments,
  listWarnings,
  sourceStates,
} from '../../src/store/crawl/run-journal.js';
import type { Store } from '../../src/store/database/open.js';
import { publishedReads } from '../published-reads.js';
import { yearZip } from '../registers/congress/house-ptr/clerk-server.js';
import { emptyStore } from '../store/empty-store.js';
import { houseRow, MORDECAI } from './congress-servers.js';

describe('ingest/congress-import', () => {
  const NOW = new Date('2026-10-08T15:00:00.000Z');
  const house = createHousePtr();
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
  });
  afterEach(() => store.close());

  function saved(name: string, bytes: Buffer, register = house): RawDocument {
    const known = register.recognise({ name, bytes });
    if (known === null) throw new Error(`${name} is not recognised`);
    return { ...known, bytes, retrievedAt: NOW.toISOString() };
  }
  async function take(documents: RawDocument[], register = house) {
    const counts = await importDocuments(store, register, documents, () => NOW, 'imported');
    deriveCongress(store, { now: NOW, overrides: [] });
    markShown(store, true);
    return counts;
  }
  const member = (slug: string) =>
    publishedReads(store).congressMember({
      slug,
      since: null,
      until: '2099-12-31',
      ticker: null,
      limit: 500,
    });

  const scan = saved('8220001.pdf', printScannedReport('8220001'));
  const index = saved(
    '2026FD.zip',
    yearZip(2026, [
      { id: '8220001', date: '9/14/2026' },
      { id: '20031002', date: '9/30/2026' },
    ]),
  );
  const listed = {
    filingId: '8220001',
    disclosureDate: '2026-09-14',
    sourceLink: 'https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2026/8220001.pdf',
    reason: expect.stringContaining('paper') as unknown,
  };

  /** The index names this document, but it was not saved. */
  const waiting = {
    filingId: '20031002',
    disclosureDate: '2026-09-30',
    sourceLink: 'https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2026/20031002.pdf',
    reason: 'Listed by the register; not fetched yet.',
  };

  describe('a saved scan of the House', () => {
    it('alone gives neither filer nor day: it is stored, and no filer is invented', async () => {
      expect(await take([scan])).toMatchObject({ documents: 1, unread: 1 });
      expect(await publishedReads(store).congressMembers()).toEqual([]);
      expect(listUnreadDocuments(store, 10)).toMatchObject([
        { key: '8220001', reason: expect.stringContaining('filer') },
      ]);
    });

    it.each([
      ['after', [index, scan]],
      ['before', [scan, index]],
    ])('is filed without trades when it comes %s the index that lists it', async (_order, documents) => {
      expect(await take(documents)).toEqual({ documents: 2, records: 1, warnings: 0, unread: 0 });
      expect(listUnreadDocuments(store, 10)).toEqual([]);
      const [only] = await publishedReads(store).congressMembers();
      expect(await member(only!.slug)).toMatchObject({
        member: { lifetimeFilings: 2 },
        trades: [],
        unreadReports: [waiting, listed],
      });
    });

    it('is filed without trades when the index comes on another day', async () => {
      await take([scan]);
      expect(await take([index])).toMatchObject({ unread: 0 });
      const [only] = await publishedReads(store).congressMembers();
      expect((await member(only!.slug))?.unreadReports).toEqual([waiting, listed]);
    });

    it('is listed as not fetched while only the index names it, once, and is first seen when it comes', async () => {
      await take([index]);
      await take([index]);
      const slug = (await publishedReads(store).congressMembers())[0]!.slug;
      expect(await member(slug)).toMatchObject({
        member: { lifetimeFilings: 2 },
        unreadReports: [waiting, { ...listed, reason: waiting.reason }],
      });
      await take([scan]);
      await take([index]);
      expect((await member(slug))?.unreadReports).toEqual([waiting, listed]);
    });

    it('counts its source as read, although there is no trade', async () => {
      describeSources(store, sourceDescriptions([house], new Set([house.metadata.id])));
      const source = () => sourceStates(store).find((one) => one.source === house.metadata.source);
      await take([index]);
      expect(source()).toMatchObject({ status: 'never-read', lastReadAt: null });
      await take([scan]);
      expect(source()).toMatchObject({ status: 'imported', lastReadAt: NOW.toISOString(), rows: 1 });
    });
  });

  describe('importing twice', () => {
    it('does not count a warning again, but records a new one', async () => {
      const print = (...more: string[]) =>
        saved(
          '20031002.pdf',
          printHouseReport({
            filingId: '20031002',
            name: 'Hon. Ida Invented',
            stateDistrict: 'CA11',
            rows: [
              houseRow('Zquorra Robotics, Inc. (ZQRA) [ST]', '2027-02-20'),
              ...more.map((asset) => houseRow(asset, '2026-09-01')),
            ],
            signed: '09/30/2026',
          }),
        );
      const counts = () =>
        listWarnings(store, {}, 10)
          .map(({ kind, count }) => `${kind} ${count}`)
          .sort();
      expect(await take([print()])).toMatchObject({ warnings: 1 });
      const before = counts();
      expect(before).toContain('date-after-filing 1');
      expect(await take([print(), print()])).toMatchObject({ documents: 2, warnings: 0 });
      expect(counts()).toEqual(before);
      expect(await take([print('Quivexel Therapeutics, Inc. (QVEX) [ZZ]')])).toMatchObject({ warnings: 1 });
      expect(counts()).toEqual([...before, 'unknown-asset-type 1'].sort());
    });
  });

  describe('an unresolved name', () => {
    it('raises a warning once the identity files are there, even while listed reports still wait to be fetched', async () => {
      const told = () =>
        listWarnings(store, { kind: 'member-unresolved' }, 10).map(({ detail, count }) => [detail, count]);
      await take([index, scan]);
      expect(told()).toEqual([]);
      const people = createCongressMembers();
      const file = saved('legislators-current.json', Buffer.from(JSON.stringify([MORDECAI])), people);
      await take([file], people);
      const both = ['2026-09-14', '2026-09-30'].map((day) => [expect.stringContaining(`CA11, ${day}`), 1]);
      expect(told().sort()).toEqual(both);
      await take([file], people);
      await take([scan]);
      expect(told().sort()).toEqual(both);
    });
  });
});
