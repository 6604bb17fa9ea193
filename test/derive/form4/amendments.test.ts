/** A 4/A and the filing that it corrects: which rows it replaces and which stay. */

import { describe, expect, it } from '@jest/globals';
import { amendment, form, fund, person, read, rowOf, sale, standing } from './filings.js';

const jane = person('11');
const joan = person('12');
const first = sale();
const second = sale({ shares: 50, pricePerShare: 11, sharesOwnedAfter: 850 });
const third = sale({ shares: 25, pricePerShare: 12, sharesOwnedAfter: 825 });
const original = form('o', [jane], [first, second, third]);

describe('a 4/A', () => {
  it('supersedes row by row what it restates, and keeps what it does not mention', () => {
    const fixed = amendment('x', [jane], [{ ...second, shares: 55, sharesOwnedAfter: 845 }]);
    const { rows } = read(original, fixed);
    expect(standing(original, fixed)).toEqual(['o-0', 'o-2', 'x-0']);
    expect(rowOf(rows, 'o-1')).toMatchObject({ status: 'superseded', representedBy: 'x-0', inFeed: false });
    expect(rowOf(rows, 'x-0')).toMatchObject({ status: 'canonical', inFeed: true, totalValue: 605 });
  });

  it('replaces rows that it repeats unchanged', () => {
    const full = amendment('x', [jane], [first, { ...second, pricePerShare: 11.5 }, third]);
    expect(standing(original, full)).toEqual(['x-0', 'x-1', 'x-2']);
  });

  it('with holdings only deletes nothing', () => {
    const holdings = amendment('x', [jane], [], { holdingCount: 3 });
    expect(standing(original, holdings)).toEqual(['o-0', 'o-1', 'o-2']);
  });

  it('adds a row of another date, code or security', () => {
    for (const over of [
      { transactionDate: '2025-03-02' },
      { transactionCode: 'P', acquiredDisposed: 'A' as const },
    ]) {
      const added = amendment(
        'x',
        [jane],
        [sale({ shares: 7, pricePerShare: 9, sharesOwnedAfter: 50, ...over })],
      );
      expect(standing(original, added)).toEqual(['o-0', 'o-1', 'o-2', 'x-0']);
    }
  });

  it('adds a forgotten lot whose holding follows from the reported one', () => {
    const one = form('o', [jane], [first]);
    const forgotten = amendment('x', [jane], [sale({ shares: 40, sharesOwnedAfter: 860 })]);
    expect(standing(one, forgotten)).toEqual(['o-0', 'x-0']);
  });

  it('restates the only row of the day even if every number changed', () => {
    const one = form('o', [jane], [first]);
    const fixed = amendment('x', [jane], [sale({ shares: 77, pricePerShare: 8, sharesOwnedAfter: 333 })]);
    expect(standing(one, fixed)).toEqual(['x-0']);
  });

  it('pairs several restated rows by similarity and not by position', () => {
    const fixed = amendment(
      'x',
      [jane],
      [
        { ...third, pricePerShare: 12.5 },
        { ...first, shares: 99, sharesOwnedAfter: 901 },
      ],
    );
    const { rows } = read(original, fixed);
    expect(rowOf(rows, 'o-2').representedBy).toBe('x-0');
    expect(rowOf(rows, 'o-0').representedBy).toBe('x-1');
    expect(rowOf(rows, 'o-1').status).toBe('canonical');
  });

  it.each([
    ['date', { transactionDate: '2025-02-28' }],
    ['code', { transactionCode: 'F' }],
    ['security', { securityTitle: 'Class A Common Stock' }],
  ])('corrects the %s of a row that agrees in everything else', (_what, over) => {
    const fixed = amendment('x', [jane], [{ ...second, ...over }]);
    expect(standing(original, fixed)).toEqual(['o-0', 'o-2', 'x-0']);
  });

  it('needs an owner in common', () => {
    const foreign = amendment('x', [joan], [{ ...first, pricePerShare: 10.5 }]);
    expect(standing(original, foreign)).toHaveLength(4);
  });

  it('finds an original filed on the next weekdays after the stated date', () => {
    const friday = amendment('x', [jane], [{ ...first, shares: 90 }], {
      dateOfOriginalSubmission: '2025-02-28',
    });
    expect(standing(original, friday)).toEqual(['o-1', 'o-2', 'x-0']);
    const tooEarly = amendment('x', [jane], [{ ...first, shares: 90 }], {
      dateOfOriginalSubmission: '2025-02-20',
    });
    expect(standing(original, tooEarly)).toHaveLength(4);
  });

  it('finds the original by the date of the transaction if the filer typed that one', () => {
    const typed = amendment('x', [jane], [{ ...first, shares: 90 }], {
      dateOfOriginalSubmission: '2025-03-03',
    });
    const late = { ...original, filedDate: '2025-03-07', filedAt: '2025-03-07T22:00:00.000Z' };
    expect(standing(late, typed)).toEqual(['o-1', 'o-2', 'x-0']);
  });

  it('supersedes an equal row of its owner whatever date it states', () => {
    const lost = amendment('x', [jane], [first], { dateOfOriginalSubmission: '2020-01-01' });
    expect(standing(original, lost)).toEqual(['o-1', 'o-2', 'x-0']);
  });

  it('of a 4/A that names the original again is at the end of the chain', () => {
    const one = amendment('x', [jane], [{ ...first, shares: 90 }]);
    const two = amendment('y', [jane], [{ ...first, shares: 95 }], { filedDate: '2025-03-20' });
    const { rows } = read(two, original, one);
    expect(rowOf(rows, 'o-0')).toMatchObject({ status: 'superseded', representedBy: 'y-0' });
    expect(rowOf(rows, 'x-0')).toMatchObject({ status: 'superseded', representedBy: 'y-0' });
    expect(standing(original, one, two)).toEqual(['o-1', 'o-2', 'y-0']);
  });

  it('of a 4/A that states the date of the first 4/A is chained too, and reaches what the first one added', () => {
    const added = sale({ transactionDate: '2025-02-27', shares: 5, sharesOwnedAfter: 1005 });
    const one = amendment('x', [jane], [{ ...first, shares: 90 }, added]);
    const two = amendment('y', [jane], [{ ...added, shares: 6 }], {
      filedDate: '2025-03-20',
      dateOfOriginalSubmission: '2025-03-10',
    });
    expect(standing(original, one, two)).toEqual(['o-1', 'o-2', 'x-0', 'y-0']);
  });

  it('sent twice leaves one row for each lot', () => {
    const fixed = amendment('x', [jane], [{ ...first, shares: 90 }]);
    const again = { ...fixed, accession: 'y', filedDate: '2025-03-11', filedAt: '2025-03-11T22:00:00.000Z' };
    expect(standing(original, fixed, again)).toEqual(['o-1', 'o-2', 'y-0']);
  });

  it('of one filing of a joint pair supersedes the duplicate too', () => {
    const larkspur = fund('21');
    const rows = [first, second];
    const joint = form('p', [larkspur], rows);
    const mine = form('o', [jane], rows);
    const fixed = amendment('x', [jane], [{ ...first, pricePerShare: 10.5 }]);
    expect(standing(mine, joint, fixed)).toEqual(['o-1', 'x-0']);
    const theirs = amendment('y', [larkspur], [{ ...first, pricePerShare: 10.5 }]);
    expect(standing(mine, joint, fixed, theirs)).toEqual(['o-1', 'x-0']);
  });

  it('on the day of the original counts as the later one, also compared with the end of a data set day', () => {
    const approximate = { ...original, filedAt: '2025-03-05T04:59:59.000Z', filedAtApproximate: true };
    const fixed = amendment('x', [jane], [{ ...first, shares: 90 }], { filedDate: '2025-03-04' });
    expect(standing(fixed, approximate)).toEqual(['o-1', 'o-2', 'x-0']);
  });

  it('without its original is a canonical row', () => {
    expect(standing(amendment('x', [jane], [first]))).toEqual(['x-0']);
  });

  it('distinguishes equal rows: one restated, one not', () => {
    const twins = form('o', [jane], [first, first]);
    const fixed = amendment('x', [jane], [{ ...first, pricePerShare: 10.5 }]);
    expect(standing(twins, fixed)).toEqual(['o-1', 'x-0']);
  });
});
