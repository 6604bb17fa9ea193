/**
 * Publishes generations into PostgreSQL: one transaction each, which changes only the rows that differ. A whole
 * publication fills a new schema, so that the generations before it can answer meanwhile.
 */

import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
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
} from '../generation.js';
import { READ_MODEL_VERSION, type ScopeRows } from '../tables.js';
import { writeAll, writeChanges } from './changed-rows.js';
import {
  GENERATION_STATEMENTS,
  GENERATIONS,
  KEPT_GENERATIONS,
  NOT_ANNOUNCED,
  type StoredGeneration,
  storedGenerations,
  toGeneration,
} from './generations.js';
import { POSTGRES_TABLE_NAMES, type PostgresTableName } from './schema.js';

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

export interface PostgresWriterOptions {
  /** The term of this writer; see `tryBeginTerm`. */
  epoch: number;
  /** Version of the program. */
  program: string;
  /** How long after its announcement a generation is served, by all nodes at once. Default: 2 s. */
  leadMs?: number;
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
    await database.close();
    throw error;
  }
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
    await this.takeOver();
    await this.waitUntilServed();
    const publication = this.database.transaction(async (session) => {
      await session.script(`SET LOCAL idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`);
      const newest = await this.requireOwnBase(session, next, base);
      const isNew = base.isWhole || newest === undefined;
      const tables = isNew ? `${SCHEMA}_${randomBytes(6).toString('hex')}` : newest.tables;
      if (isNew) await session.script(`CREATE SCHEMA ${tables}`);
      await session.script(`SET LOCAL search_path = ${tables}, ${SCHEMA}`);
      const changed = isNew
        ? await writeAll(session, next.number, changes)
        : await writeChanges(session, next.number, changes);
      await this.writeGeneration(session, next, base, tables);
      return changed === undefined ? null : { tables, rows: changed };
    });
    const changed = await publication.catch(async (error) => {
      // Another writer has published the same rows meanwhile: then this one is refused.
      // The driver's errors have the code of the server.
      if ((error as { code?: unknown }).code === DUPLICATE_KEY)
        await this.database.withSession((session) => requireBase(session, next, base), 1);
      await this.requireOwnTerm();
      throw error;
    });
    await this.announce();
    if (changed !== null) this.vacuuming = this.vacuum(changed.tables, changed.rows);
  }

  /**
   * The node that became the writer ends the sessions of earlier ones, which looks like a lost connection.
   * @throws FencedError if that is what happened; nothing if the database cannot say
   */
  private async requireOwnTerm(): Promise<void> {
    const asked = this.database.withSession((session) => requireTerm(session, this.options.epoch), 1);
    await asked.catch((reason) => {
      if (reason instanceof FencedError) throw reason;
    });
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
    await removeOldRows(session, tables);
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

/** Removes what only generations need that no longer answer. */
async function removeOldRows(session: PostgresSession, tables: string): Promise<void> {
  const stored = await storedGenerations(session);
  const oldest = stored[KEPT_GENERATIONS - 1];
  if (oldest === undefined) return;
  await session.run(`DELETE FROM ${GENERATIONS} WHERE number < ?`, [oldest.number]);
  if (oldest.tables === tables)
    for (const table of POSTGRES_TABLE_NAMES)
      await session.run(`DELETE FROM ${table} WHERE valid_to <= ?`, [oldest.number]);
  const schemas = await session.rows<[name: string]>(
    `SELECT nspname FROM pg_namespace WHERE nspname ~ ? AND nspname <> ?
       AND NOT EXISTS (SELECT 1 FROM ${GENERATIONS} g WHERE g.tables = nspname)`,
    [`^${SCHEMA}_[0-9a-f]{12}$`, tables],
  );
  for (const [schema] of schemas) await session.script(`DROP SCHEMA ${schema} CASCADE`);
}

function applicationName(epoch: number | string): string {
  return `disclosed publication ${epoch}`;
}
