/** The public shapes of the 13F reports of all managers (docs/reference.md, "All managers"). */

import { z } from 'zod/v3';

export const HOLDING_CHANGES = ['new', 'added', 'trimmed', 'held', 'exit', 'unknown'] as const;
export type HoldingChange = (typeof HOLDING_CHANGES)[number];

export const HOLDING_KINDS = ['shares', 'put', 'call', 'principal', 'unknown'] as const;
export type HoldingKind = (typeof HOLDING_KINDS)[number];

export const REPORT_STATES = ['holdings', 'withdrawn', 'notice', 'unread'] as const;

const day = (text: string) => z.string().describe(`${text}, YYYY-MM-DD`);
const usd = (text: string) => z.number().nullable().describe(`USD. ${text}`);

/** What is compared of a position, in every list. */
const compared = {
  change: z
    .enum(HOLDING_CHANGES)
    .describe(
      'Against the quarter that is compared. unknown: one of the two was not reported, an amount is unknown, a value is contradicted, or shares may have been split',
    ),
  changeIsSure: z
    .boolean()
    .describe(
      'False for unknown, and for new and exit, which counts have as unknown, of a manager who withholds rows or reports a part elsewhere, beside an empty report (mostly a handover), or where the security seems to have another CUSIP',
    ),
  kind: z
    .enum(HOLDING_KINDS)
    .describe(
      'shares; put and call: options, at the value of the underlying shares; principal: bonds, amount in USD; unknown: cannot be read',
    ),
  amount: z
    .number()
    .nullable()
    .describe('Shares, underlying shares or principal, as filed; null for an exit or unknown'),
  priorAmount: z.number().nullable().describe('In the quarter compared; not adjusted for splits'),
  amountChange: z
    .number()
    .nullable()
    .describe('Null if change is unknown, or if the share column repeats the value'),
  amountChangePct: z.number().nullable().describe('Per cent of priorAmount; null for new and unknown'),
  valueUsd: usd(
    'At the end of the quarter, as filed; null for an exit, unknown, or contradicted by the price that other reports imply',
  ),
  priorValueUsd: usd('In the quarter compared'),
} as const;

const name = {
  ticker: z.string().nullable().describe('Null if it is not certain'),
  issuerName: z.string().describe('As most filers write it; empty if no name could be read'),
  titleOfClass: z.string(),
} as const;

export const otherManager = z.object({ cik: z.string().nullable(), name: z.string() });

export const managerReport = z.object({
  quarter: z.string().describe('Such as 2026-Q2'),
  periodEnd: day('Last day of the quarter'),
  state: z
    .enum(REPORT_STATES)
    .describe(
      'holdings: a report counts; withdrawn: a restatement replaced it by nothing; notice: otherManagers report for it; unread: its table is missing',
    ),
  filedAt: day('Last filing that counts'),
  totalValueUsd: usd(
    'Sum of the rows, options at the value of their shares; null if one cannot be read, or is contradicted',
  ),
  statedValueUsd: usd(
    'What the summary pages state; converted like the rows where notes has unit-corrected; null where it has values-contradicted',
  ),
  rows: z.number().int().describe('Rows of the tables that count'),
  statedRows: z.number().int().nullable().describe('What the summary pages state'),
  positions: z.number().int().describe('Rows added up by security and kind'),
  notes: z.array(z.string()).describe('What is particular about it: see the methodology'),
  otherManagers: z.array(otherManager).describe('Who reports for it, all or a part'),
  filings: z
    .array(
      z.object({
        accession: z.string(),
        form: z.string(),
        amendmentType: z.string().nullable(),
        filedAt: day('Filing date'),
        rows: z.number().int(),
        counts: z.boolean().describe('False if a later filing replaced it, or if it cannot be applied'),
        sourceUrl: z.string(),
      }),
    )
    .describe('Oldest first'),
});
export type ManagerReportRow = z.infer<typeof managerReport>;

/** A manager in a list of managers. */
export const managerHit = z.object({
  cik: z.string().describe('The id for get_manager'),
  name: z.string().describe('As in its newest report'),
  quarter: z.string().describe('Its newest report'),
  state: managerReport.shape.state,
  filedAt: managerReport.shape.filedAt,
  totalValueUsd: managerReport.shape.totalValueUsd,
  positions: managerReport.shape.positions,
  quarters: z.number().int().describe('Quarters that are here'),
  url: z.string().describe('Page in this service'),
});
export type ManagerHit = z.infer<typeof managerHit>;
export const MANAGER_BRIEF = ['cik', 'name', 'quarter', 'totalValueUsd', 'positions'] as const;

/** A manager that holds a security, or left it. */
export const securityHolder = z.object({
  cik: z.string().describe('CIK of the manager, for get_manager'),
  manager: z.string(),
  ...compared,
  weight: z
    .number()
    .nullable()
    .describe('Fraction of 1 of its report; null for an exit, unknown, or where the report has no total'),
  notes: managerReport.shape.notes.describe('Those of its report'),
  filedAt: day('Its last filing for the quarter that counts'),
  sourceUrl: z.string().describe('That filing'),
  url: z.string().describe('Page in this service'),
});
export type SecurityHolder = z.infer<typeof securityHolder>;
export const HOLDER_BRIEF = [
  'cik',
  'manager',
  'kind',
  'change',
  'changeIsSure',
  'amount',
  'amountChange',
  'valueUsd',
] as const;

