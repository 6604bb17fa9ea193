/** The page of planned sales, and its sections on the pages of a company and of a person. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventedFilings, inventedReads } from '../../invented-reads.js';
import { type Service, startService } from '../service.js';

describe('transports/http/planned-page', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ reads: inventedReads(inventedFilings(120)), pages: {} });
  });
  afterAll(() => service.close());

  const textOf = async (path: string) => (await service.ask(path)).text;
  /** Cells of a column, without markup. */
  const cells = (text: string, head: string) =>
    [...text.matchAll(new RegExp(`<td[^>]*data-head="${head}"[^>]*>(.*?)(?=<td|<tr|</tbody>)`, 'gs'))].map(
      ([, cell]) => cell!.replace(/<[^>]+>/g, '').trim(),
    );

  describe('/planned-sales', () => {
    it('says of each notice what was sold, with the filings of Form 4', async () => {
      const text = await textOf('/planned-sales');
      expect(cells(text, 'Status').slice(0, 3)).toEqual(['Sold 10b5-1 plan', 'Open', 'Sold']);
      expect(cells(text, 'To sell')[0]).toBe('101');
      expect(cells(text, 'Sold')[0]).toBe('101 Form 4: 1');
      expect(text).toContain(`<a href="${inventedFilings(2)[1]!.rawFilingUrl}">1</a>`);
      expect(text).toContain('href="/v1/planned-sales"');
    });

    it('has filters, orders and further rows in its address', async () => {
      const lapsed = await textOf('/planned-sales?status=lapsed&sort=value&ticker=BRKW');
      expect(new Set(cells(lapsed, 'Status').map((words) => words.split(' ')[0]))).toEqual(
        new Set(['Lapsed']),
      );
      expect(new Set(cells(lapsed, 'Company').map((words) => words.split(' ')[0]))).toEqual(
        new Set(['BRKW']),
      );
      const first = await textOf('/planned-sales');
      const next = /<a rel="next" href="([^"]+)">/.exec(first)?.[1]?.replaceAll('&amp;', '&');
      const rest = await textOf(next!);
      expect(cells(first, 'Filed').length + cells(rest, 'Filed').length).toBe(60);
    });

    it('says what is wrong with a filter, and keeps it in the form', async () => {
      const answered = await service.ask('/planned-sales?min_value=much');
      expect(answered.status).toBe(400);
      expect(answered.text).toContain('“Min. value ($)”');
    });

    it('is linked with the list of trades', async () => {
      expect(await textOf('/filings')).toContain('<a href="/planned-sales">Planned sales</a>');
      expect(await textOf('/planned-sales')).toContain('<a href="/planned-sales" aria-current="page">');
    });
  });

  it.each([
    ['/ticker/BRKW', '/planned-sales?cik=900001', 'Seller'],
    ['/insiders/quill-marina-t', '/planned-sales?owner=quill-marina-t', 'Company'],
  ])('%s has the newest planned sales, and a link to all of them', async (path, all, head) => {
    const text = await textOf(path);
    expect(text).toContain('<h2 id="planned">Planned sales</h2>');
    expect(text).toContain(`<a href="${all}">All of them</a>`);
    const section = text.slice(text.indexOf('id="planned"'));
    expect(cells(section, 'Until')).toHaveLength(10);
    expect(cells(section, head).length).toBeGreaterThan(9);
  });
});
