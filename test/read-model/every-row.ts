/** Searches that no filter narrows, for tests that add one of them. */

import type { ChangeSearch } from '../../tools/contract/reads/changes.js';
import type { TradeSearch } from '../../tools/contract/reads/congress.js';
import type { EuSearch } from '../../tools/contract/reads/europe.js';
import type { FeedSearch } from '../../tools/contract/reads/filings.js';
import type { HolderSearch } from '../../tools/contract/reads/holders.js';

export const EVERY_LOT = {
  codes: ['P', 'S'],
  minValue: 0,
  maxValue: null,
  minChange: null,
  tickers: [],
  cik: null,
  owner: null,
  role: null,
  planned: 'all',
  sort: 'filed',
  order: 'desc',
  after: undefined,
} as const satisfies Partial<FeedSearch>;

export const EVERY_TRADE = {
  member: null,
  since: null,
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
} as const satisfies Partial<TradeSearch>;

export const EVERY_SCHEDULE = {
  since: null,
  tickers: [],
  cik: null,
  cusip: null,
  holder: null,
  type: null,
  eventSince: null,
  eventUntil: null,
  crossing: null,
  direction: null,
  minPercent: 0,
  list: 'history',
  sort: 'filed',
  order: 'desc',
  after: undefined,
} as const satisfies Partial<HolderSearch>;

export const EVERY_EU_ROW = {
  isin: null,
  lei: null,
  company: null,
  direction: null,
  minValue: 0,
  currency: null,
  issuer: null,
  manager: null,
  sort: 'published',
  order: 'desc',
  after: undefined,
} as const satisfies Partial<EuSearch>;

export const EVERY_CHANGE = {
  since: null,
  until: null,
  behind: null,
  kinds: [],
  events: [],
  minValue: 0,
  currency: 'USD',
  tickers: [],
  cik: null,
  isin: null,
  owner: null,
  member: null,
  tracker: null,
  after: undefined,
} as const satisfies Partial<ChangeSearch>;
