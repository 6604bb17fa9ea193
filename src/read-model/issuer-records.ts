/**
 * What the read model keeps of an issuer beside its filings, and of the positions that tracked portfolios have in it: lists
 * without the names of their fields, which would be half of their size.
 */

import type { ShareSplit } from '../records/form4/share-basis.js';

/** The document of the read model with the splits of all issuers that have one, by CIK. */
export const SPLITS_DOCUMENT = 'share-splits';
export type StoredSplits = Array<[cik: string, splits: ShareSplit[]]>;

/**
 * An owner of an issuer. `reportedUnder` is the CIK of the owner under whom trades of this one are shown, '' if all are its own. `roles` are bits of `ROLE_BITS`.
 */
export type StoredIssuerInsider = [
  cik: string,
  title: string,
  roles: number,
  accession: string,
  filedAt: string,
  hasLeft: 0 | 1,
  unreadHoldings: number,
  reportedUnder: string,
  holdings: StoredIssuerHolding[],
  /** Open-market rows whose value is unknown, which no sum has; absent without one. */
  unvalued?: StoredUnvalued[],
];

export type StoredUnvalued = [code: 'P' | 'S', filedAt: string];

/**
 * What an owner holds in one form; the accession number and the time of filing are null for those of the latest filing. The last
 * value is when the newest filing was filed that has the form and states no holding; null where the newest states one.
 */
export type StoredIssuerHolding = [
  securityTitle: string,
  ownership: 'D' | 'I' | '',
  nature: string | null,
  shares: number | null,
  whyUnknown: WhyHoldingUnknown | '',
  transactionDate: string | null,
  accession: string | null,
  filedAt: string | null,
  notStatedSince: string | null,
];

/** `not-stated`: by the filing. `rows-differ`: the rows of the filing may be of several accounts. */
export type WhyHoldingUnknown = 'not-stated' | 'rows-differ';

/** A name that filings gave an issuer, and the last of them. */
export type StoredIssuerName = [name: string, lastFiledAt: string];

/** Symbols and CUSIPs of an issuer; none of each for most. */
export interface StoredIssuerCodes {
  tickers: string[];
  cusips: string[];
}

/** The close of a day in USD, adjusted for splits. */
export type StoredClose = [date: string, close: number];
