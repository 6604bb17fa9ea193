/** Which of several reports of one day an amendment of the Senate restates: the one that a plain comparison of all rows finds. */

import { describe, expect, it } from '@jest/globals';
import { effectiveTrades as deriveTrades } from '../../../src/derive/congress/effective-trades.js';
import type { StockActReport, StockActTrade } from '../../../src/records/congress/stock-act.js';
import { knownNames } from '../../invented/known-symbols.js';
import fc from '../../property.js';
import { senateReport, trade } from '../../store/congress/invented-reports.js';

const effectiveTrades = (reports: Parameters<typeof deriveTrades>[0]) => deriveTrades(reports, knownNames());

const facts = fc.record({
  assetDescription: fc.constantFrom('Zquorra', ' ZQUORRA  Inc', 'Zquorra Inc. Class A', 'Quorrabot', 'Bot'),
  ownerFiled: fc.constantFrom('Self', 'Spouse'),
  type: fc.constantFrom('Purchase' as const, 'Sale' as const),
  transactionDate: fc.constantFrom('2026-09-01', '2026-09-02'),
  amountLabel: fc.constantFrom('$1,001 - $15,000', '$15,001 - $50,000'),
});
const rows = (some: Array<Partial<StockActTrade>>) =>
  some.map((more, at) => trade(at, { filingStatus: null, assetTypeCode: null, ...more }));
const original = (id: number, trades: StockActTrade[]) =>
  senateReport(`report ${id}`, { filedAt: `2026-09-30T14:0${id}:00.000Z`, trades });
const amendment = (trades: StockActTrade[]) =>
  senateReport('amendment', {
    ...{ amendment: 1, disclosureDate: '2026-10-05', filedAt: '2026-10-05T14:00:00.000Z', trades },
  });

/** The documents of which rows are replaced by the amendment. */
const restated = (reports: StockActReport[]) => [
  ...new Set(
    effectiveTrades(reports)
      .superseded.filter(({ supersededBy }) => supersededBy === 'amendment')
      .map(({ report }) => report.documentId),
  ),
];

function shareOf(report: StockActReport, { trades }: StockActReport): number {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();
  const agreeing = (a: StockActTrade, b: StockActTrade) => {
    const [name, other] = [plain(a.assetDescription), plain(b.assetDescription)];
    if (!name.includes(other) && !other.includes(name)) return 0;
    const same = (['ownerFiled', 'type', 'transactionDate', 'amountLabel'] as const).filter(
      (fact) => a[fact] === b[fact],
    );
    return same.length + (name === other ? 1 : 0);
  };
  let [open, left] = [[...trades], [...report.trades]];
  for (const least of [5, 4])
    left = left.filter((one) => {
      const found = open.find((other) => agreeing(one, other) >= least);
      open = open.filter((other) => other !== found);
      return found === undefined;
    });
  return 1 - left.length / report.trades.length;
}

describe('an amendment of the Senate', () => {
  it('restates the report with the greatest share of its rows, if that is half or more and one only', () => {
    const some = fc.array(facts, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(some, { minLength: 2, maxLength: 5 }), some, (reports, amended) => {
        // Another comment of each: none is a repetition of another one.
        const filed = reports.map((one, at) => ({ ...original(at, rows(one)), comments: `No. ${at}` }));
        const last = amendment(rows(amended));
        const shares = filed.map((report) => shareOf(report, last));
        const most = Math.max(...shares);
        const best = filed.filter((_report, at) => shares[at] === most);
        const expected = most >= 0.5 && best.length === 1 ? [best[0]!.documentId] : [];
        expect(restated([...filed, last])).toEqual(expected);
      }),
    );
  });

  it('reads the name of each asset a few times, however many rows are compared', () => {
    let reads = 0;
    const many = (id: number) =>
      rows(Array.from({ length: 80 }, (_, at) => ({ assetDescription: `Fund ${id} ${at}` }))).map((one) => {
        const { assetDescription } = one;
        return Object.defineProperty(one, 'assetDescription', {
          get() {
            reads += 1;
            return assetDescription;
          },
        });
      });
    const filed = Array.from({ length: 8 }, (_, id) => original(id, many(id)));
    expect(restated([...filed, amendment(many(3))])).toEqual(['report 3']);
    expect(reads / (9 * 80)).toBeLessThan(20);
  });
});
