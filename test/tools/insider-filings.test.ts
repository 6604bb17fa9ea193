/** Transactions of a person added up by filing: sums, holdings, order, and what is not known. */

import { describe, expect, it } from '@jest/globals';
import { insiderFilings, placeOfFiling } from '../../tools/contract/insider-filings.js';
import type { ListPlace } from '../../tools/contract/place.js';
import type { InsiderTransaction } from '../../tools/contract/shapes/insider.js';
import { insiderFiling } from '../../tools/contract/shapes/insider-filing.js';

function row(filing: number, at: number, more: Partial<InsiderTransaction> = {}): InsiderTransaction {
  const accession = `0000900001-26-${String(filing).padStart(6, '0')}`;
  const shares = more.shares === undefined ? 100 : more.shares;
  const price = more.pricePerShare === undefined ? 10 : more.pricePerShare;
  return {
    filingId: `${accession}-${at}`,
    filedAt: `2026-11-${String(filing).padStart(2, '0')}T21:05:00.000Z`,
    filedAtApproximate: false,
    issuerName: 'Brackwater Tool Co',
    issuerTicker: 'BRKW',
    ownerName: 'Quill Marina T',
    ownerSlug: 'quill-marina-t',
    ownerCik: '990001',
    ownerTitle: 'Chief Financial Officer',
    transactionCode: 'P',
    securityTitle: 'Common Stock',
    transactionDate: `2026-11-${String(filing).padStart(2, '0')}`,
    totalValue: shares === null || price === null ? null : shares * price,
    sharesOwnedAfter: null,
    isDerivative: false,
    intentLabel: 'Open-market purchase',
    signalQuality: 'discretionary-buy',
    rawFilingUrl: `https://www.sec.gov/Archives/edgar/data/900001/${filing}-index.htm`,
    ...more,
    shares,
    pricePerShare: price,
  };
}

const NEWEST = { sort: 'filed', order: 'desc', minValue: 0, after: undefined } as const;
const groupsOf = (rows: InsiderTransaction[]) => insiderFilings(rows, NEWEST).behind;

describe('a filing', () => {
  it('is one group for each code and each security, in the order of its rows', () => {
    const found = groupsOf([
      row(3, 1, { shares: 50, pricePerShare: 11.1, transactionDate: '2026-11-02' }),
      row(3, 0),
      row(3, 2, { transactionCode: 'S' }),
      row(3, 3, { securityTitle: 'Class B' }),
      row(3, 4, { isDerivative: true }),
    ]);
    expect(found.map(({ filingId, rows }) => [filingId.slice(-2), rows])).toEqual([
      ['-0', 2],
      ['-2', 1],
      ['-3', 1],
      ['-4', 1],
    ]);
    expect(insiderFiling.strict().parse(found[0])).toMatchObject({
      shares: 150,
      totalValue: 1555,
      averagePrice: 10.3667,
      firstDate: '2026-11-02',
      lastDate: '2026-11-03',
    });
  });

  it('has no sum where a row states none', () => {
    const [group] = groupsOf([row(3, 0), row(3, 1, { pricePerShare: null })]);
    expect([group!.shares, group!.totalValue, group!.averagePrice]).toEqual([200, null, null]);
    const [other] = groupsOf([row(3, 0), row(3, 1, { shares: null })]);
    expect([other!.shares, other!.totalValue]).toEqual([null, null]);
  });

  it('has the holding after its last row only if its rows follow one another', () => {
    const chain = [row(3, 0, { sharesOwnedAfter: 1100 }), row(3, 1, { sharesOwnedAfter: 1200 })];
    expect(groupsOf(chain)[0]).toMatchObject({ sharesOwnedAfter: 1200, changePct: 20 });
    const accounts = [row(3, 0, { sharesOwnedAfter: 1100 }), row(3, 1, { sharesOwnedAfter: 700 })];
    expect(groupsOf(accounts)[0]).toMatchObject({ sharesOwnedAfter: null, changePct: null });
    const sold = [row(3, 0, { transactionCode: 'S', sharesOwnedAfter: 300 })];
    expect(groupsOf(sold)[0]).toMatchObject({ sharesOwnedAfter: 300, changePct: -25 });
  });

  it('has a change for purchases and sales alone, and none from nothing', () => {
    const award = [row(3, 0, { transactionCode: 'A', sharesOwnedAfter: 300 })];
    expect(groupsOf(award)[0]).toMatchObject({ sharesOwnedAfter: 300, changePct: null });
    const first = [row(3, 0, { sharesOwnedAfter: 100 })];
    expect(groupsOf(first)[0]).toMatchObject({ sharesOwnedAfter: 100, changePct: null });
  });

  it('names its kind only where all rows have one', () => {
    const [group] = groupsOf([row(3, 0), row(3, 1, { signalQuality: 'planned' })]);
    expect(group!.signalQuality).toBeNull();
  });
});

describe('the list', () => {
  const rows = [
    row(1, 0, { shares: 10 }),
    row(2, 0, { shares: 30, transactionCode: 'S' }),
    row(3, 0, { shares: 20 }),
    row(3, 1, { shares: 25 }),
    row(4, 0, { pricePerShare: null }),
    row(5, 0, { shares: 30, transactionDate: '2026-10-01' }),
  ];

  it.each([
    ['filed', 'desc', [5, 4, 3, 2, 1]],
    ['filed', 'asc', [1, 2, 3, 4, 5]],
    // With one value, the later filing comes first in descending order.
    ['value', 'desc', [3, 5, 2, 1]],
    ['value', 'asc', [1, 2, 5, 3]],
    ['traded', 'desc', [4, 3, 2, 1, 5]],
  ] as const)('by %s %s, whole and in pages of two', (sort, order, wanted) => {
    const numbers = (found: { filingId: string }[]) =>
      found.map(({ filingId }) => Number(filingId.slice(14, 20)));
    const search = { ...NEWEST, sort, order };
    const whole = insiderFilings(rows, search);
    expect([whole.all, numbers(whole.behind)]).toEqual([wanted.length, wanted]);
    const paged: number[] = [];
    let after: ListPlace | undefined;
    do {
      const { behind, all } = insiderFilings(rows, { ...search, after });
      expect(all).toBe(wanted.length);
      paged.push(...numbers(behind.slice(0, 2)));
      after = behind.length > 2 ? placeOfFiling(search, behind[1]!) : undefined;
    } while (after !== undefined);
    expect(paged).toEqual(wanted);
  });

  it('adds up purchases and sales of all that match, and counts those of unknown value', () => {
    expect(insiderFilings(rows, NEWEST).totals).toEqual({
      rows: 6,
      purchases: 850,
      sales: 300,
      unvalued: 1,
    });
    const options = [
      row(6, 0, { isDerivative: true }),
      row(6, 1, { isDerivative: true, pricePerShare: null }),
    ];
    expect(insiderFilings([...rows, ...options], NEWEST).totals).toEqual({
      rows: 8,
      purchases: 850,
      sales: 300,
      unvalued: 1,
    });
    const large = insiderFilings(rows, { ...NEWEST, minValue: 400 });
    expect([large.all, large.totals.purchases]).toEqual([1, 450]);
  });
});
