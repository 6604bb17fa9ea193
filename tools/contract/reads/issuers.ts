/** Queries for one issuer. */

import type { IssuerInsider, IssuerQuarter } from '../shapes/issuer.js';

/** The identity of an issuer. */
export interface IssuerFacts {
  /** '' when only other registers name the symbol. */
  cik: string;
  /** '' when not known. */
  name: string;
  ticker: string;
}

/** An issuer with everything that identifies it. */
export interface IssuerCodes extends IssuerFacts {
  tickers: string[];
  cusips: string[];
}

/** An issuer in its own filings: names, owners, and the open-market rows filed from `since` to `until`. */
export interface IssuerRecord {
  /** Every name in filings, that of the newest filing first. */
  names: Array<{ name: string; lastFiledAt: string }>;
  /** The first of them, by their latest filing. Holdings are all that are known. */
  insiders: IssuerInsider[];
  insidersTotal: number;
  /** Every quarter of the window, newest first. */
  quarters: IssuerQuarter[];
}

export interface IssuerReads {
  /** An issuer, by any form of its symbol or by CIK; null for one that no stored record names. */
  issuer(issuer: { ticker: string } | { cik: string }): Promise<IssuerFacts | null>;
  /** The same with its symbols and CUSIPs; null too for a CUSIP whose issuer is not certain. */
  issuerCodes(issuer: { ticker: string } | { cik: string } | { cusip: string }): Promise<IssuerCodes | null>;
  /**
   * Closes of an issuer from a day on, adjusted for splits, oldest first. Empty for an issuer that is in no cluster or streak,
   * and where prices may not be shown.
   */
  issuerCloses(question: { cik: string; since: string }): Promise<Array<{ date: string; close: number }>>;
  /** `since` is a day, `until` a moment; null for an issuer that no filing names. */
  issuerRecord(question: {
    cik: string;
    since: string;
    until: string;
    limit: number;
  }): Promise<IssuerRecord | null>;
  /** Issuers with similar symbols, most similar first. */
  similarSymbols(ticker: string): Promise<IssuerFacts[]>;
}
