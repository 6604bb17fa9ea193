/** One bar for each reported period, starting at zero: totals as filed. */

import { scaleBand, scaleLinear } from 'd3-scale';
import { type Html, html } from '../../html.js';
import { shortUsd, toTenth } from '../figures.js';
import { across, FOOT, HEAD, type PlotLabel, plot } from './plot.js';

export interface Period {
  /** Such as Q3 2026. */
  label: string;
  value: number;
}

const HEIGHT = 190;
/** How many labels fit side by side on a wide screen, and how many of them on a phone. */
const WIDE = 12;
const NARROW = 4;

/** `periods` are oldest first. Fewer than two give no chart. */
export function periodBars(title: string, periods: readonly Period[]): Html | '' {
  const [first, last] = [periods[0], periods.at(-1)];
  if (periods.length < 2 || first === undefined || last === undefined) return '';
  const x = scaleBand<number>()
    .domain(periods.map((_, index) => index))
    .range([0, 100])
    .paddingInner(0.2);
  const y = scaleLinear()
    .domain([0, Math.max(1, ...periods.map(({ value }) => value))])
    .nice(4)
    .range([HEIGHT - FOOT, HEAD]);
  return plot({
    title,
    said: `${shortUsd(first.value)} in ${first.label}, ${shortUsd(last.value)} in ${last.label}, ${periods.length} periods`,
    height: HEIGHT,
    scale: y.ticks(4).map((tick) => ({ y: y(tick), words: shortUsd(tick) })),
    labels: labelsOf(periods, (at) => (x(at) ?? 0) + x.bandwidth() / 2),
    marks: html`${periods.map(({ label, value }, at) => {
      const height = Math.max(1.5, y(0) - y(value));
      return html`<rect class="total" x="${across(x(at) ?? 0)}" y="${toTenth(y(0) - height)}" width="${across(x.bandwidth())}" height="${toTenth(height)}"><title>${label}: ${shortUsd(value)}</title></rect>`;
    })}`,
    figures: {
      heads: ['Period', 'Total'],
      rows: [...periods].reverse().map(({ label, value }) => [label, shortUsd(value)]),
    },
  });
}

/** Every n-th period counted from the last one, which is always labelled. */
function labelsOf(periods: readonly Period[], middle: (at: number) => number): PlotLabel[] {
  const every = Math.ceil(periods.length / WIDE);
  const shown = periods.map(({ label }, at) => ({ label, at, fromEnd: periods.length - 1 - at }));
  const onPhone = every * Math.ceil(periods.length / every / NARROW);
  return shown
    .filter(({ fromEnd }) => fromEnd % every === 0)
    .map(({ label, at, fromEnd }) => ({
      at: middle(at),
      words: label,
      isMinor: fromEnd % onPhone !== 0,
    }));
}
