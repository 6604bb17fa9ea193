/** Every question to a generation, with arguments that its rows suggest, and answers as they are sent. */

import type { SqliteDatabase } from '../../src/database/sqlite-database.js';
import { EU_MARKETS } from '../../tools/contract/markets/index.js';
import type { FeedSearch, FilingsQuery, Reads, TradeSearch } from '../../tools/contract/reads.js';
import { SerializedJson, SerializedPageRows, SerializedRows } from '../../tools/contract/serialized-rows.js';
import { SEARCH_TYPES } from '../../tools/contract/shapes/search.js';

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
      ] as const
    ).map((name): AskedQuestion => [name]),
    ...feedQuestions(column),
    ...searchQuestions(column),
    ...peopleQuestions(column),
    ...congressQuestions(column),
    ...nameQuestions(column),
    ...marketQuestions(column),
    ...['tracker/none', ...column("SELECT name FROM document WHERE name LIKE 'tracker/%'")].map(
      (name): AskedQuestion => ['tracker', name.slice('tracker/'.length)],
    ),
    ...(['insiders', 'tickers'] as const).flatMap((folder) =>
      ['', 'B', 'm', 'zzzz'].flatMap((from) =>
        LIMITS.map((limit): AskedQuestion => ['exportNames', { folder, from, limit }]),
      ),
    ),
  ];
}

type Column = (sql: string) => string[];

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
  ].flatMap((q) => LIMITS.map((limit): AskedQuestion => ['searchNames', { q, types: SEARCH_TYPES, limit }]));
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
    ...EVER,
    codes: ['P', 'S'],
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
  const sorts = (['filed', 'value', 'traded'] as const).flatMap((sort) =>
    (['desc', 'asc'] as const).map((order) => ({ sort, order })),
  );
  const middle = ['2026-10-01T00:00:00.000Z', '0000000000-26-000000', 0];
  const places = { filed: middle, value: [100_000, ...middle], traded: ['2026-10-01', ...middle] };
  return filters.flatMap((filter) =>
    sorts.flatMap((sort): AskedQuestion[] => [
      ['searchFilings', { ...all, ...filter, ...sort, limit: 4 }],
      ['searchFilings', { ...all, ...filter, ...sort, after: places[sort.sort], limit: 500 }],
      ...(['filing', 'insider', 'issuer'] as const).map(
        (group): AskedQuestion => ['filingGroups', { ...all, ...filter, ...sort, group, limit: 30 }],
      ),
    ]),
  );
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
  for (const [place, name] of names.entries()) {
    const words = name.split(' ');
    searches.add(name);
    searches.add([...words].reverse().join(' '));
    searches.add(words.map((word) => word.slice(0, 3)).join(' '));
    const from = place % Math.max(1, name.length);
    for (const length of [2, 3, 4, 7]) searches.add(name.slice(from, from + length));
  }
  return [
    ...[...searches].flatMap((q): AskedQuestion[] => [
      ['countInsiders', { q }],
      ...[5, 1000].map((limit): AskedQuestion => ['searchInsiders', { q, limit }]),
    ]),
    ...[...slugs, 'nobody-at-all'].flatMap((slug): AskedQuestion[] =>
      [EVER, { since: '2026-03-01', until: '2026-10-30T12:00:00.000Z' }].flatMap((window) => [
        ['countTransactions', { slug, ...window }],
        ...LIMITS.map((limit): AskedQuestion => ['insider', { slug, ...window, limit }]),
      ]),
    ),
  ];
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
  return [...tradeQuestions(null, tickers), ...trades, ...memberQuestions(slugs, tickers)];
}

function tradeQuestions(member: string | null, tickers: ReadonlyArray<string | null>): AskedQuestion[] {
  const all: Omit<TradeSearch, 'limit'> = {
    member,
    since: null,
    until: '2100-01-01',
    tickers: [],
    party: null,
    state: null,
    chamber: null,
    type: null,
    owner: null,
    minAmount: 0,
    late: null,
    sort: 'disclosed',
    order: 'desc',
    after: undefined,
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
  ];
  const place = ['2026-10-01', '2026-09-01', '20030001', 0];
  const places = {
    disclosed: place,
    traded: ['2026-09-01', '2026-10-01', '20030001', 0],
    amount: [100_100, ...place],
    delay: [30, ...place],
  };
  return filters.flatMap((filter) =>
    (['disclosed', 'traded', 'amount', 'delay'] as const).flatMap((sort) =>
      (['desc', 'asc'] as const).flatMap((order): AskedQuestion[] => [
        ['searchTrades', { ...all, ...filter, sort, order, limit: 3 }],
        ['searchTrades', { ...all, ...filter, sort, order, after: places[sort], limit: 500 }],
      ]),
    ),
  );
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

function marketQuestions(column: Column): AskedQuestion[] {
  const isins = [
    null,
    'XX',
    ...new Set(column('SELECT isin FROM eu_row WHERE isin IS NOT NULL ORDER BY isin')),
  ];
  const all = {
    ...EVER,
    markets: Object.keys(EU_MARKETS),
    isin: null,
    lei: null,
    direction: null,
    minValue: 0,
    currency: null,
    issuer: null,
    manager: null,
    sort: 'published',
    order: 'desc',
    after: undefined,
    limit: 7,
  };
  const place = ['2026-11-01T00:00:00.000Z', 'x', 'nl'];
  const searches = [
    {},
    { order: 'asc' },
    { direction: 'P', issuer: 'a', manager: 'o' },
    { issuer: 'ö' },
    { currency: 'EUR', sort: 'value', minValue: 30_000.5 },
    { currency: 'EUR', sort: 'value', order: 'asc', after: ['40000.25', ...place] },
    { after: place, limit: 500 },
    { lei: 'X', markets: ['de'] },
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
