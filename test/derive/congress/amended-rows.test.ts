/** Edited rows of invented House reports: each original is replaced or marked, no other row is, whatever the order of arrival. */

import { expect, it } from '@jest/globals';
import { effectiveTrades as deriveTrades } from '../../../src/derive/congress/effective-trades.js';
import type { StockActTrade } from '../../../src/records/congress/stock-act.js';
import { knownNames } from '../../invented/known-symbols.js';
import fc from '../../property.js';
import { houseReport, trade } from '../../store/congress/invented-reports.js';

const effectiveTrades = (reports: Parameters<typeof deriveTrades>[0]) => deriveTrades(reports, knownNames());

const ASSETS = ['Zquorra Robotics, Inc.', 'Quillmark Corp', 'Vesper Foods plc', 'Dunmore Partners L.P.'];
const AMOUNTS = ['$1,001 - $15,000', '$15,001 - $50,000', '$50,001 - $100,000'];
const ORIGINALS = ['20000011', '20000012', '20000013'];
const AMENDMENT = '20000020';

const day = (n: number, year = 2026) => `${year}-02-${String(n).padStart(2, '0')}`;
const symbolOf = (name: string) => name.slice(0, 4).toUpperCase();
const asset = (name: string, code: string) => ({
  assetDescription: `${name} (${symbolOf(name)}) [${code}]`,
  ticker: symbolOf(name),
  assetTypeCode: code,
});

const filedRow = fc
  .record({
    name: fc.constantFrom(...ASSETS),
    ownerFiled: fc.constantFrom('', 'SP', 'JT'),
    type: fc.constantFrom<StockActTrade['type']>('Purchase', 'Sale'),
    transactionDate: fc.integer({ min: 1, max: 28 }).map((n) => day(n)),
    amountLabel: fc.constantFrom(...AMOUNTS),
  })
  .map(({ name, ...facts }) => ({ name, facts: { ...asset(name, 'ST'), ...facts } }));

/** What is edited, as often as in 343 real rows: 134 agree in all but the bracket or a text. */
const edit = fc.oneof(
  { weight: 67, arbitrary: fc.constant('code' as const) },
  { weight: 38, arbitrary: fc.constant('day' as const) },
  { weight: 26, arbitrary: fc.constant('year' as const) },
  { weight: 57, arbitrary: fc.constant('type' as const) },
  { weight: 21, arbitrary: fc.constant('owner' as const) },
  { weight: 67, arbitrary: fc.constant('amount' as const) },
  { weight: 67, arbitrary: fc.constant('text' as const) },
);
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

function edited(filed: StockActTrade, name: string, what: Edit, n: number): StockActTrade {
  const others = <T>(all: readonly T[], own: T) => all.filter((one) => one !== own);
  const changes: Record<Edit, Partial<StockActTrade>> = {
    code: asset(name, ['OL', 'OP', 'CS'][n % 3] as string),
    // The day that is right: before the report.
    day: { transactionDate: day(1 + (n % 28)) },
    year: { transactionDate: filed.transactionDate },
    type: {
      type: others(['Purchase', 'Sale', 'Sale (Partial)'] as const, filed.type)[
        n % 2
      ] as StockActTrade['type'],
    },
    owner: { ownerFiled: others(['', 'SP', 'JT', 'DC'], filed.ownerFiled)[n % 3] as string },
    amount: { amountLabel: others(AMOUNTS, filed.amountLabel)[n % 2] as string },
    text: { description: `Corrected ${n}.` },
  };
  return { ...filed, ...changes[what], filingStatus: 'Amended', rowId: String(2_000_000_000 + n) };
}

const member = fc.record({
  reports: fc.array(fc.array(filedRow, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
  of: fc.nat(),
  edits: fc.array(fc.record({ at: fc.nat(), what: edit, n: fc.nat(999) }), { minLength: 1, maxLength: 4 }),
  order: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
});

it('replaces or marks each original and nothing else, in whatever order the reports arrive', () => {
  fc.assert(
    fc.property(member, ({ reports, of, edits, order }) => {
      const originals = reports.map((rows, at) =>
        houseReport(ORIGINALS[at] as string, {
          disclosureDate: `2026-03-0${at + 1}`,
          trades: rows.map(({ facts }, row) => trade(row, facts)),
        }),
      );
      const place = of % reports.length;
      const [named, report] = [
        reports[place] as (typeof reports)[number],
        originals[place] as (typeof originals)[number],
      ];
      const byRow = new Map(edits.map((one) => [one.at % named.length, one]));
      const changed = [...byRow].map(([row, { what, n }]) => {
        const filed = report.trades[row] as StockActTrade;
        const correction = edited(filed, (named[row] as (typeof named)[number]).name, what, n);
        // The year was wrong before.
        if (what === 'year') filed.transactionDate = filed.transactionDate.replace('2026', '2025');
        return { row, what, filed, correction };
      });
      const trades = changed.map(({ correction }, row) => ({
        ...correction,
        row,
        rowId: String(2_000_000_000 + row),
      }));
      // A correction that says what another row says already looks like one that changes nothing.
      const said = (one: StockActTrade) =>
        JSON.stringify([one.assetDescription, one.ownerFiled, one.type, one.transactionDate]);
      const all = originals.flatMap((one) => one.trades);
      const isPlain = changed.every(({ filed, correction }) =>
        all.every((one) => one === filed || said(one) !== said(correction)),
      );
      fc.pre(isPlain);
      const amendment = houseReport(AMENDMENT, { disclosureDate: '2026-04-01', trades });
      const filed = [...originals, amendment];
      const found = effectiveTrades(filed);
      const shuffled = filed
        .map((one, at) => ({ one, key: (order[at] as number) % 97 }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one);
      expect(effectiveTrades(shuffled)).toEqual(found);

      const meant = new Set(changed.map(({ filed }) => filed));
      const content = (one: StockActTrade) => said(one) + one.amountLabel;
      const meantContents = new Set([...meant].map(content));
      const wrong = found.superseded.filter(({ trade: one }) => !meantContents.has(content(one)));
      expect(wrong).toEqual([]);
      const open = new Set(
        found.effective.filter((one) => one.isCorrectionOpen).map((one) => content(one.trade)),
      );
      const replaced = new Set(found.superseded.map(({ trade: one }) => content(one)));
      for (const original of meant)
        expect([original, replaced.has(content(original)) || open.has(content(original))]).toEqual([
          original,
          true,
        ]);
    }),
    { seed: 42, numRuns: 500 },
  );
});
