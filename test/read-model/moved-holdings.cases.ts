/** Holdings that were handed over, got another CUSIP, or have a contradicted value, as they are answered. */

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ManagerFiling } from '../../src/records/portfolios/manager-filing.js';
import type { HoldingSearch } from '../../tools/contract/reads/managers.js';
import type { Reads } from '../../tools/contract/reads.js';
import { type InventedPosition, managerFiling, managerReads } from '../invented/managers.js';

describe('read-model/moved-holdings', () => {
  const [ACME, RENUMBERED, BETA] = ['990001109', '990001208', '990002107'];
  const [Q1, Q2, Q3] = ['2026-03-31', '2026-06-30', '2026-09-30'];
  const FILED = { [Q1]: '2026-05-10', [Q2]: '2026-08-10', [Q3]: '2026-11-10' };
  const [LEAVES, CHANGES, MIXES] = ['910001', '910002', '910003'];
  let reads: Reads;

  const priced = (key: string, shares: number): InventedPosition => [key, shares * 100, shares];
  function filings(): ManagerFiling[] {
    const made: ManagerFiling[] = [];
    const file = (cik: string, periodEnd: string, rows: InventedPosition[]) =>
      made.push(
        managerFiling(`0009100001-26-${String(made.length).padStart(6, '0')}`, rows, {
          ...{ cik, periodEnd, managerName: `Saltmarsh ${cik}`, filedDate: FILED[periodEnd]! },
        }),
      );
    for (const period of [Q1, Q2, Q3]) {
      for (let at = 0; at < 6; at += 1)
        file(String(920_000 + at), period, [priced(ACME, 1000 + at), priced(BETA, 50)]);
      file(LEAVES, period, period === Q1 ? [priced(ACME, 20_000), priced(BETA, 10)] : []);
      file(CHANGES, period, [priced(period === Q1 ? ACME : RENUMBERED, 3000), priced(BETA, 10)]);
      file(MIXES, period, [[ACME, 400, 4000], priced(BETA, 2000)]);
    }
    return made;
  }
  const search = (over: Partial<HoldingSearch> = {}): HoldingSearch => ({
    ...{ period: Q2, prior: Q1, changes: ['new', 'added', 'trimmed', 'held', 'exit', 'unknown'] },
    ...{ kinds: ['shares'], minValue: 0, sort: 'value', order: 'desc', limit: 50, after: undefined },
    ...over,
  });
  const holdings = async (cik: string, over: Partial<HoldingSearch> = {}) =>
    (await reads.managerHoldings({ ...search(over), cik, cusip: null, tickers: [] })).rows.map(
      ({ cusip, change, changeIsSure }) => [cusip, change, changeIsSure],
    );

  beforeAll(async () => {
    reads = await managerReads(filings(), new Date('2026-12-01T12:00:00.000Z'));
  });

  it('a manager with an empty report left nothing for sure', async () => {
    expect(await holdings(LEAVES)).toEqual([
      [ACME, 'exit', false],
      [BETA, 'exit', false],
    ]);
    const { counts } = await reads.managerHoldings({ ...search(), cik: LEAVES, cusip: null, tickers: [] });
    expect(counts).toMatchObject({ exit: 0, unknown: 2 });
    const { rows, summary } = await reads.securityHolders({ ...search(), cusip: BETA });
    expect(summary).toMatchObject({ exits: 0, unsure: 1, held: 8 });
    expect(rows.find(({ cik }) => cik === LEAVES)).toMatchObject({ change: 'exit', changeIsSure: false });
  });

  it.each([Q2, Q3])('a security with another CUSIP is neither left nor new, until %s', async (period) => {
    expect(await holdings(CHANGES, { period })).toEqual([
      [ACME, 'exit', false],
      [RENUMBERED, 'new', false],
      [BETA, 'held', true],
    ]);
    for (const [cusip, wanted] of [
      [ACME, { exits: 0, unsure: 3 }],
      [RENUMBERED, { newHolders: 0, unsure: 1 }],
    ] as const)
      expect((await reads.securityHolders({ ...search({ period }), cusip })).summary).toMatchObject(wanted);
  });

  it('neither is in the net of a ranking', async () => {
    const { rows } = await reads.rankHoldings({
      ...{ period: Q2, sort: 'net', order: 'asc', limit: 10, after: undefined },
    });
    expect(rows.find(({ cusip }) => cusip === ACME)).toMatchObject({ exits: 0, sharesChange: 0, netUsd: 0 });
  });

  it('a contradicted value is null in every answer, behind all others, and under every minimum', async () => {
    const found = await reads.managerHoldings({ ...search(), cik: MIXES, cusip: null, tickers: [] });
    expect(
      found.rows.map(({ cusip, amount, valueUsd, weight, change }) => [
        cusip,
        amount,
        valueUsd,
        weight,
        change,
      ]),
    ).toEqual([
      [BETA, 2000, 200_000, null, 'held'],
      [ACME, 4000, null, null, 'unknown'],
    ]);
    const [report] = await reads.managerReports(MIXES);
    expect(report).toMatchObject({ totalValueUsd: null, statedValueUsd: null });
    expect(report!.notes).toContain('values-contradicted');
    const holders = await reads.securityHolders({ ...search({ order: 'asc' }), cusip: ACME });
    expect(holders.rows.filter(({ valueUsd }) => valueUsd === null).map(({ cik }) => cik)).toContain(MIXES);
    expect(holders.summary!.valueUsd).toBe(601_500);
    const least = await reads.securityHolders({ ...search({ minValue: 1 }), cusip: ACME });
    expect(least.rows.map(({ cik }) => cik)).not.toContain(MIXES);
  });
});
