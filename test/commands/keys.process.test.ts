/** The program as operators and users meet it: keys over pages and commands, and no secret in any output. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.js';
import { Bodies } from '../../src/limits/bodies.js';
import { Keys } from '../../src/limits/keys.js';
import { createAccountPages } from '../../src/service/account-pages.js';
import { openAccountsFile } from '../../src/store/accounts/accounts-file.js';
import { shown, Visitor } from '../accounts/visitor.js';
import { type Answered, type Asking, askPort, startService, toolCall } from '../transports/service.js';
import { type Ran, run, type Serving, serve } from './program.js';

let dataDir: string;
let serving: Serving;
const ran: Ran[] = [];
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'disclosed-keys-'));
  serving = await serve(dataDir);
});
afterAll(async () => {
  await serving.stop();
  rmSync(dataDir, { recursive: true });
});

function command(...words: string[]): Ran {
  const one = run(dataDir, words);
  ran.push(one);
  return one;
}

/** The answers of the API to requests with a key. */
const answered: Answered[] = [];
async function asked(path: string, how: Asking): Promise<Answered> {
  const one = await askPort(serving.port, path, how);
  answered.push(one);
  return one;
}

/** Sends malformed bytes; resolves with the answer. */
function unreadable(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    connect(serving.port, '127.0.0.1', function send(this: Socket) {
      this.end(bytes);
    })
      .setEncoding('latin1')
      .on('data', (text: string) => {
        answer += text;
      })
      .on('error', reject)
      .on('close', () => resolve(answer));
  });
}

const ask = (token: string, path = '/v1/catalog') =>
  asked(path, { headers: { authorization: `Bearer ${token}` } });

it('the commands make, list and revoke keys of a running service, which applies them at once', async () => {
  const made = run(dataDir, ['keys', 'create', '--name', 'batch', '--json']);
  expect(made.code).toBe(0);
  const { id, prefix, key } = JSON.parse(made.stdout);
  expect(made.stderr).toBe('');
  expect((await ask(key)).headers['ratelimit-policy']).toBe('"key";q=600;w=3600');

  const listed = JSON.parse(command('keys', 'list', '--json').stdout);
  expect(listed).toEqual([
    {
      id,
      prefix,
      name: 'batch',
      accountId: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lastUsedAt: null,
      callsThisHour: 0,
    },
  ]);
  expect(command('keys', 'list').stdout).toContain(`${prefix}… batch: of the operator`);

  const plain = run(dataDir, ['keys', 'create', '--name', 'plain']);
  expect(plain.stdout).toMatch(/^dk_[A-Za-z0-9_-]{43}\n$/);
  expect(plain.stderr).not.toContain(plain.stdout.trim());

  expect(
    JSON.parse(command('keys', 'revoke', prefix, plain.stdout.trim(), '--json').stdout).revoked,
  ).toHaveLength(2);
  for (const gone of [key, plain.stdout.trim()])
    expect((await ask(gone)).headers['www-authenticate']).toBe('Bearer error="invalid_token"');

  const unknown = command('keys', 'revoke', key);
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain('is not a key');
  expect(command('keys', 'create', '--name', ' ').code).toBe(2);
  expect(command('keys', 'create', '--name', 'x', '--account', 'nobody').code).toBe(2);
  for (const { stdout, stderr } of ran) expect(stdout + stderr).not.toContain(key);
});

