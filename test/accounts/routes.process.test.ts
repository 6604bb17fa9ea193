/** The account pages over HTTP, from sign-up to the last revocation, without a browser. */

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { listAccounts } from '../../src/store/accounts/accounts.js';
import type { AccountsDatabase } from '../../src/store/accounts/accounts-database.js';
import { type AccountsFile, openAccountsFile } from '../../src/store/accounts/accounts-file.js';
import { listPasskeys, removePasskey } from '../../src/store/accounts/passkeys.js';
import { toolCall } from '../transports/service.js';
import { open } from '../transports/wire.js';
import { type AccountsEngine, describeEngines, rowsOf } from './engines.js';
import { type AccountService, startAccounts } from './service.js';
import { shown, type Visitor } from './visitor.js';

/**
 * A certificate with a revocation list at http://inner.example/crl: an address that only the service's network can
 * reach.
 */
const CERTIFICATE =
  'MIIBmTCCAUCgAwIBAgIUQNmY1PvlR0GQDi0du3Z2xNDtB30wCgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBeDAgFw0yNjExMjEwMzQw' +
  'MjJaGA8yMTI2MTAyODAzNDAyMlowDDEKMAgGA1UEAwwBeDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOtWqm2K0dc4CX2RP6Nj' +
  '171QBtoxwQp3NHjHRGGmRmM0g33dXPKD95huVLuTINoED6C8W7Joaz4teErdjb52q3ijfjB8MB0GA1UdDgQWBBS+DwwDXW6IUtxY' +
  'NH4LQeVFdkMEjjAfBgNVHSMEGDAWgBS+DwwDXW6IUtxYNH4LQeVFdkMEjjAPBgNVHRMBAf8EBTADAQH/MCkGA1UdHwQiMCAwHqAc' +
  'oBqGGGh0dHA6Ly9pbm5lci5leGFtcGxlL2NybDAKBggqhkjOPQQDAgNHADBEAiBPTNvLJDGO0L6knqQ3Sl4pKKTJjdNnz6OjD9i5' +
  'vxB0UQIgX+ZpeEmjsWY2UUfElqcOiSE/xtf+ZWNvG7+aEaWHjlc=';

/** All tables as text. */
async function everything(database: AccountsDatabase): Promise<string> {
  const tables = ['account', 'passkey', 'session', 'api_key', 'key_change', 'challenge'];
  const rows = await Promise.all(tables.map((table) => rowsOf(database, `SELECT * FROM ${table}`)));
  const text = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value));
  return rows.flat(2).map(text).join('\n');
}

describeEngines('the account pages', accountPages);

