/** Every question to a generation, with arguments that its rows suggest, and answers as they are sent. */

import type { SqliteDatabase } from '../../src/database/sqlite-database.js';
import { EU_MARKETS } from '../../tools/contract/markets/index.js';
import type { ChangeSearch } from '../../tools/contract/reads/changes.js';
import type { TradeSearch } from '../../tools/contract/reads/congress.js';
import type { FeedSearch, FilingsQuery, Form35Search } from '../../tools/contract/reads/filings.js';
import type { HolderSearch } from '../../tools/contract/reads/holders.js';
import type { TransactionSearch } from '../../tools/contract/reads/insiders.js';
import type { HoldingSearch } from '../../tools/contract/reads/managers.js';
import type { PlannedSaleSearch } from '../../tools/contract/reads/planned-sales.js';
import type { Reads } from '../../tools/contract/reads.js';
import { SerializedJson, SerializedPageRows, SerializedRows } from '../../tools/contract/serialized-rows.js';
import { HELD_SECURITY_SORTS, HOLDING_CHANGES, HOLDING_KINDS } from '../../tools/contract/shapes/managers.js';
import { PLANNED_SALE_STATUSES } from '../../tools/contract/shapes/planned-sale.js';
import { NAME_TYPES } from '../../tools/contract/shapes/search.js';
import type { TrackerQuarter } from '../../tools/contract/shapes/tracker-changes.js';
import { TRADE_SORTS } from '../../tools/contract/trade-search.js';
import { EVERY_CHANGE, EVERY_EU_ROW, EVERY_LOT, EVERY_SCHEDULE, EVERY_TRADE } from './every-row.js';

export type AskedQuestion = [name: keyof Reads, question?: unknown];

/** The text of every row and value, unparsed: equal answers have equal bytes. */
export async function answerOf(reads: Reads, [name, question]: AskedQuestion): Promise<string> {
  const answer = await (reads[name] as (question: unknown) => Promise<unknown>)(question);
  return JSON.stringify(plain(answer));
}

