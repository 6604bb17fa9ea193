/** Report pages of other forms: what belongs to a trade, and which pages are not read rather than read in part. */

import { describe, expect, it } from '@jest/globals';
import type { StockActReport, StockActTrade } from '../../../../src/records/congress/stock-act.js';
import { parse } from '../../../../src/registers/congress/senate-ptr/parse.js';
import { type Parsed, ParseError } from '../../../../src/registers/register.js';
import { type SenateRow, senatePage } from './senate-page.js';
import { madeReport } from './server.js';

describe('registers/congress/senate-ptr/report-page', () => {
  const ROW = madeReport(1, '2026-06-16').rows[0]!;

  const page = (...rows: Array<Partial<SenateRow>>): string =>
    senatePage(madeReport(1, '2026-06-16', { rows: rows.map((row) => ({ ...ROW, ...row })) }));

  function* steps(html: string): Generator<Parsed> {
    const { id } = madeReport(1, '');
    yield* parse({ key: id, kind: 'ptr', url: '', retrievedAt: '', bytes: Buffer.from(html) });
  }

  function read(html: string): { trades: StockActTrade[]; warnings: string[] } {
    const [{ records, warnings }] = [...steps(html)] as [Parsed];
    const [report] = records as [StockActReport];
    return { trades: report.trades, warnings: warnings.map(({ kind, detail }) => `${kind} ${detail}`) };
  }

  /** Why a page is not read. */
  function refusal(html: string): string {
    try {
      expect([...steps(html)]).toEqual([]);
    } catch (error) {
      if (error instanceof ParseError) return error.message;
      throw error;
    }
    return '';
  }

  describe('the asset of a trade', () => {
    it('has no description and no comment where the row has none', () => {
      expect(read(page({})).trades).toMatchObject([{ description: null, comments: null }]);
    });

    it('has the small print below its name as description, and other blocks as name', () => {
      const html = page({ names: ['NAME'] }).replace(
        'NAME',
        'Zquorra<div>Robotics, <em>Inc.</em></div><div class="small text-muted"><em>Rate/Coupon:</em> 5%<br>Matures: 2030-01-01</div><div class="text-muted">Held &amp; insured</div>',
      );
      expect(read(html).trades).toMatchObject([
        {
          assetDescription: 'Zquorra Robotics, Inc.',
          description: 'Rate/Coupon: 5%; Matures: 2030-01-01; Held & insured',
        },
      ]);
    });

    it('takes no ticker from its name in an exchange, where the name can be that of the other asset', () => {
      const exchange = { type: 'Exchange', tickers: [''], names: ['Zquorra Robotics, Inc. (ZQRA)'] };
      expect(read(page(exchange)).trades).toMatchObject([{ ticker: '', received: null }]);
    });

    it('is one side of an exchange only where both are marked at the end of their names', () => {
      const names = ['Zquorra (Received) Trust', 'Series B'];
      expect(read(page({ type: 'Exchange', names })).trades).toMatchObject([
        { assetDescription: 'Zquorra (Received) Trust Series B', received: null },
      ]);
      expect(read(page({ names })).trades).toMatchObject([
        { assetDescription: 'Zquorra (Received) Trust Series B', received: null },
      ]);
    });

    it.each<[string, Partial<SenateRow>]>([
      ['a purchase', { names: ['A (Exchanged)', 'B (Received)'] }],
      ['an exchange of one asset', { type: 'Exchange', names: ['A (Exchanged)'] }],
      ['an exchange in the other order', { type: 'Exchange', names: ['A (Received)', 'B (Exchanged)'] }],
      ['an exchange of three', { type: 'Exchange', names: ['A (Exchanged)', 'B (Received)', 'C'] }],
    ])('is not guessed from marks in %s', (_what, row) => {
      expect(refusal(page(row))).toMatch(/an exchange of another form: A /);
    });

    it('is not guessed from three tickers in an exchange', () => {
      const names = ['A (Exchanged)', 'B (Received)'];
      expect(refusal(page({ type: 'Exchange', tickers: ['A', 'B', 'C'], names }))).toMatch('3 tickers');
    });
  });

  describe('a page', () => {
    it('may have other headings, and other lines in bold', () => {
      const html = page({}).replace('<h3', '<h2>Filed by another</h2><strong>Note</strong><h3');
      expect(read(html)).toMatchObject({ trades: [{ ticker: 'ZQRA' }], warnings: [] });
    });

    it('may have its columns in another order', () => {
      const row = { owner: 'Spouse' as const, type: 'Sale (Full)', comment: 'By the adviser' };
      const swapped = page(row).replace(
        /(<th scope="col">#.*?)(<th scope="col">Owner<\/th>)(.*)(<th scope="col">Comment<\/th>)/,
        '$1$4$3$2',
      );
      const html = swapped.replace(
        /<td>Spouse<\/td>([\s\S]*)<td>By the adviser<\/td>/,
        '<td>By the adviser</td>$1<td>Spouse</td>',
      );
      expect(html).not.toBe(page(row));
      expect(read(html)).toEqual(read(page(row)));
    });

    it('may count something else, with a warning', () => {
      const counted = '<li class="list-inline-item">';
      const html = page({}).replace(
        counted,
        `<li>3 menus</li>${counted}0 Cousin</li>${counted}2 Self-made</li>${counted}more than (1 transaction total)</li>${counted}`,
      );
      expect(read(html).warnings).toEqual([
        'unknown-summary 0 Cousin',
        'unknown-summary 2 Self-made',
        'unknown-summary more than (1 transaction total)',
      ]);
    });

    it.each<[string, string, string | RegExp]>([
      ['a row without its last cell', page({}).replace('  <td>--</td>\n</tr>', '</tr>'), 'row 1 has 8 cells'],
      [
        'a row with a heading in place of a cell',
        page({}, {}).replace('<td>1</td>', '<th>1</th>'),
        /the columns are others/,
      ],
      [
        'two tables',
        page({}).replace('</section>', '<table></table></section>'),
        '2 table of transactions on the page',
      ],
      ['no table', page({}).replace(/<table[\s\S]*<\/table>/, ''), 'no table of transactions on the page'],
      [
        'two bodies of a table',
        page({}).replace('</tbody>', '</tbody><tbody></tbody>'),
        '2 body of the table on the page',
      ],
      [
        'a filer without a name',
        page({}).replace(/(<h2 class="filedReport">)[\s\S]*<\/h2>/, '$1</h2>'),
        'the filer has no name',
      ],
      [
        'an owner that is not counted',
        page({}).replace('<li class="list-inline-item">1 Self</li>', ''),
        'the summary does not count the owner Self',
      ],
      [
        'two lines that say when it was filed',
        page({}).replace('<section', '<strong>Filed 06/17/2026 @ 9 AM</strong><section'),
        /no filing day can be read: Filed 06\/16\/2026 @ 10:19 AM \| Filed 06\/17/,
      ],
      [
        'a title with more words',
        page({}).replace(/(for 06\/16\/2026)/, '$1 and others'),
        /the heading is not the title of such a report/,
      ],
      [
        'a title with a day that is none',
        page({}).replace('for 06/16/2026', 'for 06/31/2026'),
        /the heading is not the title/,
      ],
    ])('is not read with %s', (_what, html, why) => expect(refusal(html)).toMatch(why));
  });
});
