/** The servers of compose.yaml, made by its scripts on this machine: a primary with its roles, and a standby that follows. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TakenPort, takePort } from '../services/port.js';
import { asPostgres, giveToPostgres, POSTGRES_MISSING, programs } from '../services/postgres.js';
import { until } from '../until.js';
import { ROOT, yamlDocuments } from './files.js';

const run = promisify(execFile);

/** What the image's script of that name does, without its containers. */
const ENTRYPOINT = `#!/usr/bin/env bash
set -e
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username=postgres --pwfile=<(echo "$POSTGRES_PASSWORD") --auth-local=trust --auth-host=scram-sha-256 $POSTGRES_INITDB_ARGS >&2
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -w start -o "-c listen_addresses= -c unix_socket_directories=$PGHOST" >&2
  "$FOLDER/roles.sh"
  pg_ctl -w -m fast stop >&2
fi
exec "$@" -c port=$OWN_PORT -c listen_addresses=127.0.0.1 -c unix_socket_directories=$PGHOST
`;
const PASSWORDS = { POSTGRES_PASSWORD: 'a'.repeat(48), DATABASE_PASSWORD: 'b'.repeat(48) };

interface Compose {
  services: Record<string, { environment: Record<string, string> }>;
}
const [compose] = yamlDocuments<Compose>('compose.yaml') as [Compose];

interface Ended {
  code: number | null;
  output: string;
}

const suite = POSTGRES_MISSING === null ? describe : describe.skip;
if (POSTGRES_MISSING !== null) console.warn(POSTGRES_MISSING);

suite('PostgreSQL of compose.yaml', () => {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-compose-'));
  const running: ChildProcess[] = [];
  const ports: TakenPort[] = [];
  beforeAll(() => {
    giveToPostgres(folder);
    const scripts = join(ROOT, 'packaging/compose/postgres');
    for (const name of readdirSync(scripts)) copyFileSync(join(scripts, name), join(folder, name));
    writeFileSync(join(folder, 'docker-entrypoint.sh'), ENTRYPOINT, { mode: 0o755 });
  });
  afterAll(async () => {
    for (const child of running.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    }
    for (const port of ports.splice(0)) port.release();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a script as its container would; `data` is its volume. */
  function start(script: string, data: string, settings: NodeJS.ProcessEnv) {
    if (!existsSync(join(folder, data))) mkdirSync(join(folder, data), { mode: 0o700 });
    giveToPostgres(join(folder, data));
    const child = spawn('bash', [join(folder, script)], {
      ...asPostgres(),
      cwd: folder,
      env: {
        PATH: `${programs()}:${folder}:${process.env.PATH}`,
        FOLDER: folder,
        PGDATA: join(folder, data),
        PGHOST: folder,
        LANG: 'C',
        POSTGRES_INITDB_ARGS: compose.services['db-1']!.environment.POSTGRES_INITDB_ARGS,
        ...settings,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running.push(child);
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const ended: Promise<Ended> = once(child, 'close').then(([code]) => ({ code, output }));
    return {
      ended,
      output: () => output,
      hasEnded: () => child.exitCode !== null,
      stop: () => child.kill('SIGINT'),
    };
  }

  it.each(['', 'short', `${'a'.repeat(20)}/`])(
    'refuses the password "%s" before there is a server',
    async (wrong) => {
      const { code, output } = await start('primary.sh', 'never', { ...PASSWORDS, DATABASE_PASSWORD: wrong })
        .ended;
      expect([code, output]).toEqual([
        1,
        expect.stringMatching(/^DATABASE_PASSWORD in \.env must be 16 or more .*\n$/),
      ]);
      expect(readdirSync(join(folder, 'never'))).toEqual([]);
    },
  );

  it('is a primary and a standby, for a user without rights over the server', async () => {
    for (let n = 0; n < 3; n += 1) ports.push(await takePort());
    const [first, second, unused] = ports.map(({ number }) => number) as [number, number, number];
    const ofPrimary = {
      ...PASSWORDS,
      OWN_PORT: String(first),
      OTHER_HOST: '127.0.0.1',
      OTHER_PORT: String(second),
    };
    const primary = start('primary.sh', 'primary', ofPrimary);
    const url = (port: number) =>
      compose.services
        .writer!.environment.DATABASE_URL!.replace(
          /\$\{DATABASE_PASSWORD[^}]*\}/,
          PASSWORDS.DATABASE_PASSWORD,
        )
        .replace('db-1:5432,db-2:5432', `127.0.0.1:${port}`);
    await untilListens(primary, url(first));
    expect(
      await read(url(first), "SELECT rolsuper, rolreplication FROM pg_roles WHERE rolname = 'disclosed'"),
    ).toBe('f|f');
    expect(await read(url(first), 'SHOW data_checksums')).toBe('on');

    // A copy that was interrupted.
    mkdirSync(join(folder, 'standby/base'), { recursive: true });
    giveToPostgres(join(folder, 'standby/base'));
    const standby = start('standby.sh', 'standby', {
      ...PASSWORDS,
      OWN_PORT: String(second),
      OTHER_HOST: '127.0.0.1',
      OTHER_PORT: String(first),
    });
    await untilListens(standby, url(second));
    await read(url(first), 'CREATE TABLE followed AS SELECT 42 AS value');
    const arrived = () =>
      read(url(second), 'SELECT value, pg_is_in_recovery() FROM followed').catch(() => null);
    await until(async () => (await arrived()) !== null);
    expect(await arrived()).toBe('42|t');
    expect(await read(url(second), 'SHOW max_connections')).toBe('200');

    // The primary is lost, the standby is promoted, and the old primary comes back.
    primary.stop();
    await primary.ended;
    await run(join(programs(), 'pg_ctl'), ['promote', '-w', '-D', join(folder, 'standby')], asPostgres());
    expect(await start('primary.sh', 'primary', ofPrimary).ended).toEqual({
      code: 1,
      output: expect.stringMatching(/^127\.0\.0\.1 is the primary now\. Delete the volume of this server/),
    });
    // Made new while the other one did not run, it is not a copy, and the volume with the data must not be deleted.
    const alone = start('primary.sh', 'new', { ...ofPrimary, OTHER_PORT: String(unused) });
    await untilListens(alone, url(first));
    alone.stop();
    await alone.ended;
    expect(await start('primary.sh', 'new', ofPrimary).ended).toEqual({
      code: 1,
      output: expect.stringMatching(/is a primary too, .*Delete only the volume of the new one\.$/m),
    });
    // Without its volume it becomes the standby of the new one, instead of a second primary.
    const again = start('primary.sh', 'primary-again', ofPrimary);
    await untilListens(again, url(first));
    expect(await read(url(first), 'SELECT value, pg_is_in_recovery() FROM followed')).toBe('42|t');
    expect(await read(url(second), 'SELECT pg_is_in_recovery()')).toBe('f');
  });

  /** What psql prints. */
  async function read(address: string, sql: string): Promise<string> {
    const { stdout } = await run(join(programs(), 'psql'), ['-X', '-A', '-t', '-c', sql, address]);
    return stdout.trim();
  }

  async function untilListens(server: ReturnType<typeof start>, address: string): Promise<void> {
    await until(async () => {
      if (server.hasEnded()) throw new Error((await server.ended).output);
      return (await read(address, 'SELECT 1').catch(() => null)) !== null;
    });
  }
});
