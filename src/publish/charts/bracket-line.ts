/** Disclosed brackets on a time line: each stroke reaches from the low to the high bound, on a logarithmic scale. */

import { scaleLog, scaleUtc } from 'd3-scale';
import { shortUsd } from '../pages/figures.js';
import { type Html, html } from '../pages/html.js';

export interface Bracket {
  date: string;
  low: number;
  /** Null for an open bracket. */
  high: number | null;
  buy: boolean;
  label: string;
}

const WIDTH = 600;
const HEIGHT = 190;
const LEFT = 56;
const BOTTOM = 24;
const TOP = 14;

export function bracketLine(title: string, brackets: readonly Bracket[]): Html | '' {
  const known = brackets.filter(({ date, low }) => low > 0 && !Number.isNaN(Date.parse(date)));
  if (known.length < 2) return '';
  const dates = known.map(({ date }) => date).sort();
  const bounds = known.flatMap(({ low, high }) => (high === null ? [low] : [low, high]));
  const x = scaleUtc([new Date(dates[0] as string), new Date(dates.at(-1) as string)], [LEFT + 8, WIDTH - 8]);
  const lowest = 10 ** Math.floor(Math.log10(Math.min(...bounds)));
  const y = scaleLog([lowest, Math.max(...bounds, lowest * 2)], [HEIGHT - BOTTOM, TOP]);
  const decades = y.ticks().filter((tick) => Number.isInteger(Math.round(Math.log10(tick) * 1e6) / 1e6));
  return html`<figure class="chart"><figcaption>${title} <span class="key"><span class="mark buy">▲ purchases</span> <span class="mark sell">▼ sales and exchanges</span></span></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}: ${known.length} trades from ${dates[0]} to ${dates.at(-1)}">
${decades.map((tick) => html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${round(y(tick))}" y2="${round(y(tick))}"/><text class="tick" x="${LEFT - 6}" y="${round(y(tick) + 4)}" text-anchor="end">${shortUsd(tick)}</text>`)}
${known.map(({ date, low, high, buy, label }) => {
  const at = round(x(new Date(date)) + (buy ? -2 : 2));
  const top = high === null ? TOP : Math.min(y(high), y(low) - 3);
  return html`<line class="bracket ${buy ? 'buy' : 'sell'}" x1="${at}" x2="${at}" y1="${round(top)}" y2="${round(y(low))}"><title>${label}</title></line>`;
})}
<text class="tick" x="${LEFT}" y="${HEIGHT - 4}">${dates[0]}</text><text class="tick" x="${WIDTH - 6}" y="${HEIGHT - 4}" text-anchor="end">${dates.at(-1)}</text>
</svg></figure>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
