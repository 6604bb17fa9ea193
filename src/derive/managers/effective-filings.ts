/** The filings of a manager for a quarter: which of them count, and what they say of its holdings. */

import type {
  ManagerQuarterState,
  ReportNote,
  StoredManagerFiling,
} from '../../records/portfolios/manager-quarter.js';
import {
  KIND_MASK,
  type PackedPosition,
  unpackPositions,
} from '../../records/portfolios/packed-positions.js';
import {
  type Amounts,
  type CountedFiling,
  countedFilings,
  inFilingOrder,
} from '../portfolios/counted-filings.js';

export interface EffectiveManagerReport {
  state: ManagerQuarterState;
  /** Those that count, the base first; the notice of a manager that reports nothing. */
  counting: CountedFiling<StoredManagerFiling>[];
  /** All, oldest first. */
  filings: StoredManagerFiling[];
  notes: Set<ReportNote>;
}

/** @param given all filings of one manager for one quarter, at least one */
export function effectiveManagerReport(given: readonly StoredManagerFiling[]): EffectiveManagerReport {
  const filings = [...given].sort(inFilingOrder);
  const found = countedFilings(
    filings.filter((filing) => !isNotice(filing)),
    (filing) => figuresOf(filing, 'amount'),
    (filing) => figuresOf(filing, 'value'),
  );
  const notes = new Set<ReportNote>(found.notes.map(({ note }) => note));
  return { ...stateOf(found, filings), filings, notes };
}

/** What a position is known by within one manager's report. */
export const positionKey = ({ key, flags }: PackedPosition): string => `${flags & KIND_MASK} ${key}`;

function figuresOf(filing: StoredManagerFiling, figure: 'amount' | 'value'): Amounts {
  return new Map(unpackPositions(filing.packed()).map((one) => [positionKey(one), one[figure]]));
}

const isNotice = ({ formType }: Pick<StoredManagerFiling, 'formType'>): boolean =>
  formType.startsWith('13F-NT');

function stateOf(
  { counted, isWithdrawn }: ReturnType<typeof countedFilings<StoredManagerFiling>>,
  filings: readonly StoredManagerFiling[],
): Pick<EffectiveManagerReport, 'state' | 'counting'> {
  if (counted.some(({ filing }) => isTableMissing(filing))) return { state: 'unread', counting: counted };
  const notice = filings.filter(isNotice).at(-1);
  // A report that cannot be applied is neither a portfolio nor a notice; beside one that was withdrawn the notice holds.
  const isNoticed = isWithdrawn || (counted.length === 0 && filings.every(isNotice));
  if (notice !== undefined && isNoticed)
    return { state: 'notice', counting: [{ filing: notice, repeated: new Set() }] };
  if (counted.length === 0) return { state: 'unread', counting: [] };
  return { state: isWithdrawn ? 'withdrawn' : 'holdings', counting: counted };
}

/** Rows were stated and none came: as an empty portfolio it would show a sale of everything. */
function isTableMissing({ rowCount, tableEntryTotal }: StoredManagerFiling): boolean {
  return rowCount === 0 && tableEntryTotal !== 0;
}
