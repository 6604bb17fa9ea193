/**
 * A 13F of any manager as filed: its cover in fields, and its table added up by security and packed, because there are
 * millions of rows. It holds nothing derived: values are in the unit of the report.
 */

import type { AmendmentType, Form13FType, ReportType } from './form13f.js';

export type ManagerForm = Form13FType | '13F-NT' | '13F-NT/A';

/** A manager named on the cover page as one who reports for this one. */
export interface ReportingManager {
  /** Without leading zeros; null where the form gives none. */
  cik: string | null;
  name: string;
}

export interface ManagerFiling {
  kind: 'manager-filing';
  /** With dashes. */
  accession: string;
  /** CIK of the filing manager, without leading zeros. */
  cik: string;
  managerName: string;
  formType: ManagerForm;
  /** Null for an original, and for an amendment that does not say. */
  amendmentType: AmendmentType | null;
  /** Last day of the reported quarter, YYYY-MM-DD. */
  periodEnd: string;
  /** YYYY-MM-DD. The data sets have no time of acceptance. */
  filedDate: string;
  reportType: ReportType | null;
  /** The amendment reports what a request for confidential treatment had withheld. */
  isConfidentialExpired: boolean;
  /** Rows are withheld; null where the form does not say. */
  isConfidentialOmitted: boolean | null;
  /** As the summary page states them, the second in the unit of the report. */
  tableEntryTotal: number | null;
  tableValueTotal: number | null;
  otherManagers: ReportingManager[];
  /** Rows of the table as filed, rows of zeros included. */
  rowCount: number;
  /** Sum of the values of the table that can be read, in the unit of the report. */
  valueSum: number;
  /** How many positions `packed` has; 0 for an empty portfolio and for a notice. */
  positionCount: number;
  /** See packed-positions.ts. */
  packed: Buffer;
  /** The data set that it came in; null for a submission that was read on its own. */
  dataSet: string | null;
  /** What this filing calls its securities; only of a submission that was read on its own. */
  securities?: readonly SecurityName[];
}

/** What filers call a security. Names of one CUSIP differ: of a data set it is the one that most of them use. */
export interface SecurityName {
  /** See `securityKey`. */
  key: string;
  name: string;
  titleOfClass: string;
}

/** All filings of a data set were read: from now on they count. */
export interface ManagerDataSet {
  kind: 'manager-data-set';
  /** Such as 01jun2025-31aug2025. */
  name: string;
  filings: number;
  rows: number;
  securities: readonly SecurityName[];
}

/** The CUSIP, or, for a row without one, its name and class behind a question mark: nothing else identifies it. */
export function securityKey(cusip: string | null, name: string, titleOfClass: string): string {
  return cusip === null || cusip === '' ? `?${name}/${titleOfClass}`.slice(0, 120) : cusip;
}
