/** A page stays under 150 KB, whatever the lists hold: each is filled to what the page requests, with long names. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type { Tool } from '../../../tools/contract/tool.js';
import { inventedFilings, inventedReads } from '../../invented-reads.js';
import { POISONED_PAGES } from '../../publish/pages/hostile-answers.js';
import { inventedTools } from '../../publish/pages/invented-answers.js';
import { type Service, startService } from '../service.js';

describe('transports/http/page-size', () => {
  const BYTES = 150_000;
  /** Rows of a list without a limit: more than any member, fund or insider has on one page. */
  const MANY = 3000;
  /** Lists that time bounds: quarters since 1999, and days of a year. */
  const BOUNDED: Readonly<Record<string, number>> = {
    valueHistory: 110,
    quarters: 110,
    history: 110,
    filings: 3,
    valueSeriesUsd: 300,
    benchmarkSeries: 300,
    // Inside a row.

    persons: 3,
    crossings: 2,
    relationships: 2,
    sales: 4,
    priceSeries: 60,
    filingHistory: 12,
    trackRecord: 5,
    owners: 3,
    assetTypes: 2,
  };
  /** The names that filers write; the longest one in a hundred is like this. */
  const LONG: Readonly<Record<string, string>> = {
    issuerName: 'Consolidated Invented Industrial Holdings Corporation Class A',
    assetDescription:
      'Consolidated Invented Industrial Holdings Corporation Class A Common Stock (BRKW) [ST]',
    description: 'Consolidated Invented Industrial Holdings Corporation Class A Common Stock',
    ownerName: 'Quill-Hartmann Marina Theodora Augusta',
    memberName: 'Marta “Tita” Quillón-Hartmann of Ostler',
    reason: 'The report was filed on paper; the original is a scan.',
  };

  /** Lists of one answer that are bounded in another way than those of the same name elsewhere. */
  const OF_TOOL: Readonly<Record<string, Readonly<Record<string, number>>>> = {
    // The curated set.
    '/v1/trackers': { '': 60 },
    // The reports of a portfolio.
    '/v1/trackers/{slug}': { filingHistory: MANY },
  };

  interface Growth {
    limit: number | undefined;
    path: string;
  }

  function grown(value: unknown, growth: Growth, isRow = false): unknown {
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        if (typeof inner === 'string') return [name, LONG[name] ?? inner];
        // The quarters of a year.
        if (name === 'netBuying') return [name, inner];
        if (!Array.isArray(inner)) return [name, grown(inner, growth, isRow)];
        const own = isRow ? undefined : OF_TOOL[growth.path]?.[name];
        const usual = isRow ? inner.length : (growth.limit ?? MANY);
        return [name, repeated(inner, own ?? BOUNDED[name] ?? usual, growth)];
      }),
    );
  }

  /** Words and caveats are a closed list: only rows are repeated. */
  function repeated(rows: readonly unknown[], count: number, growth: Growth): unknown[] {
    if (rows.length === 0 || typeof rows[0] !== 'object') return [...rows];
    return Array.from({ length: count }, (_, at) => grown(rows[at % rows.length], growth, true));
  }

  function fullTools(): Tool[] {
    return inventedTools().map((tool) => ({
      ...tool,
      run: async (input, context) => {
        const answer = await tool.run(input, context);
        const growth = { limit: input.limit as number | undefined, path: tool.path };
        const data: unknown = JSON.parse(JSON.stringify(answer.data));
        const rows = OF_TOOL[tool.path]?.[''] ?? growth.limit ?? MANY;
        const full = Array.isArray(data) ? repeated(data, rows, growth) : grown(data, growth);
        return { ...answer, data: full };
      },
    }));
  }

  let service: Service;
  beforeAll(async () => {
    const reads = inventedReads(inventedFilings(360));
    service = await startService({ tools: fullTools(), reads, pages: {} });
  });
  afterAll(() => service.close());

  const PAGES = [
    ...POISONED_PAGES,
    '/filings',
    '/filings?group=lot',
    '/insiders',
    '/insiders?q=a',
    '/insiders/quill-marina-t',
    '/insiders/quill-marina-t?group=row',
    '/congress-trades',
    '/planned-sales',
    '/holders',
    '/trackers/example-tracker?list=net',
    '/eu/all',
    '/search?q=a',
    '/status',
    '/glossary',
    '/methodology',
    '/api-docs',
    // The endpoint with the most arguments and fields.
    '/api-docs/v1-trackers-slug',
  ];

  it.each(PAGES)('%s is bounded', async (path) => {
    const { status, bytes, text } = await service.ask(path);
    expect([path, status]).toEqual([path, 200]);
    expect(bytes.length).toBeLessThan(BYTES);
    expect(text).toContain('</html>');
  });

  it('the page of a company has cards of its longest streaks, and a link to the others', async () => {
    const reads = inventedReads();
    const { searchStreaks } = reads;
    reads.searchStreaks = async (question) => {
      const found = await searchStreaks(question);
      const stored = Array.from({ length: 15 }, () => found.rows.stored[0]!);
      return { ...found, rows: new SerializedPageRows(stored) as typeof found.rows, total: 15 };
    };
    const own = await startService({ reads, pages: {} });
    const { text } = await own.ask('/ticker/BRKW');
    await own.close();
    expect(text.match(/<h2><a href="\/streaks">Streak<\/a>/g)).toHaveLength(12);
    expect(text).toContain('<a href="/streaks?cik=900001">3 further streaks</a>');
  });
});
