/** The transaction codes that ordinary months do not bring: one filing each, in both tables. */

import { addDays } from '../calendar.js';
import { issuerOf } from '../issuers.js';
import { organisation } from '../people.js';
import type { Draft, DraftRow } from './draft.js';
import * as say from './footnotes.js';
import { insider, noted, option, row, type Stage } from './stage.js';

export function everyCode(stage: Stage): Draft[] {
  const { calendar } = stage;
  const later = addDays(calendar.day, 800);
  const made = (
    ticker: string,
    place: number,
    back: number,
    rows: (date: string, close: number) => DraftRow[],
    more: Partial<Draft> = {},
  ): Draft => {
    const date = calendar.business(back + 2);
    const issuer = issuerOf(ticker);
    return {
      issuer,
      owners: [insider(ticker, place)],
      filed: calendar.business(back),
      rows: rows(date, stage.priceOn(issuer, date)),
      ...more,
    };
  };
  const derivative = (
    code: string,
    acquired: boolean,
    date: string,
    title: string,
    shares: number,
    strike: number | null,
    price: number | null,
    more: Partial<DraftRow> = {},
  ) =>
    row(code, acquired, date, shares, price, { title, derivative: option(strike, shares, later), ...more });

  return [
    // C: Class B into Class A, then a sale of the shares.
    made('QQZ-A', 0, 46, (date, close) => [
      row('C', true, date, 15_000, null, {
        title: 'Class A Common Stock',
        notes: noted('price', 'Class B shares convert into Class A shares one for one, at no cost.'),
      }),
      row('S', false, date, 15_000, close, { title: 'Class A Common Stock' }),
      derivative('C', false, date, 'Class B Common Stock', 15_000, null, null, {
        notes: { exercisePrice: ['Convertible at any time, one for one.'], price: ['No price.'] },
      }),
    ]),
    made('FQIL', 3, 60, (date, close) => [
      row('D', false, date, 4_000, close, {
        notes: noted('coding', 'Disposed of to the issuer in a repurchase approved under Rule 16b-3(e).'),
      }),
    ]),
    // E and H: a written call and a bought put run out.
    made('ZQPH', 1, 70, (date) => [
      derivative('E', true, date, 'Call Option (obligation to sell)', 5_000, 150, null, {
        notes: noted('price', 'The call expired unexercised.'),
      }),
    ]),
    made('ZQPH', 3, 71, (date) => [
      derivative('H', false, date, 'Put Option (right to sell)', 3_000, 90, 1.35),
    ]),
    made('NQVA', 0, 80, (date, close) => [
      row('I', true, date, 212.6842, close, { nature: 'By 401(k) plan' }),
    ]),
    made('NQVA', 2, 81, (date, close) => [
      row('L', true, date, 19.82, close, { formType: '5', timeliness: 'E' }),
    ]),
    made('CXQZ', 3, 90, (date) => [
      row('J', true, date, 2_500, 0, {
        notes: noted('coding', 'Received in a distribution in kind by a partnership, for no consideration.'),
      }),
    ]),
    // O and X: a put above the market and a warrant below it.
    made('AQXE', 0, 100, (date) => [
      row('O', true, date, 8_000, 24.5),
      derivative('O', false, date, 'Warrant', 8_000, 24.5, 0),
    ]),
    made('AQXE', 2, 101, (date) => [
      row('X', true, date, 20_000, 5),
      row('F', false, date, 4_900, stage.priceOn(issuerOf('AQXE'), date), {
        notes: noted('coding', 'Shares withheld by the issuer to pay the exercise price.'),
      }),
      derivative('X', false, date, 'Warrant (right to buy)', 20_000, 5, 0),
    ]),
    made('UQNA', 2, 110, (date) => [
      row('U', false, date, 30_000, 10.55, {
        title: 'Class A Ordinary Shares',
        notes: noted('coding', 'Tendered in the offer that closed on this day.'),
      }),
    ]),
    made('EQXA', 1, 120, (date) => [
      row('W', true, date, 7_750, 0, { notes: noted('coding', 'Acquired by inheritance.') }),
    ]),
    made('SXQL', 3, 125, (date) => [
      row('Z', false, date, 60_000, 0, { notes: noted('coding', 'Deposited into a voting trust.') }),
    ]),
    made('WXQT', 3, 131, (date) => [row('G', false, date, 1_900, 0, { notes: noted('coding', say.gift) })]),
    // P and S of options: open-market codes whose price and count are not those of shares.
    made('IQVA', 0, 6, (date) => [
      derivative('P', true, date, 'Call Option (right to buy)', 100_000, 5, 0.62),
    ]),
    made('CXQZ', 0, 23, (date) => [
      derivative('S', false, date, 'Call Option (obligation to sell)', 10_000, 45, 2.1),
    ]),
    // A swap, stated as a value.
    made(
      'AQXE',
      1,
      140,
      (date) => [
        row('J', true, date, null, 0, {
          swap: true,
          statedValue: 1_250_000,
          after: 85_000,
          title: 'Cash-Settled Total Return Swap',
          derivative: option(21.3, 85_000, later),
          notes: noted('coding', 'A swap that is settled in cash only and gives no right to shares.'),
        }),
      ],
      { owners: [{ party: organisation('Grumblethorpe Capital Partners LP'), tenPercent: true }] },
    ),
  ];
}