it('a whole life of an account leaves no key, session or recovery code in any output, error, address or file', async () => {
  const me = new Visitor(serving.port, `http://localhost:${serving.port}`);
  const secrets: string[] = [];
  const keep = (secret: string) => {
    secrets.push(secret);
    return secret;
  };
  await me.open();
  keep(me.cookie.split('=')[1]!);
  const code = keep(shown((await me.signUp('Ada')).text, 'code'));
  keep(me.cookie.split('=')[1]!);
  const key = keep(await me.makeKey('laptop'));
  await me.addPasskey();
  await me.signIn();
  keep(me.cookie.split('=')[1]!);

  // Right, wrong, and malformed in many ways.
  await ask(key);
  await ask(key, '/v1/insiders/nobody-here');
  await ask(key, '/v1/filings?limit=0');
  await ask(`${key}x`);
  const authorization = `Bearer ${key}`;
  for (const body of [
    JSON.stringify(toolCall('get_catalog')),
    JSON.stringify(toolCall('no_such_tool')),
    '{"id":',
  ])
    await asked('/v1/mcp', { method: 'POST', headers: { authorization }, body });
  const everywhere = ['/healthz', '/readyz', '/account/%zz', '/account/nothing', '/nothing', '/v1/nothing'];
  everywhere.push('/', '/filings', '/status', '/api-docs', '/llms.txt', '/v1/openapi.json', '/data/congress');
  for (const path of everywhere) {
    await asked(path, { headers: { authorization, cookie: me.cookie } });
    await asked(path, { method: 'OPTIONS', headers: { authorization, origin: 'https://evil.example' } });
    await asked(path, { method: 'DELETE', headers: { authorization } });
  }
  // Where no key belongs: the answer may repeat the request to its caller, but the request is stored nowhere.
  const told: Answered[] = [];
  for (const path of [`/${key}`, `/v1/insiders/${key}`, `/v1/filings?key=${key}`, `/filings?ticker=${key}`])
    told.push(await askPort(serving.port, path, { headers: { authorization: `Basic ${key}` } }));
  const misplaced = JSON.stringify(toolCall('get_insider', { id: key, key }));
  told.push(await askPort(serving.port, '/v1/mcp', { method: 'POST', headers: {}, body: misplaced }));
  expect(told.map((one) => one.status)).toEqual([404, 400, 200, 400, 200]);
  await unreadable(`GET /${key} HTTP/9.9\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  await unreadable(`GET / HTTP/1.1\r\nAuthorization: Bearer ${key.repeat(400)}\r\n\r\n`);
  await me.open();
  await me.send('recover', { code: `${code}-0` });
  await me.send('recover', { code, token: 'wrong' });
  await me.send(
    'recover',
    {},
    { body: `{"code":"${code}","key":"${key}`, headers: { 'content-type': 'application/json' } },
  );
  await me.send('sign-in', { response: `{"id":"${key}` });
  await me.send('keys', { name: 'theirs' }, { headers: { origin: 'https://evil.example' } });
  await me.open();
  const next = keep(shown((await me.send('recover', { code })).text, 'code'));
  keep(me.cookie.split('=')[1]!);
  await me.open();
  const [account] = JSON.parse(command('accounts', 'list', '--json').stdout);
  expect(account).toMatchObject({ displayName: 'Ada', passkeys: 2, keys: 1 });
  command('accounts', 'list');
  command('keys', 'list', '--account', account.id);
  const operators = keep(
    JSON.parse(run(dataDir, ['keys', 'create', '--name', 'x', '--account', account.id, '--json']).stdout).key,
  );
  expect((await ask(operators)).headers['ratelimit-policy']).toMatch(/600/);
  expect(command('accounts', 'delete', account.id).code).toBe(0);
  expect(command('accounts', 'delete', account.id).code).toBe(1);
  for (const gone of [key, operators])
    expect((await ask(gone)).headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  expect((await me.open()).text).toContain('Sign in with a passkey');
  await me.send('recover', { code: next });

  // At the end, so that it covers everything above.
  await asked('/metrics', { headers: { authorization } });
  expect(await serving.stop()).toBe(0);
  const output = serving.output() + ran.map(({ stdout, stderr }) => stdout + stderr).join('');
  const once = new Set(['/account/keys', '/account/sign-up', '/account/recover']);
  const answers = me.seen.map(({ path, text, headers: { 'set-cookie': _own, ...headers } }) =>
    JSON.stringify([path, headers, once.has(path) ? '' : text]),
  );
  answers.push(...answered.map(({ headers, text }) => JSON.stringify([headers, text])));
  expect(answers.filter((answer) => answer.includes('disclosed_http_requests'))).toHaveLength(1);
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  expect(files.length).toBeGreaterThan(1);
  expect(output).toContain('"level"');
  expect(secrets).toHaveLength(8);
  for (const secret of secrets.flatMap((one) => [one, one.replaceAll('-', ''), one.slice(11)])) {
    expect(secret.length).toBeGreaterThan(15);
    expect(output).not.toContain(secret);
    expect(answers.filter((answer) => answer.includes(secret))).toEqual([]);
    expect(files.filter((file) => file.includes(secret))).toHaveLength(0);
  }
});

it('ACCOUNTS=off: no account pages, while keys of the command still work', async () => {
  const database = openAccountsFile(':memory:');
  const keys = new Keys(database);
  await keys.follow();
  const config = readConfig({ ACCOUNTS: 'off' });
  const service = await startService({
    keyRing: keys,
    rateLimits: { keyless: 60, withKey: 600 },
    site: createAccountPages(config, { database, keys }, 'http://127.0.0.1:8787', {
      log: {} as never,
      bodies: new Bodies(),
    }),
  });
  for (const path of ['/account', '/account/script.js', '/account/sign-up'])
    expect((await service.ask(path)).status).toBe(404);
  const { key } = (await keys.issue('laptop', null))!;
  const answered = await service.ask('/v1/catalog', { headers: { authorization: `Bearer ${key}` } });
  expect(answered.headers['ratelimit-policy']).toMatch(/600/);
  expect(() => readConfig({ ACCOUNTS: 'maybe' })).toThrow('ACCOUNTS must be on or off');
  await service.close();
});
