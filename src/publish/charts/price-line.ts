/** Lines over time: closes with the filings below them, and a reconstruction beside its benchmark. Days without a value get no point. */

import { scaleLinear, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';
import { type Html, html } from '../../html.js';
import { toTenth } from '../figures.js';

const WIDTH = 600;
const HEIGHT = 170;
const LEFT = 56;
const BOTTOM = 22;
const TOP = 10;
/** Half the size of a filing's mark. */
const MARK = 6;

export interface Series {
  name: string;
  /** Class of the line: `first` is solid, `second` is dashed. */
  mark: 'first' | 'second';
  points: ReadonlyArray<{ date: string; value: number }>;
}

/** A filing, drawn below the line because it has a day but no price. */
export interface FilingMark {
  date: string;
  code: 'P' | 'S';
  /** Shown when the pointer is on it. */
  label: string;
}

/** The closes of one security, and when trades in it were filed. */
export function priceLine(
  title: string,
  prices: ReadonlyArray<{ date: string; close: number }>,
  marks: readonly FilingMark[] = [],
): Html | '' {
  const points = prices.map(({ date, close }) => ({ date, value: close }));
  return timeLines(title, [{ name: 'close', mark: 'first', points }], (value) => `$${value}`, marks);
}

/** Fewer than two known days give no chart. */
export function timeLines(
  title: string,
  series: readonly Series[],
  label: (value: number) => string,
  marks: readonly FilingMark[] = [],
): Html | '' {
  const known = series
    .map((one) => ({ ...one, points: one.points.filter(({ date }) => isDay(date)) }))
    .filter(({ points }) => points.length > 1);
  const all = known.flatMap(({ points }) => points);
  if (all.length === 0) return '';
  const dates = [...all, ...marks].map(({ date }) => date).sort();
  const [from, until] = [dates[0], dates.at(-1)];
  if (from === undefined || until === undefined) return '';
  const values = all.map(({ value }) => value);
  const x = scaleUtc([new Date(from), new Date(until)], [LEFT, WIDTH - 6]);
  const foot = HEIGHT - BOTTOM;
  const lowest = marks.length > 0 ? foot - 2 * MARK - 6 : foot;
  const y = scaleLinear([Math.min(...values), Math.max(...values)], [lowest, TOP]).nice(4);
  const path = line<{ date: string; value: number }>(
    ({ date }) => toTenth(x(new Date(date))),
    ({ value }) => toTenth(y(value)),
  );
  const said = known.map(
    ({ name, points }) =>
      `${name} from ${label(points[0]?.value ?? 0)} to ${label(points.at(-1)?.value ?? 0)}`,
  );
  const filed = marks.map(({ code }) => code);
  if (marks.length > 0)
    said.push(
      `${filed.filter((code) => code === 'P').length} marks of purchases filed and ${filed.filter((code) => code === 'S').length} of sales`,
    );
  return html`<figure class="chart"><figcaption>${title}${marks.length > 0 && html` <span class="key">${filed.includes('P') && html`<span class="mark buy">▲ purchase filed</span>`} ${filed.includes('S') && html`<span class="mark sell">▼ sale filed</span>`}</span>`}${known.length > 1 && html` <span class="key">${known.map(({ name, mark }) => html`<span class="line ${mark}">${mark === 'first' ? '—' : '- -'} ${name}</span> `)}</span>`}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}: ${said.join('; ')}">
${y.ticks(4).map((tick) => html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${toTenth(y(tick))}" y2="${toTenth(y(tick))}"/><text class="tick" x="${LEFT - 6}" y="${toTenth(y(tick) + 4)}" text-anchor="end">${label(tick)}</text>`)}
${known.map(({ mark, points }) => html`<path class="line ${mark}" d="${path([...points])}"/>`)}
${marks.map((one) => html`<path class="${one.code === 'P' ? 'buy' : 'sell'}" d="${triangle(toTenth(x(new Date(one.date))), foot - MARK, one.code)}"><title>${one.label}</title></path>`)}
<text class="tick" x="${LEFT}" y="${HEIGHT - 4}">${from}</text><text class="tick" x="${WIDTH - 6}" y="${HEIGHT - 4}" text-anchor="end">${until}</text>
</svg></figure>`;
}

/** Points up for a purchase and down for a sale. */
function triangle(x: number, y: number, code: 'P' | 'S'): string {
  const tip = code === 'P' ? -MARK : MARK;
  return `M${toTenth(x - MARK)} ${toTenth(y - tip)}H${toTenth(x + MARK)}L${x} ${toTenth(y + tip)}Z`;
}

function isDay(date: string): boolean {
  return !Number.isNaN(Date.parse(date));
}
