/** `disclosed serve` with two workers: one limit, one set of metrics, replaced workers, a clean stop. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { packageRoot } from '../../src/package-root.js';
import { redisMissing, startRedis } from '../services/redis.js';
import { until } from '../until.js';
import { run, type Serving, serve, workersOf } from './program.js';

const folder = mkdtempSync(join(tmpdir(), 'disclosed-workers-'));
const settings = { WORKERS: '2', RATE_LIMIT_KEYLESS: '60', TIINGO_TOKEN: 'secret-token' };
let serving: Serving;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Status and headers of one request on its own connection, so that another worker can get the next one. */
async function ask(path = '/v1/clusters', port = serving.port): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, { headers: { Connection: 'close' } });
}

async function statuses(requests: number, path?: string): Promise<number[]> {
  const all = Array.from({ length: requests }, async () => {
    const response = await ask(path);
    await response.arrayBuffer();
    return response.status;
  });
  return Promise.all(all);
}

const metrics = async () => (await ask('/metrics')).text();

/** The sum of all lines of a metric. */
async function metric(name: string, label = ''): Promise<number> {
  const lines = (await metrics()).split('\n').filter((line) => line.startsWith(name) && line.includes(label));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

describe('two workers', () => {
  beforeEach(async () => {
    serving = await serve(folder, settings);
    await until(() => workersOf(serving.pid).length === 2);
  });
  afterEach(async () => {
    await serving.stop();
  });

  it('answer at most the limit together, and say it in the headers', async () => {
    const first = await ask();
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=60;w=3600');
    expect(Number(first.headers.get('x-ratelimit-remaining'))).toBe(59);
    // A worker keeps the rest of its block until a request comes to it, so a single burst may leave one or two calls.
    let answered = 0;
    while (answered < 59) answered += (await statuses(160)).filter((status) => status === 200).length;
    expect(answered).toBe(59);
    expect(await statuses(40)).toEqual(Array.from({ length: 40 }, () => 429));
    // The errors of the interface count in the same limit, the agent endpoint in its own.
    expect(await statuses(4, '/v1/nothing')).toEqual([429, 429, 429, 429]);
    const catalog = await ask('/v1/catalog');
    expect(catalog.status).toBe(429);
  });

  it('agents are limited over both', async () => {
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const post = async () => {
      const response = await fetch(`http://127.0.0.1:${serving.port}/v1/mcp`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Connection: 'close' },
        body: message,
      });
      await response.arrayBuffer();
      return response.status;
    };
    const all: number[] = [];
    const answered = () => all.filter((status) => status === 200).length;
    for (let turn = 0; turn < 8 || answered() < 300; turn += 1)
      all.push(...(await Promise.all(Array.from({ length: 50 }, () => post()))));
    expect(answered()).toBe(300);
  });

  it('a killed worker is replaced, and its counts stay in the metrics', async () => {
    await statuses(20);
    const before = await metric('disclosed_http_requests_total', '/v1/clusters');
    expect(before).toBe(20);
    const [victim, survivor] = workersOf(serving.pid) as [number, number];
    process.kill(victim, 'SIGKILL');
    await serving.said('a worker ended and is replaced');
    await until(() => workersOf(serving.pid).some((pid) => pid !== victim && pid !== survivor));
    await until(async () => (await metric('disclosed_limit_nodes')) === 2);
    expect(await metric('disclosed_http_requests_total', '/v1/clusters')).toBe(20);
    // What the dead worker held of the limit is lost, not doubled.
    const after = (await statuses(100)).filter((status) => status === 200).length;
    expect(after).toBeLessThanOrEqual(40);
    expect(after).toBeGreaterThan(20);
    expect(await metric('disclosed_http_requests_total', '/v1/clusters')).toBe(120);
  });

  it('the figures of the node are there once, from the primary process', async () => {
    const text = await metrics();
    const lines = (name: string) => text.split('\n').filter((line) => line.startsWith(`${name} `));
    const size = /^disclosed_data_dir_size_bytes (\d+)$/m.exec(text)![1];
    const { blocks, bsize } = statfsSync(folder);
    expect(Number(size)).toBe(blocks * bsize);
    expect(lines('disclosed_data_dir_free_bytes')).toHaveLength(1);
    // With AS_OF no process reads the registers.
    expect(lines('disclosed_writing')).toEqual(['disclosed_writing 0']);
    expect(lines('disclosed_generation')).toEqual(['disclosed_generation 1']);
    expect(text).toContain('disclosed_role{role="single"} 1');
    // They got it over their channel.
    for (const pid of workersOf(serving.pid))
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain(settings.TIINGO_TOKEN);
  });

  it('stop with exit code 0, and leave no process', async () => {
    const workers = workersOf(serving.pid);
    expect(await serving.stop()).toBe(0);
    for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
    expect(serving.output()).not.toMatch(/"level":(?:40|50|60)/);
    expect(serving.output()).toContain(`Listens on 127.0.0.1, port ${serving.port}, with 2 workers\n`);
  });

  it('end when the primary process is killed', async () => {
    const workers = workersOf(serving.pid);
    serving.tell('SIGKILL');
    await serving.ended;
    await until(() => workers.every((pid) => !isAlive(pid)));
  });
});

