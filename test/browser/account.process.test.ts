/** The account pages in a real browser with a virtual authenticator: from sign-up to the revocation of a key. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { type Serving, serve } from '../commands/program.js';
import { askPort } from '../transports/service.js';
import { AXE, BEYOND, findings, here, startBrowser } from './site.js';

(here ? describe : describe.skip)('account pages in a browser', () => {
  let dataDir: string;
  let serving: Serving;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const addresses: string[] = [];
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'disclosed-browser-'));
    serving = await serve(dataDir);
    browser = await startBrowser();
    const context = await browser.newContext();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => addresses.push(request.url()));
    await authenticator('internal');
  });
  afterAll(async () => {
    await browser.close();
    await serving.stop();
    rmSync(dataDir, { recursive: true });
  });

  async function authenticator(transport: 'internal' | 'usb'): Promise<() => Promise<unknown>> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return () => devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  }

  /** Nothing overflows the page and axe finds nothing, narrow and wide, light and dark. The dark has other colours only. */
  async function sound(what: string): Promise<void> {
    await page.evaluate(AXE);
    for (const width of [360, 1200]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const beyond = await page.evaluate(BEYOND);
        const found = await page.evaluate(findings(colorScheme));
        expect([what, colorScheme, width, beyond, found]).toEqual([what, colorScheme, width, 0, []]);
      }
    }
  }

  const ask = (key: string) =>
    askPort(serving.port, '/v1/catalog', { headers: { authorization: `Bearer ${key}` } });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('from sign-up to a request at 600 an hour, to its revocation, to the deletion of the account', async () => {
    await page.goto(`http://127.0.0.1:${serving.port}/account`);
    expect(page.url()).toBe(`http://localhost:${serving.port}/account`);
    await sound('sign-in page');
    await page.getByLabel('Display name (optional)').fill('Ada Example');
    await button('Create an account').click();
    await page.getByRole('heading', { name: 'Your recovery code' }).waitFor();
    const code = await page.locator('#code').innerText();
    expect(code).toMatch(/^([0-9A-Z]{5}-){4}[0-9A-Z]{5}$/);
    await sound('recovery code');
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save as a text file' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('disclosed-recovery-code.txt');
    expect(readFileSync(await saved.path(), 'utf8')).toContain(code);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#code').isVisible()).toBe(true);
    expect(await page.locator('form:visible, nav:visible, button:visible').count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    // The page is left only by the box, or by going away.
    await button('Continue').click();
    expect(await page.locator('#code').innerText()).toBe(code);
    await page.getByLabel(/I have saved the code/).check();
    await button('Continue').click();
    await page.getByText('You confirmed that the recovery code is saved.').waitFor();
    await page.getByRole('heading', { name: 'Ada Example' }).waitFor();

    await page.getByLabel('Name of the key').fill('laptop');
    await button('Create a key').click();
    await page.getByRole('heading', { name: 'Key “laptop”' }).waitFor();
    const key = await page.locator('#key').innerText();
    expect(key).toMatch(/^dk_[A-Za-z0-9_-]{43}$/);
    await sound('new key');
    await button('Copy').first().click();
    await button('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    expect(await page.locator('#claude-code').innerText()).toContain(
      `/v1/mcp --header "Authorization: Bearer ${key}"`,
    );
    expect((await ask(key)).headers['ratelimit-policy']).toBe('"key";q=600;w=3600');

    await page.getByRole('link', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /laptop/ });
    expect(await row.innerText()).toMatch(/^laptop\s+dk_.{8}…\s+.*UTC\s+.*UTC\s+1\s+Revoke$/);

    // The device that holds a passkey already says so; another one adds a second.
    await button('Add a passkey').click();
    await page.getByText('This device already has a passkey for this account.').waitFor();
    const removeSecond = await authenticator('usb');
    await button('Add a passkey').click();
    await page.locator('.passkeys li').nth(1).waitFor();
    await removeSecond();
    expect(await page.locator('.passkeys li').filter({ hasText: 'Security key' }).count()).toBe(1);
    await sound('account');

    await page
      .getByLabel('Name of the watchlist')
      .fill('What I follow, with a long name that a phone must break');
    await page.getByLabel('Trading symbols, with commas').fill('ZQRA, QVEX, VYXT');
    await button('Create a watchlist').click();
    await page.getByText('The watchlist was created.').waitFor();
    await page.getByLabel('Address', { exact: true }).fill('https://hooks.example/a-hook');
    await button('Create a webhook').click();
    expect(await page.locator('#secret').innerText()).toMatch(/^whsec_/);
    await sound('new webhook');
    await page.getByRole('link', { name: 'Done' }).click();
    await button('Send a test').waitFor();
    await sound('account that follows');

    await button('Sign out').click();
    await button('Sign in with a passkey').click();
    await page.getByRole('heading', { name: 'Ada Example' }).waitFor();

    await button('Revoke laptop').click();
    await page.getByRole('heading', { name: 'Revoke the key “laptop”?' }).waitFor();
    await sound('question');
    await page.getByRole('link', { name: 'Keep it' }).click();
    await button('Revoke laptop').click();
    await button('Revoke the key').click();
    await page.getByText('The key was revoked.').waitFor();
    await page.getByText('There is no key yet.').waitFor();
    const revoked = await ask(key);
    expect(revoked.headers['ratelimit-policy']).toBe('"default";q=60;w=3600');
    expect(revoked.headers['www-authenticate']).toBe('Bearer error="invalid_token"');

    await button('Sign out').click();
    await page.getByLabel('Recovery code').fill(code);
    await button('Use the recovery code').click();
    await page.getByLabel(/I have saved the code/).check();
    await button('Continue').click();
    await page.getByLabel(/Delete the account/).check();
    await button('Delete the account').click();
    await button('Sign in with a passkey').click();
    await page.getByText('The passkey could not be verified.').waitFor();
    await sound('refusal');

    // The file with the code is an address that holds it, which is sent nowhere.
    for (const secret of [key, code])
      expect(addresses.filter((one) => one.includes(secret) && !one.startsWith('data:'))).toEqual([]);
    const own = new Set([`http://127.0.0.1:${serving.port}`, `http://localhost:${serving.port}`]);
    expect(addresses.filter((one) => !own.has(new URL(one).origin) && !one.startsWith('data:'))).toEqual([]);
    // The refused sign-in is the only console error; nothing violates the content policy.
    expect(complaints.filter((one) => !/status of 403|favicon|status of 404/.test(one))).toEqual([]);
    expect(complaints.filter((one) => /policy/i.test(one))).toEqual([]);
  });
});
