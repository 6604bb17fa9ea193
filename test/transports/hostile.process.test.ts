/**
 * For every input: no answer is a server error, every answer below /v1 has its shape, and nothing that was sent is
 * injected into a page. Sends requests to the program over the sample; FUZZ_RUNS says how many inputs, FUZZ_SEED takes others.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { API_ERRORS } from '../../tools/contract/errors.js';
import { run, type Serving, serve } from '../commands/program.js';
import fc from '../property.js';
import { type Asked, exported, forms, type Known, messages, PLANTED, pages, rest } from './hostile-inputs.js';
import { type Answered, askPort } from './service.js';

const RUNS = Number(process.env.FUZZ_RUNS ?? 3000);
const SEED = Number(process.env.FUZZ_SEED ?? process.env.SEED ?? 20_261_128);
/** Nothing here has a time limit: the test runner finds a request that never ends. */
const LONG = 120_000 + RUNS * 20;

const folder = mkdtempSync(join(tmpdir(), 'disclosed-hostile-'));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let serving: Serving;
let known: Known;
beforeAll(async () => {
  process.stderr.write(`Hostile inputs: FUZZ_RUNS=${RUNS} FUZZ_SEED=${SEED}\n`);
  serving = await serve(folder, { RATE_LIMIT_KEYLESS: 'off', LOG_LEVEL: 'info', TRUST_PROXY: 'loopback' });
  expect(run(folder, ['export']).code).toBe(0);
  known = await whatIsKnown();
}, LONG);
afterAll(async () => {
  agent.destroy();
  expect(await serving.stop()).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a request over a connection that is used again, as long as the service keeps it. */
function ask({ method, path, headers, body }: Asked): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const call: ClientRequest = request(
      { port: serving.port, host: '127.0.0.1', path, method, headers: { ...headers, ...length }, agent },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString() });
        });
      },
    );
    // The service may close a connection just when it is used again; then it never read that request.
    call.on('error', (error: NodeJS.ErrnoException) =>
      call.reusedSocket && error.code === 'ECONNRESET'
        ? resolve(ask({ method, path, headers, body }))
        : reject(error),
    );
    call.end(body);
  });
}

async function whatIsKnown(): Promise<Known> {
  const data = async (path: string) => JSON.parse((await askPort(serving.port, path, {})).text).data;
  const { trackers, congressMembers } = await data('/v1/catalog');
  const rows: Array<{ issuerTicker: string; cik: string }> = await data(
    '/v1/filings?limit=100&since=2026-01-01',
  );
  const hits = await data('/v1/insiders?q=a&limit=50');
  return {
    slugs: [...trackers, ...congressMembers, ...hits].map(({ slug }: { slug: string }) => slug),
    tickers: [...new Set(rows.map((row) => row.issuerTicker))].filter((ticker) => ticker !== ''),
    ciks: [...new Set(rows.map((row) => row.cik))],
  };
}

/** Runs `share` of all inputs. */
async function everyAnswer(
  share: number,
  inputs: fc.Arbitrary<Asked>,
  judge: (asked: Asked, answered: Answered) => void,
): Promise<void> {
  let understood = 0;
  const numRuns = Math.ceil(RUNS * share);
  await fc.assert(
    fc.asyncProperty(inputs, async (asked) => {
      const answered = await ask(asked);
      sound(asked, answered);
      judge(asked, answered);
      if (answered.status === 200) understood += 1;
    }),
    { numRuns, seed: SEED, endOnFailure: true },
  );
  // If the service understands almost no input, almost nothing was tested.
  expect(understood).toBeGreaterThan(numRuns / 100);
}

/** What is true for every answer. */
function sound({ method }: Asked, { status, headers, text }: Answered): void {
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
  if (method === 'HEAD' || status === 204 || status === 304) expect(text).toBe('');
  if (headers.location !== undefined)
    expect(headers.location).toMatch(/^(?:\/(?![/\\])|http:\/\/localhost:\d+\/account$)/);
  expect(headers['set-cookie']?.toString() ?? '').not.toMatch(/^a=b/);
  if (headers['content-encoding'] !== undefined) return;
  expect(text).not.toMatch(/SQLITE_|node_modules|\bat .+\.[jt]s:\d+|Cannot (?:GET|POST)/);
  if (headers['content-type']?.includes('html') === true)
    for (const planted of PLANTED) expect(text).not.toContain(planted);
}

/** Statuses of HTTP itself; their error code is that of a 400. */
const EDGE = [417, 431];
/** The same for a foreign page on the loopback interface, which the agent endpoint says in its own shape. */
const FOREIGN = 403;

