/** A throw-away PostgreSQL for tests: a primary, and hot standbys that follow it. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../until.js';
import { type TakenPort, takePort } from './port.js';

const run = promisify(execFile);

/** Where distributions put the programs of PostgreSQL 15 and later; null when there are none. */
const FOLDER = programFolder();

/** Why tests with PostgreSQL are skipped; null when they can run. */
export const POSTGRES_MISSING: string | null =
  FOLDER === null
    ? 'skipped: PostgreSQL 15 or later is not installed (Debian: postgresql-15)'
    : process.getuid?.() === 0 && postgresUser() === null
      ? 'skipped: PostgreSQL does not run as root, and there is no user postgres'
      : null;

/** One running server. */
export interface PostgresNode {
  /** `127.0.0.1:PORT` */
  host: string;
  isStandby: boolean;
  /** The id of its main process, which is the parent of all others. @throws Error if it does not run */
  pid(): number;
  /** Ends it as an operator does; open connections are closed. */
  stop(): Promise<void>;
  /** Ends every process of it at once, as a power failure does. */
  kill(): Promise<void>;
  /** Starts it again after `stop` or `kill`. */
  start(): Promise<void>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
}

export interface TestPostgres {
  primary: PostgresNode;
  standbys: PostgresNode[];
  /** A new empty database, or the one with that name, on all servers: primary first. */
  database(name?: string): Promise<string>;
  /** The URL of a database on some of the servers, in their order. */
  url(name: string, nodes: readonly PostgresNode[]): string;
  /** Waits until the standbys show what the primary has. */
  caughtUp(): Promise<void>;
  /** Ends all servers, and deletes their files. */
  close(): Promise<void>;
}

/** @throws Error if a program of PostgreSQL fails. Check `POSTGRES_MISSING` first. */
export async function startPostgres({ standbys = 0 }: { standbys?: number } = {}): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-postgres-'));
  giveToPostgres(folder);
  const nodes: Server[] = [];
  try {
    const primary = await Server.create(folder, 'primary', async (data) => {
      await program('initdb', [
        '-D',
        data,
        '-U',
        'disclosed',
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale=C',
        '-N',
      ]);
    });
    nodes.push(primary);
    await primary.start();
    for (let i = 1; i <= standbys; i++) {
      const standby = await Server.create(folder, `standby-${i}`, async (data) => {
        const [host = '', port = ''] = primary.host.split(':');
        await program('pg_basebackup', [
          '-D',
          data,
          '-h',
          host,
          '-p',
          port,
          '-U',
          'disclosed',
          '-R',
          '-X',
          'stream',
          '-c',
          'fast',
          '-N',
        ]);
      });
      standby.isStandby = true;
      nodes.push(standby);
      await standby.start();
    }
  } catch (error) {
    await closeAll(nodes, folder);
    throw error;
  }
  const [primary, ...others] = nodes;
  if (primary === undefined) throw new Error('there is no primary');
  const url = (name: string, some: readonly PostgresNode[]) =>
    `postgres://disclosed@${some.map(({ host }) => host).join(',')}/${name}?sslmode=disable`;
  return {
    primary,
    standbys: others,
    url,
    async database(name = `test_${randomBytes(6).toString('hex')}`) {
      const [host = '', port = ''] = primary.host.split(':');
      await program('createdb', ['-h', host, '-p', port, '-U', 'disclosed', name]);
      return url(name, nodes);
    },
    async caughtUp() {
      const end = await ask(primary, 'SELECT pg_current_wal_lsn()');
      for (const standby of others)
        await until(async () => (await ask(standby, `SELECT pg_last_wal_replay_lsn() >= '${end}'`)) === 't');
    },
    close: () => closeAll(nodes, folder),
  };
}

class Server implements PostgresNode {
  isStandby = false;
  private child: ChildProcess | null = null;

  private constructor(
    private readonly data: string,
    private readonly port: TakenPort,
  ) {}

