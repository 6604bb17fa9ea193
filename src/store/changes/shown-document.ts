/** A document as readers see it, compared with what they saw before. */

import { createHash } from 'node:crypto';
import type { ChangeFacts, ChangeKind } from '../../../tools/contract/shapes/change.js';

/** Raised when other facts go into the hashes: all hashes are then made again, without changes for readers. */
export const SHOWN_VERSION = 2;

/** Registers whose documents are in the hashes only since a version: what was noted of them before says nothing. */
export const SHOWN_SINCE: Readonly<Record<string, number>> = { 'sec-144': 2, 'sec-13dg': 2 };

const HASH_BYTES = 6;

/** What a change says about a document. */
export interface DescribedDocument {
  kind: ChangeKind;
  facts: ChangeFacts;
  /** See `subjectOf`. */
  subjects: string[];
}

export interface ShownDocument {
  /** The key in `shown_document`. */
  kind: string;
  id: number | bigint;
  /** The register, or the portfolio, whose first import brings no changes. */
  followed: string;
  /** A hash of what readers see, without labels, symbols and slugs; 0 if they see nothing. */
  hash: number;
  hidden: Hidden;
  /** Date or moment; '' if unknown. */
  filedAt: string;
  isAmendment: boolean;
  /** Its register withdrew it or no longer shows it. */
  isWithdrawn: boolean;
  /** Days for which lists have it; null for all. */
  windowDays: number | null;
  describe(): DescribedDocument;
}

/** Why readers do not see all of a document. */
export interface Hidden {
  /** Rows that an amendment replaced. */
  amended: number;
  /** Rows that another document shows. */
  repeated: number;
  /** Nothing of it could be read. */
  isUnread: boolean;
}

export const NOTHING_HIDDEN: Hidden = { amended: 0, repeated: 0, isUnread: false };

const MOST = 2 ** 20 - 1;

/** One number for the ledger: 0 for most documents, which takes no room. */
export function packHidden({ amended, repeated, isUnread }: Hidden): number {
  return (Math.min(repeated, MOST) * (MOST + 1) + Math.min(amended, MOST)) * 2 + (isUnread ? 1 : 0);
}

export function unpackHidden(packed: number): Hidden {
  const counts = Math.floor(packed / 2);
  return {
    isUnread: packed % 2 === 1,
    amended: counts % (MOST + 1),
    repeated: Math.floor(counts / (MOST + 1)),
  };
}

/** A hash that is only compared with an earlier one of the same document. Never 0. */
export function shownHash(shown: readonly unknown[]): number {
  const hash = createHash('sha256').update(JSON.stringify(shown)).digest().readUIntBE(0, HASH_BYTES);
  return Math.max(1, hash);
}

/** The sum of amounts in cents as an amount; null for no amounts. */
export function amountOf(cents: readonly number[]): number | null {
  if (cents.length === 0) return null;
  return (
    Math.min(
      cents.reduce((sum, one) => sum + one, 0),
      Number.MAX_SAFE_INTEGER,
    ) / 100
  );
}

/** The facts of a document that has no more. */
export const NO_FACTS: Omit<ChangeFacts, 'documentId'> = {
  form: '',
  issuerName: null,
  tickers: [],
  cik: null,
  isin: null,
  personName: null,
  slug: null,
  role: null,
  filedAt: null,
  rows: null,
  purchases: null,
  purchasesMax: null,
  sales: null,
  salesMax: null,
  intendedSales: null,
  percent: null,
  currency: null,
  sourceLink: null,
};
