/** What the ledger and the read model keep of a change: its facts as a short array, and the words that it is found by. */

import type { ChangeFacts } from '../../tools/contract/shapes/change.js';

/** The document of the read model that says from when changes are recorded. */
export const CHANGE_DOCUMENT = 'changes';

export interface ChangeDocument {
  /** From when the changes of a source are recorded, by source; null while its first import runs, or if it is off. */
  recordedSince: Record<string, string | null>;
  /** The place of the last change that was removed because of its age. */
  expired: readonly [generation: number, position: number];
  /** Random: the id of the log of one ledger and its copies. */
  log: string;
}

/** In the order of a packed array. Never reordered: the ledger keeps such arrays for a month. */
const FIELDS = [
  'form',
  'documentId',
  'issuerName',
  'tickers',
  'cik',
  'isin',
  'personName',
  'slug',
  'role',
  'filedAt',
  'rows',
  'purchases',
  'purchasesMax',
  'sales',
  'salesMax',
  'currency',
  'sourceLink',
  // Rows that were packed before these end here.
  'intendedSales',
  'percent',
] as const satisfies ReadonlyArray<keyof ChangeFacts>;

/** A JSON array: names would take more room than values. */
export function packFacts(facts: ChangeFacts): string {
  return JSON.stringify(FIELDS.map((field) => facts[field]));
}

export function unpackFacts(text: string): ChangeFacts {
  const values = JSON.parse(text) as unknown[];
  // `packFacts` wrote a value for each field.
  return Object.fromEntries(FIELDS.map((field, at) => [field, values[at] ?? null])) as unknown as ChangeFacts;
}

/** What a change is found by. */
export const subjectOf = {
  /** A symbol with a class is stored with and without it: BRK finds every class. Any sign before the class is a full stop. */
  ticker: (symbol: string) => `t:${symbol.toUpperCase().replace(/[-/ ]/g, '.')}`,
  issuer: (cik: string) => `c:${cik}`,
  owner: (cik: string) => `o:${cik}`,
  member: (id: string) => `m:${id}`,
  tracker: (slug: string) => `p:${slug}`,
  isin: (isin: string) => `i:${isin.toUpperCase()}`,
} as const;
