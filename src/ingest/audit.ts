/**
 * An audit: draws served rows, fetches the documents behind them again, and reads and derives these again beside the ledger. It says
 * which rows differ, and whether the register, our reading or our derivation is why.
 */

import type { AuditedDifference, AuditOutcome } from '../../tools/contract/shapes/audit.js';
import { groupBy } from '../collections.js';
import { effectiveTrades } from '../derive/index.js';
import { publisherOf } from '../registers/index.js';
import { DocumentNotFoundError, type Http, type RawDocument, type Register } from '../registers/register.js';
import { openAuditLedger } from '../store/audit/audit-ledger.js';
import {
  type AuditedDocument,
  type AuditedRow,
  documentsBehind,
  drawRows,
} from '../store/audit/audited-rows.js';
import { memberReports, pendingMembers, writeEffectiveTrades } from '../store/congress/effective-trades.js';
import { sourceFacts } from '../store/crawl/record-sources.js';
import type { Store } from '../store/database/open.js';
import { deriveMarkets } from './derive/europe.js';
import { deriveIssuers } from './derive/form4.js';
import { deriveForms35 } from './derive/form35.js';
import { derivePlanned } from './derive/form144.js';
import { deriveMajorHolders } from './derive/holders.js';
import { knownSymbols } from './derive/known-symbols.js';
import { importDocumentsWithReasons } from './import-documents.js';

export interface AuditOptions {
  store: Store;
  registers: readonly Register[];
  http: (register: Register) => Http;
  now: () => Date;
  /** How many rows are drawn. */
  count: number;
  seed: string;
  /** Ends the fetching: what is not here by then is not compared. */
  signal: AbortSignal;
}

/** A document of drawn rows. */
export interface Drawn {
  register: Register;
  document: AuditedDocument;
  rows: AuditedRow[];
}

/** What became of a document. */
export type Fetched = { raw: RawDocument } | { gone: string } | { failed: string };

/** Nothing is written to `store`. */
export async function auditRows(options: AuditOptions): Promise<AuditOutcome> {
  const { store, seed, now } = options;
  const { rows, drawn } = drawDocuments(options);
  const compared = drawn.flatMap((one) => one.rows);
  // Before anything is fetched: a refresh may change the ledger meanwhile.
  const before = servedOf(store, compared);
  const beside = openAuditLedger(
    store,
    compared,
    drawn.map(({ register, document }) => ({ register: register.metadata.id, key: document.queued.key })),
  );
  try {
    const fetched = await fetchAll(drawn, options);
    const causes = await readAll(beside, fetched, now);
    const kept = drawn.filter((one) => !isFailed(fetched.get(one)));
    deriveAgain(
      beside,
      kept.flatMap((one) => one.rows),
      now(),
    );
    const after = servedOf(beside, compared);
    const meanwhile = servedOf(store, compared);
    const differing = kept.flatMap((one) => differencesOf(one, { causes, kept, before, meanwhile, after }));
    const differ = (kind: AuditedDifference['kind']) => differing.filter((one) => one.kind === kind).length;
    const rowsKept = kept.flatMap((one) => one.rows).length;
    return {
      at: now().toISOString(),
      seed,
      rows: rows.length,
      agree: rowsKept - differing.length,
      differ: { register: differ('register'), reading: differ('reading'), derivation: differ('derivation') },
      notComparable: rows.length - compared.length,
      notFetched: compared.length - rowsKept,
      differing,
      failures: failuresOf(fetched),
    };
  } finally {
    beside.close();
  }
}

/** Draws rows. @returns them, and the documents behind them that can be fetched, each once */
export function drawDocuments({ store, registers, count, seed }: AuditOptions): {
  rows: AuditedRow[];
  drawn: Drawn[];
} {
  const byId = new Map(registers.map((register) => [register.metadata.id, register]));
  const rows = drawRows(store, { count, seed, registers: [...byId.keys()] });
  return { rows, drawn: documentsOf(store, rows, byId) };
}

function documentsOf(
  store: Store,
  rows: readonly AuditedRow[],
  registers: ReadonlyMap<string, Register>,
): Drawn[] {
  const drawn = new Map<string, Drawn>();
  for (const [row, document] of documentsBehind(store, rows)) {
    const register = registers.get(row.register);
    if (register?.download === undefined) continue;
    const key = `${row.register} ${document.queued.key}`;
    const one = drawn.get(key) ?? { register, document, rows: [] };
    drawn.set(key, one);
    one.rows.push(row);
  }
  return [...drawn.values()];
}

/** What is served of each row, as text. */
function servedOf(store: Store, rows: readonly AuditedRow[]): Map<AuditedRow, string> {
  const texts = new Map<AuditedRow, string>();
  for (const alike of groupBy(rows, ({ register, subject }) => `${register} ${subject}`).values()) {
    const [first] = alike;
    const served = first?.kind.served(store, first.subject);
    for (const row of alike) texts.set(row, JSON.stringify(served?.(row)));
  }
  return texts;
}

