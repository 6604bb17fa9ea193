/** The smaller views of a tracked portfolio (docs/reference.md, "Tracked portfolios"). */

import { z } from 'zod/v3';
import { congressTrade } from './congress.js';
import { holding, snapshot, trackerDetail } from './tracker.js';
import { comparedPosition, positionQuarter, trackerChange, trackerQuarter } from './tracker-changes.js';

export const TRACKER_VIEWS = [
  'full',
  'summary',
  'changes',
  'holdings',
  'transactions',
  'quarters',
  'history',
] as const;

const { identity, congressActivity, ogeTransactions, filingHistory, caveatKeys } = trackerDetail.shape;
const count = z.number().int();
const changeCounts = z.object({
  new: count,
  added: count,
  trimmed: count,
  held: count,
  unknown: count,
  exit: count,
});

/** What every view but `full` begins with. */
export const trackerHead = z.object({
  identity,
  sourceBadge: z.string(),
  snapshot: snapshot
    .omit({ holdings: true, quarterChanges: true })
    .extend({
      priorPeriodLabel: z
        .string()
        .nullable()
        .describe('13F: the report that changes are counted from; null without one'),
    })
    .nullable(),
  changeCounts: changeCounts
    .nullable()
    .describe(
      '13F only: positions by their change since the previous report; unknown where a split may be missing. Null without a previous report',
    ),
  congressActivity,
  transactionCount: count
    .nullable()
    .describe('Transactions that the view transactions has without filters; null for a 13F'),
  reportCount: count.describe('Reports in filingHistory'),
  unreadCount: count.describe('How many of them could not be read: what they list is missing here'),
  latestReport: filingHistory.element.nullable().describe('The newest report'),
  caveatKeys,
});
export type TrackerHead = z.infer<typeof trackerHead>;

/** A row of `ogeTransactions`. */
export const ogeTransaction = ogeTransactions.unwrap().element;

/** Every field that a row of a view may have. */
export const anyTrackerRow = z.object({
  ...holding.shape,
  ...trackerChange.shape,
  ...comparedPosition.shape,
  ...positionQuarter.shape,
  ...trackerQuarter.shape,
  ...ogeTransaction.shape,
  ...congressTrade.shape,
});

const comparison = z.object({
  quarter: trackerQuarter,
  compare: trackerQuarter.nullable().describe('Null without an earlier quarter here'),
  counts: changeCounts.describe('All positions of the comparison, without filters'),
});

const table = z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) });
const list = <R extends z.AnyZodObject>(row: R) => z.union([z.array(row.partial()), table]).optional();

/** An answer of any view but `full`. */
export const trackerView = trackerHead.extend({
  view: z.enum(TRACKER_VIEWS),
  comparison: comparison
    .optional()
    .describe('With quarter, compare, sort or order: what holdings and changes are of'),
  holdings: z.union([z.array(holding.partial()), z.array(comparedPosition.partial()), table]).optional(),
  changes: z.union([z.array(trackerChange.partial()), z.array(comparedPosition.partial()), table]).optional(),
  quarters: list(trackerQuarter),
  history: list(positionQuarter),
  transactions: z
    .union([z.array(ogeTransaction.partial()), z.array(congressTrade.partial()), table])
    .optional(),
  leftOut: z
    .object({ undated: count, untyped: count })
    .optional()
    .describe(
      'View transactions: how many fit but for a date or a type that is not known; 0 without such a filter',
    ),
});

/** The fields of rows that are given without `fields`: all that say something for their archetype. */
const BRACKET_HOLDING = [
  'ticker',
  'issuerName',
  'netUsd',
  'openBrackets',
  'openSales',
  'weight',
  'asOfDate',
  'currentPriceUsd',
] as const;
const FUND_HOLDING = Object.keys(holding.shape).filter(
  (name) =>
    ![
      ...['netUsd', 'openBrackets', 'openSales', 'asOfDate', 'isNew'],
      ...['tradeCount', 'owners', 'assetTypes'],
    ].includes(name),
);
const TRADE = [
  'transactionDate',
  'disclosureDate',
  'dateDoubtful',
  'possibleRepeatOf',
  'correction',
  'ticker',
  'assetDescription',
  // An option is not the share, and a put is its opposite.
  'assetType',
  'optionTerms',
  'type',
  'owner',
  'amountLabel',
  'daysToDisclosure',
  'late',
  'sourceLink',
] as const;

/** The names of all fields of each list, and of those that are given without `fields`. */
export const TRACKER_COLUMNS = {
  fundHoldings: { all: Object.keys(holding.shape), usual: FUND_HOLDING },
  bracketHoldings: { all: Object.keys(holding.shape), usual: [...BRACKET_HOLDING] },
  changes: { all: Object.keys(trackerChange.shape), usual: Object.keys(trackerChange.shape) },
  compared: { all: Object.keys(comparedPosition.shape), usual: Object.keys(comparedPosition.shape) },
  quarters: { all: Object.keys(trackerQuarter.shape), usual: Object.keys(trackerQuarter.shape) },
  history: { all: Object.keys(positionQuarter.shape), usual: Object.keys(positionQuarter.shape) },
  ogeTransactions: { all: Object.keys(ogeTransaction.shape), usual: Object.keys(ogeTransaction.shape) },
  trades: { all: Object.keys(congressTrade.shape), usual: [...TRADE] },
} as const;
