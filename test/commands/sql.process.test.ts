/** The program with DUMPS=on: it makes a dump, offers its files and answers in SQL; without the setting it does none of it. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { verifyDumpFolder } from '../../src/service/verify.js';
import { run, type Serving, serve } from './program.js';

let folder: string;
let service: Serving;
const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${service.port}${path}`, init);
const sql = (question: string) => ask(`/v1/sql?sql=${encodeURIComponent(question)}`);
const rpc = async (method: string, params: object, set: string) => {
  const response = await ask(`/v1/mcp${set}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return JSON.parse((await response.text()).replace(/^[\s\S]*?(?=\{)/, ''));
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-sql-'));
  // A service that runs from its sources cannot start its other commands.
  expect(run(folder, ['dump']).code).toBe(0);
  service = await serve(folder, { DUMPS: 'on', RATE_LIMIT_KEYLESS: 'off' });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('the files of the dump are offered, and no others', async () => {
  const copy = join(folder, 'copy');
  const manifest = await (await ask('/dumps/manifest.json')).text();
  const { files } = JSON.parse(JSON.parse(manifest).text) as { files: Array<{ name: string }> };
  for (const { name } of files) {
    const response = await ask(`/dumps/${name}`);
    expect([name, response.status]).toEqual([name, 200]);
    await mkdir(dirname(join(copy, name)), { recursive: true });
    writeFileSync(join(copy, name), Buffer.from(await response.arrayBuffer()));
  }
  writeFileSync(join(copy, 'manifest.json'), manifest);
  expect((await verifyDumpFolder(copy, {})).faults).toEqual([]);
  for (const name of [
    '..%2f..%2fsigning-key.pem',
    'nothing.db',
    '../../signing-key.pem',
    'csv',
    'csv%2f..%2fdisclosed.db',
  ])
    expect([name, (await ask(`/dumps/${name}`)).status]).toEqual([name, 404]);
});

it('answers questions in SQL over REST, MCP and the page, and refuses all that writes', async () => {
  const { data } = (await (await sql('SELECT count(*) AS n, min(filed_at) FROM form4_trades')).json()) as {
    data: { columns: string[]; rows: unknown[][]; isCut: boolean };
  };
  expect([data.columns, data.isCut]).toEqual([['n', 'min(filed_at)'], false]);
  expect(data.rows[0]![0]).toBeGreaterThan(50);
  const failed = await sql('DELETE FROM form4_trades');
  expect([failed.status, await failed.json()]).toEqual([
    400,
    expect.objectContaining({
      error: expect.objectContaining({ message: expect.stringMatching(/begins with SELECT/) }),
    }),
  ]);
  const page = await (
    await ask(`/sql?sql=${encodeURIComponent('SELECT issuer_ticker FROM form4_trades LIMIT 2')}`)
  ).text();
  expect(page).toContain('<th scope="col">issuer_ticker</th>');
  expect(page).toContain('href="/dumps/disclosed.db"');
  const hostile = await (await ask(`/sql?sql=${encodeURIComponent("SELECT '<script>x</script>'")}`)).text();
  expect(hostile).not.toContain('<script>x');
});

it('the example of the API page is a question that has an answer', async () => {
  const [, address] = /<a href="(\/v1\/sql[^"]*)">Try it/.exec(await (await ask('/api-docs')).text()) ?? [];
  const answer = await ask(String(address).replaceAll('&amp;', '&'));
  expect([address, answer.status]).toEqual([expect.stringContaining('SELECT'), 200]);
});

it('the tool is in the wider set alone', async () => {
  const names = async (set: string) =>
    ((await rpc('tools/list', {}, set)).result.tools as Array<{ name: string }>).map(({ name }) => name);
  expect(await names('')).toHaveLength(9);
  expect(await names('?tools=all')).toContain('query_sql');
  const called = await rpc(
    'tools/call',
    { name: 'query_sql', arguments: { sql: 'SELECT 41 + 1' } },
    '?tools=all',
  );
  expect(JSON.parse(called.result.content[0].text).data.rows).toEqual([[42]]);
});

it('disclosed verify checks an address of the service, and what was kept of it', () => {
  const saved = join(folder, 'clusters.json');
  const address = `http://127.0.0.1:${service.port}/v1/clusters`;
  const kept = run(folder, ['verify', address, '--save', saved]);
  expect([kept.code, kept.stdout]).toEqual([0, expect.stringMatching(/Nothing is wrong/)]);
  expect(run(folder, ['verify', `${saved}.receipt`]).code).toBe(0);
  writeFileSync(saved, 'x', { flag: 'a' });
  const changed = run(folder, ['verify', `${saved}.receipt`]);
  expect([changed.code, changed.stdout]).toEqual([1, expect.stringMatching(/WRONG: .*bytes/)]);
  // As a user may write them: not as a browser sends them.
  for (const written of ['', '/', '/v1/insiders?q=é', '/v1/filings?limit=1#first'])
    expect([written, run(folder, ['verify', `http://127.0.0.1:${service.port}${written}`]).code]).toEqual([
      written,
      0,
    ]);
  expect(run(folder, ['verify', address, '--signer', '0000000000000000']).code).toBe(1);
});

it('without the setting there is neither page, tool nor file', async () => {
  const plain = await serve(mkdtempSync(join(folder, 'plain-')));
  for (const path of ['/sql', '/v1/sql?sql=SELECT+1', '/dumps/manifest.json'])
    expect([path, (await fetch(`http://127.0.0.1:${plain.port}${path}`)).status]).toEqual([path, 404]);
  await plain.stop();
});
