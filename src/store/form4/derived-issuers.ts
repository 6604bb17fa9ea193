/** Stores what derivation decided about the rows of an issuer, and only if it differs from the stored rows. */

import { createHash } from 'node:crypto';
import { groupBy } from '../../collections.js';
import type { DerivedForm4Row, DerivedIssuer } from '../../records/derived-rows.js';
import { tickerBase } from '../../records/ticker.js';
import { type Store, StoreError, toInt } from '../database/store.js';
import { markFilingsOfIssuer, markUnpublished } from '../rows/unpublished.js';

interface TransactionKey {
  filingId: number;
  accession: string;
  row: number;
  filedAt: string;
  code: string | null;
}

/** The values of `DERIVED_COLUMNS`, in their order. */
type DerivedValues = [
  status: string,
  representedByAccession: string | null,
  representedByRow: number | null,
  inFeed: number,
  isOtherSecurity: number,
  ownerCik: string,
  isPairedExercise: number,
  totalValue: number | null,
  signalQuality: string,
  intentLabel: string,
];

/** The values of `FEED_COLUMNS`, in their order. */
type FeedValues = [
  filedAt: string,
  accession: string,
  code: string | null,
  totalValue: number | null,
  ticker: string,
  tickerBase: string,
];

type AllNull<T extends unknown[]> = { [K in keyof T]: null };

/** A transaction with its derived row and its row of the feed, each all null where there is none. */
type StoredState = [
  filingId: number,
  accession: string,
  row: number,
  filedAt: string,
  code: string | null,
  ...(DerivedValues | AllNull<DerivedValues>),
  ...(FeedValues | AllNull<FeedValues>),
];

const DERIVED_COLUMNS = [
  'status',
  'represented_by_accession',
  'represented_by_row',
  'in_feed',
  'is_other_security',
  'owner_cik',
  'is_paired_exercise',
  'total_value',
  'signal_quality',
  'intent_label',
] as const;
const FEED_COLUMNS = ['filed_at', 'accession', 'code', 'total_value', 'ticker', 'ticker_base'] as const;

/** Characters of base64: more than enough that no two decisions have one hash. */
const HASH_LENGTH = 22;

/** Where the derived row begins in a `StoredState`, and where the row of the feed does. */
const DERIVED_AT = 5;
const FEED_AT = DERIVED_AT + DERIVED_COLUMNS.length;

/**
 * Replaces the derived rows of these issuers and takes the issuers off the pending list, in one transaction. A new
 * ticker makes the issuer's owners pending, because their identity names it. Nothing may be written to the issuer's
 * filings between `issuerFilings` and this. An iterable that derives one issuer at a time keeps only one in memory.
 * @throws StoreError if a derived row belongs to no stored row, or puts a row without a value in the feed.
 */
export function writeDerivedIssuers(store: Store, readings: Iterable<DerivedIssuer>): void {
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
  const changed = changedFilings(store, reading);
  if (changed.length === 0) return;
  for (const { key, derived, feed } of differences(store, reading.ticker.toUpperCase(), changed)) {
    markUnpublished(store, 'filing', key.accession);
    if (derived !== 'same') replaceRow(store, 'form4_derived', DERIVED_COLUMNS, key, derived);
    if (feed !== 'same') replaceRow(store, 'form4_feed', FEED_COLUMNS, key, feed);
  }
  const setHash = store.sql('UPDATE form4_filing SET derived_hash = ? WHERE id = ?');
  for (const { id, hash } of changed) setHash.run(hash, id);
}

interface ChangedFiling {
  id: number;
  hash: string;
  derived: readonly DerivedForm4Row[];
}

/** The filings of an issuer about which derivation decided otherwise than before, or for the first time. */
function changedFilings(store: Store, { issuerCik, ticker, rows }: DerivedIssuer): ChangedFiling[] {
  const derivedOf = groupBy(rows, ({ accession }) => accession);
  const filings = store
    .rows<[id: number, accession: string, hash: string | null]>(
      'SELECT id, accession, derived_hash FROM form4_filing WHERE issuer_cik = ?',
    )
    .all(issuerCik);
  const changed: ChangedFiling[] = [];
  for (const [id, accession, before] of filings) {
    const derived = derivedOf.get(accession) ?? [];
    derivedOf.delete(accession);
    const hash = hashOf(derived, ticker);
    if (hash !== before) changed.push({ id, hash, derived });
  }
  const [stray] = derivedOf.values();
  if (stray?.[0] !== undefined) throw strayRow(stray[0]);
  return changed;
}

