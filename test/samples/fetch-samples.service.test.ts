/** The fetch of real documents, from a local server that stands in for their publishers. */

import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHttpClient, type HttpClient } from '../../src/registers/http/http-client.js';
import { createRegisters } from '../../src/registers/index.js';
import { fetchSamples } from './fetch-samples.js';
import { hasSamples, samplePath } from './folder.js';
import { readManifest, type Sample } from './manifest.js';

let base: string;
let requests: string[];
let concurrent: number;
let mostConcurrent: number;
let respond: (path: string, response: ServerResponse) => void;
let close: () => Promise<unknown>;
let http: HttpClient;
let root: string;
let folder: string;

beforeEach(async () => {
  requests = [];
  concurrent = 0;
  mostConcurrent = 0;
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    mostConcurrent = Math.max(mostConcurrent, ++concurrent);
    response.once('close', () => {
      concurrent -= 1;
    });
    setTimeout(() => respond(request.url ?? '', response), 5);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  respond = (path, response) => response.end(`document ${path}`);
  // Waiting takes no time here.
  const clock = { now: () => performance.now(), wait: async () => {} };
  http = createHttpClient({ userAgent: 'disclosed test', perSecond: 1000, clock });
  root = mkdtempSync(join(tmpdir(), 'samples-'));
  folder = join(root, 'samples');
});
afterEach(async () => {
  await http.close();
  await close();
  rmSync(root, { recursive: true });
});

/** A document that the server gives as `document /path`, unless `content` says that other bytes are expected. */
function sample(file: string, path = `/${file}`, content = `document ${path}`): Sample {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { file, address: base + path, bytes: content.length, sha256, register: 'sec-form4' };
}

const run = (samples: Sample[], more: { keepDifferent?: boolean; signal?: AbortSignal } = {}) =>
  fetchSamples({ samples, folder, httpOf: () => http, ...more });
const states = async (samples: Sample[]) => [...(await run(samples)).values()].map(({ state }) => state);
const written = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

