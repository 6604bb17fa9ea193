/** One bar for each reported period, starting at zero: totals as filed. */

import { scaleBand, scaleLinear } from 'd3-scale';
import { type Html, html } from '../../html.js';
import { shortUsd, toTenth } from '../figures.js';

export interface Period {
  /** Such as Q3 2026. */
  label: string;
  value: number;
}

const WIDTH = 600;
const HEIGHT = 170;
const LEFT = 56;
const BOTTOM = 24;
const TOP = 12;
/** How many labels fit side by side below the bars. */
const LABELS = 6;

/** `periods` are oldest first. Fewer than two give no chart. */
export function periodBars(title: string, periods: readonly Period[]): Html | '' {
  const [first, last] = [periods[0], periods.at(-1)];
  if (periods.length < 2 || first === undefined || last === undefined) return '';
  const x = scaleBand<number>()
    .domain(periods.map((_, index) => index))
    .range([LEFT, WIDTH])
    .padding(0.2);
  const y = scaleLinear()
    .domain([0, Math.max(1, ...periods.map(({ value }) => value))])
    .nice(4)
    .range([HEIGHT - BOTTOM, TOP]);
  const every = Math.ceil(periods.length / LABELS);
  const ends = new Set([0, periods.length - 1]);
  const labelled = periods
    .map(({ label }, index) => ({ label, index }))
    .filter(({ index }) => ends.has(index) || (index % every === 0 && index + every < periods.length));
  return html`<figure class="chart"><figcaption>${title}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}: ${shortUsd(first.value)} in ${first.label}, ${shortUsd(last.value)} in ${last.label}, ${periods.length} periods">
${y.ticks(4).map((tick) => html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${toTenth(y(tick))}" y2="${toTenth(y(tick))}"/><text class="tick" x="${LEFT - 6}" y="${toTenth(y(tick) + 4)}" text-anchor="end">${shortUsd(tick)}</text>`)}
${periods.map(({ label, value }, index) => {
  const height = Math.max(1.5, y(0) - y(value));
  return html`<rect class="total" x="${toTenth(x(index) ?? 0)}" y="${toTenth(y(0) - height)}" width="${toTenth(x.bandwidth())}" height="${toTenth(height)}"><title>${label}: ${shortUsd(value)}</title></rect>`;
})}
${labelled.map(({ label, index }) => html`<text class="tick${ends.has(index) ? '' : ' middle'}" x="${index === 0 ? LEFT : index === periods.length - 1 ? WIDTH : toTenth((x(index) ?? 0) + x.bandwidth() / 2)}" y="${HEIGHT - 4}"${index === 0 ? '' : html` text-anchor="${index === periods.length - 1 ? 'end' : 'middle'}"`}>${label}</text>`)}
</svg></figure>`;
}