describe('a service whose workers cannot start', () => {
  it('ends when all that follow one fail, with their exit code and one clear line', async () => {
    const own = mkdtempSync(join(tmpdir(), 'disclosed-workers-'));
    serving = await serve(own, settings);
    rmSync(join(own, 'store'), { recursive: true });
    process.kill(workersOf(serving.pid)[0]!, 'SIGKILL');
    expect(await serving.ended).toBe(3);
    expect(serving.output()).toContain('workers failed right after their start: the service ends');
    rmSync(own, { recursive: true });
  });

  it('ends with the exit code and one line for a wrong setting', async () => {
    const { code, stderr } = run(folder, ['serve', '--workers', '2', '--trust-proxy', 'nowhere']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^disclosed: TRUST_PROXY .*\n$/);
  });
});

(redisMissing === null ? it : it.skip)('two services of two workers keep one limit in Redis', async () => {
  const redis = await startRedis();
  const other = mkdtempSync(join(tmpdir(), 'disclosed-workers-'));
  const all = await Promise.all(
    [folder, other].map((one) => serve(one, { ...settings, REDIS_URL: redis.url })),
  );
  try {
    serving = all[0]!;
    await until(async () => (await metric('disclosed_limit_nodes')) === 4);
    const burst = () =>
      Promise.all(
        Array.from({ length: 400 }, async (_, turn) => {
          const response = await ask('/v1/clusters', all[turn % 2]!.port);
          await response.arrayBuffer();
          return response.status;
        }),
      );
    // Here too, a single burst may leave the rest of a block.
    let answered = 0;
    while (answered < 60) answered += (await burst()).filter((status) => status === 200).length;
    expect(answered).toBe(60);
    expect(await burst()).toEqual(Array.from({ length: 400 }, () => 429));
    expect(await metric('disclosed_limit_shared')).toBe(1);
  } finally {
    expect(await Promise.all(all.map((one) => one.stop()))).toEqual([0, 0]);
    await redis.close();
    rmSync(other, { recursive: true, force: true });
  }
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it('a stop while the first worker starts, sent to all processes as a terminal does, leaves no process', async () => {
  const child = spawn(process.execPath, [join(packageRoot(), 'dist/src/cli.js'), 'serve'], {
    env: { ...process.env, DATA_DIR: folder, PORT: '0', WORKERS: '2', CONTACT: '', LOG_LEVEL: 'silent' },
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(child, 'exit');
  const primary = child.pid!;
  try {
    await until(() => workersOf(primary).length > 0);
    process.kill(-primary, 'SIGTERM');
    await ended;
  } finally {
    if (child.exitCode === null && child.signalCode === null) process.kill(-primary, 'SIGKILL');
  }
});
