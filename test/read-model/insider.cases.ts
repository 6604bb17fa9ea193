/** One insider from the store: identity, career and co-filers. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inventedTracker } from '../../eval/bench/tracker.js';
import type { Store } from '../../src/store/database/open.js';
import { type InsiderTransaction, insiderDetail } from '../../tools/contract/shapes/insider.js';
import { transactionPlace } from '../../tools/contract/transaction-search.js';
import { publishedReads } from '../published-reads.js';
import { emptyStore } from '../store/empty-store.js';
import { accession, derive, filing, owner, trade, write } from '../store/form4/invented-filings.js';
import { historyRows } from './naive-history.js';

describe('read-model/insider', () => {
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
  });
  afterEach(() => store.close());

  const ALMA = owner('7001', 'Vesper Alma J', { isDirector: true });
  const BASIL = owner('7002', 'Orme Basil', { isTenPercentOwner: true });
  const FUND = owner('7003', 'Orme Fund LP');
  const ask = async (slug: string, since = '2025-01-01', limit = 5000) => {
    const reads = publishedReads(store);
    const question = { slug, since, until: '9999' };
    const all = await reads.insider({ ...question, limit: 100_000 });
    expect(await reads.countTransactions(question)).toBe(all?.transactions.length ?? 0);
    return reads.insider({ ...question, limit });
  };
  const ids = async (slug: string, since?: string, limit?: number) =>
    (await ask(slug, since, limit))?.transactions.map((one) => one.filingId);

  describe('one insider', () => {
    it('is null for an unknown slug', async () => {
      expect(await ask('nobody')).toBeNull();
    });

    it('has the shape of the contract, with unknown numbers as null', async () => {
      write(
        store,
        filing(1, {
          owners: [ALMA],
          transactions: [
            trade(0),
            trade(1, {
              table: 'derivative',
              transactionCode: null,
              transactionDate: null,
              shares: null,
              pricePerShare: null,
              sharesOwnedAfter: null,
            }),
          ],
        }),
      );
      derive(store);
      const facts = await ask('vesper-alma-j-7001');
      expect(insiderDetail.strict().parse(facts)).toEqual(facts);
      expect(facts?.identity).toEqual({
        slug: 'vesper-alma-j-7001',
        ownerName: 'Vesper Alma J',
        tickers: ['QLMK'],
        firstSeen: '2026-03-01T21:30:00.000Z',
        lastSeen: '2026-03-01T21:30:00.000Z',
        lifetimeFilings: 2,
        lifetimeDistinctFilings: 1,
        directionalFilings: 1,
      });
      expect(facts?.transactions[1]).toEqual({
        filingId: `${accession(1)}-1`,
        filedAt: '2026-03-01T21:30:00.000Z',
        filedAtApproximate: false,
        issuerName: 'Quillmark Corp',
        issuerTicker: 'QLMK',
        ownerName: 'Vesper Alma J',
        ownerSlug: 'vesper-alma-j-7001',
        ownerCik: '7001',
        securityTitle: 'Common Stock',
        ownerTitle: 'Director',
        transactionCode: '',
        transactionDate: null,
        shares: null,
        pricePerShare: null,
        totalValue: null,
        sharesOwnedAfter: null,
        isDerivative: true,
        intentLabel: 'Code null',
        signalQuality: 'discretionary-sell',
        rawFilingUrl: `https://www.sec.gov/Archives/edgar/data/4001/000999999926000001/${accession(1)}-index.htm`,
      });
    });

    it('has every code of the window, newest filing first, then in the order of the document', async () => {
      write(
        store,
        filing(1, { filedAt: '2026-01-05T10:00:00.000Z' }),
        filing(2, {
          filedAt: '2026-02-05T10:00:00.000Z',
          transactions: [trade(0, { transactionCode: 'M' }), trade(1)],
        }),
        filing(3, {
          filedAt: '2026-02-05T10:00:00.000Z',
          transactions: [trade(0, { transactionCode: 'F' })],
        }),
        filing(4, { owners: [BASIL] }),
      );
      derive(store);
      const all = [`${accession(2)}-0`, `${accession(2)}-1`, `${accession(3)}-0`, `${accession(1)}-0`];
      expect(await ids('vesper-alma-j-7001')).toEqual(all);
      expect(await ids('vesper-alma-j-7001', '2025-01-01', 2)).toEqual(all.slice(0, 2));
      expect(await ids('vesper-alma-j-7001', '2026-02-05')).toEqual(all.slice(0, 3));
      expect(await ids('vesper-alma-j-7001', '2026-02-06')).toEqual([]);
    });

    it('stays, with its whole count, if all its filings left the window', async () => {
      write(store, filing(1, { filedAt: '2020-01-05T10:00:00.000Z' }));
      derive(store);
      const facts = await ask('vesper-alma-j-7001', '2026-01-01');
      expect(facts?.transactions).toEqual([]);
      expect(facts?.identity.lifetimeFilings).toBe(1);
      expect(facts?.careerLots).toHaveLength(1);
    });

    it('leaves out restated rows, and a copy if the person is on the original as well', async () => {
      write(
        store,
        filing(1, { owners: [ALMA] }),
        filing(2, { owners: [ALMA, FUND] }),
        filing(3, { documentType: '4/A', owners: [ALMA], transactions: [trade(0), trade(1)] }),
        filing(4, { owners: [ALMA], transactions: [trade(0)] }),
      );
      derive(store, {
        row: (one) => {
          if (one.accession === accession(2))
            return { status: 'duplicate', representedBy: `${accession(1)}-0`, inFeed: false };
          if (one.accession === accession(4))
            return { status: 'superseded', representedBy: `${accession(3)}-0`, inFeed: false };
          return {};
        },
      });
      expect(await ids('vesper-alma-j-7001')).toEqual([
        `${accession(1)}-0`,
        `${accession(3)}-0`,
        `${accession(3)}-1`,
      ]);
      // The fund is only on the copy: there it is the only trace of its trade.
      expect(await ids('orme-fund-lp-7003')).toEqual([`${accession(2)}-0`]);
      expect((await ask('orme-fund-lp-7003'))?.careerLots).toMatchObject([{ lots: 1 }]);
      expect((await ask('vesper-alma-j-7001'))?.careerLots).toMatchObject([{ lots: 3 }]);
      // Every row that was ever read is counted, including copies.
      expect((await ask('vesper-alma-j-7001'))?.identity).toMatchObject({
        lifetimeFilings: 5,
        lifetimeDistinctFilings: 4,
        directionalFilings: 5,
      });
    });

    it('sums the open-market lots of the whole record by issuer and direction, the largest first', async () => {
      write(
        store,
        filing(1, {
          filedAt: '2019-01-05T10:00:00.000Z',
          transactions: [trade(0, { transactionDate: '2019-01-03', shares: 0.1, pricePerShare: 1 })],
        }),
        filing(2, {
          transactions: [
            trade(0, { shares: 0.2, pricePerShare: 1 }),
            trade(1, { transactionCode: 'P', shares: 50, pricePerShare: 3 }),
          ],
        }),
        filing(3, {
          issuer: { cik: '4002', name: 'Other Corp', tradingSymbol: 'OTHR', foreignTradingSymbol: null },
          transactions: [trade(0, { shares: 7, pricePerShare: 100 }), trade(1, { transactionCode: 'A' })],
        }),
      );
      derive(store);
      expect((await ask('vesper-alma-j-7001'))?.careerLots).toEqual([
        {
          issuerTicker: 'OTHR',
          issuerName: 'Other Corp',
          direction: 'S',
          lots: 1,
          shares: 7,
          totalValue: 700,
          firstDate: '2026-02-27',
          lastDate: '2026-02-27',
        },
        {
          issuerTicker: 'QLMK',
          issuerName: 'Quillmark Corp',
          direction: 'P',
          lots: 1,
          shares: 50,
          totalValue: 150,
          firstDate: '2026-02-27',
          lastDate: '2026-02-27',
        },
        {
          issuerTicker: 'QLMK',
          issuerName: 'Quillmark Corp',
          direction: 'S',
          lots: 2,
          shares: 0.3,
          totalValue: 0.3,
          firstDate: '2019-01-03',
          lastDate: '2026-02-27',
        },
      ]);
    });

    it('lists the people on the same documents, most documents first', async () => {
      write(
        store,
        filing(1, { owners: [ALMA, BASIL, FUND] }),
        filing(2, { owners: [ALMA, FUND] }),
        filing(3, { owners: [BASIL] }),
        filing(4, { owners: [ALMA, owner('7004', 'Aster Quill')] }),
      );
      derive(store);
      expect((await ask('vesper-alma-j-7001'))?.coFilers).toEqual([
        { slug: 'orme-fund-lp-7003', name: 'Orme Fund LP', sharedFilings: 2 },
        { slug: 'aster-quill-7004', name: 'Aster Quill', sharedFilings: 1 },
        { slug: 'orme-basil-7002', name: 'Orme Basil', sharedFilings: 1 },
      ]);
    });

    it('shows the current tickers of its issuers, sorted', async () => {
      write(
        store,
        filing(1),
        filing(2, {
          issuer: { cik: '4002', name: 'Other Corp', tradingSymbol: 'ABLE', foreignTradingSymbol: null },
        }),
        filing(3, {
          issuer: { cik: '4003', name: 'Private Co', tradingSymbol: null, foreignTradingSymbol: null },
        }),
      );
      derive(store);
      expect((await ask('vesper-alma-j-7001'))?.identity.tickers).toEqual(['ABLE', 'QLMK']);
      store.db.exec("INSERT INTO pending_issuer (cik) VALUES ('4002')");
      derive(store, { ticker: () => 'ZEBR' });
      expect((await ask('vesper-alma-j-7001'))?.identity.tickers).toEqual(['QLMK', 'ZEBR']);
    });

    it('has the name of its newest filing; a row has the name of its filing', async () => {
      write(
        store,
        filing(1, { filedAt: '2026-01-01T10:00:00.000Z', owners: [owner('7001', 'VESPER ALMA')] }),
        filing(2, { filedAt: '2026-01-02T10:00:00.000Z', owners: [owner('7001', 'Vesper-Orme Alma')] }),
      );
      derive(store, { slug: () => 'vesper-alma' });
      const facts = await ask('vesper-alma');
      expect(facts?.identity.ownerName).toBe('Vesper-Orme Alma');
      expect(facts?.transactions.map((one) => one.ownerName)).toEqual(['Vesper-Orme Alma', 'VESPER ALMA']);
    });
  });

  describe('the slug list of the trackers', () => {
    it('is empty while nothing is stored, and has its order', async () => {
      const reads = publishedReads(store);
      expect(await reads.trackerNames()).toEqual([]);
      const insert = store.db.prepare('INSERT INTO tracker VALUES (?, ?, ?, ?, NULL, NULL)');
      for (const [at, slug] of ['b-fund', 'a-fund'].entries())
        insert.run(
          slug,
          at,
          JSON.stringify({ slug, name: slug, archetype: 'hedge_fund' }),
          JSON.stringify({ ...inventedTracker, identity: { ...inventedTracker.identity, slug } }),
        );
      expect((await reads.trackerNames()).map((one) => one.slug)).toEqual(['b-fund', 'a-fund']);
    });
  });

  describe('the transactions of one insider, by any filter and in any order', () => {
    const SLUG = 'vesper-alma-j-7001';

    beforeEach(() => {
      const codes = ['P', 'S', 'A', 'F'];
      const symbols = ['QLMK', 'ORM.B', 'ORM-A', 'ORM'];
      write(
        store,
        ...Array.from({ length: 12 }, (_, n) =>
          filing(n, {
            // Two filings of each moment.
            filedAt: `2026-02-0${1 + (n >> 1)}T10:00:00.000Z`,
            owners: [ALMA],
            issuer: {
              cik: `${8000 + (n % 4)}`,
              name: 'Orme',
              tradingSymbol: symbols[n % 4]!,
              foreignTradingSymbol: null,
            },
            transactions: [0, 1, 2].map((row) =>
              trade(row, {
                transactionCode: codes[(n + row) % 4]!,
                pricePerShare: n % 5 === 0 ? null : 1 + ((n * 7 + row * 3) % 6),
                transactionDate: row === 2 && n % 3 === 0 ? null : `2026-01-1${(n * 3 + row) % 7}`,
              }),
            ),
          }),
        ),
      );
      derive(store, { ticker: (cik) => symbols[Number(cik) - 8000]! });
    });

    it('are those that plain lists give, page by page', async () => {
      const reads = publishedReads(store);
      const span = { slug: SLUG, since: '2026-02-01', until: '2026-02-06T09:00:00.000Z' };
      const whole = await reads.insider({ ...span, since: '2025-01-01', until: '9999', limit: 1000 });
      const history = whole!.transactions;
      expect(history).toHaveLength(36);
      let answers = 0;
      for (const filter of [
        {},
        { codes: ['P', 'S'] },
        { tickers: ['ORM'] },
        { tickers: ['ORM.B'], minValue: 200 },
      ])
        for (const sort of ['filed', 'value', 'traded'] as const)
          for (const order of ['desc', 'asc'] as const) {
            const search = {
              ...span,
              codes: null,
              tickers: [],
              minValue: 0,
              ...filter,
              sort,
              order,
              limit: 1000,
            };
            const expected = historyRows(history, { ...search, after: undefined });
            expect(expected.rows.length).toBeGreaterThan(0);
            const given: InsiderTransaction[] = [];
            for (let last: InsiderTransaction | undefined, more = true; more; ) {
              const after = last === undefined ? undefined : transactionPlace({ sort }, last);
              const found = await reads.searchTransactions({ ...search, after, limit: 2 });
              expect(found!.total).toBe(expected.total);
              given.push(...found!.rows);
              more = found!.rows.length === 2;
              last = given.at(-1);
            }
            expect(given).toEqual(expected.rows);
            answers += 1;
          }
      expect(answers).toBe(24);
    });

    it('are null for an unknown slug', async () => {
      const search = { since: '2026-01-01', until: '9999', codes: null, tickers: [], minValue: 0 };
      const rest = { sort: 'filed', order: 'desc', after: undefined, limit: 5 } as const;
      expect(
        await publishedReads(store).searchTransactions({ slug: 'nobody', ...search, ...rest }),
      ).toBeNull();
    });
  });
});
