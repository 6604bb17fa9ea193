/** Stores what derivation decided about the rows of an issuer, and only if it differs from the stored rows. */

import { createHash } from 'node:crypto';
import { groupBy } from '../../collections.js';
import type { DerivedForm4Row, DerivedIssuer } from '../../records/derived-rows.js';
import { type Store, StoreError, toInt } from '../database/store.js';
import { markNoticesOfIssuer } from '../form144/notices.js';
import { markFilingsOfIssuer, markFilingsRepeating, markUnpublished } from '../rows/unpublished.js';
import { markForm35OfIssuer } from './form35.js';

interface TransactionKey {
  filingId: number;
  accession: string;
  row: number;
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
  labelId: number,
  firstFiledAt: string | null,
];

type AllNull<T extends unknown[]> = { [K in keyof T]: null };

/** A transaction with its derived row, which is all null where there is none. */
type StoredState = [
  filingId: number,
  accession: string,
  row: number,
  code: string | null,
  ...(DerivedValues | AllNull<DerivedValues>),
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
  'label_id',
  'first_filed_at',
] as const;

/** Characters of base64: 72 bits, and a hash is only compared with the one that the same filing had before. */
const HASH_LENGTH = 12;

/** Where the derived row begins in a `StoredState`. */
const DERIVED_AT = 4;

/**
 * Replaces the derived rows of these issuers and takes the issuers off the pending list, in one transaction. A new
 * ticker makes the issuer's owners pending, because their identity names it. Nothing may be written to the issuer's
 * filings between `issuerFilings` and this. An iterable that derives one issuer at a time keeps only one in memory.
 * @throws StoreError if a derived row belongs to no stored row, or puts a row without a value in the feed.
 */
export function writeDerivedIssuers(store: Store, readings: Iterable<DerivedIssuer>): void {
  store.transaction(() => {
    const labelId = labelIds(store);
    for (const reading of readings) {
      writeDerivedRows(store, reading, labelId);
      writeIssuer(store, reading);
      store.sql('DELETE FROM pending_issuer WHERE cik = ?').run(reading.issuerCik);
    }
  });
}

function writeIssuer(store: Store, { issuerCik, ticker, name, formerNames, splits }: DerivedIssuer): void {
  const before = store
    .sql<{ ticker: string; name: string; former: string; splits: string }>(
      'SELECT ticker, name, former_names AS former, splits FROM issuer WHERE cik = ?',
    )
    .get(issuerCik);
  const [former, seen] = [JSON.stringify(formerNames), JSON.stringify(splits)];
  const isSame = before?.ticker === ticker && before.name === name;
  const hasSameSplits = (before?.splits ?? '[]') === seen;
  if (isSame && before.former === former && hasSameSplits) return;
  store
    .sql(
      `INSERT INTO issuer (cik, ticker, name, former_names, splits) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (cik) DO UPDATE SET ticker = excluded.ticker, name = excluded.name,
         former_names = excluded.former_names, splits = excluded.splits`,
    )
    .run(issuerCik, ticker, name, former, seen);
  markUnpublished(store, 'symbols', '');
  // Sums of its shares are on another basis.
  if (!hasSameSplits) {
    markFilingsOfIssuer(store, issuerCik);
    markNoticesOfIssuer(store, issuerCik);
  }
  if (isSame) return;
  // The rows of its filings name the issuer and its symbol.
  markFilingsOfIssuer(store, issuerCik);
  markNoticesOfIssuer(store, issuerCik);
  markForm35OfIssuer(store, issuerCik);
  if ((before?.ticker ?? '') === ticker) return;
  store
    .sql(
      `INSERT INTO pending_owner (cik) SELECT DISTINCT o.cik FROM form4_filing f
       JOIN form4_owner o ON o.filing_id = f.id WHERE f.issuer_cik = ? ON CONFLICT DO NOTHING`,
    )
    .run(issuerCik);
}

type LabelId = (
  row: Pick<DerivedForm4Row, 'acquisition' | 'signalQuality' | 'intentLabel' | 'implausible'>,
) => number;

/** The id of a label, which is stored when it is new. Valid within one transaction. */
function labelIds(store: Store): LabelId {
  const known = new Map<string, number>();
  const keyOf = (signalQuality: string, intentLabel: string) => `${signalQuality} ${intentLabel}`;
  const stored = store.rows<[id: number, signalQuality: string, intentLabel: string]>(
    'SELECT id, signal_quality, intent_label FROM form4_label',
  );
  for (const [id, signalQuality, intentLabel] of stored.iterate())
    known.set(keyOf(signalQuality, intentLabel), id);
  return ({ acquisition, signalQuality, intentLabel, implausible }) => {
    const key = keyOf(signalQuality, intentLabel);
    let id = known.get(key);
    if (id === undefined) {
      const add = store.sql(
        'INSERT INTO form4_label (acquisition, signal_quality, intent_label, implausible) VALUES (?, ?, ?, ?)',
      );
      id = Number(add.run(acquisition, signalQuality, intentLabel, implausible.join(',')).lastInsertRowid);
      known.set(key, id);
    }
    return id;
  };
}