/** The documents of one publisher one after the other, with its own client; publishers in parallel. */
export async function fetchAll(drawn: readonly Drawn[], options: AuditOptions): Promise<Map<Drawn, Fetched>> {
  const fetched = new Map<Drawn, Fetched>();
  const lanes = groupBy(drawn, ({ register }) => publisherOf(register));
  await Promise.all(
    [...lanes.values()].map(async (lane) => {
      for (const one of lane) fetched.set(one, await fetchOne(one, options));
    }),
  );
  return fetched;
}

async function fetchOne({ register, document }: Drawn, { http, signal }: AuditOptions): Promise<Fetched> {
  if (signal.aborted) return { failed: 'the time of the audit was over' };
  try {
    const raw = await register.download?.(http(register), document.queued);
    if (raw === undefined) return { failed: 'the register gives it in lists only' };
    return { raw: { ...raw, key: document.queued.key } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return error instanceof DocumentNotFoundError ? { gone: reason } : { failed: reason };
  }
}

const isFailed = (fetched: Fetched | undefined): boolean => fetched === undefined || 'failed' in fetched;

type Cause = Pick<AuditedDifference, 'kind' | 'detail'>;

/** Reads the documents beside the ledger. @returns why the rows of a document may differ, where something is another one than before */
async function readAll(
  beside: Store,
  fetched: ReadonlyMap<Drawn, Fetched>,
  now: () => Date,
): Promise<Map<Drawn, Cause>> {
  const causes = new Map<Drawn, Cause>();
  for (const [one, answer] of fetched) {
    if ('gone' in answer) causes.set(one, { kind: 'register', detail: `withdrawn: ${answer.gone}` });
    if (!('raw' in answer)) continue;
    const { changed, reasons } = await importDocumentsWithReasons(beside, one.register, [answer.raw], now);
    const isSame = sourceFacts(answer.raw).sha256.equals(one.document.sha256);
    const [unread] = reasons;
    const says =
      unread !== undefined
        ? `unreadable: ${unread.reason}`
        : changed > 0
          ? 'another record'
          : 'the same record';
    if (!isSame) causes.set(one, { kind: 'register', detail: `other bytes, ${says}` });
    else if (unread !== undefined || changed > 0)
      causes.set(one, { kind: 'reading', detail: `the same bytes, ${says}` });
  }
  return causes;
}

/** Only what the rows need: a person keeps the address and the name that the ledger has. */
function deriveAgain(beside: Store, rows: readonly AuditedRow[], now: Date): void {
  beside.transaction(() => {
    // Whatever was noted about the stored rows, they are compared themselves.
    beside.sql('UPDATE form4_filing SET derived_hash = NULL').run();
    for (const { kind, subject } of rows) if (kind.pending !== '') beside.sql(kind.pending).run({ subject });
  });
  deriveIssuers(beside);
  deriveForms35(beside);
  derivePlanned(beside);
  deriveMajorHolders(beside);
  deriveMarkets(beside, now);
  const known = knownSymbols(beside);
  for (const memberId of pendingMembers(beside))
    writeEffectiveTrades(beside, memberId, effectiveTrades(memberReports(beside, memberId), known));
}

interface AuditComparison {
  causes: ReadonlyMap<Drawn, Cause>;
  kept: readonly Drawn[];
  before: ReadonlyMap<AuditedRow, string>;
  /** A refresh may have derived what was pending when the rows were drawn. */
  meanwhile: ReadonlyMap<AuditedRow, string>;
  after: ReadonlyMap<AuditedRow, string>;
}

/** A row differs with its document; else if another row comes out, which may be because of another document of its subject. */
function differencesOf(
  one: Drawn,
  { causes, kept, before, meanwhile, after }: AuditComparison,
): AuditedDifference[] {
  return one.rows.flatMap((row) => {
    const own = causes.get(one);
    const gives = after.get(row);
    const isServed = gives === before.get(row) || gives === meanwhile.get(row);
    if (own === undefined && isServed) return [];
    const other = kept.find(
      (another) => causes.has(another) && another.rows.some(({ subject }) => subject === row.subject),
    );
    const cause = own ??
      (other === undefined ? undefined : causes.get(other)) ?? {
        kind: 'derivation' as const,
        detail: 'the same record, another row',
      };
    return [{ register: row.register, id: row.id, ...cause }];
  });
}

/** Why documents could not be fetched: the first reason of each register. */
function failuresOf(fetched: ReadonlyMap<Drawn, Fetched>): AuditOutcome['failures'] {
  const reasons = new Map<string, string>();
  for (const [{ register }, answer] of fetched)
    if ('failed' in answer && !reasons.has(register.metadata.id))
      reasons.set(register.metadata.id, answer.failed);
  return [...reasons].map(([register, reason]) => ({ register, reason }));
}
