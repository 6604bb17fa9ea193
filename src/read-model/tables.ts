/**
 * The tables of the read model: the columns that questions filter and sort by, and each row as the JSON that is sent, or
 * packed.
 * They are described once, and each engine makes its own schema from this. Long because every table is in it.
 */

import type { SqlValue } from '../database/database.js';
import { ROLE_BITS } from '../records/form4/roles.js';

/**
 * Raised whenever a table changes or the same records give other rows: everything is then published again. By one if the program of
 * the version before can answer from the new tables too, because columns and tables were only added; by two if it cannot.
 */
export const READ_MODEL_VERSION = 21;

/**
 * Whether this program can answer from tables of that version: its own, and those of the next one. So a service continues to answer while its
 * writer is replaced first.
 */
export function canAnswerFrom(version: number): boolean {
  return version === READ_MODEL_VERSION || version === READ_MODEL_VERSION + 1;
}

export type ColumnType = 'text' | 'integer' | 'real';

export interface Table {
  readonly name: string;
  /** In the order of the values of a row. A type with `?` allows NULL. */
  readonly columns: Readonly<Record<string, ColumnType | `${ColumnType}?`>>;
  /** The columns that name a row. They begin with those of `scope`. */
  readonly key: readonly string[];
  /** Rows with the same values here are published together; none means the whole table. */
  readonly scope: readonly string[];
  /** Each as columns with their direction. */
  readonly indexes: Readonly<Record<string, readonly string[]>>;
}

/** The values of a row, in the order of the columns. */
export type Row = readonly SqlValue[];

/** What the feed is filtered and sorted by. */
const FEED_COLUMNS = {
  accession: 'text',
  row: 'integer',
  filed_at: 'text',
  code: 'text',
  cents: 'integer',
  // Upper case; '' if the issuer has none. The base is BRK of BRK.B.
  ticker: 'text',
  ticker_base: 'text',
  cik: 'text',
  // The owner that the row names.
  owner_cik: 'text',
  // Date of the trade; '' if unknown.
  traded: 'text',
  // See FLAGS.
  flags: 'integer',
  // In ten-thousandths: whole numbers, as `cents`.
  shares: 'integer',
  // See `insiderSortName`.
  owner_name: 'text',
  // See `pricePartsOf`.
  price: 'integer',
} as const;

/** Bits of `flags`: the roles that the filing states, and a 10b5-1 plan. */
export const FLAGS = { ...ROLE_BITS, planned: 64 } as const;

/** Bits of `flags` of a member's trade; a party, type or owner that is none of these has no bit. */
export const TRADE_FLAGS = {
  house: 1,
  senate: 2,
  D: 4,
  R: 8,
  I: 16,
  purchase: 32,
  sale: 64,
  exchange: 128,
  self: 256,
  spouse: 512,
  joint: 1024,
  child: 2048,
  other: 4096,
} as const;
/** The bit beside them of a trade that may repeat one of an earlier report: it is in no sum. */
export const POSSIBLE_REPEAT = 8192;
/** `delay` of a trade whose disclosure cannot be timed. */
export const UNKNOWN_DELAY = -1;
/** `change` of a sum whose holding before it is not known: no one can sell more than they own. */
export const UNKNOWN_CHANGE = -1_000_000;
/** `row` of the first holding of a Form 3 or 5, of which a document has sixty at most; of the statement that nothing is owned, too. */
export const FORM35_HOLDING_ROW = 1_000_000;
/** `cents` of a row of a portfolio without a known value. */
export const UNKNOWN_CENTS = -1;

/** Bits of `flags` of a Schedule 13D or 13G. `below`: it states five per cent or less. */
export const HOLDER_FLAGS = { '13D': 1, '13G': 2, current: 4, below: 8 } as const;
/** The bit of `flags` for a crossing of one of HOLDER_LEVELS, by its place among them. */
export const crossingBit = (level: number, direction: 'up' | 'down'): number =>
  1 << (4 + 2 * level + (direction === 'up' ? 0 : 1));
