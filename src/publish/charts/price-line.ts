/** Lines over time: closes with the trades below them, and a reconstruction beside its benchmark. Days without a value get no point. */

import { scaleLinear, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';
import { byText } from '../../collections.js';
import { type Html, html } from '../../html.js';
import { shortPrice, toTenth } from '../figures.js';
import { dayInWords, dayTicks } from '../periods.js';
import { across, type FigureTable, FOOT, HEAD, plot, type ScaleTick } from './plot.js';

/** Height of the lines alone. */
const LINES = 170;
/** Height of one register's marks: purchases above, sales below. */
const LANE = 34;
/** Lines are drawn in a box of this width, which is stretched over the chart. */
const BOX = 1000;

export interface Series {
  name: string;
  /** Class of the line: `first` is solid, `second` is dashed. */
  mark: 'first' | 'second';
  points: ReadonlyArray<{ date: string; value: number }>;
}

/** Trades of a day, drawn below the line because most have a day but no price. */
export interface FilingMark {
  date: string;
  /** Null for an exchange, and for a word that says neither. */
  code: 'P' | 'S' | null;
  /** Shown when the pointer is on it, and in the table. */
  label: string;
}

/** The marks of one register. */
export interface Lane {
  /** At the left; one short word. */
  name: string;
  marks: readonly FilingMark[];
}

/** The closes of one security, and when trades in it were filed. */
export function priceLine(
  title: string,
  prices: ReadonlyArray<{ date: string; close: number }>,
  marks: readonly FilingMark[] = [],
): Html | '' {
  if (prices.length < 2) return '';
  return tradeLine({ title, prices, lanes: [{ name: 'Filed', marks }] });
}

interface TradeLineOptions {
  title: string;
  /** Without closes the trades are alone on the time line. */
  prices: ReadonlyArray<{ date: string; close: number }>;
  lanes: readonly Lane[];
  /** The days that the time line has at least. */
  days?: readonly [from: string, until: string];
}

/** Closes where there are any, and the trades of each register in a separate line. No trade and no close give no chart. */
export function tradeLine({ title, prices, lanes, days }: TradeLineOptions): Html | '' {
  const points = prices.map(({ date, close }) => ({ date, value: close }));
  return chart(title, {
    series: [{ name: 'close', mark: 'first', points }],
    label: shortPrice,
    lanes: lanes.filter(({ marks }) => marks.length > 0),
    days: days ?? [],
  });
}

/** Fewer than two known days give no chart. */
export function timeLines(
  title: string,
  series: readonly Series[],
  label: (value: number) => string,
): Html | '' {
  return chart(title, { series, label, lanes: [], days: [] });
}

interface Lines {
  series: readonly Series[];
  label: (value: number) => string;
  lanes: readonly Lane[];
  days: readonly string[];
}

function chart(title: string, { series, label, lanes, days }: Lines): Html | '' {
  const known = series
    .map((one) => ({ ...one, points: one.points.filter(({ date }) => isDay(date)) }))
    .filter(({ points }) => points.length > 1);
  const all = known.flatMap(({ points }) => points);
  const marks = lanes.flatMap((lane) => lane.marks);
  if (all.length === 0 && marks.length === 0) return '';
  const dates = [...all.map(({ date }) => date), ...marks.map(({ date }) => date), ...days].sort();
  const [from, until] = [dates[0], dates.at(-1)];
  if (from === undefined || until === undefined) return '';
  const x = scaleUtc([new Date(from), new Date(until)], [0, 100]);
  const at = (date: string) => x(new Date(date));
  const drawn = all.length === 0 ? null : linesOf(known, at, label);
  const top = drawn === null ? 0 : LINES;
  return plot({
    title,
    key: keyOf(known, marks),
    said: [
      ...known.map((one) => inWords(one, label)),
      ...(marks.length > 0 ? [marksInWords(marks)] : []),
    ].join('; '),
    height: top + lanes.length * LANE + FOOT,
    scale: [
      ...(drawn?.scale ?? []),
      ...lanes.map(({ name }, index) => ({ y: top + (index + 0.5) * LANE, words: name })),
    ],
    labels: dayTicks(from, until).map(({ date, words, isMinor }) => ({ at: at(date), words, isMinor })),
    marks: html`${drawn?.paths}${lanes.map((lane, index) => laneMarks(lane, top + index * LANE, at))}`,
    figures: figuresOf(known, lanes, label),
  });
}

/** The lines in a box that is stretched, which leaves their strokes as they are. */
function linesOf(
  known: readonly Series[],
  at: (date: string) => number,
  label: (value: number) => string,
): { scale: ScaleTick[]; paths: Html } {
  const values = known.flatMap(({ points }) => points.map(({ value }) => value));
  const y = scaleLinear([Math.min(...values), Math.max(...values)], [LINES - HEAD, HEAD]).nice(4);
  const path = line<{ date: string; value: number }>(
    ({ date }) => toTenth((at(date) * BOX) / 100),
    ({ value }) => toTenth(y(value)),
  );
  return {
    scale: scaleOf(y.ticks(4), label).map(([tick, words]) => ({ y: y(tick), words })),
    paths: html`<svg height="${LINES}" viewBox="0 0 ${BOX} ${LINES}" preserveAspectRatio="none">${known.map(({ mark, points }) => html`<path class="line ${mark}" d="${path([...points])}"/>`)}</svg>`,
  };
}

/** Cents are left out where no figure of the scale has any. */
function scaleOf(ticks: readonly number[], label: (value: number) => string): Array<[number, string]> {
  const words = ticks.map((tick): [number, string] => [tick, label(tick)]);
  const isWhole = words.every(([, one]) => one.endsWith('.00'));
  return isWhole ? words.map(([tick, one]) => [tick, one.slice(0, -3)]) : words;
}

/** Signs of one register: purchases in the upper half, sales and others in the lower one, so that none covers the other. */
function laneMarks({ marks }: Lane, top: number, at: (date: string) => number): Html {
  return html`${marks.map(({ date, code, label }) => {
    const { name, sign } = SIGNS[code ?? 'other'];
    return html`<text class="sign ${name}" x="${across(at(date))}" y="${top + (code === 'P' ? 15 : 30)}">${sign}<title>${label}</title></text>`;
  })}`;
}

const SIGNS = {
  P: { name: 'buy', sign: '▲', words: 'purchase' },
  S: { name: 'sell', sign: '▼', words: 'sale' },
  other: { name: 'neither', sign: '◆', words: 'other' },
} as const;

function keyOf(known: readonly Series[], marks: readonly FilingMark[]): Html | false {
  const signs = (['P', 'S', 'other'] as const).filter((kind) =>
    marks.some(({ code }) => (code ?? 'other') === kind),
  );
  const lines = known.length > 1 ? known : [];
  if (signs.length === 0 && lines.length === 0) return false;
  return html`${signs.map((kind) => html`<span class="mark ${SIGNS[kind].name}">${SIGNS[kind].sign} ${SIGNS[kind].words}</span> `)}${lines.map(({ name, mark }) => html`<span class="line ${mark}">${mark === 'first' ? '—' : '- -'} ${name}</span> `)}`;
}

function inWords({ name, points }: Series, label: (value: number) => string): string {
  return `${name} from ${label(points[0]?.value ?? 0)} to ${label(points.at(-1)?.value ?? 0)}`;
}

function marksInWords(marks: readonly FilingMark[]): string {
  const having = (code: FilingMark['code']) => marks.filter((one) => one.code === code).length;
  return `days with purchases: ${having('P')}, with sales: ${having('S')}`;
}

/** Each day with its values and trades, newest first. */
function figuresOf(
  known: readonly Series[],
  lanes: readonly Lane[],
  label: (value: number) => string,
): FigureTable {
  const values = known.map(({ points }) => new Map(points.map(({ date, value }) => [date, value])));
  const trades = lanes.flatMap(({ name, marks }) =>
    marks.map(({ date, label: words }) => ({ date, words: lanes.length > 1 ? `${name}: ${words}` : words })),
  );
  const dates = new Set([...values.flatMap((one) => [...one.keys()]), ...trades.map(({ date }) => date)]);
  const rows = [...dates].sort(byText((date) => date)).reverse();
  return {
    heads: [
      'Day',
      ...known.map(({ name }) => (name === 'close' ? 'Close' : name)),
      ...(lanes.length > 0 ? ['Trades'] : []),
    ],
    hasWords: lanes.length > 0,
    rows: rows.map((date) => [
      dayInWords(date),
      ...values.map((one) => {
        const value = one.get(date);
        return value === undefined ? '–' : label(value);
      }),
      ...(lanes.length > 0
        ? [
            trades
              .filter((one) => one.date === date)
              .map(({ words }) => words)
              .join('; '),
          ]
        : []),
    ]),
  };
}

function isDay(date: string): boolean {
  return !Number.isNaN(Date.parse(date));
}
