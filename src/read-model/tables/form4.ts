/** Tables of the Forms 3, 4, 5 and 144: rows, people, what they own and plan to sell, and issuers. */

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
  // When the lots became public; '' where this filing made them so.
  first_filed_at: 'text',
} as const;

export const FORM4_TABLES = {
  /** Open-market Form 4 rows. `cents` is the value in US cents: sums of whole numbers are the same on every engine. */
  filing: {
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
        'first_filed_at',
      ],
      by_ticker: ['ticker_base', 'filed_at DESC', 'accession', 'row', 'code', 'cents', 'flags', 'ticker'],
      by_value: ['code', 'cents DESC', 'filed_at DESC', 'accession', 'row', 'flags'],
      by_traded: ['code', 'traded DESC', 'filed_at DESC', 'accession', 'row', 'cents', 'flags'],
      by_shares: ['code', 'shares DESC', 'filed_at DESC', 'accession', 'row', 'cents', 'flags'],
      by_price: ['code', 'price DESC', 'filed_at DESC', 'accession', 'row', 'cents', 'flags'],
      by_name: ['code', 'owner_name', 'filed_at DESC', 'accession', 'row', 'cents', 'flags'],
      by_change: ['code', 'change DESC', 'filed_at DESC', 'accession', 'row', 'cents', 'flags'],
      by_owner: ['owner_cik', 'cik', 'code', 'filed_at DESC', 'accession', 'row', 'cents', 'flags', 'traded'],
      by_cik: [
        'cik',
        'code',
        'filed_at DESC',
        'accession',
        'row',
        'cents',
        'flags',
        'traded',
        'owner_cik',
        'first_filed_at',
      ],
    },
  },
  /** People: identity, and what their page shows besides transactions. A person whom no filing names is not here. */
  insider: {
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
    // `transactions` counts what is packed.
    columns: { accession: 'text', cik: 'text', filed_at: 'text', transactions: 'integer', packed: 'text' },
    key: ['accession', 'cik'],
    scope: ['accession'],
    indexes: { by_person: ['cik', 'filed_at DESC', 'accession', 'transactions'] },
  },
  /** Rows of the Forms 3 and 5: transactions, holdings, and statements that nothing is owned. */
  form35_row: {
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
    // `packed`: see packed-owned-lines.ts.
    columns: { cik: 'text', total: 'integer', packed: 'text' },
    key: ['cik'],
    scope: ['cik'],
    indexes: {},
  },
  /** Notices of Form 144, each with the sales on Form 4 that it is matched with. */
  planned_sale: {
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
    // `codes`: JSON, see issuer-records.ts.
    columns: { cik: 'text', name: 'text', ticker: 'text', codes: 'text' },
    key: ['cik'],
    scope: [],
    indexes: {},
  },
  issuer_cusip: {
    columns: { cusip: 'text', cik: 'text' },
    key: ['cusip'],
    scope: [],
    indexes: {},
  },
  /** What the filings of an issuer say of its names and owners: see issuer-records.ts. */
  issuer_record: {
    // JSON arrays.
    columns: { cik: 'text', names: 'text', insiders: 'text' },
    key: ['cik'],
    scope: ['cik'],
    indexes: {},
  },
} as const;
