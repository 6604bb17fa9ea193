/** The pages of people, of European names and of the digests: filters, orders, sums, links, and what is not known. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClusterSearch, StreakSearch } from '../../../tools/contract/reads/digests.js';
import { SerializedPageRows, SerializedRows } from '../../../tools/contract/serialized-rows.js';
import { inventedFilings, inventedReads } from '../../invented-reads.js';
import { inventedAnswers } from '../../publish/pages/invented-answers.js';
import { type Service, startService } from '../service.js';

describe('transports/http/people-pages', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ reads: inventedReads(inventedFilings(360)), pages: {} });
  });
  afterAll(() => service.close());

  const textOf = async (path: string) => (await service.ask(path)).text;
  /** Cells of a column, without markup. */
  const cells = (text: string, head: string) =>
    [...text.matchAll(new RegExp(`<td[^>]*data-head="${head}"[^>]*>(.*?)(?=<td|<tr|</tbody>)`, 'gs'))].map(
      ([, cell]) =>
        cell!
          .replace(/<details.*?<\/details>/g, '')
          .replace(/<[^>]+>/g, '')
          .trim(),
    );
  const linked = (text: string, words: string) =>
    new RegExp(`<a[^>]*href="([^"]+)"[^>]*>${words}`).exec(text)?.[1]?.replaceAll('&amp;', '&');

  describe('an insider', () => {
    const PATH = '/insiders/quill-marina-t';

    it('names the answer that has what the person owns, too', async () => {
      const [, address = ''] = /<code>(\/v1\/insiders\/[^<]*)/.exec(await textOf(PATH)) ?? [];
      expect(address).toContain('holdings=current');
      const { data } = JSON.parse(await textOf(address.replaceAll('&amp;', '&')));
      expect(data.holdings).toBeDefined();
    });

    it('has a readable title, the name as filed, and the companies with what is owned', async () => {
      const text = await textOf(PATH);
      expect(text).toContain('<h1>Marina T Quill</h1>');
      expect(text).toContain('Filed as Quill Marina T.');
      expect(text).toContain('<h2>Companies</h2>');
      expect(cells(text, 'Owns, as last stated')[0]).toBe('2,000 Common Stock 2026-11-19');
      expect(linked(text, '<strong class="code">BRKW</strong>')).toBe('/ticker/BRKW');
      expect(text).toContain('<dd>US dollars, open-market purchases of 365 days, of known value <');
    });

    it.each(['', '?group=row'])('marks the impossible day of a trade: %s', async (query) => {
      const [newest, ...rest] = inventedFilings(3);
      const reads = inventedReads([{ ...newest!, transactionDate: '0026-11-09' }, ...rest]);
      const mistyped = await startService({ reads, pages: {} });
      const { text } = await mistyped.ask(`/insiders/${newest!.ownerSlug}${query}`);
      await mistyped.close();
      expect(cells(text, 'Traded')[0]).toBe('0026-11-09 as filed; impossible');
      expect(text).toContain(
        'Only the sum above that list and the chart by week have rows with an impossible date.',
      );
      expect(cells(await textOf(PATH + query), 'Traded').join()).not.toContain('impossible');
    });

    it('has every transaction by filing, on several pages, with the sums of all', async () => {
      const first = await textOf(PATH);
      const own = inventedFilings(360).filter(({ ownerSlug }) => ownerSlug === 'quill-marina-t');
      const sum = (code: string) =>
        own.reduce((total, row) => total + (row.transactionCode === code ? row.totalValue : 0), 0);
      const short = (value: number) =>
        value < 1e6 ? `$${Math.round(value / 1000)}K` : `$${(value / 1e6).toFixed(1)}M`;
      expect(first).toContain(
        `(UTC): 120 transactions, purchases of ${short(sum('P'))}, sales of ${short(sum('S'))}.`,
      );
      expect(first).toContain('Rows 1 to 75 of 120 filed since');
      const next = linked(first, 'Next rows')!;
      const second = await textOf(next);
      expect(second).toContain('Rows 76 to 120 of 120');
      // What belongs to the person and not to the list is on its first page.
      expect(second).not.toContain('<h2>Companies</h2>');
      const listed = first.slice(0, first.indexOf('id="planned"'));
      expect(cells(listed, 'Filed').length + cells(second, 'Filed').length).toBe(120);
    });

    it('has fewer rows on a page if the reader wants them, also on the pages that follow', async () => {
      const first = await textOf(PATH);
      expect(linked(first, '25</a>')).toBe(`${PATH}?limit=25`);
      expect(first).toContain(`<a href="${PATH}" aria-current="true">75</a>`);
      const fewer = await textOf(`${PATH}?sort=value&limit=25`);
      expect(fewer).toContain('Rows 1 to 25 of 120');
      expect(fewer).toContain('<input type="hidden" name="limit" value="25">');
      expect(linked(fewer, '75</a>')).toBe(`${PATH}?sort=value`);
      expect(fewer).toMatch(/href="\/v1\/insiders\/quill-marina-t\?[^"]*limit=25/);
      const second = await textOf(linked(fewer, 'Next rows')!);
      expect(second).toContain('Rows 26 to 50 of 120');
      expect(linked(second, '25</a>')).toBe(`${PATH}?sort=value&limit=25`);
    });

    it('has as many rows on a page after a selection, and at its one address', async () => {
      const fewer = await textOf(`${PATH}?code=S&sort=value&limit=25`);
      expect(linked(fewer, 'Open market')).toBe(`${PATH}?code=P%2CS&limit=25`);
      expect(linked(fewer, 'Remove all')).toBe(`${PATH}?limit=25`);
      const cik = await service.ask('/insiders/0000990001?code=S&sort=value&limit=25');
      expect(cik.headers.location).toBe(`${PATH}?code=S&sort=value&limit=25`);
    });

    it('refuses more rows than a page has, and keeps the rest of the form', async () => {
      for (const limit of ['76', '1e9', '0', 'many']) {
        const { status, text } = await service.ask(`${PATH}?code=P&limit=${limit}`);
        expect([limit, status]).toEqual([limit, 400]);
        expect(text).toContain('<option value="P" selected>');
        expect(text).not.toContain('name="limit"');
      }
      expect(await textOf(`${PATH}?limit=76`)).toContain('This page has 75 rows at most.');
    });

    it('is filtered by code, and says nothing of what was not searched', async () => {
      const text = await textOf(`${PATH}?code=P&sort=value`);
      expect(new Set(cells(text, 'Transaction'))).toEqual(new Set(['▲ P Open-market or private purchase']));
      expect(text).toMatch(/class="summary">.*purchases of \$/);
      expect(text).not.toMatch(/class="summary">.*sales of/);
      expect(linked(text, 'Transaction: P: purchases')).toBe(`${PATH}?sort=value`);
      expect(text).toContain('<meta name="robots" content="noindex">');
      const values = cells(text, 'Value').map((value) => Number(value.replace(/[$,]/g, '')));
      expect(values).toEqual([...values].sort((a, b) => b - a));
    });

    it('shows single rows on request, and goes from a CIK to the one address', async () => {
      const rows = await textOf(`${PATH}?group=row`);
      expect(rows).not.toContain('Added up by filing.');
      expect(cells(rows, 'Price')[0]).toBe('$70.24');
      const cik = await service.ask('/insiders/0000990001?code=S');
      expect([cik.status, cik.headers.location]).toEqual([302, `${PATH}?code=S`]);
      expect((await service.ask('/insiders/No%20Slug')).status).toBe(404);
      const wrong = await service.ask(`${PATH}?code=7`);
      expect([wrong.status, wrong.text.includes('“Transaction”</a> has these choices')]).toEqual([400, true]);
    });
  });

  describe('a member of Congress', () => {
    const PATH = '/congress/marta-quillon';

    it('has party, chamber and district, late trades counted, and the least of each ticker', async () => {
      const text = await textOf(PATH);
      expect(text).toContain('Democrat, House, NM-02.');
      expect(text).toContain(
        '12 rows. Median 30 days from trade to report; 3 of 9 trades reported after more than 45 days',
      );
      expect(text).toContain('not known for 3 more trades');
      expect(text).toContain('4 trades of assets without a ticker are left out');
      expect(cells(text, 'Days to report')).toContain('60 over 45');
      expect(cells(text, 'Days to report')).toContain('– in an amendment');
      expect(cells(text, 'Bought, at least')).toEqual(['$2,002', '$50,001,002']);
      // The sums are below all trades.
      expect(text).toMatch(/class="summary">.*<a href="#by-ticker">Sums by ticker<\/a>/);
      expect(text).toContain('<h2 id="by-ticker">By ticker</h2>');
    });

    it('counts what matches the filters', async () => {
      const text = await textOf(`${PATH}?type=purchase&sort=delay`);
      expect(new Set(cells(text, 'Direction'))).toEqual(new Set(['▲ Purchase']));
      expect(text).toMatch(/class="summary">6 rows\. Median 30 days from trade to report; 0 of 6 trades/);
      expect(linked(text, 'Days to report')).toBe(`${PATH}?type=purchase&sort=delay&order=asc`);
    });
  });

  describe('the list of filings', () => {
    it.each([
      ['', 8],
      ['group=lot', 7],
      ['group=insider', 6],
      ['group=issuer', 6],
    ])('sorts by each head that is a link, added up as %p', async (group, heads) => {
      const head = /<thead[\s\S]*?<\/thead>/.exec(await textOf(`/filings?${group}`))?.[0] ?? '';
      const links = [...head.matchAll(/href="([^"]+)"/g)].map(([, href = '']) =>
        href.replaceAll('&amp;', '&'),
      );
      expect(links).toHaveLength(heads);
      for (const href of links) expect([href, (await service.ask(href)).status]).toEqual([href, 200]);
    });

    it('has its usual order where the chosen one is of other sums', async () => {
      const { status, text } = await service.ask('/filings?group=issuer&sort=insider&order=desc&direction=P');
      expect(status).toBe(200);
      const days = cells(text, 'Last filed');
      expect(days.length).toBeGreaterThan(1);
      expect(days).toEqual([...days].sort().reverse());
      expect(text).toMatch(/aria-sort="descending"><a [^>]*>Last filed/);
      expect(text).toContain('<code>/v1/filings?direction=P&amp;group=issuer</code>');
      expect((await service.ask('/filings?group=issuer&sort=luck')).status).toBe(400);
      expect((await service.ask('/filings.csv?group=issuer&sort=insider')).status).toBe(200);
    });

    it('has people from A to Z', async () => {
      const names = cells(await textOf('/filings?group=lot&sort=insider'), 'Insider');
      expect(new Set(names).size).toBeGreaterThan(1);
      expect(names).toEqual([...names].sort());
    });
  });

  describe('European names', () => {
    const NAME = encodeURIComponent('Östen “Quill” Brâncuşi');

    it('an issuer has its rows of all markets, sums by currency, and its managers', async () => {
      const text = await textOf('/eu/issuers/XX0000000001');
      expect(text).toContain('<h1>Häxwald Øst plc</h1>');
      // The title is the company: its rows have the security instead.
      expect(cells(text, 'Company')).toEqual([]);
      expect(cells(text, 'ISIN').length).toBe(16);
      expect(text).toContain('<h2>Managers</h2>');
      expect(text).toContain(`href="/eu/issuers/XX0000000001/managers/${NAME}"`);
      expect(text).toMatch(/<strong>[\d,]+ SEK<\/strong> acquired in 4 rows/);
      const none = await service.ask('/eu/issuers/XX0000000009');
      expect(none.status).toBe(404);
      // The register may have published rows that are not shown.
      expect(none.text).toMatch(
        /No acquisition or disposal published in the last 90 days is shown here\. Rows under the floor, awards/,
      );
      expect((await service.ask('/eu/xx/issuers/a')).status).toBe(404);
    });

    it('the rows of an ISIN name the company of each where they name several', async () => {
      const reads = inventedReads(inventedFilings(3));
      const { searchEuFilings } = reads;
      Object.assign(reads, {
        searchEuFilings: async (question: Parameters<typeof searchEuFilings>[0]) => {
          const found = await searchEuFilings(question);
          const [first, ...others] = found.rows.rows();
          const mistaken = { ...first, issuerName: 'Brummelstein SE' };
          return {
            ...found,
            rows: new SerializedRows([mistaken, ...others].map((row) => JSON.stringify(row))),
          };
        },
      });
      const mixed = await startService({ reads, pages: {} });
      const { text } = await mixed.ask('/eu/issuers/XX0000000001');
      await mixed.close();
      expect(text).toContain('<h1>Häxwald Øst plc</h1>');
      expect(cells(text, 'ISIN')).toEqual([]);
      const companies = cells(text, 'Company').map((cell) => cell.replace(/ XX.*/, ''));
      expect(new Set(companies)).toEqual(new Set(['Brummelstein SE', 'Häxwald Øst plc']));
      expect(companies.length).toBe(16);
    });

    it('a manager has the rows of one issuer; namesakes have a page that says so', async () => {
      const own = await textOf(`/eu/issuers/XX0000000001/managers/${NAME}`);
      expect([cells(own, 'Manager').length, cells(own, 'ISIN').length]).toEqual([0, 16]);
      expect(linked(own, 'Everyone filed under this name')).toBe(`/eu/managers/${NAME}`);
      const all = await textOf(`/eu/managers/${NAME}`);
      expect(all).toContain('these may be several people');
      expect([cells(all, 'Manager').length, cells(all, 'Company').length]).toEqual([0, 48]);
    });

    it('a name means the whole name', async () => {
      expect((await service.ask('/eu/managers/brancusi')).status).toBe(404);
      expect((await service.ask('/eu/managers/OSTEN%20QUILL%20BRANCUSI')).status).toBe(200);
      const market = await textOf(`/eu/nl/issuers/${encodeURIComponent('Häxwald Øst plc')}`);
      expect(cells(market, 'ISIN').length).toBe(12);
      expect((await service.ask('/eu/nl/issuers/H%C3%A4xwald')).status).toBe(404);
    });

    it('a name whose rows have left the window keeps the page to which the search leads, and another has none', async () => {
      const reads = inventedReads(inventedFilings(3));
      const { searchEuFilings, searchNames } = reads;
      const facts = {
        country: 'de',
        name: 'Wolkenrast, Dr. Balduin',
        issuer: 'Brummelstein SE',
        isins: [],
        lastSeen: '2026-04-23T10:00:00.000Z',
      } as const;
      Object.assign(reads, {
        searchEuFilings: (question: Parameters<typeof searchEuFilings>[0]) =>
          searchEuFilings({ ...question, since: '2026-12-31' }),
        searchNames: async (question: Parameters<typeof searchNames>[0]) =>
          question.types.includes('eu_manager')
            ? { hits: [{ type: 'eu_manager', match: 'name', facts }], total: 1 }
            : { hits: [], total: 0 },
      });
      const quiet = await startService({ reads, pages: {} });
      const { data } = JSON.parse((await quiet.ask('/v1/search?q=wolkenrast&type=eu_manager')).text);
      const { pathname } = new URL(data[0].url);
      expect(pathname).toContain('/managers/');
      const page = await quiet.ask(pathname);
      expect(page.status).toBe(200);
      expect(page.text).toContain('Known here: Brummelstein SE; Germany; last publication 2026-04-23.');
      expect(page.text).toContain('/v1/search?q=Wolkenrast%2C+Dr.+Balduin&amp;type=eu_manager&amp;limit=100');
      expect((await quiet.ask(`${pathname}x`)).status).toBe(404);
      expect((await quiet.ask('/eu/de/issuers/Brummelstein%20SE')).status).toBe(404);
      await quiet.close();
    });

    it('rows of a market lead to issuer and manager', async () => {
      const text = await textOf('/eu/de');
      expect(text).toContain('href="/eu/issuers/XX0000000000"');
      expect(text).toContain(`href="/eu/issuers/XX0000000000/managers/${NAME}"`);
    });

    it.each([
      ['/eu/de', 5],
      ['/eu/all', 4],
      ['/eu/all?currency=SEK', 5],
      ['/eu/issuers/XX0000000001', 3],
      ['/eu/issuers/XX0000000001?currency=SEK', 4],
      [`/eu/managers/${NAME}`, 3],
    ])('%s sorts by each head that is a link', async (path, heads) => {
      const head = /<thead[\s\S]*?<\/thead>/.exec(await textOf(path))?.[0] ?? '';
      const links = [...head.matchAll(/href="([^"]+)"/g)].map(([, href = '']) =>
        href.replaceAll('&amp;', '&'),
      );
      expect(links).toHaveLength(heads);
      const statuses = links.map(async (href) => [href, (await service.ask(href)).status]);
      expect(await Promise.all(statuses)).toEqual(links.map((href) => [href, 200]));
      expect(links.some((href) => href.includes('sort=value'))).toBe(/currency=|^\/eu\/de/.test(path));
    });

    it('filters stay with the name', async () => {
      const text = await textOf('/eu/issuers/XX0000000001?currency=SEK&sort=value');
      expect(new Set(cells(text, 'ISIN')).size).toBe(1);
      expect(linked(text, 'Currency: SEK')).toBe('/eu/issuers/XX0000000001');
      expect(text).toContain(
        '/v1/eu/all?issuer=XX0000000001&amp;names=whole&amp;currency=SEK&amp;sort=value',
      );
    });
  });

  describe('digests', () => {
    it('clusters and streaks are filtered and sorted, and name people and companies', async () => {
      const clusters: ClusterSearch[] = [];
      const streaks: StreakSearch[] = [];
      const card = {
        ...inventedAnswers['/v1/clusters'][0]!,
        insiders: ['Quill Marina T', 'Adeyemi Bola'].map((name) => ({
          slug: name.toLowerCase().replaceAll(' ', '-'),
          name,
          role: 'chief',
          title: null,
          value: 20_000,
          discretionaryValue: 20_000,
          owners: 1,
        })),
      };
      const rows = <R extends object>(list: R[]) => ({
        rows: new SerializedPageRows<R>(list.map((one) => [JSON.stringify(one), '/ticker/OSWN'] as const)),
        total: list.length,
        isWhole: true,
      });
      const reads = inventedReads(inventedFilings(3));
      reads.searchClusters = async (question) => {
        clusters.push(question);
        return rows([card as never]);
      };
      reads.searchStreaks = async (question) => {
        streaks.push(question);
        return rows(inventedAnswers['/v1/streaks']);
      };
      const own = await startService({ reads, pages: {} });
      try {
        const path = '/clusters?direction=P&chief=true&min_insiders=3&min_value=100000&sort=value';
        const { text } = await own.ask(path);
        expect(clusters[0]).toMatchObject({
          direction: 'P',
          chief: true,
          minInsiders: 3,
          minValue: 100_000,
          sort: 'value',
          order: 'desc',
          withInsiders: true,
        });
        expect(cells(text, 'Who')).toEqual(['1 chief, 2 officers Quill Marina T, Adeyemi Bola']);
        expect(linked(text, 'Adeyemi Bola')).toBe('/insiders/adeyemi-bola');
        // The company has a cluster in the other direction too, which the filter leaves out.
        expect(linked(text, 'also sales')).toBe(`/clusters?cik=${card.issuerCik}`);
        expect(linked(text, 'Chief officer: With a chief officer')).toBe(
          '/clusters?direction=P&min_insiders=3&min_value=100000&sort=value',
        );
        expect(text).toContain('<p class="summary">1 row.</p>');
        const runs = (await own.ask('/streaks?min_weeks=3&sort=value&order=asc')).text;
        expect(streaks[0]).toMatchObject({ minWeeks: 3, sort: 'value', order: 'asc', owner: null });
        expect([linked(runs, 'Quill Marina T'), linked(runs, '<strong class="code">BRKW')]).toEqual([
          '/ticker/OSWN',
          '/ticker/BRKW',
        ]);
        expect((await own.ask('/streaks?min_weeks=x')).status).toBe(400);
        // A page has 12 cards at most, and so no choice of rows.
        const cards = await own.ask('/streaks?series=full&limit=25');
        expect([cards.status, cards.text.includes('Rows on a page')]).toEqual([200, false]);
        expect((await own.ask('/streaks?series=full&limit=13')).status).toBe(400);
      } finally {
        await own.close();
      }
    });
  });
});
