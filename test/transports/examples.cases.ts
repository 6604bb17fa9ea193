/** Every example in documents and pages gets an answer from the sample. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { readConfig } from '../../src/config.js';
import { packageRoot } from '../../src/package-root.js';
import { exportsFolder, prerenderExports } from '../../src/service/exports.js';
import { openService, type RunningService } from '../../src/service/start.js';
import { createServer, type HttpServer } from '../../src/transports/http/server.js';
import { siteRoutes } from '../../src/transports/http/site.js';
import { copySample } from '../tiers/sample.js';
import { type Answered, type Asking, askPort, BASE_URL } from './service.js';

describe('transports/examples', () => {
  const LOCAL = 'http://127.0.0.1:8787';
  const COMMITTED = ['README.md', 'skill.md', 'llms.txt', 'docs/accounts.md'];
  const root = packageRoot();
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-examples-'));
  let sample: RunningService;
  let http: HttpServer;
  let ask: (path: string, how?: Asking) => Promise<Answered>;

  beforeAll(async () => {
    const config = readConfig({
      DATA_DIR: folder,
      AS_OF: '2026-11-20T12:00:00Z',
      RATE_LIMIT_KEYLESS: 'off',
    });
    const log = pino({ level: 'silent' });
    await copySample(folder);
    sample = await openService(config, BASE_URL, log);
    await prerenderExports(config, log, new AbortController().signal);
    const { pipeline, mcpHandler, data } = sample;
    const site = siteRoutes({
      pipeline,
      reads: data.reads,
      dataVersion: data.dataVersion,
      baseUrl: BASE_URL,
      sample: true,
      trustProxy: [],
      guarded: false,
      rateLimits: { keyless: null, withKey: null },
      exportsRoot: exportsFolder(config),
      log,
    });
    http = createServer({
      pipeline,
      mcp: mcpHandler,
      reads: data.reads,
      baseUrl: BASE_URL,
      trustProxy: [],
      log,
      site,
    });
    const port = await http.listen(0, '127.0.0.1');
    ask = (path, how = {}) => askPort(port, path, how);
  });
  afterAll(async () => {
    await http?.close();
    await sample?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Example {
    path: string;
    body: string | undefined;
    authorization: string | undefined;
  }

  /** The requests of the curl commands in a text. */
  function curls(text: string): Example[] {
    return [...text.matchAll(/^\s*curl ([^\n]*)$/gm)].map(([, command = '']) => {
      const address = /'(https?:\/\/[^']+)'/.exec(command)?.[1];
      if (address === undefined) throw new Error(`no address in: curl ${command}`);
      const { pathname, search } = new URL(address);
      return {
        path: pathname + search,
        body: / -d '([^']+)'/.exec(command)?.[1],
        authorization: /-H "Authorization: ([^"]+)"/.exec(command)?.[1]?.replace('…', 'x'.repeat(43)),
      };
    });
  }

  async function answers({ path, body, authorization }: Example): Promise<void> {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answered = await ask(path, body === undefined ? { headers } : { method: 'POST', headers, body });
    expect([path, body, answered.status]).toEqual([path, body, 200]);
    const envelope = JSON.parse(
      body === undefined ? answered.text : JSON.parse(answered.text).result.content[0].text,
    );
    expect([path, body, envelope.error]).toEqual([path, body, null]);
    // Nothing of the invented rows is corrected.
    expect([path, body, envelope.meta.count > 0]).toEqual([path, body, path !== '/v1/corrections']);
  }

  const committed = COMMITTED.map((name) => [name, readFileSync(join(root, name), 'utf8')] as const);

  describe.each(committed)('%s', (name, text) => {
    const found = curls(text);

    it('its curl commands give records', async () => {
      if (['README.md', 'skill.md'].includes(name)) expect(found.length).toBeGreaterThan(2);
      for (const one of found) await answers(one);
    });

    it('its addresses answer', async () => {
      const addresses = text.matchAll(/127\.0\.0\.1:8787(\/[^)\s'"`>]*)/g);
      const paths = new Set([...addresses].map((match) => match[1] as string));
      for (const path of paths) {
        if (path.startsWith('/v1/mcp') || path === '/account') continue;
        expect([path, (await ask(path)).status]).toEqual([path, 200]);
      }
      // Paths without an address, from tables and lists, with their names filled in.
      expect(text).not.toContain(`${LOCAL}//`);
    });

    it('its JSON blocks are JSON, and the tool calls in them give records', async () => {
      const blocks = [...text.matchAll(/```json\n([\s\S]*?)```/g)].flatMap((match) =>
        (match[1] as string).trim().split('\n'),
      );
      for (const block of blocks) {
        const { name: tool, arguments: given } = JSON.parse(block) as { name?: string; arguments?: object };
        if (tool === undefined) continue;
        const body = JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: tool, arguments: given },
        });
        await answers({ path: '/v1/mcp', body, authorization: undefined });
      }
    });
  });

  it.each(['/', '/api-docs'])('the examples on %s give records', async (path) => {
    const { text } = await ask(path);
    const plain = text
      .replace(/<[^>]+>/g, '\n')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    const found = curls(plain);
    expect(found.length).toBeGreaterThan(path === '/' ? 2 : 10);
    for (const one of found) await answers(one);
  });

  it('every export that a document names exists', async () => {
    for (const name of ['insiders', 'tickers', 'congress', 'trackers']) {
      const list = JSON.parse((await ask(`/data/${name}/index.json`)).text);
      expect(list.files.length).toBeGreaterThan(0);
      const file = JSON.parse((await ask(`/data/${name}/${list.files[0].name}.json`)).text);
      expect(Object.keys(file)).toEqual(['source', 'license', 'source_license', 'as_of', 'terms', 'data']);
    }
  });
});
