/** The page of Forms 3 and 5, their rows in /v1/filings, and what the page of a person shows of them. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type { OwnershipRow } from '../../../tools/contract/shapes/ownership-row.js';
import { inventedFilings, inventedReads, NOW } from '../../invented-reads.js';
import { type Service, startService } from '../service.js';

describe('transports/http/forms35-page', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ reads: inventedReads(inventedFilings(120)), pages: {} });
  });
  afterAll(() => service.close());

  const textOf = async (path: string) => (await service.ask(path)).text;
  const rowsOf = async (query: string): Promise<{ data: OwnershipRow[]; meta: Record<string, unknown> }> =>
    JSON.parse(await textOf(`/v1/filings?${query}`));
  /** Cells of a column, without markup. */
  const cells = (text: string, head: string) =>
    [...text.matchAll(new RegExp(`<td[^>]*data-head="${head}"[^>]*>(.*?)(?=<td|<tr|</tbody>)`, 'gs'))].map(
      ([, cell]) => cell!.replace(/<[^>]+>/g, '').trim(),
    );

  it('are a feed, in which a holding is not a trade and a row without a value no failure', async () => {
    const { status, text } = await service.ask('/forms-3-5.atom');
    expect(status).toBe(200);
    const titles = [...text.matchAll(/<title>(Form [35]: .*?)<\/title>/g)].map(([, title]) => title!);
    expect(titles.some((title) => / holds /.test(title))).toBe(true);
    expect(titles.some((title) => /; code S, /.test(title))).toBe(true);
    expect(text).not.toMatch(/>(?:Purchase|Sale)[:<]/);
  });

  it('selects Forms 5 of a year, and belongs to the menu entry of insiders', async () => {
    const text = await textOf('/forms-3-5');
    const [, address] = /<a href="([^"]+)"[^>]*>Form 5 in the last year</.exec(text) ?? [];
    expect(address).toMatch(/forms=5/);
    const { since } = Object.fromEntries(
      new URLSearchParams(address!.replaceAll('&amp;', '&').split('?')[1]),
    );
    expect(NOW.getTime() - Date.parse(since!)).toBeGreaterThan(364 * 86_400_000);
    expect(text).toMatch(/<a href="\/filings"[^>]*aria-current/);
  });

  it('are where the address of a company leads that nothing else names', async () => {
    const reads = inventedReads(inventedFilings(3));
    const { searchForm35 } = reads;
    reads.searchForm35 = async (question) => {
      const isOfNewcomer = question.cik === '900778' || question.tickers.includes('NEWC');
      const found = await searchForm35({ ...question, cik: null, tickers: [] });
      const rows = found.rows.rows().map((row) => ({ ...row, cik: '900778', issuerTicker: 'NEWC' }));
      const stored = rows.map((row) => [JSON.stringify(row), '/forms-3-5?cik=900778'] as const);
      return isOfNewcomer ? { ...found, rows: new SerializedPageRows(stored) } : searchForm35(question);
    };
    const own = await startService({ reads, pages: {} });
    try {
      for (const path of ['/ticker/NEWC', '/issuers/900778']) {
        const { status, headers } = await own.ask(path);
        expect([status, headers.location]).toEqual([302, '/forms-3-5?cik=900778']);
      }
      for (const path of ['/ticker/NEWD', '/issuers/900779']) expect((await own.ask(path)).status).toBe(404);
    } finally {
      await own.close();
    }
  });

  describe('/v1/filings with forms', () => {
    it('gives the bytes of the feed for forms=4', async () => {
      const [plain, chosen] = [await rowsOf('limit=200'), await rowsOf('forms=4&limit=200')];
      expect(chosen).toEqual(plain);
      expect(await textOf('/v1/filings?limit=5')).not.toContain('rowKind');
    });

    it('gives holdings without a trade, and late trades with their own date', async () => {
      const { data, meta } = await rowsOf('forms=3,5&limit=20');
      expect(meta.source).toBe('sec-edgar-form35');
      const [holding] = data.filter(({ rowKind }) => rowKind === 'holding');
      expect(holding).toMatchObject({ form: '3', shares: null, totalValue: null, transactionCode: null });
      const [late] = data.filter(({ rowKind }) => rowKind === 'transaction');
      expect(late).toMatchObject({ form: '5', late: true, lateBecause: 'form-4-row', transactionCode: 'S' });
      expect(late!.transactionDate! < late!.filedAt.slice(0, 10)).toBe(true);
    });

    it.each(['filed', 'value', 'traded'])(
      'joins the three forms in the order of %s, in any pieces',
      async (sort) => {
        const whole = await rowsOf(`forms=3,4,5&sort=${sort}&limit=500`);
        const rows: OwnershipRow[] = [];
        let cursor = '';
        do {
          const piece = await rowsOf(`forms=3,4,5&sort=${sort}&limit=37${cursor}`);
          rows.push(...piece.data);
          cursor = piece.meta.nextCursor === undefined ? '' : `&cursor=${piece.meta.nextCursor}`;
        } while (cursor !== '');
        expect(rows).toEqual(whole.data);
        expect(rows.length).toBe(whole.meta.total);
        expect(new Set(rows.map(({ form }) => form)).size).toBe(sort === 'filed' ? 3 : 2);
        expect(new Set(rows.map(({ filingId }) => filingId)).size).toBe(rows.length);
      },
    );

    it('refuses groups, because holdings are never added up', async () => {
      const { status, text } = await service.ask('/v1/filings?forms=3&group=issuer');
      expect(status).toBe(400);
      expect(text).toContain('group works with forms=4 only');
    });

    it('names the sources of all forms', async () => {
      expect((await rowsOf('forms=3,4,5')).meta.source).toBe('sec-edgar-form4, sec-edgar-form35');
    });
  });

  describe('/forms-3-5', () => {
    it('says for which days it has rows, and for which it has none', async () => {
      const wordsOf = async (path: string) => (await textOf(path)).replace(/<[^>]+>/g, '');
      expect(await wordsOf('/forms-3-5?since=2020-01-01&until=2026-12-31')).toMatch(
        /Rows 1 to 100 of \d+ filed from 2020-01-01 to 2026-12-31 \(UTC\)\./,
      );
      expect(await wordsOf('/forms-3-5?since=2010-01-01&until=2010-12-31')).toContain(
        'that matches these filters was filed from 2010-01-01 to 2010-12-31 (UTC).',
      );
    });

    it('shows holdings without a number traded', async () => {
      const text = await textOf('/forms-3-5?forms=3');
      expect(new Set(cells(text, 'Kind'))).toEqual(new Set(['Holding']));
      expect(new Set(cells(text, 'Shares traded'))).toEqual(new Set(['–']));
      expect(cells(text, 'Held')[0]).toMatch(/^1,\d{3}$/);
    });

    it('marks late rows, and links to its data', async () => {
      const text = await textOf('/forms-3-5?forms=5');
      expect(new Set(cells(text, 'Form'))).toEqual(new Set(['5 late']));
      expect(text).toMatch(/href="\/v1\/filings\?forms=5&amp;since=/);
    });

    it('is linked with the list of trades', async () => {
      expect(await textOf('/filings')).toContain('<a href="/forms-3-5">New insiders</a>');
    });
  });

  it('the page of a person says what is owned, with the form that states it', async () => {
    const text = await textOf('/insiders/quill-marina-t');
    const owned = text.slice(text.indexOf('id="owned"'), text.indexOf('Transactions of the last'));
    expect(owned).toContain('What they own, as last stated');
    // A Form 3, a Form 4 and a Form 5 of one moment state it: the last one as of the end of the year.
    expect(cells(owned, 'Owned')).toEqual(['2,000']);
    expect(cells(owned, 'Source')[0]).toMatch(/^Form 5 filed /);
    expect(text).toContain('id="forms-3-5"');
  });
});
