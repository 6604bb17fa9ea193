/** `disclosed stdio` without a sample: the protocol is answered while the sample is built, and a call of a tool waits. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from '@jest/globals';
import { packageRoot } from '../../src/package-root.js';

const folder = mkdtempSync(join(tmpdir(), 'disclosed-stdio-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whether the complete sample exists. */
const isBuilt = () =>
  existsSync(join(folder, 'store')) &&
  readdirSync(join(folder, 'store')).some((name) => /^sample-.*\.db$/.test(name));

interface Answer {
  id: number;
  result: { tools?: unknown[]; content?: Array<{ text: string }> };
}

function start(dataDir = folder) {
  return spawn(process.execPath, [join(packageRoot(), 'dist/src/cli.js'), 'stdio'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      AS_OF: '2026-11-20T12:00:00Z',
      CONTACT: '',
      LOG_LEVEL: 'error',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

it('only a call of a tool waits for the sample', async () => {
  const child = start();
  const ended = once(child, 'exit');
  const ask = (id: number, method: string, params: object = {}) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  ask(1, 'tools/call', { name: 'get_latest_filings', arguments: { limit: 3 } });
  ask(2, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  });
  ask(3, 'ping');
  ask(4, 'tools/list');
  const answers: Answer[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    answers.push(JSON.parse(line) as Answer);
    if (answers.length === 3) expect(isBuilt()).toBe(false);
    if (answers.length === 4) {
      expect(isBuilt()).toBe(true);
      // Once there is data, it is answered at once like everything else.
      ask(5, 'tools/call', { name: 'get_latest_filings', arguments: { limit: 3 } });
    }
    if (answers.length === 5) child.stdin.end();
  }
  expect(answers.map(({ id }) => id)).toEqual([2, 3, 4, 1, 5]);
  expect(answers[2]!.result.tools!.length).toBeGreaterThan(5);
  const [first, again] = answers.slice(3).map(({ result }) => result.content![0]!.text);
  expect(again).toBe(first);
  expect(JSON.parse(first!)).toMatchObject({ meta: { sample: true, count: 3 } });
  expect((await ended)[0]).toBe(0);
});

it('an input that ends before the sample is built is answered, and the program ends', async () => {
  rmSync(join(folder, 'store'), { recursive: true, force: true });
  const child = start();
  const ended = once(child, 'exit');
  child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(line);
  expect(lines).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}']);
  expect((await ended)[0]).toBe(0);
});

it('a folder that cannot be used ends the program with one line, also while a call of a tool waits', async () => {
  const child = start('/dev/null/data');
  const ended = once(child, 'exit');
  // The input stays open: the program must end without it.
  child.stdin.on('error', () => undefined);
  child.stdin.write(
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_catalog","arguments":{}}}\n',
  );
  let errors = '';
  for await (const text of child.stderr.setEncoding('utf8')) errors += text;
  expect(errors).toMatch(/^disclosed: DATA_DIR cannot be used: .*\n$/);
  expect((await ended)[0]).toBe(2);
});
