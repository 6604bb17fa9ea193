/**
 * Sound notifications of a European market with everything that looks odd and is not, and faults to put into one of them.
 */

import type { PdmrFiling } from '../../../src/records/europe/pdmr.js';
import type { EuCountry } from '../../../tools/contract/markets/index.js';
import fc from '../../property.js';
import { pdmrRow } from './pdmr-rows.js';

/** What the facts of one notification are drawn from. */
interface Drawn {
  day: number;
  person: number;
  isSale: boolean;
  /** Thousandths of the price of the market. */
  lots: Array<{ drift: number; volume: number }>;
  /** Per mille of the price that the issuer takes for its shares; null for a trade in the market. */
  fromIssuer: number | null;
  inPence: boolean;
  hasAggregates: boolean;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  day: fc.integer({ min: 0, max: 80 }),
  person: fc.nat(7),
  isSale: fc.boolean(),
  lots: fc.array(
    fc.record({ drift: fc.integer({ min: -80, max: 80 }), volume: fc.integer({ min: 15, max: 90_000 }) }),
    { minLength: 1, maxLength: 4 },
  ),
  fromIssuer: fc.oneof(
    { weight: 9, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(1, 5, 10, 25, 80, 350, 650, 900) },
  ),
  inPence: fc.boolean(),
  hasAggregates: fc.boolean(),
});

/** What happens to the price of the share in its days. */
type Course = 'calm' | 'falls by 80 %' | 'ten become one' | 'twenty become one' | 'doubles twice';

const FACTORS: Record<Course, number> = {
  calm: 1,
  'falls by 80 %': 0.2,
  'ten become one': 10,
  'twenty become one': 20,
  'doubles twice': 4,
};

/** A share and the notifications of it, sound. */
export const soundShare = fc.record({
  market: fc.constantFrom<EuCountry>('se', 'de', 'nl', 'uk'),
  // From a hundredth of the currency to what the most expensive share of a market costs.
  price: fc.double({ min: -2, max: 3.3, noNaN: true }).map((places) => 10 ** places),
  course: fc.constantFrom<Course>(
    ...['calm' as const, 'calm' as const, 'falls by 80 %' as const],
    ...['ten become one' as const, 'twenty become one' as const, 'doubles twice' as const],
  ),
  drawn: fc.array(drawn, { minLength: 1, maxLength: 9 }),
});

type SoundShare = typeof soundShare extends fc.Arbitrary<infer Share> ? Share : never;

const START = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;
const dayOf = (count: number): string => new Date(START + count * DAY_MS).toISOString().slice(0, 10);

/** Four digits, and at least a tenth of a thousandth. */
const rounded = (amount: number): number => Math.max(0.0001, Number(amount.toPrecision(4)));

export function notificationsOf({ market, price, course, drawn: all }: SoundShare): PdmrFiling[] {
  return all.flatMap((one, place) => {
    // Only shares that became cheap are put together.
    const factor = course.endsWith('become one') && price > 50 ? 1 : FACTORS[course];
    const usual = price * (one.day >= 40 ? factor : 1);
    const lots = market === 'de' ? one.lots.slice(0, 1) : one.lots;
    const rows = lots.map(({ drift, volume }) => {
      const paid =
        one.fromIssuer === null
          ? rounded(usual * (1 + drift / 1000))
          : Number(((usual * one.fromIssuer) / 1000).toPrecision(2));
      return rowOf(market, paid, volume, { ...one, place });
    });
    return market === 'nl' && one.hasAggregates ? withAggregates(rows) : rows;
  });
}

function rowOf(
  market: EuCountry,
  paid: number,
  volume: number,
  { day, person, isSale, fromIssuer, inPence, place }: Drawn & { place: number },
): PdmrFiling {
  const isSold = isSale && fromIssuer === null;
  return pdmrRow(market, {
    notificationKey: `202606${String(10 + place)}-${market}-notification`,
    pdmrName: `Person ${person}`,
    direction: isSold ? 'disposal' : 'acquisition',
    transactionDate: dayOf(day),
    publicationAt: `${dayOf(day + 1)}T09:00:00.000Z`,
    price: market === 'uk' && inPence ? paid * 100 : paid,
    volume: market === 'de' ? null : volume,
    totalValue: Math.round(paid * volume * 100) / 100,
    ...(market === 'uk' ? { instrumentName: 'Ordinary shares' } : {}),
  });
}

/** As AFM's page adds them up. */
function withAggregates(rows: PdmrFiling[]): PdmrFiling[] {
  const number = rows.reduce((sum, { volume }) => sum + volume!, 0);
  const value = rows.reduce((sum, { volume, price }) => sum + volume! * price!, 0);
  return rows.map((row) => ({
    ...row,
    aggregatedPrice: Number((value / number).toFixed(4)),
    aggregatedVolume: number,
  }));
}

const withPrice = (row: PdmrFiling, price: number): PdmrFiling => ({
  ...row,
  price,
  // BaFin states the value, which stays as it is.
  totalValue:
    row.volume === null ? row.totalValue : (row.totalValue! / row.price!) * Number(price.toPrecision(12)),
});

const yearOff = (row: PdmrFiling, years: number): PdmrFiling => ({
  ...row,
  transactionDate: `${Number(row.transactionDate!.slice(0, 4)) - years}${row.transactionDate!.slice(4)}`,
});

/** The mistakes that filers make. */
export const FAULTS = {
  'total as price': (row) => withPrice(row, row.totalValue!),
  'decimal moved up': (row, places) => withPrice(row, row.price! * 10 ** places),
  'decimal moved down': (row, places) => withPrice(row, row.price! / 10 ** places),
  'price and number exchanged': (row) =>
    row.volume === null
      ? { ...row, price: row.totalValue, totalValue: row.price }
      : { ...row, price: row.volume, volume: row.price },
  'a year off': (row) => yearOff(row, 1),
  'ten years off': (row) => yearOff(row, 10),
} satisfies Record<string, (row: PdmrFiling, places: number) => PdmrFiling>;
