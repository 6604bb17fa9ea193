/** The same question by REST, by MCP over HTTP and by MCP over stdio: the same bytes, or the same refusal. */

import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serveStdio } from '../../src/transports/stdio';
import { tools } from '../../tools/index';
import { type Service, startService, textOf, toolCall } from './service';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const QUESTIONS: Array<[string, string, object]> = [
  ['/v1/catalog', 'get_catalog', {}],
  ['/v1/catalog?dummy=1', 'get_catalog', { dummy: '1' }],
  ['/v1/filings', 'get_latest_filings', {}],
  [
    '/v1/filings?limit=3&direction=S&min_value=100.5&ticker=oswn',
    'get_latest_filings',
    { limit: 3, direction: 'S', min_value: 100.5, ticker: 'OSWN' },
  ],
  [
    '/v1/filings?since=2026-01-01&fields=ownerName,totalValue',
    'get_latest_filings',
    { since: '2026-01-01', fields: 'ownerName,totalValue' },
  ],
  ['/v1/insiders?q=quill', 'search_insiders', { q: 'quill' }],
  ['/v1/insiders?q=JOS%C3%89', 'search_insiders', { q: 'JOSÉ' }],
  ['/v1/insiders/hartmann-jos', 'get_insider', { id: 'hartmann-jos' }],
  ['/v1/insiders/hartmann-jos?limit=2', 'get_insider', { id: 'hartmann-jos', limit: 2 }],
  ['/v1/insiders/nobody-at-all', 'get_insider', { id: 'nobody-at-all' }],
  ['/v1/insiders/Not%20A%20Slug', 'get_insider', { id: 'Not A Slug' }],
  ['/v1/congress/marta-quillon', 'get_congress_member', { member: 'marta-quillon' }],
  [
    '/v1/congress/tita-quillon?since=2026-11-10&ticker=oswn&limit=2&fields=ticker,amountLabel',
    'get_congress_member',
    { member: 'tita-quillon', since: '2026-11-10', ticker: 'OSWN', limit: 2, fields: 'ticker,amountLabel' },
  ],
  ['/v1/congress/nobody-at-all', 'get_congress_member', { member: 'nobody-at-all' }],
  ['/v1/congress/Marta', 'get_congress_member', { member: 'Marta' }],
  ['/v1/trackers/ostrava', 'get_tracker', { slug: 'ostrava' }],
  ['/v1/trackers/ostrava?series=none', 'get_tracker', { slug: 'ostrava', series: 'none' }],
  ['/v1/trackers/marta-quillon', 'get_tracker', { slug: 'marta-quillon' }],
  ['/v1/trackers/ostrava?series=some', 'get_tracker', { slug: 'ostrava', series: 'some' }],
  ['/v1/eu/de', 'get_eu_filings', { country: 'de' }],
  ['/v1/eu/uk?limit=2', 'get_eu_filings', { country: 'uk', limit: 2 }],
  [
    '/v1/eu/se?since=2026-11-15&isin=xx0000000001&fields=pdmrName,characterSe',
    'get_eu_filings',
    { country: 'se', since: '2026-11-15', isin: 'XX0000000001', fields: 'pdmrName,characterSe' },
  ],
  ['/v1/eu/nl', 'get_eu_filings', { country: 'nl' }],
  ['/v1/eu/xx', 'get_eu_filings', { country: 'xx' }],
  [
    '/v1/eu/de?fields=characterSe&limit=2',
    'get_eu_filings',
    { country: 'de', fields: 'characterSe', limit: 2 },
  ],
  ['/v1/insiders', 'search_insiders', {}],
  ['/v1/filings?limit=0&direction=up', 'get_latest_filings', { limit: 0, direction: 'up' }],
];

test('every tool of MCP is asked here', () => {
  // Tools that the fixture has no rows for are asked with arguments that fail alike.
  const asked = new Set(QUESTIONS.map(([, tool]) => tool));
  const known = [
    'get_catalog',
    'get_latest_filings',
    'search_insiders',
    'get_insider',
    'get_congress_member',
    'get_tracker',
    'get_eu_filings',
  ];
  expect([...asked].sort()).toEqual([...known].sort());
  expect(tools.map((tool) => tool.mcp)).toEqual(expect.arrayContaining(known));
});

test.each(QUESTIONS)('%s', async (path, tool, given) => {
  const rest = await service.ask(path);
  const overHttp = textOf(await service.rpc(toolCall(tool, given)));
  const overStdio = textOf({ text: await stdioAnswer(toolCall(tool, given)) });
  const expected = rest.status === 200 ? rest.text : `${rest.status} ${JSON.parse(rest.text).error.message}`;
  expect(overHttp).toBe(expected);
  expect(overStdio).toBe(expected);
});

async function stdioAnswer(message: object): Promise<string> {
  const input = new PassThrough();
  const output = new PassThrough();
  const said = text(output);
  input.end(`${JSON.stringify(message)}\n`);
  await serveStdio(service.front, input, output);
  output.end();
  return said;
}