/** The code and the moment of a feed row come from the filing: if they change, the stored hash is removed. */
function hashOf(derived: readonly DerivedForm4Row[], ticker: string): string {
  const decided = derived.map((row) => [row.row, ...derivedValues(row), row.inFeed ? ticker : '']);
  return createHash('sha256').update(JSON.stringify(decided)).digest('base64url').slice(0, HASH_LENGTH);
}

/** A transaction whose stored rows differ from what was derived; null where derivation gives no row. */
interface Difference {
  key: TransactionKey;
  derived: DerivedValues | null | 'same';
  feed: FeedValues | null | 'same';
}

/** Compares the stored rows of these filings with what was derived, in one statement. */
function differences(store: Store, ticker: string, filings: readonly ChangedFiling[]): Difference[] {
  const stored = store.rows<StoredState>(
    `SELECT t.filing_id, f.accession, t."row", f.filed_at, t.code,
       ${DERIVED_COLUMNS.map((column) => `r.${column}`).join(', ')}, ${FEED_COLUMNS.map((column) => `h.${column}`).join(', ')}
     FROM form4_filing f JOIN form4_transaction t ON t.filing_id = f.id
     LEFT JOIN form4_derived r ON r.filing_id = t.filing_id AND r."row" = t."row"
     LEFT JOIN form4_feed h ON h.filing_id = t.filing_id AND h."row" = t."row"
     WHERE f.id IN (SELECT value FROM json_each(?))`,
  );
  const rowsOf = new Map(
    filings.map(({ id, derived }) => [id, new Map(derived.map((one) => [one.row, one]))]),
  );
  const found: Difference[] = [];
  for (const state of stored.iterate(JSON.stringify([...rowsOf.keys()]))) {
    const [filingId, accession, row, filedAt, code] = state;
    const key = { filingId, accession, row, filedAt, code };
    const one = rowsOf.get(filingId)?.get(row) ?? null;
    rowsOf.get(filingId)?.delete(row);
    const derived = one === null ? null : derivedValues(one);
    const feed = one?.inFeed === true ? feedValues(key, one, ticker) : null;
    const isDerivedSame = isStored(state, DERIVED_AT, derived);
    const isFeedSame = isStored(state, FEED_AT, feed);
    if (!isDerivedSame || !isFeedSame)
      found.push({ key, derived: isDerivedSame ? 'same' : derived, feed: isFeedSame ? 'same' : feed });
  }
  for (const rows of rowsOf.values()) for (const row of rows.values()) throw strayRow(row);
  return found;
}

const strayRow = ({ accession, row }: DerivedForm4Row) =>
  new StoreError(`A derived row names ${accession}-${row}, which is not stored.`);

/** Whether the part of the state that begins at `start` equals these values; null: whether there is no such row. */
function isStored(state: StoredState, start: number, values: DerivedValues | FeedValues | null): boolean {
  // The first column of both tables is never null where there is a row.
  if (values === null) return state[start] === null;
  for (let at = 0; at < values.length; at += 1) if (state[start + at] !== values[at]) return false;
  return true;
}

function replaceRow(
  store: Store,
  table: 'form4_derived' | 'form4_feed',
  columns: readonly string[],
  { filingId, row }: TransactionKey,
  values: DerivedValues | FeedValues | null,
): void {
  if (values === null) {
    store.sql(`DELETE FROM ${table} WHERE filing_id = ? AND "row" = ?`).run(filingId, row);
    return;
  }
  store
    .sql(
      `INSERT INTO ${table} (${columns.join(', ')}, filing_id, "row")
       VALUES (${columns.map(() => '?').join(', ')}, ?, ?)
       ON CONFLICT (filing_id, "row") DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    )
    .run(...values, filingId, row);
}

function feedValues(
  { accession, row, filedAt, code }: TransactionKey,
  { totalValue }: DerivedForm4Row,
  ticker: string,
): FeedValues {
  if (totalValue === null || (code !== 'P' && code !== 'S'))
    throw new StoreError(`${accession}-${row} cannot be in the feed: it is not a P or S row with a value.`);
  return [filedAt, accession, code, totalValue, ticker, tickerBase(ticker)];
}

function derivedValues(reading: DerivedForm4Row): DerivedValues {
  const dash = reading.representedBy?.lastIndexOf('-') ?? -1;
  return [
    reading.status,
    reading.representedBy?.slice(0, dash) ?? null,
    reading.representedBy === null ? null : Number(reading.representedBy.slice(dash + 1)),
    toInt(reading.inFeed),
    toInt(reading.isOtherSecurity),
    reading.ownerCik,
    toInt(reading.isPairedExercise),
    reading.totalValue,
    reading.signalQuality,
    reading.intentLabel,
  ];
}
