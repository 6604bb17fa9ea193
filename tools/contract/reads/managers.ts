/** Queries for the reports of all managers who file Form 13F. */

import type { ListPlace } from '../place.js';
import type {
  HELD_SECURITY_SORTS,
  HeldInQuarter,
  HoldersOf,
  HoldingChange,
  HoldingKind,
  ManagerHit,
  ManagerHolding,
  ManagerReportRow,
  RankedHolding,
  SecurityHolder,
} from '../shapes/managers.js';
import type { ComparedRows, Found } from './found.js';

/** A quarter of all managers. */
export interface ManagersQuarter {
  periodEnd: string;
  /** Managers whose holdings count. */
  managers: number;
}

export interface ManagerSearch {
  /** Words of the name, or null for all. */
  q: string | null;
  cik: string | null;
  after: ListPlace | undefined;
  limit: number;
}

/** Which positions of a comparison, and in which order. Periods are last days of quarters. */
export interface HoldingSearch {
  period: string;
  /** Null if there is no quarter to compare with. */
  prior: string | null;
  changes: readonly HoldingChange[];
  kinds: readonly HoldingKind[];
  minValue: number;
  sort: 'value' | 'amount' | 'change' | 'value_change';
  order: 'desc' | 'asc';
  after: ListPlace | undefined;
  limit: number;
}

/** Securities by one number of a quarter. */
export interface HoldingRankingQuery {
  /** Last day of the quarter. */
  period: string;
  sort: (typeof HELD_SECURITY_SORTS)[number];
  order: 'desc' | 'asc';
  /** Whether the number of the last row given is known, the number, and its CUSIP. */
  after: ListPlace | undefined;
  limit: number;
}

/** A security that managers report. */
export interface HeldSecurity {
  cusip: string;
  ticker: string | null;
  issuerName: string;
  titleOfClass: string;
}

export interface ManagerReads {
  /** Newest first; empty if nothing is derived. */
  managerQuarters(): Promise<ManagersQuarter[]>;
  /** With the largest newest report first. */
  searchManagers(question: ManagerSearch): Promise<Found<Omit<ManagerHit, 'url'>>>;
  /** Newest first; empty for an unknown manager. The name is that of each report. */
  managerReports(cik: string): Promise<Array<ManagerReportRow & { name: string }>>;
  managerHoldings(
    question: HoldingSearch & { cik: string; cusip: string | null; tickers: readonly string[] },
  ): Promise<ComparedRows<ManagerHolding> & { counts: Record<HoldingChange, number> }>;
  /** Newest first: every report of the manager, with each kind of the position that it has. */
  managerHistory(question: { cik: string; cusip: string }): Promise<HeldInQuarter[]>;
  /** By symbol or CUSIP, the one with most holders in the quarter first; empty if no manager reports it. */
  heldSecurities(
    question: { period: string } & ({ ticker: string } | { cusip: string }),
  ): Promise<HeldSecurity[]>;
  /** Securities of a quarter by one number; `net` only where it is known. */
  rankHoldings(
    question: HoldingRankingQuery,
  ): Promise<{ rows: Array<Omit<RankedHolding, 'url'>>; total: number; unreadable: number }>;
  securityHolders(
    question: HoldingSearch & { cusip: string },
  ): Promise<ComparedRows<Omit<SecurityHolder, 'url'>> & { summary: HoldersOf['summary'] }>;
}
