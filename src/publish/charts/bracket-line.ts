/** Disclosed brackets on a time line: each stroke reaches from the low to the high bound, on a logarithmic scale. */

import { scaleLog, scaleUtc } from 'd3-scale';
import { byText, groupBy, itemAt } from '../../collections.js';
import { type Html, html } from '../../html.js';
import { count, shortUsd, toTenth } from '../figures.js';
import { dayInWords, dayTicks } from '../periods.js';
import { across, type FigureTable, FOOT, HEAD, plot } from './plot.js';

export interface Bracket {
  date: string;
  low: number;
  /** Null for an open bracket. */
  high: number | null;
  buy: boolean;
  label: string;
}

const HEIGHT = 220;
/** The first and last marks keep within the chart. */
const SIDES = [1.5, 98.5];

export function bracketLine(title: string, brackets: readonly Bracket[]): Html | '' {
  const known = brackets.filter(({ date, low }) => low > 0 && !Number.isNaN(Date.parse(date)));
  const dates = known.map(({ date }) => date).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (known.length < 2 || first === undefined || last === undefined) return '';
  const bounds = known.flatMap(({ low, high }) => (high === null ? [low] : [low, high]));
  const x = scaleUtc([new Date(first), new Date(last)], SIDES);
  const lowest = 10 ** Math.floor(Math.log10(Math.min(...bounds)));
  // The number of a mark is above it.
  const y = scaleLog([lowest, Math.max(...bounds, lowest * 2)], [HEIGHT - FOOT, HEAD + 8]);
  const marks = equalMarks(known);
  const decades = y.ticks().filter((tick) => Number.isInteger(Math.round(Math.log10(tick) * 1e6) / 1e6));
  const ticks = dayTicks(first, last);
  return plot({
    title,
    key: html`<span class="mark buy">▲ purchases</span> <span class="mark sell">▼ sales and exchanges</span> from the low to the high bound; each line is ten times the one below`,
    said: `${count(known.length)} trades from ${dayInWords(first)} to ${dayInWords(last)}`,
    height: HEIGHT,
    scale: decades.map((tick) => ({ y: y(tick), words: shortUsd(tick) })),
    labels: ticks.map(({ date, words, isMinor }) => ({ at: x(new Date(date)), words, isMinor })),
    marks: html`${ticks.map(({ date }) => html`<line class="axis" x1="${across(x(new Date(date)))}" x2="${across(x(new Date(date)))}" y1="${HEIGHT - FOOT}" y2="${HEIGHT - FOOT + 4}"/>`)}
${marks.map(({ date, low, high, buy, labels }) => {
  const at = across(x(new Date(date)));
  const top = high === null ? HEAD : Math.min(y(high), y(low) - 3);
  const trades = labels.length;
  // Purchases and sales of one day are beside each other.
  return html`<g transform="translate(${buy ? -3 : 3})"><line class="bracket ${buy ? 'buy' : 'sell'}" x1="${at}" x2="${at}" y1="${toTenth(top)}" y2="${toTenth(y(low))}"><title>${titleOf(labels)}</title></line>${trades > 1 && html`<text class="tick count" x="${at}" y="${toTenth(top - 4)}" text-anchor="middle">×${count(trades)}</text>`}</g>`;
})}`,
    figures: figuresOf(marks),
  });
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

const MOST_ROWS = 100;

/** Newest first. */
function figuresOf(marks: readonly Mark[]): FigureTable {
  const sorted = [...marks].sort(byText(({ date }) => date)).reverse();
  return {
    heads: ['Traded', 'Direction', 'Bracket', 'Trades'],
    rows: sorted
      .slice(0, MOST_ROWS)
      .map(({ date, buy, low, high, labels }) => [
        dayInWords(date),
        buy ? '▲ purchase' : '▼ sale or exchange',
        high === null ? `over ${shortUsd(low)}` : `${shortUsd(low)} to ${shortUsd(high)}`,
        count(labels.length),
      ]),
    ...(sorted.length > MOST_ROWS
      ? { rest: `The newest ${MOST_ROWS} of ${count(sorted.length)} marks.` }
      : {}),
  };
}
