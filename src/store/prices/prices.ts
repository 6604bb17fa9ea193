/** Stores raw closes and split events: upserted by source, symbol and day. */

import { byText } from '../../collections.js';
import {
  type Closes,
  type PriceSource,
  priceSymbol,
  type RawClose,
  type Split,
  type Splits,
} from '../../records/prices/price.js';
import type { WriteEffect } from '../database/store.js';
import { type Store, StoreError } from '../database/store.js';
import type { PendingChanges } from '../form4/form4-write.js';
import { markFilingsOfSymbols } from '../rows/share-splits.js';
import { AWAITED_SOURCE, awaitedSymbols, issuersAwaiting } from './awaited-closes.js';

/** A repeated row replaces the one of its day. Issuers whose prices are compared with a close that is new become pending. */
export function writeCloses(store: Store, record: Closes, pending: PendingChanges): WriteEffect {
  const awaited = record.source === AWAITED_SOURCE ? awaitedSymbols(store) : new Set();
  const add = store.sql(
    'INSERT INTO closes (series_id, date, close) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const correct = store.sql('UPDATE closes SET close = ? WHERE series_id = ? AND date = ? AND close <> ?');
  let rows = 0;
  let corrected = 0;
  for (const { symbol, date, kind, close } of record.rows) {
    if (kind === 'form4') throw new StoreError('Traded prices are made at derivation and never stored.');
    const name = priceSymbol(symbol);
    const at = [seriesId(store, record.source, name, kind), date];
    if (add.run(...at, close).changes > 0) rows += 1;
    else if (correct.run(close, ...at, close).changes > 0) corrected += 1;
    else continue;
    if (awaited.has(name)) for (const cik of issuersAwaiting(store, name, date)) pending.issuers.add(cik);
  }
  return { changed: rows + corrected > 0, rows };
}

function seriesId(store: Store, source: PriceSource, symbol: string, kind: string): number {
  const known = store
    .rows<[id: number]>('SELECT id FROM close_series WHERE source = ? AND symbol = ? AND kind = ?')
    .get(source, symbol, kind);
  if (known !== undefined) return known[0];
  const add = store.sql('INSERT INTO close_series (source, symbol, kind) VALUES (?, ?, ?)');
  return Number(add.run(source, symbol, kind).lastInsertRowid);
}

export function writeSplits(store: Store, record: Splits): WriteEffect {
  const put = store.sql(
    `INSERT INTO splits (source, symbol, date, numerator, denominator) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (source, symbol, date) DO UPDATE
       SET numerator = excluded.numerator, denominator = excluded.denominator
     WHERE numerator <> excluded.numerator OR denominator <> excluded.denominator`,
  );
  const changed = new Set<string>();
  for (const { symbol, date, numerator, denominator } of record.rows) {
    const { changes } = put.run(record.source, priceSymbol(symbol), date, numerator, denominator);
    if (changes > 0) changed.add(priceSymbol(symbol));
  }
  if (changed.size > 0) markFilingsOfSymbols(store, changed);
  return { changed: changed.size > 0, rows: 0 };
}

/**
 * Raw closes of a symbol from one source, as stored, oldest first, including those of future days.
 * @param since YYYY-MM-DD: the first day of interest
 * @param until YYYY-MM-DD: the last one
 */
export function closesOf(
  store: Store,
  source: PriceSource,
  symbol: string,
  since = '',
  until = '9999',
): RawClose[] {
  return store
    .rows<[date: string, close: number, kind: RawClose['kind']]>(
      `SELECT c.date, c.close, s.kind FROM close_series s JOIN closes c ON c.series_id = s.id
       WHERE s.source = ? AND s.symbol = ? AND c.date BETWEEN ? AND ? ORDER BY c.date, s.kind`,
    )
    .all(source, priceSymbol(symbol), since, until)
    .map(([date, close, kind]) => ({ date, close, kind }));
}

/** Split events of a symbol from one of `sources`, in force on `until` (YYYY-MM-DD), oldest first. */
export function splitsOf(
  store: Store,
  sources: readonly PriceSource[],
  symbol: string,
  until: string,
): Split[] {
  return sources
    .flatMap((source) =>
      store
        .sql<Split>(
          'SELECT date, numerator, denominator FROM splits WHERE source = ? AND symbol = ? AND date <= ?',
        )
        .all(source, priceSymbol(symbol), until),
    )
    .sort(byText(({ date }) => date));
}
