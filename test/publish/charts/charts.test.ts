/** The charts show what they are given, and nothing if there is nothing. */

import { expect, it } from '@jest/globals';
import { bracketLine } from '../../../src/publish/charts/bracket-line.js';
import { periodBars } from '../../../src/publish/charts/period-bars.js';
import { priceLine, tradeLine } from '../../../src/publish/charts/price-line.js';
import { areas } from '../../../src/publish/charts/treemap.js';
import { twoWayBars } from '../../../src/publish/charts/two-way-bars.js';
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
  expect(String(made)).toContain('week of 16 Nov 2026: $300 bought');
  expect(String(made)).toContain('week of 9 Nov 2026: $300 sold');
  const y = (name: string) =>
    Number(new RegExp(`class="${name}" x="[\\d.]+%" y="([\\d.]+)"`).exec(String(made))?.[1]);
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
  expect(String(made)).toContain('5 others 11.7%, $340');
  expect(String(made)).toContain('The largest 30 of 35.');
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
  expect(count(made, '<text class="sign buy"')).toBe(1);
  expect(count(made, '<text class="sign sell"')).toBe(1);
  expect(made).toContain('<title>2026-W02: &lt;i&gt;</title>');
  expect(made).toContain('▲ purchase</span>');
  expect(made).toContain('days with purchases: 1, with sales: 1');
  // A filing later than the last close makes the time line longer, but adds no close.
  expect(made).toContain('x="100%" y="200">▼');
  expect(made).toContain('<td>21 Jan 2026</td><td>–</td><td>sold</td>');
  expect(/class="line first" d="([^"]+)"/.exec(made)?.[1]?.split(/[ML]/).filter(Boolean)).toHaveLength(2);
});

it('bars of periods start at zero, one for each, with labels below their bars up to the last one', () => {
  const quarters = Array.from({ length: 40 }, (_, index) => ({
    label: `Q${(index % 4) + 1} ${2016 + Math.floor(index / 4)}`,
    value: 100 + index,
  }));
  const made = String(periodBars('T', quarters));
  expect(count(made, '<rect')).toBe(40);
  expect(made).toContain('>$0</text>');
  const bar = /<rect class="total" x="([\d.]+)%" [^>]*width="([\d.]+)%"[^>]*><title>Q4 2016/.exec(made);
  const label = /x="([\d.]+)%"[^>]*>Q4 2016<\/text>/.exec(made);
  expect(Number(label?.[1])).toBeCloseTo(Number(bar?.[1]) + Number(bar?.[2]) / 2, 1);
  expect(made).toContain('>Q4 2025</text>');
  expect(made).toContain('<title>Q4 2025: $139</title>');
  const heights = [...made.matchAll(/<rect [^>]*height="([\d.]+)"/g)].map((match) => Number(match[1]));
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
  // Its figures are in the table.
  expect(made).toContain('<td>TIGHT</td><td>$20</td><td>2%</td>');
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
  expect(String(made)).toContain('27 trades from 2 Jan 2026 to 2 Apr 2026');
  // The first days of February, March and April.
  expect(count(made, 'class="axis"')).toBe(3);
});

it('areas say what changed by a word and a sign, and lead to the company', () => {
  const made = String(
    areas('T', [
      { name: 'A', value: 500, change: 'new', href: '/ticker/A' },
      { name: 'B', value: 300, change: 'more', changePct: 15.04 },
      { name: 'C', value: 200, change: 'less', changePct: -4 },
      { name: 'D', value: 0.3, change: 'same', changePct: 0 },
    ]),
  );
  expect(made).toContain('<a href="/ticker/A"><title>A 50% +, $500, + new</title>');
  expect(made).toContain('<td>▲ more shares, +15%</td>');
  expect(made).toContain('<td>▼ fewer shares, −4%</td>');
  expect(made).toContain('<td>D</td><td>$0</td><td>under 0.1%</td><td>= unchanged</td>');
  for (const word of ['+ new', '▲ more shares', '▼ fewer shares', '= unchanged'])
    expect(made).toContain(`">${word}</span>`);
});

it('areas without a known change have no key of colours', () => {
  expect(
    String(
      areas('T', [
        { name: 'A', value: 2 },
        { name: 'B', value: 1 },
      ]),
    ),
  ).not.toContain('Since the report before');
});

it('areas gather what is too small for words', () => {
  const made = String(
    areas('T', [
      { name: 'A', value: 1000 },
      { name: 'B', value: 1000 },
      { name: 'C', value: 2 },
      { name: 'D', value: 1 },
    ]),
  );
  expect(made).toContain('2 others 0.1%, $3');
  expect(count(made, '<rect')).toBe(3);
  // The table names each.
  expect(made).toContain('<td>D</td>');
});