  static async create(folder: string, name: string, fill: (data: string) => Promise<void>): Promise<Server> {
    const data = join(folder, name);
    await fill(data);
    const server = new Server(data, await takePort());
    // Durable enough for a killed process, which loses no memory of the machine.
    const settings = {
      port: server.port.number,
      listen_addresses: "'127.0.0.1'",
      unix_socket_directories: `'${folder}'`,
      fsync: 'off',
      max_connections: 60,
      shared_buffers: "'32MB'",
      wal_level: 'replica',
      max_wal_senders: 10,
      wal_keep_size: "'256MB'",
      hot_standby_feedback: 'on',
      wal_retrieve_retry_interval: "'200ms'",
      max_standby_streaming_delay: "'1s'",
      logging_collector: 'off',
    };
    const lines = Object.entries(settings).map(([key, value]) => `${key} = ${value}\n`);
    appendFileSync(join(data, 'postgresql.conf'), lines.join(''));
    return server;
  }

  get host(): string {
    return `127.0.0.1:${this.port.number}`;
  }

  async start(): Promise<void> {
    this.child = spawn(join(programs(), 'postgres'), ['-D', this.data], {
      ...asPostgres(),
      cwd: this.data,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4000);
    });
    const child = this.child;
    await until(() => {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`postgres ended at its start: ${log}`);
      return this.isReady();
    });
  }

  /** As pg_ctl sees it: the server writes it to its own file, whatever else may answer at its port. */
  private isReady(): boolean {
    const file = join(this.data, 'postmaster.pid');
    if (!existsSync(file)) return false;
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines[0] === String(this.pid()) && lines[7]?.trim() === 'ready';
  }

  pid(): number {
    const pid = this.child?.pid;
    if (pid === undefined) throw new Error('this server does not run');
    return pid;
  }

  release(): void {
    this.port.release();
  }

  stop(): Promise<void> {
    return this.end('SIGINT');
  }

  async kill(): Promise<void> {
    const pid = this.child?.pid;
    if (pid === undefined) return;
    // The processes of the connections first: they would notice the end of the main process only later.
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }));
    for (const one of stdout.split(/\s+/).filter((text) => text !== '')) killQuietly(Number(one));
    await this.end('SIGKILL');
  }

  async promote(): Promise<void> {
    await program('pg_ctl', ['promote', '-w', '-D', this.data]);
    this.isStandby = false;
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    this.child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    if (signal === 'SIGKILL') rmSync(join(this.data, 'postmaster.pid'), { force: true });
  }
}

async function closeAll(nodes: readonly Server[], folder: string): Promise<void> {
  for (const node of nodes) {
    await node.kill();
    node.release();
  }
  rmSync(folder, { recursive: true, force: true });
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** What psql prints. */
async function ask({ host }: PostgresNode, sql: string): Promise<string> {
  const url = `postgres://disclosed@${host}/postgres?sslmode=disable`;
  const { stdout } = await run(join(programs(), 'psql'), ['-X', '-A', '-t', '-c', sql, url]);
  return stdout.trim();
}

async function program(name: string, args: readonly string[]): Promise<void> {
  await run(join(programs(), name), args, { ...asPostgres(), cwd: tmpdir() });
}

/** The folder of PostgreSQL's programs. */
export function programs(): string {
  if (FOLDER === null) throw new Error(String(POSTGRES_MISSING));
  return FOLDER;
}

/** PostgreSQL refuses to run as root. */
export function asPostgres(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? (postgresUser() ?? {}) : {};
}

export function giveToPostgres(folder: string): void {
  const { uid, gid } = asPostgres();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
}

function postgresUser(): { uid: number; gid: number } | null {
  const line = existsSync('/etc/passwd')
    ? readFileSync('/etc/passwd', 'utf8')
        .split('\n')
        .find((one) => one.startsWith('postgres:'))
    : undefined;
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

function programFolder(): string | null {
  const places = ['/usr/lib/postgresql', '/usr/local/lib/postgresql', '/opt/homebrew/opt'];
  const folders = places
    .filter((place) => existsSync(place))
    .flatMap((place) => readdirSync(place).map((version) => join(place, version, 'bin')))
    .filter((folder) => existsSync(join(folder, 'initdb')) && Number(/\d+/.exec(folder)?.[0]) >= 15);
  return folders.at(-1) ?? null;
}
