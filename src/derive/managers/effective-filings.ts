/**
 * Which filings of a manager make up its report of a quarter: the last original or restatement, and every addition of
 * new holdings after it that does not repeat the report.
 */

import { compareText } from '../../collections.js';
import type {
  ManagerQuarterState,
  ReportNote,
  StoredManagerFiling,
} from '../../records/portfolios/manager-quarter.js';
import { KIND_MASK, unpackPositions } from '../../records/portfolios/packed-positions.js';
import { type Amounts, repeatsReport } from '../portfolios/repeated-report.js';

export interface EffectiveManagerReport {
  state: ManagerQuarterState;
  /** Those that count, the base first; the notice of a manager that reports nothing. */
  counting: StoredManagerFiling[];
  /** All, oldest first. */
  filings: StoredManagerFiling[];
  notes: Set<ReportNote>;
}

/** An amendment that does not say what it is restates if it has nearly as many rows as the report: at most so many more or fewer. */
const NEAR_SHARE = 0.2;
const NEAR_ROWS = 2;

/** @param given all filings of one manager for one quarter, at least one */
export function effectiveManagerReport(given: readonly StoredManagerFiling[]): EffectiveManagerReport {
  const filings = [...given].sort(
    (a, b) =>
      compareText(a.filedDate, b.filedDate) ||
      Number(isAmendment(a)) - Number(isAmendment(b)) ||
      compareText(a.accession, b.accession),
  );
  const notes = new Set<ReportNote>();
  let counting: StoredManagerFiling[] = [];
  for (const filing of filings) {
    if (isNotice(filing)) continue;
    const kind = kindOf(filing, counting[0]);
    if (kind === 'not-applied') notes.add('amendment-not-applied');
    else if (kind === 'adds') {
      if (counting.length === 0) notes.add('addition-without-report');
      const added = amountsOf(filing);
      const others = counting.filter((one) => !repeatsReport(added, amountsOf(one)));
      if (others.length < counting.length) notes.add('addition-repeats-report');
      counting = others[0] === counting[0] ? [...others, filing] : [filing, ...others];
    } else {
      if (kind === 'replaces' && filing.formType === '13F-HR' && counting.length > 0)
        notes.add('second-report');
      if (kind === 'seems-to-replace') notes.add('amendment-type-assumed');
      // The report has come.
      notes.delete('addition-without-report');
      counting = [filing];
    }
  }
  return { ...stateOf(counting, filings), filings, notes };
}

function amountsOf(filing: StoredManagerFiling): Amounts {
  return new Map(
    unpackPositions(filing.packed()).map(({ key, flags, amount }) => [`${flags & KIND_MASK} ${key}`, amount]),
  );
}

const isNotice = ({ formType }: Pick<StoredManagerFiling, 'formType'>): boolean =>
  formType.startsWith('13F-NT');

/** It comes after what it amends: the accession numbers of two filing agents have no common order. */
const isAmendment = ({ formType }: StoredManagerFiling) => formType.endsWith('/A');

function kindOf(
  { formType, amendmentType, rowCount }: StoredManagerFiling,
  base: StoredManagerFiling | undefined,
): 'replaces' | 'adds' | 'seems-to-replace' | 'not-applied' {
  if (formType === '13F-HR' || amendmentType === 'RESTATEMENT') return 'replaces';
  if (amendmentType === 'NEW HOLDINGS') return 'adds';
  if (base === undefined) return 'not-applied';
  const difference = Math.abs(rowCount - base.rowCount);
  return difference <= Math.max(NEAR_ROWS, base.rowCount * NEAR_SHARE) ? 'seems-to-replace' : 'not-applied';
}

function stateOf(
  counting: StoredManagerFiling[],
  filings: readonly StoredManagerFiling[],
): Pick<EffectiveManagerReport, 'state' | 'counting'> {
  const [base] = counting;
  if (base === undefined) {
    const notices = filings.filter(isNotice);
    // A report that cannot be applied is neither a portfolio nor a notice.
    return notices.length === 0 || notices.length < filings.length
      ? { state: 'unread', counting: [] }
      : { state: 'notice', counting: notices.slice(-1) };
  }
  if (counting.some(isTableMissing)) return { state: 'unread', counting };
  // Empty on purpose: the report was filed under the wrong manager, or by mistake. Its holdings are not sold.
  if (base.amendmentType === 'RESTATEMENT' && counting.every(({ positionCount }) => positionCount === 0))
    return { state: 'withdrawn', counting };
  return { state: 'holdings', counting };
}

/** Rows were stated and none came: as an empty portfolio it would show a sale of everything. */
function isTableMissing({ rowCount, tableEntryTotal }: StoredManagerFiling): boolean {
  return rowCount === 0 && tableEntryTotal !== 0;
}
