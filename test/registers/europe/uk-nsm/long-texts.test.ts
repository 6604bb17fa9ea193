/** The time to read a long British announcement grows with its length, and not with the square of it. */

import { expect, it } from '@jest/globals';
import { announcement, form, page, priceRow, readRows, table } from './pages.js';

const TIMES_AS_LONG = 4;
/** Four if each part is read once, sixteen or more where it is compared with all others. */
const MOST_TIMES_THE_TIME = 10;

const lotTable = (...rows: string[][]) => priceRow(table(['Price(s)', 'Volume(s)'], ...rows));
const marked = (parts: object) => form({ prices: lotTable(['£1.25', '40,000']), ...parts });

it.each<[string, number, (length: number) => string]>([
  ['amounts in one line', 2400, (length) => form({ prices: lotTable(['£1'.repeat(length), 'N/A']) })],
  [
    'numbers of a list in the prices',
    40,
    (length) => form({ prices: priceRow(Array<string>(20).fill('1, '.repeat(length)).join('\n')) }),
  ],
  [
    'prices with their totals',
    240,
    (length) =>
      form({ prices: priceRow(Array.from({ length }, (_, i) => `£1.${i + 100}\n100\n£9${i}`).join('\n')) }),
  ],
  [
    'counts and amounts in section 4d',
    480,
    (length) => form({ aggregated: '100 shares at £1.25; '.repeat(length) }),
  ],
  ['dashes in the instrument', 60_000, (length) => marked({ instrument: `Shares ${'-'.repeat(length)} A` })],
  ['brackets in the name', 10_000, (length) => marked({ name: `Ada Bramble ${'('.repeat(length)}` })],
  [
    'dashes next to a lot',
    40_000,
    (length) =>
      form({
        prices: priceRow(
          table(
            ['', 'Price(s)', 'Volume(s)'],
            ['Ada Bramble', '£1.25', '100'],
            [`${'-'.repeat(length)}1`, '£1.26', '200'],
          ),
        ),
      }),
  ],
])('%s', (_, length, formOf) => {
  const timeOf = (html: string): number => {
    const before = process.cpuUsage();
    expect(readRows(announcement(html)).rows.length).toBeGreaterThan(0);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const [short, long] = [length, TIMES_AS_LONG * length].map((size) =>
    page(formOf(size), 'Director dealing'),
  );
  timeOf(short as string);
  const least = Math.min(...[0, 1, 2].map(() => timeOf(short as string)));
  // A busy machine makes a time longer and never shorter: the first that is short enough shows it.
  let ratio = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5 && ratio >= MOST_TIMES_THE_TIME; tries++)
    ratio = Math.min(ratio, timeOf(long as string) / least);
  expect(ratio).toBeLessThan(MOST_TIMES_THE_TIME);
});
