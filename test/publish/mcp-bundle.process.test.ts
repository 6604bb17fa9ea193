/** The MCP bundle: its manifest keeps the rules of version 0.3, and its program gives a host the answers of the service. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { strFromU8, unzipSync } from 'fflate';
import { mcpBundle } from '../../src/publish/mcp-bundle.js';
import { startService, toolCall } from '../transports/service.js';
import { BUNDLE_SCHEMA } from './server-schema.js';

const bundle = (baseUrl = 'https://open.disclosed.example/x') => unzipSync(mcpBundle(baseUrl, 'About it'));
const manifestOf = (files: Record<string, Uint8Array>) => JSON.parse(strFromU8(files['manifest.json']!));

it('holds a manifest of the schema 0.3 and the program that it names', () => {
  const files = bundle();
  const manifest = manifestOf(files);
  const check = new Ajv2020({ strict: false }).compile(BUNDLE_SCHEMA);
  expect([check(manifest), check.errors]).toEqual([true, null]);
  expect(check({ ...manifest, surprise: 1 })).toBe(false);
  expect(Object.keys(files)).toEqual(['manifest.json', manifest.server.entry_point]);
  expect(manifest.user_config.url.default).toBe('https://open.disclosed.example/x/v1/mcp');
  // The host fills in every value that the program reads.
  const wanted = Object.values<string>(manifest.server.mcp_config.env).map(
    (value) => /^\$\{user_config\.(\w+)\}$/.exec(value)?.[1] ?? value,
  );
  expect(wanted.sort()).toEqual(Object.keys(manifest.user_config).sort());
  expect(mcpBundle('https://a.example', 'x').equals(mcpBundle('https://a.example', 'x'))).toBe(true);
});

/** What the program of the bundle writes for `lines`, by id. */
async function answersTo(url: string, lines: object[]): Promise<Map<unknown, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-mcpb-'));
  const files = bundle();
  const program = join(folder, 'index.mjs');
  writeFileSync(program, files[manifestOf(files).server.entry_point]!);
  const env = { PATH: process.env.PATH, DISCLOSED_URL: url, DISCLOSED_KEY: 'dk_good' };
  const child = spawn(process.execPath, [program], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let written = '';
  child.stdout.on('data', (chunk: Buffer) => {
    written += chunk.toString();
  });
  child.stdin.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect(await once(child, 'close')).toEqual([0, null]);
  rmSync(folder, { recursive: true, force: true });
  const answers = written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return new Map(answers.map((answer) => [answer.id, answer]));
}

it('gives the answers of the service, in both revisions and with the key', async () => {
  const keys: string[] = [];
  const service = await startService({
    rateLimits: { keyless: 60, withKey: 600 },
    keyRing: {
      verify: (token) => {
        keys.push(token);
        return { id: 'one' };
      },
    },
  });
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const older = toolCall('get_latest_filings', { limit: 2 }, 1);
  const modern = { ...toolCall('get_streaks', {}, 2), params: { name: 'get_streaks', _meta } };
  const unread = { id: 3, method: 'resources/read', params: { uri: 'disclosed://insider/ü', _meta } };
  const answers = await answersTo(`http://127.0.0.1:${service.port}/v1/mcp`, [
    older,
    modern,
    unread,
    { method: 'notifications/initialized' },
  ]);
  expect(answers.get(1)).toEqual(JSON.parse((await service.rpc(older)).text));
  expect(answers.get(2)).toMatchObject({
    result: { resultType: 'complete', structuredContent: { error: null } },
  });
  expect(answers.get(3)).toMatchObject({ error: { code: -32602 } });
  expect([answers.size, new Set(keys)]).toEqual([3, new Set(['dk_good'])]);
  await service.close();
});

it('says that the service cannot be reached', async () => {
  const answers = await answersTo('http://127.0.0.1:9/v1/mcp', [{ id: 'a', method: 'ping' }]);
  expect(answers.get('a')).toMatchObject({
    error: { code: -32603, message: expect.stringContaining('cannot be reached') },
  });
});
