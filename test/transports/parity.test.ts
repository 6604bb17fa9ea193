/** Every tool by REST, by MCP over HTTP and by MCP over stdio: the same bytes, or the same error. */

import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serveStdio } from '../../src/transports/mcp/stdio.js';
import { agentTools, type ToolSet } from '../../tools/contract/tool.js';
import { tools } from '../../tools/index.js';
import { type Answered, type Service, startService, textOf, toolCall } from './service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A request by REST, and the arguments of the same request by MCP. */
type Case = [path: string, given: Record<string, unknown>];

/** By the REST path of the tool: every tool has at least one case. */
const CASES: Record<string, Case[]> = {
  '/v1/catalog': [
    ['/v1/catalog?view=brief', { view: 'brief' }],
    ['/v1/catalog?members=none&q=ostr', { members: 'none', q: 'ostr' }],
    ['/v1/catalog?q=-', { q: '-' }],
    ['/v1/catalog', {}],
    ['/v1/catalog?dummy=1', { dummy: '1' }],
  ],
  '/v1/filings': [
    ['/v1/filings', {}],
    [
      '/v1/filings?limit=3&direction=S&min_value=100.5&ticker=oswn',
      { limit: 3, direction: 'S', min_value: 100.5, ticker: 'OSWN' },
    ],
    [
      '/v1/filings?since=2026-01-01&fields=ownerName,totalValue',
      { since: '2026-01-01', fields: 'ownerName,totalValue' },
    ],
    ['/v1/filings?limit=0&direction=up', { limit: 0, direction: 'up' }],
    [
      '/v1/filings?since=2026-01-01&fields=ownerName&fields=totalValue&ticker=oswn&ticker=BRKW&limit=4',
      { since: '2026-01-01', fields: ['ownerName', 'totalValue'], ticker: ['oswn', 'BRKW'], limit: 4 },
    ],
    [
      '/v1/filings?role=cfo&planned=exclude&until=2026-11-15&sort=value&order=asc&max_value=7500&limit=3',
      {
        role: 'cfo',
        planned: 'exclude',
        until: '2026-11-15',
        sort: 'value',
        order: 'asc',
        max_value: 7500,
        limit: 3,
      },
    ],
    [
      '/v1/filings?owner=quill-marina-t&view=brief&format=table',
      { owner: 'quill-marina-t', view: 'brief', format: 'table' },
    ],
    ['/v1/filings?cik=0000900001&sort=traded', { cik: 900001, sort: 'traded' }],
    [
      '/v1/filings?group=insider&format=table&sort=value',
      { group: 'insider', format: 'table', sort: 'value' },
    ],
    ['/v1/filings?group=filing&limit=2', { group: 'filing', limit: 2 }],
    ['/v1/filings?group=issuer&view=brief', { group: 'issuer', view: 'brief' }],
    [
      '/v1/filings?symbol=$oswn&direction=buy&since=2026-10-01T10:00:00Z&limit=2',
      { symbol: '$oswn', direction: 'buy', since: '2026-10-01T10:00:00Z', limit: 2 },
    ],
    ['/v1/filings?owner=nobody-at-all', { owner: 'nobody-at-all' }],
    ['/v1/filings?cursor=damaged', { cursor: 'damaged' }],
    ['/v1/filings?group=filing&fields=formType', { group: 'filing', fields: 'formType' }],
  ],
  '/v1/insiders': [
    ['/v1/insiders?q=quill', { q: 'quill' }],
    ['/v1/insiders?q=JOS%C3%89', { q: 'JOSÉ' }],
    ['/v1/insiders', {}],
    ['/v1/insiders?q=CIK%200000990001&limit=1', { q: 'CIK 0000990001', limit: 1 }],
  ],
  '/v1/insiders/{id}': [
    ['/v1/insiders/quill-marina-t', { id: 'quill-marina-t' }],
    ['/v1/insiders/quill-marina-t?limit=2', { id: 'quill-marina-t', limit: 2 }],
    ['/v1/insiders/0000990001?limit=2', { id: '0000990001', limit: 2 }],
    ['/v1/insiders/nobody-at-all', { id: 'nobody-at-all' }],
    ['/v1/insiders/Not%20A%20Slug', { id: 'Not A Slug' }],
  ],
  '/v1/congress/{member}': [
    ['/v1/congress/marta-quillon', { member: 'marta-quillon' }],
    [
      '/v1/congress/tita-quillon?since=2026-11-10&ticker=oswn&limit=2&fields=ticker,amountLabel',
      { member: 'tita-quillon', since: '2026-11-10', ticker: 'OSWN', limit: 2, fields: 'ticker,amountLabel' },
    ],
    [
      '/v1/congress/marta-quillon?until=2026-11-15&type=buy&min_amount=1000&sort=delay&order=asc&view=brief&format=table',
      {
        member: 'marta-quillon',
        until: '2026-11-15',
        type: 'buy',
        min_amount: 1000,
        sort: 'delay',
        order: 'asc',
        view: 'brief',
        format: 'table',
      },
    ],
    ['/v1/congress/marta-quillon?limit=3', { member: 'marta-quillon', limit: 3 }],
    ['/v1/congress/marta-quillon?cursor=damaged', { member: 'marta-quillon', cursor: 'damaged' }],
    ['/v1/congress/nobody-at-all', { member: 'nobody-at-all' }],
    ['/v1/congress/Marta', { member: 'Marta' }],
  ],
  '/v1/congress-trades': [
    ['/v1/congress-trades', {}],
    [
      '/v1/congress-trades?ticker=oswn&ticker=BRKW&since=2026-11-01&until=2026-11-18&party=democrat&limit=2',
      { ticker: ['oswn', 'BRKW'], since: '2026-11-01', until: '2026-11-18', party: 'democrat', limit: 2 },
    ],
    [
      '/v1/congress-trades?chamber=House&type=sell&owner=Spouse&state=nm&min_amount=1001&late=true&sort=amount',
      {
        chamber: 'House',
        type: 'sell',
        owner: 'Spouse',
        state: 'nm',
        min_amount: 1001,
        late: true,
        sort: 'amount',
      },
    ],
    [
      '/v1/congress-trades?member=tita-quillon&late=false&order=asc&sort=delay&fields=ticker,late&format=table',
      {
        member: 'tita-quillon',
        late: false,
        order: 'asc',
        sort: 'delay',
        fields: ['ticker', 'late'],
        format: 'table',
      },
    ],
    ['/v1/congress-trades?view=brief&limit=2', { view: 'brief', limit: 2 }],
    ['/v1/congress-trades?member=nobody-at-all', { member: 'nobody-at-all' }],
    ['/v1/congress-trades?late=perhaps&state=C', { late: 'perhaps', state: 'C' }],
  ],
  '/v1/trackers/{slug}': [
    ['/v1/trackers/ostrava', { slug: 'ostrava' }],
    ['/v1/trackers/ostrava?series=none', { slug: 'ostrava', series: 'none' }],
    ['/v1/trackers/marta-quillon', { slug: 'marta-quillon' }],
    ['/v1/trackers/ostrava?series=some', { slug: 'ostrava', series: 'some' }],
  ],
  '/v1/clusters': [
    ['/v1/clusters', {}],
    ['/v1/clusters?x=1', { x: '1' }],
  ],
  '/v1/streaks': [['/v1/streaks', {}]],
  '/v1/eu/{country}': [
    ['/v1/eu/de', { country: 'de' }],
    ['/v1/eu/uk?limit=2', { country: 'uk', limit: 2 }],
    [
      '/v1/eu/se?since=2026-11-15&isin=xx0000000001&fields=pdmrName,characterSe',
      { country: 'se', since: '2026-11-15', isin: 'XX0000000001', fields: 'pdmrName,characterSe' },
    ],
    ['/v1/eu/nl', { country: 'nl' }],
    [
      '/v1/eu/all?direction=P&min_value=1000&currency=EUR&sort=value&order=asc&limit=3&view=brief&format=table',
      {
        country: 'all',
        direction: 'P',
        min_value: 1000,
        currency: 'EUR',
        sort: 'value',
        order: 'asc',
        limit: 3,
        view: 'brief',
        format: 'table',
      },
    ],
    [
      '/v1/eu/all?issuer=a&manager=a&until=2026-11-19&fields=market,issuerName',
      { country: 'all', issuer: 'a', manager: 'a', until: '2026-11-19', fields: ['market', 'issuerName'] },
    ],
    ['/v1/eu/all?sort=value', { country: 'all', sort: 'value' }],
    ['/v1/eu/atlantis', { country: 'atlantis' }],
    ['/v1/eu/Germany?limit=2', { country: 'Germany', limit: 2 }],
    ['/v1/eu/de?fields=characterSe&limit=2', { country: 'de', fields: 'characterSe', limit: 2 }],
  ],
  '/v1/search': [
    ['/v1/search?q=brackwater', { q: 'brackwater' }],
    ['/v1/search?q=h%C3%A4xwald&type=eu_issuer&limit=3', { q: 'häxwald', type: 'eu_issuer', limit: 3 }],
    ['/v1/search?query=quill&type=insider', { query: 'quill', type: 'insider' }],
    ['/v1/search?q=nobody-at-all', { q: 'nobody-at-all' }],
    ['/v1/search?q=quill&type=company', { q: 'quill', type: 'company' }],
    ['/v1/search', {}],
  ],
  // Tools without an MCP name are offered only by REST.
  '/v1/congress': [['/v1/congress', {}]],
  '/v1/trackers': [['/v1/trackers', {}]],
};

