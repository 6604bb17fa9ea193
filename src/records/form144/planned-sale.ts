/** What derivation needs about sales on Form 4, and what it finds about a notice. */

import type { MatchedSale, StatedSale } from '../../../tools/contract/shapes/planned-sale.js';
import type { NoticeDoubt } from './form144.js';

/** A canonical non-derivative sale (code S) of one issuer. */
export interface Form4Sale {
  accession: string;
  row: number;
  /** ISO 8601 UTC */
  filedAt: string;
  /** CIKs of all who reported this lot, also in copies of the filing. */
  owners: readonly string[];
  title: string;
  /** YYYY-MM-DD */
  tradeDate: string;
  shares: number;
  pricePerShare: number | null;
  /** Under a 10b5-1 plan, expressly not, or nothing said. */
  isPlanned: boolean | null;
}

export interface DerivedPlannedSale {
  accession: string;
  amends: string | null;
  amendedBy: string | null;
  /** First intended day, YYYY-MM-DD; null when no readable one was filed. */
  approxSaleDate: string | null;
  /** Last day that it covers, YYYY-MM-DD. */
  windowEnds: string;
  /** A plan is stated, by its date or in the remarks. */
  isPlanned: boolean;
  /** Whether Form 4 would report the sale: this person files it for this issuer. */
  filesForm4: boolean;
  /** Null when a number to be sold cannot be read or cannot be right. */
  sharesToSell: number | null;
  sharesSold: number;
  /** Form 4 reports a sale that no notice takes, and that may be of this one: see `mayBeOf`. */
  mayBeSold: boolean;
  sales: Array<Omit<MatchedSale, 'rawFilingUrl'>>;
  statedLater: StatedSale[];
  /** What its sales say against its figures; absent where they say nothing. */
  implausible?: NoticeDoubt[];
}
