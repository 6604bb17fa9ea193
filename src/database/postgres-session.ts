/**
 * One connection to one PostgreSQL server. When it is lost it stays lost: nothing is sent twice or half. Long because
 * every way to use the connection must notice the loss in the same way.
 */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Options, Sql, UnsafeQueryOptions } from 'postgres';
import type { Connection, SqlValue } from './database.js';
import {
  type PostgresAddress,
  type PostgresServer,
  serverName,
  socketPath,
  tlsOf,
} from './postgres-address.js';
import { copyLine, postgresText } from './postgres-text.js';
import { DatabaseUnavailableError } from './unavailable.js';

export interface SessionOptions {
  /** Where tables without a schema are found and made. */
  schema: string;
  /** How long one statement may take; 0 for no limit. */
  statementTimeoutMs: number;
  connectTimeoutMs: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
}

/** The server ends a statement; this much later the connection counts as lost. */
const GRACE_MS = 5000;
const MINIMUM_VERSION = 15;
/** A plan takes 0.1 to 0.3 MB of the server's memory, and questions with lists of different lengths are different statements. */
export const STATEMENTS_MAX = 500;
/** Rows are sent to COPY in pieces of about this many characters. */
const COPY_PIECE = 64 * 1024;

/**
 * Codes of PostgreSQL (SQLSTATE) that say something about the server, not about the statement: it shuts down, starts,
 * refuses connections or logins, or became a standby.
 */
const SERVER_AWAY = /^(?:08...|28...|3D000|53300|53400|57P..|25006)$/;
/** The server ended a statement: full disk or memory, a standby that must keep up, a lock or a time limit. */
const SERVER_GAVE_UP = /^(?:53[12]00|58...|40001|55P03|57014)$/;

export class PostgresSession implements Connection {
  readonly engine = 'postgres';
  /** Fulfilled with the reason when the connection is lost; never when it is closed. */
  readonly lost: Promise<Error>;
  /** Whether the server was a standby when the connection was opened. */
  isStandby = false;
  private reason: DatabaseUnavailableError | null = null;
  /** Each one is prepared on the server, which keeps its plan until the connection is closed. */
  private readonly statements = new Set<string>();
  private tellLost: (reason: Error) => void = () => undefined;

  constructor(
    private readonly sql: Sql,
    private readonly socket: Socket,
    readonly server: PostgresServer,
    private readonly statementTimeoutMs: number,
  ) {
    this.lost = new Promise((resolve) => {
      this.tellLost = resolve;
    });
  }

  /** Lost or closed. */
  get isEnded(): boolean {
    return this.reason !== null;
  }

  /** Whether its server process holds so many plans that a new connection is better. */
  get isFull(): boolean {
    return this.statements.size >= STATEMENTS_MAX;
  }

  async rows<R extends unknown[]>(sql: string, values: readonly SqlValue[] = []): Promise<R[]> {
    this.statements.add(sql);
    const send = () => this.sql.unsafe(postgresText(sql), [...values], STATEMENT).values();
    // The caller states the type of the rows; the server does not.
    return (await this.guarded(send)) as unknown as R[];
  }

  async run(sql: string, values: readonly SqlValue[] = []): Promise<number> {
    this.statements.add(sql);
    const send = () => this.sql.unsafe(postgresText(sql), [...values], STATEMENT);
    return (await this.guarded(send)).count ?? 0;
  }

  /** Runs a text of several statements without values, such as a migration. @returns the last command that was run */
  async script(sql: string): Promise<string> {
    const result = await this.guarded(() => this.sql.unsafe(sql));
    return result.command;
  }

  /**
   * Adds rows with COPY. `frozen`: for a table that the same transaction made; its rows never need to be vacuumed.
   * @throws Error of the server if it refuses one
   */
  async copy(
    table: string,
    columns: readonly string[],
    rows: Iterable<readonly SqlValue[]> | AsyncIterable<readonly SqlValue[]>,
    frozen = false,
  ): Promise<void> {
    // The driver resolves the query when the server is ready for rows, and reports no refusal that comes later.
    let refuse: (error: Error) => void = () => undefined;
    const refused = new Promise<never>((_resolve, reject) => {
      refuse = reject;
    });
    refused.catch(() => undefined);
    const open = () => {
      const query = this.sql.unsafe(
        `COPY ${table} (${columns.join(', ')}) FROM STDIN${frozen ? ' (FREEZE)' : ''}`,
      );
      // A property of the driver's query that its types do not name.
      const watched = query as unknown as { reject: (error: Error) => void };
      const reject = watched.reject;
      watched.reject = (error) => {
        refuse(error);
        reject(error);
      };
      return query.writable();
    };
    const target = await this.guarded(open);
    // Destroyed by the driver when the server refuses a row: `refused` reports it.
    target.on('error', () => undefined);
    await this.guarded((atWork) => {
      const send = async () => {
        for await (const piece of pieces(rows)) {
          if (!target.write(piece)) await once(target, 'drain');
          atWork();
        }
        await new Promise<void>((resolve) => target.end(resolve));
      };
      return Promise.race([send(), refused]);
    });
  }

