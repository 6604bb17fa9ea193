/** Evidence for the unit of a price without one, and figures that contradict each other. */

import { describe, expect, it } from '@jest/globals';
import { announcement, form, page, priceRow, readRows, table } from './pages.js';

const HEAD = ['Price(s)', 'Volume(s)'];
const first = (parts: Parameters<typeof form>[0], narrative?: string) => {
  const { rows, warnings } = readRows(announcement(page(form(parts), narrative)));
  return { reading: [rows[0]!.currency, rows[0]!.totalValue], warnings: warnings.map((d) => d.kind) };
};

describe('the same number with a unit elsewhere', () => {
  it.each([
    ['5', '5 pence ordinary shares', undefined],
    ['10', '10p ordinary shares', undefined],
    ['10', 'Ordinary 10p shares', undefined],
    ['10', 'Ord 10p', undefined],
    ['10', 'Ordinary shares, GBP 10p', undefined],
    ['5', 'Ordinary shares', 'Ada Bramble bought 5 pence ordinary shares in the Company.'],
    ['150', 'Ordinary shares', 'The project is worth selling oil at $150 per barrel.'],
    ['150', 'Ordinary shares', 'It sold gold at a price of $150 per ounce.'],
    ['1.5', 'Ordinary shares', 'Net assets were £1.5 on every measure.'],
    ['5', 'Ordinary shares', 'The fee is 5p per month.'],
  ])('decides nothing for %s: %s, %s', (price, instrument, narrative) => {
    const prices = priceRow(table(HEAD, [price, '20,000']));
    expect(first({ prices, instrument: `${instrument}\nGB00BYM1K758` }, narrative).reading).toEqual([
      null,
      null,
    ]);
  });

  it.each([
    ['150', 'The closing price was 150p.', 30_000],
    ['1.515', 'Ada Bramble sold 20,000 shares for £1.515.', 30_300],
    ['150', 'Ada Bramble bought 20,000 1p ordinary shares at 150 pence per 1p ordinary share.', 30_000],
  ])('decides for %s: %s', (price, narrative, value) => {
    const prices = priceRow(table(HEAD, [price, '20,000']));
    expect(first({ prices }, narrative).reading).toEqual(['GBP', value]);
  });
});

describe('the total of a row', () => {
  const totalled = (price: string, total: string) =>
    first({ prices: priceRow(table([...HEAD, 'Total'], [price, '20,000', total])) });

  it('contradicts a price that is far off', () => {
    expect(totalled('£150', '£30,000')).toEqual({ reading: [null, null], warnings: ['total-contradicted'] });
    expect(totalled('£1.50', '£300,000').warnings).toEqual(['total-contradicted']);
    expect(totalled('150p', '£30,000').reading).toEqual(['GBP', 30_000]);
  });

  it('may hold the costs, or be in another currency', () => {
    expect(totalled('£1.50', '£30,161.95').reading).toEqual(['GBP', 30_000]);
    expect(totalled('£1.50', '$39,000').reading).toEqual(['GBP', 30_000]);
    expect(totalled('£1.50', '30,000').reading).toEqual(['GBP', 30_000]);
  });
});
