/**
 * Publishes generations into PostgreSQL: one transaction each, which changes only the rows that differ. A whole
 * publication fills a new schema, so that the generations before it can answer meanwhile.
 */

import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { KeptManifest } from '../../../tools/contract/reads/sources.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
  type PostgresSession,
  SCHEMA,
} from '../../database/postgres-database.js';
import { FencedError, requireTerm } from '../../database/writer-term.js';
import {
  type Generation,
  type PublicationBase,
  PublicationRefusedError,
  type ReadModelWriter,
  type Seal,
} from '../generation.js';
import { type StoredSum, TableDigests } from '../table-digests.js';
import { READ_MODEL_VERSION, type ScopeRows } from '../tables.js';
import { writeAll, writeChanges } from './changed-rows.js';
import {
  GENERATION_STATEMENTS,
  GENERATIONS,
  NOT_ANNOUNCED,
  type StoredGeneration,
  storedGenerations,
  toGeneration,
} from './generations.js';
import { takeToHistory } from './history.js';
import { type PostgresTableName, STILL_VALID } from './schema.js';

/** Readers see an announcement within a fraction of this time, and prepare for the generation. */
const LEAD_MS = 2000;
/** Making the indexes of many years takes minutes. */
const STATEMENT_TIMEOUT_MS = 900_000;
/** A writer that hangs in a transaction keeps its locks no longer than this. */
const IDLE_TIMEOUT_MS = 60_000;
/** A table that changed this much is vacuumed at once: counts then need only its index again. */
const VACUUM_FROM = 5000;

const DUPLICATE_KEY = '23505';
const ANNOUNCE_ATTEMPTS = 3;
const TERM_ATTEMPTS = 3;

export interface PostgresWriterOptions {
  /** The term of this writer; see `tryBeginTerm`. */
  epoch: number;
  /** Version of the program. */
  program: string;
  /** How long after its announcement a generation is served, by all nodes at once. Default: 2 s. */
  leadMs?: number;
  /** For how many days a generation can be replayed; 0 for never. Default: forever. */
  historyDays?: number;
  /** Signs each generation; without it none has a manifest. */
  seal?: Seal;
}

/**
 * Publishes to the primary of `url` (`DATABASE_URL`). Makes what is missing there, and announces the generation that a
 * lost writer published and did not announce.
 * @throws DatabaseUnavailableError
 */
export async function openPostgresWriter(
  url: string,
  options: PostgresWriterOptions,
): Promise<PostgresReadModelWriter> {
  const database = openPostgresDatabase(url, {
    target: 'primary',
    connections: 2,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    applicationName: applicationName(options.epoch),
  });
  try {
    await database.transaction((session) => session.script(GENERATION_STATEMENTS));
    const writer = new PostgresReadModelWriter(database, options);
    await writer.takeOver();
    return writer;
  } catch (error) {
    await requireOwnTerm(database, options.epoch).finally(() => database.close());
    throw error;
  }
}

/**
 * For after an error: the node that became the writer ends the sessions of earlier ones, which looks like a lost connection.
 * @throws FencedError if that is what happened; nothing if the database cannot say
 */
async function requireOwnTerm(database: PostgresDatabase, epoch: number): Promise<void> {
  // Other idle connections may have been ended too.
  const answer = database.withSession((session) => requireTerm(session, epoch), TERM_ATTEMPTS);
  await answer.catch((reason) => {
    if (reason instanceof FencedError) throw reason;
  });
}

