/** Runs questions in SQL in a separate process, one after another, and ends it when one takes too long. */

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SQL_ROWS_LIMIT } from '../../tools/contract/rules.js';
import type { SqlAnswer, SqlRequest } from './sql-question.js';

export interface SqlLimits {
  milliseconds: number;
  /** After so long without a question the process ends. */
  idleMilliseconds: number;
  rows: number;
  bytes: number;
  /** Questions that wait or run at a time. */
  waiting: number;
}

export const SQL_LIMITS: SqlLimits = {
  milliseconds: 5000,
  idleMilliseconds: 300_000,
  rows: SQL_ROWS_LIMIT.max,
  bytes: 1 << 20,
  waiting: 8,
};

/** Too many questions wait already. */
export class SqlBusyError extends Error {
  override name = 'SqlBusyError';
}

/** Megabytes of the JavaScript heap of the process. */
const HEAP_MEGABYTES = 96;
/**
 * Kilobytes that the whole process may write to, as `ulimit -d` counts: about 90 MB before the first question. The limits of
 * SQLite have no effect here, because its package is built without statistics of memory. Only Linux counts all memory so.
 */
const DATA_KILOBYTES = 256 * 1024;
const SHELL = '/bin/sh';
const LIMITED = ['-c', 'ulimit -d "$0"; exec "$@"', String(DATA_KILOBYTES)];

export class SqlRunner {
  private child: ChildProcess | null = null;
  /** The process that answers a question at this moment. */
  private asked: ChildProcess | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  /** Ends a process that is no longer used: it takes 50 MB, and holds a dump that was replaced. */
  private idle: NodeJS.Timeout | undefined;

  /** `file`: the SQLite file of a dump. A new one under the same name is read after `restart`. */
  constructor(
    private readonly file: string,
    private readonly limits: SqlLimits = SQL_LIMITS,
  ) {}

  /** @throws SqlBusyError if as many wait as may */
  async ask(sql: string, rowsMax: number = this.limits.rows): Promise<SqlAnswer> {
    if (this.waiting >= this.limits.waiting)
      throw new SqlBusyError(`${this.waiting} questions in SQL are waiting already`);
    this.waiting += 1;
    const { bytes, rows } = this.limits;
    const request = { sql, rowsMax: Math.min(rowsMax, rows), bytesMax: bytes };
    const turn = this.last.then(() => this.askChild(request));
    this.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.waiting -= 1;
    }
  }

  /** The next question starts a new process. One that is being answered still gets its answer. */
  restart(): void {
    clearTimeout(this.idle);
    if (this.child !== this.asked) this.child?.kill('SIGKILL');
    this.child = null;
  }

  close(): void {
    this.restart();
    this.asked?.kill('SIGKILL');
  }

  private askChild(request: SqlRequest): Promise<SqlAnswer> {
    clearTimeout(this.idle);
    this.child ??= this.start();
    const { child } = this;
    this.asked = child;
    const { milliseconds, idleMilliseconds } = this.limits;
    return new Promise((resolve) => {
      const end = (answer: SqlAnswer) => {
        clearTimeout(late);
        child.off('message', end).off('error', failed).off('exit', ended);
        this.asked = null;
        // Another one follows it meanwhile.
        if (this.child !== child) child.kill('SIGKILL');
        this.idle = setTimeout(() => this.restart(), idleMilliseconds);
        this.idle.unref();
        resolve(answer);
      };
      const drop = (error: string) => {
        if (this.child === child) this.child = null;
        end({ error });
      };
      const failed = (error: Error) => drop(`the question could not be run: ${error.message}`);
      // A process without memory is ended by a signal; any other end has another reason.
      const ended = (_code: number | null, signal: NodeJS.Signals | null) =>
        drop(
          signal === null
            ? 'the question could not be run: its process did not start'
            : 'the question ended its process: it needs more memory than it may use',
        );
      const late = setTimeout(
        () => drop(`the question took longer than ${milliseconds / 1000} seconds, and was ended`),
        milliseconds,
      );
      child.on('message', end).on('error', failed).on('exit', ended);
      child.send(request);
    });
  }

  private start(): ChildProcess {
    const isBounded = process.platform === 'linux' && existsSync(SHELL);
    const command = [
      process.execPath,
      `--max-old-space-size=${HEAP_MEGABYTES}`,
      fileURLToPath(new URL('./sql-process.js', import.meta.url)),
      this.file,
    ];
    const [program = '', ...words] = isBounded ? [SHELL, ...LIMITED, ...command] : command;
    const child = spawn(program, words, {
      // Nothing to steal for a question that would take over its process.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const forget = () => {
      if (this.child === child) this.child = null;
    };
    child.on('error', forget).on('exit', forget);
    child.unref();
    child.channel?.unref();
    return child;
  }
}
