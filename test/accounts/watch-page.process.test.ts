/** Watchlists and webhooks in the forms of the account page, on both engines of the accounts' database. */

import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { listDeliveries, recordAttempt } from '../../src/store/accounts/deliveries.js';
import { type AccountsEngine, describeEngines, rowsOf } from './engines.js';
import { type AccountService, startAccounts } from './service.js';
import { shown, type Visitor } from './visitor.js';

describeEngines('what an account follows', (engine: AccountsEngine) => {
  let accounts: AccountService;
  let me: Visitor;
  beforeEach(async () => {
    accounts = await startAccounts(await engine.create()());
    me = accounts.visitor();
  });
  afterEach(() => accounts.close());

  const idIn = (text: string, action: string) =>
    new RegExp(`/account/${action}"[^>]*>.*?name="id" value="([0-9a-f]+)"`, 's').exec(text)?.[1] ?? '';

  it('is made, shown with its log, tested, resumed and removed', async () => {
    await me.signUp('Ada');
    await me.open();
    const made = await me.send('watchlists', {
      name: 'Chips <b>',
      tickers: 'acme, brk-b',
      min_value: '$10,000',
      types: 'form4',
    });
    expect(made.status).toBe(303);
    const listed = (await me.open()).text;
    expect(listed).toContain('Chips &lt;b&gt;');
    expect(listed).toContain('ACME, BRK.B; only form4; from USD 10,000');
    const watchlist = idIn(listed, 'watchlists/remove');
    const hook = await me.send('webhooks', {
      watchlist,
      url: 'https://hooks.example.org/services/secret-part',
      shape: 'slack',
    });
    expect(shown(hook.text, 'secret')).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    const page = (await me.open()).text;
    expect(page).toContain('hooks.example.org, slack, for Chips');
    expect(page).not.toContain('secret-part');
    expect(page).not.toContain('whsec_');
    const id = idIn(page, 'webhooks/remove');
    expect((await me.send('webhooks/test', { id })).status).toBe(303);
    const [delivery] = await listDeliveries(accounts.database, id);
    await recordAttempt(accounts.database, {
      id: delivery?.id ?? '',
      webhookId: id,
      attempts: 1,
      at: '2026-11-20T12:35:00.000Z',
      status: 500,
      problem: 'The address answered with status 500.',
      nextAt: null,
      offReason: 'Nothing was accepted for 7 days.',
    });
    const off = (await me.open()).text;
    expect(off).toContain('given up: The address answered with status 500.');
    expect(off).toContain('<strong>Off.</strong> Nothing was accepted for 7 days.');
    expect((await me.send('webhooks/resume', { id })).status).toBe(303);
    expect((await me.open()).text).not.toContain('<strong>Off.</strong>');
    expect((await me.send('watchlists/remove', { id: watchlist })).status).toBe(303);
    expect(await rowsOf(accounts.database, 'SELECT 1 FROM webhook')).toEqual([]);
    expect(await rowsOf(accounts.database, 'SELECT 1 FROM delivery')).toEqual([]);
  });

  it('is refused with a sentence, is not that of others, and goes with the account', async () => {
    await me.signUp('Ada');
    await me.open();
    for (const [fields, words] of [
      [{ name: 'x', tickers: 'NOT A SYMBOL' }, /must be a trading symbol/],
      [{ name: ' ' }, /needs a name/],
      [{ name: 'x', min_value: 'much' }, /min_value/],
    ] as const) {
      const refused = await me.send('watchlists', fields);
      expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(words)]);
    }
    await me.send('watchlists', { name: 'mine' });
    const watchlist = idIn((await me.open()).text, 'watchlists/remove');
    const inside = await me.send('webhooks', { watchlist, url: 'https://169.254.169.254/', shape: 'json' });
    expect([inside.status, inside.text]).toEqual([400, expect.stringContaining('private network')]);
    const other = accounts.visitor();
    await other.signUp('Eve');
    await other.open();
    expect((await other.send('watchlists/remove', { id: watchlist })).status).toBe(409);
    expect(
      (await other.send('webhooks', { watchlist, url: 'https://example.org/', shape: 'json' })).status,
    ).toBe(409);
    await me.send('delete', { sure: 'yes' });
    expect(await rowsOf(accounts.database, 'SELECT 1 FROM watchlist')).toEqual([]);
  });

  it('control characters in ids and addresses are refused, not a fault of the service', async () => {
    await me.signUp('Ada');
    await me.open();
    await me.send('watchlists', { name: 'mine' });
    const watchlist = idIn((await me.open()).text, 'watchlists/remove');
    const statuses: Array<[string, number]> = [];
    for (const [action, fields] of [
      ['watchlists/remove', { id: '\0' }],
      ['webhooks/remove', { id: '\0' }],
      ['webhooks/resume', { id: '\0' }],
      ['webhooks/test', { id: '\0' }],
      ['webhooks', { watchlist: '\0', url: 'https://example.org/', shape: 'json' }],
      ['webhooks', { watchlist, url: 'https://example.org/\0', shape: 'json' }],
      ['passkeys/remove', { id: '\0', sure: 'yes' }],
      ['keys/revoke', { id: '\0', sure: 'yes' }],
      ['sign-up/options', { displayName: '\0' }],
    ] as const)
      statuses.push([action, (await me.send(action, fields)).status]);
    expect(statuses).toEqual([
      ['watchlists/remove', 409],
      ['webhooks/remove', 409],
      ['webhooks/resume', 409],
      ['webhooks/test', 409],
      ['webhooks', 409],
      ['webhooks', 400],
      ['passkeys/remove', 409],
      ['keys/revoke', 303],
      ['sign-up/options', 200],
    ]);
    expect(accounts.faults).toEqual([]);
  });
});
