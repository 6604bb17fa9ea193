/** Lists on pages: the members of Congress, the next rows of what is cut, two quarters of a fund, unread documents. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MemberSearch } from '../../../tools/contract/reads/congress.js';
import type { ClusterSearch } from '../../../tools/contract/reads/digests.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import { inventedFilings, inventedReads } from '../../invented-reads.js';
import { inventedAnswers, inventedTools } from '../../publish/pages/invented-answers.js';
import { type Service, startService } from '../service.js';

describe('transports/http/list-pages', () => {
  let service: Service;
  const reads = inventedReads(inventedFilings(3));
  beforeAll(async () => {
    service = await startService({ reads, pages: {} });
  });
  afterAll(() => service.close());

  const cells = (text: string, head: string) =>
    [...text.matchAll(new RegExp(`data-head="${head}"[^>]*>(.*)`, 'g'))].map(([, cell]) =>
      (cell ?? '')
        .split('<td ')[0]!
        .replace(/<[^>]+>/g, '')
        .trim(),
    );
  const nextOf = (text: string) => /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');

  it('lists members with party, reports, trades and days, by any column and filter', async () => {
    const asked: MemberSearch[] = [];
    const { searchMembers } = reads;
    reads.searchMembers = async (question) => {
      asked.push(question);
      return searchMembers(question);
    };
    const { text } = await service.ask('/congress');
    expect(asked[0]).toMatchObject({ sort: 'name', order: 'asc', limit: 101 });
    expect([cells(text, 'Party'), cells(text, 'Seat'), cells(text, 'Reports')]).toEqual([
      ['Democrat'],
      ['NM-02'],
      ['14 1 unread'],
    ]);
    expect([cells(text, 'Trades'), cells(text, 'Last trade'), cells(text, 'Median days to report')]).toEqual([
      ['12'],
      ['2026-10-20'],
      ['30'],
    ]);
    // Names begin with A, figures with the largest.
    expect(text).toContain('aria-sort="ascending"><a href="/congress?sort=name&amp;order=desc">Member');
    expect(text).toContain('<a href="/congress?sort=trades">Trades</a>');
    const most = (await service.ask('/congress?sort=trades&chamber=house&party=D&state=nm&q=quil')).text;
    expect(asked[1]).toMatchObject({
      ...{ sort: 'trades', order: 'desc', chamber: 'house', party: 'D', state: 'NM', name: 'quil' },
    });
    expect(most).toContain('aria-sort="descending"');
    expect((await service.ask('/congress?party=R')).text).toContain('No member matches these filters.');
    const wrong = await service.ask('/congress?state=New+Mexico');
    expect([wrong.status, wrong.text.includes('must be two letters, such as CA')]).toEqual([400, true]);
  });

  it('the plain list of members keeps its rows, and says which view has more', async () => {
    const { data, meta } = JSON.parse((await service.ask('/v1/congress')).text);
    expect(Object.keys(data[0])).toEqual(['slug', 'name', 'chamber', 'district', 'url']);
    expect(meta.nextCursor).toBeUndefined();
    const wrong = await service.ask('/v1/congress?party=D&limit=3');
    expect([wrong.status, JSON.parse(wrong.text).error.message]).toEqual([
      400,
      expect.stringContaining('party needs view=summary'),
    ]);
  });

  it('shows what is traded most where nothing is selected', async () => {
    const all = (await service.ask('/congress-trades')).text;
    const [, ranked = ''] = all.split('Most traded symbols');
    expect(ranked).toContain('<a href="/congress-trades?ticker=BRKW">BRKW</a>');
    expect((await service.ask('/congress-trades?type=sale')).text).not.toContain('Most traded symbols');
    const people = (await service.ask('/insiders')).text;
    const [, buyers = '', sellers = ''] = people.split(/Largest (?:buyers|sellers) of the last 30 days/);
    expect([buyers.includes('▲ Purchase'), buyers.includes('▼ Sale')]).toEqual([true, false]);
    expect([sellers.includes('▼ Sale'), sellers.includes('▲ Purchase')]).toEqual([true, false]);
    expect((await service.ask('/insiders?q=mar')).text).not.toContain('Largest buyers');
  });

  it('says that a list which is whole on one page has no limit', async () => {
    const { status, text } = await service.ask('/trackers?limit=25');
    expect(status).toBe(200);
    expect(text).toContain('This page has no filter named limit, so it was ignored.');
  });

  it('marks the part of the navigation to which a page belongs', async () => {
    const marked = async (path: string) =>
      /<nav aria-label="Main">.*?<a href="([^"]+)" aria-current="(\w+)"/
        .exec((await service.ask(path)).text)
        ?.slice(1);
    expect(await marked('/filings')).toEqual(['/filings', 'page']);
    expect(await marked('/planned-sales')).toEqual(['/filings', 'true']);
    expect(await marked('/congress')).toEqual(['/congress-trades', 'true']);
    expect(await marked('/congress/marta-quillon')).toEqual(['/congress-trades', 'true']);
    expect(await marked('/eu/issuers/XX0000000001')).toEqual(['/eu/all', 'true']);
    expect(await marked('/ticker/BRKW')).toBeUndefined();
  });

  it.each(['/filings', '/forms-3-5', '/planned-sales', '/major-holders', '/insiders/quill-marina-t'])(
    '%s, which shows days of New York and filters by those of UTC, says so',
    async (path) => {
      const { text } = await service.ask(path);
      expect(text).toContain('Filed from (UTC)');
      expect(text).toContain('The day of a filing is the one in New York');
    },
  );

  it('a list that is cut has the next rows', async () => {
    const asked: ClusterSearch[] = [];
    const [card] = inventedAnswers['/v1/clusters'];
    const { searchClusters } = reads;
    reads.searchClusters = async (question) => {
      asked.push(question);
      const rows = Array.from({ length: question.after === undefined ? question.limit : 3 }, (_, at) => ({
        ...card!,
        issuerCik: String(7000 + at),
      }));
      return {
        rows: new SerializedPageRows(rows.map((row) => [JSON.stringify(row), '/ticker/OSWN'] as const)),
        total: 53,
        isWhole: true,
      } as never;
    };
    try {
      const first = (await service.ask('/clusters?direction=P')).text;
      expect(first).toContain('Rows 1 to 50 of 53.');
      const next = nextOf(first) ?? '';
      expect(next).toMatch(/^\/clusters\?direction=P&cursor=[\w-]+&from=50$/);
      const last = (await service.ask(next)).text;
      // Two other questions of the page look for clusters in both directions, without names.
      const ofList = asked.filter(({ withInsiders }) => withInsiders);
      expect(ofList[1]).toMatchObject({ direction: 'P', after: [String(card!.conviction), '7049 P'] });
      expect([last.includes('Rows 51 to 53 of 53.'), nextOf(last)]).toEqual([true, undefined]);
    } finally {
      reads.searchClusters = searchClusters;
    }
  });

  it('two quarters of a fund are compared by one form, in either order', async () => {
    const own = await startService({ tools: inventedTools(), pages: {} });
    try {
      const { text } = await own.ask('/trackers/example?type=new');
      const [form = ''] = /<form[^>]*aria-label="Quarters">.*?<\/form>/s.exec(text) ?? [];
      for (const name of ['quarter', 'compare'])
        expect(form).toMatch(
          new RegExp(`<select id="${name}" name="${name}">.*2026-Q2.*2026-Q1.*</select>`, 's'),
        );
      expect(form).toContain('<input type="hidden" name="type" value="new"><button>Compare</button>');
      // The form of the rows keeps the quarters, without fields of the same name.
      expect(text.split('id="quarter"')).toHaveLength(2);
      const turned = await own.ask('/trackers/example?quarter=2026-Q1&compare=2026-Q2&type=new');
      expect([turned.status, turned.headers.location]).toEqual([
        302,
        '/trackers/example?quarter=2026-Q2&compare=2026-Q1&type=new',
      ]);
      const list = (await own.ask('/trackers/example-tracker?list=net')).text;
      expect([list.includes('Largest net purchase first'), list.includes('<h2>Transactions')]).toEqual([
        true,
        false,
      ]);
      expect((await own.ask('/trackers/example?list=net')).status).toBe(400);
    } finally {
      await own.close();
    }
  });

  it('the page of the states says how many documents could not be read, and what that means', async () => {
    expect((await service.ask('/status')).text).toContain('There are none at the moment.');
    const { sources } = reads;
    const own = inventedReads(inventedFilings(3));
    own.sources = async () =>
      (await sources()).map((one) =>
        one.source === 'us-congress-stock-act'
          ? { ...one, unread: [{ register: 'house-ptr', documents: 1200 }] }
          : one,
      );
    const other = await startService({ reads: own, pages: {} });
    try {
      const { text } = await other.ask('/status');
      expect(text).toContain('There are 1,200 at the moment.');
      expect(cells(text, 'Unread documents')).toContain('1,200 (house-ptr)');
      expect(text).toContain('href="/congress?sort=reports"');
    } finally {
      await other.close();
    }
  });
});
