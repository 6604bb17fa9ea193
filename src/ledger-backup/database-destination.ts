/** The backup of the ledger in PostgreSQL: the bytes of the parts in rows of one megabyte, and a row for each part. */

import type { Connection } from '../database/database.js';
import { type PostgresDatabase, type PostgresSession, SCHEMA } from '../database/postgres-database.js';
import { requireTerm } from '../database/writer-term.js';
import {
  type BackupDestination,
  type BackupPart,
  type FinishPart,
  newestChainOf,
  type StoredPart,
} from './backup-destination.js';

const CHUNK_BYTES = 1 << 20;
/** Each COPY sends this many rows, so that no statement takes long. */
const CHUNKS_AT_ONCE = 8;
const COLUMNS = 'chain, sequence, number, id, epoch, at, size, stored_size, sha256';

type PartRow = [string, number, number, string, number, string, number, number, string];

export class DatabaseDestination implements BackupDestination {
  private isPrepared = false;

  /** `database` is closed with the destination. */
  constructor(private readonly database: PostgresDatabase) {}

  /** The term of the writer is in the same database: it cannot be another one by mistake. */
  async isClaimed(): Promise<boolean> {
    return true;
  }

  /** The term of the writer is the claim: `requireTerm` refuses every other. */
  async claim(epoch: number): Promise<void> {
    await this.prepare();
    await requireTerm(this.database, epoch);
  }

  async newestChain(): Promise<StoredPart[]> {
    // Makes nothing: a standby can be queried too.
    if (!(await hasTables(this.database))) return [];
    const rows = await this.database.rows<PartRow>(`SELECT ${COLUMNS} FROM ledger_part`);
    return newestChainOf(rows.map(partOf));
  }

  async save(part: BackupPart, bytes: AsyncIterable<Buffer>, finish: FinishPart): Promise<StoredPart> {
    await this.prepare();
    return this.database.transaction(async (connection) => {
      await copyChunks(connection, part, bytes);
      const stored = finish();
      // Last, so that a new writer does not have to wait for the copy.
      await requireTerm(connection, part.epoch);
      const { chain, sequence, number, id, epoch, at, size, storedSize, sha256 } = stored;
      await connection.run(`INSERT INTO ledger_part (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
        chain,
        sequence,
        number,
        id,
        epoch,
        at,
        size,
        storedSize,
        sha256,
      ]);
      return stored;
    });
  }

  async *read(part: StoredPart): AsyncIterable<Buffer> {
    let next = this.chunks(part, 0);
    for (let first = CHUNKS_AT_ONCE; ; first += CHUNKS_AT_ONCE) {
      const rows = await next;
      // The next ones are on their way while these are used.
      if (rows.length === CHUNKS_AT_ONCE) next = this.chunks(part, first);
      // Thrown by the next turn, if there is one.
      next.catch(() => undefined);
      for (const [bytes] of rows) yield bytes;
      if (rows.length < CHUNKS_AT_ONCE) return;
    }
  }

  private chunks({ chain, sequence }: StoredPart, first: number): Promise<Array<[Buffer]>> {
    return this.database.rows<[Buffer]>(
      'SELECT bytes FROM ledger_chunk WHERE chain = ? AND sequence = ? AND no >= ? AND no < ? ORDER BY no',
      [chain, sequence, first, first + CHUNKS_AT_ONCE],
    );
  }

  async prune(chain: string): Promise<void> {
    await this.database.transaction(async (connection) => {
      await connection.run('DELETE FROM ledger_part WHERE chain <> ?', [chain]);
      await connection.run('DELETE FROM ledger_chunk WHERE chain <> ?', [chain]);
    });
  }

  close(): Promise<void> {
    return this.database.close();
  }

  private async prepare(): Promise<void> {
    if (!this.isPrepared) await createTables(this.database);
    this.isPrepared = true;
  }
}

/** Two processes that make the same table at once would fail; so they do it in turn. */
async function createTables(database: PostgresDatabase): Promise<void> {
  if (await hasTables(database)) return;
  await database.transaction(async (connection) => {
    await connection.script(
      `SELECT pg_advisory_xact_lock(hashtext('disclosed ledger_part'));
       CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
       CREATE TABLE IF NOT EXISTS ledger_part (
         chain TEXT COLLATE "C" NOT NULL,
         sequence INTEGER NOT NULL,
         number INTEGER NOT NULL,
         id TEXT COLLATE "C" NOT NULL,
         epoch BIGINT NOT NULL,
         at TEXT COLLATE "C" NOT NULL,
         size BIGINT NOT NULL,
         stored_size BIGINT NOT NULL,
         sha256 TEXT COLLATE "C" NOT NULL,
         PRIMARY KEY (chain, sequence)
       );
       CREATE TABLE IF NOT EXISTS ledger_chunk (
         chain TEXT COLLATE "C" NOT NULL,
         sequence INTEGER NOT NULL,
         no INTEGER NOT NULL,
         bytes BYTEA NOT NULL,
         PRIMARY KEY (chain, sequence, no)
       );
       -- The bytes are compressed already.
       ALTER TABLE ledger_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL`,
    );
  });
}

async function hasTables(connection: Connection): Promise<boolean> {
  const [row] = await connection.rows<[number]>(
    `SELECT count(*) FROM information_schema.tables WHERE table_schema = '${SCHEMA}' AND table_name IN ('ledger_part', 'ledger_chunk')`,
  );
  return row?.[0] === 2;
}

async function copyChunks(
  connection: PostgresSession,
  { chain, sequence }: BackupPart,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  let no = 0;
  let rows: Array<[string, number, number, Buffer]> = [];
  const send = async () => {
    await connection.copy('ledger_chunk', ['chain', 'sequence', 'no', 'bytes'], rows);
    rows = [];
  };
  for await (const chunk of chunksOf(bytes)) {
    rows.push([chain, sequence, no, chunk]);
    no += 1;
    if (rows.length === CHUNKS_AT_ONCE) await send();
  }
  if (rows.length > 0) await send();
}

async function* chunksOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    size += piece.length;
    if (size < CHUNK_BYTES) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(pieces);
}

function partOf([chain, sequence, number, id, epoch, at, size, storedSize, sha256]: PartRow): StoredPart {
  return { chain, sequence, number, id, epoch, at, size, storedSize, sha256 };
}
