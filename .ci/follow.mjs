/**
 * Follows the running service as its users do: reads feeds, receives a webhook, listens over MCP, and asks for what was known
 * before. node .ci/follow.mjs, with SERVICE, KEY and PROGRAMS set.
 */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { Webhook } from 'standardwebhooks';
import { OWNER, publishFiling, TICKER } from './follow-filing.mjs';

const { SERVICE, KEY, PROGRAMS } = process.env;

async function read(path, headers = {}) {
  const answer = await fetch(SERVICE + path, { headers });
  assert.ok(answer.ok || answer.status === 304, `${path}: ${answer.status}`);
  return answer;
}

const json = async (path) => (await read(path)).json();

/** The lists that the start page leads to, as its links say. */
async function readFeeds() {
  const page = await (await read('/filings')).text();
  const feeds = [
    ...page.matchAll(/<link rel="alternate" type="application\/(atom|feed)\+[^>]* href="([^"]+)"/g),
  ];
  assert.equal(feeds.length, 2, 'the page names its feeds');
  for (const [, kind, path] of feeds) {
    const first = await read(path);
    const text = await first.text();
    const entries = kind === 'atom' ? parseAtomFeed(text).entries : parseJsonFeed(text).items;
    assert.ok(entries.length > 0 && entries.every(({ id }) => id.startsWith('tag:')), path);
    const again = await read(path, { 'if-none-match': first.headers.get('etag') });
    assert.equal(again.status, 304, `${path} is the same`);
  }
  console.log(`${feeds.length} feeds read`);
}

/** A list in parts is the whole list. */
async function readParts() {
  const ids = [];
  let parts = 0;
  for (let path = '/congress-trades.csv'; path !== null; parts += 1) {
    const answer = await read(path);
    ids.push(...parse(await answer.text(), { columns: true }).map(({ filingId }) => filingId));
    const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    path = next === undefined ? null : next.slice(SERVICE.length);
  }
  const { meta } = await json('/v1/congress-trades?limit=1');
  assert.equal(new Set(ids).size, meta.total, 'every trade is in the files once');
  console.log(`${ids.length} rows in ${parts} CSV files`);
}

/** A receiver that verifies what it gets. `next` waits for the next message. */
async function receiver() {
  const messages = [];
  let wake = () => undefined;
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    response.writeHead(204).end();
    messages.push({ text: String(Buffer.concat(pieces)), headers: request.headers });
    wake();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const call = async (path, body) => {
    const headers = { authorization: `Bearer ${KEY}` };
    const answer = await fetch(SERVICE + path, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.equal(answer.status, 201, await answer.clone().text());
    return (await answer.json()).data;
  };
  const watchlist = await call('/v1/watchlists', { name: 'ci', filters: { tickers: [TICKER] } });
  const url = `http://127.0.0.1:${server.address().port}/hook`;
  const { id, secret } = await call('/v1/webhooks', { watchlist: watchlist.id, url });
  await call(`/v1/webhooks/${id}/test`, {});
  return {
    async next() {
      while (messages.length === 0)
        await new Promise((resolve) => {
          wake = resolve;
        });
      const { text, headers } = messages.shift();
      return new Webhook(secret).verify(text, headers);
    },
    close: () => server.close(),
  };
}

/** The SDK client of the newest revision, which listens to a company; null if it could not be installed. */
async function listener() {
  let sdk;
  try {
    sdk = createRequire(join(PROGRAMS, 'x.js'))('@modelcontextprotocol/client');
  } catch {
    console.log('NOT LISTENED: the client of MCP cannot be installed here');
    return null;
  }
  const client = new sdk.Client(
    { name: 'ci', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new sdk.StreamableHTTPClientTransport(new URL(`${SERVICE}/v1/mcp`)));
  const uri = `disclosed://issuer/${TICKER}`;
  const heard = new Promise((resolve) => {
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri));
  });
  const stream = await client.listen({ resourceSubscriptions: [uri] });
  return {
    async hears() {
      assert.equal(await heard, uri);
      const { contents } = await client.readResource({ uri });
      assert.ok(contents[0].text.includes(JSON.stringify(OWNER).slice(1, -1)), 'the resource has the filing');
      await stream.close();
      await client.close();
    },
  };
}

/** What is asked before and after: the answers of a moment stay what they were. */
const QUESTIONS = [
  '/v1/filings?',
  `/v1/filings?ticker=${TICKER}&`,
  '/v1/clusters?',
  '/v1/changes?limit=5&',
  '/v1/congress?view=summary&',
];
const answersOf = (more) => Promise.all(QUESTIONS.map(async (path) => (await json(path + more)).data));

await readFeeds();
await readParts();
const hook = await receiver();
const test = await hook.next();
assert.deepEqual([test.type, test.sample, test.changes], ['test', true, []]);
const listening = await listener();
const before = await answersOf('');
const moment = new Date().toISOString();
// The data of a sample is of its day.
const day = (await json('/v1/filings?limit=1')).meta.fetchedAt.slice(0, 10);
await publishFiling(day, { accession: '9900099999-26-000001', cik: '9900099999' });
const published = Date.now();
let entry;
while (entry === undefined)
  entry = parseAtomFeed(await (await read('/changes.atom')).text()).entries.find(
    ({ title }) => title.value?.includes(OWNER) ?? title.includes(OWNER),
  );
console.log(`a new filing is in the feed ${Date.now() - published} ms after its generation`);
const { type, changes } = await hook.next();
assert.deepEqual([type, changes.map(({ title }) => title.includes(OWNER))], ['changes', [true]]);
hook.close();
console.log('a webhook received and verified');
await listening?.hears();
if (listening !== null) console.log('a client of MCP heard of it, and read it');
assert.notDeepEqual(await answersOf(''), before);
assert.deepEqual(await answersOf(`as_of=${moment}`), before);
console.log(`${QUESTIONS.length} answers as of the moment before are what they were`);
