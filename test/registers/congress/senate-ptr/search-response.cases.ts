/** Responses of the search: which are responses at all, which rows are reports, and what a title may say. */

import { describe, expect, it } from '@jest/globals';
import {
  parseSearchResponse,
  readTitle,
} from '../../../../src/registers/congress/senate-ptr/search-response.js';
import { senateSearchAnswer } from './senate-page.js';
import { madeReport } from './server.js';

describe('registers/congress/senate-ptr/search-response', () => {
  const ANSWER = JSON.parse(senateSearchAnswer([madeReport(1, '2026-06-16')])) as { data: string[][] };
  const ROW = ANSWER.data[0] as [string, string, string, string, string];

  const parsed = (more: Record<string, unknown>) =>
    parseSearchResponse(Buffer.from(JSON.stringify({ ...ANSWER, ...more })), 'x');

  describe('a search response', () => {
    it('counts all rows of the query, by either of two fields', () => {
      expect(parsed({ recordsTotal: 7, recordsFiltered: 5 })).toMatchObject({ total: 5, count: 1 });
      expect(parsed({ recordsTotal: 7, recordsFiltered: undefined, result: undefined })).toMatchObject({
        total: 7,
        rows: [{ filed: '2026-06-16' }],
      });
    });

    it.each([
      ['no list', { data: undefined }],
      ['no count', { recordsTotal: '1', recordsFiltered: undefined }],
      ['an error', { result: 'error' }],
    ])('with %s is none', (_what, more) => expect(parsed(more)).toBeNull());

    it.each(['null', '"data"', '7', '[]', '{"data":', ''])('is not %j', (text) =>
      expect(parseSearchResponse(Buffer.from(text), 'x')).toBeNull(),
    );

    it.each<[string, unknown]>([
      ['no list', { first: ROW[0] }],
      ['a number in place of a date', [...ROW.slice(0, 4), 20260616]],
      ['a link without a name', [...ROW.slice(0, 3), ROW[3].replace(/>.*</, '><'), ROW[4]]],
      ['another title', [...ROW.slice(0, 3), ROW[3].replace('</a>', ' (Draft)</a>'), ROW[4]]],
    ])('reports a row that is %s', (_what, row) => {
      expect(parsed({ data: [row, ROW] })).toMatchObject({
        rows: [{ filed: '2026-06-16' }],
        warnings: [{ kind: 'row-unreadable', where: 'x row 1' }],
      });
    });
  });

  describe('a title', () => {
    it.each<[string, ReturnType<typeof readTitle>]>([
      ['Periodic Transaction Report', { titleDate: null, amendment: null }],
      ['Periodic Transaction Report (Amendment 2)', { titleDate: null, amendment: 2 }],
      ['Periodic Transaction Report for 6/5/2026', { titleDate: '2026-06-05', amendment: null }],
      [
        'Periodic Transaction Report for 06/05/2026 (Amendment 12)',
        { titleDate: '2026-06-05', amendment: 12 },
      ],
      ['Periodic Transaction Report for 06/31/2026', null],
      ['Periodic Transaction Report for 06/05/2026 (Amendment)', null],
      ['Old Periodic Transaction Report', null],
      ['Periodic Transaction Report Extension', null],
    ])('of "%s"', (title, expected) => expect(readTitle(title)).toEqual(expected));
  });
});
