/** Exports over HTTP: the data of the endpoints, an honest list, and no address that reaches the disk as a path. */

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { treePath, writeTree } from '../../../src/publish/export-tree.js';
import { endpointsOf } from '../../../src/transports/http/rest.js';
import type { Reads } from '../../../tools/contract/reads.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import { tools } from '../../../tools/index.js';
import { inventedFilings, inventedReads, NOW, READ_AT } from '../../invented-reads.js';
import { EVIL } from '../../publish/pages/hostile-answers.js';
import { BASE_URL, type Service, startService } from '../service.js';
import { get, open } from '../wire.js';

describe('transports/http/exports', () => {
  const EARLY = '2026-11-20T11:00:00.000Z';
  const rows = inventedFilings(9);
  let root: string;
  let service: Service | null = null;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'disclosed-exports-'));
  });
  afterEach(async () => {
    await service?.close();
    service = null;
    rmSync(root, { recursive: true, force: true });
  });

  async function serve(reads: Reads = inventedReads(rows)): Promise<Service> {
    await service?.close();
    service = await startService({ reads, sourcePrefix: 'sample:', pages: { exportsRoot: root } });
    return service;
  }

  /** The prerendered files of a refresh. */
  async function prerender(reads: Reads = inventedReads(rows)): Promise<void> {
    const rateLimits = { keyless: 60, withKey: 600, windowSeconds: 3600 };
    const context = { reads, now: NOW, baseUrl: BASE_URL, endpoints: endpointsOf(tools), rateLimits };
    await writeTree({
      root,
      folders: ['congress', 'trackers'],
      tools,
      context,
      sourcePrefix: 'sample:',
      asOf: EARLY,
    });
  }

  it('data is that of the endpoint, rendered from the state of the data that is served', async () => {
    const { ask } = await serve();
    const { text, bytes, headers, status } = await ask('/data/insiders/quill-marina-t.json');
    expect([status, headers['access-control-allow-origin'], headers['x-ratelimit-limit']]).toEqual([
      200,
      '*',
      undefined,
    ]);
    const hash = createHash('sha256').update(bytes).digest('hex');
    expect([headers.etag, headers['cache-control']]).toEqual([
      `"${hash.slice(0, 32)}"`,
      'public, max-age=60',
    ]);
    const file = JSON.parse(text);
    expect(Object.keys(file)).toEqual(['source', 'license', 'source_license', 'as_of', 'terms', 'data']);
    expect([file.source, file.as_of]).toEqual(['sample:sec-edgar-form4', READ_AT]);
    expect(file.terms).toMatch(/^SAMPLE: .*invented/);
    expect(file.data).toEqual(JSON.parse((await ask('/v1/insiders/quill-marina-t')).text).data);
    const ticker = JSON.parse((await ask('/data/tickers/BRKW.json')).text);
    expect(ticker.data).toEqual(
      JSON.parse((await ask('/v1/filings?ticker=BRKW&since=2025-11-20&limit=500')).text).data,
    );
    const packed = await ask('/data/tickers/OSWN.json', { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    const again = await ask('/data/tickers/OSWN.json', {
      headers: { 'if-none-match': String(packed.headers.etag), 'accept-encoding': 'gzip' },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('an export of the present is not given for an earlier moment', async () => {
    const { ask } = await serve();
    const { status, text } = await ask('/data/insiders/quill-marina-t.json?as_of=2026-11-18');
    expect([status, JSON.parse(text).error.issues[0].path]).toEqual([400, 'as_of']);
  });

  it('an export is rendered once for a state of the data', async () => {
    const reads = inventedReads(rows);
    let rendered = 0;
    const { insider } = reads;
    reads.insider = (question) => {
      rendered += 1;
      return insider(question);
    };
    const { ask, fresh } = await serve(reads);
    const askMany = () =>
      Promise.all(Array.from({ length: 20 }, () => ask('/data/insiders/quill-marina-t.json')));
    expect(new Set((await askMany()).map(({ text }) => text)).size).toBe(1);
    expect(rendered).toBe(1);
    fresh.generation += 1;
    fresh.at = '2026-11-20T13:00:00.000Z';
    expect(JSON.parse((await askMany())[0]!.text).as_of).toBe(fresh.at);
    expect(rendered).toBe(2);
  });

  it('a flood of exports that are not cached is refused to its address alone', async () => {
    const pages = { exportsRoot: root, guarded: true };
    service = await startService({ reads: inventedReads(rows), pages, trustProxy: ['127.0.0.1'] });
    const { ask } = service;
    const from = (address: string, name: string) =>
      ask(`/data/insiders/${name}.json`, { headers: { 'x-forwarded-for': address } });
    for (let left = 300; left > 0; left -= 1)
      expect((await from('203.0.113.7', 'quill-marina-t')).status).toBe(200);
    let status = 404;
    for (let sent = 1; status === 404; sent += 1) {
      status = (await from('203.0.113.7', `person-${sent}`)).status;
      // The first export was not cached either.
      expect([sent, status]).toEqual([sent, sent < 240 ? 404 : 429]);
    }
    for (const name of ['hartmann-jose', 'index']) {
      const refused = await from('203.0.113.7', name);
      expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
      expect(JSON.parse(refused.text).error.code).toBe('rate_limited');
      expect((await from('203.0.113.8', name)).status).toBe(200);
    }
    // What is cached costs nothing, so it is never refused.
    expect((await from('203.0.113.7', 'hartmann-jose')).status).toBe(200);
  });

  it('members and trackers come from the files of the refresh; one without a file is rendered', async () => {
    await prerender();
    const { ask } = await serve();
    const path = '/data/congress/marta-quillon.json';
    expect(JSON.parse((await ask(path)).text).as_of).toBe(EARLY);
    const list = JSON.parse((await ask('/data/congress/index.json')).text);
    expect(list.files).toEqual([{ name: 'marta-quillon', url: `${BASE_URL}${path}`, as_of: EARLY }]);
    rmSync(root, { recursive: true });
    const bare = await serve();
    expect(JSON.parse((await bare.ask(path)).text).as_of).toBe(READ_AT);
  });

  it('the list of a folder has the name, the address and the moment of every export', async () => {
    const { ask } = await serve();
    for (const [folder, names] of [
      ['insiders', ['adeyemi-bola', 'hartmann-jose', 'quill-marina-t']],
      ['tickers', ['BRKW', 'OSWN']],
    ] as const) {
      const list = JSON.parse((await ask(`/data/${folder}/index.json`)).text);
      expect(Object.keys(list)).toEqual(['source', 'license', 'source_license', 'as_of', 'terms', 'files']);
      expect([list.source, list.as_of]).toEqual(['sample:sec-edgar-form4', READ_AT]);
      expect(list.files).toEqual(
        names.map((name) => ({ name, url: `${BASE_URL}/data/${folder}/${name}.json`, as_of: READ_AT })),
      );
      for (const { url } of list.files) expect((await ask(new URL(url).pathname)).status).toBe(200);
    }
  });

  it('a symbol with a slash has an address of one part', async () => {
    const { ask } = await serve(inventedReads([{ ...rows[0]!, issuerTicker: 'ACME/B' }]));
    const { files } = JSON.parse((await ask('/data/tickers/index.json')).text);
    expect(files[0].url).toBe(`${BASE_URL}/data/tickers/ACME%2FB.json`);
    const listed = await ask('/data/tickers/ACME%2FB.json');
    expect(listed.status).toBe(200);
    // Other answers write the class with another sign.
    for (const spelling of ['ACME.B', 'ACME-B', 'ACME%20B'])
      expect((await ask(`/data/tickers/${spelling}.json`)).text).toBe(listed.text);
    for (const other of ['ACME', 'ACME.A', 'ACMEB'])
      expect((await ask(`/data/tickers/${other}.json`)).status).toBe(404);
  });

  it('a file that lacks rows says how many there are', async () => {
    const reads = inventedReads(rows);
    // One row more than the endpoint gives, of which the store has still more.
    const text = JSON.stringify(rows[0]);
    reads.latestFilings = async () =>
      new SerializedPageRows(Array.from({ length: 501 }, () => [text, '/ticker/BRKW'] as const));
    reads.filingTotals = async () => ({ rows: 743, purchases: 0, sales: 0 });
    const { ask } = await serve(reads);
    const ticker = JSON.parse((await ask('/data/tickers/BRKW.json')).text);
    expect([ticker.data.length, ticker.total, ticker.truncated]).toEqual([500, 743, true]);
    expect('total' in JSON.parse((await ask('/data/insiders/quill-marina-t.json')).text)).toBe(false);
  });

  it('rows that the source may still bring are not reported missing, and unknown names are', async () => {
    const whole = await serve();
    const unknown = await whole.ask('/data/insiders/nobody.json');
    expect(unknown.status).toBe(404);
    expect(JSON.parse(unknown.text).error.message).toContain('/data/insiders/index.json');
    // Other values that the endpoint accepts are not names of exports.
    for (const path of ['insiders/990001', 'tickers/brkw', 'trackers/marta-quillon'])
      expect([path, (await whole.ask(`/data/${path}.json`)).status]).toEqual([path, 404]);
    const posted = await whole.ask('/data/insiders/quill-marina-t.json', { method: 'POST' });
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const reads = inventedReads(rows);
    const states = await reads.sources();
    reads.sources = async () => states.map((state) => ({ ...state, isWhole: false }));
    const early = await (await serve(reads)).ask('/data/insiders/nobody-yet.json');
    expect([early.status, early.headers['retry-after'], JSON.parse(early.text).error.code]).toEqual([
      503,
      '60',
      'not_ready',
    ]);
  });

  it('a source that is switched off is not served, not even from older files', async () => {
    await prerender();
    const reads = inventedReads(rows);
    const states = await reads.sources();
    reads.sources = async () => states.map((state) => ({ ...state, status: 'off' }));
    const { ask } = await serve(reads);
    for (const path of ['insiders/quill-marina-t', 'congress/marta-quillon', 'congress/index']) {
      const answered = await ask(`/data/${path}.json`);
      expect([path, answered.status, answered.text.includes('switched off')]).toEqual([path, 503, true]);
    }
  });

  it.each(Object.entries(EVIL))(
    'a filed name that is hostile (%s) comes out as it went in, as data',
    async (_kind, text) => {
      const hostile = rows.map((row) => ({ ...row, issuerName: text, ownerTitle: text }));
      const { ask, logged } = await serve(inventedReads(hostile));
      const { status, headers, text: body } = await ask('/data/tickers/BRKW.json');
      expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([
        200,
        'application/json; charset=utf-8',
        'nosniff',
      ]);
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers['set-cookie']).toBeUndefined();
      for (const row of JSON.parse(body).data) expect([row.issuerName, row.ownerTitle]).toEqual([text, text]);
      expect(logged).toEqual([]);
    },
  );

  it('no address reaches the disk as a path', async () => {
    await prerender();
    mkdirSync(join(root, 'congress'));
    for (const place of ['loose.json', 'congress/loose.json', 'data/loose.json'])
      writeFileSync(join(root, place), 'secret');
    const { ask, logged } = await serve();
    for (const path of [
      'congress/loose',
      'congress/..%2Floose',
      'congress/..%2F..%2Floose',
      'congress/%2e%2e%2floose',
      'loose',
      'congress/',
      'congress/marta-quillon%00',
      `congress/${'a'.repeat(161)}`,
      'other/marta-quillon',
      'congress/..',
      '__proto__/x',
    ]) {
      const answered = await ask(`/data/${path}.json`);
      expect([path, answered.status, answered.text.includes('secret')]).toEqual([path, 404, false]);
    }
    expect(logged).toEqual([]);
  });

  it('a long list is sent as it is made, compressed or plain, and callers may leave half-way', async () => {
    const names = Array.from({ length: 12_000 }, (_, n) => `person-${String(n).padStart(5, '0')}`);
    const reads = inventedReads(rows);
    reads.exportNames = async ({ from, limit }) => names.filter((name) => name >= from).slice(0, limit);
    const { ask, port } = await serve(reads);
    const list = '/data/insiders/index.json';
    const plain = await ask(list, { headers: { 'accept-encoding': 'identity' } });
    expect(JSON.parse(plain.text).files.map(({ name }: { name: string }) => name)).toEqual(names);
    const packed = await ask(list, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    const held = { 'if-none-match': String(plain.headers.etag) };
    expect(await ask(list, { headers: held })).toMatchObject({ status: 304, text: '' });
    expect(await ask(list, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    for (const accept of ['gzip', 'identity'])
      for (const awaited of ['HTTP/1.1 200', '']) {
        const wire = await open(port);
        wire.socket.once('data', () => wire.socket.pause());
        wire.send(get(list, `Accept-Encoding: ${accept}\r\n`));
        if (awaited !== '') await wire.heard(awaited);
        wire.socket.destroy();
        await wire.closed;
      }
    expect((await ask(list)).status).toBe(200);
  });

  it('a file that cannot be read is an error of the service, not a missing export', async () => {
    await prerender();
    rmSync(treePath(root, 'congress', 'marta-quillon'));
    mkdirSync(treePath(root, 'congress', 'marta-quillon'));
    const { ask } = await serve();
    expect((await ask('/data/congress/marta-quillon.json')).status).toBe(500);
  });
});
