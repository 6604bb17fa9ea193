/** The quarters of all managers: which filings count, units, control totals, and what changed. */

import { describe, expect, it } from '@jest/globals';
import { comparedFields, pageOfPairs, pairs } from '../../../src/read-model/manager-answers.js';
import { FILER_FLAGS } from '../../../src/records/portfolios/holder-change.js';
import type { ManagerFiling } from '../../../src/records/portfolios/manager-filing.js';
import { POSITION_FLAGS } from '../../../src/records/portfolios/packed-positions.js';
import type { HoldingSearch } from '../../../tools/contract/reads/managers.js';
import { type InventedPosition, managerFiling } from '../../invented/managers.js';
import { derive } from './derived-quarter.js';

describe('derive/managers/quarter', () => {
  const [ACME, BETA] = ['990001109', '990002107'];
  const { put, principal } = POSITION_FLAGS;

  const filing = (number: number, rows: InventedPosition[], facts: Partial<ManagerFiling> = {}) =>
    managerFiling(`0009100001-26-00000${number}`, rows, facts);
  const amended = (
    number: number,
    amendmentType: ManagerFiling['amendmentType'],
    rows: InventedPosition[],
    facts: Partial<ManagerFiling> = {},
  ) => filing(number, rows, { formType: '13F-HR/A', amendmentType, filedDate: '2026-09-01', ...facts });
  const report = (filings: ManagerFiling[]) => derive(filings).reports.get('910001')!;
  /** Six other managers, whose prices make that of the first one known. */
  const others = (price: number, facts: Partial<ManagerFiling> = {}) =>
    Array.from({ length: 6 }, (_, at) =>
      managerFiling(`000920000${at}-26-000001`, [[ACME, price * 100, 100]], { cik: `92000${at}`, ...facts }),
    );

  describe('which filings count', () => {
    it('replaces by a restatement, and adds new holdings to it', () => {
      const found = report([
        filing(1, [[ACME, 100, 10]]),
        amended(2, 'RESTATEMENT', [[ACME, 300, 30]]),
        amended(3, 'NEW HOLDINGS', [[BETA, 50, 5]], { filedDate: '2026-10-01', isConfidentialExpired: true }),
      ]);
      expect(found.positions_).toEqual([
        [ACME, 300, 30, 0],
        [BETA, 50, 5, 0],
      ]);
      expect(found).toMatchObject({
        state: 'holdings',
        totalUsd: 350,
        statedUsd: 350,
        filedDate: '2026-10-01',
      });
      expect(found.notes).toContain('confidential-rows-added');
      expect(found.filings.map(({ isEffective }) => isEffective)).toEqual([false, true, true]);
    });

    it('does not take new holdings for a report', () => {
      const found = report([filing(1, [[ACME, 100, 10]]), amended(2, 'NEW HOLDINGS', [[BETA, 5, 1]])]);
      expect(found.positions).toBe(2);
      expect(found.totalUsd).toBe(105);
    });

    it('applies an amendment after the original of the same day, whatever their numbers', () => {
      const day = { filedDate: '2026-08-10' };
      const added = report([
        amended(1, 'NEW HOLDINGS', [[BETA, 5, 1]], day),
        filing(2, [[ACME, 100, 10]], day),
      ]);
      expect(added).toMatchObject({ positions: 2, totalUsd: 105, notes: ['unit-unchecked'] });
      const restated = report([
        amended(1, 'RESTATEMENT', [[BETA, 5, 1]], day),
        filing(2, [[ACME, 1, 1]], day),
      ]);
      expect(restated.totalUsd).toBe(5);
    });

    it('takes an addition that repeats the report for a restatement, so that nothing counts twice', () => {
      const rows = Array.from({ length: 5 }, (_, at): InventedPosition => [`99000${at}109`, 100, 10 + at]);
      const whole = amended(2, 'NEW HOLDINGS', [...rows.slice(1), ['990000109', 250, 25], [BETA, 5, 1]]);
      const restated = report([filing(1, rows), whole]);
      expect(restated).toMatchObject({ positions: 6, totalUsd: 655 });
      expect(restated.notes).toContain('addition-repeats-report');
      expect(restated.filings.map(({ isEffective }) => isEffective)).toEqual([false, true]);
      const more = rows.map(([key, value, amount]): InventedPosition => [key, value, amount! + 100]);
      expect(report([filing(1, rows), amended(2, 'NEW HOLDINGS', more)]).totalUsd).toBe(1000);
      const [again, twice] = [2, 3].map((one) => amended(one, 'NEW HOLDINGS', [[BETA, 5, 1]]));
      expect(report([filing(1, rows), again!, twice!]).totalUsd).toBe(505);
    });

    it('counts once what an addition repeats of a part of the report', () => {
      const rows = Array.from({ length: 5 }, (_, at): InventedPosition => [`99000${at}109`, 100, 10 + at]);
      const added = (some: InventedPosition[]) => report([filing(1, rows), amended(2, 'NEW HOLDINGS', some)]);
      const few = added([rows[0]!, [BETA, 5, 1]]);
      expect(few).toMatchObject({ positions: 6, totalUsd: 505, statedUsd: 605, rows: 7 });
      expect(few.notes).toEqual(['addition-repeats-report', 'unit-unchecked']);
      expect(few.filings.map(({ isEffective }) => isEffective)).toEqual([true, true]);
      // Two as they were and one corrected, in a new unit: the figures of the addition are the newer ones.
      const corrected = added([
        ['990000109', 90, 10],
        ['990001109', 90, 11],
        ['990002109', 70, 7],
      ]);
      expect(corrected.positions_.map(([, value, amount]) => [value, amount])).toEqual([
        ...[
          [100, 13],
          [100, 14],
          [90, 10],
          [90, 11],
          [70, 7],
        ],
      ]);
      // One as it was, and more of three others.
      const more = added([rows[0]!, ...rows.slice(1, 4).map(([key]): InventedPosition => [key, 5, 1])]);
      expect(more).toMatchObject({ positions: 5, totalUsd: 515 });
      // The same option is not the same shares.
      expect(added([['990000109', 100, 10, put]])).toMatchObject({ positions: 6, totalUsd: 600 });
    });

    it('adds up an account that was left out, although it holds as much of one of many securities', () => {
      const account = (amountOf: (at: number) => number) =>
        Array.from({ length: 10 }, (_, at): InventedPosition => [`99000${at}109`, 100, amountOf(at)]);
      const [one, other] = [account((at) => 100 + at), account((at) => (at === 0 ? 100 : 20 + at))];
      const found = report([filing(1, one), amended(2, 'NEW HOLDINGS', other)]);
      expect(found).toMatchObject({ positions: 10, totalUsd: 2000, statedUsd: 2000 });
      expect(found.positions_).toContainEqual(['990000109', 200, 200, 0]);
      expect(found.notes).not.toContain('addition-repeats-report');
    });

    it('keeps what a small addition that repeats one position does not name', () => {
      const small = report([
        filing(1, [
          [ACME, 100, 10],
          [BETA, 50, 5],
        ]),
        amended(2, 'NEW HOLDINGS', [
          [ACME, 100, 10],
          ['990003105', 70, 7],
          ['990004103', 5, 1],
        ]),
      ]);
      expect(small).toMatchObject({ positions: 4, totalUsd: 225 });
    });

    it('says so where new holdings have no report, and where a second report replaces one', () => {
      expect(report([amended(1, 'NEW HOLDINGS', [[BETA, 5, 1]])]).notes).toContain('addition-without-report');
      expect(report([filing(1, [[ACME, 1, 1]]), filing(2, [[BETA, 2, 2]])]).notes).toContain('second-report');
    });

    it('does not apply a second report of months later that holds something else', () => {
      const late = { filedDate: '2026-11-12' };
      const found = report([filing(1, [[ACME, 100, 10]]), filing(2, [[ACME, 150, 15]], late)]);
      expect(found).toMatchObject({ totalUsd: 100, filedDate: '2026-08-10' });
      expect(found.notes).toContain('second-report-not-applied');
      expect(found.filings.map(({ isEffective }) => isEffective)).toEqual([true, false]);
      const again = report([filing(1, [[ACME, 100, 10]]), filing(2, [[ACME, 100_000, 10]], late)]);
      expect(again).toMatchObject({ totalUsd: 100_000, notes: expect.arrayContaining(['second-report']) });
      // A report that was withdrawn says nothing that a later one contradicts.
      const withdrawn = [filing(1, [[ACME, 100, 10]]), amended(2, 'RESTATEMENT', [])];
      expect(report([...withdrawn, filing(3, [[BETA, 5, 1]], late)])).toMatchObject({ totalUsd: 5 });
    });

    it('takes an amendment without a kind for a restatement only if it has nearly all positions', () => {
      const rows = Array.from({ length: 10 }, (_, at): InventedPosition => [`99000${at}109`, 100, 10]);
      const base = filing(1, rows);
      const near = report([base, amended(2, null, rows.slice(1))]);
      expect(near).toMatchObject({ positions: 9, notes: expect.arrayContaining(['amendment-type-assumed']) });
      const far = report([base, amended(2, null, rows.slice(8))]);
      expect(far).toMatchObject({ positions: 10, notes: expect.arrayContaining(['amendment-not-applied']) });
      expect(report([amended(2, null, rows)]).state).toBe('unread');
      const others = rows.map(([key, ...rest]): InventedPosition => [key.replace('109', '208'), ...rest]);
      expect(report([base, amended(2, null, others)]).notes).toContain('amendment-not-applied');
      // A report of one row is not replaced by one of another security, nor is one that is not here.
      const one = report([filing(1, [[ACME, 100, 10]]), amended(2, null, [[BETA, 5, 1]])]);
      expect(one).toMatchObject({ totalUsd: 100, notes: expect.arrayContaining(['amendment-not-applied']) });
      const lonely = report([amended(2, 'NEW HOLDINGS', rows), amended(3, null, rows)]);
      expect(lonely.notes).toEqual(
        expect.arrayContaining(['addition-without-report', 'amendment-not-applied']),
      );
      // With what was added since.
      const extended = [base, amended(2, 'NEW HOLDINGS', others.slice(0, 5))];
      expect(report([...extended, amended(3, null, rows)]).notes).toContain('amendment-not-applied');
      expect(report([...extended, amended(3, null, [...rows, ...others.slice(0, 5)])])).toMatchObject({
        ...{ positions: 15, totalUsd: 1500, notes: expect.arrayContaining(['amendment-type-assumed']) },
      });
    });

    it('withdraws a portfolio by an empty restatement, and keeps an empty report as an empty portfolio', () => {
      const placeholder = { rowCount: 1, tableEntryTotal: 1, tableValueTotal: 0 };
      const withdrawn = report([filing(1, [[ACME, 100, 10]]), amended(2, 'RESTATEMENT', [], placeholder)]);
      expect(withdrawn).toMatchObject({
        ...{ state: 'withdrawn', positions: 0, totalUsd: null, statedUsd: null, positions_: [], notes: [] },
      });
      for (const stated of [placeholder, { tableEntryTotal: 0 }])
        expect(report([filing(1, [], stated)])).toMatchObject({
          ...{ state: 'holdings', positions: 0, totalUsd: 0, notes: ['empty-report'] },
        });
    });

    it('links a notice to the manager who reports, and keeps a report beside it', () => {
      const notice = filing(2, [], {
        formType: '13F-NT',
        tableEntryTotal: null,
        otherManagers: [{ cik: '910009', name: 'Parent Co' }],
      });
      expect(report([notice])).toMatchObject({
        state: 'notice',
        totalUsd: null,
        otherManagers: [{ cik: '910009', name: 'Parent Co' }],
      });
      expect(report([notice])).toMatchObject({ statedUsd: null, statedRows: null, notes: [] });
      expect(report([filing(1, [[ACME, 1, 1]]), notice])).toMatchObject({ state: 'holdings', positions: 1 });
      // The report was withdrawn: what the notice says is left.
      const withdrawn = amended(4, 'RESTATEMENT', [], {
        rowCount: 1,
        tableEntryTotal: 1,
        tableValueTotal: 0,
      });
      expect(report([filing(1, [[ACME, 1, 1]]), notice, withdrawn])).toMatchObject({
        ...{ state: 'notice', totalUsd: null, otherManagers: [{ cik: '910009', name: 'Parent Co' }] },
      });
      // The last of two notices counts.
      const later = filing(3, [], { ...notice, accession: '0009100001-26-000003', filedDate: '2026-09-09' });
      const both = report([notice, { ...later, otherManagers: [{ cik: '910008', name: 'New Parent Co' }] }]);
      expect(both.otherManagers).toEqual([{ cik: '910008', name: 'New Parent Co' }]);
      expect(both.filings.map(({ isEffective }) => isEffective)).toEqual([false, true]);
    });

    it('does not read a report without its table as one that sold everything', () => {
      expect(report([filing(1, [], { tableEntryTotal: 12 })]).state).toBe('unread');
    });

    it('compares the table with the summary page, within what rounding explains', () => {
      const rounded = report([filing(1, [[ACME, 100, 10]], { tableValueTotal: 101 })]);
      expect(rounded.notes).not.toContain('value-differs');
      const other = report([filing(1, [[ACME, 100, 10]], { tableValueTotal: 500, tableEntryTotal: 4 })]);
      expect(other).toMatchObject({ totalUsd: 100, statedUsd: 500, rows: 1, statedRows: 4 });
      expect(other.notes).toEqual(expect.arrayContaining(['value-differs', 'rows-differ']));
    });

    it('has no stated sum if one summary page of several states none', () => {
      const parts = (first: Partial<ManagerFiling>, second: Partial<ManagerFiling>) =>
        report([filing(1, [[ACME, 100, 10]], first), amended(2, 'NEW HOLDINGS', [[BETA, 5, 1]], second)]);
      expect(parts({}, {})).toMatchObject({ statedUsd: 105, statedRows: 2 });
      const unstated = { tableEntryTotal: null, tableValueTotal: null };
      for (const found of [parts(unstated, {}), parts({}, unstated)]) {
        expect(found).toMatchObject({ totalUsd: 105, statedUsd: null, statedRows: null });
        expect(found.notes).not.toContain('value-differs');
      }
    });

    it('has no total if a value cannot be read', () => {
      const found = report([
        filing(1, [
          [ACME, null, 10],
          [BETA, 5, 1],
        ]),
      ]);
      expect(found).toMatchObject({ totalUsd: null, notes: expect.arrayContaining(['values-unreadable']) });
    });
  });

  describe('the unit of values', () => {
    const own = (rows: InventedPosition[], facts: Partial<ManagerFiling> = {}) =>
      derive([filing(1, rows, facts), ...others(136)]).reports.get('910001')!;

    it('is dollars or thousands by the prices that other reports imply', () => {
      expect(own([[ACME, 13_600, 100]]).notes).toEqual([]);
      const thousands = own([[ACME, 5390, 39_538]]);
      expect(thousands).toMatchObject({
        totalUsd: 5_390_000,
        notes: expect.arrayContaining(['unit-corrected']),
      });
      // Half a thousand for the row and half for the sum is rounding; more is not.
      const off = (tableValueTotal: number) => own([[ACME, 5390, 39_538]], { tableValueTotal }).notes;
      expect(off(5391)).not.toContain('value-differs');
      expect(off(5392)).toContain('value-differs');
      const times = own([[ACME, 13_600_000, 100]]);
      expect(times).toMatchObject({ totalUsd: 13_600, notes: expect.arrayContaining(['unit-corrected']) });
    });

    it('is that of the report for an addition without known prices', () => {
      const base = filing(1, [[ACME, 5390, 39_538]]);
      const added = amended(2, 'NEW HOLDINGS', [[BETA, 7, 100]]);
      const found = derive([base, added, ...others(136)]).reports.get('910001')!;
      expect(found.totalUsd).toBe(5_397_000);
      expect(found.notes).toEqual(expect.arrayContaining(['unit-corrected', 'unit-unchecked']));
      // Filed under the rule of thousands, in dollars: that says nothing of an addition under the other rule.
      const old = { filedDate: '2022-08-10' };
      const early = filing(1, [[ACME, 13_600, 100]], old);
      expect(derive([early, added, ...others(0.136, old)]).reports.get('910001')!.totalUsd).toBe(13_607);
    });

    it('keeps what is neither, such as a report of an older quarter, and marks it', () => {
      expect(own([[ACME, 2533, 100]])).toMatchObject({
        totalUsd: 2533,
        notes: expect.arrayContaining(['unit-undecided']),
      });
      expect(own([[BETA, 2533, 100]]).notes).toContain('unit-unchecked');
    });

    it('follows the filing date before 2023, and its prices', () => {
      const old = { filedDate: '2022-08-10' };
      const found = derive([filing(1, [[ACME, 14, 100]], old), ...others(0.136, old)]).reports.get('910001')!;
      expect(found.totalUsd).toBe(14_000);
    });

    it('is not decided by options, bonds, or rows that repeat their value as shares', () => {
      const rows: InventedPosition[] = [
        [ACME, 5, 100, put],
        [ACME, 5, 100, principal],
        [ACME, 100, 100, POSITION_FLAGS.noPrice],
      ];
      expect(own(rows).notes).toContain('unit-unchecked');
    });
  });

  describe('who holds a security', () => {
    it('keeps options and bonds apart from shares', () => {
      const { securities } = derive([
        filing(1, [
          [ACME, 10, 1],
          [ACME, 20, 2, put],
          [ACME, 30, 30, principal],
        ]),
      ]);
      expect(securities.get(ACME)).toMatchObject({
        holders: 1,
        shares: 1,
        valueUsd: 10,
        putHolders: 1,
        principalHolders: 1,
      });
    });

    it('counts changes only of managers who filed both quarters', () => {
      const before = derive([...others(100), filing(1, [[ACME, 1000, 10]])]).prior;
      const now = derive(
        [
          ...others(100).slice(0, 4),
          managerFiling('0009200004-26-000009', [[BETA, 5, 1]], { cik: '920004' }),
          managerFiling('0009300000-26-000001', [[ACME, 100, 1]], { cik: '930000' }),
          filing(1, [[ACME, 2000, 20]]),
        ],
        before,
      );
      // 920004 left, 920005 has not filed, 930000 has no report before, 910001 added.
      expect(now.securities.get(ACME)).toMatchObject({
        holders: 6,
        newHolders: 0,
        exits: 1,
        added: 1,
        held: 4,
        unsure: 2,
        sharesChange: -90,
      });
      expect(now.securities.get(BETA)).toMatchObject({ newHolders: 1 });
    });

    it('gives the change in dollars at the price of the quarter, and none without a price', () => {
      const before = derive([...others(100), filing(1, [[BETA, 1000, 10]])]).prior;
      const more = others(120).map((one, at) =>
        managerFiling(one.accession, [[ACME, 120 * 130, 130]], { cik: `92000${at}` }),
      );
      const now = derive([...more, filing(1, [[BETA, 2000, 30]])], before);
      expect(now.securities.get(ACME)).toMatchObject({ price: 120, sharesChange: 180, netUsd: 21_600 });
      expect(now.securities.get(BETA)).toMatchObject({ price: null, sharesChange: 20, netUsd: null });
    });

    it('gives no change in dollars of a security that hardly any manager held in one quarter: it may be exchanged', () => {
      const exchanged = others(100).map(({ accession, cik }) =>
        managerFiling(accession, [[BETA, 10_000, 100]], { cik }),
      );
      const before = derive(others(100)).prior;
      const now = derive(exchanged, before).securities;
      expect(now.get(BETA)).toMatchObject({ newHolders: 6, sharesChange: 600, price: 100, netUsd: null });
      expect(now.get(ACME)).toMatchObject({ exits: 6, sharesChange: -600, price: null, netUsd: null });
      // Five of 120 still report the old number, so it has a price.
      const many = Array.from({ length: 120 }, (_, at) =>
        managerFiling(`0000000${at}`, [[ACME, 10_000, 100]], { cik: `${930_000 + at}` }),
      );
      const swapped = many.map((one, at) =>
        at < 5 ? one : managerFiling(one.accession, [[BETA, 10_000, 100]], { cik: one.cik }),
      );
      expect(derive(swapped, derive(many).prior).securities.get(ACME)).toMatchObject({
        ...{ exits: 115, sharesChange: -11_500, price: 100, netUsd: null },
      });
      // One of six held it: the others bought it.
      const early = derive([...others(100).slice(1), exchanged[0]!]).prior;
      expect(derive(exchanged, early).securities.get(BETA)).toMatchObject({
        sharesChange: 500,
        netUsd: 50_000,
      });
    });

    it('has no sum of changes if an amount is not known, in either quarter', () => {
      const known = filing(1, [[BETA, 1000, 10]]);
      const unknown = filing(1, [[BETA, 1000, null]]);
      for (const [then, now] of [
        [known, unknown],
        [unknown, known],
      ] as const) {
        const found = derive([now], derive([then]).prior).securities.get(BETA);
        expect(found).toMatchObject({ holders: 1, unsure: 1, sharesChange: null, netUsd: null });
      }
    });

    it('says nothing of a change where the share column repeats the value', () => {
      const { noPrice } = POSITION_FLAGS;
      const right = filing(1, [[ACME, 1000, 10]]);
      const repeats = filing(1, [[ACME, 1000, 1000, noPrice]]);
      for (const [then, now] of [
        [right, repeats],
        [repeats, right],
        [repeats, repeats],
      ] as const) {
        const before = derive([then, ...others(100)]).prior;
        const more = managerFiling('0009200000-26-000001', [[ACME, 13_000, 130]], { cik: '920000' });
        const found = derive([now, more, ...others(100).slice(1)], before).securities.get(ACME);
        expect(found).toMatchObject({
          added: 1,
          trimmed: 0,
          held: 5,
          unsure: 1,
          sharesChange: 30,
          netUsd: 3000,
        });
      }
      const rows = (one: ManagerFiling) => derive([one]).reports.get('910001')!.positions_;
      const figures = (one: ManagerFiling) =>
        rows(one).map(([key, value, amount, flags = 0]) => ({ key, value, amount, flags }));
      const context = {
        flags: FILER_FLAGS.filed,
        priorFlags: FILER_FLAGS.filed,
        maybeSplit: false,
        isRenumbered: false,
      };
      const [pair] = pairs(
        figures(repeats),
        figures(right),
        ({ key }) => key,
        () => context,
      );
      expect(comparedFields(pair!)).toMatchObject({ change: 'unknown', amount: 1000, amountChange: null });
    });

    it('compares a security of one dollar, in which everyone has as many shares as value', () => {
      const { noPrice } = POSITION_FLAGS;
      const rest = (amount: number) =>
        Array.from({ length: 6 }, (_, at) =>
          managerFiling(`000920000${at}-26-000001`, [[ACME, amount, amount, noPrice]], { cik: `92000${at}` }),
        );
      const before = derive([filing(1, [[ACME, 1000, 1000, noPrice]]), ...rest(400)]).prior;
      const found = derive([filing(1, [[ACME, 1500, 1500, noPrice]]), ...rest(400)], before).securities.get(
        ACME,
      );
      expect(found).toMatchObject({ added: 1, held: 6, unsure: 0, price: 1, sharesChange: 500, netUsd: 500 });
    });

    it.each([
      ['new', 0],
      ['exit', 1],
    ])('gives no number of shares for what is %s where the share column repeats the value', (change, at) => {
      const figures = [{ key: ACME, value: 5_000_000, amount: 5_000_000, flags: POSITION_FLAGS.noPrice }];
      const small = { key: BETA, value: 100, amount: 1, flags: 0 };
      const quarters = [[...figures, small], [] as typeof figures];
      const all = pairs(
        quarters[at]!,
        quarters[1 - at]!,
        ({ key }) => key,
        () => ({
          flags: FILER_FLAGS.filed,
          priorFlags: FILER_FLAGS.filed,
          maybeSplit: false,
          isRenumbered: false,
        }),
      );
      const repeated = all.find(({ id }) => id === ACME)!;
      expect(comparedFields(repeated)).toMatchObject({ change, amountChange: null, amountChangePct: null });
      const search = { changes: [repeated.change], kinds: ['shares'], minValue: 0, sort: 'change', limit: 2 };
      const order = change === 'new' ? 'desc' : 'asc';
      const page = pageOfPairs(all, { ...search, order } as unknown as HoldingSearch);
      expect(page.rows.map(({ id }) => id)).toEqual([BETA, ACME]);
    });

    it('adds no dollars of a share column that repeats the value to the shares of all', () => {
      const { noPrice } = POSITION_FLAGS;
      const repeats = filing(1, [[ACME, 5_000_000, 5_000_000, noPrice]]);
      const sums = (all: ManagerFiling[]) => derive(all).securities.get(ACME);
      expect(sums([repeats, ...others(100)])).toMatchObject({
        holders: 7,
        shares: 600,
        valueUsd: 5_060_000,
      });
      // No other report says what a share costs: it can be one dollar.
      expect(sums([repeats])).toMatchObject({ holders: 1, shares: 5_000_000 });
      expect(sums([repeats, ...others(1)])).toMatchObject({ shares: 5_000_600 });
    });

    it('is not said of a row without a CUSIP, which only counts for its manager', () => {
      const { securities, facts, reports } = derive([filing(1, [['?ACME CORP/COM', 10, 1]])]);
      expect([...securities.keys()]).toEqual([]);
      expect(facts).toMatchObject({ positions: 1, securities: 0, valueUsd: 10 });
      expect(reports.get('910001')!.positions_).toEqual([['?ACME CORP/COM', 10, 1, 0]]);
    });

    it('is not sure of what is new or gone where rows are withheld', () => {
      const before = derive([filing(1, [[ACME, 1000, 10]])]).prior;
      const now = derive([filing(1, [[BETA, 5, 1]], { isConfidentialOmitted: true })], before);
      expect(now.securities.get(ACME)).toMatchObject({ holders: 0, exits: 0, unsure: 1 });
      expect(now.securities.get(BETA)).toMatchObject({ newHolders: 0, unsure: 1 });
    });

    it('says nothing of what is new or gone where only an addition to a report is here', () => {
      const before = derive([filing(1, [[ACME, 1000, 10]])]).prior;
      const addition = amended(2, 'NEW HOLDINGS', [[BETA, 5, 1]]);
      const now = derive([addition], before);
      expect(now.securities.get(ACME)).toMatchObject({ holders: 0, exits: 0, unsure: 1, sharesChange: 0 });
      expect(now.securities.get(BETA)).toMatchObject({ holders: 1, newHolders: 0, unsure: 1 });
      const late = derive([addition, filing(3, [[BETA, 5, 1]], { filedDate: '2026-10-01' })], before);
      expect(late.securities.get(ACME)).toMatchObject({ exits: 1 });
      expect(late.reports.get('910001')!.notes).not.toContain('addition-without-report');
    });

    it('is not sure either where another manager reports a part', () => {
      const before = derive([filing(1, [[ACME, 1000, 10]])]).prior;
      const parent = { cik: '910009', name: 'Parent Co' };
      const combined = { reportType: '13F COMBINATION REPORT' as const, otherManagers: [parent] };
      const now = derive([filing(1, [[BETA, 5, 1]], combined)], before);
      expect(now.securities.get(ACME)).toMatchObject({ exits: 0, unsure: 1 });
      expect(now.reports.get('910001')).toMatchObject({
        notes: ['part-with-other-manager', 'unit-unchecked'],
        otherManagers: [parent],
      });
      const whole = derive([filing(1, [[BETA, 5, 1]], { otherManagers: [parent] })]);
      expect(whole.reports.get('910001')).toMatchObject({ notes: ['unit-unchecked'], otherManagers: [] });
    });

    it('does not take a split for purchases', () => {
      const before = derive(others(100)).prior;
      const split = others(10).map((one, at) =>
        managerFiling(one.accession, [[ACME, 10 * 1000, 1000]], { cik: `92000${at}` }),
      );
      expect(derive(split, before).securities.get(ACME)).toMatchObject({
        maybeSplit: true,
        added: 0,
        unsure: 6,
        sharesChange: null,
        netUsd: null,
      });
    });
  });

  it('the facts of a quarter count managers by what they filed, and reports by their notes', () => {
    const of = (cik: string, rows: InventedPosition[], facts: Partial<ManagerFiling> = {}) =>
      managerFiling(`000${cik}-26-000001`, rows, { cik, ...facts });
    const { facts } = derive([
      of('910001', [
        [ACME, 100.006, 1],
        [BETA, 50, 5],
      ]),
      of('910002', [[ACME, 100, 1]], { isConfidentialOmitted: true }),
      of('910003', [], { formType: '13F-NT' }),
      of('910004', [], { formType: '13F-NT' }),
      of('910005', [], { formType: '13F-HR/A', amendmentType: 'RESTATEMENT', tableEntryTotal: 0 }),
      of('910006', [], { tableEntryTotal: 12 }),
    ]);
    expect(facts).toEqual({
      periodEnd: '2026-06-30',
      ...{ managers: 2, notices: 2, withdrawn: 1, unread: 1, positions: 3, securities: 2, valueUsd: 250.01 },
      notes: { 'unit-unchecked': 2, 'confidential-rows-withheld': 1 },
    });
  });
});