it('trades of several registers are in separate lines, with and without closes', () => {
  const lanes = [
    { name: 'Insiders', marks: [{ date: '2026-01-07', code: 'P' as const, label: '$3K bought' }] },
    { name: 'Congress', marks: [{ date: '2026-01-07', code: null, label: 'Exchange' }] },
    { name: 'Europe', marks: [] },
  ];
  const alone = String(tradeLine({ title: 'T', prices: [], lanes, days: ['2025-06-01', '2026-06-01'] }));
  expect(alone).not.toContain('<path');
  expect(alone).toContain('>Congress</text>');
  expect(alone).not.toContain('>Europe</text>');
  expect(alone).toContain('<td>7 Jan 2026</td><td>Insiders: $3K bought; Congress: Exchange</td>');
  expect(alone).toContain('◆ other');
  const closes = [
    { date: '2026-01-05', close: 3 },
    { date: '2026-01-19', close: 4.5 },
  ];
  const both = String(tradeLine({ title: 'T', prices: closes, lanes }));
  expect(both).toContain('<path class="line first"');
  expect(both).toContain('<td>19 Jan 2026</td><td>$4.50</td>');
  expect(tradeLine({ title: 'T', prices: [], lanes: [] })).toBe('');
});

it('each chart has its figures in a table', () => {
  const made = String(
    periodBars('T', [
      { label: 'Q1 2026', value: 3_000_000 },
      { label: 'Q2 2026', value: 5_000_000 },
    ]),
  );
  expect(made).toContain('<summary>The figures as a table</summary>');
  expect(made).toContain('<td>Q2 2026</td><td>$5M</td>');
});

it('quarters show what was bought, sold and the difference', () => {
  const made = String(
    twoWayBars({
      title: 'T',
      period: 'Quarter',
      periods: [
        { name: 'Q1 2026', label: 'Q1 2026', bought: 3000, sold: 1000 },
        { name: 'Q2 2026', label: 'Q2 2026', bought: 0, sold: 0 },
      ],
      hasNet: true,
    }),
  );
  expect(made).toContain('<title>Q1 2026: net $2K</title>');
  expect(made).toContain('<td>Q2 2026</td><td>$0</td><td>$0</td><td>$0</td>');
});

it('a week of half the value has a bar of half the height, and the scale says so', () => {
  const made = String(
    weekStrip('T', 'S', [
      { week: '2026-W45', value: 4e6, filings: 2 },
      { week: '2026-W46', value: 8e6, filings: 1 },
      { week: '2026-W47', value: 100, filings: 1 },
      { week: '2026-W48', value: 0, filings: 0 },
    ]),
  );
  const heights = [...made.matchAll(/<rect class="sell"[^>]* height="([\d.]+)"/g)].map(([, one]) =>
    Number(one),
  );
  expect(heights).toHaveLength(3);
  expect(heights[1]! / heights[0]!).toBeCloseTo(2, 1);
  // A small value is still seen.
  expect(heights[2]).toBe(3);
  const ticks = [...made.matchAll(/text-anchor="end">(\$[\dMK.]+)</g)].map(([, words]) => words);
  const places = [...made.matchAll(/class="grid" x2="100%" y1="([\d.]+)"/g)].map(([, one]) => Number(one));
  expect(ticks).toEqual(['$0', '$5M', '$10M']);
  expect(places[0]! - places[1]!).toBeCloseTo(places[1]! - places[2]!, 1);
});

it('the scale of brackets says what a line means', () => {
  const made = bracketLine('T', [
    { date: '2026-01-02', low: 1001, high: 15_000, buy: true, label: 'a' },
    { date: '2026-02-02', low: 1001, high: 15_000, buy: true, label: 'b' },
  ]);
  expect(String(made)).toContain('each line is ten times the one below');
});

it('areas without room for their name are listed below, those of a phone only there', () => {
  const made = String(
    areas('T', [
      { name: 'Large', value: 800 },
      { name: 'Middling Co', value: 150, change: 'more', changePct: 1 },
      { name: 'A company with quite a long name and a small value', value: 12 },
    ]),
  );
  const list = /<p class="note unnamed">(.*?)<\/p>/s.exec(made)?.[1] ?? '';
  expect(list).toContain('<span class="narrow">Middling Co 15.6% ▲</span>');
  expect(list).toContain('<span>A company with quite a long name and a small value 1.2%</span>');
  expect(list).not.toContain('Large');
  const large = String(
    areas('T', [
      { name: 'A', value: 2 },
      { name: 'B', value: 1 },
    ]),
  );
  expect(large).not.toContain('Too small for a name');
});
