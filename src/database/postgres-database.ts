/**
 * PostgreSQL as a `Database`: a few connections to one of several servers. When that server is lost another one is
 * found; while there is none every call fails with `DatabaseUnavailableError`. Long because opening, choosing a server
 * and giving back share one count of connections.
 */

import type { Database, SqlValue } from './database.js';
import {
  type PostgresAddress,
  type PostgresServer,
  parsePostgresUrl,
  serverName,
} from './postgres-address.js';
import { openPostgresSession, PostgresSession, type SessionOptions } from './postgres-session.js';
import { DatabaseUnavailableError } from './unavailable.js';

export { DatabaseUnavailableError, PostgresSession };

export interface PostgresOptions extends Partial<SessionOptions> {
  /** The primary takes changes. Questions may go to a standby if there is one. Default: primary. */
  target?: 'primary' | 'prefer-standby';
  /** Open connections at most. Default: 10. */
  connections?: number;
  /** How long a call waits for a free connection. Default: 5 s. */
  waitMs?: number;
  /** How long until a standby is looked for again while the primary replaces it. Default: 30 s. */
  standbyCheckMs?: number;
  /** How long an idle connection is kept; the one that was used last stays. Default: 60 s. */
  idleMs?: number;
}

const DEFAULTS = {
  target: 'primary',
  connections: 10,
  waitMs: 5000,
  standbyCheckMs: 30_000,
  idleMs: 60_000,
  schema: 'disclosed',
  statementTimeoutMs: 30_000,
  connectTimeoutMs: 3000,
  applicationName: 'disclosed',
} as const satisfies Required<PostgresOptions>;

/** The schema that holds every table of the program. */
export const SCHEMA = DEFAULTS.schema;
/** A question that changes nothing may be sent again after the connection was lost. */
const QUESTION = /^\s*SELECT\b/i;
const QUESTION_ATTEMPTS = 3;
/** SQLSTATE of a statement that was ended by `statement_timeout`. */
const TOO_LONG = '57014';

interface WaitingCall {
  take(session: PostgresSession): void;
  retry(): void;
}

/**
 * Does not connect yet: the first call does.
 * @throws Error if the URL is wrong; see `parsePostgresUrl`
 */
export function openPostgresDatabase(url: string, options: PostgresOptions = {}): PostgresDatabase {
  return new PostgresDatabase(parsePostgresUrl(url), { ...DEFAULTS, ...options });
}

