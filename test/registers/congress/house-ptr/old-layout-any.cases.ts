/** Any rows in the layout before May 2022, on any pages, are read as they were printed. */

import { describe, expect, it } from '@jest/globals';
import type { StockActReport } from '../../../../src/records/congress/stock-act.js';
import { readReport } from '../../../../src/registers/congress/house-ptr/report.js';
import { judgedTicker } from '../../../invented/known-symbols.js';
import fc, { runs } from '../../../property.js';
import { type OldRow, printOldReport } from './old-report.js';

describe('registers/congress/house-ptr/old-layout-any', () => {
  /** Including text that could be taken for another cell, a label or a heading. */
  const WORDS =
    'General OF Trust P S a Alphabet Inc. - Class 5.00 JUN16 (The) & Comments: MUNICIPAL Description E';
  const text = (words: number) =>
    fc
      .array(fc.constantFrom(...WORDS.split(' ')), { minLength: 1, maxLength: words })
      .map((parts) => parts.join(' '));
  const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
  const date = fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }), fc.boolean())
    .map(([month, day, isPadded]) => `${month}/${isPadded ? String(day).padStart(2, '0') : day}/2019`);
  const row: fc.Arbitrary<OldRow> = fc.record({
    asset: text(30).map((name) => `${name} (ZQRA)`),
    owner: fc.constantFrom('', 'SP', 'JT', 'DC'),
    type: fc.constantFrom('P', 'S', 'S (partial)', 'E'),
    date,
    notified: date,
    amount: fc.constantFrom('$1,001 - $15,000', '$1,000,001 - $5,000,000', 'Over $50,000,000', '$497.08'),
    gains: fc.boolean(),
    status: fc.constantFrom('New' as const, 'Amended' as const, 'Deleted' as const),
    id: maybe(fc.constant('2000074389')),
    subholding: maybe(text(6)),
    description: maybe(text(60)),
    comments: maybe(text(20)),
    location: maybe(text(3)),
  });
  const report = fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 9 }),
    hasGains: fc.boolean(),
    hasGlyphs: fc.boolean(),
    bottom: fc.integer({ min: 690, max: 719 }),
  });

  it('reads any rows of before May 2022 as they were printed', async () => {
    await fc.assert(
      fc.asyncProperty(report, async ({ rows: drawn, hasGlyphs, ...more }) => {
        const rows = drawn.map((one) => ({ ...one, asset: `${one.asset}${more.hasGains ? ' [ST]' : ''}` }));
        const printed = { filingId: '20009999', name: 'Hon. Ida Legula', stateDistrict: 'CA14' };
        const read = await readPrinted(
          printOldReport({ ...printed, rows, hasGlyphs, signed: '07/3/2019', ...more }),
        );
        const cased = (words: string | null = null) => (hasGlyphs ? words : (words?.toUpperCase() ?? null));
        expect(
          read.trades.map((trade) => [
            ...[
              trade.rowId,
              trade.ownerFiled,
              cased(trade.assetDescription),
              judgedTicker(trade, trade.assetDescription),
            ],
            ...[trade.transactionDate, trade.notificationDate, trade.amountLabel, trade.filingStatus],
            ...[trade.subholding, trade.description, trade.comments, trade.location].map(cased),
          ]),
        ).toEqual(
          rows.map((one) => [
            ...[one.id ?? null, one.owner, cased(one.asset), 'ZQRA'],
            ...[isoDate(one.date), isoDate(one.notified), one.amount, one.status],
            ...[one.subholding, one.description, one.comments, one.location].map((words) => cased(words)),
          ]),
        );
      }),
      { numRuns: runs(40), seed: 20_009_999 },
    );
  });

  async function readPrinted(bytes: Buffer): Promise<StockActReport> {
    const url = 'file:20009999.pdf';
    const read = await readReport({ key: '20009999', kind: 'ptr-pdf', url, retrievedAt: '', bytes });
    expect(read.failure).toBeNull();
    return read.report!;
  }

  const isoDate = (filed: string): string => {
    const [month = '', day = '', year] = filed.split('/');
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  };
});
