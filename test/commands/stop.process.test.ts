/** A clean stop: running requests get the whole answer, the stores close cleanly, the exit code is 0. */

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { Agent, get as httpGet } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { toolCall } from '../transports/service.js';
import { answersIn, get, open, post } from '../transports/wire.js';
import { type Serving, serve } from './program.js';

const folder = mkdtempSync(join(tmpdir(), 'disclosed-stop-'));
let serving: Serving;
beforeEach(async () => {
  serving = await serve(folder, { RATE_LIMIT_KEYLESS: 'off' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  await serving.stop();
  const files = readdirSync(folder, { recursive: true }).map(String);
  // All writes are in the files themselves: the write-ahead log is empty, that of the accounts is gone.
  for (const name of files.filter((one) => /-(?:wal|journal)$/.test(one)))
    expect([name, statSync(join(folder, name)).size]).toEqual([name, 0]);
  expect(files.filter((name) => name.startsWith('accounts.db')).sort()).toEqual([
    'accounts.db',
    'accounts.db.reserve',
  ]);
  for (const name of files.filter((one) => one.endsWith('.db'))) {
    const database = new Database(join(folder, name), { readonly: true });
    expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    database.close();
  }
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s: running requests are answered, idle connections are closed',
  async (signal) => {
    const { port } = serving;
    // Idle: without a request, after a request, or with a request for a stream that the endpoint does not have.
    const silent = await open(port);
    const agent = new Agent({ keepAlive: true });
    await new Promise((resolve, reject) =>
      httpGet({ port, path: '/v1/clusters', agent }, (answer) => answer.resume().on('end', resolve)).on(
        'error',
        reject,
      ),
    );
    const stream = await open(port);
    stream.send(get('/v1/mcp', 'Accept: text/event-stream\r\n'));
    await stream.heard('method_not_allowed');
    // Running: a message of which one half has arrived, and pipelined requests.
    const half = await open(port);
    const message = post(toolCall('get_latest_filings', { limit: 500, since: '2026-01-01' }));
    half.send(message.slice(0, -20));
    const many = await open(port);
    many.send(get('/v1/filings?limit=2'));
    await many.heard('"error":null');

    serving.tell(signal);
    await serving.said('"stopping"');
    half.send(message.slice(-20));
    const [answer] = answersIn(await half.closed);
    expect(answer?.status).toBe(200);
    expect(JSON.parse(JSON.parse(answer?.body ?? '').result.content[0].text).data.length).toBeGreaterThan(
      100,
    );

    await Promise.all([silent.closed, stream.closed, many.closed]);
    expect(await serving.ended).toBe(0);
    expect(serving.output()).not.toMatch(/"level":(?:40|50|60)/);
    agent.destroy();
  },
);

it('clients that never finish their request or never read their answer do not delay a stop', async () => {
  const { port } = serving;
  const slow = await open(port);
  slow.send('POST /v1/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{');
  const deaf = await open(port);
  deaf.socket.pause();
  deaf.send(get('/v1/filings?limit=500&since=2026-01-01').repeat(400));
  const last = await open(port);
  last.send(get('/v1/clusters'));
  await last.heard('"error":null');
  expect(await serving.stop()).toBe(0);
  deaf.socket.destroy();
});

it('a stop right after the start ends the run that it began', async () => {
  rmSync(join(folder, 'exports'), { recursive: true, force: true });
  await serving.stop();
  serving = await serve(folder);
  serving.tell('SIGTERM');
  expect(await serving.ended).toBe(0);
});
