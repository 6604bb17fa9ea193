/** The ranking of securities over all managers: every security of the quarter, those with an unknown number last. */

import { describe, expect, it } from '@jest/globals';
import type { RankedHolding } from '../../tools/contract/shapes/managers.js';
import type { ToolContext } from '../../tools/contract/tool.js';
import getHolders from '../../tools/get-holders.js';
import rankHoldings from '../../tools/rank-holdings.js';
import { type InventedPosition, managerFiling, managerReads } from '../invented/managers.js';
import { inventedFilings, inventedReads } from '../invented-reads.js';

describe('tools/rank-holdings', () => {
  const NOW = new Date('2026-10-01T00:00:00.000Z');
  const [BOUGHT, SOLD, ALONE, BARE] = ['990001109', '990002107', '990003105', '990004103'];

  /** Six managers buy one security and sell another; of two more, too few reports imply a price. */
  const filings = Array.from({ length: 6 }, (_, at) => {
    const cik = String(910_001 + at);
    const rows = (bought: number, sold: number): InventedPosition[] => [
      [BOUGHT, bought * 10, bought],
      [SOLD, sold * 10, sold],
      ...(at === 0 ? ([[ALONE, 500, bought]] satisfies InventedPosition[]) : []),
      ...(at === 1 ? ([[BARE, 500, sold]] satisfies InventedPosition[]) : []),
    ];
    return [
      managerFiling(`000091000${at}-26-000001`, rows(100, 100), {
        cik,
        periodEnd: '2026-03-31',
        filedDate: '2026-05-10',
      }),
      managerFiling(`000091000${at}-26-000002`, rows(150, 60), { cik }),
    ];
  }).flat();

  async function context(): Promise<ToolContext> {
    return {
      reads: { ...inventedReads(inventedFilings(1)), ...(await ofManagers()) },
      now: NOW,
      baseUrl: 'http://localhost',
      endpoints: [],
      acceptsSerialized: false,
      rateLimits: { keyless: 60, withKey: 600, windowSeconds: 3600 },
    };
  }

  async function ofManagers() {
    const { managerQuarters, rankHoldings: ranked } = await managerReads(filings, NOW);
    return { managerQuarters, rankHoldings: ranked };
  }

  describe('the ranking of securities over all managers', () => {
    it.each([
      ['desc', [BOUGHT, SOLD, ALONE, BARE]],
      ['asc', [SOLD, BOUGHT, ALONE, BARE]],
    ] as const)(
      'has those with an unknown net last in the order %s, page by page',
      async (order, expected) => {
        const asked = await context();
        const found: RankedHolding[] = [];
        let after: ToolContext['after'];
        do {
          const input = rankHoldings.input.parse({ order, limit: 1 });
          const { data, rows } = await rankHoldings.run(input, {
            ...asked,
            ...(after === undefined ? {} : { after }),
          });
          found.push(...(data as RankedHolding[]));
          expect(rows?.total).toBe(4);
          after = rows?.next ?? undefined;
        } while (after !== undefined);
        expect(found.map(({ cusip }) => cusip)).toEqual(expected);
        expect(found.map(({ netUsd }) => netUsd === null)).toEqual([false, false, true, true]);
      },
    );
  });

  it('a name instead of a symbol is an error that says where the symbol is found', () => {
    expect(() => getHolders.input.parse({ security: 'Quillmark Corp' })).toThrow(
      'search finds the symbol of a company by its name',
    );
  });
});