function accountPages(engine: AccountsEngine): void {
  let accounts: AccountService;
  let me: Visitor;
  beforeEach(async () => {
    accounts = await startAccounts(await engine.create()());
    me = accounts.visitor();
  });
  afterEach(() => accounts.close());

  const read = (token: string, path = '/v1/catalog') =>
    accounts.service.ask(path, { headers: { authorization: `Bearer ${token}` } });

  it('sign up, make a key, read at 600 an hour over REST and MCP together, revoke, read as keyless', async () => {
    const welcome = await me.signUp('Ada <b>Example</b>');
    expect(welcome.status).toBe(200);
    expect(shown(welcome.text, 'code')).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
    expect((await me.open()).text).toContain('<h1>Ada &lt;b&gt;Example&lt;/b&gt;</h1>');

    const created = await me.send('keys', { name: 'laptop' });
    const key = shown(created.text, 'key');
    expect(key).toMatch(/^dk_[A-Za-z0-9_-]{43}$/);
    expect(created.headers['cache-control']).toBe('no-store');

    const rest = await read(key);
    expect(rest.headers['ratelimit-policy']).toBe('"key";q=600;w=3600');
    expect(rest.headers['x-ratelimit-remaining']).toBe('599');
    expect(rest.headers['www-authenticate']).toBeUndefined();
    const mcp = await accounts.service.rpc(toolCall('get_catalog'), { authorization: `Bearer ${key}` });
    expect(mcp.headers['ratelimit-policy']).toBe('"key";q=600;w=3600');
    expect(mcp.headers['x-ratelimit-remaining']).toBe('598');
    expect((await read(key)).headers['x-ratelimit-remaining']).toBe('597');

    const { text } = await me.open();
    expect(text).not.toContain(key);
    expect(text).toContain(`<code>${key.slice(0, 11)}…</code>`);
    expect(text).toMatch(/<span>laptop<\/span><\/td>.*2026-11-20 12:34 UTC.*2026-11-20 12:34 UTC.*>3<\/td>/);

    const id = /name="id" value="(\d+)"/.exec(text)![1]!;
    const asked = await me.send('keys/revoke', { id });
    expect([asked.status, asked.text.includes('Revoke the key “laptop”?')]).toEqual([200, true]);
    expect((await read(key)).headers['ratelimit-policy']).toMatch(/600/);
    expect((await me.send('keys/revoke', { id, sure: 'yes' })).headers.location).toBe(
      '/account?said=key-revoked',
    );
    expect((await me.ask('/account?said=key-revoked')).text).toContain(
      '<p class="said" role="status">The key was revoked.',
    );
    const after = await read(key);
    expect(after.status).toBe(200);
    expect(after.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect(after.headers['ratelimit-policy']).toBe('"default";q=60;w=3600');
    expect((await me.open()).text).toContain('There is no key yet.');
  });

  it('the page of a new key has settings that the hosts accept without changes', async () => {
    await me.signUp();
    await me.open();
    const { text } = await me.send('keys', { name: 'laptop' });
    const key = shown(text, 'key');
    const headers = { Authorization: `Bearer ${key}` };
    const url = 'https://disclosed.example/v1/mcp';
    expect(JSON.parse(shown(text, 'cursor'))).toEqual({ mcpServers: { disclosed: { url, headers } } });
    expect(JSON.parse(shown(text, 'vs-code'))).toEqual({
      servers: { disclosed: { type: 'http', url, headers } },
    });
    const { command, args, env } = JSON.parse(shown(text, 'claude-desktop')).mcpServers.disclosed;
    expect([command, ...args]).toEqual([
      'npx',
      '-y',
      'mcp-remote',
      url,
      '--header',
      'Authorization:$' + '{AUTHORIZATION}',
    ]);
    expect(env).toEqual({ AUTHORIZATION: headers.Authorization });
    expect(shown(text, 'codex')).toBe(
      `[mcp_servers.disclosed]\nurl = "${url}"\nhttp_headers = { Authorization = "Bearer ${key}" }`,
    );
    expect(shown(text, 'claude-code')).toBe(
      `claude mcp add --transport http disclosed ${url} --header "Authorization: Bearer ${key}"`,
    );
    expect(shown(text, 'curl')).toContain(`-H "Authorization: Bearer ${key}"`);
  });

  describe('sessions', () => {
    it('the cookie is out of reach of scripts, other sites and plain http; sign-in gives another one', async () => {
      const first = await me.open();
      const attributes = String(first.headers['set-cookie']);
      expect(attributes).toMatch(
        /^__Host-disclosed=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
      );
      const before = me.cookie;
      await me.signUp();
      const signedUp = me.cookie;
      expect(signedUp).not.toBe(before);
      const again = await me.signIn();
      expect(again.status).toBe(303);
      expect(String(again.headers['set-cookie'])).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
      expect(me.cookie).not.toBe(signedUp);
      // The session from before is no longer signed in.
      const old = accounts.visitor();
      old.cookie = signedUp;
      expect((await old.open()).text).toContain('Sign in with a passkey');
      expect((await me.open()).text).toContain('API access');
    });

    it('a cookie planted before sign-in is worth nothing after it', async () => {
      await me.open();
      const thief = accounts.visitor();
      thief.cookie = me.cookie;
      await me.signUp();
      expect((await thief.open()).text).toContain('Sign in with a passkey');
    });

    it('it ends after a day, and with sign-out', async () => {
      await me.signUp();
      accounts.clock.now += 24 * 3_600_000 - 1;
      expect((await me.open()).text).toContain('API access');
      accounts.clock.now += 1;
      expect((await me.open()).text).not.toContain('API access');
      await me.signIn();
      await me.open();
      const signedIn = me.cookie;
      await me.send('sign-out');
      me.cookie = signedIn;
      expect((await me.open()).text).not.toContain('API access');
    });

    it('the store contains no token, code or key, only hashes', async () => {
      const code = shown((await me.signUp()).text, 'code');
      const key = await me.makeKey('laptop');
      const token = me.cookie.split('=')[1]!;
      const held = await everything(accounts.database);
      for (const secret of [key, key.slice(11), token, code, code.replaceAll('-', '')])
        expect(held).not.toContain(secret);
      expect(held).toContain(key.slice(0, 11));
    });
  });

  describe('forms', () => {
    it.each([
      ['of another origin', { headers: { origin: 'https://evil.example' } }],
      ['of an origin that is hidden', { headers: { origin: 'null' } }],
    ])('%s are refused', async (_what, how) => {
      await me.signUp();
      await me.open();
      const answered = await me.send('keys', { name: 'theirs' }, how);
      expect(answered.status).toBe(403);
      expect(await accounts.keys.list()).toEqual([]);
    });

    it('without an origin they are refused', async () => {
      await me.signUp();
      await me.open();
      const body = new URLSearchParams({ token: me.token, name: 'theirs' }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await me.ask('/account/keys', { method: 'POST', headers, body })).status).toBe(403);
      expect(await accounts.keys.list()).toEqual([]);
    });

    it.each(['', 'x', 'A'.repeat(43)])('with token %j they are refused', async (token) => {
      await me.signUp();
      await me.open();
      expect((await me.send('keys', { token, name: 'theirs' })).status).toBe(403);
      expect(await accounts.keys.list()).toEqual([]);
    });

    it('the token of another visitor is refused', async () => {
      const other = accounts.visitor();
      await other.open();
      await me.signUp();
      await me.open();
      expect((await me.send('keys', { token: other.token, name: 'theirs' })).status).toBe(403);
    });

    it('too large, of another type, or without a cookie: a clear refusal, and the service continues', async () => {
      await me.open();
      const big = { response: 'x'.repeat(40_000) };
      expect((await me.send('sign-up', big)).status).toBe(400);
      const json = { headers: { 'content-type': 'application/json' }, body: '{"code":' };
      expect((await me.send('recover', {}, json)).status).toBe(400);
      me.cookie = '';
      expect((await me.send('recover', { code: 'x' })).status).toBe(403);
      expect((await me.open()).status).toBe(200);
      expect(accounts.faults).toEqual([]);
    });

    it('reloading the page of a form redirects to the account page', async () => {
      const answered = await me.ask('/account/keys');
      expect([answered.status, answered.headers.location]).toEqual([303, '/account']);
    });

    it('actions that need an account are refused without one', async () => {
      await me.open();
      for (const action of [
        'keys',
        'keys/revoke',
        'passkeys',
        'passkeys/options',
        'passkeys/remove',
        'recovery-code',
        'delete',
        'sign-out',
      ])
        expect([action, (await me.send(action, { name: 'x', sure: 'yes' })).status]).toEqual([action, 403]);
    });

    it('a bug is reported plainly, and logged without the submitted data', async () => {
      await me.open();
      await accounts.database.run('ALTER TABLE account RENAME TO elsewhere');
      const code = 'ABCDE-ABCDE-ABCDE-ABCDE-ABCDE';
      const answered = await me.send('recover', { code });
      expect(answered.status).toBe(500);
      expect(answered.text).toContain('error on our side');
      expect(accounts.faults).toHaveLength(1);
      expect(accounts.faults[0]!.details).toMatchObject({
        path: 'recover',
        fault: engine.name === 'SQLite' ? 'SqliteError' : 'PostgresError',
      });
      expect(JSON.stringify(accounts.faults)).not.toContain('ABCDE');
    });
  });

  it('the error page of a missing store is a page, not an error of the API', async () => {
    await me.signUp();
    await accounts.database.run('ALTER TABLE session RENAME TO elsewhere');
    const page = await me.open();
    expect(page.status).toBe(500);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('error on our side');
  });

  describe('passkeys', () => {
    it.each([
      ['another origin', { origin: 'https://evil.example' }],
      ['another host', { rpId: 'evil.example' }],
      ['another challenge', { challenge: 'A'.repeat(43) }],
      ['another ceremony', { type: 'webauthn.get' }],
      ['an unverified user', { verified: false }],
    ])('a new one for %s is refused', async (_what, wrong) => {
      expect((await me.signUp('', wrong)).status).toBe(403);
      expect((await me.open()).text).toContain('Sign in with a passkey');
    });

    it.each([
      ['another origin', { origin: 'https://evil.example' }],
      ['another host', { rpId: 'evil.example' }],
      ['another challenge', { challenge: 'A'.repeat(43) }],
      ['another ceremony', { type: 'webauthn.create' }],
      ['an unverified user', { verified: false }],
      ['a forged signature', { forged: true }],
      ['another user', { userHandle: 'AAAA' }],
    ])('a sign-in with %s is refused', async (_what, wrong) => {
      await me.signUp();
      await me.open();
      await me.send('sign-out');
      expect((await me.signIn(wrong)).status).toBe(403);
      expect((await me.open()).text).toContain('Sign in with a passkey');
      expect((await me.signIn()).status).toBe(303);
    });

    it('a counter that went back indicates a copy and is refused', async () => {
      await me.signUp();
      me.authenticator.rewind();
      expect((await me.signIn()).status).toBe(403);
    });

    it('a passkey that is removed while its sign-in is verified signs no one in', async () => {
      await me.signUp();
      accounts.clock.now += 1000;
      await me.addPasskey();
      const { database } = accounts;
      const [first] = await listPasskeys(database, (await listAccounts(database))[0]!.id);
      const begin = database.transaction.bind(database);
      jest.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
        await begin((connection) => removePasskey(connection, first!.id, first!.accountId));
        return begin(work);
      });
      me.cookie = '';
      expect((await me.signIn({}, 0)).status).toBe(403);
      expect((await me.open()).text).toContain('Sign in with a passkey');
    });

    it('a passkey stays if the sessions of the lost device cannot be ended', async () => {
      await me.signUp();
      await me.addPasskey();
      const { database } = accounts;
      const accountId = (await listAccounts(database))[0]!.id;
      const [first] = await listPasskeys(database, accountId);
      const begin = database.transaction.bind(database);
      jest.spyOn(database, 'transaction').mockImplementationOnce((work) =>
        begin((connection) => {
          const run: typeof connection.run = (text, values) =>
            text.startsWith('DELETE FROM session')
              ? Promise.reject(new Error('the disk is gone'))
              : connection.run(text, values);
          return work({ ...connection, run, rows: connection.rows.bind(connection) });
        }),
      );
      await me.open();
      expect((await me.send('passkeys/remove', { id: first!.id, sure: 'yes' })).status).toBe(500);
      expect(await listPasskeys(database, accountId)).toHaveLength(2);
    });

    it('two sign-ins with one counter at a time indicate a copy: one of them is refused', async () => {
      await me.signUp();
      const copy = accounts.visitor();
      await copy.open();
      const theirs = await copy.options('sign-in');
      await me.open();
      const { database } = accounts;
      const begin = database.transaction.bind(database);
      const mine = await me.options('sign-in');
      const response = me.authenticator.get(mine);
      me.authenticator.rewind();
      me.authenticator.get(theirs);
      const copied = me.authenticator.get(theirs);
      jest.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
        // The copy is verified and signed in while the sign-in of the original waits for the database.
        expect((await copy.send('sign-in', { response: copied })).status).toBe(303);
        return begin(work);
      });
      expect((await me.send('sign-in', { response })).status).toBe(403);
    });

    it('an id that is stored belongs to one account, also of two sign-ups at a time', async () => {
      const id = Buffer.alloc(32, 7);
      const begin = async (visitor: Visitor) => {
        await visitor.open();
        const response = visitor.authenticator.create(await visitor.options('sign-up'), { id });
        return () => visitor.send('sign-up', { response });
      };
      const sign = [await begin(me), await begin(accounts.visitor()), await begin(accounts.visitor())];
      const seen = await Promise.all(sign.map((one) => one()));
      expect(seen.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(seen.find(({ status }) => status === 409)?.text).toContain('Sign in with it');
      expect(await listAccounts(accounts.database)).toHaveLength(1);
      expect(accounts.faults).toEqual([]);

      const third = accounts.visitor('192.0.2.3');
      await third.signUp();
      expect((await third.addPasskey({ id })).status).toBe(409);
      expect((await third.addPasskey()).status).toBe(303);
    });

    it('a challenge works once, for a few minutes, and for the browser that requested it', async () => {
      await me.signUp();
      await me.open();
      const response = me.authenticator.get(await me.options('sign-in'));
      expect((await me.send('sign-in', { response })).status).toBe(303);
      await me.open();
      expect((await me.send('sign-in', { response })).status).toBe(403);

      const late = await me.options('sign-in');
      accounts.clock.now += 5 * 60_000;
      expect((await me.send('sign-in', { response: me.authenticator.get(late) })).status).toBe(403);

      const other = accounts.visitor();
      await other.open();
      const theirs = me.authenticator.get(await other.options('sign-in'));
      expect((await me.send('sign-in', { response: theirs })).status).toBe(403);
      // Used by the wrong browser, it is used up for the right one too.
      expect((await other.send('sign-in', { response: theirs })).status).toBe(403);
    });

    it('a challenge serves only the ceremony that it was issued for', async () => {
      await me.open();
      const challenge = (await me.options('sign-up')).challenge;
      // What a page of another ceremony of this browser was given.
      const other = await me.options('sign-in');
      const made = me.authenticator.create({
        challenge: other.challenge,
        rp: { id: other.rpId },
        user: { id: 'AAAA', name: '', displayName: '' },
        excludeCredentials: [],
      });
      expect((await me.send('sign-up', { response: made })).status).toBe(403);
      const response = me.authenticator.get({ challenge, rpId: other.rpId });
      expect((await me.send('sign-in', { response })).status).toBe(403);
      expect(await listAccounts(accounts.database)).toEqual([]);
      expect(accounts.faults).toEqual([]);
    });

    it.each(['apple', 'android-key', 'packed', 'fido-u2f', 'tpm', 'made-up'])(
      'an attestation (%s) that was not requested: nothing that it names is fetched, and the passkey counts',
      async (format) => {
        const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network here'));
        const attestation = { format, certificate: Buffer.from(CERTIFICATE, 'base64') };
        const signedUp = await me.signUp('', { attestation });
        expect(fetched.mock.calls).toEqual([]);
        fetched.mockRestore();
        expect(signedUp.status).toBe(200);
        expect((await me.signIn()).status).toBe(303);
      },
    );

    it.each([
      '',
      '{',
      '{}',
      '{"id":"a","rawId":"a","type":"public-key","response":{"clientDataJSON":"e30"}}',
    ])('an answer that no browser sends, such as %j, is refused', async (response) => {
      await me.open();
      expect((await me.send('sign-up', { response })).status).toBe(400);
      expect((await me.send('sign-in', { response })).status).toBe(400);
    });

    it('a second passkey signs in as well; the first can be removed, which ends the other sessions; the last one stays', async () => {
      await me.signUp();
      expect((await me.addPasskey()).status).toBe(303);
      expect((await me.options('passkeys')).excludeCredentials).toHaveLength(2);
      expect((await me.signIn({}, 0)).status).toBe(303);
      const elsewhere = me.cookie;
      me.cookie = '';
      expect((await me.signIn({}, 1)).status).toBe(303);
      const { text } = await me.open();
      const ids = [...text.matchAll(/name="id" value="([A-Za-z0-9_-]{43})"/g)].map((match) => match[1]!);
      expect(ids).toHaveLength(2);
      const stranger = accounts.visitor('192.0.2.9');
      await stranger.signUp();
      const asked = await me.send('passkeys/remove', { id: ids[0]! });
      expect([asked.status, asked.text.includes('Remove this passkey?')]).toEqual([200, true]);
      expect((await me.send('passkeys/remove', { id: ids[0]!, sure: 'yes' })).headers.location).toBe(
        '/account?said=passkey-removed',
      );
      expect((await me.open()).text).toContain('API access');
      expect((await me.send('passkeys/remove', { id: ids[1]! })).status).toBe(409);
      expect((await stranger.open()).text).toContain('API access');
      me.cookie = elsewhere;
      expect((await me.open()).text).toContain('Sign in with a passkey');
      const signedIn = [await me.signIn({}, 0), await me.signIn({}, 1)];
      expect(signedIn.map((one) => one.status).sort()).toEqual([303, 403]);
    });
  });

  it('a passkey that is larger than any real one is not stored', async () => {
    for (const wrong of [{ idBytes: 1024 }, { ballast: 1100 }])
      expect((await accounts.visitor().signUp('', wrong)).status).toBe(403);
    expect(await listAccounts(accounts.database)).toEqual([]);
    expect((await me.signUp('', { idBytes: 1023, ballast: 900 })).status).toBe(200);
  });

  it('a form that began to arrive in a session has no effect after its end', async () => {
    await me.signUp();
    await me.open();
    const body = new URLSearchParams({ token: me.token, name: 'late' }).toString();
    const lines = [
      'POST /account/keys HTTP/1.1',
      `Host: ${new URL(me.origin).host}`,
      `Origin: ${me.origin}`,
      `Cookie: ${me.cookie}`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
      'Connection: close',
    ];
    const wire = await open(accounts.service.port);
    wire.send(`${lines.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
    // By then the headers are read, and the service waits for the form.
    await wire.heard('100 Continue');
    expect((await me.send('sign-out')).status).toBe(303);
    wire.send(body.slice(-1));
    expect(await wire.closed).toContain('HTTP/1.1 403');
    expect(await accounts.keys.list()).toEqual([]);
  });

  describe('recovery', () => {
    it('the code signs in once, creates the next one, and signs out everywhere else', async () => {
      const code = shown((await me.signUp()).text, 'code');
      const elsewhere = me.cookie;
      const lost = accounts.visitor();
      await lost.open();
      const entered = await lost.send('recover', { code: ` ${code.toLowerCase().replaceAll('-', ' ')} ` });
      expect(entered.status).toBe(200);
      const next = shown(entered.text, 'code');
      expect(next).not.toBe(code);
      expect((await lost.open()).text).toContain('API access');
      me.cookie = elsewhere;
      expect((await me.open()).text).not.toContain('API access');
      expect((await me.send('recover', { code })).status).toBe(403);
      await me.open();
      expect((await me.send('recover', { code: next })).status).toBe(200);
    });

    it('a new code replaces the one before', async () => {
      const code = shown((await me.signUp()).text, 'code');
      await me.open();
      const next = shown((await me.send('recovery-code')).text, 'code');
      await me.open();
      expect((await me.send('recover', { code })).status).toBe(403);
      expect((await me.send('recover', { code: next })).status).toBe(200);
    });

    it('the page of a code gives it as a file, and the account reminds until the code is saved', async () => {
      const made = await me.signUp();
      const code = shown(made.text, 'code');
      const [, file = ''] =
        /download="disclosed-recovery-code\.txt" href="data:text\/plain;charset=utf-8,([^"]+)"/.exec(
          made.text,
        ) ?? [];
      expect(decodeURIComponent(file)).toContain(`\n${code}\n`);
      const reminder = 'You have not confirmed that your recovery code is saved.';
      expect((await me.open()).text).toContain(reminder);
      expect((await me.send('recovery-code/saved')).status).toBe(400);
      expect((await me.open()).text).toContain(reminder);
      expect((await me.send('recovery-code/saved', { saved: 'yes' })).headers.location).toBe(
        '/account?said=code-saved',
      );
      expect((await me.open()).text).not.toContain(reminder);
      await me.send('recovery-code');
      expect((await me.open()).text).toContain(reminder);
    });

    it('the form on the page of a first code belongs to the session that it began', async () => {
      const made = await me.signUp();
      const token = /name="token" value="([^"]+)"/.exec(made.text)?.[1] ?? '';
      const confirmed = await me.send('recovery-code/saved', { saved: 'yes', token });
      expect(confirmed.headers.location).toBe('/account?said=code-saved');
    });

    it('a guess is refused without a hint', async () => {
      await me.open();
      const guess = await me.send('recover', { code: 'ABCDE-ABCDE-ABCDE-ABCDE-ABCDE' });
      expect(guess.status).toBe(403);
      expect(guess.text).not.toContain('ABCDE');
    });
  });

  describe('rate limits', () => {
    it('sign-up and recovery are limited by address, for every account; another address is not affected', async () => {
      const many = async (visitor: Visitor, action: string) => {
        await visitor.open();
        for (let turn = 0; turn < 100; turn += 1) {
          const answered = await visitor.send(action, { code: 'x' });
          if (answered.status === 429) return [turn, Number(answered.headers['retry-after']) > 0];
        }
        return 'never';
      };
      expect(await many(me, 'sign-up/options')).toEqual([20, true]);
      expect(await many(me, 'recover')).toEqual([10, true]);
      expect(await many(me, 'sign-in/options')).toEqual([60, true]);
      expect((await me.send('sign-up', { response: '{}' })).status).toBe(429);
      expect((await accounts.visitor('192.0.2.2').signUp()).status).toBe(200);
    });

    it('the account page, which reads all that an account has, is limited as other pages are', async () => {
      const statuses = [];
      for (let turn = 0; turn <= 240; turn += 1) statuses.push((await me.open()).status);
      expect(statuses.indexOf(429)).toBe(240);
      expect(Number(me.seen.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
      expect((await accounts.visitor('192.0.2.2').open()).status).toBe(200);
    });

    it('a site with many addresses gets five times the limit of one', async () => {
      let answered = 0;
      for (let subnet = 0; subnet < 8; subnet += 1) {
        const one = accounts.visitor(`2001:db8:7:${subnet.toString(16)}::1`);
        await one.open();
        for (let turn = 0; turn < 20; turn += 1)
          if ((await one.send('sign-up/options')).status === 200) answered += 1;
      }
      expect(answered).toBe(100);
      expect((await accounts.visitor('2001:db8:8::1').signUp()).status).toBe(200);
    });

    it('sign-ups have a common limit, and signing in continues', async () => {
      await me.signUp();
      let refused = 0;
      for (let part = 0; part < 102; part += 1) {
        const one = accounts.visitor(`198.51.100.${part}`);
        await one.open();
        for (let turn = 0; turn < 20; turn += 1)
          if ((await one.send('sign-up', { response: '{}' })).status === 429) refused += 1;
      }
      // Two of them were this test's own sign-up.
      expect(refused).toBe(102 * 20 - (2000 - 2));
      expect((await me.signIn()).status).toBe(303);
    });

    it('an account has at most ten keys', async () => {
      await me.signUp();
      await me.open();
      const made: number[] = [];
      for (let turn = 0; turn < 11; turn += 1)
        made.push((await me.send('keys', { name: `key ${turn}` })).status);
      expect(made).toEqual([...Array<number>(10).fill(200), 409]);
    });

    it('a key needs a name; its control characters become spaces, and it is escaped', async () => {
      await me.signUp();
      await me.open();
      expect((await me.send('keys', { name: ' \n ' })).status).toBe(400);
      await me.send('keys', { name: '<img src=x>\r\nSet-Cookie: a=b' });
      expect((await me.open()).text).toContain('&lt;img src=x&gt; Set-Cookie: a=b');
    });
  });

  it('the account pages have the frame of all pages, and say only what can be true for the visitor', async () => {
    const { text } = await me.ask('/account?said=deleted');
    expect(text).toContain('<a href="/filings">');
    expect(text).toContain('id="site-search"');
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(text).toContain('The account was deleted');
    for (const wrong of ['signed-in', 'constructor', '<b>'])
      expect((await me.ask(`/account?said=${encodeURIComponent(wrong)}`)).text).not.toContain('class="said"');
    await me.signUp();
    expect((await me.ask('/account?said=deleted')).text).not.toContain('class="said"');
  });

  it('no account revokes the key of another', async () => {
    await me.signUp();
    const key = await me.makeKey('mine');
    const other = accounts.visitor();
    await other.signUp();
    await other.open();
    const { id } = (await accounts.keys.list())[0]!;
    expect((await other.send('keys/revoke', { id: String(id) })).text).not.toContain('mine');
    expect((await other.send('keys/revoke', { id: String(id), sure: 'yes' })).status).toBe(303);
    expect((await read(key)).headers['ratelimit-policy']).toMatch(/600/);
  });

  it('a deleted account is gone with its keys, sessions, passkeys and recovery code', async () => {
    const code = shown((await me.signUp()).text, 'code');
    const key = await me.makeKey('laptop');
    expect((await read(key)).headers['ratelimit-policy']).toMatch(/600/);
    await me.open();
    expect((await me.send('delete')).status).toBe(400);
    expect((await me.send('delete', { sure: 'yes' })).status).toBe(303);
    expect((await read(key)).headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect((await me.open()).text).toContain('Sign in with a passkey');
    expect((await me.signIn()).status).toBe(403);
    await me.open();
    expect((await me.send('recover', { code })).status).toBe(403);
    for (const table of ['account', 'passkey', 'session', 'api_key'])
      expect(await rowsOf(accounts.database, `SELECT count(*) FROM ${table}`)).toEqual([[0]]);
  });

  it('every answer forbids scripts, frames and caches of others', async () => {
    await me.signUp();
    await me.open();
    await me.send('keys', { name: 'laptop' });
    await me.send('keys', { name: '' });
    await me.signIn();
    for (const { headers, text } of me.seen) {
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(text).not.toMatch(
        /<script(?! src="\/account\/script\.js")|<style| on\w+="| style="|https?:\/\/(?!disclosed\.example|creativecommons\.org)/,
      );
    }
  });

  it('script and style come from this service, with an ETag', async () => {
    const script = await me.ask('/account/script.js');
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.text).toContain('SimpleWebAuthnBrowser');
    const etag = String(script.headers.etag);
    expect((await me.ask('/account/script.js', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await me.ask('/account/style.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  });
}

describe('a database file that accepts no writes', () => {
  let database: AccountsFile;
  let accounts: AccountService;
  let me: Visitor;
  beforeEach(async () => {
    database = openAccountsFile(':memory:');
    accounts = await startAccounts(database);
    me = accounts.visitor();
  });
  afterEach(() => accounts.close());

  /** From now on a row of `table` needs more room than there is. */
  function fill(table: string): void {
    const { db } = database;
    db.exec('CREATE TABLE filler (bytes BLOB)');
    db.exec(
      `CREATE TRIGGER full BEFORE INSERT ON ${table} BEGIN INSERT INTO filler VALUES (zeroblob(1000000)); END`,
    );
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
  }

  it('uses up no recovery code and creates no account without its session, and says so', async () => {
    const code = shown((await me.signUp()).text, 'code');
    fill('session');
    const other = accounts.visitor();
    await other.open();
    const refused = await other.send('recover', { code });
    expect(refused.status).toBe(503);
    expect(refused.text).toContain('nothing was changed');
    expect((await other.signUp()).status).toBe(503);
    expect(await listAccounts(database)).toHaveLength(1);
    database.db.exec('DROP TRIGGER full');
    expect((await other.send('recover', { code })).status).toBe(200);
    expect(JSON.stringify(accounts.faults)).toContain('SQLITE_FULL');
  });
});
