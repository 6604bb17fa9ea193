/**
 * What derivation decides about stored rows. The store keeps it next to the filed facts and can always
 * rebuild it.
 */

import type { Acquisition } from '../../tools/contract/shapes/acquisition.js';
import type { OptionTerms } from '../../tools/contract/shapes/congress.js';
import type { EuRowFacts } from '../../tools/contract/shapes/eu.js';
import type { HolderFacts } from '../../tools/contract/shapes/holder.js';
import type { SignalQuality } from '../../tools/contract/shapes/insider.js';
import type { StockActReport, StockActTrade } from './congress/stock-act.js';
import type { Warning } from './crawl.js';
import type { Implausibility } from './form4/form4.js';
import type { ShareSplit, StatedSplit } from './form4/share-basis.js';

export type { SignalQuality } from '../../tools/contract/shapes/insider.js';

/** How a row relates to all rows of its issuer. */
type RowStatus =
  | 'canonical' // the one row of its economic lot
  | 'duplicate' // the same lot is in another filing; shown to owners whom that filing does not name
  | 'superseded'; // restated by a 4/A, or repeated by other filings, for all owners of the filing

export interface DerivedForm4Row {
  accession: string;
  row: number;
  status: RowStatus;
  /** filingId of the row that represents this one; null for a canonical row. */
  representedBy: string | null;
  /** When another filing made the lot public before this one did, ISO 8601 UTC; null where none did. */
  firstFiledAt: string | null;
  /** True for canonical, non-derivative, plausible P and S rows with shares and a price, for which something was paid. */
  inFeed: boolean;
  /**
   * A security other than the one of the issuer's symbol: the row is in the feed but not in clusters, streaks
   * and closes.
   */
  isOtherSecurity: boolean;
  /** The owner that the feed names for this row. */
  ownerCik: string;
  isPairedExercise: boolean;
  /** USD rounded to cents, null when shares or price are unknown. */
  totalValue: number | null;
  /** How a purchase was made; null for other codes. */
  acquisition: Acquisition | null;
  signalQuality: SignalQuality;
  /** The transaction code in plain words. */
  intentLabel: string;
  /** Why figures or the day cannot be right: on their own, or because other statements contradict them. */
  implausible: Array<Implausibility | DerivedDoubt>;
}

/** The price is not known. */
export const DOUBTS_OF_PRICE: ReadonlyArray<Implausibility | DerivedDoubt> = [
  'total-as-price',
  'price-unlike-others',
  'price-without-support',
  'price-outside-stated-range',
  'price-per-cent-of-principal',
];
/** The number of shares is not known. */
export const DOUBTS_OF_SHARES: ReadonlyArray<Implausibility | DerivedDoubt> = ['shares-above-holding'];

/** What other statements say against a row. */
export type DerivedDoubt =
  | 'total-as-price' // divided by the number of shares the price is that of other filings
  | 'price-unlike-others' // far above what other filings, and closes, of these days state
  | 'price-without-support' // more than 10,000 USD a share, and no other filing or close has a similar price
  | 'price-per-cent-of-principal' // of a note, near 100, beside a number that is its principal in USD
  | 'shares-above-holding' // a purchase of more shares than are held after it
  | 'date-before-period'; // a year before the period of the report, which is the day of its earliest trade

export interface DerivedIssuer {
  issuerCik: string;
  /** The cleaned trading symbol, '' when the issuer has none that can be relied on. */
  ticker: string;
  /** The name on the newest filing. */
  name: string;
  /** The names before it, the latest first. */
  formerNames: readonly string[];
  /** The splits that its filings show, the oldest first. */
  splits: readonly ShareSplit[];
  /** The filings that were derived: all of the issuer, or those that new ones can concern. */
  accessions: readonly string[];
  rows: DerivedForm4Row[];
}

/** The part of a filing that says something about the whole issuer. */
export interface FilingHead {
  accession: string;
  /** It was never derived. */
  isNew: boolean;
  /** ISO 8601 UTC */
  filedAt: string;
  issuerName: string;
  tradingSymbol: string | null;
  foreignTradingSymbol: string | null;
}

/** What connects the filings of an issuer: their owners and their rows. */
export interface FilingLinks {
  owners: Array<{ accession: string; cik: string }>;
  rows: RowLink[];
  /** The splits that they state. */
  stated: StatedSplit[];
}

export interface RowLink {
  accession: string;
  row: number;
  isDerivative: boolean;
  /** Nothing of the row is impossible on its own. */
  isSound: boolean;
  transactionDate: string | null;
  code: string | null;
  shares: number | null;
  price: number | null;
  /** Shares or value owned after the transaction. */
  after: number | null;
  /** Acquired or disposed of. */
  way: 'A' | 'D' | null;
  ownership: 'D' | 'I' | null;
  nature: string | null;
  hasAdsFootnote: boolean;
  /** Titles of the security and of what underlies it. */
  titles: string[];
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
  /** Once assigned it never changes and never moves to another owner. */
  slug: string;
  /** The name on the newest filing. */
  name: string;
}

export interface ReportedTrade {
  report: StockActReport;
  trade: StockActTrade;
}

/** A row that readers see, with what is derived from it beyond its cells. */
export interface EffectiveTrade extends ReportedTrade {
  optionTerms: OptionTerms | null;
  /** The date of the trade, as filed, is after the filing or before the law. */
  isDateDoubtful: boolean;
  /** House: document id and row of the earlier report that says the same: perhaps one trade. */
  possibleRepeatOf: string | null;
  /** It corrects a row that could not be identified, or it may be the row that such a one corrects. */
  isCorrectionOpen: boolean;
  /** Words in the place of a ticker that are not taken for one; null where there are none. */
  tickerAsFiled: string | null;
}

export interface SupersededTrade extends ReportedTrade {
  /** Document id of the amendment, or of the report that this one repeats. */
  supersededBy: string;
  /**
   * Row of the amendment that replaces this one; null where the report is replaced as a whole (Senate) or repeats
   * another one (House). A row marked `Deleted` names itself.
   */
  supersededByRow: number | null;
}

/** Which rows of one member's reports are in effect. */
export interface EffectiveTrades {
  /** In filing order, each report's rows in document order. */
  effective: EffectiveTrade[];
  superseded: SupersededTrade[];
  warnings: Warning[];
}

/** What derivation decides about a managers' transaction that its register shows. */
export interface DerivedPdmrRow {
  filingId: string;
  /** Why it is excluded from the feed, a stable kebab-case word; null for a row of the feed. */
  exclusion: string | null;
  /** How it is shown, and what it is filtered by; null where `exclusion` is set. */
  feedRow: {
    publicationAt: string;
    isin: string | null;
    currency: string | null;
    totalValue: number | null;
    row: EuRowFacts;
  } | null;
  /** For the journal, when an acquisition or disposal is excluded because of what was filed. */
  warning: Warning | null;
}

/** A Schedule 13D or 13G as readers see it. */
export interface DerivedHolderRow {
  accession: string;
  /** CIKs of the persons and filers. */
  parties: string[];
  row: HolderFacts;
}