function writeDerivedRows(store: Store, reading: DerivedIssuer, labelId: LabelId): void {
  const changed = changedFilings(store, reading, labelId);
  if (changed.length === 0) return;
  for (const { key, derived } of differences(store, changed)) {
    markUnpublished(store, 'filing', key.accession);
    replaceRow(store, key, derived);
    if (derived?.[0] === 'duplicate') markFilingsRepeating(store, key.accession);
  }
  const setHash = store.sql('UPDATE form4_filing SET derived_hash = ? WHERE id = ?');
  for (const { id, hash } of changed) setHash.run(hash, id);
}

interface ChangedFiling {
  id: number;
  hash: string;
  derived: ReadonlyMap<number, DerivedValues>;
}

/** The filings among those derived about which derivation decided otherwise than before, or for the first time. */
function changedFilings(
  store: Store,
  { issuerCik, accessions, rows }: DerivedIssuer,
  labelId: LabelId,
): ChangedFiling[] {
  const derivedOf = groupBy(rows, ({ accession }) => accession);
  const filings = store
    .rows<[id: number, accession: string, hash: string | null]>(
      'SELECT id, accession, derived_hash FROM form4_filing WHERE issuer_cik = ?',
    )
    .all(issuerCik);
  const wanted = new Set(accessions);
  const changed: ChangedFiling[] = [];
  for (const [id, accession, before] of filings) {
    if (!wanted.has(accession)) continue;
    const decided = derivedOf.get(accession) ?? [];
    derivedOf.delete(accession);
    const derived = new Map(decided.map((row) => [row.row, derivedValues(row, labelId)]));
    const hash = hashOf(derived);
    if (hash !== before) changed.push({ id, hash, derived });
  }
  const [stray] = derivedOf.values();
  if (stray?.[0] !== undefined) throw strayRow(stray[0].accession, stray[0].row);
  return changed;
}

function hashOf(derived: ReadonlyMap<number, DerivedValues>): string {
  return createHash('sha256')
    .update(JSON.stringify([...derived]))
    .digest('base64url')
    .slice(0, HASH_LENGTH);
}

/** A transaction whose stored row differs from what was derived; null where derivation gives no row. */
interface Difference {
  key: TransactionKey;
  derived: DerivedValues | null;
}

/** Compares the stored rows of these filings with what was derived, in one statement. */
function differences(store: Store, filings: readonly ChangedFiling[]): Difference[] {
  const stored = store.rows<StoredState>(
    `SELECT t.filing_id, f.accession, t."row", t.code, ${DERIVED_COLUMNS.map((column) => `r.${column}`).join(', ')}
     FROM form4_filing f JOIN form4_transaction t ON t.filing_id = f.id
     LEFT JOIN form4_derived r ON r.filing_id = t.filing_id AND r."row" = t."row"
     WHERE f.id IN (SELECT value FROM json_each(?))`,
  );
  const rowsOf = new Map(filings.map(({ id, derived }) => [id, new Map(derived)]));
  const found: Difference[] = [];
  for (const state of stored.iterate(JSON.stringify([...rowsOf.keys()]))) {
    const [filingId, accession, row, code] = state;
    const derived = rowsOf.get(filingId)?.get(row) ?? null;
    rowsOf.get(filingId)?.delete(row);
    if (!isStored(state, derived)) found.push({ key: { filingId, accession, row, code }, derived });
  }
  for (const [id, rows] of rowsOf) for (const row of rows.keys()) throw strayRow(`filing ${id}`, row);
  return found;
}

const strayRow = (accession: string, row: number) =>
  new StoreError(`A derived row names ${accession}-${row}, which is not stored.`);

/** Whether the derived part of the state equals these values; null: whether there is no such row. */
function isStored(state: StoredState, values: DerivedValues | null): boolean {
  // The first column is never null where there is a row.
  if (values === null) return state[DERIVED_AT] === null;
  return values.every((value, at) => state[DERIVED_AT + at] === value);
}

function replaceRow(store: Store, key: TransactionKey, values: DerivedValues | null): void {
  const { filingId, row } = key;
  if (values === null) {
    store.sql('DELETE FROM form4_derived WHERE filing_id = ? AND "row" = ?').run(filingId, row);
    return;
  }
  rejectFeedRowWithoutValue(key, values);
  store
    .sql(
      `INSERT INTO form4_derived (${DERIVED_COLUMNS.join(', ')}, filing_id, "row")
       VALUES (${DERIVED_COLUMNS.map(() => '?').join(', ')}, ?, ?)
       ON CONFLICT (filing_id, "row") DO UPDATE SET ${DERIVED_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    )
    .run(...values, filingId, row);
}

/** Digests and answers rely on it. */
function rejectFeedRowWithoutValue({ accession, row, code }: TransactionKey, values: DerivedValues): void {
  const [, , , inFeed, , , , totalValue] = values;
  if (inFeed === 1 && (totalValue === null || (code !== 'P' && code !== 'S')))
    throw new StoreError(`${accession}-${row} cannot be in the feed: it is not a P or S row with a value.`);
}

function derivedValues(reading: DerivedForm4Row, labelId: LabelId): DerivedValues {
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
    labelId(reading),
    reading.firstFiledAt,
  ];
}