function enveloped(answered: Answered): void {
  const { data, error, meta, ...more } = JSON.parse(answered.text);
  expect(more).toEqual({});
  expect(meta).toMatchObject({ license: expect.stringMatching(/^https:/), source: expect.any(String) });
  if (answered.status < 400) expect(error).toBeNull();
  else {
    expect(data).toBeNull();
    const known = API_ERRORS[error.code as keyof typeof API_ERRORS];
    expect([known?.status, typeof error.message]).toEqual([
      EDGE.includes(answered.status) || answered.status === FOREIGN ? 400 : answered.status,
      'string',
    ]);
  }
}

const hasText = ({ method }: Asked, { status, headers }: Answered) =>
  method !== 'HEAD' && status !== 204 && status !== 304 && headers['content-encoding'] === undefined;
const isAgentCall = ({ method, path }: Asked) => method === 'POST' && /^\/v1\/mcp\/?(\?|$)/.test(path);

it(
  'every endpoint',
  async () => {
    await everyAnswer(0.35, rest(known), (asked, answered) => {
      if (!hasText(asked, answered) || isAgentCall(asked)) return;
      // An address such as /v1/../x leads out of /v1; then the answer is that of the other path.
      if (/^\/v1\/openapi\.json\/?(\?|$)/.test(asked.path) && answered.status === 200)
        JSON.parse(answered.text);
      else enveloped(answered);
    });
  },
  LONG,
);

it(
  'every page and document',
  async () => {
    await everyAnswer(0.2, pages(known), (asked, answered) => {
      if (!hasText(asked, answered) || answered.status < 400) return;
      if (answered.headers['content-type']?.includes('html') === true)
        expect(answered.text).toMatch(/^<!doctype html>/i);
      else enveloped(answered);
    });
  },
  LONG,
);

it(
  'every export',
  async () => {
    await everyAnswer(0.1, exported(known), (asked, answered) => {
      if (!hasText(asked, answered)) return;
      if (answered.status >= 400) enveloped(answered);
      else expect(JSON.parse(answered.text)).toHaveProperty('as_of');
    });
  },
  LONG,
);

it(
  'every form of the account pages',
  async () => {
    const origin = `http://localhost:${serving.port}`;
    const first = await askPort(serving.port, '/account', { headers: { host: new URL(origin).host } });
    const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const token = /name="token" value="([^"]+)"/.exec(first.text)?.[1] ?? '';
    expect([cookie, token].every((one) => one.length > 20)).toBe(true);
    await everyAnswer(
      0.1,
      forms(known, { cookie, origin, host: new URL(origin).host }, token),
      (asked, answered) => {
        if (!hasText(asked, answered) || answered.status < 400) return;
        if (answered.headers['content-type']?.includes('html') === true)
          expect(answered.text).toMatch(/^<!doctype html>/i);
        else expect(JSON.parse(answered.text)).toEqual(expect.anything());
      },
    );
  },
  LONG,
);

it(
  'every message to the agent endpoint',
  async () => {
    await everyAnswer(0.3, messages(known), (asked, answered) => {
      const { body } = asked;
      const { status, text } = answered;
      // Refused before it was parsed.
      if (EDGE.includes(status)) return enveloped(answered);
      if (status === 202) {
        expect(text).toBe('');
        return;
      }
      const { jsonrpc, id, result, error, ...more } = JSON.parse(text);
      expect([jsonrpc, more]).toEqual(['2.0', {}]);
      expect((result === undefined) !== (error === undefined)).toBe(true);
      // Revision 2026-07-28 has more codes.
      const isModern = /"mcp-protocol-version":"2026-07-28"|io\.modelcontextprotocol/i.test(
        JSON.stringify(asked),
      );
      const codes = [-32700, -32600, -32601, ...(isModern ? [-32602, -32020, -32022] : [])];
      if (error !== undefined) expect(codes).toContain(error.code);
      else {
        expect(id).toEqual(JSON.parse(String(body)).id ?? null);
        if (result.content === undefined) return;
        const [block] = result.content;
        if (result.isError === true) expect(block.text).toMatch(/^4\d\d /);
        else expect(JSON.parse(block.text).error).toBeNull();
      }
    });
  },
  LONG,
);

it('messages of deep nesting are refused, large ones before they are read', async () => {
  const nested = (open: string, inner: string, close: string, depth: number) =>
    `{"id":1,"method":"tools/call","params":{"name":"get_catalog","arguments":{"x":${open.repeat(depth)}${inner}${close.repeat(depth)}}}}`;
  for (const [depth, status] of [
    [20, 200],
    [9_000, 400],
    [300_000, 413],
  ] as const)
    for (const body of [nested('[', '', ']', depth), nested('{"a":', '1', '}', depth)]) {
      const answered = await ask({ method: 'POST', path: '/v1/mcp', headers: {}, body });
      expect([depth, answered.status]).toEqual([depth, status]);
    }
});

it('no hostile input caused a server error, and the service answers as before', async () => {
  expect(serving.output()).not.toMatch(/"level":(?:40|50|60)/);
  expect(await whatIsKnown()).toEqual(known);
});
