/** The relying party: which addresses can have accounts. */

import { afterEach, expect, it } from '@jest/globals';
import { relyingPartyOf } from '../../src/accounts/relying-party.js';
import { openAccountsFile } from '../../src/store/accounts/accounts-file.js';
import { type AccountService, startAccounts } from './service.js';
import { shown } from './visitor.js';

let accounts: AccountService | undefined;
afterEach(async () => {
  await accounts?.close();
  accounts = undefined;
});

it.each([
  ['https://disclosed.example', 'https://disclosed.example', 'disclosed.example', '', true],
  ['https://example.org:8443/filings', 'https://example.org:8443', 'example.org', '/filings', true],
  ['http://127.0.0.1:8787', 'http://localhost:8787', 'localhost', '', false],
  ['http://[::1]:8787', 'http://localhost:8787', 'localhost', '', false],
  ['http://localhost:8787', 'http://localhost:8787', 'localhost', '', false],
])('%s gives passkeys of %s', (baseUrl, origin, rpId, basePath, isSecure) => {
  expect(relyingPartyOf(baseUrl)).toEqual({ origin, rpId, basePath, isSecure });
});

it.each([
  ['http://disclosed.example', /https/],
  ['http://192.0.2.7:8787', /IP address/],
  ['https://192.0.2.7', /IP address/],
  ['https://[2001:db8::1]', /IP address/],
])('%s can have no passkeys, and says why', (baseUrl, why) => {
  expect(relyingPartyOf(baseUrl)).toMatch(why);
});

it('without a host name for passkeys the page says what the operator can do, and accepts no form', async () => {
  accounts = await startAccounts(openAccountsFile(':memory:'), 'http://192.0.2.7:8787');
  const me = accounts.visitor();
  const page = await me.open();
  expect(page.status).toBe(503);
  expect(page.text).toMatch(/IP address.*BASE_URL.*disclosed keys create/);
  expect((await me.send('sign-up/options')).status).toBe(404);
});

it('on the user’s own machine a bare IP address redirects to localhost, where the cookie needs no https', async () => {
  accounts = await startAccounts(openAccountsFile(':memory:'), 'http://127.0.0.1:8787');
  const me = accounts.visitor();
  const bare = await me.ask('/account', { headers: { host: '127.0.0.1:8787' } });
  expect([bare.status, bare.headers.location]).toEqual([302, 'http://localhost:8787/account']);
  const page = await me.open();
  expect(String(page.headers['set-cookie'])).toMatch(
    /^disclosed=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
  );
  expect(shown((await me.signUp()).text, 'code')).toHaveLength(29);
});

it('below a path every link and redirect contains it', async () => {
  accounts = await startAccounts(openAccountsFile(':memory:'), 'https://example.org/filings');
  const me = accounts.visitor();
  await me.signUp();
  const home = await me.open();
  const links = [...home.text.matchAll(/(?:href|src|action)="([^"]*)"/g)].map((match) => match[1]!);
  expect(links.length).toBeGreaterThanOrEqual(8);
  // The canonical address is absolute, and so is the licence.
  const known = /^(?:#|\/filings\/|https:\/\/example\.org\/filings\/|https:\/\/creativecommons\.org\/)/;
  expect(links.filter((link) => !known.test(link))).toEqual([]);
  expect((await me.send('sign-out')).headers.location).toBe('/filings/account?said=signed-out');
});
