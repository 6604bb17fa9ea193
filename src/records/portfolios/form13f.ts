/**
 * A 13F-HR as filed, normalised: cover page, summary page and information table. It holds nothing derived.
 */

export type Form13FType = '13F-HR' | '13F-HR/A';
export type AmendmentType = 'RESTATEMENT' | 'NEW HOLDINGS';
export type ReportType = '13F HOLDINGS REPORT' | '13F NOTICE' | '13F COMBINATION REPORT';
export type ValueUnit = 'dollars' | 'thousands';

/** Reports filed from this day on state values in dollars; earlier ones in thousands. The period does not matter. */
export const DOLLARS_SINCE = '2023-01-03';

/** False for a period that is a typing mistake: its filing is kept, and no quarter is derived from it. */
export function isQuarterEnd(periodEnd: string): boolean {
  return /-(03-31|06-30|09-30|12-31)$/.test(periodEnd);
}

export interface Holdings13F {
  kind: '13f';
  /** With dashes: 0001619124-21-000002. */
  accession: string;
  /** CIK of the filing manager, without leading zeros. */
  cik: string;
  managerName: string;
  formType: Form13FType;
  /** The kind of an amendment; null for an original, and for an amendment that does not say. */
  amendmentType: AmendmentType | null;
  amendmentNo: number | null;
  /** Last day of the reported quarter. Calendar dates are YYYY-MM-DD everywhere. */
  periodEnd: string;
  /** Acceptance by EDGAR, ISO 8601 UTC with milliseconds. */
  filedAt: string;
  /** True when only the filing date is known: `filedAt` is then the end of that day, Eastern time. */
  filedAtApproximate: boolean;
  /** "FILED AS OF DATE" of the header. */
  filedDate: string;
  reportType: ReportType | null;
  /** Rows of the table as the summary page states them. */
  tableEntryTotal: number | null;
  /** The table's total as stated on the summary page, in `valueUnit`. */
  tableValueTotal: number | null;
  /** True where rows are withheld under a request for confidential treatment; null where the form does not say. */
  isConfidentialOmitted: boolean | null;
  /** Decided by the filing date alone. */
  valueUnit: ValueUnit;
  /** The rows themselves contradict `valueUnit`: derivation must compare them with known prices. */
  valueUnitContradicted: boolean;
  rows: HoldingRow[];
}

/**
 * A row of zeros: of a manager without holdings, which files one row without a CUSIP, or of a position that was sold. It is
 * not a position. A value of 0 alone is a rounded one.
 */
export function isNothingHeld({ value, amount }: Pick<HoldingRow, 'value' | 'amount'>): boolean {
  return value === 0 && amount === 0;
}

/** One row of the information table. A security can be in many rows, one for each combination of managers. */
export interface HoldingRow {
  /** Zero-based position in the table. */
  row: number;
  nameOfIssuer: string;
  titleOfClass: string;
  /**
   * Nine characters in capitals; '' where none was filed. For an option, the CUSIP of the underlying
   * security.
   */
  cusip: string;
  figi: string | null;
  /** As filed, in the unit of the report; null when it cannot be read. */
  value: number | null;
  /** Number of shares, or the principal amount of a bond in dollars: `amountType` says which. */
  amount: number | null;
  /** Null where it cannot be read, and for a row whose put or call cannot be read. */
  amountType: 'SH' | 'PRN' | null;
  /** Null for the security itself. */
  putCall: 'Put' | 'Call' | null;
  discretion: 'SOLE' | 'DFND' | 'OTR' | null;
  /** Numbers of the other managers as filed, such as `4,8,11`. */
  otherManager: string | null;
}
