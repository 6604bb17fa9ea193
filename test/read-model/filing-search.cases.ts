/** Searches and groups of the feed give what a plain search over all its rows gives, page by page too. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { required } from '../../src/collections.js';
import type { SqlValue } from '../../src/database/database.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import { UNKNOWN_CHANGE } from '../../src/read-model/column-values.js';
import { packSum } from '../../src/read-model/packed-rows.js';
import { GROUPED_MAX } from '../../src/read-model/questions/filing-groups.js';
import { createReads } from '../../src/read-model/reads.js';
import { generationTables } from '../../src/read-model/sqlite/model.js';
import { openSqliteWriter } from '../../src/read-model/sqlite/writer.js';
import type { ScopeRows } from '../../src/read-model/tables.js';
import type { Form4Filing, ReportingOwner } from '../../src/records/form4/form4.js';
import type { Store } from '../../src/store/database/open.js';
import { filingRows } from '../../src/store/rows/filings.js';
import { placeOfGroup, placeOfRow } from '../../tools/contract/filing-search.js';
import type { FeedSearch } from '../../tools/contract/reads/filings.js';
import type { FilingFacts } from '../../tools/contract/shapes/filing.js';
import { type ParsedReads, parsedReads, publishedReads } from '../published-reads.js';
import { emptyStore } from '../store/empty-store.js';
import { derive, filing, owner, trade, write } from '../store/form4/invented-filings.js';
import { runs, someOf } from '../tiers/whole.js';
import { EVERY_LOT } from './every-row.js';
import { next } from './invented-generation.js';
import { groupRows, searchRows } from './naive-feed.js';

describe('read-model/filing-search', () => {
  const TICKERS = ['ACME', 'BRK.A', 'BRK-B', 'BRK', null, 'BRKX'];
  const OWNERS: Array<Partial<ReportingOwner>> = [
    { isOfficer: true, officerTitle: 'President and CEO' },
    { isOfficer: true, officerTitle: 'EVP & CFO', isDirector: true },
    { isDirector: true },
    { isTenPercentOwner: true },
    { isOfficer: true, officerTitle: 'Former CEO' },
    // A title without the checkbox.
    { isOther: true, officerTitle: 'CEO' },
  ];

  /** Filings of which some share a moment, a day, a value; more rows than are sorted at once. */
  function filings(): Form4Filing[] {
    return Array.from({ length: 700 }, (_, n) => {
      const at = new Date(Date.UTC(2026, 1, 28) - ((n * 37) % 350) * 6 * 3_600_000).toISOString();
      const person = (n * 7) % 30;
      return filing(n, {
        filedAt: at,
        issuer: {
          cik: String(4000 + (n % 6)),
          name: `Issuer ${n % 6}`,
          tradingSymbol: TICKERS[n % 6] ?? null,
          foreignTradingSymbol: null,
        },
        owners: [owner(String(7000 + person), `Person ${person}`, OWNERS[person % OWNERS.length])],
        transactions: Array.from({ length: 8 }, (_, row) =>
          trade(row, {
            transactionCode: (n + row) % 5 === 0 ? 'P' : 'S',
            transactionDate: `2026-0${1 + ((n + row) % 2)}-${String(1 + ((n * 3 + row) % 27)).padStart(2, '0')}`,
            shares: 1 + ((n * 31 + row * 17) % 97) + (row % 3) / 4,
            pricePerShare: n % 50 === 0 ? 1000 : 10 + ((n + row) % 3) / 8,
            is10b5_1: (n + row) % 4 === 0,
            sharesOwnedAfter: null,
          }),
        ),
      });
    });
  }

  const ALL: FeedSearch = {
    ...EVERY_LOT,
    since: '2025-01-01',
    until: '2027-01-01T00:00:00.000Z',
    limit: 60,
  };
  const FILTERS: Array<Partial<FeedSearch>> = [
    {},
    { codes: ['P'] },
    { codes: [] },
    { since: '2026-02-20', until: '2026-02-24T06:00:00.000Z' },
    // Whole days, and all rows up to the last one.
    { since: '2026-02-20', until: '2026-02-24T23:59:59.999Z', minValue: 400, maxValue: 800 },
    { until: '2026-02-28T00:00:00.000Z', minValue: 300, role: 'director' },
    { minValue: 970 },
    { minValue: 50_000 },
    { minValue: 200, maxValue: 300.25, codes: ['S'] },
    ...(['chief', 'ceo', 'cfo', 'officer', 'director', 'ten_percent'] as const).map((role) => ({ role })),
    { role: 'cfo', planned: 'only' },
    { role: 'ceo', planned: 'exclude', codes: ['P'], minValue: 500 },
    { planned: 'only' },
    { planned: 'exclude' },
    { tickers: ['BRK'] },
    { tickers: ['BRK.B'] },
    { tickers: ['ACME', 'BRK.A', 'BRK.B'], planned: 'only' },
    { tickers: ['BRK', 'BRK.A', 'ZZZ'] },
    { cik: '4004' },
    { cik: '4001', role: 'director', maxValue: 100 },
    { owner: 'person-7-7007' },
    { owner: 'nobody' },
  ];
  const SORTS = (['filed', 'value', 'traded', 'ticker', 'insider', 'shares', 'price'] as const).flatMap(
    (sort) => (['desc', 'asc'] as const).map((order) => ({ sort, order })),
  );

  /** Every order without a filter, and with each filter `some` of them in turn. */
  function questions(some: number): FeedSearch[] {
    return FILTERS.flatMap((filter, at) =>
      SORTS.filter(
        (_, place) => at === 0 || (place - at + SORTS.length * FILTERS.length) % SORTS.length < some,
      ).map((sort) => ({ ...ALL, ...filter, ...sort })),
    );
  }

  describe('a search', () => {
    let store: Store;
    let reads: ParsedReads;
    let all: FilingFacts[];
    beforeAll(async () => {
      store = emptyStore();
      write(store, ...filings());
      derive(store);
      // Once: `publishedReads` would publish before every question.
      const writer = openSqliteWriter(':memory:');
      await publishGeneration(store, writer);
      reads = parsedReads(createReads(generationTables(writer.database)));
      const { since, until, codes, minValue } = ALL;
      const question = { since, until, codes, minValue, ticker: null, limit: 100_000 };
      all = await reads.latestFilings(question);
    });
    afterAll(() => store.close());

    it('has the rows of a plain search in its order', async () => {
      expect(all.length).toBeGreaterThan(5_000);
      let found = 0;
      for (const question of someOf(questions(2))) {
        const answer = await reads.searchFilings(question);
        const plain = searchRows(all, question);
        expect([question, answer.total, answer.rows]).toEqual([question, plain.total, plain.rows]);
        found += plain.rows.length;
      }
      expect(found).toBeGreaterThan(runs(1_500));
    });

    it('adds up all rows, and all sums of one filing', async () => {
      for (const question of someOf(questions(2))) {
        const { after: _, limit: __, ...search } = question;
        const found = {
          filing: searchRows(all, { ...question, after: undefined, limit: 1e9 }),
          filing_sum: groupRows(all, { ...question, after: undefined, limit: 1e9, group: 'filing' }),
        };
        for (const [table, { total, rows }] of Object.entries(found)) {
          const cents = (code: string) =>
            rows
              .filter((row) => row.transactionCode === code)
              .reduce((sum, row) => sum + Math.round(row.totalValue * 100), 0) / 100;
          // The names of the two tables.
          const answer = await reads.searchTotals({ ...search, table: table as 'filing' | 'filing_sum' });
          expect([table, search, answer]).toEqual([
            table,
            search,
            { rows: total, purchases: cents('P'), sales: cents('S') },
          ]);
        }
      }
    });

    it('adds up what each issuer has, since any day', async () => {
      let issuers = 0;
      for (const code of ['P', 'S'] as const)
        for (const planned of ['all', 'exclude'] as const)
          for (const since of ['2026-02-25', '2026-02-11', '2026-02-10', '2025-11-30', '2025-03-01']) {
            const cents = new Map<string, number>();
            for (const row of searchRows(all, { ...ALL, codes: [code], planned, since, limit: 1e9 }).rows)
              cents.set(row.cik, (cents.get(row.cik) ?? 0) + Math.round(row.totalValue * 100));
            const plain = [...cents].sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
            const { rows, total } = await reads.rankIssuers({ code, planned, since, days: 30, limit: 4 });
            expect([since, rows.map(({ cik, totalValue }) => [cik, totalValue])]).toEqual([
              since,
              plain.slice(0, 4).map(([cik, sum]) => [cik, sum / 100]),
            ]);
            expect(total).toBe(plain.length);
            issuers += total;
          }
      expect(issuers).toBeGreaterThan(80);
    });

    it.each(SORTS)('continues behind a row without a gap: %j', async (sort) => {
      for (const filter of [
        {},
        { role: 'ceo' as const },
        { tickers: ['BRK', 'ACME'] },
        { cik: '4004', minValue: 900 },
      ]) {
        const question = { ...ALL, ...filter, ...sort };
        const whole = searchRows(all, { ...question, limit: 200 }).rows;
        const pages: FilingFacts[] = [];
        while (pages.length < whole.length) {
          const last = pages.at(-1);
          const after = last === undefined ? undefined : placeOfRow(question, last);
          const { rows } = await reads.searchFilings({ ...question, after, limit: 37 });
          if (rows.length === 0) break;
          pages.push(...rows);
        }
        expect(pages.slice(0, whole.length)).toEqual(whole);
      }
    });

    it.each(['filing', 'insider', 'issuer'] as const)('adds up by %s', async (group) => {
      for (const search of someOf(questions(1))) {
        // See `requireSuitableGroup`.
        if (search.sort === 'insider' && group !== 'filing') continue;
        const question = { ...search, group };
        const answer = await reads.filingGroups(question);
        const plain = groupRows(all, question);
        expect([question, answer.total, answer.rows]).toEqual([question, plain.total, plain.rows]);
        const place = plain.rows[9];
        if (place === undefined) continue;
        const after = placeOfGroup(question, place);
        const behind = await reads.filingGroups({ ...question, after, limit: 20 });
        expect(behind.rows).toEqual(groupRows(all, { ...question, after, limit: 20 }).rows);
      }
    });
  });

  /** The first row of the feed of a filing, as it is published. */
  function packedRowOf(record: Form4Filing): SqlValue {
    const store = emptyStore();
    try {
      write(store, record);
      derive(store);
      return required(filingRows(store, record.accession).feed[0]?.at(-1), 'a row of the feed');
    } finally {
      store.close();
    }
  }

  describe('groups of more filings than one answer adds up', () => {
    it('are of the newest, whole moments only, and say from when on', async () => {
      const writer = openSqliteWriter(':memory:');
      // The oldest three share a moment, of which two would still fit.
      const moment = (n: number) => new Date(Date.UTC(2026, 0, 1) + Math.max(n, 2) * 60_000).toISOString();
      // What a group shows of its latest row.
      const packedRow = packedRowOf(filing(1, { transactions: [trade(0)] }));
      const scopes = Array.from({ length: GROUPED_MAX + 1 }, (_, n): ScopeRows[] => {
        const accession = `0009999999-26-${String(n).padStart(6, '0')}`;
        const columns = [
          0,
          moment(n),
          'S',
          100,
          'ACME',
          'ACME',
          '4000',
          '7001',
          '2026-01-01',
          0,
          10_000,
          'A',
          0,
          '',
        ];
        const packed = packSum({
          securityTitle: 'Common',
          ownershipType: 'D',
          sharesOwnedAfter: null,
          isOfSeveralKinds: false,
        });
        const sum = [accession, ...columns, packed, '2026-01-01', 1, UNKNOWN_CHANGE];
        const row = [accession, ...columns, '/x', packedRow];
        return [
          { table: 'filing_sum', scope: [accession], rows: [sum] },
          { table: 'filing', scope: [accession], rows: [row] },
        ];
      });
      await writer.publish(next(1), { id: null, isWhole: true }, scopes.flat());
      const reads = parsedReads(createReads(generationTables(writer.database)));
      const ask = (more: object) => reads.filingGroups({ ...ALL, group: 'insider', ...more });
      const cut = await ask({});
      expect([cut.rows[0]?.lots, cut.since]).toEqual([GROUPED_MAX - 2, '2026-01-01T00:02:00.001Z']);
      const whole = await ask({ since: '2026-01-01T00:02:00.001Z' });
      expect([whole.rows[0]?.lots, whole.since]).toEqual([GROUPED_MAX - 2, null]);
      writer.database.db.close();
    });
  });

  describe('the holding of a group', () => {
    let store: Store;
    beforeAll(() => {
      store = emptyStore();
    });
    afterAll(() => store.close());
    const sale = (row: number, shares: number, after: number | null, more = {}) =>
      trade(row, { shares, sharesOwnedAfter: after, ...more });
    let number = 0;
    const ask = async (
      group: 'filing' | 'insider' | 'issuer',
      ...lists: Array<ReturnType<typeof trade>[]>
    ): Promise<unknown> => {
      number += 1;
      const who = owner(String(7000 + number), `Person ${number}`);
      const records = lists.map((transactions, day) =>
        filing(number * 100 + day, {
          owners: [who],
          transactions,
          filedAt: `2026-02-${String(10 + day)}T12:00:00.000Z`,
        }),
      );
      write(store, ...records);
      derive(store);
      const { rows } = await publishedReads(store).filingGroups({
        ...ALL,
        owner: `person-${number}-${7000 + number}`,
        group,
      });
      return rows.map((row) => [row.sharesOwnedAfter, row.changePct]);
    };

    it('is the last one of rows that follow on one another', async () => {
      expect(await ask('filing', [sale(0, 100, 900), sale(1, 400, 500)])).toEqual([[500, -50]]);
      expect(await ask('insider', [sale(0, 100, 900)], [sale(0, 400, 500)])).toEqual([[500, -50]]);
      expect(
        await ask('filing', [sale(0, 50, 150, { transactionCode: 'P', acquiredDisposed: 'A' })]),
      ).toEqual([[150, 50]]);
    });

    it('is that of every row where all give the last one', async () => {
      expect(await ask('filing', [sale(0, 100, 500), sale(1, 400, 500)])).toEqual([[500, -50]]);
    });

    it('is unknown where rows may be of several holdings', async () => {
      expect(await ask('filing', [sale(0, 100, 900), sale(1, 400, 7000)])).toEqual([[null, null]]);
      expect(await ask('filing', [sale(0, 100, 900), sale(1, 400, 500, { ownership: 'I' })])).toEqual([
        [null, null],
      ]);
      expect(
        await ask('filing', [sale(0, 100, 900), sale(1, 400, 500, { securityTitle: 'Class B' })]),
      ).toEqual([[null, null]]);
      expect(await ask('filing', [sale(0, 100, null)])).toEqual([[null, null]]);
      expect(await ask('issuer', [sale(0, 100, 900)])).toEqual([[null, null]]);
    });

    it('has no change where something else moved between two filings', async () => {
      expect(await ask('insider', [sale(0, 100, 900)], [sale(0, 400, 5000)])).toEqual([[5000, null]]);
    });
  });

  describe('groups by the change of the holding', () => {
    /** One for each filing. */
    const TRADES: Array<[code: 'P' | 'S', shares: number, after: number | null]> = [
      ['P', 50, 150],
      ['S', 100, 900],
      ['S', 400, 0],
      ['P', 300, 400],
      // Nothing was owned before, and nothing is stated: neither has a change.
      ['P', 70, 70],
      ['S', 10, null],
    ];
    let store: Store;
    let reads: ParsedReads;
    beforeAll(() => {
      store = emptyStore();
      const records = TRADES.map(([transactionCode, shares, sharesOwnedAfter], n) =>
        filing(n, {
          owners: [owner(String(7000 + n), `Person ${n}`)],
          transactions: [
            trade(0, {
              transactionCode,
              acquiredDisposed: transactionCode === 'P' ? 'A' : 'D',
              shares,
              sharesOwnedAfter,
            }),
          ],
          filedAt: `2026-02-${String(10 + n)}T12:00:00.000Z`,
        }),
      );
      write(store, ...records);
      derive(store);
      reads = publishedReads(store);
    });
    afterAll(() => store.close());
    const ask = async (more: Partial<FeedSearch>) => {
      const { rows, total } = await reads.filingGroups({ ...ALL, group: 'filing', ...more });
      return [rows.map(({ changePct }) => changePct), total];
    };

    it('begin with the largest increase, or the largest decrease, and leave out what is not known', async () => {
      expect(await ask({ sort: 'change' })).toEqual([[300, 50, -10, -100], 4]);
      expect(await ask({ sort: 'change', order: 'asc' })).toEqual([[-100, -10, 50, 300], 4]);
      expect(await ask({ sort: 'change', codes: ['S'] })).toEqual([[-10, -100], 2]);
    });

    it('continue behind a group', async () => {
      const { rows } = await reads.filingGroups({ ...ALL, group: 'filing', sort: 'change', limit: 2 });
      const after = placeOfGroup({ sort: 'change' }, required(rows[1], 'a second group'));
      expect(await ask({ sort: 'change', after })).toEqual([[-10, -100], 4]);
    });

    it('can be at least so large, up or down', async () => {
      expect(await ask({ minChange: 50 })).toEqual([[300, -100, 50], 3]);
      expect(await ask({ minChange: 50.01, sort: 'change' })).toEqual([[300, -100], 2]);
      expect(await ask({ minChange: 0, codes: ['P'] })).toEqual([[300, 50], 2]);
      const { after: _, limit: __, ...search } = { ...ALL, minChange: 50 };
      expect((await reads.searchTotals({ ...search, table: 'filing_sum' })).rows).toBe(3);
    });
  });
});
