/**
 * A periodic transaction report under the STOCK Act as filed: one type for both chambers. It holds nothing
 * derived: which rows an amendment replaces is decided later.
 */

export type Chamber = 'house' | 'senate';

/** `Self` also where a House row leaves its optional owner code blank: see `ownerFiled`. */
export type StockActOwner = 'Self' | 'Spouse' | 'Joint' | 'Child' | 'Other';

/** The House files `Sale`, the Senate `Sale (Full)`; both file the others. '' for another word: see `typeFiled`. */
export type StockActType = 'Purchase' | 'Sale' | 'Sale (Full)' | 'Sale (Partial)' | 'Exchange' | '';

/** Why a report has no trades when it was listed but not fetched yet. */
export const NOT_FETCHED = 'Listed by the register; not fetched yet.';

export interface StockActReport {
  kind: 'stock-act-report';
  chamber: Chamber;
  /** DocID of the House Clerk, UUID of the Senate in small letters. */
  documentId: string;
  filerName: StockActFilerName;
  /** State and district of the House index (`CA11`, `AK00` at large), perhaps out of date; null in the Senate. */
  stateDistrict: string | null;
  /** Calendar dates are YYYY-MM-DD everywhere. House: `FilingDate` of the index. Senate: the day of filing. */
  disclosureDate: string;
  /** ISO 8601 UTC with milliseconds where a time of day was given (Senate); otherwise null. */
  filedAt: string | null;
  /** The date that a Senate report carries in its title; null in the House. */
  titleDate: string | null;
  /** N of `(Amendment N)` in a Senate title. Null for an original and in the House, where rows say so. */
  amendment: number | null;
  /** The PDF of a House report, the report page of a Senate one. */
  sourceLink: string;
  /**
   * `read`: every row was read. `scanned`: paper, filed without text, no trades. `failed`: text that the
   * parser does not understand, no trades.
   */
  readability: 'read' | 'scanned' | 'failed';
  /** Why there are no trades; '' when the report was read. */
  reason: string;
  /**
   * House, before May 2022, and only where true: some capital letters of the text were extracted as lower
   * case (`general Electric`, `CaLIFoRNIa`) and could not be restored. Tickers and codes are in capitals
   * regardless.
   */
  assetCaseUncertain?: true;
  /** In document order. Equal rows are legal and are kept. */
  trades: StockActTrade[];
  /** Investment vehicles of a House report as listed, nested with `⇒`; empty in the Senate. */
  vehicles: string[];
  /** House: remarks on the report as a whole. Null where there are none. */
  comments: string | null;
}

export interface StockActFilerName {
  /** The whole name as given in the index, the search row or the report. */
  asFiled: string;
  prefix: string | null;
  first: string;
  last: string;
  suffix: string | null;
}

export interface StockActTrade {
  /** Zero-based position in the document; with the document id it is the row's key. */
  row: number;
  /** Ten digits that the House prints on amended rows; null elsewhere. */
  rowId: string | null;
  /**
   * `Filing Status` of a House row; null in the Senate, and for another word: see `filingStatusFiled`. A `Deleted` row
   * withdraws one that was filed before.
   */
  filingStatus: 'New' | 'Amended' | 'Deleted' | null;
  /** The words of a status that the form does not have; only there. */
  filingStatusFiled?: string;
  owner: StockActOwner;
  /**
   * As filed: '' where a House row states no owner (the member, as a rule), otherwise `SP`, `JT`, `DC`, the
   * Senate's word, or a word that the form does not have, whose owner is `Other`.
   */
  ownerFiled: string;
  /**
   * The ticker that the row itself states in its own cell or as its only word; '' when it does not. For an option, the
   * ticker of the underlying security; for an exchange, that of the asset given up.
   */
  ticker: string;
  /** Words in the place of a ticker in the name of the asset that may be one: see `records/ticker-words.ts`. Only there. */
  tickerWords?: string;
  assetDescription: string;
  /** In words; '' where the filing gives none (Senate, before about 2015). */
  assetType: string;
  /** Two characters in the House; null in the Senate. */
  assetTypeCode: string | null;
  type: StockActType;
  /** The words of a type that the form does not have; only there. */
  typeFiled?: string;
  /** As typed by the filer: late, and mistyped years, occur. */
  transactionDate: string;
  /** House only. As typed: it can be before the transaction. */
  notificationDate: string | null;
  /** The filed bracket, line breaks joined with one blank. */
  amountLabel: string;
  /** USD. */
  amountMin: number;
  /** USD; null for an open bracket (`Over $50,000,000`): no upper bound was filed. */
  amountMax: number | null;
  /** USD, middle of a closed bracket; null for an open one. */
  amountMid: number | null;
  /** The asset received in a Senate exchange; null elsewhere. */
  received: { ticker: string; assetDescription: string } | null;
  /** House: the account or vehicle that holds the asset, nested with `>`. */
  subholding: string | null;
  /** House: `Description`. Senate: the details below the asset name, such as option terms, joined with `; `. */
  description: string | null;
  /** House: `Location` of property or of a business. Null elsewhere. */
  location: string | null;
  /** House: `Comments`. Senate: `Comment`. */
  comments: string | null;
}
