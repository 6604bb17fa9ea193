/** One company over all registers: which parts are joined by what, and what each says when it is not known. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveMarkets } from '../../src/ingest/derive/europe.js';
import { parseArguments } from '../../src/pipeline/arguments.js';
import type { CusipSymbols } from '../../src/records/portfolios/cusip.js';
import type { Store } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { EU_MARKETS } from '../../tools/contract/markets/index.js';
import { sentence } from '../../tools/contract/plain-text/text.js';
import type { SourceState } from '../../tools/contract/reads/sources.js';
import type { Reads } from '../../tools/contract/reads.js';
import { SerializedPageRows } from '../../tools/contract/serialized-rows.js';
import type { EuRowFacts } from '../../tools/contract/shapes/eu.js';
import type { IssuerDetail } from '../../tools/contract/shapes/issuer.js';
import type { NameHit } from '../../tools/contract/shapes/search.js';
import { SOURCE_IDS } from '../../tools/contract/sources.js';
import type { ToolContext } from '../../tools/contract/tool.js';
import fetchRecord from '../../tools/fetch.js';
import getEuFilings from '../../tools/get-eu-filings.js';
import getInsider from '../../tools/get-insider.js';
import getIssuer from '../../tools/get-issuer.js';
import search from '../../tools/search.js';
import { pdmrRow } from '../derive/europe/pdmr-rows.js';
import { toolReads } from '../published-reads.js';
import {
  trade as congressTrade,
  derive as deriveCongress,
  houseReport,
  IDA,
  members,
  writeMembers,
  write as writeReports,
} from '../store/congress/invented-reports.js';
import { emptyStore } from '../store/empty-store.js';
import { derive, filing, trade, write } from '../store/form4/invented-filings.js';

describe('tools/get-issuer', () => {
  const NOW = new Date('2026-11-20T12:00:00.000Z');
  const READ_AT = '2026-11-20T11:00:00.000Z';
  /** The example of the standard: the last digit of the ISIN is computed from the others. */
  const CUSIP = '037833100';
  const ISIN = 'US0378331005';
  const LEI = '529900INVENTED000012';
  /** Kept as filed, and left out of what was bought and sold. */
  const MISTYPED = { transactionDate: '0026-02-27', implausible: ['date-impossible' as const] };
  /** An option on a share, by whose name it goes. */
  const PUT = {
    assetDescription: 'Quillmark Corp Class B',
    assetType: 'Stock Option',
    description: 'Purchased 3 put options with a strike price of $150.',
  };

  let store: Store;
  let reads: Reads;
  const states = (more: (state: SourceState) => Partial<SourceState> = () => ({})): SourceState[] =>
    SOURCE_IDS.map((source) => {
      const state = {
        source,
        lastReadAt: READ_AT,
        status: 'ok',
        isWhole: true,
        registers: ['sec-13f', 'oge-278t'].map((register) => ({
          register,
          lastReadAt: READ_AT,
          isWhole: true,
        })),
      } as unknown as SourceState;
      return { ...state, ...more(state) };
    });

  beforeAll(() => {
    store = emptyStore();
    const issuer = (cik: string, name: string, tradingSymbol: string | null) => ({
      issuer: { cik, name, tradingSymbol, foreignTradingSymbol: null },
    });
    write(
      store,
      // The evening of 1 October in New York.
      filing(1, { ...issuer('4001', 'Quillmark Corp', 'QLM.A'), filedAt: '2026-10-02T01:30:00.000Z' }),
      filing(2, { ...issuer('4002', 'Nameless Inc', null), transactions: [trade(0), trade(1, MISTYPED)] }),
    );
    derive(store);
    const company = store.sql(
      'INSERT INTO company_ticker (position, cik, name, ticker, exchange) VALUES (?, ?, ?, ?, NULL)',
    );
    company.run(0, '4001', 'Quillmark Corp', 'QLM-B');
    company.run(1, '4003', 'Quix Corp', 'QLX');
    company.run(2, '4004', 'Another Quix Corp', 'QLX-B');
    writeMembers(store, members(IDA));
    writeReports(
      store,
      houseReport('20030001', {
        trades: ['QLM', 'QLM.B', 'QLMX', 'QLX', 'QLX.B'].map((ticker, row) =>
          congressTrade(row, { ticker, ...(ticker === 'QLM.B' ? PUT : {}) }),
        ),
      }),
    );
    deriveCongress(store);
    writeMarkets();
    writeTrackers();
    const settled = (cusip: string, symbol: string, lastDate: string) => ({
      cusip,
      symbol,
      description: 'INVENTED',
      lastDate,
    });
    const cusips: CusipSymbols = {
      kind: 'cusip-symbols',
      file: 'cnsfails202611a',
      rows: [
        settled('594918104', 'QLX', '2026-11-02'),
        // An earlier company with the symbol, one with two at once, and a symbol of no listed company.
        settled('111111101', 'QLX', '2026-01-02'),
        settled('222222209', 'QLXB', '2026-11-02'),
        settled('333333307', 'QLXB', '2026-11-02'),
        settled('444444406', 'NOPE', '2026-11-02'),
      ],
    };
    writeBatch(store, { register: 'prices-sec', now: NOW, records: [cusips] });
    reads = { ...toolReads(store), sources: async () => states() };
  });
  afterAll(() => store.close());

  function writeMarkets(): void {
    const row = (filingId: string, facts: object) =>
      pdmrRow('de', {
        filingId,
        publicationAt: `2026-11-1${filingId}T07:00:00.000Z`,
        issuerName: 'Quillmark Corporation',
        pdmrName: 'Otto/Quill Mark',
        totalValue: 70_500,
        ...facts,
      });
    const records = [
      row('1', { isin: ISIN, lei: LEI }),
      row('2', { isin: 'DE0001111111', lei: LEI }),
      // The same name alone joins nothing.
      row('3', { isin: 'DE0002222222', lei: null }),
      // Midnight in Berlin.
      row('4', {
        isin: null,
        lei: null,
        issuerName: 'Andere SE',
        publicationAt: '2026-11-13T23:00:00.000Z',
      }),
      row('5', { isin: null, lei: LEI }),
    ];
    writeBatch(store, { register: 'r', now: NOW, records });
    deriveMarkets(store, NOW);
  }

  function writeTrackers(): void {
    const put = store.sql(
      'INSERT INTO tracker (slug, sort_order, list_row, detail, value_usd, resolved_usd) VALUES (?, 1, ?, ?, 0, 0)',
    );
    const add = (slug: string, archetype: string, rest: object) =>
      put.run(
        slug,
        JSON.stringify({ slug, name: slug, entityName: null, role: 'r', archetype, benchmarkTicker: 'SPY' }),
        JSON.stringify({
          identity: { slug, displayName: slug, entityName: null, role: 'r', archetype, sourceId: '' },
          filingHistory: [],
          ogeTransactions: null,
          caveatKeys: ['range-bucketed', 'options-as-underlying'],
          ...rest,
        }),
      );
    const held = (ticker: string | null, putCall: string | null, valueUsd: number) => ({
      ticker,
      putCall,
      valueUsd,
      cusip: CUSIP,
      issuerName: 'QUILLMARK',
      titleOfClass: 'CL A',
      shares: 10,
      weight: 0.5,
      lastTxLabel: 'Held',
      sharesChangePct: 0,
    });
    const report = { periodLabel: 'Q3 2026', periodEnd: '2026-09-30', filedAt: '2026-11-14' };
    add('fund-one', 'hedge_fund', {
      snapshot: {
        ...report,
        holdings: [held('QLM.A', null, 5), held('QLM.A', 'Put', 9), held(null, null, 99)],
        quarterChanges: null,
      },
    });
    const filed = (periodLabel: string, kind: string) => ({
      filedAt: '2026-11-14T21:00:00.000Z',
      kind,
      periodLabel,
      itemCount: 0,
      sourceUrl: 'https://sec.example/1',
    });
    add('fund-two', 'hedge_fund', {
      filingHistory: [
        filed('Q3 2026', '13F-HR'),
        filed('Q2 2026', '13F-HR (holdings withheld as confidential)'),
        filed('Q1 2026', '13F-HR (holdings withheld as confidential)'),
      ],
      snapshot: {
        ...report,
        holdings: [],
        quarterChanges: {
          priorPeriodLabel: 'Q2 2026',
          exits: [
            { ticker: 'QLM-B', issuerName: 'QUILLMARK', priorValueUsd: 3, putCall: null },
            { ticker: 'OTHR', issuerName: 'OTHER', priorValueUsd: 2, putCall: 'Put' },
          ],
        },
      },
    });
    const sold = (transactionDate: string, ticker: string) => ({
      description: ticker,
      ticker,
      type: 'Sale',
      transactionDate,
      notifiedLate: null,
      valueLow: 1001,
      valueHigh: 15_000,
      valueLabel: '$1,001 - $15,000',
      sourceUrl: 'https://oge.example/1',
    });
    add('official', 'oge_278t', {
      snapshot: null,
      ogeTransactions: [
        sold('2026-01-01', 'QLM'),
        sold('2026-02-01', 'QLM.A'),
        sold('2026-03-01', 'OTHR'),
        { ...sold('2225-04-04', 'QLM'), dateDoubtful: true },
      ],
    });
    const net = (ticker: string, netUsd: number, open: number, openSales: number) => ({
      ticker,
      issuerName: ticker,
      putCall: null,
      valueUsd: null,
      netUsd,
      openBrackets: open,
      openSales,
    });
    add('open-brackets', 'oge_278t', {
      snapshot: {
        holdingsCount: 4,
        holdings: [net('AAAA', 9, 1, 0), net('BBBB', 8, 2, 2), net('CCCC', 7, 2, 1), net('DDDD', 6, 0, 0)],
        quarterChanges: null,
      },
      ogeTransactions: [{ ...sold('2226-04-04', 'OTHR'), dateDoubtful: true }],
    });
  }

  const context = (from: Reads = reads): ToolContext =>
    ({ reads: from, now: NOW, baseUrl: 'http://d', endpoints: [], rateLimits: {} }) as unknown as ToolContext;
  async function ask(given: Record<string, unknown>, from: Reads = reads) {
    const answer = await getIssuer.run(parseArguments(getIssuer, given).input, context(from));
    return { ...answer, data: getIssuer.output.parse(answer.data) as IssuerDetail };
  }
  const withStates = (more: (state: SourceState) => Partial<SourceState>): Reads => ({
    ...reads,
    sources: async () => states(more),
  });

  it.each(['QLM.A', 'qlm-a', '$QLM/A', 'QLM.B', 'QLM', '4001', 4001, 'CIK 0000004001', ISIN])(
    '%s is the same company',
    async (id) => {
      const { data } = await ask({ id, parts: 'insiders' });
      expect(data.identity).toMatchObject({
        cik: '4001',
        name: 'Quillmark Corp',
        tickers: ['QLM.A', 'QLM-B'],
        cusips: [CUSIP],
        isins: expect.arrayContaining([ISIN, 'DE0001111111']),
        url: 'http://d/ticker/QLM.A',
      });
      expect(data.insiders).toMatchObject({ state: 'whole', asOf: READ_AT, total: 1 });
    },
  );

  it('joins Congress, officials and funds by every symbol of the company, and nothing alike', async () => {
    const { data, source } = await ask({ id: '4001', parts: ['congress_trades', 'officials', 'funds'] });
    expect(Object.keys(data)).toEqual(['identity', 'congressTrades', 'officials', 'funds']);
    expect(source).toEqual(['us-congress-stock-act', 'curated-trackers']);
    const tickers = (rows: unknown) => (rows as Array<{ ticker: string }>).map(({ ticker }) => ticker).sort();
    expect(tickers(data.congressTrades!.rows)).toEqual(['QLM', 'QLM.B']);
    expect(data.officials!.total).toBe(3);
    // A mistyped year is not the newest trade.
    expect(
      (data.officials!.rows as Array<{ transactionDate: string }>).map(
        ({ transactionDate }) => transactionDate,
      ),
    ).toEqual(['2026-02-01', '2026-01-01', '2225-04-04']);
    // Without a certain symbol a position belongs to no company.
    expect(
      (data.funds!.rows as Array<Record<string, unknown>>).map(
        ({ slug, status, putCall, valueUsd, priorValueUsd }) => [
          slug,
          status,
          putCall,
          valueUsd ?? priorValueUsd,
        ],
      ),
    ).toEqual([
      ['fund-one', 'held', 'Put', 9],
      ['fund-one', 'held', null, 5],
      ['fund-two', 'exited', null, 3],
    ]);
  });

  it('a CUSIP of the settlement files leads to a company only where it is certain', async () => {
    const { data } = await ask({ id: 'US5949181045', parts: 'europe' });
    expect(data.identity).toMatchObject({ cik: '4003', cusips: ['594918104'], isins: ['US5949181045'] });
    expect(data.europe).toMatchObject({ total: 0, rows: [], note: expect.stringContaining('another ISIN') });
    for (const cusip of ['111111101', '222222209', '333333307', '444444406'])
      expect([cusip, await reads.issuerCodes({ cusip })]).toEqual([cusip, null]);
    expect((await reads.issuerCodes({ cik: '4004' }))?.cusips).toEqual([]);
  });

  it('a symbol without its class is only that of the company that has it', async () => {
    const { congressTrades } = (await ask({ id: 'QLX-B' })).data;
    expect((congressTrades!.rows as Array<{ ticker: string }>).map(({ ticker }) => ticker)).toEqual([
      'QLX.B',
    ]);
  });

  it('joins European notifications by ISIN, then by LEI, and never by name', async () => {
    const { data } = await ask({ id: 'QLM' });
    const joined = (rows: unknown) =>
      (rows as Array<Record<string, unknown>>).map(({ market, filingId, joinedBy }) => [
        market,
        filingId,
        joinedBy,
      ]);
    expect(joined(data.europe!.rows)).toEqual([
      ['de', '5', 'lei'],
      ['de', '2', 'lei'],
      ['de', '1', 'isin'],
    ]);
    expect(data.europe!.total).toBe(3);
  });

  it('has the name that most rows of its ISIN have, although the newest is of another company', async () => {
    const isin = 'DE0003333333';
    const row = (filingId: string, issuerName: string, day: string) =>
      pdmrRow('de', {
        filingId,
        isin,
        issuerName,
        totalValue: 70_500,
        publicationAt: `2026-11-${day}T07:00:00.000Z`,
      });
    const records = [row('u1', 'Usual SE', '10'), row('u2', 'Usual SE', '11'), row('n1', 'Newest AG', '12')];
    writeBatch(store, { register: 'r', now: NOW, records });
    deriveMarkets(store, NOW);
    expect((await ask({ id: isin })).data.identity.name).toBe('Usual SE');
  });

  it('an ISIN that only a European register has is a company whose other parts are not known', async () => {
    const { data, page, governmentWork } = await ask({ id: 'de0002222222' });
    expect(data.identity).toMatchObject({
      cik: null,
      name: 'Quillmark Corporation',
      tickers: [],
      isins: ['DE0002222222'],
    });
    expect([page, governmentWork]).toEqual(['/eu/issuers/DE0002222222', false]);
    expect(data.europe!.total).toBe(1);
    for (const part of [
      'insiders',
      'netBuying',
      'clusters',
      'streaks',
      'congressTrades',
      'officials',
      'funds',
    ] as const) {
      expect([part, data[part]!.rows, data[part]!.total]).toEqual([part, null, null]);
      expect(data[part]!.note).toMatch(/^Not known: no /);
    }
  });

  it('a company without a known ISIN has unknown notifications, and none of Congress without a symbol', async () => {
    const { data } = await ask({ id: '4002' });
    expect(data.identity).toMatchObject({ ticker: null, url: 'http://d/issuers/4002' });
    expect(data.europe).toMatchObject({ rows: null, note: expect.stringContaining('no ISIN') });
    expect(data.congressTrades).toMatchObject({ rows: null, note: expect.stringContaining('no symbol') });
    expect(data.closes).toMatchObject({ close: null, note: expect.stringContaining('streak') });
  });

  it('limit cuts every part, and total counts', async () => {
    const { data } = await ask({ id: 'QLM', limit: 1 });
    for (const part of ['congressTrades', 'officials', 'funds', 'europe'] as const)
      expect([part, data[part]!.rows!.length, data[part]!.total! > 1]).toEqual([part, 1, true]);
  });

  describe('a digest and the closes', () => {
    const about = { issuerCik: '4001', issuerTicker: 'QLM.A', issuerName: 'Quillmark Corp', direction: 'P' };
    const card = {
      ...about,
      insiderCount: 3,
      totalValue: 90_000,
      discretionaryValue: 90_000,
      seniority: { chief: 1, officer: 1, director: 1, tenPercentOwner: 0, other: 0 },
      firstFiledAt: READ_AT,
      lastFiledAt: READ_AT,
      filingCount: 3,
      conviction: 50,
      convictionParts: { breadth: 0.5, seniority: 0.5, materiality: null, recency: 0.5, concentration: 0.5 },
    };
    const run = {
      ...about,
      ownerName: 'Quill Ada',
      ownerSlug: 'quill-ada',
      weeks: 3,
      firstWeek: '2026-W45',
      lastWeek: '2026-W47',
      streakValue: 70_000,
      plannedValue: 0,
      filingHistory: [],
      priceSeries: [],
      trackRecord: [],
    };
    const closes = [
      { date: '2026-02-02', close: 50 },
      { date: '2026-09-14', close: 80 },
      { date: '2026-11-10', close: 88 },
      { date: '2026-11-19', close: 99 },
    ];
    const readsWith = (isWhole: boolean): Reads => {
      const rows = (entry: object) =>
        new SerializedPageRows([[JSON.stringify(entry), '/ticker/QLM.A']] as const);
      return {
        ...reads,
        searchClusters: async ({ cik }) => ({
          rows: cik === '4001' ? rows(card) : new SerializedPageRows([]),
          total: cik === '4001' ? 1 : 0,
          isWhole,
        }),
        searchStreaks: async ({ cik }) => ({
          rows: cik === '4001' ? rows(run) : new SerializedPageRows([]),
          total: cik === '4001' ? 1 : 0,
          isWhole,
        }),
        issuerCloses: async ({ cik, since }) =>
          cik === '4001' ? closes.filter(({ date }) => date >= since) : [],
      } as Reads;
    };

    it('are found among all entries, and none is none', async () => {
      const { data } = await ask({ id: 'QLM' }, readsWith(true));
      expect(data.clusters).toMatchObject({ total: 1, rows: [{ ...card, url: 'http://d/ticker/QLM.A' }] });
      expect(data.streaks).toMatchObject({ total: 1, rows: [{ ownerSlug: 'quill-ada', weeks: 3 }] });
      expect(data.streaks!.rows![0]).not.toHaveProperty('priceSeries');
      expect((await ask({ id: '4002' }, readsWith(true))).data.clusters).toMatchObject({
        total: 0,
        rows: [],
      });
    });

    it('say in plain words what of them was under a 10b5-1 plan', async () => {
      const found = (entry: object) => async () => ({
        rows: new SerializedPageRows([[JSON.stringify(entry), '/ticker/QLM.A']] as const),
        total: 1,
        isWhole: true,
      });
      const textWith = async (planned: number) => {
        const from = {
          ...readsWith(true),
          searchClusters: found({ ...card, discretionaryValue: 90_000 - planned }),
          searchStreaks: found({ ...run, plannedValue: planned }),
        } as unknown as Reads;
        return ((await fetchRecord.run({ id: 'issuer/4001' }, context(from))).data as { text: string }).text;
      };
      expect(await textWith(0)).not.toContain('10b5-1');
      const part = await textWith(30_000);
      expect(part).toContain('purchases of $90,000, of which $30,000 under 10b5-1 plans, filed');
      expect(part).toContain('(2026-W45 to 2026-W47), $70,000, of which $30,000 under 10b5-1 plans\n');
      expect(await textWith(70_000)).toContain('(2026-W45 to 2026-W47), $70,000, under a 10b5-1 plan\n');
    });

    it('are not known to be none while only the first entries are derived', async () => {
      const { clusters, streaks } = (await ask({ id: '4002' }, readsWith(false))).data;
      for (const part of [clusters, streaks])
        expect(part).toMatchObject({
          total: null,
          rows: null,
          note: expect.stringMatching(/^Not known: only/),
        });
    });

    it.each([
      [{}, { changePct: 23.75, changeFrom: '2026-09-14' }],
      [{ closes_since: '2026-01-01' }, { changePct: 98, changeFrom: '2026-02-02' }],
      [{ closes_since: '2026-11-05' }, { changePct: 12.5, changeFrom: '2026-11-10' }],
      [{ closes_since: '2026-11-19' }, { changePct: null, changeFrom: null, note: expect.any(String) }],
    ])('say how the close changed since %j', async (given, change) => {
      const { data } = await ask({ id: 'QLM', parts: 'closes', ...given }, readsWith(true));
      expect(data.closes).toMatchObject({ close: 99, date: '2026-11-19', ...change });
    });
  });

  describe('a part whose source', () => {
    it.each([
      ['is switched off', { status: 'off' }, 'off', null],
      ['was never read', { status: 'never-read', lastReadAt: null, isWhole: false }, 'never-read', null],
      ['is still being imported', { status: 'filling', isWhole: false }, 'filling', 2],
      ['fails', { status: 'failing' }, 'whole', 2],
    ] as const)('%s says so', async (_what, state, wanted, total) => {
      const changed = withStates(({ source }) => (source === 'us-congress-stock-act' ? state : {}));
      const { congressTrades: part } = (await ask({ id: 'QLM' }, changed)).data;
      expect(part).toMatchObject({ state: wanted, total, note: expect.any(String) });
      expect(part!.rows === null).toBe(total === null);
    });

    it('is still being imported has no empty list', async () => {
      const changed = withStates(() => ({ status: 'filling', isWhole: false }));
      const { data } = await ask({ id: '4002' }, changed);
      expect(data.streaks).toMatchObject({ rows: null, total: null });
      expect(data.insiders).toMatchObject({ state: 'filling', total: 1 });
    });
  });

  it('a European market that is off is named, and its rows are left out', async () => {
    const off = withStates(({ source }) => (source === EU_MARKETS.de.source.id ? { status: 'off' } : {}));
    const { europe } = (await ask({ id: 'QLM' }, off)).data;
    expect(europe).toMatchObject({
      rows: null,
      total: null,
      note: expect.stringContaining(EU_MARKETS.de.source.id),
    });
  });

  it('an unknown id is a 404 with similar symbols, a wrong one a 400', async () => {
    await expect(ask({ id: 'QLMA' })).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('QLM'),
    });
    for (const id of ['999', 'DE0009999999', 'US0000000000'])
      await expect(ask({ id })).rejects.toMatchObject({ status: 404 });
    for (const id of ['Quillmark Corporation', '', '!'])
      await expect(ask({ id })).rejects.toMatchObject({ status: 400 });
    const empty = withStates(() => ({ lastReadAt: null, isWhole: false, status: 'never-read' }));
    for (const id of ['QLMA', 'DE0009999999'])
      await expect(ask({ id }, empty)).rejects.toMatchObject({ status: 503 });
  });

  it('takes other names for id, and leaves those of get_insider as they were', () => {
    expect(parseArguments(getIssuer, { ticker: 'qlm' })).toMatchObject({
      input: { id: 'QLM' },
      readAs: { ticker: 'id' },
      ignored: [],
    });
    expect(parseArguments(getInsider, { id: 'quill', ticker: 'QLM' })).toMatchObject({
      input: { id: 'quill', ticker: 'QLM' },
      readAs: {},
      ignored: [],
    });
  });

  it('names calls that give the rows of the record: of a company by ISIN and LEI, of a manager by both names', async () => {
    const found = (await search.run(search.input.parse({ q: 'quill' }), context(reads))).data as NameHit[];
    const rowsOf = async ({ call }: NameHit) => {
      const answer = await getEuFilings.run(getEuFilings.input.parse(call.arguments), context(reads));
      return (answer.data as EuRowFacts[]).map(({ filingId }) => filingId).sort();
    };
    const of = (type: string) => found.filter((hit) => hit.type === type);
    const [company, ...companies] = of('eu_issuer');
    const { data } = await ask({ id: 'DE0001111111', parts: 'europe' });
    const joined = (data.europe!.rows as EuRowFacts[]).map(({ filingId }) => filingId).sort();
    expect([companies, await rowsOf(company!)]).toEqual([[], joined]);
    expect(joined).toEqual(['1', '2', '5']);
    expect(company!.url).toBe('http://d/eu/issuers/DE0001111111');
    const [nameless] = (await search.run(search.input.parse({ q: 'andere' }), context(reads)))
      .data as NameHit[];
    expect([nameless!.call.path, await rowsOf(nameless!)]).toEqual(['/v1/eu/de?issuer=Andere+SE', ['4']]);
    const otto = of('eu_manager').find(({ id }) => id.endsWith('/Quillmark Corporation'));
    expect(await rowsOf(otto!)).toEqual(['1', '2', '3', '5']);
    const query = 'issuer=Quillmark+Corporation&manager=Otto%2FQuill+Mark';
    const page = 'http://d/eu/de/issuers/Quillmark%20Corporation/managers/Otto%2FQuill%20Mark';
    expect([otto!.call.path, otto!.url]).toEqual([`/v1/eu/de?${query}`, page]);
    for (const hit of [company!, otto!])
      expect((await fetchRecord.run({ id: hit.id }, context(reads))).page).toBe(
        hit.url.slice('http://d'.length),
      );
  });

  it('says that funds and officials are only the tracked ones, with rows and without', async () => {
    for (const id of ['4001', '4003']) {
      const { data } = await ask({ id, parts: 'funds,officials' });
      expect([id, data.funds?.note, data.officials?.note]).toEqual([
        id,
        'Only the funds that are tracked here: other managers who file Form 13F may hold it, too.',
        'Only the officials who are tracked here.',
      ]);
    }
    // Beside what else is missing.
    const failing = withStates(({ source }) => (source === 'curated-trackers' ? { status: 'failing' } : {}));
    const { data } = await ask({ id: '4001', parts: 'funds' }, failing);
    expect(data.funds?.note).toMatch(
      /failed: newer rows may be missing\. Only the funds that are tracked here/,
    );
  });

  describe('fetch', () => {
    const fetched = async (id: string, from: Reads = reads, sample = false) =>
      (await fetchRecord.run({ id }, { ...context(from), sample })).data as {
        title: string;
        text: string;
        url: string;
      };

    it('says of a trade of Congress in an option that it is one, in its terms, and which kind', async () => {
      const words =
        'Purchase of Quillmark Corp Class B [Stock Option: Purchased 3 put options with a strike price of $150.]';
      expect((await fetched('member/idalia-invented')).text).toContain(words);
      expect((await fetched('issuer/4001')).text).toContain(words);
      const { congressTrades } = (await ask({ id: '4001', parts: 'congressTrades' })).data;
      expect(congressTrades?.rows).toContainEqual(
        expect.objectContaining({
          ticker: 'QLM.B',
          optionTerms: expect.objectContaining({ putCall: 'Put' }),
        }),
      );
    });

    it('gives a company with what is not known said', async () => {
      const { title, text, url } = await fetched('issuer/4001');
      expect([title, url]).toEqual(['Quillmark Corp (QLM.A, QLM-B)', 'http://d/ticker/QLM.A']);
      expect(text).toContain('Vesper Alma J, Director: last filing 2026-10-01, bought $0, sold $1,050.');
      expect(text).toContain('900 Common Stock (direct, filed 2026-10-01)');
      expect(text).toContain('fund-two: no longer reports QUILLMARK in Q3 2026; $3 in the report before');
      expect((await fetched('issuer/4002')).text).toContain(
        'European registers are joined by ISIN or LEI only',
      );
    });

    it('gives an insider, a member, a portfolio and names of a market', async () => {
      expect((await fetched('insider/vesper-alma-j-7001')).text).toContain('owned after: 900');
      expect((await fetched('insider/vesper-alma-j-7001')).text).toMatch(
        /^- 0026-02-27 \(as filed; impossible\), Nameless Inc: /m,
      );
      expect((await fetched('member/idalia-invented')).text).toContain('5 trades');
      expect((await fetched('eu_issuer/de/Andere SE')).text).toContain('70,500 EUR');
      expect((await fetched('eu_issuer/de/Andere SE')).text).toContain(
        'Left out: rows under EUR 25,000, awards and option exercises.\n',
      );
      const manager = await fetched('eu_manager/de/Otto/Quill Mark/Quillmark Corporation');
      expect(manager.title).toBe('Otto/Quill Mark, Quillmark Corporation (Germany)');
      expect(manager.text.match(/acquisition in/g)).toHaveLength(4);
      expect(manager.text).toMatch(/ and manager "Otto\/Quill Mark"\.$/);
    });

    it('ends no sentence with two full stops', () => {
      expect(['Acme Inc.', 'Acme Corp'].map(sentence)).toEqual(['Acme Inc.', 'Acme Corp.']);
    });

    it('gives days as the registers count them, and so does search', async () => {
      expect((await fetched('insider/vesper-alma-j-7001')).text).toContain('from 2026-03-01 to 2026-10-01.');
      expect((await fetched('eu_issuer/de/Andere SE')).text).toContain('published 2026-11-14.');
      const { data } = await search.run(search.input.parse({ q: 'andere' }), context(reads));
      expect((data as NameHit[])[0]!.subtitle).toBe('Germany; last publication 2026-11-14');
    });

    it('names an option that a fund no longer reports as one', async () => {
      const { text } = await fetched('tracker/fund-two');
      expect(text).toContain('Left since Q2 2026: 2 positions\n- QUILLMARK (QLM-B): $3 in the report before');
      expect(text).toContain('- Put on OTHER (OTHR): $2 in the report before');
    });

    it('says that what is new and what left is uncertain where a compared report withheld holdings', async () => {
      expect((await fetched('tracker/fund-two')).text).toContain(
        'In Q2 2026 holdings were withheld as confidential: new positions may have been held before, and positions that left may still be held.',
      );
      expect((await fetched('tracker/fund-one')).text).not.toContain('withheld');
    });

    it('says of a net with open brackets what it is a bound of, of a date that it is impossible, and limits in sentences', async () => {
      const { text } = await fetched('tracker/open-brackets');
      const open = (brackets: string) => `(${brackets} open-ended: counted at the lower bound)`;
      expect(text).toContain(`AAAA (AAAA): at least $9 ${open('1 bracket is')}\n`);
      expect(text).toContain(`BBBB (BBBB): at most $8 ${open('2 brackets are')}\n`);
      expect(text).toContain(`CCCC (CCCC): $7 ${open('2 brackets are')}\n`);
      expect(text).toContain('DDDD (DDDD): $6\n');
      expect(text).toContain('traded 2226-04-04 (as filed; impossible). https:');
      expect(text).toContain(
        'Limits of this source: Amounts are disclosed as brackets. Call options are in these sums,',
      );
    });

    it.each([
      'issuer/999',
      'insider/nobody',
      'member/nobody',
      'tracker/nobody',
      'eu_issuer/de/Nobody',
      'eu_manager/de/A/B',
    ])('%s is a 404', async (id) => {
      await expect(fetched(id)).rejects.toMatchObject({ status: 404 });
    });

    it('an id of no type is a 400, and a source that was never read a 503', async () => {
      for (const id of ['company/1', 'eu_issuer/fr/X'])
        await expect(fetched(id)).rejects.toMatchObject({ status: 400 });
      const unread = withStates(() => ({ lastReadAt: null, isWhole: false, status: 'never-read' }));
      await expect(fetched('member/idalia-invented', unread)).rejects.toMatchObject({ status: 503 });
    });

    it('begins with the warning where all is invented', async () => {
      expect((await fetched('issuer/4001', reads, true)).text).toMatch(/^SAMPLE: /);
    });
  });
});
