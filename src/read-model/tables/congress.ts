/** Tables of members of Congress and their trades. */

const TRADE_ORDER = [
  'disclosure_date DESC',
  'transaction_date DESC',
  'document_id DESC',
  'row DESC',
] as const;
const TRADE_FACTS = ['cents', 'flags', 'delay', 'state'] as const;

export const CONGRESS_TABLES = {
  /** Current slugs (place 1) and earlier ones (place 2) of members of Congress. */
  member_slug: {
    columns: { slug: 'text', place: 'integer', member_id: 'text' },
    key: ['slug', 'place'],
    scope: [],
    indexes: {},
  },
  member: {
    // `sort_name`: the surname first, without accents, in lower case. `summary`: the row of the list of members.
    columns: { member_id: 'text', json: 'text', sort_name: 'text', page: 'text', summary: 'text' },
    key: ['member_id'],
    scope: ['member_id'],
    indexes: {},
  },
  member_trade: {
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
    columns: { member_id: 'text', document_id: 'text', disclosure_date: 'text', json: 'text' },
    key: ['member_id', 'document_id'],
    scope: ['member_id'],
    indexes: {},
  },
} as const;
