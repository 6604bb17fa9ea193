/** A Form 144 as filed, normalised: a notice that somebody intends to sell. It holds nothing derived. */

export type Form144Type = '144' | '144/A';

export interface PlannedSaleNotice {
  kind: 'form144';
  /** With dashes: 0001959173-26-001055. */
  accession: string;
  documentType: Form144Type;
  /** The notice that a 144/A amends, if the header names one. */
  previousAccession: string | null;
  /** Acceptance by EDGAR, ISO 8601 UTC with milliseconds. */
  filedAt: string;
  /** True when only the filing date is known: `filedAt` is then the end of that day, Eastern time. */
  filedAtApproximate: boolean;
  /** Calendar dates are YYYY-MM-DD everywhere. */
  filedDate: string;
  /** CIK of the person who sells, without leading zeros: the same as `rptOwnerCik` of Form 4. */
  filerCik: string;
  /** Free text, first name first or last. */
  sellerName: string;
  issuer: { cik: string; name: string };
  /** Free text: `Officer`, `Director`, `10% Stockholder`. */
  relationships: string[];
  /** What will be sold: one block for each class and broker. Never empty. */
  securities: SecurityToSell[];
  /** How it was acquired. The sum may differ from the number to be sold. */
  acquired: AcquiredSecurity[];
  /** The box "nothing to report"; null when the document has none. */
  nothingSoldInPast3Months: boolean | null;
  /** What the filer says was sold in the three months before. It may be on Form 4 too: never add it to anything. */
  soldInPast3Months: PastSale[];
  remarks: string | null;
  noticeDate: string | null;
  /** When the 10b5-1 plans or instructions were adopted, as filed: duplicates occur. */
  planAdoptionDates: string[];
  /** What the remarks say about a sale under a 10b5-1 plan; null when they say nothing. */
  planInRemarks: boolean | null;
}

export interface SecurityToSell {
  /** Class as filed: `Common`, `Class A`. */
  title: string;
  broker: string | null;
  exchange: string | null;
  /** Number to be sold; null when it cannot be read. */
  shares: number | null;
  /** USD, of all of them together. */
  marketValue: number | null;
  /** Shares of the class, as the broker typed it. */
  sharesOutstanding: number | null;
  /** First intended day. */
  approxSaleDate: string | null;
  /** Why figures of this block are excluded from what is derived; the filed values are kept. */
  implausible: NoticeDoubt[];
}

export interface AcquiredSecurity {
  title: string;
  acquiredDate: string | null;
  nature: string | null;
  from: string | null;
  shares: number | null;
  isGift: boolean | null;
  /** When the donor of a gift acquired it. */
  donorAcquiredDate: string | null;
  paymentDate: string | null;
  payment: string | null;
}

export interface PastSale {
  seller: string;
  title: string;
  saleDate: string | null;
  shares: number | null;
  /** USD */
  grossProceeds: number | null;
}

export type NoticeDoubt =
  | 'more-shares-than-outstanding' // two fields swapped, or a typing error
  | 'price-above-any-share' // more than 1,000,000 USD a share
  | 'value-not-of-all-shares' // 0, more than 20 times off the prices of the sales before that the notice states, or below any listed share
  | 'shares-and-value-swapped' // by the same prices
  | 'number-or-value-unlike-sale' // more than 20 times off the price of the sales on Form 4 that are of the notice
  | 'date-far-from-filing'; // the first intended day is more than a year from the filing
