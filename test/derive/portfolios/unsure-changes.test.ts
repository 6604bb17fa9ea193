/** Positions that come and go and are not surely bought or sold: an empty report, and a security with another CUSIP. */

import { describe, expect, it } from '@jest/globals';
import { effectiveReports } from '../../../src/derive/portfolios/effective-reports.js';
import { averageBuyPrices } from '../../../src/derive/portfolios/purchase-prices.js';
import { quarterChanges } from '../../../src/derive/portfolios/quarter-changes.js';
import type { HoldingRow } from '../../../src/records/portfolios/form13f.js';
import fc from '../../property.js';
import { holding, report } from './holdings-13f.js';

const [Q1, Q2] = ['2026-03-31', '2026-06-30'];
const OLD = { nameOfIssuer: 'ACME HLDGS INC', cusip: '990001109', value: 500_000, amount: 10_000 };
const NEW = { ...OLD, cusip: '995007202' };
const OTHER = { cusip: '990002107' };

function changesOf(before: Array<Partial<HoldingRow>>, after: Array<Partial<HoldingRow>>) {
  const rows = (some: Array<Partial<HoldingRow>>) => some.map((one) => holding(one));
  const { reports } = effectiveReports([report(Q1, rows(before)), report(Q2, rows(after))]);
  const [prior, current] = reports;
  const { changes, exits } = quarterChanges(current!, prior!);
  return {
    exits: exits.map(({ position, changeIsSure = true }) => [position.cusip, changeIsSure]),
    come: [...changes]
      .filter(([, { isNew }]) => isNew !== false)
      .map(([key, { isNew }]) => [key.slice(0, 9), isNew]),
    costs: [...averageBuyPrices(reports).values()],
  };
}

describe('an empty report', () => {
  const nothing = { cusip: '000000000', nameOfIssuer: 'N/A', titleOfClass: 'N/A', value: 0, amount: 0 };

  it.each([
    ['one row of zeros', [nothing]],
    ['rows of zeros', [nothing, { ...nothing, nameOfIssuer: 'NONE', cusip: '' }]],
    ['no rows', []],
  ])('shows no sale of what was held: %s', (_what, rows) => {
    expect(changesOf([OLD, OTHER], rows).exits).toEqual([
      ['990002107', false],
      ['990001109', false],
    ]);
  });

  it('shows no purchase of what is held after it, and no price that was paid', () => {
    expect(changesOf([nothing], [OLD])).toEqual({ exits: [], come: [['990001109', null]], costs: [null] });
  });

  it('is not a report with one position: the others were sold', () => {
    expect(changesOf([OLD, OTHER], [OLD]).exits).toEqual([['990002107', true]]);
  });
});

