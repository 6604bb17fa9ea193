/** What derivation decides about stored rows. The store keeps it beside the filed facts and can always rebuild it. */

import type { OptionTerms } from '../../tools/contract/shapes/congress.js';
import type { EuRowFacts } from '../../tools/contract/shapes/eu.js';
import type { SignalQuality } from '../../tools/contract/shapes/insider.js';
import type { StockActReport, StockActTrade } from './congress/stock-act.js';
import type { Warning } from './crawl.js';

export type { SignalQuality } from '../../tools/contract/shapes/insider.js';

/** Where a row stands among all rows of its issuer. */
type RowStatus =
  | 'canonical' // the one row of its economic lot
  | 'duplicate' // the same lot stands in another filing
  | 'superseded'; // restated by a 4/A

export interface DerivedForm4Row {
  accession: string;
  row: number;
  status: RowStatus;
  /** filingId of the row that stands for this one; null for a canonical row. */
  representedBy: string | null;
  /** True for canonical, non-derivative, plausible P and S rows with shares and a price. */
  inFeed: boolean;
  /** Of another security than the issuer's symbol: it stays in the feed and out of clusters, streaks and closes. */
  isOtherSecurity: boolean;
  /** The owner that the feed names for this row. */
  ownerCik: string;
  isPairedExercise: boolean;
  /** USD rounded to cents, null when shares or price are unknown. */
  totalValue: number | null;
  signalQuality: SignalQuality;
  /** The transaction code in plain words. */
  intentLabel: string;
}

export interface DerivedIssuer {
  issuerCik: string;
  /** The cleaned trading symbol, '' when the issuer has none that can be trusted. */
  ticker: string;
  /** The name on the newest filing. */
  name: string;
  rows: DerivedForm4Row[];
}

/** An owner whose filings changed: the names it filed under, oldest first. */
export interface OwnerNames {
  cik: string;
  /** Null when the owner has no slug yet. */
  slug: string | null;
  names: Array<{ name: string; filedAt: string }>;
}

export interface DerivedOwner {
  cik: string;
  /** Once given it never changes and never moves to another owner. */
  slug: string;
  /** The name on the newest filing. */
  name: string;
}

export interface ReportedTrade {
  report: StockActReport;
  trade: StockActTrade;
}

/** A row that readers see, with what is read out of it beyond its cells. */
export interface EffectiveTrade extends ReportedTrade {
  optionTerms: OptionTerms | null;
  /** The date of the trade, as filed, lies after the filing or before the law. */
  isDateDoubtful: boolean;
}

export interface SupersededTrade extends ReportedTrade {
  /** Document id of the amendment. */
  supersededBy: string;
  /**
   * Row of the amendment that replaces this one; null where the report is replaced as a whole (Senate). A row marked
   * `Deleted` names itself.
   */
  supersededByRow: number | null;
}

/** Which rows of one member's reports stand. */
export interface EffectiveTrades {
  /** In the order of filing, each report's rows in its own order. */
  effective: EffectiveTrade[];
  superseded: SupersededTrade[];
  warnings: Warning[];
}

/** What derivation decides about a managers' transaction that its register shows. */
export interface DerivedPdmrRow {
  filingId: string;
  /** Why it stays out of the feed, a stable kebab-case word; null for a row of the feed. */
  exclusion: string | null;
  /** How readers see it, and what they choose it by; null where `exclusion` is set. */
  feedRow: {
    publicationAt: string;
    isin: string | null;
    currency: string | null;
    totalValue: number | null;
    row: EuRowFacts;
  } | null;
  /** For the journal, where an acquisition or disposal is kept out because of what was filed. */
  warning: Warning | null;
}
