/** The sender over a real log and a database of accounts, with a receiver that verifies and may fail. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook as Verifier } from 'standardwebhooks';
import { Watching } from '../../src/accounts/watch.js';
import { hashOf } from '../../src/limits/secrets.js';
import type { AccountsDatabase } from '../../src/store/accounts/accounts-database.js';
import { openAccountsFile } from '../../src/store/accounts/accounts-file.js';
import { addTestDelivery, reachPlaces, recordAttempt } from '../../src/store/accounts/deliveries.js';
import { addKey } from '../../src/store/accounts/keys.js';
import { addWebhook, hasWebhooks, type WatchOwner } from '../../src/store/accounts/watchlists.js';
import { type SenderParts, WebhookSender } from '../../src/webhooks/sender.js';
import { TargetClient } from '../../src/webhooks/target-client.js';
import { UnavailableError } from '../../tools/contract/errors.js';
import { until } from '../until.js';
import { BEGIN, FiledLog } from './filed-log.js';

const HOUR = 3_600_000;

interface Received {
  path: string;
  id: string;
  body: { type: string; hasMore: boolean; changes: Array<{ documentId: string }> };
  headers: Record<string, string>;
  text: string;
}

let server: Server;
let base: string;
let received: Received[];
/** The status that a path gets; 204 where nothing is said. */
let statuses: Map<string, number>;
let database: AccountsDatabase;
let clock: { now: number };
let log: FiledLog;
let client: TargetClient;

beforeEach(async () => {
  received = [];
  statuses = new Map();
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => {
      text += piece;
    });
    request.on('end', () => {
      const path = request.url ?? '';
      const headers = request.headers as Record<string, string>;
      received.push({ path, id: headers['webhook-id'] ?? '', body: JSON.parse(text), headers, text });
      response.writeHead(statuses.get(path) ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  database = openAccountsFile(':memory:');
  clock = { now: BEGIN };
  log = new FiledLog(clock);
  client = new TargetClient('any');
});
afterEach(async () => {
  await client.close();
  await database.close();
  log.store.close();
  server.closeAllConnections();
  server.close();
});

const rules = () => ({
  targets: 'any' as const,
  baseUrl: 'https://disclosed.example',
  license: 'https://creativecommons.org/licenses/by/4.0/',
  sample: false,
  check: async (question: Record<string, string | number>) => void (await log.ask(question)),
});
const watching = () => new Watching(database, rules(), () => clock.now);

function sender(
  from = database,
  post: SenderParts['post'] = (posting) => client.post(posting),
  ask: SenderParts['ask'] = log.ask,
): WebhookSender {
  return new WebhookSender({
    database: from,
    generation: log.generationId,
    ask,
    post,
    baseUrl: 'https://disclosed.example',
    userAgent: 'disclosed/test',
    now: () => clock.now,
    log: { error: () => undefined },
  });
}

async function steps(one: WebhookSender, count = 2): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await one.step();
    await one.idle();
  }
}

let made = 0;
async function operatorKey(): Promise<WatchOwner> {
  made += 1;
  const hash = hashOf(`key ${made}`);
  await addKey(database, { hash, prefix: `dk_${made}`, name: 'k', accountId: null, createdAt: '2026-01-01' });
  return { keyHash: hash };
}

async function webhook(owner: WatchOwner, filters: object = {}, path = '/hook', shape = 'json') {
  const list = await watching().addWatchlist(owner, { name: 'list', filters });
  return watching().addWebhook(owner, { watchlist: list.id, url: base + path, shape });
}

const numbers = () =>
  received.flatMap(({ body }) => body.changes.map(({ documentId }) => Number(documentId.slice(-3))));

