/** Input of the digests: the canonical open-market lots of the window, and closes. */

export interface OpenMarketLot {
  filingId: string;
  accession: string;
  issuerCik: string;
  issuerName: string;
  /** '' when the issuer has none. */
  issuerTicker: string;
  /** The owner that the feed names. */
  ownerCik: string;
  ownerName: string;
  ownerSlug: string;
  /** Every owner of the lot: those of its document and of the documents that repeat it. */
  ownerCiks: string[];
  code: 'P' | 'S';
  /** When the lot first became public, ISO 8601 UTC: an amendment of it is not a new trade. */
  filedAt: string;
  shares: number;
  /** USD */
  totalValue: number;
  is10b5_1: boolean;
  isDirector: boolean;
  isOfficer: boolean;
  isTenPercentOwner: boolean;
  /** Officer title as filed, or null. */
  officerTitle: string | null;
}

/** The part of a lot that decides which issuers and owners a digest can name. */
export type MarketTrade = Pick<OpenMarketLot, 'issuerCik' | 'ownerCik' | 'code' | 'filedAt' | 'totalValue'>;

/** A close of one trading day. `adjusted` series are made from raw closes and split events. */
export interface Close {
  /** YYYY-MM-DD */
  date: string;
  /** USD */
  close: number;
}
