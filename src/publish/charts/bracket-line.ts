/** Disclosed brackets on a time line: each stroke reaches from the low to the high bound, on a logarithmic scale. */

import { scaleLog, scaleUtc } from 'd3-scale';
import { groupBy, itemAt } from '../../collections.js';
import { type Html, html } from '../../html.js';
import { shortUsd, toTenth } from '../figures.js';

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
  const dates = known.map(({ date }) => date).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (known.length < 2 || first === undefined || last === undefined) return '';
  const bounds = known.flatMap(({ low, high }) => (high === null ? [low] : [low, high]));
  const x = scaleUtc([new Date(first), new Date(last)], [LEFT + 8, WIDTH - 8]);
  const lowest = 10 ** Math.floor(Math.log10(Math.min(...bounds)));
  const y = scaleLog([lowest, Math.max(...bounds, lowest * 2)], [HEIGHT - BOTTOM, TOP]);
  const marks = equalMarks(known);
  const decades = y.ticks().filter((tick) => Number.isInteger(Math.round(Math.log10(tick) * 1e6) / 1e6));
  return html`<figure class="chart"><figcaption>${title} <span class="key"><span class="mark buy">▲ purchases</span> <span class="mark sell">▼ sales and exchanges</span></span></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}: ${known.length} trades from ${first} to ${last}">
${decades.map((tick) => html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${toTenth(y(tick))}" y2="${toTenth(y(tick))}"/><text class="tick" x="${LEFT - 6}" y="${toTenth(y(tick) + 4)}" text-anchor="end">${shortUsd(tick)}</text>`)}
${marks.map(({ date, low, high, buy, labels }) => {
  const at = toTenth(x(new Date(date)) + (buy ? -2 : 2));
  const top = high === null ? TOP : Math.min(y(high), y(low) - 3);
  const count = labels.length;
  return html`<line class="bracket ${buy ? 'buy' : 'sell'}" x1="${at}" x2="${at}" y1="${toTenth(top)}" y2="${toTenth(y(low))}"><title>${titleOf(labels)}</title></line>${count > 1 && html`<text class="tick" x="${at}" y="${toTenth(top - 3)}" text-anchor="middle">×${count}</text>`}`;
})}
${months(new Date(first), new Date(last)).map((month) => html`<line class="axis" x1="${toTenth(x(month))}" x2="${toTenth(x(month))}" y1="${HEIGHT - BOTTOM}" y2="${HEIGHT - BOTTOM + 3}"/>`)}
<text class="tick" x="${LEFT}" y="${HEIGHT - 4}">${first}</text><text class="tick" x="${WIDTH - 6}" y="${HEIGHT - 4}" text-anchor="end">${last}</text>
</svg></figure>`;
}

interface Mark extends Bracket {
  labels: string[];
}

/** Trades of the same day, direction and bracket would cover one another, so they share a mark that shows their number. */
function equalMarks(brackets: readonly Bracket[]): Mark[] {
  const equal = groupBy(brackets, ({ date, low, high, buy }) => JSON.stringify([date, low, high, buy]));
  return [...equal.values()].map((group) => ({
    ...itemAt(group, 0),
    labels: group.map(({ label }) => label),
  }));
}

const MOST_LABELS = 5;

function titleOf(labels: readonly string[]): string {
  const more = labels.length - MOST_LABELS;
  return [...labels.slice(0, MOST_LABELS), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

const MOST_MONTHS = 36;

/** The first day of each month between two dates; over many years, the first day of each year. */
function months(first: Date, last: Date): Date[] {
  const all: Date[] = [];
  const day = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1));
  for (; day < last; day.setUTCMonth(day.getUTCMonth() + 1)) all.push(new Date(day));
  return all.length > MOST_MONTHS ? all.filter((one) => one.getUTCMonth() === 0) : all;
}