describe('the sender', () => {
  it('sends what is new after the webhook was made, once, signed, in parts of fifty', async () => {
    await log.file([{ number: 1 }, { number: 900 }]);
    const { secret } = await webhook(await operatorKey());
    const one = sender();
    await steps(one);
    expect(received).toEqual([]);
    await log.file(Array.from({ length: 120 }, (_, at) => ({ number: at + 2 })));
    await steps(one, 6);
    expect(received.map(({ body }) => [body.type, body.changes.length, body.hasMore])).toEqual([
      ['changes', 50, true],
      ['changes', 50, true],
      ['changes', 20, false],
    ]);
    expect(numbers()).toEqual(Array.from({ length: 120 }, (_, at) => at + 2));
    for (const { text, headers } of received) {
      const { 'webhook-id': id = '', 'webhook-timestamp': at = '', 'webhook-signature': signature } = headers;
      expect(new Verifier(secret).sign(id, new Date(Number(at) * 1000), text)).toBe(signature);
    }
    await steps(one, 3);
    expect(received).toHaveLength(3);
  });

  it('finds what any of the names finds, each change once, and only from the least value on', async () => {
    await log.file([{ number: 1 }, { number: 2, person: '7002' }]);
    const slug = (await log.ask({ order: 'asc' })).rows.map((row) => row.slug);
    const owner = await operatorKey();
    await webhook(owner, { insiders: slug, min_value: 4000 });
    const one = sender();
    await steps(one);
    await log.file([{ number: 3 }, { number: 4 }, { number: 5, person: '7002' }, { number: 6 }]);
    await steps(one, 3);
    expect(numbers()).toEqual([4, 5, 6]);
    await expect(webhook(owner, { insiders: ['nobody-here'] })).rejects.toThrow(
      /owner must be the slug of an insider/,
    );
    await expect(webhook(owner, { tickers: ['NOT A TICKER'] })).rejects.toThrow(/must be a trading symbol/);
    await expect(webhook(owner, { colour: 'red' })).rejects.toThrow(/colour/);
  });

  it.each([
    ['fewer', 4],
    ['none', 1000],
  ])(
    'loses nothing and sends nothing twice where one name has more changes than fit and another has %s',
    async (_what, every) => {
      await log.file([{ number: 1 }, { number: 2, person: '7002' }]);
      const insiders = (await log.ask({ order: 'asc' })).rows.map((row) => row.slug);
      await webhook(await operatorKey(), { insiders });
      const one = sender();
      await steps(one);
      const person = (number: number) => (number % every === 0 ? { person: '7002' } : {});
      const filed = Array.from({ length: 160 }, (_, at) => at + 3);
      await log.file(filed.map((number) => ({ number, ...person(number) })));
      await steps(one, 8);
      expect(numbers()).toEqual(filed);
      expect(received.map(({ body }) => body.hasMore)).toEqual([true, true, true, false]);
    },
  );

  it('waits while the log cannot be read, and then sends what it missed', async () => {
    await webhook(await operatorKey());
    const reads = { fail: false };
    const one = sender(database, undefined, async (question) => {
      if (reads.fail) throw new UnavailableError('The store cannot be read.', 30);
      return log.ask(question);
    });
    await steps(one);
    reads.fail = true;
    await log.file([{ number: 1 }]);
    await steps(one);
    expect(received).toEqual([]);
    reads.fail = false;
    await steps(one);
    expect(numbers()).toEqual([1]);
  });

  it('sends what is recorded although another source of the watchlist is not', async () => {
    await log.file([{ number: 1 }]);
    const [known] = (await log.ask({ order: 'asc' })).rows;
    const unchecked = new Watching(database, { ...rules(), check: async () => undefined }, () => clock.now);
    const owner = await operatorKey();
    const filters = { insiders: [known?.slug], members: ['jane-roe'], trackers: ['a-fund'] };
    const list = await unchecked.addWatchlist(owner, { name: 'list', filters });
    await unchecked.addWebhook(owner, { watchlist: list.id, url: `${base}/hook` });
    const one = sender();
    await steps(one);
    await log.file([{ number: 2 }]);
    await steps(one);
    expect(numbers()).toEqual([2]);
  });

  it('tries again after 1, 4 and 16 minutes, then daily for a week, then switches the webhook off and says why', async () => {
    const owner = await operatorKey();
    const { id } = await webhook(owner);
    const one = sender();
    await steps(one);
    await log.file([{ number: 1 }]);
    statuses.set('/hook', 500);
    const pauses: number[] = [];
    await steps(one);
    for (let at = 0; at < 10; at += 1) {
      // What follows waits in the log: one delivery is under way.
      if (at === 2) await log.file([{ number: 2 }]);
      const [first] = (await watching().webhooks(owner))[0]?.deliveries ?? [];
      pauses.push((Date.parse(first?.nextAt ?? '') - clock.now) / 60_000);
      clock.now = Date.parse(first?.nextAt ?? '') - 1;
      const before = received.length;
      await steps(one);
      expect(received.length).toBe(before);
      clock.now += 1;
      await steps(one);
      expect(received.length).toBe(before + 1);
    }
    expect(pauses).toEqual([1, 4, 16, 1440, 1440, 1440, 1440, 1440, 1440, 1440]);
    expect(new Set(received.map((each) => each.id)).size).toBe(1);
    const [off] = await watching().webhooks(owner);
    expect(off?.offReason).toBe(
      'Nothing was accepted for 7 days. The last answer: The address answered with status 500.',
    );
    expect(off?.deliveries[0]).toMatchObject({ attempts: 11, nextAt: null, status: 500 });
    clock.now += HOUR;
    await log.file([{ number: 3 }]);
    await steps(one);
    expect(received).toHaveLength(11);
    // Switched on again it continues with what is new then.
    statuses.clear();
    await watching().resumeWebhook(owner, id);
    await steps(one);
    await log.file([{ number: 4 }]);
    await steps(one);
    expect(numbers().slice(11)).toEqual([4]);
  });

  it('sends again with the same id what was sent and not noted, and loses nothing when it dies', async () => {
    await webhook(await operatorKey());
    const first = sender();
    await steps(first);
    await log.file([{ number: 1 }]);
    const dying = new Proxy(database, {
      get(target, name) {
        if (name === 'runUnsynced')
          return async () => {
            throw new Error('died');
          };
        const value = Reflect.get(target, name) as unknown;
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await steps(sender(dying), 1);
    expect(numbers()).toEqual([1]);
    await log.file([{ number: 2 }]);
    await steps(sender(), 3);
    expect(numbers()).toEqual([1, 1, 2]);
    expect(received[0]?.id).toBe(received[1]?.id);
    expect(received[2]?.id).not.toBe(received[0]?.id);
  });

  it('makes a message shorter where filed texts are long, and loses nothing by it', async () => {
    await webhook(await operatorKey());
    const long = new WebhookSender({
      database,
      generation: log.generationId,
      async ask(question) {
        const found = await log.ask(question);
        return { ...found, rows: found.rows.map((row) => ({ ...row, title: 'x'.repeat(5000) })) };
      },
      post: (posting) => client.post(posting),
      baseUrl: 'https://disclosed.example',
      userAgent: 'disclosed/test',
      now: () => clock.now,
      log: { error: () => undefined },
    });
    await steps(long);
    await log.file(Array.from({ length: 60 }, (_, at) => ({ number: at + 1 })));
    await steps(long, 8);
    expect(numbers()).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
    expect(Math.max(...received.map(({ text }) => text.length))).toBeLessThan(128 * 1024 + 1);
    expect(received.length).toBeGreaterThan(2);
  });

  it('loses nothing that waits when a webhook that is on is switched on', async () => {
    const owner = await operatorKey();
    const { id } = await webhook(owner);
    const one = sender();
    await steps(one);
    statuses.set('/hook', 500);
    await log.file([{ number: 1 }]);
    await steps(one);
    await log.file([{ number: 2 }]);
    await watching().resumeWebhook(owner, id);
    await steps(one);
    statuses.set('/hook', 204);
    received = [];
    clock.now += HOUR;
    await steps(one, 3);
    expect(numbers()).toEqual([1, 2]);
    await expect(watching().resumeWebhook(owner, 'another')).rejects.toThrow(/no webhook/);
  });

  it('begins again where the log was made again, and switches off an address that is gone', async () => {
    const owner = await operatorKey();
    await webhook(owner);
    const one = sender();
    await steps(one);
    await log.file([{ number: 1 }, { number: 4 }]);
    log.store.sql("UPDATE change_state SET log = 'another'").run();
    await log.file([{ number: 2 }]);
    await steps(one);
    expect(received).toEqual([]);
    await log.file([{ number: 3 }]);
    statuses.set('/hook', 410);
    await steps(one);
    expect(numbers()).toEqual([3]);
    expect((await watching().webhooks(owner))[0]?.offReason).toMatch(/status 410/);
  });

  it('sends a test at once, also while deliveries fail, and does not repeat it', async () => {
    const owner = await operatorKey();
    const { id } = await webhook(owner);
    const one = sender();
    await steps(one);
    statuses.set('/hook', 500);
    await watching().testWebhook(owner, id);
    await steps(one);
    clock.now += 48 * HOUR;
    await steps(one);
    expect(received.map(({ body }) => body.type)).toEqual(['test']);
    expect((await watching().webhooks(owner))[0]).toMatchObject({ isOn: true, offReason: null });
  });

  it('reaches every webhook of a burst once, and queries the log once for all with the same filters', async () => {
    for (let each = 0; each < 30; each += 1) {
      const owner = await operatorKey();
      const list = await watching().addWatchlist(owner, { name: 'list' });
      for (let hook = 0; hook < 10; hook += 1)
        await watching().addWebhook(owner, { watchlist: list.id, url: `${base}/hook/${each}/${hook}` });
    }
    const one = sender();
    await steps(one);
    await log.file([{ number: 1 }]);
    const before = log.asked;
    await steps(one, 3);
    expect(received).toHaveLength(300);
    expect(new Set(received.map(({ path }) => path)).size).toBe(300);
    expect(log.asked - before).toBeLessThan(5);
  });
});

describe('attempts at a time', () => {
  /** The most that were under way together at all hosts and at one: none of them ends until `all` are. */
  async function most(all: number, urlOf: (hook: number) => string) {
    for (let each = 0; each < 26; each += 1) {
      const owner = await operatorKey();
      const list = await watching().addWatchlist(owner, { name: 'list' });
      for (let hook = 0; hook < 10; hook += 1)
        await watching().addWebhook(owner, { watchlist: list.id, url: urlOf(each * 10 + hook) });
    }
    const underWay = new Map<string, number>();
    const peak = { all: 0, host: 0 };
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const one = sender(database, async ({ url }) => {
      const hostname = new URL(url).hostname.replace(/\.$/, '');
      const here = (underWay.get(hostname) ?? 0) + 1;
      underWay.set(hostname, here);
      peak.host = Math.max(peak.host, here);
      peak.all = Math.max(
        peak.all,
        [...underWay.values()].reduce((sum, count) => sum + count),
      );
      await released;
      underWay.set(hostname, (underWay.get(hostname) ?? 0) - 1);
      return { status: 204, problem: null };
    });
    await steps(one);
    await log.file([{ number: 1 }]);
    await one.step();
    await until(() => peak.all >= all);
    // The sender looks once more for due webhooks, and waits.
    await one.step();
    release();
    await steps(one);
    return peak;
  }

  it('are twenty at one host, whatever its port', async () => {
    expect(await most(20, (hook) => `https://example.org${hook % 2 ? '.' : ''}:${1024 + hook}/`)).toEqual({
      all: 20,
      host: 20,
    });
  });

  it('that hang at one host keep no other host waiting', async () => {
    for (let each = 0; each < 28; each += 1) {
      const owner = await operatorKey();
      const list = await watching().addWatchlist(owner, { name: 'list' });
      for (let hook = 0; hook < 20; hook += 1)
        await watching().addWebhook(owner, { watchlist: list.id, url: 'https://hangs.example.org/' });
    }
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const sent: string[] = [];
    const one = sender(database, async ({ url }) => {
      if (url === 'https://hangs.example.org/') await released;
      sent.push(url);
      return { status: 204, problem: null };
    });
    await steps(one);
    await log.file([{ number: 1 }]);
    await one.step();
    clock.now += HOUR;
    const owner = await operatorKey();
    const { id } = await webhook(owner, {}, '/answers');
    await watching().testWebhook(owner, id);
    await until(async () => {
      await one.step();
      return sent.length > 0;
    });
    expect(sent).toEqual([`${base}/answers`]);
    release();
    // The rest follows in parts: as many as may wait at one host.
    await steps(one, 12);
    expect(sent).toHaveLength(28 * 20 + 1);
  });

  it('are two hundred at all hosts', async () => {
    expect(await most(200, (hook) => `https://host${hook % 20}.example.org/`)).toMatchObject({ all: 200 });
  });
});

describe('what is stored of deliveries', () => {
  const stored = (webhookId: string, at: number, kind: 'changes' | 'test') => ({
    id: `delivery ${at}`,
    webhookId,
    kind,
    changes: 0,
    body: `{"at":${at}}`,
    createdAt: new Date(BEGIN + at).toISOString(),
  });

  it('are the last fifty that ended, without what was sent, and each that waits', async () => {
    const { id } = await webhook(await operatorKey());
    await reachPlaces(database, [{ webhookId: id, from: '', to: '1', delivery: stored(id, 0, 'changes') }]);
    for (let at = 1; at <= 55; at += 1) {
      const delivery = stored(id, at, 'test');
      await addTestDelivery(database, delivery);
      await recordAttempt(database, {
        ...{ id: delivery.id, webhookId: id, attempts: 1, at: delivery.createdAt },
        ...{ status: 204, problem: null, nextAt: null, offReason: null },
      });
    }
    expect(
      await database.rows('SELECT id, body FROM delivery WHERE webhook_id = ? ORDER BY created_at', [id]),
    ).toEqual([
      ['delivery 0', '{"at":0}'],
      ...Array.from({ length: 50 }, (_, at) => [`delivery ${at + 6}`, '']),
    ]);
  });

  it('is one where two processes reach the same place', async () => {
    const { id } = await webhook(await operatorKey());
    for (const at of [1, 2])
      await reachPlaces(database, [
        { webhookId: id, from: '', to: '1', delivery: stored(id, at, 'changes') },
      ]);
    expect(await database.rows('SELECT id FROM delivery')).toEqual([['delivery 1']]);
  });
});

describe('what an owner has', () => {
  it('is bounded, is gone with the key, and is not that of others', async () => {
    const [owner, other] = [await operatorKey(), await operatorKey()];
    const { id, watchlist } = await webhook(owner);
    await expect(watching().removeWebhook(other, id)).rejects.toMatchObject({ status: 404 });
    await expect(watching().testWebhook(other, id)).rejects.toMatchObject({ status: 404 });
    await expect(watching().resumeWebhook(other, id)).rejects.toMatchObject({ status: 404 });
    await expect(watching().removeWatchlist(other, watchlist)).rejects.toMatchObject({ status: 404 });
    await expect(watching().addWebhook(other, { watchlist, url: base })).rejects.toMatchObject({
      status: 404,
    });
    for (let at = 1; at < 20; at += 1) await watching().addWebhook(owner, { watchlist, url: base });
    await expect(watching().addWebhook(owner, { watchlist, url: base })).rejects.toMatchObject({
      status: 409,
    });
    await watching().removeWatchlist(owner, watchlist);
    expect(await watching().webhooks(owner)).toEqual([]);
    await webhook(other);
    await database.run('DELETE FROM api_key');
    expect(await database.rows('SELECT 1 FROM watchlist UNION ALL SELECT 1 FROM webhook')).toEqual([]);
  });

  it('is at most twenty watchlists, as many webhooks as the service has room for, and three tests that wait', async () => {
    const owner = await operatorKey();
    const { id, watchlist } = await webhook(owner);
    for (let at = 1; at < 20; at += 1) await watching().addWatchlist(owner, { name: `list ${at}` });
    await expect(watching().addWatchlist(owner, { name: 'one more' })).rejects.toMatchObject({ status: 409 });
    const another = {
      ...{ id: 'another', watchlistId: watchlist, url: base, shape: 'json', secret: 'whsec_', place: '' },
      ...{ createdAt: '2026-10-08', offReason: null },
    };
    expect(await addWebhook(database, owner, another, { max: 20, total: 1 })).toBe('service-full');
    expect(await addWebhook(database, owner, another, { max: 20, total: 2 })).toBeNull();
    for (let test = 0; test < 3; test += 1) await watching().testWebhook(owner, id);
    await expect(watching().testWebhook(owner, id)).rejects.toMatchObject({ status: 409 });
  });

  it('is work for the sender while a webhook is on, or a test waits for one that is off', async () => {
    const owner = await operatorKey();
    const { id } = await webhook(owner);
    expect(await hasWebhooks(database)).toBe(true);
    await database.run("UPDATE webhook SET off_reason = 'gone'");
    expect(await hasWebhooks(database)).toBe(false);
    await watching().testWebhook(owner, id);
    expect(await hasWebhooks(database)).toBe(true);
  });
});
