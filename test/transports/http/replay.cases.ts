/** `as_of` over HTTP: which answers it gives, what they say, how long they stay, and what is refused. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tools } from '../../../tools/index.js';
import { KEPT_SINCE, type Service, startService } from '../service.js';

describe('transports/http/replay', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  async function asked(path: string) {
    const { status, headers, text } = await service.ask(path);
    return { status, cacheControl: headers['cache-control'], etag: headers.etag, ...JSON.parse(text) };
  }

  describe('an answer with as_of', () => {
    it('says what it stands for, and one without says nothing of it', async () => {
      const { status, meta } = await asked('/v1/filings?as_of=2026-11-18');
      expect([status, meta.asOf]).toEqual([
        200,
        { moment: '2026-11-18T23:59:59.999Z', generation: 1, servedFrom: KEPT_SINCE, firstFill: [] },
      ]);
      expect((await asked('/v1/filings')).meta).not.toHaveProperty('asOf');
    });

    it('has the windows and default dates of that moment', async () => {
      const filedAt = async (query: string) =>
        (await asked(`/v1/filings?limit=500&${query}`)).data.map((row: { filedAt: string }) => row.filedAt);
      const then = await filedAt('as_of=2026-11-15T00:00:00Z');
      const now = await filedAt('');
      // Newest first, and the default window begins as many days before that moment.
      expect(then[0]).toBe('2026-11-14T21:05:00.000Z');
      expect(now[0]).toBe('2026-11-19T21:05:00.000Z');
      expect(then.at(-1) < now.at(-1)).toBe(true);
    });

    it('names the sources that were still being read for the first time', async () => {
      const sources = service.reads.sources;
      const first = async () =>
        (await sources()).map((one) =>
          one.source === 'fca-nsm' ? { ...one, isWhole: false, status: 'filling' as const } : one,
        );
      const own = await startService({ reads: { ...service.reads, sources: first } });
      const { meta } = JSON.parse((await own.ask('/v1/clusters?as_of=2026-11-18')).text);
      const unfinished = (await first()).filter(({ isWhole }) => !isWhole).map(({ source }) => source);
      expect(meta.asOf.firstFill).toEqual(unfinished);
      expect(unfinished.length).toBeGreaterThan(0);
      await own.close();
    });

    it('is refused, not put off, where a source had not been read then', async () => {
      const sources = async () =>
        (await service.reads.sources()).map((one) => ({
          ...one,
          lastReadAt: null,
          isWhole: false,
          registers: one.registers.map((register) => ({ ...register, lastReadAt: null, isWhole: false })),
        }));
      const own = await startService({ reads: { ...service.reads, sources } });
      const then = await own.ask('/v1/filings?as_of=2026-11-18');
      const { error } = JSON.parse(then.text);
      expect([then.status, error.code, then.headers['retry-after']]).toEqual([
        400,
        'invalid_parameter',
        undefined,
      ]);
      expect(error.message).toContain(KEPT_SINCE);
      expect(error.message).toContain('has not been read yet');
      expect(error.message).not.toContain('Try again');
      const now = await own.ask('/v1/filings');
      expect([now.status, now.headers['retry-after']]).toEqual([503, '30']);
      await own.close();
    });

    it('stays the same for long, unless its moment has only just passed', async () => {
      const old = await asked('/v1/filings?as_of=2026-11-18');
      expect(old.cacheControl).toBe('public, max-age=86400');
      expect((await asked('/v1/filings?as_of=2026-11-20T12:19:00Z')).cacheControl).toBe('public, max-age=60');
      // A later generation changes neither the answer nor its tag.
      service.fresh.generation += 1;
      const again = await asked('/v1/filings?as_of=2026-11-18');
      expect([again.etag, again.cacheControl]).toEqual([old.etag, old.cacheControl]);
      expect((await asked('/v1/filings')).cacheControl).not.toContain('86400');
    });

    it('is continued by a cursor at the same moment', async () => {
      const first = await asked('/v1/filings?as_of=2026-11-18&limit=3');
      const next = await asked(`/v1/filings?limit=3&cursor=${first.meta.nextCursor}`);
      expect([next.status, next.meta.asOf]).toEqual([200, first.meta.asOf]);
      const whole = await asked('/v1/filings?as_of=2026-11-18&limit=6');
      expect([...first.data, ...next.data]).toEqual(whole.data);
      const other = await asked(`/v1/filings?as_of=2026-11-17&cursor=${first.meta.nextCursor}`);
      expect([other.status, other.error.issues[0].path]).toEqual([400, 'as_of']);
    });
  });

  it('as_of is taken by every list, in its plain form too', async () => {
    const paths = tools
      .filter(
        ({ input, path }) =>
          !path.includes('{') && Object.values(input.shape).every((one) => one.isOptional()),
      )
      .map(({ path }) => path);
    expect(paths).toContain('/v1/congress');
    for (const path of paths) {
      const { error } = await asked(`${path}?as_of=2026-11-18`);
      // The invented store does not have every source.
      expect([path, [undefined, 'not_ready'].includes(error?.code) || error.message]).toEqual([path, true]);
    }
  });

  describe('a moment that cannot be answered', () => {
    it.each([
      ['2026-11-09', `must not be before ${KEPT_SINCE}`],
      ['2026-11-20', 'must be past'],
      ['2027-01-01T00:00:00Z', 'must be past'],
      ['yesterday', 'must be a date or a moment'],
      ['2026-02-30', 'must be a date or a moment'],
      ['', 'must be a date or a moment'],
    ])('as_of=%s is an error that says what can be given', async (moment, says) => {
      const { status, error, cacheControl } = await asked(`/v1/filings?as_of=${encodeURIComponent(moment)}`);
      expect([status, cacheControl, error.issues.map(({ path }: { path: string }) => path)]).toEqual([
        400,
        'no-store',
        ['as_of'],
      ]);
      expect(error.message).toContain(says);
    });

    it('is every one where nothing is kept', async () => {
      const own = await startService({ replay: async () => ({ keptSince: null }) });
      const { error } = JSON.parse((await own.ask('/v1/filings?as_of=2026-11-18')).text);
      expect(error.message).toContain('keeps no earlier answers');
      await own.close();
    });
  });

  describe('the history of a filing', () => {
    it('has a path beside those of lists and records', async () => {
      const { status, data, meta } = await asked('/v1/filings/0000900001-26-000001/history');
      expect([status, meta.count, data.filingId]).toEqual([200, 1, '0000900001-26-000001']);
      expect(data.versions[0]).toMatchObject({ event: 'entered', isFirstFill: false, until: null });
      expect(data.versions[0].rows[0].url).toMatch(/^https:/);
      for (const path of ['/v1/filings//history', '/v1/filings/a/b/history', '/v1/filings/history'])
        expect([path, (await asked(path)).status]).toEqual([path, 404]);
      expect((await asked('/v1/filings/0000900001-26-999999/history')).status).toBe(404);
    });
  });
});