export const holdersOf = z.object({
  cusip: z.string(),
  ...name,
  otherCusips: z.array(z.string()).describe('Other securities with this symbol, if there are any'),
  quarter: z.string(),
  periodEnd: day('Last day of the quarter'),
  compare: z.string().nullable().describe('The quarter compared; null if it is not here'),
  quarters: z.array(z.string()).describe('Quarters that are here, newest first'),
  managersReported: z
    .number()
    .int()
    .describe('Managers whose holdings for the quarter are here, of any security'),
  summary: z
    .object({
      holders: z.number().int().describe('Managers with shares'),
      shares: z.number().describe('As reported: shares that two managers report are counted twice'),
      valueUsd: z.number().describe('USD, sum of the known values'),
      putHolders: z.number().int(),
      callHolders: z.number().int(),
      principalHolders: z.number().int(),
      newHolders: z
        .number()
        .int()
        .describe('This and the next five: of shares, against the quarter compared'),
      exits: z.number().int(),
      added: z.number().int(),
      trimmed: z.number().int(),
      held: z.number().int(),
      unsure: z.number().int().describe('Not stated, or not sure'),
      maybeSplit: z.boolean().describe('Shares seem to have been split in between: amounts are not compared'),
    })
    .nullable()
    .describe('Null if no manager reported it for the quarter'),
  leftOut: z.array(z.string()).describe('What the figures do not show, a sentence each'),
  holders: z.array(securityHolder),
});
export type HoldersOf = z.infer<typeof holdersOf>;

/** A position of a manager. */
export const managerHolding = z.object({
  cusip: z.string().nullable().describe('Null if none was filed'),
  ...name,
  ...compared,
  weight: z
    .number()
    .nullable()
    .describe('Fraction of 1 of the report; null for an exit, unknown, or where the report has no total'),
  priorWeight: z.number().nullable(),
});
export type ManagerHolding = z.infer<typeof managerHolding>;
export const HOLDING_BRIEF = [
  'cusip',
  'ticker',
  'issuerName',
  'kind',
  'change',
  'changeIsSure',
  'amount',
  'valueUsd',
] as const;

/** One position in one quarter. */
export const heldInQuarter = z.object({
  quarter: z.string(),
  periodEnd: day('Last day of the quarter'),
  filedAt: day('Its last filing that counts'),
  state: managerReport.shape.state,
  kind: compared.kind.nullable().describe('Null if the report has no such position'),
  amount: z.number().nullable(),
  valueUsd: usd('As filed; null where contradicted by the price that other reports imply'),
  weight: z.number().nullable(),
  maybeSplit: z.boolean().describe('Shares seem to have been split since the quarter before'),
  sourceUrl: z.string(),
});
export type HeldInQuarter = z.infer<typeof heldInQuarter>;

export const MANAGER_VIEWS = ['holdings', 'changes', 'history', 'reports'] as const;
export type ManagerView = (typeof MANAGER_VIEWS)[number];

export const MANAGER_COLUMNS: Readonly<Record<ManagerView, readonly string[]>> = {
  holdings: Object.keys(managerHolding.shape),
  changes: Object.keys(managerHolding.shape),
  history: Object.keys(heldInQuarter.shape),
  reports: Object.keys(managerReport.shape),
};

/** All fields of the rows of any view. */
export const anyManagerRow = z.object({
  ...managerHolding.shape,
  ...heldInQuarter.shape,
  ...managerReport.shape,
});

export const managerDetail = z.object({
  cik: z.string(),
  name: z.string().describe('As in its newest report'),
  quarters: z.array(z.string()).describe('Quarters that are here, newest first'),
  quarter: z.string().nullable().describe('Null with list=reports and list=history'),
  compare: z.string().nullable().describe('The quarter compared; null if it is not here'),
  report: managerReport.nullable(),
  priorReport: managerReport.nullable().describe('Report for the quarter compared; null if there is none'),
  counts: z
    .object({
      new: z.number().int(),
      added: z.number().int(),
      trimmed: z.number().int(),
      held: z.number().int(),
      exit: z.number().int(),
      unknown: z.number().int(),
    })
    .nullable()
    .describe(
      'Positions by change, those that are not sure as unknown; null with list=reports and list=history',
    ),
  list: z.enum(MANAGER_VIEWS).describe('What rows are'),
  rows: z
    .array(z.union([managerHolding, heldInQuarter, managerReport]))
    .describe('Positions; with list=history quarters, with list=reports reports, newest first'),
});
export type ManagerDetail = z.infer<typeof managerDetail>;

export const HELD_SECURITY_SORTS = ['net', 'new', 'exits', 'holders'] as const;

/** A security in a quarter, over all managers. */
export const heldSecurity = z.object({
  cusip: z.string().describe('For get_holders'),
  ...name,
  quarter: z.string(),
  compare: z.string().nullable().describe('The quarter before; null if it is not here'),
  holders: z.number().int().describe('Managers with shares of it'),
  newHolders: z.number().int(),
  exits: z.number().int(),
  added: z.number().int(),
  trimmed: z.number().int(),
  unsure: z.number().int().describe('Managers whose change is not stated, or not sure'),
  shares: z.number().describe('As reported, by all managers'),
  valueUsd: z.number().describe('USD, sum of the known values'),
  sharesChange: z
    .number()
    .nullable()
    .describe(
      'Sum over those who filed both quarters, without those whose share column repeats the value, whose report is empty, or for whom it has another CUSIP; null if one is unknown, or after a split',
    ),
  netUsd: z
    .number()
    .nullable()
    .describe(
      'sharesChange at the middle price of the quarter; null if one is unknown, or if hardly any manager held it in one of the two quarters',
    ),
  maybeSplit: z.boolean().describe('Shares seem to have been split since the quarter before'),
  url: z.string().describe('Page in this service'),
});
export type RankedHolding = z.infer<typeof heldSecurity>;
export const HELD_SECURITY_BRIEF = [
  'cusip',
  'ticker',
  'issuerName',
  'holders',
  'newHolders',
  'exits',
  'netUsd',
] as const;