/** `percent` and `shares` of a schedule that does not state them. */
export const UNKNOWN_STAKE = -1;

const HOLDER_ORDER = ['filed_at DESC', 'accession'] as const;
/** Bits of `flags` of a planned sale. What they leave open, the date of the answer decides. */
export const PLANNED_SALE_FLAGS = { planned: 1, findable: 2, amended: 4, partlySold: 8, sold: 16 } as const;

const TRADE_ORDER = [
  'disclosure_date DESC',
  'transaction_date DESC',
  'document_id DESC',
  'row DESC',
] as const;
const TRADE_FACTS = ['cents', 'flags', 'delay', 'state'] as const;

const tables = {
  /** Open-market Form 4 rows. `cents` is the value in US cents: sums of whole numbers are the same on every engine. */
  filing: {
    name: 'filing',
    // See packed-rows.ts.
    columns: { ...FEED_COLUMNS, page: 'text', packed: 'text' },
    key: ['accession', 'row'],
    scope: ['accession'],
    indexes: {
      by_time: ['filed_at DESC', 'accession', 'row', 'code', 'cents', 'flags'],
      by_ticker: ['ticker_base', 'filed_at DESC', 'accession', 'row', 'code', 'cents', 'flags', 'ticker'],
      by_value: ['code', 'cents DESC', 'filed_at DESC', 'accession', 'row', 'flags'],
      by_traded: ['code', 'traded DESC', 'filed_at DESC', 'accession', 'row', 'cents', 'flags'],
      by_flags: ['code', 'flags', 'filed_at DESC', 'accession', 'row', 'cents'],
      by_cik: ['cik', 'filed_at DESC', 'accession', 'row', 'code', 'cents', 'flags'],
      by_owner: ['owner_cik', 'filed_at DESC', 'accession', 'row', 'code', 'cents', 'flags'],
      by_shares: ['code', 'shares DESC', 'filed_at DESC', 'accession', 'row', 'cents', 'flags'],
      by_price: ['code', 'price DESC', 'filed_at DESC', 'accession', 'row', 'cents', 'flags'],
      by_name: ['code', 'owner_name', 'filed_at DESC', 'accession', 'row', 'cents', 'flags'],
      by_symbol: ['ticker'],
    },
  },
  /** The rows of a filing that one owner traded in one direction, added up; `row` is the first of them, which names both. */
  filing_sum: {
    name: 'filing_sum',
    columns: {
      ...FEED_COLUMNS,
      // See packed-rows.ts.
      packed: 'text',
      // Date of the first trade; `traded` is that of the last one.
      first_traded: 'text',
      lots: 'integer',
      // `changePct` in hundredths, or UNKNOWN_CHANGE.
      change: 'integer',
    },
    key: ['accession', 'row'],
    scope: ['accession'],
    indexes: {
      // With everything that groups are made of, and every filter.
      by_time: [
        'filed_at DESC',
        'accession',
        'row',
        'code',
        'cents',
        'flags',
        'traded',
        'owner_cik',
        'cik',
        'ticker_base',
        'shares',
        'change',
      ],
      by_ticker: ['ticker_base', 'filed_at DESC', 'accession', 'row', 'code', 'cents', 'flags', 'ticker'],
      by_value: ['code', 'cents DESC', 'filed_at DESC', 'accession', 'row', 'flags'],
      by_traded: ['code', 'traded DESC', 'filed_at DESC', 'accession', 'row', 'cents', 'flags'],
      by_shares: ['code', 'shares DESC', 'filed_at DESC', 'accession', 'row', 'cents', 'flags'],
      by_price: ['code', 'price DESC', 'filed_at DESC', 'accession', 'row', 'cents', 'flags'],
      by_name: ['code', 'owner_name', 'filed_at DESC', 'accession', 'row', 'cents', 'flags'],
      by_change: ['code', 'change DESC', 'filed_at DESC', 'accession', 'row', 'cents', 'flags'],
      by_owner: ['owner_cik', 'cik', 'code', 'filed_at DESC', 'accession', 'row', 'cents', 'flags', 'traded'],
      by_cik: ['cik', 'code', 'filed_at DESC', 'accession', 'row', 'cents', 'flags', 'traded', 'owner_cik'],
    },
  },
  /** People: identity, and what their page shows besides transactions. A person whom no filing names is not here. */
  insider: {
    name: 'insider',
    columns: {
      cik: 'text',
      slug: 'text',
      name: 'text',
      // JSON array.
      tickers: 'text',
      first_seen: 'text',
      last_seen: 'text',
      lifetime_filings: 'integer',
      lifetime_distinct_filings: 'integer',
      directional_filings: 'integer',
      // Ascending is the latest `last_seen` first, to the second.
      search_rank: 'integer',
      // Words of the name in alphabetical order, O'Neil as oneil; with O'Neil as o neil if that differs.
      words_joined: 'text',
      words_split: 'text?',
      // See packed-rows.ts.
      career_lots: 'text',
      co_filers: 'text',
    },
    key: ['cik'],
    scope: ['cik'],
    indexes: {
      by_slug: ['slug'],
      by_rank: ['search_rank'],
      by_words_joined: ['words_joined'],
      by_words_split: ['words_split'],
    },
  },
  /** The transactions of a filing with every code, for each owner whose page shows them. */
  insider_filing: {
    name: 'insider_filing',
    // `transactions` counts what is packed.
    columns: { accession: 'text', cik: 'text', filed_at: 'text', transactions: 'integer', packed: 'text' },
    key: ['accession', 'cik'],
    scope: ['accession'],
    indexes: { by_person: ['cik', 'filed_at DESC', 'accession', 'transactions'] },
  },
  /** Rows of the Forms 3 and 5: transactions, holdings, and statements that nothing is owned. */
  form35_row: {
    name: 'form35_row',
    columns: {
      accession: 'text',
      // A holding has FORM35_HOLDING_ROW and its number behind it.
      row: 'integer',
      filed_at: 'text',
      // 3 or 5.
      form: 'text',
      // The code of a transaction; '' otherwise.
      code: 'text',
      // Value of a transaction, or UNKNOWN_CENTS.
      cents: 'integer',
      ticker: 'text',
      ticker_base: 'text',
      cik: 'text',
      // The owner that the row names.
      owner_cik: 'text',
      // Date of a trade; '' otherwise.
      traded: 'text',
      // See FLAGS.
      flags: 'integer',
      page: 'text',
      json: 'text',
    },
    key: ['accession', 'row'],
    scope: ['accession'],
    indexes: {
      by_time: ['filed_at DESC', 'accession', 'row', 'form', 'code', 'cents', 'flags', 'traded'],
      by_ticker: ['ticker_base', 'filed_at DESC', 'accession', 'row', 'form', 'code', 'cents', 'ticker'],
      by_cik: ['cik', 'filed_at DESC', 'accession', 'row', 'form', 'code', 'cents'],
      by_owner: ['owner_cik', 'filed_at DESC', 'accession', 'row', 'form', 'code', 'cents'],
    },
  },
  /** What a person owns, as last stated: one row for each person. */
  owned_lines: {
    name: 'owned_lines',
    // `packed`: see packed-owned-lines.ts.
    columns: { cik: 'text', total: 'integer', packed: 'text' },
    key: ['cik'],
    scope: ['cik'],
    indexes: {},
  },
  /** Notices of Form 144, each with the sales on Form 4 that it is matched with. */
  planned_sale: {
    name: 'planned_sale',
    columns: {
      cik: 'text',
      accession: 'text',
      // The person who sells.
      owner_cik: 'text',
      filed_at: 'text',
      // First intended day; '' if unknown.
      sale_date: 'text',
      // Last day that the notice covers.
      window_ends: 'text',
      ticker: 'text',
      ticker_base: 'text',
      // Market value, or UNKNOWN_CENTS.
      cents: 'integer',
      // See PLANNED_SALE_FLAGS.
      flags: 'integer',
      page: 'text',
      json: 'text',
    },
    key: ['cik', 'accession'],
    scope: ['cik'],
    indexes: {
      by_time: ['filed_at DESC', 'accession', 'flags', 'window_ends', 'cents'],
      by_ticker: ['ticker_base', 'filed_at DESC', 'accession', 'ticker', 'flags', 'window_ends', 'cents'],
      by_issuer: ['cik', 'filed_at DESC', 'accession', 'flags', 'window_ends', 'cents'],
      by_owner: ['owner_cik', 'filed_at DESC', 'accession', 'flags', 'window_ends', 'cents'],
      by_sale_date: ['sale_date DESC', 'filed_at DESC', 'accession', 'flags', 'window_ends', 'cents'],
      by_value: ['cents DESC', 'filed_at DESC', 'accession', 'flags', 'window_ends'],
    },
  },
  issuer: {
    name: 'issuer',
    // `codes`: JSON, see issuer-records.ts.
    columns: { cik: 'text', name: 'text', ticker: 'text', codes: 'text' },
    key: ['cik'],
    scope: [],
    indexes: {},
  },
  issuer_cusip: {
    name: 'issuer_cusip',
    columns: { cusip: 'text', cik: 'text' },
    key: ['cusip'],
    scope: [],
    indexes: {},
  },
  /** What the filings of an issuer say of its names and owners: see issuer-records.ts. */
  issuer_record: {
    name: 'issuer_record',
    // JSON arrays.
    columns: { cik: 'text', names: 'text', insiders: 'text' },
    key: ['cik'],
    scope: ['cik'],
    indexes: {},
  },
  /** What a tracked portfolio holds, left or traded under a symbol, each as the JSON that is sent. */
  tracker_position: {
    name: 'tracker_position',
    columns: {
      slug: 'text',
      position: 'integer',
      // held, exited or traded.
      kind: 'text',
      ticker: 'text',
      ticker_base: 'text',
      // Date of the trade; '' otherwise.
      traded: 'text',
      json: 'text',
    },
    key: ['slug', 'position'],
    scope: [],
    indexes: {
      by_ticker: ['ticker_base', 'kind', 'traded DESC', 'slug', 'position', 'ticker'],
    },
  },
  /** Symbols in upper case and their issuer. `cik` is '' for a symbol that only other registers name. */
  symbol: {
    name: 'symbol',
    columns: { symbol: 'text', cik: 'text', name: 'text', ticker: 'text' },
    key: ['symbol'],
    scope: [],
    indexes: {},
  },
  /** Current slugs (place 1) and earlier ones (place 2) of members of Congress. */
  member_slug: {
    name: 'member_slug',
    columns: { slug: 'text', place: 'integer', member_id: 'text' },
    key: ['slug', 'place'],
    scope: [],
    indexes: {},
  },
  member: {
    name: 'member',
    // `sort_name`: the surname first, without accents, in lower case. `summary`: the row of the list of members.
    columns: { member_id: 'text', json: 'text', sort_name: 'text', page: 'text', summary: 'text' },
    key: ['member_id'],
    scope: ['member_id'],
    indexes: {},
  },
  member_trade: {
    name: 'member_trade',
    columns: {
      member_id: 'text',
      document_id: 'text',
      row: 'integer',
      disclosure_date: 'text',
      transaction_date: 'text',
      ticker: 'text',
      ticker_base: 'text',
      // `sort_name` of the member.
      member_name: 'text',
      // Lower bound of the bracket.
      cents: 'integer',
      // Two letters; '' if unknown.
      state: 'text',
      // See TRADE_FLAGS.
      flags: 'integer',
      // Days from the trade to its disclosure, or UNKNOWN_DELAY.
      delay: 'integer',
      json: 'text',
    },
    key: ['member_id', 'document_id', 'row'],
    scope: ['member_id'],
    // Each has all columns that trades are found and sorted by, so that only the rows of the answer are read.
    indexes: {
      by_date: ['member_id', ...TRADE_ORDER, 'ticker_base', 'ticker', ...TRADE_FACTS],
      by_ticker: ['ticker_base', ...TRADE_ORDER, 'ticker', 'member_id', ...TRADE_FACTS],
      by_disclosure: [...TRADE_ORDER, 'member_id', ...TRADE_FACTS],
      by_traded: [
        'transaction_date DESC',
        'disclosure_date DESC',
        'document_id DESC',
        'row DESC',
        'member_id',
        ...TRADE_FACTS,
      ],
      by_amount: ['cents DESC', ...TRADE_ORDER, 'member_id', 'flags', 'delay', 'state'],
      by_delay: ['delay DESC', ...TRADE_ORDER, 'member_id', 'cents', 'flags', 'state'],
      by_member: ['member_name', 'member_id', ...TRADE_ORDER, ...TRADE_FACTS],
    },
  },
  unread_report: {
    name: 'unread_report',
    columns: { member_id: 'text', document_id: 'text', disclosure_date: 'text', json: 'text' },
    key: ['member_id', 'document_id'],
    scope: ['member_id'],
    indexes: {},
  },
  /** Schedules 13D and 13G. */
  holder_filing: {
    name: 'holder_filing',
    columns: {
      // The company's.
      cik: 'text',
      accession: 'text',
      filed_at: 'text',
      event_day: 'text',
      // As filed, or UNKNOWN_STAKE.
      percent: 'real',
      shares: 'real',
      // See HOLDER_FLAGS.
      flags: 'integer',
      json: 'text',
    },
    key: ['cik', 'accession'],
    scope: ['cik'],
    // Each has all columns that schedules are found and sorted by, so that only the rows of the answer are read.
    indexes: {
      by_time: [...HOLDER_ORDER, 'cik', 'flags', 'percent'],
      by_company: ['cik', ...HOLDER_ORDER, 'flags', 'percent'],
      by_event: ['event_day DESC', ...HOLDER_ORDER, 'cik', 'flags', 'percent'],
      by_percent: ['percent DESC', ...HOLDER_ORDER, 'cik', 'flags'],
      by_shares: ['shares DESC', ...HOLDER_ORDER, 'cik', 'flags', 'percent'],
    },
  },
  /** What a schedule is found by, beside its company: see holder-subjects.ts. */
  holder_subject: {
    name: 'holder_subject',
    columns: { cik: 'text', accession: 'text', subject: 'text' },
    key: ['cik', 'accession', 'subject'],
    scope: ['cik'],
    indexes: { by_subject: ['subject', 'cik', 'accession'] },
  },
  /** Managers who file Form 13F, by the name in their newest report. */
  manager: {
    name: 'manager',
    columns: {
      cik: 'text',
      // See `foldedWords`.
      words: 'text',
      // Last day of the newest quarter with a report.
      period: 'text',
      // Its total, or UNKNOWN_CENTS.
      cents: 'integer',
      // JSON: see `ManagerListing`.
      json: 'text',
    },
    key: ['cik'],
    scope: [],
    indexes: { by_value: ['cents DESC', 'cik', 'words', 'period'] },
  },
  /** The report of a manager for a quarter. `part` is the last digit of the CIK. */
  manager_report: {
    name: 'manager_report',
    // `packed`: positions (packed-positions.ts) in base64, which every engine stores as text.
    columns: { period: 'text', part: 'text', cik: 'text', json: 'text', packed: 'text' },
    key: ['period', 'part', 'cik'],
    scope: ['period', 'part'],
    indexes: { by_manager: ['cik', 'period'] },
  },
  /** Each quarter of all managers. `filers`: who reported (packed-positions.ts) in base64. */
  manager_quarter: {
    name: 'manager_quarter',
    columns: { period: 'text', json: 'text', filers: 'text' },
    key: ['period'],
    scope: ['period'],
    indexes: {},
  },
  /** Who holds a security at the end of a quarter. `part` is the first letter or digit of the CUSIP. */
  security_holders: {
    name: 'security_holders',
    columns: {
      period: 'text',
      part: 'text',
      cusip: 'text',
      holders: 'integer',
      new_holders: 'integer',
      exits: 'integer',
      // What those who filed both quarters bought, less what they sold, in USD.
      net: 'real?',
      // 1 if shares seem to have been split since the quarter before.
      is_split: 'integer',
      json: 'text',
      // Holders (packed-positions.ts) in base64.
      packed: 'text',
    },
    key: ['period', 'part', 'cusip'],
    scope: ['period', 'part'],
    indexes: {
      by_cusip: ['cusip', 'period'],
      by_holders: ['period', 'holders DESC', 'cusip'],
      by_new: ['period', 'new_holders DESC', 'cusip'],
      by_exits: ['period', 'exits DESC', 'cusip'],
      by_net: ['period', 'net', 'cusip'],
      by_split: ['is_split', 'period', 'cusip'],
    },
  },
  /** What filers call a security. `part` as above; ticker and CIK of the issuer are '' where they are not certain. */
  held_security: {
    name: 'held_security',
    columns: { part: 'text', cusip: 'text', name: 'text', title: 'text', ticker: 'text', cik: 'text' },
    key: ['part', 'cusip'],
    scope: ['part'],
    indexes: { by_cusip: ['cusip'], by_ticker: ['ticker', 'cusip'] },
  },
  eu_row: {
    name: 'eu_row',
    columns: {
      market: 'text',
      filing_id: 'text',
      publication_at: 'text',
      isin: 'text?',
      currency: 'text?',
      total_value: 'real?',
      lei: 'text?',
      // P or S; '' if the register's word is neither.
      direction: 'text',
      // See `foldedWords`.
      issuer_words: 'text',
      manager_words: 'text',
      // See `sortName`.
      issuer_name: 'text',
      manager_name: 'text',
      // Date of the trade; '' if unknown.
      traded: 'text',
      json: 'text',
    },
    key: ['market', 'filing_id'],
    scope: ['market'],
    indexes: {
      // With every filter, so that a search reads whole rows only to give them.
      by_time: [
        'market',
        'publication_at DESC',
        'filing_id',
        'currency',
        'total_value',
        'direction',
        'lei',
        'issuer_words',
        'manager_words',
      ],
      by_value: ['market', 'currency', 'total_value DESC', 'publication_at DESC', 'filing_id', 'direction'],
      by_traded: ['market', 'traded DESC', 'publication_at DESC', 'filing_id', 'currency', 'total_value'],
      by_issuer: ['market', 'issuer_name', 'publication_at DESC', 'filing_id', 'currency', 'total_value'],
      by_manager: ['market', 'manager_name', 'publication_at DESC', 'filing_id', 'currency', 'total_value'],
      by_isin: ['market', 'isin', 'publication_at DESC', 'filing_id', 'currency', 'total_value'],
      by_lei: ['market', 'lei', 'publication_at DESC', 'filing_id', 'currency', 'total_value'],
    },
  },
  /** What entered, changed or left: see docs/reference.md, "Changes". A generation never changes, and leaves as a whole. */
  change: {
    name: 'change',
    columns: {
      generation: 'integer',
      position: 'integer',
      at: 'text',
      kind: 'text',
      event: 'text',
      reason: 'text',
      // '' if no amount is known.
      currency: 'text',
      cents: 'integer',
      // See change-facts.ts.
      facts: 'text',
    },
    key: ['generation', 'position'],
    scope: ['generation'],
    indexes: {
      // With every filter, so that a search reads whole rows only to give them.
      by_place: ['generation', 'position', 'kind', 'event', 'currency', 'cents'],
      by_time: ['at', 'generation'],
    },
  },
  /** What a change is found by: see `subjectOf`. */
  change_subject: {
    name: 'change_subject',
    columns: { subject: 'text', generation: 'integer', position: 'integer' },
    key: ['subject', 'generation', 'position'],
    scope: ['generation'],
    indexes: { by_generation: ['generation'] },
  },
  /**
   * Short lists: clusters, streaks, trackers, members. The row with the name '' has the names of all others in their order: one
   * that comes first moves the others, and changes none of their rows.
   */
  list_row: {
    name: 'list_row',
    columns: { list: 'text', name: 'text', page: 'text', json: 'text' },
    key: ['list', 'name'],
    scope: ['list'],
    indexes: {},
  },
  /** The lists of tracked portfolios: the rows of `tracker/…` documents, one by one. */
  tracker_row: {
    name: 'tracker_row',
    columns: {
      slug: 'text',
      // holding, exit or transaction.
      list: 'text',
      position: 'integer',
      // What changed since the last report, or the type of a transaction; '' if unknown.
      kind: 'text',
      // Upper case; '' if unknown.
      ticker: 'text',
      ticker_base: 'text',
      // Date of a transaction; '' if unknown.
      traded: 'text',
      // Value of a holding or an exit of a 13F; UNKNOWN_CENTS for all others.
      cents: 'integer',
      json: 'text',
    },
    key: ['slug', 'list', 'position'],
    scope: [],
    indexes: { by_kind: ['kind', 'cents DESC', 'slug', 'list', 'position'] },
  },
  /** The positions of 13F portfolios in each quarter, largest first: read only to compare quarters. */
  tracker_holding: {
    name: 'tracker_holding',
    // `json`: a `QuarterPosition`.
    columns: { slug: 'text', period_end: 'text', position: 'integer', cusip: 'text', json: 'text' },
    key: ['slug', 'period_end', 'position'],
    scope: ['slug', 'period_end'],
    indexes: { by_cusip: ['slug', 'cusip', 'period_end', 'position'] },
  },
  /** The names that the search finds beside people: see search-entries.ts. */
  search_chunk: {
    name: 'search_chunk',
    // `names` and `facts` have a line for each entry.
    columns: { list: 'text', chunk: 'text', names: 'text', facts: 'text' },
    key: ['list', 'chunk'],
    scope: ['list'],
    indexes: {},
  },
  /** The document that a record was read from, as it was downloaded. */
  source_document: {
    name: 'source_document',
    columns: {
      // The accession number or the id of the report or notification.
      record: 'text',
      register: 'text',
      // The key of the document within the register: '' if that is `record`, or that of a file of many records.
      document: 'text',
      url: 'text',
      // In base64.
      sha256: 'text',
      bytes: 'integer',
      retrieved_at: 'text',
    },
    key: ['record', 'register'],
    scope: ['record'],
    indexes: {},
  },
  /** The signed manifests of generations. No manifest counts this table. */
  manifest: {
    name: 'manifest',
    // `json`: see src/proof/manifest.ts.
    columns: { number: 'integer', sha256: 'text', json: 'text' },
    key: ['number'],
    scope: ['number'],
    indexes: {},
  },
  /** Whole documents: tracked portfolios and their quarters, the labels of transactions, the states of the sources, totals. */
  document: {
    name: 'document',
    columns: { name: 'text', json: 'text' },
    key: ['name'],
    scope: [],
    indexes: {},
  },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;
export const TABLES: Readonly<Record<TableName, Table>> = tables;

/** All rows of one scope of a table, as they are from now on. */
export interface ScopeRows {
  table: TableName;
  /** The values of the scope's columns. */
  scope: readonly SqlValue[];
  rows: readonly Row[];
}

/** `"row"` and the like are words of SQL. */
export const quoted = (column: string): string => {
  const [name, ...direction] = column.split(' ');
  return [`"${name}"`, ...direction].join(' ');
};
