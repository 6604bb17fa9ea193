/** Which closes the verdict on an issuer's prices rests on: one that arrives, or that is corrected, makes the issuer pending. */

import type { PriceSource } from '../../records/prices/price.js';
import type { Store } from '../database/store.js';

/** The public source has every security, and its files say which one had a symbol. */
export const AWAITED_SOURCE: PriceSource = 'sec-public';

export interface AwaitedCloses {
  /** In capitals, without separators. */
  symbol: string;
  /** The first and the last day, as filed: YYYY-MM-DD. */
  since: string;
  until: string;
}

/** Replaces what was awaited for the issuer. */
export function writeAwaitedCloses(store: Store, issuerCik: string, awaited: readonly AwaitedCloses[]): void {
  const before = store
    .sql<AwaitedCloses>('SELECT symbol, since, until FROM awaited_close WHERE issuer_cik = ?')
    .all(issuerCik);
  const keyOf = ({ symbol, since, until }: AwaitedCloses) => `${symbol} ${since} ${until}`;
  const known = new Set(before.map(keyOf));
  if (known.size === awaited.length && awaited.every((one) => known.has(keyOf(one)))) return;
  store.sql('DELETE FROM awaited_close WHERE issuer_cik = ?').run(issuerCik);
  const add = store.sql(
    'INSERT INTO awaited_close (issuer_cik, symbol, since, until) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  for (const { symbol, since, until } of awaited) add.run(issuerCik, symbol, since, until);
}

/** The symbols of which closes are awaited. */
export function awaitedSymbols(store: Store): ReadonlySet<string> {
  const symbols = store.rows<[symbol: string]>('SELECT DISTINCT symbol FROM awaited_close').all();
  return new Set(symbols.map(([symbol]) => symbol));
}

/** The issuers with a verdict that a close of this day can change. */
export function issuersAwaiting(store: Store, symbol: string, date: string): string[] {
  return store
    .rows<[cik: string]>(
      'SELECT DISTINCT issuer_cik FROM awaited_close WHERE symbol = ? AND since <= ? AND until >= ?',
    )
    .all(symbol, date, date)
    .map(([cik]) => cik);
}

/**
 * The issuers with a verdict for which it matters which securities had the symbol in the days after `before`, up to `date`.
 */
export function issuersAwaitingSecurity(
  store: Store,
  symbol: string,
  { before, date }: { before: string; date: string },
): string[] {
  return store
    .rows<[cik: string]>(
      'SELECT DISTINCT issuer_cik FROM awaited_close WHERE symbol = ? AND since > ? AND since <= ?',
    )
    .all(symbol, before, date)
    .map(([cik]) => cik);
}
