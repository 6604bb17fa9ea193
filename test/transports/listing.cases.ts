/** Lists page by page, rows in other forms, and arguments under other names, over the whole service. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeCursor, encodeCursor } from '../../src/pipeline/cursor.js';
import { INVENTED_LOG, inventedFilings, inventedReads } from '../invented-reads.js';
import { httpAnswer } from './over-transports.js';
import { type Service, startService, textOf, toolCall } from './service.js';

describe('transports/listing', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  const ask = async (query: string, of = service) => {
    const answer = await of.ask(`/v1/filings?${query}`);
    return { status: answer.status, ...JSON.parse(answer.text) };
  };
  const ids = (answer: { data: Array<{ filingId: string }> }) => answer.data.map(({ filingId }) => filingId);

  /** All rows by cursors of `limit` rows. `between` runs before each next page. */
  async function walk(query: string, limit: number, between: (page: number) => void = () => undefined) {
    const rows: Array<Record<string, unknown>> = [];
    let answer = await ask(`${query}&limit=${limit}`);
    const totals = [answer.meta.total];
    for (let page = 1; ; page += 1) {
      rows.push(...answer.data);
      if (answer.meta.nextCursor === undefined) break;
      expect(answer.meta.truncated).toBe(true);
      between(page);
      answer = await ask(`cursor=${answer.meta.nextCursor}&limit=${limit}`);
      expect(answer.status).toBe(200);
      totals.push(answer.meta.total);
    }
    expect(answer.meta.truncated).toBeUndefined();
    return { rows, totals };
  }

  describe('a cursor', () => {
    it.each([
      'since=2026-01-01',
      'since=2026-01-01&order=asc',
      'since=2026-01-01&sort=value',
      'since=2026-01-01&sort=value&order=asc&role=cfo',
      'since=2026-01-01&sort=traded&direction=P',
      'since=2026-01-01&group=filing',
      'since=2026-01-01&group=insider&sort=value',
      'since=2026-01-01&group=issuer&sort=traded&order=asc',
      'since=2026-01-01&sort=ticker',
      'since=2026-01-01&group=insider&sort=ticker&order=desc',
      'since=2026-01-01&group=issuer&sort=shares',
      'since=2026-01-01&group=filing&sort=shares&order=asc',
      'since=2026-01-01&sort=insider',
      'since=2026-01-01&group=filing&sort=insider&order=desc',
      'since=2026-01-01&group=issuer&sort=price',
    ])('gives every row once: %s', async (query) => {
      const whole = await ask(`${query}&limit=500`);
      expect(whole.meta.truncated).toBeUndefined();
      const { rows, totals } = await walk(query, 2);
      expect(rows).toEqual(whole.data);
      expect(new Set(totals)).toEqual(new Set([whole.data.length]));
    });

    it('neither shifts nor doubles rows when rows arrive, on another node and the next day', async () => {
      const before = await ask('since=2026-01-01&limit=500');
      const { rows } = await walk('since=2026-01-01', 7, (page) => {
        service.fresh.generation = 1 + page;
        service.fresh.now = new Date(Date.parse('2026-11-20T12:20:00.000Z') + page * 6 * 3_600_000);
        const [first] = inventedFilings(1);
        const late = {
          ...first!,
          filingId: `0000900002-26-00000${page}-0`,
          filedAt: '2026-11-20T12:30:00.000Z',
        };
        service.reads.latestFilings = inventedReads([late, ...inventedFilings(40)]).latestFilings;
      });
      expect(rows).toEqual(before.data);
    });

    it('is the same for every process that answers from one state of the data', async () => {
      const other = await startService();
      other.fresh.now = new Date('2026-11-20T18:00:00.000Z');
      const [one, two] = [await ask('limit=2'), await ask('limit=2', other)];
      await other.close();
      expect(one.meta.nextCursor).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(one.meta.nextCursor).toBe(two.meta.nextCursor);
    });

    it('names the generation that its list began in, on later pages too', async () => {
      const begun = async (query: string) => {
        const { meta } = await ask(`${query}limit=2`);
        return [meta.nextCursor, decodeCursor(meta.nextCursor, '/v1/filings').generation];
      };
      service.fresh.generation = 7;
      const [first, seven] = await begun('');
      service.fresh.generation = 9;
      const [, later] = await begun(`cursor=${first}&`);
      const [, next] = await begun('');
      expect([seven, later, next]).toEqual([7, 7, 9]);
    });

    it('may come with the same arguments, and with another limit and form', async () => {
      const { meta } = await ask('since=2026-01-01&direction=P&limit=2');
      const plain = await ask(`cursor=${meta.nextCursor}&limit=3`);
      const same = await ask(`cursor=${meta.nextCursor}&direction=P&since=2026-01-01&limit=3`);
      expect(same).toEqual(plain);
      const table = await ask(`cursor=${meta.nextCursor}&limit=3&format=table&fields=filingId`);
      expect(table.data).toEqual({ columns: ['filingId'], rows: ids(plain).map((id) => [id]) });
    });

    it('is refused with other arguments, and the error says which', async () => {
      const { meta } = await ask('since=2026-01-01&direction=P&limit=2');
      const other = await ask(`cursor=${meta.nextCursor}&direction=S`);
      expect([other.status, other.error.issues[0].path]).toEqual([400, 'direction']);
      expect(other.error.message).toContain('direction=P');
      const more = await ask(`cursor=${meta.nextCursor}&role=ceo`);
      expect([more.status, more.error.message]).toEqual([
        400,
        expect.stringContaining('no role. Give the cursor without role, or'),
      ]);
    });

    it('is refused when it is damaged, of another endpoint, too old or from the future', async () => {
      const { meta } = await ask('limit=2');
      const cursor = meta.nextCursor as string;
      const refused = async (text: string, why: string) => {
        const { status, error } = await ask(`cursor=${text}`);
        expect([status, error.code, error.issues[0].path]).toEqual([400, 'invalid_parameter', 'cursor']);
        expect(error.message).toContain(why);
      };
      for (let at = 0; at < cursor.length; at += 5)
        await refused(
          `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`,
          'damaged',
        );
      await refused('%00', 'unchanged');
      await refused('a'.repeat(3001), 'unchanged');
      const made = (more: object) =>
        encodeCursor({
          path: '/v1/filings',
          log: INVENTED_LOG,
          generation: 1,
          asOf: '2026-11-20T12:00:00.000Z',
          query: { direction: 'all', min_value: 0, planned: 'all', sort: 'filed', order: 'desc' },
          after: ['2026-11-18T21:05:00.000Z', '0000900001-26-000001', 0],
          ...more,
        });
      expect((await ask(`cursor=${made({})}`)).status).toBe(200);
      await refused(made({ path: '/v1/eu/{country}' }), 'another endpoint');
      await refused(made({ log: 'that of the day before' }), 'data of this service, which was made again');
      await refused(
        made({ asOf: '2026-11-18T12:00:00.000Z' }),
        'began in generation 1 of the data and is older than 48 hours',
      );
      await refused(made({ asOf: '2026-11-22T12:00:00.000Z' }), 'damaged');
      await refused(made({ after: ["' OR 1 = 1 --", '0000900001-26-000001', 0] }), 'damaged');
      await refused(made({ after: [1, 2, 3] }), 'damaged');
      await refused(made({ after: [] }), 'another version');
      await refused(made({ generation: -1 }), 'another version');
      const wrong = await ask(`cursor=${made({ query: { direction: 'up' } })}`);
      expect([wrong.status, wrong.error.issues[0].path]).toEqual([400, 'direction']);
    });
  });

  describe('the list of all European markets', () => {
    const eu = async (query: string) => JSON.parse((await service.ask(`/v1/eu/${query}`)).text);

    it('names the currency of amounts that are compared, if the request does not', async () => {
      const only = async (query: string) => (await eu(query)).meta.onlyCurrency;
      expect([await only('se?sort=value'), await only('nl?min_value=1')]).toEqual(['SEK', 'EUR']);
      for (const query of ['se', 'se?sort=value&currency=sek', 'all?min_value=1&currency=EUR'])
        expect((await eu(query)).meta).not.toHaveProperty('onlyCurrency');
    });

    it('names the market of each row and every source, and is continued by cursors', async () => {
      const whole = await eu('all');
      expect(new Set(whole.data.map((row: { market: string }) => row.market)).size).toBe(4);
      expect(whole.meta.source.split(', ')).toHaveLength(4);
      expect(whole.meta.truncated).toBeUndefined();
      const rows = [];
      for (let query = 'all?limit=5'; ; ) {
        const { data, meta } = await eu(query);
        rows.push(...data);
        expect(meta.total).toBe(whole.data.length);
        if (meta.nextCursor === undefined) break;
        query = `all?limit=7&cursor=${meta.nextCursor}`;
      }
      expect(rows).toEqual(whole.data);
    });

    it('continues the list of one market, whose rows stay as they are', async () => {
      const [whole, first] = [await eu('de'), await eu('de?limit=3')];
      const next = await eu(`de?cursor=${first.meta.nextCursor}`);
      expect([...first.data, ...next.data]).toEqual(whole.data);
      expect(whole.data[0]).not.toHaveProperty('market');
      const other = await eu(`uk?cursor=${first.meta.nextCursor}`);
      expect(other.error.issues[0].path).toBe('country');
      // A path cannot leave it out.
      expect(other.error.message).toContain('Give the cursor with country=de, or');
    });
  });

  describe('a search', () => {
    const search = async (path: string) => {
      const { status, text } = await service.ask(path);
      return { status, ...JSON.parse(text) };
    };

    it.each(['/v1/insiders?q=a', '/v1/search?q=a'])('is continued by cursors: %s', async (path) => {
      const whole = await search(`${path}&limit=100`);
      expect(whole.meta).not.toHaveProperty('truncated');
      const given: unknown[] = [];
      let answer = await search(`${path}&limit=2`);
      for (;;) {
        given.push(...answer.data);
        expect(answer.meta.total).toBe(whole.data.length);
        if (answer.meta.nextCursor === undefined) break;
        answer = await search(`${path.split('?')[0]}?cursor=${answer.meta.nextCursor}&limit=3`);
        expect(answer.status).toBe(200);
      }
      expect(whole.data.length).toBeGreaterThan(2);
      expect(given).toEqual(whole.data);
    });

    it('begins again when the hits before its place are others, and not when only their order is', async () => {
      const { searchInsiders } = service.reads;
      const { meta } = await search('/v1/insiders?q=a&limit=2');
      const next = () => search(`/v1/insiders?cursor=${meta.nextCursor}`);
      const turned = async (question: { q: string; limit: number }, by: number) => {
        const all = await searchInsiders({ ...question, limit: 100 });
        return [...all.slice(0, by).reverse(), ...all.slice(by)].slice(0, question.limit);
      };
      const expected = (await next()).data;
      service.fresh.generation += 1;
      service.reads.searchInsiders = (question) => turned(question, 2);
      expect((await next()).data).toEqual(expected);
      service.fresh.generation += 1;
      service.reads.searchInsiders = (question) => turned(question, 3);
      expect(await next()).toMatchObject({ status: 400, error: { issues: [{ path: 'cursor' }] } });
    });

    it('finds typing errors in names of people when it may, and says so in each hit', async () => {
      const none = await search('/v1/insiders?q=qiull');
      expect(none).toMatchObject({ data: [], meta: { total: 0 } });
      const whole = (await search('/v1/search?q=quill')).data;
      const brief = (await search('/v1/search?q=quill&view=brief&format=table')).data;
      expect(brief.columns).toEqual(['type', 'id', 'title', 'subtitle', 'match']);
      expect(brief.rows).toEqual(
        whole.map((hit: Record<string, unknown>) => brief.columns.map((name: string) => hit[name])),
      );
      const near = await search('/v1/insiders?q=qiull&match=approximate');
      expect(near.data.length).toBeGreaterThan(0);
      expect(near.data.every((hit: { match?: string }) => hit.match === 'approximate')).toBe(true);
      const exact = await search('/v1/insiders?q=quill');
      expect((await search('/v1/insiders?q=quill&match=approximate')).data).toEqual(exact.data);
      const table = await search('/v1/insiders?q=qiull&match=approximate&format=table&view=brief');
      expect(table.data.columns).toEqual(['slug', 'name', 'tickers', 'lastSeen', 'match']);
      expect((await search('/v1/insiders?q=quill&format=table')).data.columns).toEqual(
        Object.keys(exact.data[0]),
      );
    });
  });

  describe('the history of one insider', () => {
    const history = async (query: string) => {
      const { status, text } = await service.ask(`/v1/insiders/quill-marina-t?${query}`);
      return { status, ...JSON.parse(text) };
    };

    it.each([
      'view=full',
      'sort=value',
      'sort=traded&order=asc&direction=S',
      'code=s&min_value=1000&until=2026-11-19',
      'order=asc&ticker=BRKW',
    ])('gives every row once by cursors: %s', async (query) => {
      const whole = await history(`${query}&limit=500`);
      expect(whole.data.transactions.length).toBeGreaterThan(2);
      const given: unknown[] = [];
      let answer = await history(`${query}&limit=1`);
      for (;;) {
        given.push(...answer.data.transactions);
        expect(answer.meta.total).toBe(whole.data.transactions.length);
        expect(answer.data.identity).toEqual(whole.data.identity);
        if (answer.meta.nextCursor === undefined) break;
        answer = await history(`cursor=${answer.meta.nextCursor}&limit=2`);
        expect(answer.status).toBe(200);
      }
      expect(given).toEqual(whole.data.transactions);
    });

    it('is a table if it is wanted, and names what a wrong argument accepts', async () => {
      const rows = (await history('limit=2')).data.transactions;
      const table = (await history('limit=2&format=table&view=brief')).data.transactions;
      expect(table.rows).toEqual(
        rows.map((row: Record<string, unknown>) => table.columns.map((name: string) => row[name] ?? null)),
      );
      expect(table.columns.length).toBeLessThan(Object.keys(rows[0]).length);
      for (const [query, path] of [
        ['code=PS', 'code'],
        ['direction=A', 'direction'],
        ['until=soon', 'until'],
        ['cursor=damaged', 'cursor'],
        ['min_value=-1', 'min_value'],
      ])
        expect(await history(query!)).toMatchObject({ status: 400, error: { issues: [{ path }] } });
    });
  });

  describe('the catalog', () => {
    const catalog = async (query: string) =>
      JSON.parse((await service.ask(`/v1/catalog?${query}`)).text).data;

    it('has the portfolios and members whose names match', async () => {
      const whole = await catalog('');
      const member = whole.congressMembers[0];
      const q = encodeURIComponent(member.name.split(' ').at(-1).slice(0, 4).toUpperCase());
      const found = await catalog(`q=${q}`);
      expect(found.congressMembers).toContainEqual(member);
      expect(await catalog('q=zzzz')).toEqual({ ...whole, trackers: [], congressMembers: [] });
      expect((await catalog(`view=brief&q=${q}`)).congressMembers).toEqual(found.congressMembers);
    });

    it('leaves out members and what does not change', async () => {
      const whole = await catalog('');
      expect(await catalog('members=none')).toEqual({ ...whole, congressMembers: [] });
      const brief = await catalog('view=brief');
      const { endpoints: _endpoints, ...rest } = whole;
      expect({ ...rest, congressMembers: [] }).toMatchObject(brief);
      expect(Object.keys(brief).sort()).toEqual(Object.keys(rest).sort());
      expect(JSON.stringify(brief).length).toBeLessThan(JSON.stringify(whole).length / 2);
    });
  });

  describe('groups', () => {
    it('say from when on filings are added up, when that is not all of them', async () => {
      const { filingGroups } = service.reads;
      const since = '2026-11-01T00:00:00.001Z';
      service.reads.filingGroups = async (question) => ({ ...(await filingGroups(question)), since });
      expect((await ask('group=insider')).meta.groupedSince).toBe(since);
      service.reads.filingGroups = async (question) => ({ ...(await filingGroups(question)), since: null });
      const whole = await ask('group=issuer');
      expect(whole.data.length).toBeGreaterThan(0);
      expect(whole.meta).not.toHaveProperty('groupedSince');
    });
  });

  describe('rows in other forms', () => {
    it('a table has the values of the rows in the order of its columns', async () => {
      for (const query of [
        'limit=3',
        'limit=3&view=brief',
        'limit=3&fields=totalValue,ownerName',
        'group=insider',
      ]) {
        const { data } = await ask(query);
        const table = (await ask(`${query}&format=table`)).data;
        const columns = Object.keys(data[0]);
        // A field that only some rows have has its column, too.
        expect(table.columns.filter((name: string) => columns.includes(name))).toEqual(columns);
        expect(table.rows).toEqual(
          data.map((row: Record<string, unknown>) => table.columns.map((name: string) => row[name] ?? null)),
        );
      }
      expect((await ask('ticker=ZZZ&format=table&view=brief')).data.rows).toEqual([]);
    });

    it('brief has fewer fields, and fields overrides it', async () => {
      const { data } = await ask('limit=1');
      const brief = (await ask('limit=1&view=brief')).data;
      expect(Object.keys(brief[0]).length).toBeLessThan(Object.keys(data[0]).length / 2);
      expect(data[0]).toMatchObject(brief[0]);
      expect((await ask('limit=1&view=brief&fields=url')).data).toEqual([{ url: data[0].url }]);
    });
  });

  describe('arguments under other names', () => {
    it.each([
      ['symbol=oswn', 'ticker=oswn', { symbol: 'ticker' }],
      ['ticker=$OSWN', 'ticker=OSWN', { ticker: 'ticker=OSWN' }],
      ['symbols=$OSWN,$BRKW', 'ticker=OSWN,BRKW', { symbols: 'ticker=OSWN,BRKW' }],
      ['direction=Buy', 'direction=P', { direction: 'direction=P' }],
      ['symbol=$OSWN&symbol=BRKW', 'ticker=OSWN,BRKW', { symbol: 'ticker=OSWN,BRKW' }],
      ['symbol=OSWN&symbol=BRKW', 'ticker=OSWN,BRKW', { symbol: 'ticker' }],
      ['ticker=$OSWN&ticker=$BRKW', 'ticker=OSWN,BRKW', { ticker: 'ticker=OSWN,BRKW' }],
      ['side=sale', 'direction=S', { side: 'direction=S' }],
      ['since=2026-11-10T23:30:00-05:00', 'since=2026-11-11', { since: 'since=2026-11-11' }],
      ['end_date=2026-11-10', 'until=2026-11-10', { end_date: 'until' }],
      ['slug=quill-marina-t', 'owner=quill-marina-t', { slug: 'owner' }],
      ['symbol=OSWN&ticker=oswn', 'ticker=OSWN', { symbol: 'ticker' }],
      [
        'minValue=8000&Sort-By=totalValue&ORDER=ascending',
        'min_value=8000&sort=value&order=asc',
        {
          minValue: 'min_value',
          'Sort-By': 'sort=value',
          ORDER: 'order=asc',
        },
      ],
      [
        'type=buy&from=2026-10-01&to=2026-11-10',
        'direction=P&since=2026-10-01&until=2026-11-10',
        {
          type: 'direction=P',
          from: 'since',
          to: 'until',
        },
      ],
      ['since=2026-11-10%2008:15', 'since=2026-11-10', { since: 'since=2026-11-10' }],
      [
        'role=CFO&is10b5_1=false',
        'role=cfo&planned=exclude',
        { role: 'role=cfo', is10b5_1: 'planned=exclude' },
      ],
      ['group_by=company', 'group=issuer', { group_by: 'group=issuer' }],
    ])('%s is %s', async (given, plain, readAs) => {
      const [read, expected] = [await ask(given), await ask(plain)];
      expect(expected.data.length).toBeGreaterThan(0);
      expect(read.data).toEqual(expected.data);
      expect(read.meta.readAs).toEqual(readAs);
      expect(expected.meta.readAs).toBeUndefined();
      expect(read.meta.ignoredParameters).toBeUndefined();
    });

    it('are refused several times where one is taken, also under another name', async () => {
      for (const [query, path] of [
        ['side=buy&side=sell', 'direction'],
        ['direction=buy&direction=buy', 'direction'],
        ['from_date=2026-11-01&from_date=2026-11-02', 'since'],
      ] as const) {
        const message = `${path} is given more than once; give it once`;
        expect(await ask(query)).toMatchObject({ status: 400, error: { issues: [{ path, message }] } });
      }
      const { status, meta } = await ask('constructor=1&constructor=2');
      expect([status, meta.ignoredParameters]).toEqual([200, ['constructor']]);
    });

    it('never choose between two values', async () => {
      const { status, error } = await ask('symbol=OSWN&ticker=BRKW');
      expect([status, error.issues[0].path]).toEqual([400, 'symbol']);
    });

    it('are those of each endpoint', async () => {
      const readAs = async (path: string) => JSON.parse((await service.ask(path)).text).meta.readAs;
      expect(await readAs('/v1/insiders?query=quill')).toEqual({ query: 'q' });
      expect(await readAs('/v1/insiders?name=quill')).toEqual({ name: 'q' });
      expect(await readAs('/v1/eu/GB')).toEqual({ country: 'country=uk' });
      expect(await readAs('/v1/eu/Sweden')).toEqual({ country: 'country=se' });
      expect(await readAs('/v1/trackers/ostrava')).toBeUndefined();
      expect(await readAs('/v1/rankings?ranking=Most%20sold&window=quarter&top=3')).toEqual({
        ranking: 'of=most-sold-issuers',
        window: 'days=90',
        top: 'limit',
      });
      expect(await readAs('/v1/trackers/ostrava?view=changes&type=buy')).toEqual({ type: 'type=purchase' });
      expect(await readAs('/v1/clusters?side=sell')).toEqual({ side: 'direction=S' });
      expect(await readAs('/v1/congress-trades?direction=buy&min_value=1001')).toEqual({
        direction: 'type=purchase',
        min_value: 'min_amount',
      });
      expect(await readAs('/v1/eu/de?company=h&minAmount=1')).toEqual({
        company: 'issuer',
        minAmount: 'min_value',
      });
    });

    it('name what one record is found by', async () => {
      for (const [tool, given] of [
        ['get_congress_member', { id: 'marta-quillon' }],
        ['get_tracker', { id: 'ostrava' }],
        ['get_insider', { cik: '0000990001' }],
      ] as const) {
        const text = textOf(
          await httpAnswer(service, toolCall(tool, { ...given, limit: undefined }), 'nine'),
        );
        expect(JSON.parse(text)).toMatchObject({ error: null, meta: { readAs: expect.anything() } });
      }
      const missing = textOf(
        await httpAnswer(service, toolCall('get_tracker', { portfolios: 'ostrava' }), 'nine'),
      );
      expect(missing).toMatch(/^400 slug is missing: slug must be kebab-case/);
    });

    it('are read for their value where they may mean something else', async () => {
      for (const query of ['type=4', 'code=A', 'type=constructor']) {
        const { meta } = await ask(query);
        expect([meta.ignoredParameters, meta.readAs]).toEqual([[query.split('=')[0]], undefined]);
      }
      const all = JSON.parse((await service.ask('/v1/congress-trades?direction=all')).text);
      expect(all.meta.ignoredParameters).toEqual(['direction']);
    });

    it('a word without a meaning is still an error, and an unknown name still ignored', async () => {
      expect((await ask('direction=up')).status).toBe(400);
      expect((await ask('since=2026-13-01T00:00:00Z')).status).toBe(400);
      expect((await ask('symbool=OSWN&limit=1')).meta.ignoredParameters).toEqual(['symbool']);
    });
  });
});
