/** Lots as sets of rows: at most one row of each filing, and which row stands for all. */

import { describe, expect, it } from '@jest/globals';
import { type LotRow, orderForms } from '../../../src/derive/form4/lot-rows.js';
import { canonicalRow, EconomicLots } from '../../../src/derive/form4/lots.js';
import { form, ISSUER, person, sale } from './filings.js';

/** Three rows of each of four filings, by the letter of the filing and the number of the row. */
function rowsOfFilings(): Record<string, LotRow> {
  const filings = ['a', 'b', 'c', 'd'].map((name) => form(name, [person('11')], [sale(), sale(), sale()]));
  const rows = orderForms(ISSUER, filings).flatMap((filed) => filed.rows);
  return Object.fromEntries(rows.map((row) => [`${row.form.filing.accession}${row.tx.row}`, row]));
}
const ids = (rows: readonly LotRow[]) =>
  rows.map((row) => `${row.form.filing.accession}${row.tx.row}`).sort();

describe('a lot', () => {
  const of = (...pairs: Array<[string, string]>) => {
    const rows = rowsOfFilings();
    const lots = new EconomicLots();
    return { rows, lots, joined: pairs.map(([one, other]) => lots.join(rows[one]!, rows[other]!)) };
  };

  it('never has two rows of one filing, whichever lots are joined', () => {
    const direct = of(['a0', 'b0'], ['a0', 'b1'], ['b0', 'a1'], ['a0', 'a1']);
    expect(direct.joined).toEqual([true, false, false, false]);
    expect(ids(direct.lots.rowsOf(direct.rows.b0!))).toEqual(['a0', 'b0']);
    const larger = of(['a0', 'b0'], ['a0', 'c0'], ['d0', 'c1'], ['d0', 'a0'], ['a0', 'd0']);
    expect(larger.joined).toEqual([true, true, true, false, false]);
    expect(ids(larger.lots.rowsOf(larger.rows.a0!))).toEqual(['a0', 'b0', 'c0']);
    expect(ids(larger.lots.rowsOf(larger.rows.d0!))).toEqual(['c1', 'd0']);
  });

  it('is joined with a larger or a smaller one, and with itself', () => {
    for (const last of [
      ['c0', 'a0'],
      ['a0', 'c0'],
    ] as Array<[string, string]>) {
      const { rows, lots, joined } = of(['a0', 'b0'], ['c0', 'd0'], last, ['d0', 'b0']);
      expect(joined).toEqual([true, true, true, true]);
      for (const one of ['a0', 'b0', 'c0', 'd0'])
        expect(ids(lots.rowsOf(rows[one]!))).toEqual(['a0', 'b0', 'c0', 'd0']);
      expect(lots.areSameLot(rows.a0!, rows.d0!)).toBe(true);
      expect(lots.areSameLot(rows.a0!, rows.a1!)).toBe(false);
    }
  });

  it('that is a part of another one is joined with none, and the row of the other stands for it', () => {
    const { rows, lots } = of(['a0', 'b0']);
    lots.absorb(rows.a0!, rows.c0!);
    expect([lots.isAbsorbed(rows.b0!), lots.isAbsorbed(rows.c0!)]).toEqual([true, false]);
    expect([lots.join(rows.b0!, rows.d0!), lots.join(rows.d0!, rows.b0!)]).toEqual([false, false]);
    const canonicalOf = lots.canonicalRows();
    expect(ids([canonicalOf(rows.a0!), canonicalOf(rows.b0!)])).toEqual(['c0', 'c0']);
    expect(ids([canonicalOf(rows.d0!)])).toEqual(['d0']);
  });
});

describe('the row that stands for a lot', () => {
  const canonical = (change: (rows: Record<string, LotRow>) => void) => {
    const rows = rowsOfFilings();
    change(rows);
    return ids([canonicalRow([rows.d0!, rows.b0!, rows.a0!, rows.c0!])])[0];
  };

  it('is the earliest filed that is not restated', () => {
    expect(canonical(() => undefined)).toBe('a0');
    expect(canonical(({ a0 }) => Object.assign(a0!, { superseded: true }))).toBe('b0');
  });

  it('is the latest restatement, or the first that says the same', () => {
    const restating = (...after: string[]) =>
      canonical((rows) => {
        Object.assign(rows.a0!, { superseded: true });
        for (const [at, one] of ['b0', 'c0', 'd0'].entries())
          Object.assign(rows[one]!, { restates: true, after: after[at] });
      });
    expect(restating('900', '900', '900')).toBe('b0');
    expect(restating('800', '900', '900')).toBe('c0');
    expect(restating('900', '900', '800')).toBe('d0');
    expect(canonical(({ c0 }) => Object.assign(c0!, { restates: true }))).toBe('c0');
    const otherShares = canonical(({ b0, c0 }) => {
      Object.assign(b0!, { restates: true, lotKey: 'other' });
      Object.assign(c0!, { restates: true });
    });
    expect(otherShares).toBe('c0');
  });
});
