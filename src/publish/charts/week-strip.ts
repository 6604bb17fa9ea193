/** The last weeks side by side. The height of a bar is the value filed in that week. */

import { scaleBand, scaleLinear } from 'd3-scale';
import { type Html, html } from '../../html.js';
import { plural, shortUsd, toTenth } from '../figures.js';
import { dayAndMonth, mondayOf, weekInWords } from '../periods.js';
import { across, FOOT, HEAD, plot } from './plot.js';

export interface StripWeek {
  /** ISO week, such as 2026-W47. */
  week: string;
  value: number;
  filings: number;
}

const HEIGHT = 110;
/** A label below every fourth bar: there is room for three on a card. */
const EVERY = 4;

/** A week with a filing has a bar that can be seen, however small its value is. */
export function weekStrip(title: string, direction: string, weeks: readonly StripWeek[]): Html | '' {
  if (weeks.length === 0) return '';
  const x = scaleBand<number>()
    .domain(weeks.map((_, at) => at))
    .range([0, 100])
    .paddingInner(0.15);
  const y = scaleLinear()
    .domain([0, Math.max(1, ...weeks.map((one) => one.value))])
    .nice(2)
    .range([HEIGHT - FOOT, HEAD]);
  const active = weeks.filter((one) => one.filings > 0).length;
  return plot({
    title,
    said: `${active} of ${weeks.length} weeks with a filing`,
    height: HEIGHT,
    scale: y.ticks(2).map((tick) => ({ y: y(tick), words: shortUsd(tick) })),
    labels: weeks.flatMap(({ week }, at) =>
      (weeks.length - 1 - at) % EVERY === 0
        ? [{ at: (x(at) ?? 0) + x.bandwidth() / 2, words: dayAndMonth(mondayOf(week)) }]
        : [],
    ),
    marks: html`${weeks.map(({ week, value, filings }, at) => {
      if (filings === 0) return '';
      const height = Math.max(3, y(0) - y(value));
      return html`<rect class="${direction === 'P' ? 'buy' : 'sell'}" x="${across(x(at) ?? 0)}" y="${toTenth(y(0) - height)}" width="${across(x.bandwidth())}" height="${toTenth(height)}"><title>${weekInWords(week)}: ${shortUsd(value)} in ${plural(filings, 'filing')}</title></rect>`;
    })}`,
    figures: {
      heads: ['Week', 'Value', 'Filings'],
      rows: weeks.map(({ week, value, filings }) => [weekInWords(week), shortUsd(value), String(filings)]),
    },
  });
}
