/** Stores what derivation decided about the rows of an issuer, and only if it differs from the stored rows. */

import type { DerivedForm4Row, DerivedIssuer } from '../../records/derived-rows.js';
import { tickerBase } from '../../records/ticker.js';
import { isUnchanged, type Store, StoreError, toInt } from '../database/store.js';
import { markFilingsOfIssuer, markUnpublished } from '../rows/unpublished.js';

interface TransactionKeyRow {
  filing_id: number;
  accession: string;
  row: number;
  filed_at: string;
  code: string | null;
}

interface DerivedRowColumns {
  status: string;
  represented_by_accession: string | null;
  represented_by_row: number | null;
  in_feed: number;
  is_other_security: number;
  owner_cik: string;
  is_paired_exercise: number;
  total_value: number | null;
  signal_quality: string;
  intent_label: string;
}

interface Form4FeedColumns {
  filed_at: string;
  accession: string;
  code: string | null;
  total_value: number | null;
  ticker: string;
  ticker_base: string;
}

/**
 * Replaces the derived rows of these issuers and takes the issuers off the pending list, in one transaction. A new
 * ticker makes the issuer's owners pending, because their identity names it. Nothing may be written to the issuer's
 * filings between `issuerFilings` and this.
 * @throws StoreError if a derived row belongs to no stored row, or puts a row without a value in the feed.
 */
export function writeDerivedIssuers(store: Store, readings: DerivedIssuer[]): void {
  store.transaction(() => {
    for (const reading of readings) {
      writeDerivedRows(store, reading);
      writeIssuer(store, reading);
      store.sql('DELETE FROM pending_issuer WHERE cik = ?').run(reading.issuerCik);
    }
  });
}

function writeIssuer(store: Store, { issuerCik, ticker, name }: DerivedIssuer): void {
  const before = store
    .sql<{ ticker: string; name: string }>('SELECT ticker, name FROM issuer WHERE cik = ?')
    .get(issuerCik);
  if (before?.ticker === ticker && before.name === name) return;
  store
    .sql(
      `INSERT INTO issuer (cik, ticker, name) VALUES (?, ?, ?)
       ON CONFLICT (cik) DO UPDATE SET ticker = excluded.ticker, name = excluded.name`,
    )
    .run(issuerCik, ticker, name);
  // The rows of its filings name the issuer and its symbol.
  markFilingsOfIssuer(store, issuerCik);
  markUnpublished(store, 'symbols', '');
  if ((before?.ticker ?? '') === ticker) return;
  store
    .sql(
      `INSERT INTO pending_owner (cik) SELECT DISTINCT o.cik FROM form4_filing f
       JOIN form4_owner o ON o.filing_id = f.id WHERE f.issuer_cik = ? ON CONFLICT DO NOTHING`,
    )
    .run(issuerCik);
}

function writeDerivedRows(store: Store, reading: DerivedIssuer): void {
  const stored = store
    .sql<TransactionKeyRow>(
      `SELECT t.filing_id, f.accession, t."row", f.filed_at, t.code FROM form4_filing f
       JOIN form4_transaction t ON t.filing_id = f.id WHERE f.issuer_cik = ?`,
    )
    .all(reading.issuerCik);
  const derivedById = new Map(reading.rows.map((row) => [`${row.accession}-${row.row}`, row]));
  for (const row of stored) {
    const id = `${row.accession}-${row.row}`;
    writeDerivedRow(store, row, derivedById.get(id) ?? null, reading.ticker.toUpperCase());
    derivedById.delete(id);
  }
  const [stray] = derivedById.keys();
  if (stray !== undefined)
    throw new StoreError(
      `The derived rows of issuer ${reading.issuerCik} name ${stray}, which is not stored.`,
    );
}

function writeDerivedRow(
  store: Store,
  row: TransactionKeyRow,
  reading: DerivedForm4Row | null,
  ticker: string,
): void {
  const at = [row.filing_id, row.row];
  const before = store
    .sql<DerivedRowColumns>(
      `SELECT status, represented_by_accession, represented_by_row, in_feed, is_other_security, owner_cik,
         is_paired_exercise, total_value, signal_quality, intent_label FROM form4_derived WHERE filing_id = ? AND "row" = ?`,
    )
    .get(...at);
  const after = reading === null ? undefined : toDerivedColumns(reading);
  const same = after === undefined ? before === undefined : isUnchanged(before, after);
  if (!same) {
    markUnpublished(store, 'filing', row.accession);
    store.sql('DELETE FROM form4_derived WHERE filing_id = ? AND "row" = ?').run(...at);
    if (after !== undefined)
      store
        .sql(
          `INSERT INTO form4_derived (status, represented_by_accession, represented_by_row, in_feed, is_other_security, owner_cik,
             is_paired_exercise, total_value, signal_quality, intent_label, filing_id, "row")
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(...Object.values(after), ...at);
  }
  writeFeed(store, row, reading, ticker, before?.in_feed === 1);
}

function writeFeed(
  store: Store,
  row: TransactionKeyRow,
  reading: DerivedForm4Row | null,
  ticker: string,
  wasInFeed: boolean,
): void {
  const inFeed = reading?.inFeed ?? false;
  if (!inFeed && !wasInFeed) return;
  const at = [row.filing_id, row.row];
  const before = store
    .sql<Form4FeedColumns>(
      `SELECT filed_at, accession, code, total_value, ticker, ticker_base FROM form4_feed
       WHERE filing_id = ? AND "row" = ?`,
    )
    .get(...at);
  const after: Form4FeedColumns | undefined =
    reading === null || !inFeed
      ? undefined
      : {
          filed_at: row.filed_at,
          accession: row.accession,
          code: row.code,
          total_value: reading.totalValue,
          ticker,
          ticker_base: tickerBase(ticker),
        };
  if (after !== undefined && isUnchanged(before, after)) return;
  markUnpublished(store, 'filing', row.accession);
  store.sql('DELETE FROM form4_feed WHERE filing_id = ? AND "row" = ?').run(...at);
  if (after === undefined) return;
  if (after.total_value === null || (after.code !== 'P' && after.code !== 'S'))
    throw new StoreError(
      `${row.accession}-${row.row} cannot be in the feed: it is not a P or S row with a value.`,
    );
  store
    .sql(
      `INSERT INTO form4_feed (filed_at, accession, code, total_value, ticker, ticker_base, filing_id, "row")
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(...Object.values(after), ...at);
}

function toDerivedColumns(reading: DerivedForm4Row): DerivedRowColumns {
  const dash = reading.representedBy?.lastIndexOf('-') ?? -1;
  return {
    status: reading.status,
    represented_by_accession: reading.representedBy?.slice(0, dash) ?? null,
    represented_by_row: reading.representedBy === null ? null : Number(reading.representedBy.slice(dash + 1)),
    in_feed: toInt(reading.inFeed),
    is_other_security: toInt(reading.isOtherSecurity),
    owner_cik: reading.ownerCik,
    is_paired_exercise: toInt(reading.isPairedExercise),
    total_value: reading.totalValue,
    signal_quality: reading.signalQuality,
    intent_label: reading.intentLabel,
  };
}
