/** Purchases above the line and sales below it, week by week. */

import { scaleBand, scaleLinear } from 'd3-scale';
import { DAY_MS, utcDate, weekdayOfDay } from '../../dates.js';
import { type Html, html } from '../../html.js';
import { shortUsd, toTenth } from '../figures.js';

const WEEK = 7 * DAY_MS;
const WIDTH = 600;
const HEIGHT = 170;
const LEFT = 56;
const TOP = 12;
const BOTTOM = 24;
const WEEKS = 53;

export interface WeeklyBarsOptions {
  title: string;
  now: Date;
  rows: ReadonlyArray<{ at: string; code: string; value: number }>;
}

/** Rows without code P or S give no chart, because an empty one says nothing. */
export function weeklyBars({ title, now, rows }: WeeklyBarsOptions): Html | '' {
  const first = monutcDate(now.getTime()) - (WEEKS - 1) * WEEK;
  const weeks = Array.from({ length: WEEKS }, (_, index) => ({
    start: first + index * WEEK,
    bought: 0,
    sold: 0,
  }));
  for (const { at, code, value } of rows) {
    const week = weeks[Math.floor((monutcDate(Date.parse(at)) - first) / WEEK)];
    if (week === undefined) continue;
    if (code === 'P') week.bought += value;
    if (code === 'S') week.sold += value;
  }
  const most = Math.max(...weeks.map((week) => week.bought));
  const least = Math.max(...weeks.map((week) => week.sold));
  if (most === 0 && least === 0) return '';
  const x = scaleBand<number>()
    .domain(weeks.map((week) => week.start))
    .range([LEFT, WIDTH])
    .paddingInner(0.25);
  const y = scaleLinear()
    .domain([-least, most])
    .range([HEIGHT - BOTTOM, TOP]);
  const zero = y(0);
  const bar = (start: number, value: number, name: string) => {
    const top = value > 0 ? y(value) : zero;
    const height = Math.max(1.5, Math.abs(y(value) - zero));
    return html`<rect class="${name}" x="${toTenth(x(start) ?? 0)}" y="${toTenth(value > 0 ? Math.min(top, zero - height) : zero)}" width="${toTenth(x.bandwidth())}" height="${toTenth(height)}"><title>${utcDate(start)}: ${shortUsd(Math.abs(value))} ${name === 'buy' ? 'bought' : 'sold'}</title></rect>`;
  };
  const bought = weeks.reduce((sum, week) => sum + week.bought, 0);
  const sold = weeks.reduce((sum, week) => sum + week.sold, 0);
  return html`<figure class="chart"><figcaption>${title} <span class="key"><span class="mark buy">▲ purchases</span> <span class="mark sell">▼ sales</span></span></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}: ${shortUsd(bought)} bought and ${shortUsd(sold)} sold in the weeks since ${utcDate(first)}">
${zero - y(most) > 16 && html`<text class="tick" x="${LEFT - 6}" y="${toTenth(y(most) + 4)}" text-anchor="end">${shortUsd(most)}</text>`}
${y(-least) - zero > 16 && html`<text class="tick" x="${LEFT - 6}" y="${toTenth(y(-least) + 4)}" text-anchor="end">${shortUsd(least)}</text>`}
<line class="axis" x1="${LEFT}" x2="${WIDTH}" y1="${toTenth(zero)}" y2="${toTenth(zero)}"/>
${weeks.flatMap((week) => [week.bought > 0 && bar(week.start, week.bought, 'buy'), week.sold > 0 && bar(week.start, -week.sold, 'sell')])}
${weeks.filter((_, index) => index % 13 === 0).map((week, index) => html`<text class="tick${index % 4 === 0 ? '' : ' middle'}" x="${toTenth((x(week.start) ?? 0) + (index === 4 ? x.bandwidth() : 0))}" y="${HEIGHT - 4}"${index === 4 ? html` text-anchor="end"` : ''}>${utcDate(week.start)}</text>`)}
</svg></figure>`;
}

/** 00:00 UTC of the Monday of that week. */
function monutcDate(at: number): number {
  const day = Math.floor(at / DAY_MS);
  return (day - weekdayOfDay(day)) * DAY_MS;
}
