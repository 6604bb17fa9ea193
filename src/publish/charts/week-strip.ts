/** The last weeks side by side. The height of a bar is the value filed in that week. */

import { scaleBand, scaleSqrt } from 'd3-scale';
import { type Html, html } from '../../html.js';
import { plural, shortUsd, toTenth } from '../figures.js';

export interface StripWeek {
  /** ISO week, such as 2026-W47. */
  week: string;
  value: number;
  filings: number;
}

const WIDTH = 360;
const HEIGHT = 64;
const FLOOR = 48;

/** Heights use the square root, so that one very large week leaves the others visible. */
export function weekStrip(title: string, direction: string, weeks: readonly StripWeek[]): Html | '' {
  if (weeks.length === 0) return '';
  const x = scaleBand<string>()
    .domain(weeks.map((one) => one.week))
    .range([0, WIDTH])
    .paddingInner(0.15);
  const y = scaleSqrt()
    .domain([0, Math.max(1, ...weeks.map((one) => one.value))])
    .range([0, FLOOR - 6]);
  const active = weeks.filter((one) => one.filings > 0).length;
  return html`<svg class="strip" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}: ${active} of ${weeks.length} weeks with a filing">
<line class="axis" x1="0" x2="${WIDTH}" y1="${FLOOR}" y2="${FLOOR}"/>
${weeks.map((one) => {
  const height = one.filings === 0 ? 0 : Math.max(3, y(one.value));
  return (
    height > 0 &&
    html`<rect class="${direction === 'P' ? 'buy' : 'sell'}" x="${toTenth(x(one.week) ?? 0)}" y="${toTenth(FLOOR - height)}" width="${toTenth(x.bandwidth())}" height="${toTenth(height)}"><title>${one.week}: ${shortUsd(one.value)} in ${plural(one.filings, 'filing')}</title></rect>`
  );
})}
<text class="tick" x="0" y="${HEIGHT - 3}">${weeks[0]?.week}</text><text class="tick" x="${WIDTH}" y="${HEIGHT - 3}" text-anchor="end">${weeks.at(-1)?.week}</text>
</svg>`;
}
