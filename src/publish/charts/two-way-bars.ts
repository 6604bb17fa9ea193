/** Purchases above a line and sales below it, for each period. */

import { scaleBand, scaleLinear } from 'd3-scale';
import { type Html, html } from '../../html.js';
import { shortUsd, toTenth } from '../figures.js';
import { across, FOOT, HEAD, type PlotLabel, plot } from './plot.js';

export interface TradePeriod {
  /** Such as Q2 2026, or week of 1 Jun 2026. */
  name: string;
  /** Shown below the bars; a period without it has none. */
  label?: string;
  isMinor?: boolean;
  bought: number;
  sold: number;
}

const HEIGHT = 210;

interface TwoWayOptions {
  title: string;
  /** What a period is, at the head of the table. */
  period: string;
  /** Oldest first. */
  periods: readonly TradePeriod[];
  /** Marks purchases less sales too. */
  hasNet?: boolean;
}

/** Periods without a purchase or sale give no chart, because an empty one says nothing. */
export function twoWayBars({ title, period, periods, hasNet }: TwoWayOptions): Html | '' {
  const most = Math.max(0, ...periods.map(({ bought }) => bought));
  const least = Math.max(0, ...periods.map(({ sold }) => sold));
  if (most === 0 && least === 0) return '';
  const x = scaleBand<number>()
    .domain(periods.map((_, at) => at))
    .range([0, 100])
    .paddingInner(0.25);
  const y = scaleLinear()
    .domain([-least, most])
    .nice(4)
    .range([HEIGHT - FOOT, HEAD]);
  const zero = y(0);
  const bar = (at: number, value: number, name: string) => {
    const height = Math.max(1.5, Math.abs(y(value) - zero));
    const top = value > 0 ? zero - height : zero;
    return html`<rect class="${name}" x="${across(x(at) ?? 0)}" y="${toTenth(top)}" width="${across(x.bandwidth())}" height="${toTenth(height)}"><title>${periods[at]?.name}: ${shortUsd(Math.abs(value))} ${name === 'buy' ? 'bought' : 'sold'}</title></rect>`;
  };
  const net = (at: number, value: number) => {
    const [from, level] = [x(at) ?? 0, toTenth(y(value))];
    return html`<line class="net" x1="${across(from)}" x2="${across(from + x.bandwidth())}" y1="${level}" y2="${level}"><title>${periods[at]?.name}: net ${shortUsd(value)}</title></line>`;
  };
  const labels = periods.flatMap(({ label, isMinor = false }, at): PlotLabel[] =>
    label === undefined ? [] : [{ at: (x(at) ?? 0) + x.bandwidth() / 2, words: label, isMinor }],
  );
  const [bought, sold] = [sumOf(periods, 'bought'), sumOf(periods, 'sold')];
  return plot({
    title,
    key: html`<span class="mark buy">▲ purchases</span> <span class="mark sell">▼ sales</span>${hasNet && html` <span class="mark">— net</span>`}`,
    said: `${shortUsd(bought)} bought and ${shortUsd(sold)} sold`,
    height: HEIGHT,
    // Sales are amounts too: their direction says that they are sales.
    scale: y.ticks(4).map((tick) => ({ y: y(tick), words: shortUsd(Math.abs(tick)) })),
    labels,
    marks: html`${periods.map((one, at) => [one.bought > 0 && bar(at, one.bought, 'buy'), one.sold > 0 && bar(at, -one.sold, 'sell'), hasNet && net(at, one.bought - one.sold)])}<line class="axis" x2="100%" y1="${toTenth(zero)}" y2="${toTenth(zero)}"/>`,
    figures: {
      heads: [period, 'Bought', 'Sold', 'Net'],
      rows: periods
        .filter((one) => hasNet || one.bought > 0 || one.sold > 0)
        .map((one) => [one.name, shortUsd(one.bought), shortUsd(one.sold), shortUsd(one.bought - one.sold)]),
    },
  });
}

function sumOf(periods: readonly TradePeriod[], side: 'bought' | 'sold'): number {
  return periods.reduce((sum, one) => sum + one[side], 0);
}
