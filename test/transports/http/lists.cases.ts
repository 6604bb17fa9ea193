/** The rows of pages as feeds and CSV: read by programs that know nothing of this service. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse as parseCsv } from 'csv-parse/sync';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { SaxesParser } from 'saxes';
import { dayBack } from '../../invented/filings.js';
import { inventedFilings, inventedReads } from '../../invented-reads.js';
import { EVIL, poisonedTools } from '../../publish/pages/hostile-answers.js';
import { inventedTools } from '../../publish/pages/invented-answers.js';
import { BASE_URL, type Service, startService } from '../service.js';

describe('transports/http/lists', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ pages: {} });
  });
  afterAll(() => service.close());

  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await service.ask(path, { headers });
    expect([path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([path, 200, '']);
    return answer;
  };
  const links = (header: unknown) =>
    Object.fromEntries(
      [...String(header ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, address, rel]) => [rel, address]),
    );
  const filingsOf = async (query: string) =>
    JSON.parse((await service.ask(`/v1/filings?${query}`)).text).data;

  /** What RFC 4287 demands of a feed, beyond XML. */
  function requireAtom(text: string) {
    const parser = new SaxesParser({ xmlns: true });
    const failures: string[] = [];
    parser.on('error', (error) => failures.push(error.message));
    parser.write(text).close();
    expect(failures).toEqual([]);
    const feed = parseAtomFeed(text);
    const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
    const isUri = (uri: string | undefined) => uri !== undefined && URL.canParse(uri);
    expect([feed.id, feed.title, feed.updated].every(Boolean)).toBe(true);
    expect(isUri(feed.id)).toBe(true);
    expect(feed.updated).toMatch(moment);
    expect(feed.authors?.[0]?.name).toBe('disclosed');
    expect(feed.links?.filter(({ rel }) => rel === 'self')).toHaveLength(1);
    const ids = (feed.entries ?? []).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const entry of feed.entries ?? []) {
      expect(isUri(entry.id)).toBe(true);
      expect(entry.updated).toMatch(moment);
      expect(entry.title).toBeTruthy();
      expect(entry.links?.filter(({ rel }) => rel === 'alternate')).toHaveLength(1);
      for (const { href } of entry.links ?? []) expect(isUri(href)).toBe(true);
    }
    return feed;
  }

  describe('Atom and JSON Feed', () => {
    it('have the rows of the page, with its filters, newest first', async () => {
      const { text, headers } = await read('/filings.atom?direction=P&group=lot');
      expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
      const feed = requireAtom(text);
      const rows = await filingsOf('direction=P&limit=50');
      expect(rows.length).toBeGreaterThan(3);
      expect(feed.entries?.map(({ updated }) => updated)).toEqual(
        rows.map((row: { filedAt: string }) => row.filedAt),
      );
      expect(feed.updated).toBe(rows[0].filedAt);
      expect(feed.entries?.[0]?.id).toBe(`tag:disclosed.example,2026:form4/${rows[0].filingId}`);
      expect(JSON.stringify(feed.entries?.[0]?.title)).toContain(rows[0].ownerName);
      const json = parseJsonFeed((await read('/filings.feed.json?direction=P&group=lot')).text);
      expect(json.items?.map(({ id }) => id)).toEqual(feed.entries?.map(({ id }) => id));
      expect(json.feed_url).toBe(`${BASE_URL}/filings.feed.json?direction=P&group=lot`);
      expect(JSON.parse((await service.ask('/filings.feed.json')).text).version).toBe(
        'https://jsonfeed.org/version/1.1',
      );
    });

    it.each([
      ['/holders/037833100', '/v1/holders/037833100', 'holders'],
      ['/managers/910001', '/v1/managers/910001', 'rows'],
      ['/managers/910001?list=reports', '/v1/managers/910001?list=reports', 'rows'],
    ])('%s as a file has the rows of the page', async (page, api, list) => {
      const [path, query = ''] = page.split('?');
      const { text } = await read(`${path}.csv${query === '' ? '' : `?${query}`}`);
      const rows = JSON.parse((await service.ask(api)).text).data[list];
      expect(rows.length).toBeGreaterThan(0);
      expect(parseCsv(text, { columns: true })).toHaveLength(rows.length);
    });

    it('say of Forms 3 and 5 which form a row is of, and whether it is a trade', async () => {
      const { text } = await read('/forms-3-5.atom?since=2020-01-01');
      const feed = requireAtom(text);
      const rows = JSON.parse((await service.ask('/v1/filings?forms=3,5&since=2020-01-01&limit=50')).text)
        .data as Array<{
        filingId: string;
        form: string;
        rowKind: string;
      }>;
      expect(rows.some(({ rowKind }) => rowKind === 'holding')).toBe(true);
      expect(feed.entries?.map(({ id }) => id)).toEqual(
        rows.map(({ form, filingId }) => `tag:disclosed.example,2026:form${form}/${filingId}`),
      );
      for (const [at, { form, rowKind }] of rows.entries()) {
        const title = JSON.stringify(feed.entries?.[at]?.title);
        expect(title).toContain(`Form ${form}`);
        if (rowKind !== 'transaction') expect(title).not.toMatch(/Purchase|Sale/);
      }
      await read('/forms-3-5.feed.json');
    });

    it('keep their entity tag while nothing changes, also in the next generation', async () => {
      const { headers } = await read('/filings.atom');
      const etag = String(headers.etag);
      expect((await service.ask('/filings.atom', { headers: { 'if-none-match': etag } })).status).toBe(304);
      service.fresh.generation += 1;
      expect((await service.ask('/filings.atom', { headers: { 'if-none-match': etag } })).status).toBe(304);
    });

    it('have the value and the original of each European row, and the law only where it holds', async () => {
      const served = await startService({ pages: {}, tools: inventedTools() });
      try {
        for (const market of ['de', 'uk', 'se', 'nl']) {
          const { items = [] } = parseJsonFeed((await served.ask(`/eu/${market}.feed.json`)).text);
          expect([market, items.length > 0]).toEqual([market, true]);
          for (const { title, external_url: original } of items) {
            expect(title).toMatch(/; (?:[A-Z]{3} [\d,]+|value unknown)$/);
            expect([market, original]).toEqual([market, expect.stringMatching(/^https:/)]);
          }
        }
        const subtitleOf = async (path: string) =>
          parseJsonFeed((await served.ask(`${path}.feed.json`)).text).description;
        expect(await subtitleOf('/trackers/example')).not.toContain('13107(c)');
        expect(await subtitleOf('/trackers/example-tracker')).toContain('By 5 U.S.C. 13107(c) these reports');
        expect(await subtitleOf('/trackers')).toContain('reports of members of Congress and of officials');
      } finally {
        await served.close();
      }
    });

    it('say which planned sales are under a plan', async () => {
      const served = await startService({ pages: {}, tools: inventedTools() });
      try {
        const rows = JSON.parse((await served.ask('/v1/planned-sales?limit=50')).text).data as Array<{
          isPlanned: boolean | null;
        }>;
        const { items = [] } = parseJsonFeed((await served.ask('/planned-sales.feed.json')).text);
        expect(items.map(({ title }) => String(title).endsWith(', under a 10b5-1 plan'))).toEqual(
          rows.map(({ isPlanned }) => isPlanned === true),
        );
        expect(new Set(rows.map(({ isPlanned }) => isPlanned)).size).toBeGreaterThan(1);
      } finally {
        await served.close();
      }
    });

    it('exist for every list and every record, and pages link them', async () => {
      const served = await startService({ pages: {}, tools: inventedTools() });
      try {
        for (const path of [
          '/filings',
          '/clusters',
          '/streaks',
          '/congress-trades',
          '/planned-sales',
          '/major-holders',
          '/trackers',
          '/eu/all',
          '/eu/se',
          '/trackers/example',
          '/congress/jane-roe',
        ]) {
          const page = await served.ask(path);
          for (const [end, type] of [
            ['.atom', 'application/atom+xml'],
            ['.feed.json', 'application/feed+json'],
            ['.csv', 'text/csv'],
          ] as const) {
            expect([
              path,
              end,
              page.text.includes(`type="${type}"`),
              page.text.includes(`${path}${end}`),
            ]).toEqual([path, end, true, true]);
            const answer = await served.ask(path + end);
            expect([path + end, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([
              path + end,
              200,
              '',
            ]);
            expect(String(answer.headers['content-type'])).toContain(type);
            if (end === '.atom') {
              requireAtom(answer.text);
              expect(answer.text).not.toMatch(/undefined|NaN|\[object|>null/);
            }
          }
        }
      } finally {
        await served.close();
      }
      for (const path of ['/insiders/quill-marina-t', '/ticker/BRKW', '/issuers/900003'])
        requireAtom((await read(`${path}.atom`)).text);
    });

    it('refuse what a page would only remark on, and records that do not exist', async () => {
      const wrong = await service.ask('/filings.atom?min_vale=5');
      expect([wrong.status, JSON.parse(wrong.text).error.message]).toEqual([
        400,
        expect.stringContaining('min_vale is not a parameter here; this file takes ticker, direction'),
      ]);
      expect((await service.ask('/filings.atom?direction=X')).status).toBe(400);
      // Its rows are reports, which no filter of the page chooses.
      expect((await service.ask('/trackers/example.atom?quarter=2026-Q2')).status).toBe(400);
      expect((await service.ask('/filings.csv?cursor=x')).status).toBe(400);
      // A list without orders has none as a file either.
      expect((await service.ask('/managers.csv?order=asc')).status).toBe(400);
      expect((await service.ask('/ticker/NOONE.csv')).status).toBe(404);
      expect((await service.ask('/insiders/nobody-at-all.atom')).status).toBe(404);
      expect((await service.ask('/filings.atom', { method: 'POST' })).status).toBe(405);
      expect((await service.ask('/status.atom')).status).toBe(404);
    });

    it.each(Object.entries(EVIL))('stay well-formed with a hostile text: %s', async (_, text) => {
      const served = await startService({ pages: {}, tools: poisonedTools(text) });
      try {
        for (const path of [
          '/clusters',
          '/streaks',
          '/eu/de',
          '/eu/se',
          '/major-holders',
          '/trackers/example',
        ]) {
          const answer = await served.ask(`${path}.atom`);
          expect([path, answer.status]).toEqual([path, 200]);
          expect(answer.text).not.toMatch(/<script|href="javascript:/);
          const parser = new SaxesParser({ xmlns: true });
          parser.on('error', (error) => {
            throw error;
          });
          parser.write(answer.text).close();
          const json = JSON.parse((await served.ask(`${path}.feed.json`)).text);
          expect(Array.isArray(json.items)).toBe(true);
        }
      } finally {
        await served.close();
      }
    });
  });

  describe('CSV', () => {
    it('adds up by filing where the page does, and has every row where the address says so', async () => {
      const columns = async (path: string) => (await read(path)).text.split('\r\n')[0]?.split(',') ?? [];
      expect(await columns('/filings.csv')).toContain('lots');
      expect(await columns('/filings.csv?group=lot')).not.toContain('lots');
      expect(await columns('/insiders/quill-marina-t.csv')).toContain('rows');
      expect(await columns('/insiders/quill-marina-t.csv?group=row')).not.toContain('rows');
      expect(await columns('/ticker/OSWN.csv')).not.toContain('lots');
    });

    it('gives the whole selection by its links, with one header row', async () => {
      const rows = await filingsOf('limit=500');
      const { text, headers } = await read('/filings.csv?group=lot');
      expect(headers['content-disposition']).toBe('attachment; filename="filings.csv"');
      const parsed: Array<Record<string, string>> = parseCsv(text, { columns: true });
      expect(parsed.map(({ filingId }) => filingId)).toEqual(
        rows.map((row: { filingId: string }) => row.filingId),
      );
      // A field that the first row does not have has its column too.
      expect(
        Object.keys(parsed[0] ?? {}).filter(
          (name) => !['firstFiledAt', 'footnoteUnclear', 'erratum'].includes(name),
        ),
      ).toEqual(Object.keys(rows[0]));
      expect(parsed[0]?.totalValue).toBe(String(rows[0].totalValue));
    });

    it('says in its name and by a link that rows follow, and the links lead to all of them', async () => {
      // Two a day: a filing of more than a year before is not recorded as a change.
      const filed = inventedFilings(600).map((row, at) => ({
        ...row,
        filedAt: `${dayBack(at % 300)}T21:05:00.000Z`,
      }));
      const many = await startService({ pages: {}, reads: inventedReads(filed) });
      try {
        const ids: string[] = [];
        let path: string | undefined = '/changes.csv?type=form4';
        let headers = 0;
        for (let files = 0; path !== undefined && files < 10; files += 1) {
          const answer = await many.ask(path);
          expect(answer.status).toBe(200);
          const next = links(answer.headers.link).next;
          const name = String(answer.headers['content-disposition']);
          if (next !== undefined) expect(name).toMatch(/-(?:first|next)-500-of-\d+\.csv/);
          const rows: Array<Record<string, string>> = parseCsv(answer.text, { columns: true });
          ids.push(...rows.map(({ place = '' }) => place));
          headers += 1;
          path = next?.slice(BASE_URL.length);
        }
        const { meta } = JSON.parse((await many.ask('/v1/changes?type=form4&limit=1')).text);
        expect(headers).toBeGreaterThan(1);
        expect(ids).toHaveLength(meta.total);
        expect(new Set(ids).size).toBe(ids.length);
      } finally {
        await many.close();
      }
    });

    it('is all that lists without dates have, and nothing is linked that has no rows', async () => {
      const served = await startService({ pages: {}, tools: inventedTools() });
      try {
        for (const path of ['/congress', '/trackers/example/690000104']) {
          const { text } = await served.ask(path);
          expect([path, text.includes('text/csv'), text.includes('application/atom+xml')]).toEqual([
            path,
            true,
            false,
          ]);
          expect((await served.ask(`${path}.atom`)).status).toBe(404);
          expect((await served.ask(`${path}.csv`)).status).toBe(200);
        }
      } finally {
        await served.close();
      }
      expect((await service.ask('/insiders')).text).not.toContain('insiders.csv');
      expect((await service.ask('/insiders?q=quill')).text).toContain('/insiders.csv?q=quill');
    });

    it('has its header where nothing matches', async () => {
      for (const path of ['/eu/se.csv?min_value=999999999999', '/eu/all.csv?min_value=999999999999']) {
        const empty = await service.ask(path);
        if (empty.status === 200) expect(empty.text).toMatch(/^(?:market,)?filingId,|^market,|,pdmrName,/);
      }
      const { text } = await read('/filings.csv?group=lot&min_value=999999999999');
      expect(text).toMatch(/^filingId,[^\r\n]+\r\n$/);
    });
  });
});
