/** The charts show what they are given, and nothing if there is nothing. */

import { expect, it } from '@jest/globals';
import { bracketLine } from '../../../src/publish/charts/bracket-line.js';
import { periodBars } from '../../../src/publish/charts/period-bars.js';
import { priceLine } from '../../../src/publish/charts/price-line.js';
import { areas } from '../../../src/publish/charts/treemap.js';
import { weekStrip } from '../../../src/publish/charts/week-strip.js';
import { weeklyBars } from '../../../src/publish/charts/weekly-bars.js';

const now = new Date('2026-11-20T12:00:00.000Z');
const count = (text: unknown, what: string) => String(text).split(what).length - 1;

it('weekly bars: one bar for each week and direction, purchases above the line and sales below', () => {
  const made = weeklyBars({
    title: 'T',
    now,
    rows: [
      { at: '2026-11-17T10:00:00.000Z', code: 'P', value: 100 },
      { at: '2026-11-19T10:00:00.000Z', code: 'P', value: 200 },
      { at: '2026-11-10T10:00:00.000Z', code: 'S', value: 300 },
      { at: '2026-11-10T10:00:00.000Z', code: 'A', value: 9_000 },
      { at: '2024-01-01T10:00:00.000Z', code: 'P', value: 7_000 },
    ],
  });
  expect(count(made, '<rect class="buy"')).toBe(1);
  expect(count(made, '<rect class="sell"')).toBe(1);
  expect(String(made)).toContain('2026-11-16: $300 bought');
  expect(String(made)).toContain('2026-11-09: $300 sold');
  const y = (name: string) =>
    Number(new RegExp(`class="${name}" x="[\\d.]+" y="([\\d.]+)"`).exec(String(made))?.[1]);
  expect(y('buy')).toBeLessThan(y('sell'));
});

it('no chart without data', () => {
  expect(weeklyBars({ title: 'T', now, rows: [] })).toBe('');
  expect(weekStrip('T', 'P', [])).toBe('');
  expect(priceLine('T', [{ date: '2026-01-02', close: 3 }])).toBe('');
  expect(bracketLine('T', [])).toBe('');
  expect(areas('T', [{ name: 'A', value: 1 }])).toBe('');
  expect(periodBars('T', [{ label: 'Q1 2026', value: 3 }])).toBe('');
});

it('a week without a filing has no bar', () => {
  const weeks = Array.from({ length: 12 }, (_, index) => ({
    week: `2026-W${36 + index}`,
    value: index % 2 === 0 ? 50_000 : 0,
    filings: index % 2 === 0 ? 1 : 0,
  }));
  expect(count(weekStrip('T', 'S', weeks), '<rect')).toBe(6);
});

it('a line has one point for each known day', () => {
  const path =
    /d="([^"]+)"/.exec(
      String(
        priceLine('T', [
          { date: '2026-01-02', close: 3 },
          { date: '2026-01-09', close: 4 },
          { date: '2026-01-05', close: 5 },
        ]),
      ),
    )?.[1] ?? '';
  expect(path.split(/[ML]/).filter(Boolean)).toHaveLength(3);
});

it('an open bracket reaches to the top, and names are text', () => {
  const made = bracketLine('T', [
    { date: '2026-01-02', low: 1001, high: 15_000, buy: true, label: '<b>' },
    { date: '2026-02-02', low: 50_000_001, high: null, buy: false, label: 'open' },
  ]);
  expect(count(made, 'class="bracket')).toBe(2);
  expect(String(made)).toContain('<title>&lt;b&gt;</title>');
});

it('the areas beyond the thirtieth share one area', () => {
  const made = areas(
    'T',
    Array.from({ length: 35 }, (_, index) => ({ name: `N${index}`, value: 100 - index })),
  );
  expect(count(made, '<rect')).toBe(31);
  expect(String(made)).toContain('5 others: $340');
});

it('filings are below the line of closes, each with its day and words', () => {
  const made = String(
    priceLine(
      'T',
      [
        { date: '2026-01-05', close: 3 },
        { date: '2026-01-19', close: 4 },
      ],
      [
        { date: '2026-01-07', code: 'P', label: '2026-W02: <i>' },
        { date: '2026-01-21', code: 'S', label: 'sold' },
      ],
    ),
  );
  expect(count(made, '<path class="buy"')).toBe(1);
  expect(count(made, '<path class="sell"')).toBe(1);
  expect(made).toContain('<title>2026-W02: &lt;i&gt;</title>');
  expect(made).toContain('▲ purchase filed');
  expect(made).toContain('1 marks of purchases filed and 1 of sales');
  // A filing later than the last close makes the time line longer, but adds no close.
  expect(made).toContain('>2026-01-21</text>');
  expect(/class="line first" d="([^"]+)"/.exec(made)?.[1]?.split(/[ML]/).filter(Boolean)).toHaveLength(2);
});

it('bars of periods start at zero, one for each, with the ends labelled', () => {
  const quarters = Array.from({ length: 40 }, (_, index) => ({
    label: `Q${(index % 4) + 1} ${2016 + Math.floor(index / 4)}`,
    value: 100 + index,
  }));
  const made = String(periodBars('T', quarters));
  expect(count(made, '<rect')).toBe(40);
  expect(made).toContain('>$0</text>');
  expect(made).toContain('>Q1 2016</text>');
  expect(made).toContain('>Q4 2025</text>');
  expect(made).toContain('<title>Q4 2025: $139</title>');
  const heights = [...made.matchAll(/height="([\d.]+)"/g)].map((match) => Number(match[1]));
  expect(heights.at(-1)! / heights[0]!).toBeCloseTo(139 / 100, 1);
});

it('the words of an area are left out on narrow screens where they would not fit', () => {
  const made = String(
    areas('T', [
      { name: 'WIDE', value: 1000 },
      { name: 'TIGHT', value: 20 },
    ]),
  );
  expect(made).toMatch(/class="inside" [^>]*>WIDE</);
  expect(made).not.toMatch(/class="inside" [^>]*>TIGHT</);
});

it('brackets have a line for every decade that they touch', () => {
  const made = String(
    bracketLine('T', [
      { date: '2026-01-02', low: 1001, high: 15_000, buy: true, label: 'a' },
      { date: '2026-02-02', low: 100_001, high: 250_000, buy: false, label: 'b' },
    ]),
  );
  for (const decade of ['$1K', '$10K', '$100K']) expect(made).toContain(`>${decade}</text>`);
});

it('equal brackets of one day and direction are one mark with their number', () => {
  const one = { date: '2026-01-02', low: 1001, high: 15_000, buy: true };
  const same = Array.from({ length: 25 }, (_, index) => ({ ...one, label: `trade ${index}` }));
  const made = bracketLine('T', [
    ...same,
    { ...one, buy: false, label: 'sale' },
    { ...one, date: '2026-04-02', label: 'later' },
  ]);
  expect(count(made, 'class="bracket')).toBe(3);
  expect(count(made, '>×25<')).toBe(1);
  expect(String(made)).toContain('trade 0\ntrade 1');
  expect(String(made)).toContain('and 20 more');
  expect(String(made)).toContain('27 trades from');
  // The first days of February, March and April.
  expect(count(made, 'class="axis"')).toBe(3);
});
