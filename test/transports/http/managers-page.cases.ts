/** The pages of all managers who file Form 13F, and of the holders of a security. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventedFilings, inventedReads } from '../../invented-reads.js';
import { type Service, startService } from '../service.js';

describe('transports/http/managers-page', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ reads: inventedReads(inventedFilings(6)), pages: {} });
  });
  afterAll(() => service.close());

  const textOf = async (path: string) => (await service.ask(path)).text;
  /** Cells of a column, without markup. */
  const cells = (text: string, head: string) =>
    [...text.matchAll(new RegExp(`<td[^>]*data-head="${head}"[^>]*>(.*?)(?=<td|<tr|</tbody>)`, 'gs'))].map(
      ([, cell]) => cell!.replace(/<[^>]+>/g, '').trim(),
    );

  /** The options of a list, and which one is chosen. */
  const choices = (text: string, name: string) =>
    [
      ...(new RegExp(`<select id="${name}"[^>]*>(.*?)</select>`, 's').exec(text)?.[1] ?? '').matchAll(
        /<option value="([^"]*)"( selected)?>([^<]*)/g,
      ),
    ].map(([, value, selected, words]) => [value, words, selected !== undefined] as const);

  describe('the pages of all managers', () => {
    it('list every manager, and find one by name', async () => {
      expect(await textOf('/managers')).toContain('href="/managers/910006"');
      const found = await textOf('/managers?q=capital+b');
      expect(found).toContain('Saltmarsh Capital B LLC');
      expect(found).not.toContain('Saltmarsh Capital C LLC');
    });

    it('say what the history of a position needs, in the words of the form', async () => {
      const { status, text } = await service.ask('/managers/910002?list=history');
      expect(status).toBe(400);
      expect(text.replace(/<[^>]+>/g, '')).toContain(
        '“CUSIP” is that of the position to show in all quarters: 9 letters and digits, such as 037833100.',
      );
      expect(text).not.toContain('=history needs');
    });

    it('say how many there are, and belong to the menu entry of holders', async () => {
      const text = await textOf('/managers');
      expect(text).toContain('Every manager whose report on SEC Form 13F was read here, 6 in all,');
      expect(await textOf('/managers?q=capital+b')).not.toContain('in all,');
      for (const path of ['/managers', '/managers/910002', '/holders', '/holders/037833100'])
        expect([path, /<a href="\/major-holders"[^>]*aria-current/.test(await textOf(path))]).toEqual([
          path,
          true,
        ]);
      for (const path of ['/', '/major-holders', '/trackers'])
        expect([path, (await textOf(path)).includes('href="/managers"')]).toEqual([path, true]);
    });

    it('are found by the search, by name and by CIK', async () => {
      const named = await textOf('/search?q=saltmarsh');
      expect(named).toContain('<h2>Managers who file Form 13F</h2>');
      expect(named).toContain('<a href="/managers/910002">Saltmarsh Capital B LLC</a>');
      expect(named).not.toContain('No company, insider,');
      expect(named).toContain('<a href="/v1/managers?q=saltmarsh&amp;limit=10">');
      const { status, headers } = await service.ask('/search?q=0000910002');
      expect([status, headers.location]).toEqual([302, '/managers/910002']);
      const none = await textOf('/search?q=xyzzyx');
      expect(none).toContain('No company, insider,');
      expect(none).not.toContain('/v1/managers?');
    });

    it('are hits of the search tool, behind all others, and records that fetch gives', async () => {
      const hitsOf = async (query: string) => JSON.parse((await service.ask(`/v1/search?${query}`)).text);
      const { data, meta } = await hitsOf('q=saltmarsh&limit=4');
      expect(data.map(({ type }: { type: string }) => type)).toEqual(Array(4).fill('manager'));
      expect(meta).toMatchObject({ count: 4, total: 6, truncated: true });
      const next = await hitsOf(`q=saltmarsh&limit=4&cursor=${meta.nextCursor}`);
      expect(next.data).toHaveLength(2);
      const [hit] = (await hitsOf('q=910002&type=manager')).data;
      expect(hit).toMatchObject({
        id: 'manager/910002',
        title: 'Saltmarsh Capital B LLC',
        match: 'code',
        call: { tool: 'get_manager', arguments: { cik: '910002' }, path: '/v1/managers/910002' },
      });
      expect(JSON.parse((await service.ask(hit.call.path)).text).data.name).toBe(hit.title);
      expect((await hitsOf('q=saltmarsh&type=insider')).data).toEqual([]);
      const text = async (id: string) =>
        JSON.parse((await service.ask(`/v1/fetch?id=${id}`)).text).data.text as string;
      expect(await text('manager/910002')).toMatch(
        /Holdings of 2026-Q2, largest first, with the change since the quarter before: 1 position\n- ISSUER 037833 COM: 1,150 shares, \$241,500, added/,
      );
      expect(await text('manager/910006')).toMatch(/2026-Q2, filed 2026-08-10, a notice: reported by /);
      expect((await service.ask('/v1/fetch?id=manager/1')).status).toBe(404);
    });

    it('name the quarters that are here for one that is not, and the form for what is none', async () => {
      for (const path of ['/managers/910002', '/holders', '/holders/037833100']) {
        const { text } = await service.ask(`${path}?quarter=2020-Q1`);
        expect(text).toContain(
          '2020-Q1 is not here. Quarters here: 2026-Q2, 2026-Q1; you entered “2020-Q1”.',
        );
        expect((await service.ask(`${path}?quarter=2020`)).text).toContain(
          'is a quarter, such as 2026-Q2; you entered “2020”.',
        );
      }
    });

    it('show what a manager holds, what changed, and each quarter', async () => {
      const text = await textOf('/managers/910002');
      expect(text).toContain(
        'Since Q1 2026: 0 new, 1 added, 0 trimmed, 1 sold, 0 unchanged, 0 unknown or uncertain.',
      );
      expect(choices(text, 'quarter')).toContainEqual(['2026-Q1', 'Q1 2026', false]);
      expect(cells(text, 'Amount')).toEqual(['1,150 was 1,100']);
      expect(cells(await textOf('/managers/910002?list=changes&change=exit'), 'Change')).toEqual(['▼ Sold']);
      expect(cells(await textOf('/managers/910002?list=history&position=037833100'), 'Amount')).toEqual([
        '1,150',
        '1,100',
      ]);
    });

    it('do not take a notice for a sale', async () => {
      const text = await textOf('/managers/910006');
      expect(text).toContain('another manager reports its holdings. It does not mean that they were sold.');
      expect(text).toContain('<a href="/managers/910001">Saltmarsh Capital A LLC</a>');
      expect(text).not.toContain('Since Q');
    });

    it('rank securities by what all managers bought, sold, opened and left', async () => {
      const text = await textOf('/holders');
      expect(text).toContain('href="/holders/037833100"');
      expect(cells(text, 'Holders')).toEqual(['5', '0']);
      expect(cells(text, 'Change in shares')).toEqual(['250', '−5,000']);
      expect(cells(text, 'Net bought')).toEqual(['$52,500', 'not stated']);
      // Five managers filed both quarters. Four of them left the second security, whose price is not known.
      expect(cells(await textOf('/holders?sort=exits'), 'Sold')).toEqual(['4', '0']);
      expect(cells(await textOf('/holders?order=asc'), 'Holders')).toEqual(['5', '0']);
      const wrong = await service.ask('/holders?quarter=summer');
      expect([wrong.status, wrong.text.includes('is a quarter, such as 2026-Q2')]).toEqual([400, true]);
      for (const path of ['/', '/managers', '/major-holders'])
        expect([path, (await textOf(path)).includes('href="/holders"')]).toEqual([path, true]);
    });

    it('show who holds a security, and refuse a quarter that is none', async () => {
      const text = await textOf('/holders/037833100');
      expect(text).toMatch(/5 of 5 managers reported [\d,]+ shares worth \$[\d,]+ for Q2 2026\./);
      expect(cells(text, 'Value')[0]).toBe('$304,500');
      const wrong = await service.ask('/holders/037833100?quarter=summer');
      expect(wrong.status).toBe(400);
      expect(wrong.text).toContain('is a quarter, such as 2026-Q2');
      expect((await service.ask('/holders/990009990')).status).toBe(404);
    });
  });

  describe('the choices of the pages of managers', () => {
    it.each(['/managers/910002', '/holders/037833100'])('%s has the quarters that are here', async (path) => {
      const text = await textOf(`${path}?quarter=2026-Q1`);
      expect(choices(text, 'quarter').map(([value]) => value)).toEqual(
        expect.arrayContaining(['', '2026-Q2', '2026-Q1']),
      );
      expect(choices(text, 'quarter').find(([, , selected]) => selected)?.[0]).toBe('2026-Q1');
      expect(choices(text, 'compare')[0]).toEqual(['', 'Previous', true]);
      // A choice of the form is a valid filter.
      expect((await service.ask(`${path}?quarter=2026-Q2&compare=2026-Q1`)).status).toBe(200);
    });

    it('say which kinds are shown without a choice', async () => {
      expect(choices(await textOf('/managers/910002'), 'kind')[0]).toEqual(['', 'All', true]);
      const kinds = choices(await textOf('/holders/037833100'), 'kind').map(([, words]) => words);
      expect(kinds).toEqual(['Shares', 'Puts', 'Calls', 'Puts and calls', 'Bonds']);
    });
  });

  describe('an address of something unknown', () => {
    it.each([
      ['/managers/1', '/managers', 'q', 'Name or CIK'],
      ['/insiders/nowhere-person', '/insiders', 'q', 'Name'],
      ['/congress/nowhere-person', '/congress', 'q', 'Name'],
      ['/holders/990009990', '/search', 'q', 'Name, ticker or identifier'],
    ])(
      '%s has the form by which its list is searched, and a link to the list',
      async (path, list, name, label) => {
        const { status, text } = await service.ask(path, { headers: { accept: 'text/html' } });
        expect(status).toBe(404);
        const [form = ''] =
          new RegExp(`<form class="panel"[^>]*action="${list}">.*?</form>`, 's').exec(text) ?? [];
        expect(form).toContain(`<label for="${name}">${label}</label><input id="${name}" name="${name}"`);
        if (list !== '/search') expect(text).toContain(`<li><a href="${list}">`);
      },
    );
  });
});
