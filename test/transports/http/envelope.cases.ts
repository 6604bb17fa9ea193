/** Successes and errors of every endpoint have the same shape. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tools } from '../../../tools/index.js';
import { READ_AT } from '../../invented-reads.js';
import { type Answered, BASE_URL, type Service, startService } from '../service.js';

describe('transports/http/envelope', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  const LICENSE = 'https://creativecommons.org/licenses/by/4.0/';
  /** An argument for each placeholder of a path, and for each required parameter. */
  const EXAMPLES: Record<string, string> = {
    id: 'quill-marina-t',
    country: 'de',
    member: 'marta-quillon',
    slug: 'ostrava',
    security: '037833100',
    cik: '910001',
    generation: 'latest',
  };
  /** Paths whose placeholder is another one's. */
  const PATHS: Record<string, string> = {
    '/v1/filings/{id}/history': '/v1/filings/0000900001-26-000001/history',
    '/v1/issuers/{id}': '/v1/issuers/BRKW',
    '/v1/sources/{id}': '/v1/sources/0000900001-26-000000-0',
  };
  const QUERIES: Record<string, string> = {
    '/v1/insiders': '?q=quill',
    '/v1/search': '?q=quill',
    '/v1/rankings': '?of=largest-purchases',
    '/v1/fetch': '?id=insider/quill-marina-t',
  };
  const paths = tools.map(
    (tool) =>
      (PATHS[tool.path] ?? tool.path).replace(/\{(\w+)\}/g, (_all, name) => EXAMPLES[name] ?? 'x') +
      (QUERIES[tool.path] ?? ''),
  );

  function failed(answered: Answered, status: number, code: string): void {
    expect(answered.status).toBe(status);
    expect(answered.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answered.headers['cache-control']).toBe('no-store');
    const envelope = JSON.parse(answered.text);
    expect(Object.keys(envelope)).toEqual(['meta', 'data', 'error']);
    expect(envelope.data).toBeNull();
    expect(envelope.error.code).toBe(code);
    expect(envelope.error.message).toMatch(/^\S.*/);
    expect('issues' in envelope.error).toBe(code === 'invalid_parameter');
    expect(envelope.meta).toEqual({
      count: 0,
      fetchedAt: READ_AT,
      source: expect.any(String),
      license: LICENSE,
    });
  }

  describe.each(paths)('GET %s', (path) => {
    it('succeeds with data, error null and meta', async () => {
      const answered = await service.ask(path);
      expect(answered.status).toBe(200);
      expect(answered.headers['content-type']).toBe('application/json; charset=utf-8');
      const envelope = JSON.parse(answered.text);
      expect(Object.keys(envelope)).toEqual(['meta', 'data', 'error']);
      expect(envelope.data).not.toBeNull();
      expect(envelope.error).toBeNull();
      expect(envelope.meta).toMatchObject({
        count: expect.any(Number),
        fetchedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        source: expect.any(String),
        license: LICENSE,
      });
      expect('ignoredParameters' in envelope.meta).toBe(false);
      if ('attribution' in envelope.meta) expect(envelope.meta.attribution.site).toBe(BASE_URL);
    });

    it('names the ignored parameters', async () => {
      const answered = await service.ask(`${path}${path.includes('?') ? '&' : '?'}tickr=A&nocache=1`);
      expect(JSON.parse(answered.text).meta.ignoredParameters).toEqual(['nocache', 'tickr']);
    });

    it('answers another method with 405', async () => {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const answered = await service.ask(path, { method });
        failed(answered, 405, 'method_not_allowed');
        expect(answered.headers.allow).toBe('GET, HEAD, OPTIONS');
      }
    });

    it('ignores a slash at the end of the path', async () => {
      const [before, query] = path.split('?');
      const answered = await service.ask(`${before}/${query === undefined ? '' : `?${query}`}`);
      expect(answered.bytes.equals((await service.ask(path)).bytes)).toBe(true);
    });
  });

  it.each(['/v1', '/v1/', '/v1/unknown', '/v1/filings/x', '/v1//filings', '/v1/Filings', '/v1/insiders/a/b'])(
    '%s is an unknown path',
    async (path) => failed(await service.ask(path), 404, 'not_found'),
  );

  it('a path that cannot be decoded is a 400', async () => {
    failed(await service.ask('/v1/insiders/%E0%A4%A'), 400, 'invalid_parameter');
    failed(await service.ask('/v1/insiders/%zz'), 400, 'invalid_parameter');
  });

  it('one issue for each wrong parameter, each naming what is accepted', async () => {
    const answered = await service.ask(
      '/v1/filings?limit=9999&direction=X&since=2026-02-30&min_value=-1&ticker=TOOLONG',
    );
    failed(answered, 400, 'invalid_parameter');
    const { issues, message } = JSON.parse(answered.text).error;
    expect(issues.map((issue: { path: string }) => issue.path).sort()).toEqual([
      'direction',
      'limit',
      'min_value',
      'since',
      'ticker',
    ]);
    expect(message).toContain('limit must be a whole number from 1 to 500');
    expect(message).toContain('direction must be P, S or all');
  });

  it.each([
    ['limit=', 400],
    ['limit=%20', 400],
    ['limit=1e1', 200],
    ['limit=007', 400],
    ['limit=0x10', 400],
    ['limit=+5', 400],
    ['limit=1.5', 400],
    ['limit=1e999', 400],
    ['limit=null', 400],
    ['limit[]=5', 200],
    ['min_value=', 400],
    ['min_value=1e400', 400],
    ['min_value=NaN', 400],
    ['min_value=0.5', 200],
    ['min_value=-0', 200],
  ])('the query %s is %i', async (query, status) => {
    expect((await service.ask(`/v1/filings?${query}`)).status).toBe(status);
  });

  it('a known parameter given twice is a 400, an unknown one is only named', async () => {
    const twice = await service.ask('/v1/filings?limit=1&limit=2');
    failed(twice, 400, 'invalid_parameter');
    expect(JSON.parse(twice.text).error.issues).toEqual([
      { path: 'limit', message: 'limit is given more than once; give it once' },
    ]);
    expect(JSON.parse((await service.ask('/v1/filings?x=1&x=2')).text).meta.ignoredParameters).toEqual(['x']);
  });

  it('at most 20 ignored names are listed, each cut at 64 characters', async () => {
    const query = Array.from(
      { length: 30 },
      (_, at) => `${String(at).padStart(2, '0')}${'n'.repeat(80)}=1`,
    ).join('&');
    const { ignoredParameters } = JSON.parse((await service.ask(`/v1/catalog?${query}`)).text).meta;
    expect(ignoredParameters).toHaveLength(21);
    expect(ignoredParameters.at(-1)).toMatch(/^and \d+ more$/);
    expect(ignoredParameters[0]).toBe(`00${'n'.repeat(62)}`);
  });

  it('an address that is too long is a 400', async () => {
    failed(await service.ask(`/v1/filings?x=${'y'.repeat(8000)}`), 400, 'invalid_parameter');
  });

  it('a source that was never read is 503 not_ready, never an empty list', async () => {
    const unread = await startService();
    unread.reads.sources = async () => [];
    failed(await unread.ask('/v1/filings'), 503, 'not_ready');
    expect((await unread.ask('/readyz')).status).toBe(503);
    expect((await unread.ask('/healthz')).status).toBe(200);
    await unread.close();
  });

  it('an internal fault is a plain 500 whose cause is only in the log', async () => {
    const broken = await startService();
    broken.reads.latestFilings = () => Promise.reject(new Error('SQLITE_CORRUPT at /secret/path'));
    const answered = await broken.ask('/v1/filings');
    failed(answered, 500, 'internal');
    expect(answered.text).not.toMatch(/SQLITE|secret/);
    expect(broken.logged).toEqual([
      {
        message: 'answer failed',
        details: expect.objectContaining({
          err: expect.objectContaining({ message: expect.stringContaining('SQLITE_CORRUPT') }),
        }),
      },
    ]);
    await broken.close();
  });

  it('a query cannot name another record than the path', async () => {
    const answered = await service.ask('/v1/insiders/vesper-alma?id=other');
    expect(answered.status).toBe(400);
    expect(JSON.parse(answered.text).error.issues).toEqual([
      { path: 'id', message: 'id is given more than once; give it once' },
    ]);
  });

  it('a store that cannot be read makes the service not ready, and says why', async () => {
    let damage: string | null = 'SQLITE_CORRUPT';
    const damaged = await startService({ damage: () => damage });
    const answered = await damaged.ask('/readyz');
    expect([answered.status, JSON.parse(answered.text)]).toEqual([
      503,
      { status: 'the store cannot be read (SQLITE_CORRUPT)' },
    ]);
    damage = null;
    expect((await damaged.ask('/readyz')).status).toBe(200);
    await damaged.close();
  });
});