function plain(value: unknown): unknown {
  if (value instanceof SerializedRows) return value.texts;
  if (value instanceof SerializedPageRows) return value.stored;
  if (value instanceof SerializedJson) return value.text;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

const EVER = { since: '2000-01-01', until: '2100-01-01T00:00:00.000Z' };
const LIMITS = [3, 500];

/** `database` is the read model as SQLite keeps it. */
export function allQuestions(database: SqliteDatabase): AskedQuestion[] {
  const column = (sql: string) => database.rowsNow<[string]>(sql).map(([text]) => text);
  return [
    ...(
      [
        'sources',
        'trackers',
        'congressMembers',
        'clusters',
        'streaks',
        'digestTotals',
        'trackerNames',
        'memberNames',
        'changeRecord',
        'changeLog',
      ] as const
    ).map((name): AskedQuestion => [name]),
    ...feedQuestions(column),
    ...searchQuestions(column),
    ...peopleQuestions(column),
    ...congressQuestions(column),
    ...holderQuestions(column),
    ...nameQuestions(column),
    ...issuerQuestions(column),
    ...plannedQuestions(column),
    ...form35Questions(column),
    ...managerQuestions(column),
    ...proofQuestions(column),
    ...marketQuestions(column),
    ...changeQuestions(column),
    ...['tracker/none', ...column("SELECT name FROM document WHERE name LIKE 'tracker/%'")].map(
      (name): AskedQuestion => ['tracker', name.slice('tracker/'.length)],
    ),
    ...trackerQuestions(column),
    ...digestQuestions(column),
    ...rankingQuestions(),
    ...(['insiders', 'tickers'] as const).flatMap((folder) =>
      ['', 'B', 'm', 'zzzz'].flatMap((from) =>
        LIMITS.map((limit): AskedQuestion => ['exportNames', { folder, from, limit }]),
      ),
    ),
  ];
}

/** The history of each filing. Its times are those of the publications, which a read model that is made again does not have. */
export function filingHistoryQuestions(database: SqliteDatabase): AskedQuestion[] {
  const filings = database.rowsNow<[string]>('SELECT DISTINCT accession FROM filing ORDER BY accession');
  return ['0', ...filings.flat()].map((accession): AskedQuestion => ['filingHistory', { accession }]);
}

type Column = (sql: string) => string[];

/** Short windows and long ones, of which different indexes are read. */
function rankingQuestions(): AskedQuestion[] {
  const windows = [
    { days: 30, since: '2026-10-20' },
    { days: 90, since: '2026-08-20' },
    { days: 365, since: '2025-11-20' },
    { days: 7, since: '2100-01-01' },
  ];
  return windows.flatMap(({ days, since }) =>
    LIMITS.flatMap((limit): AskedQuestion[] => [
      ...(['P', 'S'] as const).flatMap((code) =>
        (['all', 'exclude'] as const).map(
          (planned): AskedQuestion => ['rankIssuers', { code, days, since, planned, limit }],
        ),
      ),
      ...(['trades', 'amount'] as const).map((by): AskedQuestion => ['rankSymbols', { by, since, limit }]),
      ...(['new', 'exit'] as const).map((kind): AskedQuestion => ['rankPositions', { kind, since, limit }]),
    ]),
  );
}

/** Manifests and the documents behind records. */
function proofQuestions(column: Column): AskedQuestion[] {
  const [record = 'none'] = column('SELECT record FROM source_document ORDER BY record');
  return [
    ...[null, 0, 2, 3].flatMap((before): AskedQuestion[] => [
      ['manifests', { before, limit: 2 }],
      ['countManifests', { before }],
    ]),
    ['recordSources', ['none', record]],
    ['recordSources', []],
    ['quality'],
  ];
}

/** Schedules by each filter, in each order, and behind a place. */
function holderQuestions(column: Column): AskedQuestion[] {
  const all: HolderSearch = {
    ...EVERY_SCHEDULE,
    until: EVER.until,
    limit: 500,
  };
  const subjects = (kind: string) =>
    column(`SELECT DISTINCT subject FROM holder_subject WHERE subject LIKE '${kind}/%' ORDER BY subject`)
      .slice(0, 2)
      .map((subject) => subject.slice(kind.length + 1));
  const ciks = column('SELECT DISTINCT cik FROM holder_filing ORDER BY cik').slice(0, 2);
  const filters: Array<Partial<HolderSearch>> = [
    {},
    { since: '2026-02-28', until: '2026-03-01T12:00:00.000Z' },
    ...['13D', '13G'].map((type) => ({ type: type as '13D' | '13G' })),
    ...([5, 10, 'any'] as const).flatMap((crossing) =>
      [null, 'up' as const, 'down' as const].map((direction) => ({ crossing, direction })),
    ),
    { eventSince: '2026-02-01' },
    { eventSince: '2026-01-01', eventUntil: '2026-02-28', sort: 'event' },
    { minPercent: 6.2 },
    { list: 'current' },
    { tickers: ['QLMK', 'BRKW'] },
    ...ciks.map((cik) => ({ cik })),
    ...subjects('holder').map((holder) => ({ holder })),
    ...subjects('cusip').map((cusip) => ({ cusip })),
  ];
  const [time = '', accession = ''] = [
    ...column('SELECT filed_at FROM holder_filing ORDER BY filed_at, accession DESC').slice(1, 2),
    ...column('SELECT accession FROM holder_filing ORDER BY filed_at, accession DESC').slice(1, 2),
  ];
  const places = { filed: [], event: ['2026-02-28'], percent: [6.2], shares: [1000] } as const;
  return [
    ...filters.map((filter): AskedQuestion => ['searchHolders', { ...all, ...filter }]),
    ...(['filed', 'event', 'percent', 'shares'] as const).flatMap((sort) =>
      (['desc', 'asc'] as const).flatMap((order): AskedQuestion[] => [
        ['searchHolders', { ...all, sort, order, limit: 2 }],
        ['searchHolders', { ...all, sort, order, after: [...places[sort], time, accession] }],
      ]),
    ),
  ];
}

/** Clusters and streaks by each filter. */
function digestQuestions(column: Column): AskedQuestion[] {
  const all = { direction: null, tickers: [], cik: null };
  const facts = (list: string, name: string) =>
    column(`SELECT json FROM list_row WHERE list = '${list}' AND name <> '' ORDER BY name`)
      .slice(0, 2)
      .map((json) => JSON.parse(json)[name] as string);
  const filters = [
    {},
    { direction: 'P' },
    { direction: 'S' },
    ...facts('clusters', 'issuerTicker').map((ticker) => ({ tickers: [ticker, 'BRK.B'] })),
    ...facts('clusters', 'issuerCik').map((cik) => ({ cik })),
  ];
  return [
    ...filters.flatMap((filter) =>
      [
        { chief: null, withInsiders: false, limit: 500 },
        { chief: true, withInsiders: true, limit: 3 },
        { chief: false, withInsiders: true, limit: 500 },
        { chief: null, withInsiders: true, minInsiders: 4, minValue: 500_000.5, sort: 'value', limit: 500 },
        { chief: null, withInsiders: false, sort: 'insiders', order: 'asc', limit: 500 },
        { chief: null, withInsiders: true, sort: 'filed', limit: 5 },
        // A card of the list, and one that left it.
        {
          chief: null,
          withInsiders: true,
          after: ['70', `${facts('clusters', 'issuerCik')[0]} P`],
          limit: 3,
        },
        { chief: null, withInsiders: false, sort: 'value', after: ['500000.5', 'gone P'], limit: 5 },
      ].map((more): AskedQuestion => ['searchClusters', { ...all, ...filter, ...more }]),
    ),
    ...[{}, { direction: 'P' }, { tickers: ['NOSUCH'] }].flatMap((filter) =>
      [null, ...facts('streaks', 'ownerSlug')].flatMap((owner): AskedQuestion[] => [
        ['searchStreaks', { ...all, ...filter, owner, limit: 60 }],
        ['searchStreaks', { ...all, ...filter, owner, planned: 'exclude', after: ['3', 'gone'], limit: 60 }],
        ['searchStreaks', { ...all, ...filter, owner, minWeeks: 3, sort: 'value', order: 'asc', limit: 60 }],
      ]),
    ),
  ];
}

/** Every list of every portfolio, with each filter, in pieces. */
function trackerQuestions(column: Column): AskedQuestion[] {
  const slugs = [...new Set(column('SELECT slug FROM tracker_row ORDER BY slug')), 'none'];
  const ticker = (slug: string) =>
    column(`SELECT ticker FROM tracker_row WHERE slug = '${slug}' AND ticker <> '' ORDER BY position`).slice(
      0,
      2,
    );
  const filters = [
    { lists: ['holding'], kinds: null },
    { lists: ['exit', 'holding'], kinds: ['new', 'added', 'trimmed', 'exit', 'unknown'] },
    { lists: ['exit', 'holding'], kinds: ['trimmed', 'exit'] },
    { lists: ['transaction'], kinds: null },
    { lists: ['transaction'], kinds: ['sale'], since: '2026-01-01' },
    { lists: ['transaction'], kinds: ['purchase'], until: '2026-06-30' },
  ];
  return [
    ...slugs.flatMap((slug): AskedQuestion[] => [
      ['trackerHead', slug],
      ...filters.flatMap((filter) =>
        [[], ticker(slug), ['BRK.B', 'NOSUCH']].flatMap((tickers): AskedQuestion[] => {
          const all = { slug, tickers, since: null, until: null, after: undefined, ...filter };
          return [
            ['trackerRows', { ...all, limit: 500 }],
            ['trackerRows', { ...all, after: [filter.lists[0], 1], limit: 2 }],
          ];
        }),
      ),
    ]),
    ...quarterQuestions(column),
    ...[...column('SELECT member_id FROM member ORDER BY member_id'), 'nobody'].map(
      (memberId): AskedQuestion => ['memberSlug', memberId],
    ),
  ];
}

/** Every quarter of every fund against each earlier one, and every position. */
function quarterQuestions(column: Column): AskedQuestion[] {
  const documents = column("SELECT name FROM document WHERE name LIKE 'tracker-quarters/%' ORDER BY name");
  return [...documents, 'tracker-quarters/none'].flatMap((name): AskedQuestion[] => {
    const slug = name.slice('tracker-quarters/'.length);
    const [json = '[]'] = column(`SELECT json FROM document WHERE name = '${name}'`);
    const quarters = JSON.parse(json) as TrackerQuarter[];
    const cusips = column(`SELECT DISTINCT cusip FROM tracker_holding WHERE slug = '${slug}' ORDER BY cusip`);
    return [
      ['trackerQuarters', slug],
      ...quarters.flatMap((quarter, at) =>
        [...quarters.slice(at + 1), null].map(
          (prior): AskedQuestion => ['comparedPositions', { slug, quarter, prior }],
        ),
      ),
      ...[...cusips, '000000000'].map((cusip): AskedQuestion => ['positionHistory', { slug, cusip }]),
    ];
  });
}

/** Whatever is in the lists of the search, whole and in parts, and what is nowhere. */
function nameQuestions(column: Column): AskedQuestion[] {
  const lines = column('SELECT names FROM search_chunk ORDER BY list, chunk').flatMap((names) =>
    names.split('\n'),
  );
  const texts = lines.flatMap((line) => line.split('\u0001').map((part) => part.trim()));
  const queries = texts.filter((text) => text !== '').slice(0, 60);
  return [
    ...queries,
    ...queries.map((one) => one.slice(0, 5)),
    // Two letters change places.
    ...queries.map((one) => one.replace(/^(.)(.)/, '$2$1')),
    'a',
    'nowhere at all',
    '\ud800',
  ].flatMap((q) => LIMITS.map((limit): AskedQuestion => ['searchNames', { q, types: NAME_TYPES, limit }]));
}

function issuerQuestions(column: Column): AskedQuestion[] {
  const ciks = column('SELECT cik FROM issuer_record ORDER BY cik');
  const held = [...new Set(column('SELECT ticker FROM tracker_position ORDER BY ticker'))];
  const tickers = [
    ...new Set([...column('SELECT symbol FROM symbol ORDER BY symbol'), ...held]),
    'BRK.B',
    'NOSUCH',
  ];
  const cusips = [...new Set(column('SELECT cusip FROM issuer_cusip ORDER BY cusip'))];
  const isins = [...new Set(column('SELECT isin FROM eu_row WHERE isin IS NOT NULL ORDER BY isin'))];
  const markets = Object.keys(EU_MARKETS);
  return [
    ...tickers.map((ticker): AskedQuestion => ['issuerCodes', { ticker: ticker.replace('.', '-') }]),
    ...[...ciks, '0'].map((cik): AskedQuestion => ['issuerCodes', { cik }]),
    ...[...cusips, 'NOSUCH'].map((cusip): AskedQuestion => ['issuerCodes', { cusip }]),
    ...[...ciks, '0'].flatMap((cik): AskedQuestion[] => [
      ['issuerRecord', { cik, since: '2025-10-10', until: '2026-10-10T12:00:00.000Z', limit: 2 }],
      ['issuerCloses', { cik, since: '2026-01-01' }],
      ['issuerRecord', { cik, since: '2026-01-01', until: '2026-12-31T23:59:59.999Z', limit: 100 }],
    ]),
    ...[[], tickers, ['NOSUCH'], ...held.map((one) => [one])].flatMap((some) =>
      LIMITS.map((limit): AskedQuestion => ['trackedPositions', { tickers: some, limit }]),
    ),
    ...[[], isins, ['XX'], ...isins.slice(0, 20).map((one) => [one])].flatMap((some) =>
      [markets, markets.slice(0, 1)].flatMap((of): AskedQuestion[] => [
        ['euRowsOf', { markets: of, isins: some, ...EVER, limit: 2 }],
        ['euRowsOf', { markets: of, isins: some, since: '2026-09-24', until: EVER.until, limit: 500 }],
      ]),
    ),
  ];
}

function feedQuestions(column: Column): AskedQuestion[] {
  const tickers = [...new Set(column('SELECT ticker FROM filing ORDER BY ticker'))];
  const symbols = [...new Set([...tickers, ...column('SELECT symbol FROM symbol ORDER BY symbol')])];
  const times = [...new Set(column('SELECT filed_at FROM filing ORDER BY filed_at'))];
  const middle = times[Math.floor(times.length / 2)] ?? EVER.until;
  const windows = [
    EVER,
    { since: middle.slice(0, 10), until: EVER.until },
    { since: EVER.since, until: middle },
    // Short enough for the days in memory.
    { since: middle.slice(0, 10), until: times.at(-1) ?? EVER.until },
    { since: '2100-01-01', until: '2000-01-01T00:00:00.000Z' },
  ];
  const all = { ...EVER, codes: ['P', 'S'], minValue: 0, ticker: null } satisfies Omit<FilingsQuery, 'limit'>;
  const queries: Array<Omit<FilingsQuery, 'limit'>> = [
    ...windows.flatMap((window) =>
      ([['P'], ['S'], ['P', 'S'], []] as const).flatMap((codes) =>
        [0, 0.29, 1050, 1e6, 1e12].map((minValue) => ({ ...all, ...window, codes, minValue })),
      ),
    ),
    ...[...symbols, ...symbols.map((one) => one.toLowerCase()), '', 'NOSUCH'].map((ticker) => ({
      ...all,
      ticker,
    })),
    ...column('SELECT DISTINCT cik FROM filing ORDER BY cik').map((cik) => ({ ...all, cik, minValue: 1 })),
    { ...all, cik: '0' },
  ];
  return [
    ...queries.flatMap((query): AskedQuestion[] => [
      ['filingTotals', query],
      ...LIMITS.map((limit): AskedQuestion => ['latestFilings', { ...query, limit }]),
    ]),
    ...[...symbols, 'nosuch', 'BRK.Z', 'Q'].flatMap((ticker): AskedQuestion[] => [
      ['issuer', { ticker }],
      ['similarSymbols', ticker],
      ['similarSymbols', ticker.slice(0, 2)],
    ]),
    ...[...column('SELECT cik FROM issuer ORDER BY cik'), '0'].map(
      (cik): AskedQuestion => ['issuer', { cik }],
    ),
  ];
}

function searchQuestions(column: Column): AskedQuestion[] {
  const all = {
    ...EVERY_LOT,
    ...EVER,
  } satisfies Omit<FeedSearch, 'limit'>;
  const tickers = [...new Set(column("SELECT ticker FROM filing WHERE ticker <> '' ORDER BY ticker"))];
  const slug = column('SELECT i.slug FROM insider i JOIN filing f ON f.owner_cik = i.cik ORDER BY i.slug')[0];
  const filters: Array<Partial<FeedSearch>> = [
    {},
    { codes: ['P'], minValue: 1050, maxValue: 1e6 },
    ...(['chief', 'ceo', 'cfo', 'officer', 'director', 'ten_percent'] as const).map((role) => ({ role })),
    { planned: 'only' },
    { planned: 'exclude', role: 'officer' },
    { tickers: tickers.slice(0, 3) },
    { tickers: ['BRK.B', 'NOSUCH'] },
    ...column('SELECT cik FROM filing ORDER BY cik')
      .slice(0, 2)
      .map((cik) => ({ cik })),
    { owner: slug ?? 'nobody' },
    { owner: 'nobody' },
  ];
  const sorts = (['filed', 'value', 'traded', 'ticker', 'insider', 'shares', 'price'] as const).flatMap(
    (sort) => (['desc', 'asc'] as const).map((order) => ({ sort, order })),
  );
  const middle = ['2026-10-01T00:00:00.000Z', '0000000000-26-000000', 0];
  const places = {
    filed: middle,
    value: [100_000, ...middle],
    traded: ['2026-10-01', ...middle],
    ticker: [tickers[1] ?? '', ...middle],
    insider: ['M', ...middle],
    shares: [1_000_000, ...middle],
    price: [500_000, ...middle],
    change: [500, ...middle],
  };
  const { after: _, ...unplaced } = all;
  const totals = filters.flatMap((filter) =>
    (['filing', 'filing_sum'] as const).map(
      (table): AskedQuestion => ['searchTotals', { ...unplaced, ...filter, table }],
    ),
  );
  const lists = filters.flatMap((filter) =>
    sorts.flatMap((sort): AskedQuestion[] => [
      ['searchFilings', { ...all, ...filter, ...sort, limit: 4 }],
      ['searchFilings', { ...all, ...filter, ...sort, after: places[sort.sort], limit: 500 }],
      // A group of several filings may have several names.
      ...(['filing', 'insider', 'issuer'] as const)
        .filter((group) => sort.sort !== 'insider' || group === 'filing')
        .map((group): AskedQuestion => ['filingGroups', { ...all, ...filter, ...sort, group, limit: 30 }]),
    ]),
  );
  const bounds: Array<Partial<FeedSearch>> = [
    { sort: 'change' },
    { sort: 'change', order: 'asc' },
    { sort: 'change', after: places.change },
    { sort: 'change', role: 'officer', minChange: 5 },
    { minChange: 10, tickers: tickers.slice(0, 3) },
    { sort: 'value', minChange: 0.5 },
    { minChange: 1e300 },
  ];
  const changes = bounds.flatMap((bound): AskedQuestion[] => [
    ['filingGroups', { ...all, ...bound, group: 'filing', limit: 30 }],
    ['searchTotals', { ...unplaced, ...bound, table: 'filing_sum' }],
  ]);
  return [...totals, ...lists, ...changes];
}

/** Queries of every length, of signs that mean something elsewhere, and of what no name contains. */
const SEARCHES = [
  ...'abcdefghijklmnopqrstuvwxyzåéø0%_"&\'.-,()*\\李',
  '',
  ' ',
  '  ',
  'é ',
  'j p',
  'jp',
  "o'n",
  'o n',
  '’',
  '%%',
  '\\_',
  '"q"',
  'a\u0000b',
  'a\u0001b',
  '\u001f',
  '\u{1F600}',
  '\ud800',
  'not a name at all',
  'a b c d e f g h',
  ';--',
  '小龙',
  'JOSÉ',
  'jose\u0301',
  'İ',
  'ß',
];

function peopleQuestions(column: Column): AskedQuestion[] {
  const slugs = column('SELECT slug FROM insider ORDER BY slug');
  const names = column('SELECT name FROM insider ORDER BY slug');
  const searches = new Set([...SEARCHES, ...slugs]);
  const misspelled = SEARCHES.slice(-20);
  for (const [place, name] of names.entries()) {
    const words = name.split(' ');
    searches.add(name);
    searches.add([...words].reverse().join(' '));
    searches.add(words.map((word) => word.slice(0, 3)).join(' '));
    const from = place % Math.max(1, name.length);
    for (const length of [2, 3, 4, 7]) searches.add(name.slice(from, from + length));
    if (place % 5 > 0) continue;
    // Letters that change places or are missing, in one word and in each.
    misspelled.push(name.replace(/(\p{L})(\p{L})(\p{L})/u, '$1$3$2'));
    misspelled.push(words.map((word) => word.slice(0, 2) + word.slice(3)).join(' '));
  }
  return [
    ...misspelled.map((q): AskedQuestion => ['nearInsiders', { q, limit: 5 }]),
    ...[...searches].flatMap((q): AskedQuestion[] => [
      ['countInsiders', { q }],
      ...[5, 1000].map((limit): AskedQuestion => ['searchInsiders', { q, limit }]),
    ]),
    ...[...slugs, 'nobody-at-all'].flatMap((slug, place): AskedQuestion[] =>
      [EVER, { since: '2026-03-01', until: '2026-10-30T12:00:00.000Z' }].flatMap((window) => [
        ['countTransactions', { slug, ...window }],
        // Only a few people: the question has many forms.
        ...(place % 30 === 0 ? historyQuestions(slug, window) : []),
        ['insiderIssuers', { slug, ...window }],
        ...LIMITS.map((limit): AskedQuestion => ['insider', { slug, ...window, limit }]),
      ]),
    ),
  ];
}

function historyQuestions(slug: string, window: { since: string; until: string }): AskedQuestion[] {
  const all: Omit<TransactionSearch, 'sort' | 'order' | 'limit' | 'after'> = {
    slug,
    ...window,
    codes: null,
    tickers: [],
    minValue: 0,
  };
  const filed = ['2026-10-01T00:00:00.000Z', '0000000000-26-000000', 0];
  const places = { filed, value: [100_000, ...filed], traded: ['2026-10-01', ...filed] };
  const filters: Array<Partial<TransactionSearch>> = [
    { codes: ['P', 'S'], minValue: 1050 },
    { tickers: ['OSWN', 'BRK.B'] },
    { codes: [] },
  ];
  return (['filed', 'value', 'traded'] as const).flatMap((sort, place) =>
    (['desc', 'asc'] as const).flatMap((order): AskedQuestion[] => [
      ['searchTransactions', { ...all, ...filters[place], sort, order, after: undefined, limit: 3 }],
      ['searchTransactions', { ...all, sort, order, after: places[sort], limit: 500 }],
    ]),
  );
}

function congressQuestions(column: Column): AskedQuestion[] {
  const slugs = [...new Set(column('SELECT slug FROM member_slug ORDER BY slug')), 'nobody-at-all'];
  const tickers = [
    null,
    'nosuch',
    ...new Set(column("SELECT ticker FROM member_trade WHERE ticker <> '' ORDER BY ticker")),
    ...new Set(column("SELECT ticker_base FROM member_trade WHERE ticker <> '' ORDER BY ticker_base")),
  ];
  const trades = slugs.slice(0, 3).flatMap((member) => tradeQuestions(member, tickers));
  return [
    ...tradeQuestions(null, tickers),
    ...trades,
    ...memberQuestions(slugs, tickers),
    ...memberListQuestions(),
  ];
}

function tradeQuestions(member: string | null, tickers: ReadonlyArray<string | null>): AskedQuestion[] {
  const all: Omit<TradeSearch, 'limit'> = {
    ...EVERY_TRADE,
    member,
    until: '2100-01-01',
  };
  const symbols = tickers.flatMap((ticker) => ticker?.toUpperCase().replace(/[-/ ]/, '.') ?? []);
  const filters: Array<Partial<TradeSearch>> = [
    {},
    { since: '2026-09-30', until: '2026-11-10' },
    { tickers: symbols.slice(0, 5) },
    { tickers: symbols.slice(-1), minAmount: 1001 },
    { party: 'D', chamber: 'house', type: 'purchase' },
    { owner: 'self', type: 'sale', late: false },
    { late: true },
    { state: 'CA', minAmount: 15_001 },
    { dates: 'traded', since: '2026-08-01', until: '2026-10-01' },
  ];
  const place = ['2026-10-01', '2026-09-01', '20030001', 0];
  const places = {
    disclosed: place,
    traded: ['2026-09-01', '2026-10-01', '20030001', 0],
    amount: [100_100, ...place],
    delay: [30, ...place],
    ticker: ['M', ...place],
    member: ['m', 'M000001', ...place],
  };
  const { sort: _s, order: _o, after: _a, ...filterOfAll } = all;
  return filters.flatMap((filter) => [
    ...(member === null ? [] : [['tradeSums', { ...filterOfAll, ...filter }] as AskedQuestion]),
    ...TRADE_SORTS.flatMap((sort) =>
      (['desc', 'asc'] as const).flatMap((order): AskedQuestion[] => [
        ['searchTrades', { ...all, ...filter, sort, order, limit: 3 }],
        ['searchTrades', { ...all, ...filter, sort, order, after: places[sort], limit: 500 }],
      ]),
    ),
  ]);
}

function managerQuestions(column: Column): AskedQuestion[] {
  const periods = column('SELECT period FROM manager_quarter ORDER BY period DESC');
  const [period = '2026-06-30', prior = null] = periods;
  const ciks = [...column('SELECT cik FROM manager ORDER BY cik').slice(0, 4), '1'];
  const cusips = [...column('SELECT cusip FROM held_security ORDER BY cusip').slice(0, 4), '000000001'];
  const tickers = column("SELECT DISTINCT ticker FROM held_security WHERE ticker <> '' ORDER BY ticker");
  const search: HoldingSearch = {
    period,
    prior,
    changes: HOLDING_CHANGES,
    kinds: HOLDING_KINDS,
    minValue: 0,
    sort: 'value',
    order: 'desc',
    after: undefined,
    limit: 3,
  };
  const searches: HoldingSearch[] = [
    search,
    { ...search, prior: null, order: 'asc' },
    { ...search, after: [1, 2_000_000, '037833100 shares'], limit: 500 },
    ...(['amount', 'change', 'value_change'] as const).map((sort) => ({ ...search, sort, minValue: 1 })),
  ];
  return [
    ['managerQuarters'],
    ...HELD_SECURITY_SORTS.flatMap((sort) =>
      (['desc', 'asc'] as const).flatMap((order): AskedQuestion[] => [
        ['rankHoldings', { period, sort, order, after: undefined, limit: 3 }],
        ['rankHoldings', { period, sort, order, after: [1, 1, '5'], limit: 500 }],
        ['rankHoldings', { period, sort, order, after: [0, 0, '5'], limit: 500 }],
      ]),
    ),
    ...[null, 'salt', 'cap llc', '%'].flatMap((q) =>
      LIMITS.map((limit): AskedQuestion => ['searchManagers', { q, cik: null, after: undefined, limit }]),
    ),
    ...ciks.flatMap((cik): AskedQuestion[] => [
      ['searchManagers', { q: null, cik, after: [1, '5'], limit: 3 }],
      ['managerReports', cik],
      ...cusips.map((cusip): AskedQuestion => ['managerHistory', { cik, cusip }]),
      ...searches.map((one): AskedQuestion => ['managerHoldings', { ...one, cik, cusip: null, tickers: [] }]),
      ['managerHoldings', { ...search, cik, cusip: cusips[0] ?? null, tickers: tickers.slice(0, 2) }],
    ]),
    ...cusips.flatMap((cusip): AskedQuestion[] => [
      ['heldSecurities', { cusip, period }],
      ...searches.map((one): AskedQuestion => ['securityHolders', { ...one, cusip }]),
    ]),
    ...[...tickers, 'BRK.B', 'NONE'].map((ticker): AskedQuestion => ['heldSecurities', { ticker, period }]),
  ];
}

function plannedQuestions(column: Column): AskedQuestion[] {
  const all: Omit<PlannedSaleSearch, 'limit'> = {
    since: '',
    until: EVER.until,
    tickers: [],
    cik: null,
    owner: null,
    ownerCik: null,
    statuses: PLANNED_SALE_STATUSES,
    planned: 'all',
    minValue: 0,
    today: '2026-11-20',
    isForm4Whole: true,
    sort: 'filed',
    order: 'desc',
    after: undefined,
  };
  const tickers = column("SELECT DISTINCT ticker FROM planned_sale WHERE ticker <> '' ORDER BY ticker");
  const [cik = ''] = column('SELECT DISTINCT cik FROM planned_sale ORDER BY cik');
  const [owner = ''] = column(
    'SELECT DISTINCT slug FROM insider WHERE cik IN (SELECT owner_cik FROM planned_sale) ORDER BY slug',
  );
  const filters: Array<Partial<PlannedSaleSearch>> = [
    {},
    { since: '2026-09-30', until: '2026-11-10T00:00:00.000Z' },
    { tickers: tickers.slice(0, 2) },
    { tickers: tickers.slice(-1), planned: 'only' },
    { cik, planned: 'exclude' },
    { owner },
    { owner: 'nobody-at-all' },
    { ownerCik: '9900010001', minValue: 1 },
    { minValue: 100_000.01, today: '2027-06-01' },
    { isForm4Whole: false, statuses: ['unknown', 'sold'] },
    ...PLANNED_SALE_STATUSES.map((status) => ({ statuses: [status] })),
  ];
  const place = ['2026-10-20T20:00:00.000Z', '9900090004-26-000007'];
  const places = { filed: place, sale_date: ['2026-10-20', ...place], value: [50_000_000, ...place] };
  return filters.flatMap((filter) =>
    (['filed', 'sale_date', 'value'] as const).flatMap((sort) =>
      (['desc', 'asc'] as const).flatMap((order): AskedQuestion[] => [
        ['plannedSales', { ...all, ...filter, sort, order, limit: 3 }],
        ['plannedSales', { ...all, ...filter, sort, order, after: places[sort], limit: 500 }],
      ]),
    ),
  );
}

/** Rows of Forms 3 and 5 by each filter, in each order, and behind a place; and what each person owns. */
function form35Questions(column: Column): AskedQuestion[] {
  const all: Form35Search = {
    ...EVER,
    forms: ['3', '5'],
    codes: null,
    minValue: 0,
    maxValue: null,
    tickers: [],
    cik: null,
    owner: null,
    role: null,
    planned: 'all',
    sort: 'filed',
    order: 'desc',
    after: undefined,
    limit: 500,
  };
  const tickers = column("SELECT DISTINCT ticker FROM form35_row WHERE ticker <> '' ORDER BY ticker");
  const [cik = ''] = column('SELECT DISTINCT cik FROM form35_row ORDER BY cik');
  const [owner = ''] = column(
    'SELECT DISTINCT slug FROM insider WHERE cik IN (SELECT owner_cik FROM form35_row) ORDER BY slug',
  );
  const filters: Array<Partial<Form35Search>> = [
    {},
    { forms: ['3'] },
    { forms: ['5'], codes: ['P', 'S'] },
    { since: '2026-10-01', until: '2026-11-10T00:00:00.000Z' },
    { tickers: tickers.slice(0, 2) },
    { cik, planned: 'exclude' },
    { owner },
    { owner: 'nobody-at-all' },
    { role: 'director' },
    { minValue: 0.01, maxValue: 100_000.5 },
  ];
  const [time = '', accession = ''] = [
    ...column('SELECT filed_at FROM form35_row ORDER BY filed_at DESC, accession, "row"').slice(1, 2),
    ...column('SELECT accession FROM form35_row ORDER BY filed_at DESC, accession, "row"').slice(1, 2),
  ];
  const place = [time, accession, 0];
  const places = { filed: place, value: [100, ...place], traded: ['2026-02-27', ...place] };
  const people = column('SELECT slug FROM insider ORDER BY slug');
  return [
    ...filters.flatMap((filter) =>
      (['filed', 'value', 'traded'] as const).flatMap((sort) =>
        (['desc', 'asc'] as const).flatMap((order): AskedQuestion[] => [
          ['searchForm35', { ...all, ...filter, sort, order, limit: 3 }],
          ['searchForm35', { ...all, ...filter, sort, order, after: places[sort] }],
        ]),
      ),
    ),
    ...[...people, 'nobody-at-all'].map((slug): AskedQuestion => ['ownedLines', { slug }]),
  ];
}

/** The list of members by each filter, in each order, and behind a place. */
function memberListQuestions(): AskedQuestion[] {
  const all = { name: null, chamber: null, party: null, state: null, after: undefined, limit: 500 };
  const sorts = ['name', 'reports', 'trades', 'traded', 'disclosed', 'delay'] as const;
  const filters = [{ chamber: 'senate' }, { party: 'D' }, { state: 'CA' }, { name: 'a' }, { name: 'nobody' }];
  return [
    ...sorts.flatMap((sort) =>
      (['desc', 'asc'] as const).flatMap((order): AskedQuestion[] => [
        ['searchMembers', { ...all, sort, order }],
        ['searchMembers', { ...all, sort, order, limit: 3 }],
      ]),
    ),
    ...filters.map(
      (filter): AskedQuestion => ['searchMembers', { ...all, ...filter, sort: 'name', order: 'asc' }],
    ),
    ['searchMembers', { ...all, sort: 'reports', order: 'desc', after: ['2', 'nobody'] }],
  ];
}

function memberQuestions(slugs: readonly string[], tickers: ReadonlyArray<string | null>): AskedQuestion[] {
  return slugs.flatMap((slug) =>
    tickers.flatMap((ticker) =>
      [
        { since: null, until: '2100-01-01' },
        { since: '2026-09-30', until: '2026-11-10' },
      ].flatMap((window): AskedQuestion[] => [
        ['countTrades', { slug, ticker, ...window }],
        ...LIMITS.map((limit): AskedQuestion => ['congressMember', { slug, ticker, ...window, limit }]),
      ]),
    ),
  );
}

function changeQuestions(column: Column): AskedQuestion[] {
  const all: Omit<ChangeSearch, 'limit'> = {
    ...EVERY_CHANGE,
    order: 'desc',
  };
  const moments = [...new Set(column('SELECT at FROM change ORDER BY at'))];
  const places = column("SELECT generation || '-' || position FROM change ORDER BY generation, position")
    .filter((_place, at) => at % 5 === 0)
    .map((text) => text.split('-').map(Number) as [number, number]);
  const named = (kind: string) =>
    column(
      `SELECT DISTINCT substr(subject, 3) FROM change_subject WHERE subject LIKE '${kind}:%' ORDER BY 1`,
    );
  const slugs = column('SELECT slug FROM insider ORDER BY slug');
  const filters: Array<Partial<ChangeSearch>> = [
    {},
    ...moments.flatMap((moment) => [{ since: moment }, { until: moment }]),
    { since: '2100-01-01T00:00:00.000Z' },
    { until: '2000-01-01T00:00:00.000Z' },
    ...places.map((behind) => ({ behind })),
    { behind: [0, 0] },
    { kinds: ['form4', 'se'] },
    { kinds: ['form4_other', 'congress', '13f', 'oge_278t', 'de', 'uk', 'nl'], events: ['entered'] },
    { events: ['changed', 'left'] },
    { minValue: 10_000.01 },
    { minValue: 1, currency: 'SEK' },
    ...named('t').map((ticker) => ({ tickers: [ticker] })),
    { tickers: ['BRK.B', 'NOSUCH'] },
    ...named('c').map((cik) => ({ cik, events: ['entered'] as const })),
    ...named('i').map((isin) => ({ isin })),
    ...[...slugs.slice(0, 8), 'nobody-at-all'].map((owner) => ({ owner })),
    ...[...column('SELECT slug FROM member_slug ORDER BY slug'), 'nobody'].map((member) => ({ member })),
    ...['none', ...column("SELECT substr(name, 9) FROM document WHERE name LIKE 'tracker/%'")].map(
      (tracker) => ({
        tracker,
      }),
    ),
    { owner: slugs[0] ?? 'nobody', tickers: named('t').slice(0, 3), minValue: 1 },
  ];
  return filters.flatMap((filter) =>
    (['desc', 'asc'] as const).flatMap((order): AskedQuestion[] => [
      ['changes', { ...all, ...filter, order, limit: 3 }],
      ['changes', { ...all, ...filter, order, after: places[1] ?? [1, 1], limit: 500 }],
    ]),
  );
}

function marketQuestions(column: Column): AskedQuestion[] {
  const isins = [
    null,
    'XX',
    ...new Set(column('SELECT isin FROM eu_row WHERE isin IS NOT NULL ORDER BY isin')),
  ];
  const all = {
    ...EVERY_EU_ROW,
    ...EVER,
    markets: Object.keys(EU_MARKETS),
    limit: 7,
  };
  const place = ['2026-11-01T00:00:00.000Z', 'x', 'nl'];
  const searches = [
    {},
    { order: 'asc' },
    { direction: 'P', issuer: 'a', manager: 'o' },
    { issuer: 'ö' },
    ...column('SELECT json FROM eu_row ORDER BY market, filing_id')
      .filter((_, at) => at % 40 === 0)
      .flatMap((json) => {
        const { issuerName: issuer, pdmrName: manager } = JSON.parse(json);
        return [
          { issuer, isWholeName: true },
          { manager: manager.toUpperCase(), isWholeName: true },
        ];
      }),
    { currency: 'EUR', sort: 'value', minValue: 30_000.5 },
    { currency: 'EUR', sort: 'value', order: 'asc', after: ['40000.25', ...place] },
    { after: place, limit: 500 },
    ...(['traded', 'issuer', 'manager'] as const).flatMap((sort) =>
      (['desc', 'asc'] as const).flatMap((order) => [
        { sort, order },
        { sort, order, after: [sort === 'traded' ? '2026-10-20' : 'm', ...place], limit: 500 },
      ]),
    ),
    { lei: 'X', markets: ['de'] },
    ...isins.slice(2, 6).map((company) => ({ company })),
    { company: isins[2] ?? 'X', markets: ['se'], order: 'asc' },
    { company: 'X' },
  ].map((search): AskedQuestion => ['searchEuFilings', { ...all, ...search }]);
  const plain = Object.keys(EU_MARKETS).flatMap((market) =>
    isins.flatMap((isin) =>
      [EVER, { since: '2026-09-24', until: '2026-11-15T12:00:00.000Z' }].flatMap(
        (window): AskedQuestion[] => [
          ['countEuFilings', { market, isin, ...window }],
          ...LIMITS.map((limit): AskedQuestion => ['euFilings', { market, isin, ...window, limit }]),
        ],
      ),
    ),
  );
  return [...plain, ...searches];
}
