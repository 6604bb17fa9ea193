/** Tables of who holds securities: Schedules 13D and 13G, and the 13F reports of all managers. */

const HOLDER_ORDER = ['filed_at DESC', 'accession'] as const;

export const HOLDING_TABLES = {
  /** Schedules 13D and 13G. */
  holder_filing: {
    columns: {
      // The company's.
      cik: 'text',
      accession: 'text',
      filed_at: 'text',
      event_day: 'text',
      // As filed; UNKNOWN_STAKE if it is not stated, or (percent) contradicted.
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
    columns: { cik: 'text', accession: 'text', subject: 'text' },
    key: ['cik', 'accession', 'subject'],
    scope: ['cik'],
    indexes: { by_subject: ['subject', 'cik', 'accession'] },
  },
  /** Managers who file Form 13F, by the name in their newest report. */
  manager: {
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
    // `packed`: positions (packed-positions.ts) in base64, which every engine stores as text.
    columns: { period: 'text', part: 'text', cik: 'text', json: 'text', packed: 'text' },
    key: ['period', 'part', 'cik'],
    scope: ['period', 'part'],
    indexes: { by_manager: ['cik', 'period'] },
  },
  /** Each quarter of all managers. `filers`: who reported (packed-positions.ts) in base64. */
  manager_quarter: {
    columns: { period: 'text', json: 'text', filers: 'text' },
    key: ['period'],
    scope: ['period'],
    indexes: {},
  },
  /** Who holds a security at the end of a quarter. `part` is the first letter or digit of the CUSIP. */
  security_holders: {
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
    columns: { part: 'text', cusip: 'text', name: 'text', title: 'text', ticker: 'text', cik: 'text' },
    key: ['part', 'cusip'],
    scope: ['part'],
    indexes: { by_cusip: ['cusip'], by_ticker: ['ticker', 'cusip'] },
  },
} as const;
