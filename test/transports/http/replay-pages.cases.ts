/** Pages as of an earlier moment: what they show and say, where their links and forms lead, and what is refused. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventedFilings, inventedReads } from '../../invented-reads.js';
import { KEPT_SINCE, type Service, startService } from '../service.js';

describe('transports/http/replay-pages', () => {
  const DAY = '2026-11-18';
  const HTML = { headers: { accept: 'text/html' } };

  let service: Service;
  beforeAll(async () => {
    service = await startService({ pages: {} });
  });
  afterAll(() => service.close());

  const textOf = async (path: string) => (await service.ask(path, HTML)).text;
  const addresses = (text: string) =>
    [...text.matchAll(/(?:href|action)="([^"]+)"/g)].map(([, address]) => address!.replaceAll('&amp;', '&'));
  /** Days in the first column. */
  const filed = (text: string) =>
    [...text.matchAll(/data-head="Filed"[^>]*>(?:<span>)?<time datetime="([^"]+)"/g)].map(([, at]) => at!);

  /** Every list, and a page of one of its rows. */
  const PAGES = [
    '/',
    '/filings',
    '/filings?ticker=BRKW&direction=P',
    '/ticker/BRKW',
    '/insiders',
    '/insiders?q=quill',
    '/insiders/quill-marina-t',
    '/clusters',
    '/streaks',
    '/planned-sales',
    '/forms-3-5',
    '/major-holders',
    '/managers',
    '/managers/910002',
    '/holders/037833100',
    '/search?q=quill',
  ];

  describe('a page with as_of', () => {
    it.each(PAGES)('%s names its day, and leads back to now', async (path) => {
      const { status, text } = await service.ask(
        `${path}${path.includes('?') ? '&' : '?'}as_of=${DAY}`,
        HTML,
      );
      expect(status).toBe(200);
      expect(text).toContain(`As this service knew it on <time>${DAY}</time>, at the end of the day in UTC.`);
      expect(text).toContain('published here at <time datetime="2026-11-10T00:00:00.000Z">');
      expect(text).toContain(`<a href="${path.replaceAll('&', '&amp;')}">Show what is known now</a>`);
      expect(text).toContain('<meta name="robots" content="noindex">');
      expect(await textOf(path)).not.toContain('As this service knew it');
    });

    it('has the rows of that moment', async () => {
      const then = filed(await textOf('/filings?group=lot&as_of=2026-11-15T00:00:00Z'));
      expect(then[0]).toBe('2026-11-14T21:05:00.000Z');
      expect(filed(await textOf('/filings?group=lot'))[0]).toBe('2026-11-19T21:05:00.000Z');
      // The totals of all that match are of that moment too.
      const { total } = JSON.parse(
        (await service.ask('/v1/filings?as_of=2026-11-15T00:00:00Z&limit=1')).text,
      ).meta;
      expect(then.length).toBe(total);
      expect(await textOf('/filings?group=lot&as_of=2026-11-15T00:00:00Z')).toContain(
        `${total} rows filed since`,
      );
    });

    it('keeps the moment in its links, its forms and the same facts as JSON', async () => {
      const all = addresses(await textOf(`/filings?ticker=BRKW&as_of=${DAY}`));
      const kept = all.filter((address) => address.includes(`as_of=${DAY}`));
      expect(kept).toEqual(
        expect.arrayContaining([
          `/insiders/quill-marina-t?as_of=${DAY}`,
          `/ticker/BRKW?as_of=${DAY}`,
          `/clusters?as_of=${DAY}`,
          `/v1/filings?ticker=BRKW&group=filing&as_of=${DAY}`,
          `/filings.csv?ticker=BRKW&as_of=${DAY}`,
        ]),
      );
      // Pages about the service have no moment, and a feed follows the present.
      for (const present of ['/status', '/methodology', '/account', '/api-docs', '/llms.txt'])
        expect(all.filter((address) => address.startsWith(present) && address.includes('as_of'))).toEqual([]);
      expect(all.filter((address) => address.includes('.atom'))).toEqual([]);
      const text = await textOf(`/filings?as_of=${DAY}`);
      for (const [form] of text.matchAll(/<form[\s\S]*?<\/form>/g))
        expect(form).toMatch(new RegExp(`name="as_of" value="${DAY}"`));
    });

    it('keeps the moment in a redirect', async () => {
      const { status, headers } = await service.ask(`/search?q=BRKW&as_of=${DAY}`);
      expect([status, headers.location]).toEqual([302, `/ticker/BRKW?as_of=${DAY}`]);
    });

    it('has the same rows as a file', async () => {
      const csv = await service.ask('/filings.csv?group=lot&as_of=2026-11-15T00:00:00Z');
      expect(csv.status).toBe(200);
      const { data } = JSON.parse(
        (await service.ask('/v1/filings?as_of=2026-11-15T00:00:00Z&limit=500')).text,
      );
      const lines = csv.text.trim().split('\r\n').slice(1);
      expect(lines.length).toBe(data.length);
      for (const [at, { filingId }] of data.entries()) expect(lines[at]).toContain(filingId);
      const statuses = ['/filings.atom', '/changes.atom', '/changes.feed.json', '/changes.csv'].map(
        async (path) => (await service.ask(`${path}?as_of=${DAY}`)).status,
      );
      // A feed follows the present.
      expect(await Promise.all(statuses)).toEqual([400, 400, 400, 200]);
    });

    it('offers a day to choose, and keeps the other parameters', async () => {
      const text = await textOf('/filings?ticker=BRKW');
      const [, form = ''] = /<dt>As it was known on<\/dt><dd>(<form[\s\S]*?<\/form>)/.exec(text) ?? [];
      expect(form).toContain('<input type="hidden" name="ticker" value="BRKW">');
      expect(form).toContain('<input type="date" name="as_of"');
      // The sample is made again each day.
      const sample = await startService({ pages: { sample: true } });
      expect((await sample.ask('/filings')).text).not.toContain('name="as_of"');
      await sample.close();
    });
  });

  describe('a moment that a page cannot show', () => {
    it.each([
      ['2026-11-09', `must not be before ${KEPT_SINCE}`],
      ['2027-01-01', 'must be past'],
      ['yesterday', 'must be a date or a moment'],
    ])('as_of=%s is refused in words, with the page of the present', async (moment, says) => {
      const { status, text, headers } = await service.ask(`/filings?ticker=BRKW&as_of=${moment}`, HTML);
      expect([status, headers['cache-control']]).toEqual([400, 'no-store']);
      expect(text).toContain('<h1>Not known for that day</h1>');
      expect(text).toContain(`“As it was known on” ${says}`);
      expect(text).not.toMatch(/Leave|as_of must/);
      expect(addresses(text)).toContain('/filings?ticker=BRKW');
      expect(text).toContain('<input type="date" name="as_of"');
    });

    it('is one at which the source had not been read: nothing more will come', async () => {
      const reads = inventedReads(inventedFilings(6));
      const states = await reads.sources();
      reads.sources = async () =>
        states.map((one) => ({ ...one, lastReadAt: null, isWhole: false, status: 'never-read' as const }));
      const own = await startService({ reads, pages: {} });
      const then = await own.ask(`/filings?as_of=${DAY}`, HTML);
      expect([then.status, then.headers.refresh]).toEqual([400, undefined]);
      expect(then.text).toContain('had not been read at that moment');
      // A part that was not read then is left out of the page.
      expect((await own.ask(`/?as_of=${DAY}`, HTML)).status).toBe(200);
      const now = await own.ask('/filings', HTML);
      expect([now.status, now.headers.refresh]).toEqual([503, '60']);
      await own.close();
    });

    it('is every one for a page of the present, which says so', async () => {
      for (const path of ['/status', '/methodology', '/glossary', '/api-docs', '/quality']) {
        const text = await textOf(`${path}?as_of=${DAY}`);
        expect([path, text.includes('This page has no filter named as_of')]).toEqual([path, true]);
        expect([path, text.includes('As this service knew it')]).toEqual([path, false]);
      }
    });

    it('leaves a reader of an unknown person the page of the present', async () => {
      const { status, text } = await service.ask(`/insiders/nowhere-person?as_of=${DAY}`, HTML);
      expect(status).toBe(404);
      expect(addresses(text)).toContain('/insiders/nowhere-person');
    });
  });
});
