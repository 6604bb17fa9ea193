/** What is derived of a quarter of all managers: of each manager, of each security, and of all. */

import type { AmendmentType } from './form13f.js';
import type { ManagerFiling, ManagerForm, ReportingManager } from './manager-filing.js';

/** A filing as the store gives it: its table is read only when it is needed. */
export interface StoredManagerFiling
  extends Omit<ManagerFiling, 'kind' | 'packed' | 'securities' | 'dataSet'> {
  packed(): Buffer;
}

/**
 * `holdings`: a report counts, perhaps one without any holding. `withdrawn`: a restatement replaced it by nothing.
 * `notice`: another manager reports. `unread`: its table is missing.
 */
export type ManagerQuarterState = 'holdings' | 'withdrawn' | 'notice' | 'unread';

/** `corrected`: known prices show that the unit is not that of the filing date. `unchecked`: too few are known. */
export type UnitCheck = 'confirmed' | 'corrected' | 'undecided' | 'unchecked';

const REPORT_NOTES = [
  'rows-differ',
  'value-differs',
  'unit-corrected',
  'unit-unchecked',
  'unit-undecided',
  'amendment-not-applied',
  'amendment-type-assumed',
  'addition-without-report',
  'addition-repeats-report',
  'second-report',
  'second-report-not-applied',
  'values-unreadable',
  'values-contradicted',
  'empty-report',
  'confidential-rows-withheld',
  'confidential-rows-added',
  'part-with-other-manager',
] as const;
export type ReportNote = (typeof REPORT_NOTES)[number];

/** One filing of a manager for a quarter, and whether it counts. */
export interface QuarterFiling {
  accession: string;
  form: ManagerForm;
  amendmentType: AmendmentType | null;
  filedDate: string;
  rows: number;
  isEffective: boolean;
}

export interface ManagerQuarterFacts {
  cik: string;
  name: string;
  periodEnd: string;
  state: ManagerQuarterState;
  /** Date of the last filing that counts, or of the notice; YYYY-MM-DD. */
  filedDate: string;
  /** Sum of all positions, options at the value of their underlying shares included; null if one is not known, or contradicted. */
  totalUsd: number | null;
  /** What the summary pages state; null if one of them states none, or if a value is contradicted. */
  statedUsd: number | null;
  rows: number;
  statedRows: number | null;
  positions: number;
  notes: ReportNote[];
  /** Who reports for it: of a notice, and of a report of a part. */
  otherManagers: ReportingManager[];
  /** Oldest first. */
  filings: QuarterFiling[];
  /** Securities that came or went since the quarter before and seem to have another CUSIP in one of the two; only if there are some. */
  renumbered?: string[];
}

/** One security in a quarter. Counts and sums are of shares; options and principal amounts are only counted. */
export interface SecurityQuarterFacts {
  holders: number;
  /** Sums as reported: managers that report the same shares are both in it. */
  shares: number;
  valueUsd: number;
  putHolders: number;
  callHolders: number;
  principalHolders: number;
  /** Managers who filed both quarters, and for whom the change is sure. */
  newHolders: number;
  exits: number;
  added: number;
  trimmed: number;
  held: number;
  /** Changes that are not stated, or not sure. */
  unsure: number;
  /** Sum over those who filed both quarters, without those who repeat the value as shares, have an empty report or another CUSIP; null without a quarter before, and with `maybeSplit`. */
  sharesChange: number | null;
  /** `sharesChange` at `price`; null if either is not known, and if hardly any manager held it in one of the two quarters. */
  netUsd: number | null;
  /** The middle of the prices that the reports imply; null if fewer than five do. */
  price: number | null;
  maybeSplit: boolean;
  /** The quarter that it is compared with; null if there is none. */
  priorPeriodEnd: string | null;
  /** CIKs of the managers whose report has it under another CUSIP in one of the two quarters, it seems; only if there are some. */
  renumbered?: number[];
}

export interface QuarterFacts {
  periodEnd: string;
  /** Managers whose holdings count. */
  managers: number;
  notices: number;
  withdrawn: number;
  unread: number;
  positions: number;
  securities: number;
  /** As reported, by all managers: see `SecurityQuarterFacts`. */
  valueUsd: number;
  /** Reports with a note, by note. */
  notes: Partial<Record<ReportNote, number>>;
}