export class PostgresReadModelWriter implements ReadModelWriter {
  readonly takesChangesAtOnce = false;
  private vacuuming: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: PostgresDatabase,
    private readonly options: PostgresWriterOptions,
  ) {}

  async newest(): Promise<Generation | null> {
    const [newest] = await storedGenerations(this.database);
    return newest === undefined || newest.format !== READ_MODEL_VERSION ? null : toGeneration(newest);
  }

  async lastNumber(): Promise<number | null> {
    const [newest] = await storedGenerations(this.database);
    return newest?.number ?? null;
  }

  async publish(
    next: Omit<Generation, 'serveFrom'>,
    base: PublicationBase,
    changes: Iterable<ScopeRows>,
  ): Promise<void> {
    await this.vacuuming;
    try {
      await this.takeOver();
      await this.waitUntilServed();
      await this.publishOwn(next, base, changes);
    } catch (error) {
      await requireOwnTerm(this.database, this.options.epoch);
      throw error;
    }
  }

  private async publishOwn(
    next: Omit<Generation, 'serveFrom'>,
    base: PublicationBase,
    changes: Iterable<ScopeRows>,
  ): Promise<void> {
    const publication = this.database.transaction(async (session) => {
      await session.script(`SET LOCAL idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`);
      const newest = await this.requireOwnBase(session, next, base);
      const isNew = base.isWhole || newest === undefined;
      const tables = isNew ? `${SCHEMA}_${randomBytes(6).toString('hex')}` : newest.tables;
      if (isNew) await session.script(`CREATE SCHEMA ${tables}`);
      await session.script(`SET LOCAL search_path = ${tables}, ${SCHEMA}`);
      const digests = new TableDigests(isNew ? [] : await storedSums(session));
      const changed = isNew
        ? await writeAll(session, tables, next.number, changes, digests)
        : await writeChanges(session, next.number, changes, digests);
      await this.writeProof(session, next, digests);
      await this.writeGeneration(session, next, base, tables);
      return changed === undefined ? null : { tables, rows: changed };
    });
    const changed = await publication.catch(async (error) => {
      // Another writer has published the same rows meanwhile: then this one is refused.
      // The driver's errors have the code of the server.
      if ((error as { code?: unknown }).code === DUPLICATE_KEY)
        await this.database.withSession((session) => requireBase(session, next, base), 1);
      throw error;
    });
    await this.announce();
    if (changed !== null) this.vacuuming = this.vacuum(changed.tables, changed.rows);
  }

  /**
   * The newest generation. A ledger that does not know it may replace it whole only in a later term, which begins with the
   * ledger that was saved: in the same one, another process is publishing.
   * @throws PublicationRefusedError
   */
  private async requireOwnBase(
    session: PostgresSession,
    next: Pick<Generation, 'number'>,
    base: PublicationBase,
  ): Promise<StoredGeneration | undefined> {
    const newest = await requireBase(session, next, base);
    if (base.isWhole && newest !== undefined && newest.epoch === this.options.epoch)
      throw new PublicationRefusedError(
        `Another node published generation ${newest.number} in this term, and generation ${next.number} was made from a ledger without it.`,
      );
    return newest;
  }

  /**
   * Says from when the newest generation is served, if that was not said yet. Not in its own transaction: that one can wait
   * for standbys for any time, and no node sees it before. This one waits for nothing, so that every node sees it long
   * before that moment, which is one of the clock with which all nodes compare theirs.
   */
  private async announce(): Promise<void> {
    const { leadMs = LEAD_MS } = this.options;
    await this.database.withSession(
      (session) =>
        // One message is one transaction: nothing can come between the moment and the commit.
        session.script(
          `SET LOCAL synchronous_commit = off;
           UPDATE ${GENERATIONS} SET serve_from = to_char(
             (clock_timestamp() + interval '${leadMs} ms') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
           WHERE serve_from = '${NOT_ANNOUNCED}' AND format = ${READ_MODEL_VERSION}
             AND number = (SELECT max(number) FROM ${GENERATIONS})`,
        ),
      ANNOUNCE_ATTEMPTS,
    );
  }

  /** Ends what older writers do, and announces what they published and could not announce. */
  async takeOver(): Promise<void> {
    await this.endOlderWriters();
    await this.announce();
  }

  async manifestsAfter(number: number): Promise<KeptManifest[]> {
    const [newest] = await storedGenerations(this.database);
    if (newest === undefined || newest.format !== READ_MODEL_VERSION) return [];
    const rows = await this.database.rows<ManifestColumns>(
      `SELECT number, sha256, json FROM ${newest.tables}.manifest WHERE number > ? ORDER BY number`,
      [number],
    );
    return rows.map(toManifest);
  }

  /** The sums of all tables, and the manifest that names them. */
  private async writeProof(
    session: PostgresSession,
    next: Omit<Generation, 'serveFrom'>,
    digests: TableDigests,
  ): Promise<void> {
    for (const sum of digests.toStore())
      await session.run(
        `INSERT INTO table_sum (name, "rows", "sum") VALUES (?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET "rows" = excluded."rows", "sum" = excluded."sum"`,
        sum,
      );
    const { seal } = this.options;
    if (seal === undefined) return;
    const [found] = await session.rows<ManifestColumns>(
      'SELECT number, sha256, json FROM manifest ORDER BY number DESC LIMIT 1',
    );
    const last = found === undefined ? null : toManifest(found);
    // Published again from a restored ledger: what was signed of a generation is not signed a second time.
    if (last !== null && last.number >= next.number) return;
    const { number, sha256, json } = seal({ generation: next, tables: digests.list() }, last);
    await session.run(
      `INSERT INTO manifest (number, sha256, json, valid_from, valid_to) VALUES (?, ?, ?, ?, ${STILL_VALID})`,
      [number, sha256, json, number],
    );
  }

  async setNextRefresh(id: string, at: string | null): Promise<void> {
    await this.database.run(`UPDATE ${GENERATIONS} SET next_refresh_at = ? WHERE id = ?`, [at, id]);
  }

  async close(): Promise<void> {
    await this.vacuuming;
    await this.database.close();
  }

  /** Readers answer from one generation and know the next: a third one before that moment would end the first too early. */
  private async waitUntilServed(): Promise<void> {
    const { leadMs = LEAD_MS } = this.options;
    const left = Date.parse((await this.newest())?.serveFrom ?? '') - Date.now();
    // Another clock may have announced it: never longer than the lead.
    if (left > 0) await setTimeout(Math.min(left, leadMs));
  }

  /** A writer of an earlier term that hangs would hold the locks of its rows. */
  private async endOlderWriters(): Promise<void> {
    const { epoch } = this.options;
    const names = await this.database.rows<[name: string, pid: number]>(
      'SELECT application_name, pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE ?',
      [applicationName('%')],
    );
    for (const [name, pid] of names)
      if (Number(name.slice(applicationName('').length)) < epoch)
        await this.database.rows('SELECT pg_terminate_backend(?::integer)', [pid]);
  }

  /** The last statement of the publication: from its locks to the commit nothing else can be published. */
  private async writeGeneration(
    session: PostgresSession,
    next: Omit<Generation, 'serveFrom'>,
    base: PublicationBase,
    tables: string,
  ): Promise<void> {
    const { number, id, at, nextRefreshAt, isFilling } = next;
    const { epoch, program } = this.options;
    await takeToHistory(session, tables, this.options.historyDays);
    await session.script(`LOCK TABLE ${GENERATIONS} IN EXCLUSIVE MODE`);
    // Not earlier: it keeps other nodes from becoming the writer until this transaction ends.
    await requireTerm(session, epoch);
    await requireBase(session, next, base);
    await session.run(
      `INSERT INTO ${GENERATIONS} (number, id, parent, at, next_refresh_at, serve_from, is_filling, epoch, format, program, tables)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        number,
        id,
        base.id,
        at,
        nextRefreshAt,
        NOT_ANNOUNCED,
        isFilling ? 1 : 0,
        epoch,
        READ_MODEL_VERSION,
        program,
        tables,
      ],
    );
  }

  private async vacuum(tables: string, changed: ReadonlyMap<PostgresTableName, number>): Promise<void> {
    for (const [table, rows] of changed)
      if (rows >= VACUUM_FROM)
        // The next publication or PostgreSQL itself does it if it fails now.
        await this.database
          .withSession((session) => session.script(`VACUUM (ANALYZE) ${tables}.${table}`), 1)
          .catch(() => undefined);
  }
}

type ManifestColumns = [number: number, sha256: string, json: string];

const toManifest = ([number, sha256, json]: ManifestColumns): KeptManifest => ({ number, sha256, json });

/** The sums of the newest generation in the current `search_path`. */
function storedSums(session: PostgresSession): Promise<StoredSum[]> {
  return session.rows<StoredSum>('SELECT name, "rows", "sum" FROM table_sum');
}

/** @throws PublicationRefusedError */
async function requireBase(
  session: PostgresSession,
  next: Pick<Generation, 'number'>,
  { id }: PublicationBase,
): Promise<StoredGeneration | undefined> {
  const [newest] = await storedGenerations(session);
  // Generations of another version do not count: everything is published again.
  const base = newest?.format === READ_MODEL_VERSION ? newest : undefined;
  if ((base?.id ?? null) !== id)
    throw new PublicationRefusedError(
      `Generation ${next.number} was made from ${id ?? 'none'}, and the newest is ${base?.id ?? 'none'}.`,
    );
  return base;
}

function applicationName(epoch: number | string): string {
  return `disclosed publication ${epoch}`;
}
