/** Which rows of the ledger an audit can draw, the document behind each, and what is served of it. */

import type { QueuedDocument } from '../../records/crawl.js';
import type { Store } from '../database/store.js';
import { AUDITED_KINDS, type AuditedKind } from './audited-kinds.js';

/** A served row. Its id is the one of its address, `/filings/{register}/{id}`. */
export interface AuditedRow {
  register: string;
  id: string;
  /** The accession number, or the id of the report or notification. */
  record: string;
  /** The issuer, member or market whose rows are derived together. */
  subject: string;
  kind: AuditedKind;
}

/** The document that a row was read from. */
export interface AuditedDocument {
  sha256: Buffer;
  queued: QueuedDocument;
}

/**
 * Draws served rows at random, as many of each register as there are, up to `count` in all. A row is drawn by a hash of its id and
 * the seed: the same seed draws the same rows again, and mostly so from a ledger that has grown.
 */
export function drawRows(
  store: Store,
  { count, seed, registers }: { count: number; seed: string; registers: readonly string[] },
): AuditedRow[] {
  const drawn = AUDITED_KINDS.flatMap((kind) =>
    kind.registers
      .filter((register) => registers.includes(register))
      .map((register) => lowest(served(store, kind, register), count, seed)),
  );
  const rows: AuditedRow[] = [];
  for (let turn = 0; rows.length < count && drawn.some(({ length }) => length > turn); turn += 1)
    for (const [one] of drawn.map((list) => list.slice(turn)))
      if (one !== undefined && rows.length < count) rows.push(one);
  return rows;
}

function* served(store: Store, kind: AuditedKind, register: string): Generator<AuditedRow> {
  const list = store.rows<[record: string, id: string, subject: string]>(kind.rows);
  for (const [record, id, subject] of list.iterate({ register }))
    yield { register, id, record, subject, kind };
}

/** The `count` rows with the lowest hashes, in the order of these. */
function lowest(rows: Iterable<AuditedRow>, count: number, seed: string): AuditedRow[] {
  let kept: Array<[hash: number, row: AuditedRow]> = [];
  let limit = Number.POSITIVE_INFINITY;
  const sortAndCut = () => {
    kept = kept.sort(([a], [b]) => a - b).slice(0, count);
    if (kept.length === count) limit = kept.at(-1)?.[0] ?? limit;
  };
  for (const row of rows) {
    const hash = hashOf(`${seed} ${row.id}`);
    if (hash >= limit) continue;
    kept.push([hash, row]);
    if (kept.length >= 2 * count + 100) sortAndCut();
  }
  sortAndCut();
  return kept.map(([, row]) => row);
}

/** FNV-1a with the last step of MurmurHash3: ids that differ in one digit are far apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A file of more records than this is not fetched again for one row: a data set has a quarter of filings. */
const RECORDS_MAX = 50;

/** The documents behind rows; none for a row whose document was not kept by its hash, is a file of many records, or is a list. */
export function documentsBehind(store: Store, rows: readonly AuditedRow[]): Map<AuditedRow, AuditedDocument> {
  const find = store.sql<FoundDocument>(
    `SELECT s.id, s."key", s.sha256, d.kind, d.url, d.metadata
     FROM record_source r CROSS JOIN source_document s ON s.id = r.document_id
     CROSS JOIN document d ON d.register = s.register AND d."key" = s."key" AND d.kind <> ''
     WHERE r.record = ? AND r.register = ?`,
  );
  const found = rows.flatMap((row) => {
    const document = find.get(row.record, row.register);
    return document === undefined ? [] : [{ row, document }];
  });
  // No index has the records of every document: all are counted at once.
  const large = new Set(
    store
      .rows<[id: number]>(
        `SELECT document_id FROM record_source WHERE document_id IN (SELECT value FROM json_each(?))
         GROUP BY document_id HAVING count(*) > ${RECORDS_MAX}`,
      )
      .all(JSON.stringify(found.map(({ document }) => document.id)))
      .map(([id]) => id),
  );
  const alone = found.filter(({ document }) => !large.has(document.id));
  return new Map(alone.map(({ row, document }) => [row, toAuditedDocument(document)]));
}

interface FoundDocument {
  id: number;
  key: string;
  sha256: Buffer;
  kind: string;
  url: string;
  /** JSON of names and values. */
  metadata: string | null;
}

function toAuditedDocument({ key, sha256, kind, url, metadata }: FoundDocument): AuditedDocument {
  const facts = metadata === null ? {} : { metadata: JSON.parse(metadata) as Record<string, string> };
  return { sha256, queued: { key, kind, url, priority: 0, ...facts } };
}
