/**
 * Which node writes, when several share one PostgreSQL database. The writer holds an advisory lock on a separate connection,
 * and each new writer begins a term with a greater number. What a writer of an older term sends is refused.
 */

import type { Connection } from './database.js';
import { type PostgresDatabase, type PostgresSession, SCHEMA } from './postgres-database.js';

/** “disclose” in ASCII, cut to what fits: no other program of the same database uses this number by chance. */
const LOCK_NUMBER = 0x646973636c6f;
/** How often the writer checks whether its connection still holds the lock. */
const CHECK_MS = 1000;
/** The server ends a writer's connection that was silent for this long: a process that hangs, or was stopped, keeps it open. */
const HUNG_AFTER_MS = 120_000;

/** Another node became the writer. This one must stop: nothing that it writes is kept. */
export class FencedError extends Error {
  override name = 'FencedError';
}

export interface WriterTerm {
  /** Greater than that of every earlier term. */
  epoch: number;
  /** Fulfilled with the reason when the lock is lost; never when it is given back. */
  lost: Promise<Error>;
  /** Gives the lock back. */
  end(): Promise<void>;
}

/**
 * Begins a term unless another node is the writer. `database` must be opened for the primary, with a short limit for statements:
 * a connection that hangs counts as lost after that limit. A writer process that hangs loses the lock after `hungAfterMs`.
 * @returns null if another node is the writer
 * @throws DatabaseUnavailableError
 */
export async function tryBeginTerm(
  database: PostgresDatabase,
  node: string,
  hungAfterMs: number = HUNG_AFTER_MS,
): Promise<WriterTerm | null> {
  const session = await database.session();
  try {
    if (!(await holdsLock(session, 'pg_try_advisory_lock'))) {
      await session.close();
      return null;
    }
    await createTermTable(session);
    await session.rows("SELECT set_config('idle_session_timeout', ?, false)", [String(hungAfterMs)]);
    const epoch = await nextEpoch(session, node);
    return termOn(session, epoch);
  } catch (error) {
    await session.close();
    throw error;
  }
}

/**
 * Fails unless `epoch` is the present term. In a transaction, no other term begins before that transaction has ended.
 * @throws FencedError
 */
export async function requireTerm(connection: Connection, epoch: number): Promise<void> {
  const [row] = await connection.rows<[number]>('SELECT epoch FROM writer_term FOR SHARE');
  if (row?.[0] !== epoch)
    throw new FencedError(`Another node became the writer (${row?.[0] ?? 'none'}, this one was ${epoch}).`);
}

/** The last term that began, and on which machine; null before the first. */
export async function currentTerm(connection: Connection): Promise<{ epoch: number; node: string } | null> {
  const [made] = await connection.rows<[string | null]>('SELECT to_regclass(?)::text', [
    `${SCHEMA}.writer_term`,
  ]);
  if (typeof made?.[0] !== 'string') return null;
  const [row] = await connection.rows<[epoch: number, node: string]>(
    'SELECT epoch, node FROM writer_term WHERE epoch > 0',
  );
  return row === undefined ? null : { epoch: row[0], node: row[1] };
}

/** Whether some node is the writer at this moment. Only the primary knows. */
export async function isTermHeld(primary: Connection): Promise<boolean> {
  const [row] = await primary.rows<[number]>(
    `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (classid::bigint << 32) + objid::bigint = ?::bigint`,
    [LOCK_NUMBER],
  );
  return row?.[0] === 1;
}

function termOn(session: PostgresSession, epoch: number): WriterTerm {
  let tellLost: (reason: Error) => void = () => undefined;
  const lost = new Promise<Error>((resolve) => {
    tellLost = resolve;
  });
  void session.lost.then(tellLost);
  let isChecking = false;
  const timer = setInterval(async () => {
    if (isChecking) return;
    isChecking = true;
    try {
      // Also notices a server that answers no more; the session is then lost.
      await requireTerm(session, epoch);
    } catch (error) {
      clearInterval(timer);
      // Only Errors are thrown here.
      tellLost(error as Error);
    } finally {
      isChecking = false;
    }
  }, CHECK_MS);
  timer.unref();
  return {
    epoch,
    lost,
    async end() {
      clearInterval(timer);
      await session.close();
    },
  };
}

async function holdsLock(session: PostgresSession, lock: string): Promise<boolean> {
  const [row] = await session.rows<[number]>(`SELECT ${lock}(?::bigint)`, [LOCK_NUMBER]);
  return row?.[0] === 1;
}

async function createTermTable(session: PostgresSession): Promise<void> {
  await session.script(
    `CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
     CREATE TABLE IF NOT EXISTS writer_term (
       id INTEGER PRIMARY KEY CHECK (id = 1),
       epoch BIGINT NOT NULL,
       node TEXT COLLATE "C" NOT NULL,
       begun_at TEXT COLLATE "C" NOT NULL
     );
     INSERT INTO writer_term VALUES (1, 0, '', '') ON CONFLICT DO NOTHING`,
  );
}

/**
 * A number that grows with the clock of the database: a standby that becomes the primary may not know the last terms,
 * and must not give their numbers again.
 */
async function nextEpoch(session: PostgresSession, node: string): Promise<number> {
  const [row] = await session.rows<[number]>(
    `UPDATE writer_term SET node = ?, begun_at = to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       epoch = greatest(epoch + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
     WHERE id = 1 RETURNING epoch`,
    [node],
  );
  if (row === undefined) throw new Error('The table writer_term has lost its row.');
  return row[0];
}
