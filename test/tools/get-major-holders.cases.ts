/** get_major_holders over the sample: the answer to a question is one call, and a list continues by its cursor. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sourceDescriptions } from '../../src/ingest/source-descriptions.js';
import { createRegisters } from '../../src/registers/index.js';
import { describeSources } from '../../src/store/crawl/run-journal.js';
import type { Store } from '../../src/store/database/open.js';
import type { ListPlace } from '../../tools/contract/place.js';
import type { Reads } from '../../tools/contract/reads.js';
import type { MajorHolder } from '../../tools/contract/shapes/holder.js';
import type { Tool, ToolContext } from '../../tools/contract/tool.js';
import getMajorHolders from '../../tools/get-major-holders.js';
import { toolReads } from '../published-reads.js';
import { emptyStore } from '../store/empty-store.js';
import { sampleStore } from './sample-store.js';

describe('tools/get-major-holders', () => {
  const DAY = '2026-11-20';
  const NOW = new Date(`${DAY}T12:00:00.000Z`);
  const READ = ['sec-companies', 'sec-13dg'];

  let store: Store;
  let reads: Reads;

  beforeAll(async () => {
    store = await sampleStore(READ, DAY);
    reads = toolReads(store);
  });
  afterAll(() => store.close());

  const context = (after?: ListPlace): ToolContext => ({
    reads,
    now: NOW,
    after,
    baseUrl: 'https://example.org',
    endpoints: [],
    rateLimits: { keyless: 60, withKey: 600, windowSeconds: 3600 },
  });
  async function ask(given: Record<string, unknown> = {}, after?: ListPlace) {
    const tool: Tool = getMajorHolders;
    const { data, rows: counted, ...rest } = await tool.run(tool.input.parse(given), context(after));
    return { ...rest, rows: data as MajorHolder[], total: counted?.total, next: counted?.next };
  }
  const names = (rows: readonly MajorHolder[]) => rows.map(({ holderName }) => holderName);

  describe('one call answers', () => {
    it('which holders crossed five per cent this year', async () => {
      const { rows, count, source } = await ask({ crossing: 5, direction: 'up', event_since: '2026-01-01' });
      expect([rows.length, count, source]).toEqual([10, 10, 'sec-edgar-13dg']);
      for (const { crossings, countedFrom } of rows) {
        expect(countedFrom >= '2026-01-01').toBe(true);
        expect(crossings).toContainEqual(expect.objectContaining({ level: 5, direction: 'up' }));
      }
    });

    it('what happened between two days, whenever it was filed', async () => {
      const all = await ask({ limit: 500 });
      const [day = ''] = all.rows
        .map(({ countedFrom }) => countedFrom)
        .sort()
        .slice(-3);
      const later = await ask({ event_since: day, sort: 'event', limit: 500 });
      const earlier = await ask({ event_until: day, limit: 500 });
      expect(later.rows.map(({ countedFrom }) => countedFrom >= day)).toEqual([true, true, true]);
      const same = all.rows.filter(({ countedFrom }) => countedFrom === day).length;
      expect(earlier.total).toBe((all.total ?? 0) - 3 + same);
      await expect(ask({ event_since: '2026-02-02', event_until: '2026-02-01' })).rejects.toThrow(
        'event_since',
      );
    });

    it('who holds most of a company now, with its page and symbol', async () => {
      const { rows, page } = await ask({ ticker: 'qvex', list: 'current', sort: 'percent' });
      expect(page).toBe('/ticker/QVEX');
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        holderName: 'Thistlemoor Partners GP LLC',
        percent: 12.1,
        previousPercent: 9.8,
        linkedBy: 'named',
        ticker: 'QVEX',
        url: 'https://example.org/ticker/QVEX',
        crossings: [{ level: 10, direction: 'up', basis: 'filings' }],
      });
    });

    it('what a holder intends, quoted from the schedule that states it', async () => {
      const { rows } = await ask({ ticker: 'QVEX', type: '13D' });
      const [amendment, original] = rows;
      expect(amendment?.purpose).toMatch(/^The Reporting Persons acquired the shares/);
      expect(amendment?.purposeUrl).toBe(original?.rawFilingUrl);
      // The persons of the first one are three, and its figure is not their sum.
      expect([original?.persons.length, original?.shares]).toEqual([3, 4_214_000]);
    });

    it('who fell to five per cent or less', async () => {
      expect(names((await ask({ crossing: '5', direction: 'down' })).rows)).toEqual([
        'Quillspoon Ventures LLC',
        'Copperquist Advisers LLC',
      ]);
    });
  });

  describe('a list', () => {
    it.each(['filed', 'event', 'percent', 'shares'])(
      'by %s continues behind any place, in both orders',
      async (sort) => {
        for (const order of ['desc', 'asc']) {
          const whole = await ask({ sort, order, limit: 500 });
          expect(whole.rows).toHaveLength(19);
          const parts: MajorHolder[] = [];
          let next: ListPlace | null | undefined;
          do {
            const part = await ask({ sort, order, limit: 4 }, next ?? undefined);
            parts.push(...part.rows);
            expect(part.total).toBe(19);
            next = part.next;
          } while (next);
          expect(parts).toEqual(whole.rows);
        }
      },
    );

    it('of a company that nothing else names has its address in the list, and no symbol', async () => {
      const { rows } = await ask({ cik: '9900000997' });
      expect(rows[0]).toMatchObject({
        ticker: null,
        url: 'https://example.org/major-holders?cik=9900000997',
      });
    });

    it('leaves schedules without a percent out above zero, and has them last', async () => {
      expect(names((await ask({ sort: 'percent' })).rows).at(-1)).toBe('PEPPERSTEED BANK NA');
      expect(names((await ask({ min_percent: 0.01 })).rows)).not.toContain('PEPPERSTEED BANK NA');
    });
  });

  describe('what is refused', () => {
    it.each([
      [{ crossing: 7 }, 'crossing must be 5, 10, 20, 50 or any'],
      [{ min_percent: 101 }, 'min_percent must be a number from 0 to 100'],
      [{ cusip: '12' }, 'cusip must be 9 to 12 letters and digits, such as 037833100'],
      [{ holder: 'Roe' }, 'holder must be 1 to 10 digits, such as 320193'],
      [{ type: '13F' }, 'type must be 13D or 13G'],
    ])('%j', (given, message) => {
      const parsed = getMajorHolders.input.safeParse(given);
      expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message]);
    });

    it('is a symbol that no company has, a damaged cursor, and a period that ends before it begins', async () => {
      await expect(ask({ ticker: 'QQQZ' })).rejects.toThrow(/No company with the symbol QQQZ/);
      await expect(ask({ sort: 'percent' }, ['x'])).rejects.toThrow(/The cursor is damaged/);
      await expect(ask({ since: '2026-02-02', until: '2026-02-01' })).rejects.toThrow(
        /since must not be later/,
      );
      // A company without schedules has none.
      expect((await ask({ ticker: 'JQNS' })).rows).toEqual([]);
    });

    it('is every question while the register is switched off', async () => {
      const other = emptyStore();
      describeSources(other, sourceDescriptions(createRegisters(), new Set(['sec-form4'])));
      const tool: Tool = getMajorHolders;
      await expect(
        tool.run(tool.input.parse({}), { ...context(), reads: toolReads(other) }),
      ).rejects.toMatchObject({
        code: 'not_ready',
      });
      other.close();
    });
  });
});