export class PostgresDatabase implements Database {
  readonly engine = 'postgres';
  /** In the order of their last use. */
  private readonly idle: Array<{ session: PostgresSession; since: number }> = [];
  private readonly waiting: WaitingCall[] = [];
  /** Connections that are open or being opened. */
  private open = 0;
  /** The server of all new connections; null until one was found and after it was lost. */
  private chosen: PostgresServer | null = null;
  private choosing: Promise<PostgresSession> | null = null;
  private standbyTimer: NodeJS.Timeout | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly address: PostgresAddress,
    private readonly options: Required<PostgresOptions>,
  ) {}

  /** `HOST:PORT` of the server that is used at this moment; null while there is none. */
  get server(): string | null {
    return this.chosen === null ? null : serverName(this.chosen);
  }

  rows<R extends unknown[]>(sql: string, values?: readonly SqlValue[]): Promise<R[]> {
    const attempts = QUESTION.test(sql) ? QUESTION_ATTEMPTS : 1;
    return this.withSession((session) => session.rows<R>(sql, values), attempts);
  }

  run(sql: string, values?: readonly SqlValue[]): Promise<number> {
    return this.withSession((session) => session.run(sql, values), 1);
  }

  transaction<T>(work: (connection: PostgresSession) => Promise<T>): Promise<T> {
    return this.withSession((session) => inTransaction(session, work), 1);
  }

  /** A separate connection beside the others, for a lock that lasts as long as the connection. The caller closes it. */
  async session(): Promise<PostgresSession> {
    return this.openOne();
  }

  /** Waits for no call that is still running. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.standbyTimer);
    clearTimeout(this.idleTimer);
    for (const { retry } of this.waiting.splice(0)) retry();
    await Promise.all(this.idle.splice(0).map(({ session }) => session.close()));
  }

  /**
   * `work` has the connection for itself until it ends. If the connection is lost it begins again, up to `attempts`
   * times in all: more than one only for work that changes nothing.
   */
  async withSession<T>(work: (session: PostgresSession) => Promise<T>, attempts: number): Promise<T> {
    const session = await this.acquire();
    try {
      return await work(session);
    } catch (error) {
      // A question that took too long once would do so again.
      const isWorthIt = error instanceof DatabaseUnavailableError && error.code !== TOO_LONG;
      if (!isWorthIt || attempts <= 1) throw error;
    } finally {
      this.release(session);
    }
    return this.withSession(work, attempts - 1);
  }

  private async acquire(): Promise<PostgresSession> {
    const deadline = Date.now() + this.options.waitMs;
    for (;;) {
      if (this.isClosed) throw new DatabaseUnavailableError('The database was closed.');
      const free = this.idle.pop()?.session;
      if (free !== undefined) {
        if (this.isUsable(free)) return free;
        this.discard(free);
        continue;
      }
      if (this.open < this.options.connections) {
        this.open += 1;
        try {
          return await this.openOne();
        } catch (error) {
          this.open -= 1;
          this.waiting.shift()?.retry();
          throw error;
        }
      }
      const session = await this.nextFree(deadline - Date.now());
      if (session !== null) return session;
    }
  }

  /** A connection that another call gives back; null when it is worth trying again. */
  private nextFree(waitMs: number): Promise<PostgresSession | null> {
    return new Promise((resolve, reject) => {
      const waiting: WaitingCall = {
        take: (session) => {
          clearTimeout(timer);
          resolve(session);
        },
        retry: () => {
          clearTimeout(timer);
          resolve(null);
        },
      };
      const timer = setTimeout(
        () => {
          this.waiting.splice(this.waiting.indexOf(waiting), 1);
          reject(new DatabaseUnavailableError('All connections to the database are in use.'));
        },
        Math.max(0, waitMs),
      );
      this.waiting.push(waiting);
    });
  }

  private release(session: PostgresSession): void {
    if (this.isClosed || !this.isUsable(session) || session.isFull) {
      this.discard(session);
      this.waiting.shift()?.retry();
      return;
    }
    const next = this.waiting.shift();
    if (next !== undefined) {
      next.take(session);
      return;
    }
    this.idle.push({ session, since: Date.now() });
    this.idleTimer ??= setTimeout(() => this.closeIdle(), this.options.idleMs).unref();
  }

  /** Also while nothing is requested: a connection that no call needs takes memory of the server. */
  private closeIdle(): void {
    this.idleTimer = undefined;
    const isOld = ({ since }: { since: number }) => Date.now() - since >= this.options.idleMs;
    const old = this.idle.slice(0, -1).filter(isOld);
    for (const { session } of this.idle.splice(0, old.length)) this.discard(session);
    if (this.idle.length > 1)
      this.idleTimer = setTimeout(() => this.closeIdle(), this.options.idleMs).unref();
  }

  private discard(session: PostgresSession): void {
    this.open -= 1;
    void session.close();
  }

  /** Connections to different servers are never mixed: one may be behind the other. */
  private isUsable(session: PostgresSession): boolean {
    return !session.isEnded && (this.chosen === null || session.server === this.chosen);
  }

  /** A new connection to the chosen server, or to the one that is chosen now. */
  private async openOne(): Promise<PostgresSession> {
    while (this.choosing !== null) await this.choosing;
    if (this.chosen !== null)
      try {
        return await this.openOn(this.chosen);
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError) || this.address.servers.length === 1) throw error;
        this.chosen = null;
        return this.openOne();
      }
    return this.choose();
  }

  private choose(): Promise<PostgresSession> {
    this.choosing ??= this.firstFitting().finally(() => {
      this.choosing = null;
    });
    return this.choosing;
  }

  /** Tries the servers in their order, and chooses the first that fits, or the best there is. */
  private async firstFitting(): Promise<PostgresSession> {
    const { target, standbyCheckMs } = this.options;
    const reasons: string[] = [];
    let second: PostgresSession | null = null;
    for (const server of this.address.servers) {
      try {
        const session = await this.openOn(server);
        if (session.isStandby === (target === 'prefer-standby')) {
          await second?.close();
          this.chosen = server;
          return session;
        }
        if (target === 'prefer-standby' && second === null) second = session;
        else {
          await session.close();
          reasons.push(`The database at ${serverName(server)} is a standby.`);
        }
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError)) throw error;
        reasons.push(error.message);
      }
    }
    if (second === null) throw new DatabaseUnavailableError(reasons.join(' '));
    this.chosen = second.server;
    if (this.address.servers.length > 1) {
      clearTimeout(this.standbyTimer);
      this.standbyTimer = setTimeout(() => this.lookForStandby(), standbyCheckMs).unref();
    }
    return second;
  }

  /** Calls use the primary meanwhile. */
  private lookForStandby(): void {
    if (this.isClosed || this.choosing !== null) return;
    this.firstFitting().then(
      (session) => session.close(),
      () => undefined,
    );
  }

  private async openOn(server: PostgresServer): Promise<PostgresSession> {
    const session = await openPostgresSession(this.address, server, this.options);
    void session.lost.then(() => {
      // Perhaps the server is gone, or is no longer what it was.
      if (this.chosen === server) this.chosen = null;
    });
    return session;
  }
}

async function inTransaction<T>(
  session: PostgresSession,
  work: (connection: PostgresSession) => Promise<T>,
): Promise<T> {
  await session.script('BEGIN');
  let result: T;
  try {
    result = await work(session);
  } catch (error) {
    // If this fails the connection is lost, and the transaction with it.
    await session.script('ROLLBACK').catch(() => undefined);
    throw error;
  }
  // After a failed statement the server answers COMMIT with ROLLBACK.
  if ((await session.script('COMMIT')) !== 'COMMIT')
    throw new Error('The transaction was rolled back because one of its statements had failed.');
  return result;
}