describe('a security with another CUSIP', () => {
  it.each([
    ['as many shares', {}],
    ['some more', { amount: 10_300 }],
    [
      'a reverse split of 1 for 10, of the class with the word NEW',
      { amount: 1000, titleOfClass: 'COM NEW' },
    ],
    ['a reverse split of 1 for 35, which leaves a part over', { amount: 286, titleOfClass: 'COM NEW' }],
    ['a reverse split of 1 for 20 without another title', { amount: 500 }],
    ['a split of 3 for 2', { amount: 15_000 }],
    ['a name in another form', { nameOfIssuer: 'Acme Holdings Corp.' }],
    ['another name, with the number of the issuer', { nameOfIssuer: 'ZENITH INC', cusip: '990001208' }],
    ['no CUSIP', { cusip: '' }],
    ['an unreadable number', { amount: null }],
  ])('is neither sold nor bought: %s', (_what, over) => {
    const after = { ...NEW, ...over };
    const { exits, come, costs } = changesOf([OLD, OTHER], [after, OTHER]);
    expect(exits).toEqual([['990001109', false]]);
    expect(come).toHaveLength(1);
    expect(come[0]![1]).toBeNull();
    expect(costs.filter((one) => one !== null)).toEqual([]);
  });

  it.each([
    ['another issuer', { nameOfIssuer: 'ZENITH INC' }],
    ['another class', { titleOfClass: 'CL B' }],
    ['an option', { putCall: 'Call' as const }],
    ['another number of shares', { amount: 4137 }],
    ['a whole ratio that no usual split has', { amount: 286 }],
    ['more shares of a class with the word NEW', { amount: 350_000, titleOfClass: 'COM NEW' }],
  ])('is not %s: this is a sale and a purchase', (_what, over) => {
    const { exits, come } = changesOf([OLD, OTHER], [{ ...NEW, ...over }, OTHER]);
    expect(exits).toEqual([['990001109', true]]);
    expect(come.map(([, isNew]) => isNew)).toEqual([true]);
  });

  it('is not one of two funds with one title, nor one of two notes of equal principal', () => {
    const fund = { ...OLD, nameOfIssuer: 'SAMPLE ETF TR', titleOfClass: 'ETF', amount: 143_370 };
    const note = { ...OLD, titleOfClass: 'NOTE', amountType: 'PRN' as const };
    for (const [gone, come] of [
      [fund, { ...fund, cusip: '990001208', amount: 1000 }],
      [note, { ...note, cusip: '990001208' }],
    ]) {
      const found = changesOf([gone!, OTHER], [come!, OTHER]);
      expect(found).toMatchObject({ exits: [['990001109', true]], come: [['990001208', true]] });
    }
  });

  it('is not found among several of one name and class: funds of one trust are bought and sold', () => {
    const fund = (cusip: string) => ({ ...OLD, cusip, nameOfIssuer: 'SAMPLE ETF TR', titleOfClass: 'ETF' });
    const { exits } = changesOf([fund('991001109'), fund('991001208')], [fund('991001307'), OTHER]);
    expect(exits.map(([, isSure]) => isSure)).toEqual([true, true]);
  });

  it('leaves every other exit and purchase sure', () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
    const some = fc.uniqueArray(fc.nat(names.length - 1), { minLength: 1 });
    const rows = (chosen: number[]) =>
      chosen.map((at) => ({ cusip: `99${at}00110${at}`, nameOfIssuer: names[at]!, value: 100, amount: 10 }));
    fc.assert(
      fc.property(some, some, (before, after) => {
        const { exits, come } = changesOf(rows(before), rows(after));
        expect([...exits, ...come].every(([, isSure]) => isSure === true)).toBe(true);
        expect(exits).toHaveLength(before.filter((at) => !after.includes(at)).length);
      }),
    );
  });
});

describe('a unit that is separated', () => {
  const unit = { ...OLD, cusip: '990001125', titleOfClass: 'UNIT 99/99/9999' };
  const share = { ...OLD, titleOfClass: 'CL A ORD' };
  const warrant = { ...OLD, cusip: '990001117', titleOfClass: '*W EXP 99/99/999', amount: 5_000 };

  it('is not sold, and its parts are not bought', () => {
    expect(changesOf([unit, OTHER], [share, warrant, OTHER])).toMatchObject({
      exits: [['990001125', false]],
      come: [
        ['990001109', null],
        ['990001117', null],
      ],
    });
  });

  it.each([
    ['another number of shares', { amount: 11_000 }],
    ['those of another issuer', { cusip: '990003105' }],
    ['an option', { putCall: 'Call' as const }],
  ])('is not found by %s', (_what, over) => {
    const { exits, come } = changesOf([unit, OTHER], [{ ...share, ...over }, OTHER]);
    expect([exits[0]![1], come[0]![1]]).toEqual([true, true]);
  });

  it('is not a share of one of the funds of an issuer that is sold when another is bought', () => {
    const fund = { ...share, titleOfClass: 'CORE ETF' };
    const { exits, come } = changesOf(
      [fund, OTHER],
      [{ ...fund, cusip: '990001208', titleOfClass: 'GOLD ETF' }, OTHER],
    );
    expect([exits[0]![1], come[0]![1]]).toEqual([true, true]);
  });
});
