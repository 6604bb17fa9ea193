/** The Form 4 feed from the store: rows, filters and order. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { DerivedForm4Row } from '../../src/records/derived-rows.js';
import type { Form4Filing } from '../../src/records/form4/form4.js';
import type { Store } from '../../src/store/database/open.js';
import type { FilingsQuery } from '../../tools/contract/reads/filings.js';
import { type FilingFacts, filingFacts } from '../../tools/contract/shapes/filing.js';
import { publishedReads } from '../published-reads.js';
import { emptyStore } from '../store/empty-store.js';
import { accession, derive, filing, owner, trade, write } from '../store/form4/invented-filings.js';
import { runs, someOf } from '../tiers/whole.js';

describe('read-model/filings', () => {
  const ALL: FilingsQuery = {
    since: '2025-01-01',
    until: '9999',
    codes: ['P', 'S'],
    minValue: 0,
    ticker: null,
    limit: 500,
  };
  const ask = async (store: Store, question: Partial<FilingsQuery> = {}) => {
    const reads = publishedReads(store);
    await expectTotals(store, { ...ALL, ...question });
    return reads.latestFilings({ ...ALL, ...question });
  };

  /** For every query, the totals are those of all matching rows. */
  async function expectTotals(store: Store, question: FilingsQuery): Promise<void> {
    const reads = publishedReads(store);
    const all = await reads.latestFilings({ ...question, limit: 100_000 });
    const sum = (code: string) =>
      all.filter((row) => row.transactionCode === code).reduce((total, row) => total + row.totalValue, 0);
    const totals = await reads.filingTotals(question);
    expect(totals.rows).toBe(all.length);
    expect(totals.purchases).toBeCloseTo(sum('P'), 1);
    expect(totals.sales).toBeCloseTo(sum('S'), 1);
  }

  describe('a row of the feed', () => {
    let store: Store;
    afterEach(() => store.close());

    it('has the values as filed', async () => {
      store = emptyStore();
      write(
        store,
        filing(7, {
          documentType: '4/A',
          dateOfOriginalSubmission: '2026-02-20',
          transactions: [
            trade(0, { transactionCode: 'A' }),
            trade(1, {
              transactionCode: 'P',
              shares: 19.82,
              pricePerShare: 0.2588,
              sharesOwnedAfter: null,
              ownership: 'I',
              is10b5_1: true,
              hasVwapFootnote: true,
            }),
          ],
        }),
      );
      derive(store, { row: () => ({ isPairedExercise: true }) });
      const rows = await ask(store);
      expect(rows).toEqual([
        {
          filingId: `${accession(7)}-1`,
          cik: '4001',
          issuerName: 'Quillmark Corp',
          issuerTicker: 'QLMK',
          ownerName: 'Vesper Alma J',
          ownerSlug: 'vesper-alma-j-7001',
          ownerCik: '7001',
          ownerTitle: 'Director',
          transactionCode: 'P',
          securityTitle: 'Common Stock',
          transactionDate: '2026-02-27',
          filedAt: '2026-03-01T21:30:00.000Z',
          filedAtApproximate: false,
          shares: 19.82,
          pricePerShare: 0.2588,
          totalValue: 5.13,
          sharesOwnedAfter: null,
          ownershipType: 'I',
          formType: '4/A',
          originalSubmissionDate: '2026-02-20',
          periodOfReport: '2026-02-27',
          is10b5_1: true,
          isDirector: true,
          isOfficer: false,
          isTenPercentOwner: false,
          isOther: false,
          otherText: null,
          isPairedExercise: true,
          hasAdsFootnote: false,
          hasIndirectOwnershipFootnote: false,
          hasTaxWithholdingFootnote: false,
          hasVwapFootnote: true,
          rawFilingUrl: `https://www.sec.gov/Archives/edgar/data/4001/000999999926000007/${accession(7)}-index.htm`,
        },
      ]);
      expect(filingFacts.strict().parse(rows[0])).toEqual(rows[0]);
    });

    it('names the owner that derivation chose and joins the relationships of all', async () => {
      store = emptyStore();
      write(
        store,
        filing(1, {
          owners: [
            owner('7001', 'Orme Fund LP', { isTenPercentOwner: true }),
            owner('7002', 'Orme Basil', { isOfficer: true, officerTitle: 'Chief Executive Officer' }),
            owner('7003', 'Orme GP', { isOther: true, otherText: 'General partner of the fund' }),
          ],
        }),
      );
      derive(store, { row: () => ({ ownerCik: '7002' }) });
      expect(await ask(store)).toEqual([
        expect.objectContaining({
          ownerName: 'Orme Basil',
          ownerSlug: 'orme-basil-7002',
          ownerCik: '7002',
          ownerTitle: 'Chief Executive Officer',
          isDirector: false,
          isOfficer: true,
          isTenPercentOwner: true,
          isOther: true,
          otherText: 'General partner of the fund',
        }),
      ]);
    });

    it('returns every fact under its own name, for rows with common owners', async () => {
      store = emptyStore();
      const owners = [
        owner('7001', 'Orme Fund LP', { isTenPercentOwner: true, otherText: 'Holder' }),
        owner('7002', 'Orme Basil', { isOfficer: true, officerTitle: 'Secretary', otherText: 'Adviser' }),
      ];
      const facts = {
        transactionDate: '2026-02-25',
        shares: 11,
        pricePerShare: 13,
        sharesOwnedAfter: 17,
        ownership: 'I',
      } as const;
      const filed = {
        documentType: '4/A',
        periodOfReport: '2026-02-24',
        dateOfOriginalSubmission: '2026-02-23',
        issuer: { cik: '4003', name: 'Halden Works', tradingSymbol: 'HLDN', foreignTradingSymbol: null },
      } as const;
      write(
        store,
        filing(1, { ...filed, owners, transactions: [trade(0, facts), trade(1, { ...facts, shares: 12 })] }),
        filing(2, { ...filed, transactions: [trade(1, { ...facts, shares: 14, transactionCode: 'P' })] }),
      );
      derive(store, {
        ticker: () => 'HLDN.A',
        row: ({ accession: own }) => (own === accession(1) ? { ownerCik: '7002' } : {}),
      });
      const shared = {
        cik: '4003',
        issuerName: 'Halden Works',
        issuerTicker: 'HLDN.A',
        transactionDate: '2026-02-25',
        filedAt: '2026-03-01T21:30:00.000Z',
        pricePerShare: 13,
        sharesOwnedAfter: 17,
        ownershipType: 'I',
        formType: '4/A',
        originalSubmissionDate: '2026-02-23',
        periodOfReport: '2026-02-24',
      };
      const joint = {
        ...shared,
        ownerName: 'Orme Basil',
        ownerTitle: 'Secretary',
        otherText: 'Adviser',
        transactionCode: 'S',
      };
      const single = { ownerName: 'Vesper Alma J', ownerTitle: 'Director', otherText: null };
      expect(await ask(store)).toEqual([
        expect.objectContaining({ ...joint, filingId: `${accession(1)}-0`, shares: 11, totalValue: 143 }),
        expect.objectContaining({ ...joint, filingId: `${accession(1)}-1`, shares: 12, totalValue: 156 }),
        expect.objectContaining({
          ...shared,
          ...single,
          filingId: `${accession(2)}-1`,
          shares: 14,
          totalValue: 182,
          transactionCode: 'P',
        }),
      ]);
    });

    it.each<[keyof FilingFacts, Parameters<typeof filing>[1], Partial<DerivedForm4Row>?]>([
      ['filedAtApproximate', { filedAtApproximate: true }],
      ['is10b5_1', { transactions: [trade(0, { is10b5_1: true })] }],
      ['hasAdsFootnote', { transactions: [trade(0, { hasAdsFootnote: true })] }],
      ['hasIndirectOwnershipFootnote', { transactions: [trade(0, { hasIndirectOwnershipFootnote: true })] }],
      ['hasTaxWithholdingFootnote', { transactions: [trade(0, { hasTaxWithholdingFootnote: true })] }],
      ['hasVwapFootnote', { transactions: [trade(0, { hasVwapFootnote: true })] }],
      ['isPairedExercise', {}, { isPairedExercise: true }],
      ['isDirector', { owners: [owner('1', 'A'), owner('2', 'B', { isDirector: true })] }],
      ['isOfficer', { owners: [owner('1', 'A'), owner('2', 'B', { isOfficer: true })] }],
      ['isTenPercentOwner', { owners: [owner('1', 'A'), owner('2', 'B', { isTenPercentOwner: true })] }],
      ['isOther', { owners: [owner('1', 'A'), owner('2', 'B', { isOther: true })] }],
    ])('has %s if only that was filed', async (flag, filed, reading = {}) => {
      store = emptyStore();
      write(store, filing(1, { owners: [owner('1', 'A')], ...filed }));
      derive(store, { row: () => reading });
      const [row] = await ask(store);
      const said = Object.entries(row ?? {}).filter(([, value]) => value === true);
      expect(said.map(([name]) => name)).toEqual([flag]);
    });

    it.each([
      [{ isDirector: true, officerTitle: 'Treasurer' }, 'Treasurer'],
      [{ isDirector: true, isTenPercentOwner: true, otherText: 'Adviser' }, 'Director'],
      [{ isTenPercentOwner: true, otherText: 'Adviser' }, '10% Owner'],
      [{ isOther: true, otherText: 'Adviser' }, 'Adviser'],
      [{ isOfficer: true, officerTitle: ' ' }, 'Officer'],
      [{}, 'Reporting owner'],
    ])('never leaves the title empty: %j is %s', async (relationship, title) => {
      store = emptyStore();
      write(store, filing(1, { owners: [owner('7001', 'Vesper Alma', relationship)] }));
      derive(store);
      expect((await ask(store))[0]?.ownerTitle).toBe(title);
    });

    it('follows derivation when it excludes a row and includes it again', async () => {
      store = emptyStore();
      write(store, filing(1, { transactions: [trade(0), trade(1)] }));
      derive(store, { row: (_, { row }) => ({ inFeed: row === 1 }) });
      expect((await ask(store)).map((row) => row.filingId)).toEqual([`${accession(1)}-1`]);
      write(store, filing(2));
      derive(store);
      expect((await ask(store)).map((row) => row.filingId)).toEqual([
        `${accession(1)}-0`,
        `${accession(1)}-1`,
        `${accession(2)}-0`,
      ]);
    });

    it('refuses derived rows that the feed cannot hold, and those of a row that is not stored', () => {
      store = emptyStore();
      write(store, filing(1));
      expect(() => derive(store, { row: () => ({ totalValue: null }) })).toThrow(/cannot be in the feed/);
      expect(() => derive(store, { row: () => ({ row: 5 }) })).toThrow(/is not stored/);
    });
  });

  /** 800 filings with 10 rows each: more than are ever sorted by value, and few at the top. */
  function manyFilings(): Form4Filing[] {
    const tickers = ['ACME', 'BRK.A', 'BRK.B', 'BRK', null, 'BRKX'];
    return Array.from({ length: 800 }, (_, n) => {
      const at = new Date(Date.UTC(2026, 1, 28) - ((n * 37) % 400) * 6 * 3_600_000);
      return filing((n * 13) % 1000, {
        filedAt: at.toISOString(),
        issuer: {
          cik: String(4000 + (n % 6)),
          name: `Issuer ${n % 6}`,
          tradingSymbol: tickers[n % 6] ?? null,
          foreignTradingSymbol: null,
        },
        transactions: Array.from({ length: 10 }, (_, row) =>
          trade(row, {
            transactionCode: (n + row) % 4 === 0 ? 'P' : 'S',
            shares: 1 + ((n * 31 + row * 17) % 97),
            pricePerShare: n % 50 === 0 ? 1000 : 10,
          }),
        ),
      });
    });
  }

  describe('every filter', () => {
    let store: Store;
    const filings = manyFilings();
    beforeAll(() => {
      store = emptyStore();
      write(store, ...filings);
      derive(store);
    });
    afterAll(() => store.close());

    const expected = ({ since, until, codes, minValue, ticker, limit }: FilingsQuery) =>
      filings
        .flatMap((one) =>
          one.transactions.map((row) => ({ one, row, value: (row.shares ?? 0) * (row.pricePerShare ?? 0) })),
        )
        .filter(({ one, row, value }) => {
          const symbol = one.issuer.tradingSymbol ?? '';
          return (
            one.filedAt.slice(0, 10) >= since &&
            one.filedAt <= until &&
            codes.some((code) => code === row.transactionCode) &&
            value >= minValue &&
            (ticker === null || (symbol !== '' && (symbol === ticker || symbol.split('.')[0] === ticker)))
          );
        })
        .sort((a, b) => {
          if (a.one.filedAt !== b.one.filedAt) return a.one.filedAt < b.one.filedAt ? 1 : -1;
          if (a.one.accession !== b.one.accession) return a.one.accession < b.one.accession ? -1 : 1;
          return a.row.row - b.row.row;
        })
        .slice(0, limit)
        .map(({ one, row }) => `${one.accession}-${row.row}`);

    const questions = ['2025-01-01', '2026-02-01', '2026-02-28', '2027-01-01'].flatMap((since) =>
      ([['P', 'S'], ['P'], ['S']] as const).flatMap((codes) =>
        [0, 10, 500, 970, 50_000, 1e9].flatMap((minValue) =>
          [null, 'ACME', 'BRK', 'BRK.B', 'ZZZ', ''].flatMap((ticker) =>
            [1, 100, 10_000].map((limit) => ({
              since,
              until: limit === 100 ? '2026-03-10T00:00:00.000Z' : '9999',
              codes,
              minValue,
              ticker,
              limit,
            })),
          ),
        ),
      ),
    );

    it('and every mixture of filters gives the rows of a naive filter in its order', async () => {
      let rows = 0;
      for (const question of someOf(questions)) {
        const found = (await ask(store, question)).map((row) => row.filingId);
        expect([question, found]).toEqual([question, expected(question)]);
        rows += found.length;
      }
      expect(rows).toBeGreaterThan(runs(100_000));
    });

    it('accepts a symbol in any case', async () => {
      expect(await ask(store, { ticker: 'brk.b', limit: 5 })).toEqual(
        await ask(store, { ticker: 'BRK.B', limit: 5 }),
      );
    });

    it('gives a total order: the result of a limit is the beginning of the longer answer', async () => {
      const long = await ask(store, { limit: 300 });
      for (const limit of [1, 2, 9, 99, 299])
        expect(await ask(store, { limit })).toEqual(long.slice(0, limit));
    });

    it('finds a changed symbol only under the new one', async () => {
      store.db.exec("INSERT INTO pending_issuer (cik) VALUES ('4000')");
      derive(store, { ticker: () => 'NEWT' });
      expect(await ask(store, { ticker: 'ACME' })).toEqual([]);
      expect((await ask(store, { ticker: 'NEWT', limit: 1 }))[0]?.issuerTicker).toBe('NEWT');
      store.db.exec("INSERT INTO pending_issuer (cik) VALUES ('4000')");
      derive(store, { ticker: () => 'ACME' });
    });
  });
});