describe('fetching the samples', () => {
  it('writes each document with the right bytes under its name, one request at a time', async () => {
    const samples = [sample('sec/a.xml'), sample('sec/b.xml'), sample('oge/c d(2).pdf', '/c%20d(2).pdf')];
    expect(await states(samples)).toEqual(['fetched', 'fetched', 'fetched']);
    expect(readFileSync(join(folder, 'oge/c d(2).pdf'), 'utf8')).toBe('document /c%20d(2).pdf');
    expect(written()).toEqual(['oge', 'oge/c d(2).pdf', 'sec', 'sec/a.xml', 'sec/b.xml']);
    expect(mostConcurrent).toBe(1);
  });

  it('requests only what a run before did not write, and what has been changed since', async () => {
    const samples = [sample('a'), sample('b'), sample('c')];
    const stop = new AbortController();
    respond = (path, response) => {
      response.end(`document ${path}`);
      if (path === '/b') stop.abort(new Error('stopped'));
    };
    await expect(fetchSamples({ samples, folder, httpOf: () => http, signal: stop.signal })).rejects.toThrow(
      'stopped',
    );
    expect(existsSync(join(folder, 'c'))).toBe(false);
    writeFileSync(join(folder, 'a'), 'damaged');
    requests = [];
    await run(samples);
    requests = [];
    expect(await states(samples)).toEqual(['present', 'present', 'present']);
    expect(requests).toEqual([]);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('document /a');
  });

  it('says how other bytes differ, and writes them only when it should', async () => {
    const samples = [sample('a', '/a', 'what was there once')];
    const found = createHash('sha256').update('document /a').digest('hex');
    expect((await run(samples)).get('a')).toEqual({
      state: 'different',
      detail: `11 bytes, not 19; SHA-256 ${found}, not ${samples[0]!.sha256}`,
      kept: false,
    });
    expect(written()).toEqual([]);
    expect((await run(samples, { keepDifferent: true })).get('a')).toMatchObject({ kept: true });
    expect(written()).toEqual(['a']);
    // It still counts as different: the next run asks the publisher again.
    expect(await states(samples)).toEqual(['different']);
  });

  it('continues after a document that is missing, and tries again after a fault', async () => {
    let faults = 0;
    respond = (path, response) => {
      if (path === '/gone') response.writeHead(404).end('no');
      else if (path === '/late' && faults++ < 2) response.writeHead(503).end('later');
      else response.end(`document ${path}`);
    };
    const results = await run([sample('gone'), sample('late'), sample('here')]);
    expect(results.get('gone')).toMatchObject({ state: 'failed', detail: 'the publisher answers 404' });
    expect(requests).toEqual(['/gone', '/late', '/late', '/late', '/here']);
    expect(written()).toEqual(['here', 'late']);
  });

  it('reads no more than a megabyte beyond the expected size, and writes nothing of it', async () => {
    respond = (_path, response) => response.end(Buffer.alloc(3 * 1024 * 1024));
    const results = await run([sample('large')], { keepDifferent: true });
    expect(results.get('large')).toMatchObject({ state: 'failed' });
    expect(written()).toEqual([]);
  });

  it('skips a publisher that does not answer', async () => {
    respond = (_path, response) => response.destroy();
    const results = await run(['a', 'b', 'c', 'd', 'e'].map((name) => sample(name)));
    expect([...results.values()].map(({ state }) => state)).toEqual(Array(5).fill('failed'));
    expect(results.get('e')).toMatchObject({ detail: expect.stringContaining('not requested') });
    expect(new Set(requests)).toEqual(new Set(['/a', '/b', '/c']));
  });

  it.each([
    ['a parent', '../outside'],
    ['a parent further down', 'sec/../../outside'],
    ['an absolute path', '/tmp/outside-of-the-samples'],
    ['a backslash', '..\\outside'],
    ['the folder itself', '.'],
    ['a link', 'link/outside'],
  ])('does not write or request a name that leaves the folder through %s', async (_way, file) => {
    mkdirSync(folder);
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), join(folder, 'link'));
    expect(await states([sample(file, '/outside')])).toEqual(['failed']);
    expect(requests).toEqual([]);
    expect(readdirSync(root).sort()).toEqual(['elsewhere', 'samples']);
    expect(readdirSync(join(root, 'elsewhere'))).toEqual([]);
    expect(existsSync('/tmp/outside-of-the-samples')).toBe(false);
  });
});

describe('the manifest', () => {
  const { samples, unavailable } = readManifest();

  it('gives each document once, from the publisher of its register, of a size that a fetch may read', () => {
    const registers = new Set(createRegisters().map(({ metadata }) => metadata.id));
    const files = [...samples, ...unavailable].map(({ file }) => file);
    expect(samples.length).toBeGreaterThan(90);
    expect(new Set(files).size).toBe(files.length);
    const names = samples.map(({ file }) => file);
    expect(names).toEqual([...names].sort());
    for (const { file, address, bytes, register } of samples) {
      expect(registers).toContain(register);
      expect(address).toMatch(
        /^https:\/\/(www\.sec\.gov|disclosures-clerk\.house\.gov|extapps2\.oge\.gov)\//,
      );
      expect(file).toMatch(/^[a-z0-9-]+(\/[\w .()-]+)+$/);
      expect(bytes).toBeLessThan(4 * 1024 * 1024);
    }
  });

  it('has the size and hash of each document that is there', () => {
    for (const { file, bytes, sha256 } of samples.filter(({ file }) => hasSamples(file))) {
      const there = readFileSync(samplePath(file));
      expect([file, there.length, createHash('sha256').update(there).digest('hex')]).toEqual([
        file,
        bytes,
        sha256,
      ]);
    }
  });

  it.each([
    ['a short hash', 'abc\t1\tsec-form4\ta\thttps://x.example/a\t'],
    ['no size', `${'0'.repeat(64)}\t0\tsec-form4\ta\thttps://x.example/a\t`],
    ['no address', `${'0'.repeat(64)}\t1\tsec-form4\ta\tnowhere\t`],
    ['neither an address nor a reason', '\t\t\ta\t\t'],
  ])('refuses a line with %s', (_what, line) => {
    expect(() => readManifest(`heading\n${line}\n`)).toThrow('line 2 of the manifest');
  });
});