  /** Says goodbye to the server. */
  async close(): Promise<void> {
    const isOpen = this.reason === null;
    this.reason ??= new DatabaseUnavailableError('The connection to the database was closed.');
    if (isOpen) await this.sql.end({ timeout: 1 }).catch(() => undefined);
    this.socket.destroy();
  }

  /** The connection is over: whatever still waits for it fails. */
  lose(reason: DatabaseUnavailableError): void {
    if (this.reason !== null) return;
    this.reason = reason;
    this.tellLost(reason);
    this.socket.destroy();
  }

  /**
   * Runs one statement, not much longer than the server allows it, and says in our own words why the server is away.
   * `send` may say that it is still at work.
   */
  private async guarded<T>(send: (atWork: () => void) => PromiseLike<T>): Promise<T> {
    if (this.reason !== null) throw this.reason;
    const giveUp = () => this.lose(unavailable(this.server, 'no answer'));
    const timer =
      this.statementTimeoutMs === 0 ? undefined : setTimeout(giveUp, this.statementTimeoutMs + GRACE_MS);
    try {
      return await send(() => timer?.refresh());
    } catch (error) {
      const reason = asUnavailable(this.server, error);
      if (reason === null) throw error;
      if (!SERVER_GAVE_UP.test(reason.code)) this.lose(reason);
      throw this.reason ?? reason;
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Connects to one server.
 * @throws DatabaseUnavailableError with the reason in one sentence
 */
export async function openPostgresSession(
  address: PostgresAddress,
  server: PostgresServer,
  options: SessionOptions,
): Promise<PostgresSession> {
  // The driver is loaded only when a database is set.
  const { default: postgres } = await import('postgres');
  const ssl = tlsFor(address, server);
  const socket = await connected(server, options.connectTimeoutMs);
  let isTaken = false;
  const settings: Options<typeof TYPES> & { socket: () => Promise<Socket> } = {
    host: server.host,
    port: server.port,
    user: address.user,
    password: address.password,
    database: address.database,
    ssl,
    max: 1,
    idle_timeout: undefined,
    max_lifetime: null,
    connect_timeout: options.connectTimeoutMs / 1000,
    keep_alive: null,
    fetch_types: false,
    onnotice: () => undefined,
    onclose: () => session.lose(unavailable(server, 'the connection was closed')),
    types: TYPES,
    connection: { application_name: options.applicationName },
    // The driver takes a connected socket here, although its types do not name the option. It wants another one when
    // the first is lost; a session ends then.
    socket: async () => {
      // From a destroyed one the driver would wait for an answer.
      if (isTaken || socket.destroyed) throw unavailable(server, 'the connection was closed');
      isTaken = true;
      return socket;
    },
  };
  const sql = postgres(settings);
  const session: PostgresSession = new PostgresSession(sql, socket, server, options.statementTimeoutMs);
  try {
    await prepareSession(session, options);
    return session;
  } catch (error) {
    await session.close();
    throw asUnavailable(server, error) ?? error;
  }
}

/** @throws DatabaseUnavailableError if the certificates cannot be read at this moment */
function tlsFor(address: PostgresAddress, server: PostgresServer): ReturnType<typeof tlsOf> {
  try {
    return tlsOf(address, server);
  } catch (error) {
    throw unavailable(server, `the file of sslrootcert cannot be read (${reasonOf(error)})`, codeOf(error));
  }
}

/** Sets up the session, in one question. */
async function prepareSession(session: PostgresSession, options: SessionOptions): Promise<void> {
  const rows = await session.rows<[number, number, string, ...string[]]>(
    `SELECT pg_is_in_recovery(), current_setting('server_version_num')::int, current_setting('server_encoding'),
       set_config('search_path', ?, false), set_config('statement_timeout', ?, false),
       set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
       set_config('tcp_keepalives_count', '2', false), set_config('tcp_user_timeout', '20000', false)`,
    [options.schema, String(options.statementTimeoutMs)],
  );
  const [isStandby, version, encoding] = rows[0] ?? [0, 0, ''];
  if (Math.floor(version / 10_000) < MINIMUM_VERSION)
    throw unavailable(session.server, `it is PostgreSQL ${version / 10_000}, and 15 or later is needed`);
  if (encoding !== 'UTF8')
    throw unavailable(session.server, `its encoding is ${encoding}, and UTF8 is needed`);
  session.isStandby = isStandby === 1;
}

/**
 * Prepared once for each connection, also without values. The driver's types do not name `simple`; without it a
 * statement without values would not be prepared.
 */
const STATEMENT: UnsafeQueryOptions = Object.assign({ prepare: true }, { simple: false });

/** Values as SQLite gives them: numbers, text as it is stored, and 0 or 1 for no and yes. */
const TYPES = {
  number: {
    to: 0,
    from: [20, 21, 23, 26, 700, 701, 1700],
    serialize: (value: unknown) => String(value),
    parse: Number,
  },
  boolean: {
    to: 16,
    from: [16],
    serialize: (value: unknown) => (value === true || value === 1 ? 't' : 'f'),
    parse: (text: string) => (text === 't' ? 1 : 0),
  },
  text: {
    to: 25,
    from: [114, 1082, 1114, 1184, 3802],
    serialize: (value: unknown) => String(value),
    parse: (text: string) => text,
  },
};

/** A connected socket. Refused connections never reach the driver, which would keep a record of each. */
async function connected(server: PostgresServer, timeoutMs: number): Promise<Socket> {
  const socket = server.host.startsWith('/')
    ? connect(socketPath(server))
    : connect({
        host: server.host,
        port: server.port,
        noDelay: true,
        keepAlive: true,
        keepAliveInitialDelay: 5000,
      });
  // The server may be killed before the driver listens: without a listener that would end this process.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    socket.destroy();
    const isLate = error instanceof Error && error.name === 'AbortError';
    throw unavailable(server, isLate ? 'no answer' : reasonOf(error), isLate ? 'ETIMEDOUT' : codeOf(error));
  }
  // The driver reads them from here, for the name in the server's certificate.
  return Object.assign(socket, { host: server.host, port: server.port });
}

/** The error of a server that is away; null for the error of a statement. */
function asUnavailable(server: PostgresServer, error: unknown): DatabaseUnavailableError | null {
  if (error instanceof DatabaseUnavailableError) return error;
  const code = codeOf(error);
  // PostgreSQL gives a severity with every error that it sends; anything else with a code is the network or the driver.
  const isServers = typeof error === 'object' && error !== null && 'severity' in error;
  const isAway = isServers
    ? SERVER_AWAY.test(code) || SERVER_GAVE_UP.test(code)
    : code !== '' && !DRIVERS_OWN.has(code);
  return isAway ? unavailable(server, reasonOf(error), code) : null;
}

/** Mistakes of the caller that the driver finds. */
const DRIVERS_OWN = new Set(['UNDEFINED_VALUE', 'MAX_PARAMETERS_EXCEEDED', 'COPY_IN_PROGRESS']);

function unavailable(server: PostgresServer, reason: string, code = ''): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    `The database at ${serverName(server)} is not available: ${reason}.`,
    code,
  );
}

function reasonOf(error: unknown): string {
  const { message = '', code = '' } = (error ?? {}) as { message?: string; code?: string };
  if (code === 'ECONNREFUSED') return 'it refused the connection';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its name is unknown';
  if (code === 'CONNECTION_CLOSED' || code === 'CONNECTION_DESTROYED' || code === 'ECONNRESET')
    return 'the connection was closed';
  if (code === 'CONNECT_TIMEOUT') return 'no answer';
  return message.replace(/\.$/, '') || code;
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** Lines for COPY, several at once. */
async function* pieces(
  rows: Iterable<readonly SqlValue[]> | AsyncIterable<readonly SqlValue[]>,
): AsyncGenerator<string> {
  let piece = '';
  for await (const row of rows) {
    piece += copyLine(row);
    if (piece.length < COPY_PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
