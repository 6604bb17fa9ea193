/** Keys and accounts of a service on several machines: any node finishes what another began, and PostgreSQL may go away. */

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { readConfig } from '../../src/config.js';
import { Bodies } from '../../src/limits/bodies.js';
import { createKeyService, type KeyService } from '../../src/service/keys.js';
import { shown, Visitor } from '../accounts/visitor.js';
import { run, serve } from '../commands/program.js';
import { POSTGRES_MISSING, startPostgres, type TestPostgres } from '../services/postgres.js';
import { BASE_URL, type Service, startService } from '../transports/service.js';
import { until } from '../until.js';

const suite = POSTGRES_MISSING === null ? describe : describe.skip;
const PASSWORD = 'very-secret-words';

interface Node {
  serving: KeyService;
  service: Service;
  close(): Promise<void>;
}

suite(`keys and accounts on several nodes ${POSTGRES_MISSING ?? ''}`, () => {
  let servers: TestPostgres;
  let url: string;
  let dataDir: string;
  const written: string[] = [];
  let nodes: [Node, Node];

  beforeAll(async () => {
    servers = await startPostgres({ standbys: 1 });
    // The standby first: accounts are read and written on the primary wherever it is in the list.
    await servers.database('accounts');
    url = servers
      .url('accounts', [...servers.standbys, servers.primary])
      .replace('disclosed@', `disclosed:${PASSWORD}@`);
    dataDir = join(mkdtempSync(join(tmpdir(), 'disclosed-nodes-')), 'none');
    nodes = [await startNode(), await startNode()];
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await servers.close();
    rmSync(join(dataDir, '..'), { recursive: true });
  });

  async function startNode(settings: Record<string, string> = { DATABASE_URL: url }): Promise<Node> {
    const log = pino({ level: 'trace' }, { write: (line: string) => void written.push(line) });
    const config = readConfig({ DATA_DIR: dataDir, ...settings });
    const serving = await createKeyService(config, BASE_URL, { log, bodies: new Bodies() }, 50);
    const service = await startService({
      keyRing: serving.keyRing,
      rateLimits: { keyless: 1e6, withKey: 600 },
      site: serving.pages,
    });
    const close = async () => {
      await service.close();
      await serving.close();
    };
    return { serving, service, close };
  }
  const visit = (node: Node, like?: Visitor) => {
    const visitor = new Visitor(node.service.port, BASE_URL);
    if (like !== undefined) visitor.cookie = like.cookie;
    return visitor;
  };
  const isValid = async (node: Node, key: string) => {
    const { headers } = await node.service.ask('/v1/catalog', {
      headers: { authorization: `Bearer ${key}` },
    });
    return headers['www-authenticate'] === undefined;
  };

  it('a node finishes the sign-up that another began, and each session and key holds on both', async () => {
    const [one, two] = nodes;
    const first = visit(one);
    await first.open();
    const options = await first.options('sign-up', { displayName: 'Ada' });
    const second = visit(two, first);
    await second.open();
    const response = first.authenticator.create(options);
    const made = await second.send('sign-up', { response });
    expect([made.status, shown(made.text, 'code')]).toEqual([200, expect.any(String)]);
    // A challenge works once, wherever it is used.
    await first.open();
    expect((await first.send('sign-up', { response })).status).toBe(403);

    first.cookie = second.cookie;
    expect((await first.open()).text).toContain('<h1>Ada</h1>');
    const key = await second.makeKey('laptop');
    expect(await isValid(two, key)).toBe(true);
    await until(() => isValid(one, key));
    const id = /name="id" value="(\d+)"/.exec((await first.open()).text)![1]!;
    expect((await first.send('keys/revoke', { id, sure: 'yes' })).status).toBe(303);
    expect(await isValid(one, key)).toBe(false);
    await until(async () => !(await isValid(two, key)));
    await first.send('sign-out');
    expect((await second.open()).text).toContain('Sign in with a passkey');
  });

  it('the commands and the program itself use the same database, write no file, and never show the password', async () => {
    const [one] = nodes;
    const settings = { DATABASE_URL: url };
    const made = run(dataDir, ['keys', 'create', '--name', 'batch', '--json'], settings);
    expect([made.code, made.stderr]).toEqual([0, '']);
    const { key, prefix } = JSON.parse(made.stdout);
    await until(() => isValid(one, key));
    const listed = run(dataDir, ['accounts', 'list', '--json'], settings);
    const [account] = JSON.parse(listed.stdout);
    expect(account).toMatchObject({ displayName: 'Ada', passkeys: 1, keys: 0 });
    expect(run(dataDir, ['accounts', 'delete', account.id], settings).code).toBe(0);
    expect(run(dataDir, ['keys', 'revoke', prefix], settings).stdout).toContain(`revoked 2 ${prefix}`);
    await until(async () => !(await isValid(one, key)));
    // The compiler of the tests keeps its cache in HOME, which is the same folder.
    const files = existsSync(dataDir) ? readdirSync(dataDir) : [];
    expect(files.filter((name) => name !== '.cache')).toEqual([]);

    const elsewhere = mkdtempSync(join(tmpdir(), 'disclosed-node-'));
    const serving = await serve(elsewhere, settings);
    const me = new Visitor(serving.port, `http://localhost:${serving.port}`);
    expect((await me.signUp('Eve')).status).toBe(200);
    expect(await serving.stop()).toBe(0);
    expect(readdirSync(elsewhere)).not.toContain('accounts.db');
    expect(serving.output()).not.toContain(PASSWORD);
    rmSync(elsewhere, { recursive: true });

    const wrong = run(dataDir, ['keys', 'list'], { DATABASE_URL: `${url}&wrong=1` });
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('DATABASE_URL has a parameter other'),
    ]);
    expect(wrong.stderr).not.toContain(PASSWORD);
    const nowhere = run(dataDir, ['keys', 'list'], {
      DATABASE_URL: `postgres://disclosed:${PASSWORD}@127.0.0.1:1/x`,
    });
    expect([nowhere.code, nowhere.stderr.trim()]).toEqual([
      1,
      'disclosed: The database at 127.0.0.1:1 is not available: it refused the connection.',
    ]);
  });

  it('accounts.db is copied once, and its accounts, sessions and keys are valid on every node', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'disclosed-moved-'));
    const alone = await startNode({ DATA_DIR: folder });
    const me = visit(alone);
    expect((await me.signUp('Dee')).status).toBe(200);
    const key = await me.makeKey('laptop');
    await alone.close();
    const settings = { DATA_DIR: folder, DATABASE_URL: await servers.database('moved') };
    const node = await startNode(settings);
    const log = () => written.join('');
    expect(await isValid(node, key)).toBe(false);
    expect(log()).toMatch(/"accounts":1,"keys":1,"msg":"[^"]*\\"disclosed accounts copy/);

    const copy = () => run(folder, ['accounts', 'copy'], settings);
    expect(copy()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^copied to \S+: accounts 1, passkeys 1, sessions 1, keys 1\n$/),
    });
    await until(() => isValid(node, key));
    const there = visit(node, me);
    expect((await there.open()).text).toContain('<h1>Dee</h1>');

    // A second copy would bring it back.
    const id = /name="id" value="(\d+)"/.exec(there.page)![1]!;
    expect((await there.send('keys/revoke', { id, sure: 'yes' })).status).toBe(303);
    expect(copy()).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Nothing was copied'),
    });
    expect(await isValid(node, key)).toBe(false);
    await node.close();
    const again = await startNode(settings);
    expect(log().match(/disclosed accounts copy/g)).toHaveLength(1);
    await again.close();
    for (const [words, fault] of [
      [{}, 'DATABASE_URL must be set'],
      [{ DATA_DIR: dataDir, DATABASE_URL: url }, 'does not exist: there is nothing to copy'],
    ] as const)
      expect(run(folder, ['accounts', 'copy'], words)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(fault),
      });
    rmSync(folder, { recursive: true });
  });

  it('while PostgreSQL is away the pages say so, known keys stay valid, and all recovers', async () => {
    const [one] = nodes;
    const me = visit(one);
    expect((await me.signUp('Bob')).status).toBe(200);
    const key = await me.makeKey('laptop');
    await me.open();
    await servers.primary.stop();

    const page = await me.open();
    expect([page.status, page.headers['retry-after']]).toEqual([503, '60']);
    expect(page.text).toContain('Accounts and keys are not available at the moment.');
    const form = await me.send('keys', { name: 'more' });
    expect([form.status, form.headers['retry-after']]).toEqual([503, '60']);
    const script = await me.send('sign-in/options');
    expect([script.status, JSON.parse(script.text).message]).toEqual([
      503,
      expect.stringContaining('not available at the moment'),
    ]);
    expect(await isValid(one, key)).toBe(true);

    // A node that starts now answers too, and knows no key yet.
    const late = await startNode();
    expect(late.serving.unavailableReason()).toContain('not available');
    expect(await isValid(late, key)).toBe(false);
    expect((await visit(late).open()).status).toBe(503);
    expect((await visit(late).send('sign-up', {})).status).toBe(503);

    await servers.primary.start();
    await until(async () => late.serving.unavailableReason() === null);
    expect(await isValid(late, key)).toBe(true);
    expect((await me.open()).text).toContain('<h1>Bob</h1>');
    await late.close();
    expect(written.length).toBeGreaterThan(0);
    expect(written.join('')).not.toContain(PASSWORD);
  });

  it('after the primary was killed, the promoted standby has the accounts and the keys', async () => {
    const [one, two] = nodes;
    const me = visit(one);
    expect((await me.signUp('Cy')).status).toBe(200);
    const key = await me.makeKey('laptop');
    await until(() => isValid(two, key));
    await servers.caughtUp();
    await servers.primary.kill();
    expect(await isValid(two, key)).toBe(true);
    await servers.standbys[0]!.promote();
    await until(async () => (await me.open()).text.includes('<h1>Cy</h1>'));
    const id = /name="id" value="(\d+)"/.exec(me.page)![1]!;
    expect((await me.send('keys/revoke', { id, sure: 'yes' })).status).toBe(303);
    await until(async () => !(await isValid(two, key)));
  });
});
