/** Imports, derives and requests every real document of the Congress. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveCongress } from '../../src/ingest/derive/congress.js';
import { importDocuments } from '../../src/ingest/import-documents.js';
import { sourceDescriptions } from '../../src/ingest/source-descriptions.js';
import { NOT_FETCHED } from '../../src/records/congress/stock-act.js';
import { createRegisters } from '../../src/registers/index.js';
import type { RawDocument } from '../../src/registers/register.js';
import { savedDocuments } from '../../src/service/saved-documents.js';
import { describeSources, listUnreadDocuments } from '../../src/store/crawl/run-journal.js';
import type { Store } from '../../src/store/database/open.js';
import {
  type MemberTrade,
  memberDetail,
  memberRow,
  type UnreadReport,
} from '../../tools/contract/shapes/congress.js';
import type { Tool, ToolContext } from '../../tools/contract/tool.js';
import getCongressMember from '../../tools/get-congress-member.js';
import listCongress from '../../tools/list-congress.js';
import { toolReads } from '../published-reads.js';
import { samplePath, samplesIn } from '../samples/folder.js';
import { describeNeeds } from '../samples/needs.js';
import { emptyStore } from '../store/empty-store.js';

describe('ingest/congress-samples', () => {
  const shared = samplePath('congress');
  /** A fetched set has no pages of the Senate, and no members. */
  const ALL = ['congress/house/expected', 'congress/senate/expected', 'congress/members'];
  const NOW = new Date('2026-10-08T15:00:00.000Z');
  const FOLDERS = { 'congress-members': 'members', 'house-ptr': 'house', 'senate-ptr': 'senate' };

  interface ExpectedTradeRow {
    asset: string;
    type: string;
    amountLabel?: string;
    amount?: string;
    amountMin: number;
    amountMax: number | null;
  }
  const expectedOf = (chamber: string): Array<[string, ExpectedTradeRow[]]> =>
    samplesIn(`congress/${chamber}/expected`).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(shared, chamber, 'expected', file), 'utf8')).rows,
    ]);

  describeNeeds(...ALL)('every sample of the Congress', () => {
    let store: Store;
    const trades = new Map<string, MemberTrade>();
    const unreadReports = new Map<string, UnreadReport & { slug: string }>();
    const details = new Map<string, { party: string; lifetimeFilings: number }>();

    async function ask(tool: Tool, input: object): Promise<unknown> {
      const context: ToolContext = {
        reads: toolReads(store),
        now: NOW,
        baseUrl: 'https://disclosed.example',
        endpoints: [],
        rateLimits: { keyless: null, withKey: null, windowSeconds: 3600 },
      };
      return (await tool.run(tool.input.parse(input), context)).data;
    }

    beforeAll(async () => {
      store = emptyStore();
      const registers = createRegisters();
      describeSources(
        store,
        sourceDescriptions(registers, new Set(registers.map(({ metadata }) => metadata.id))),
      );
      for (const [id, folder] of Object.entries(FOLDERS)) {
        const register = registers.find(({ metadata }) => metadata.id === id)!;
        const known = [...savedDocuments(register, [join(shared, folder)], NOW.toISOString())].filter(
          (one): one is RawDocument => !('path' in one),
        );
        await importDocuments(store, register, known, () => NOW);
      }
      deriveCongress(store, { now: NOW, overrides: [] });
      const list = memberRow.array().parse(await ask(listCongress, {}));
      for (const { slug } of list) {
        const detail = memberDetail.parse(await ask(getCongressMember, { member: slug }));
        details.set(slug, detail.member);
        for (const trade of detail.trades) trades.set(trade.filingId, trade);
        for (const report of detail.unreadReports) unreadReports.set(report.filingId, { ...report, slug });
      }
    });
    afterAll(() => store.close());

    it.each(expectedOf('house'))('House %s: every row is given as filed', (id, rows) => {
      expect(rows.length).toBeGreaterThan(0);
      for (const [row, expected] of rows.entries()) {
        const { asset, amountLabel, amountMin, amountMax } = expected;
        expect(trades.get(`${id}-${row}`)).toMatchObject({
          assetDescription: asset,
          amountLabel,
          amountMin,
          amountMax,
          sourceLink: expect.stringMatching(new RegExp(`/ptr-pdfs/\\d{4}/${id}\\.pdf$`)),
        });
      }
    });

    const amended = 'a9754ff5-901a-4877-b7be-a647bd361c52';
    it.each(expectedOf('senate').filter(([id]) => id !== amended))(
      'Senate %s: every row is given',
      (id, rows) => {
        expect(rows.length).toBeGreaterThan(0);
        for (const [row, { asset, type, amount, amountMin, amountMax }] of rows.entries())
          expect(trades.get(`${id}-${row}`)).toMatchObject({
            assetDescription: asset.split(' | ').join('; '),
            type,
            amountLabel: amount,
            amountMin,
            amountMax,
            sourceLink: `https://efdsearch.senate.gov/search/view/ptr/${id}/`,
          });
      },
    );

    it('gives no row twice: the amendment replaces the report that it restates, and both count', () => {
      expect([...trades.keys()].filter((id) => id.startsWith(amended))).toEqual([]);
      const waiting = [...unreadReports.values()].filter(({ slug }) => slug === 'john-boozman');
      expect(waiting.every(({ reason }) => reason === NOT_FETCHED)).toBe(true);
      expect(details.get('john-boozman')!.lifetimeFilings - waiting.length).toBe(2);
      const expected = [...expectedOf('house'), ...expectedOf('senate')].filter(([id]) => id !== amended);
      const known = new Set(expected.map(([id]) => id));
      const given = [...trades.keys()].filter((id) => known.has(id.replace(/-\d+$/, '')));
      expect(given.length).toBe(expected.reduce((sum, [, list]) => sum + list.length, 0));
    });

    it('lists paper reports of senators as filed, each under its senator', () => {
      expect(unreadReports.get('a0d25e8f-fe54-4328-a7ea-504da008742b')).toMatchObject({
        slug: 'richard-blumenthal',
        disclosureDate: '2026-06-08',
        reason: expect.stringMatching(/paper/),
      });
      // Two single reports of 2026, and the ten oldest.
      expect([...unreadReports.values()].filter(({ disclosureDate }) => disclosureDate < '2013').length).toBe(
        10,
      );
    });

    it('knows the sitting members, and leaves the others under their filed name without a party', () => {
      expect(details.get('nancy-pelosi')?.party).toBe('D');
      expect(details.get('nicholas-begich')?.party).toBe('R');
      // These members left before June 2026, so none of the sample identity files has them.
      for (const slug of ['pat-toomey', 'marjorie-taylor-greene', 'thad-cochran'])
        expect(details.get(slug)?.party).toBe('');
    });

    it('stores an unparseable document with its reason', () => {
      expect(
        Object.fromEntries(listUnreadDocuments(store, 10).map(({ key, reason }) => [key, reason])),
      ).toEqual({
        '2012FD': expect.stringContaining('before 2015'),
      });
    });

    it('lists a saved scan under the filer whom a saved index names', () => {
      expect(unreadReports.get('9115811')).toMatchObject({
        slug: 'diana-harshbarger',
        disclosureDate: '2026-05-06',
        sourceLink: expect.stringMatching(/ptr-pdfs\/2026\/9115811\.pdf$/),
        reason: expect.stringContaining('paper'),
      });
    });
  });
});