it('every tool has a case that succeeds', async () => {
  expect(Object.keys(CASES).sort()).toEqual(tools.map(({ path }) => path).sort());
  for (const { path } of tools) {
    const statuses = await Promise.all(
      (CASES[path] ?? []).map(async ([url]) => (await service.ask(url)).status),
    );
    expect([path, statuses.includes(200)]).toEqual([path, true]);
  }
});

describe.each(tools.map((tool) => [tool.path, tool] as const))('%s', (path, { mcp, isWider }) => {
  const set = isWider === true ? 'all' : 'nine';
  it.each(CASES[path] ?? [])(
    '%s has the same bytes over REST, MCP over HTTP and stdio',
    async (url, given) => {
      const rest = await service.ask(url);
      if (mcp === null) {
        expect(rest.status).toBe(200);
        return;
      }
      const overHttp = textOf(await httpAnswer(toolCall(mcp, given), set));
      const overStdio = textOf({ text: await stdioAnswer(toolCall(mcp, given), set) });
      const expected =
        rest.status === 200 ? rest.text : `${rest.status} ${JSON.parse(rest.text).error.message}`;
      expect(overHttp).toBe(expected);
      expect(overStdio).toBe(expected);
    },
  );
});

it.each(['nine', 'all'] as const)(
  'of %s, the tools of the agent protocol are those with a name',
  async (set) => {
    const named = [...agentTools(tools, set).keys()];
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const text of [(await httpAnswer(list, set)).text, await stdioAnswer(list, set)]) {
      const listed = JSON.parse(text).result.tools as Array<{ name: string }>;
      expect(listed.map(({ name }) => name)).toEqual(named);
    }
  },
);

it('a cursor continues over every transport, from whichever it came', async () => {
  const first = JSON.parse((await service.ask('/v1/filings?limit=3&since=2026-01-01')).text);
  const cursor = first.meta.nextCursor;
  const rest = (await service.ask(`/v1/filings?cursor=${cursor}&limit=2&format=table`)).text;
  const given = { cursor, limit: 2, format: 'table' };
  expect(textOf(await service.rpc(toolCall('get_latest_filings', given)))).toBe(rest);
  const overStdio = await stdioAnswer(toolCall('get_latest_filings', given));
  expect(textOf({ text: overStdio })).toBe(rest);
});

function httpAnswer(message: object, set: ToolSet): Promise<Answered> {
  if (set === 'nine') return service.rpc(message);
  return service.ask('/v1/mcp?tools=all', { method: 'POST', body: JSON.stringify(message) });
}

async function stdioAnswer(message: object, set: ToolSet = 'nine'): Promise<string> {
  const input = new PassThrough();
  const output = new PassThrough();
  const said = text(output);
  input.end(`${JSON.stringify(message)}\n`);
  await serveStdio(set === 'nine' ? service.mcp : service.mcp.withAllTools(), input, output);
  output.end();
  return said;
}
