/** Insiders who filed trades in one direction week after week. */

import type { z } from 'zod/v3';
import { STREAK_HISTORY_WEEKS, STREAK_MIN_USD, STREAK_MIN_WEEKS } from '../../../../tools/contract/rules.js';
import type { streakEntry } from '../../../../tools/contract/shapes/digest.js';
import getStreaks from '../../../../tools/get-streaks.js';
import { addDays, utcDate, weekday } from '../../../dates.js';
import { type Html, html } from '../../../html.js';
import { type FilingMark, priceLine } from '../../charts/price-line.js';
import { weekStrip } from '../../charts/week-strip.js';
import { count, direction, link, plural, shortUsd, usd } from '../../figures.js';
import { FORM4_SOURCE } from '../form4/filing-columns.js';
import { localLink, tickerLink } from '../links.js';
import type { PageRequest } from '../page.js';
import { emptyWords, stateOf } from '../source-state.js';
import { table } from '../table.js';
import { toolPage } from '../tool-page.js';

type Streak = z.infer<typeof streakEntry>;

export const streaks = toolPage({
  path: '/streaks',
  nav: 'Streaks',
  tool: getStreaks,
  about: () => ['sec-edgar-form4'],
  async render({ data: rows, meta }, request) {
    return {
      title: 'Streaks',
      lede: `Insiders who filed open-market trades in one direction for ${STREAK_MIN_WEEKS} or more weeks in a row, with at least ${count(STREAK_MIN_USD)} US dollars over the run. Longest run first.`,
      body:
        rows.length === 0
          ? html`<p class="empty">${emptyWords(await stateOf(request, 'sec-edgar-form4'), 'There is no streak at the moment. That is not unusual.')}</p>`
          : html`<div class="cards">${rows.map((row) => card(request, row))}</div>${(meta.total ?? 0) > rows.length && html`<p class="rest">The first ${rows.length} of ${meta.total} streaks. Only these are kept.</p>`}`,
      json: '/v1/streaks',
      sources: [FORM4_SOURCE],
      caveats: [
        'Weeks are ISO weeks by the day of filing in New York, not by the day of the trade.',
        'Planned value is the part under a Rule 10b5-1 plan: those trades were decided long before.',
        'Prices are split-adjusted closes where a price source has them; days without one are left out, never filled in.',
      ],
      fetchedAt: meta.fetchedAt,
    };
  },
});

function card(request: PageRequest, row: Streak): Html {
  const { ownerName, issuerTicker, issuerName, filingHistory, priceSeries } = row;
  const issuer =
    issuerTicker === ''
      ? issuerName
      : html`<a href="${tickerLink(request, issuerTicker)}">${issuerTicker}</a> ${issuerName}`;
  return html`<article class="card"><h2>${link(localLink(request, row.url), ownerName)}</h2>
<p>${issuer}</p>
<p>${direction(row.direction)} <strong>${plural(row.weeks, 'week')}</strong> in a row, <span class="code">${row.firstWeek}</span> to <span class="code">${row.lastWeek}</span></p>
<dl><div><dt>Value of the run</dt><dd>${usd(row.streakValue)}</dd></div><div><dt>Under a plan</dt><dd>${usd(row.plannedValue)}</dd></div></dl>
${weekStrip(`Filings of ${ownerName} in the last ${STREAK_HISTORY_WEEKS} weeks`, row.direction, filingHistory)}
${priceLine(`Close of ${issuerTicker || issuerName} in these weeks, split-adjusted`, priceSeries, weekMarks(row, request.now))}
${completedRuns(row.trackRecord)}</article>`;
}

/** A mark in the middle of each week with a filing. The mark of the current week is never after today. */
function weekMarks({ filingHistory, direction: code }: Streak, now: Date): FilingMark[] {
  const today = utcDate(now);
  return filingHistory
    .filter(({ filings }) => filings > 0)
    .map(({ week, value, filings }) => {
      const middle = wednesdayOf(week);
      return {
        date: middle < today ? middle : today,
        code,
        label: `${week}: ${shortUsd(value)} in ${plural(filings, 'filing')}`,
      };
    });
}

/** The Wednesday of an ISO week such as 2026-W47. Week 1 is the week of 4 January. */
function wednesdayOf(week: string): string {
  const fourth = `${week.slice(0, 4)}-01-04`;
  return addDays(fourth, 2 - weekday(fourth) + (Number(week.slice(6)) - 1) * 7);
}

function completedRuns(runs: Streak['trackRecord']): Html | '' {
  if (runs.length === 0) return '';
  return html`<details><summary>${plural(runs.length, 'completed run')} before</summary>${table({
    caption: 'Completed runs, newest first',
    rows: runs,
    empty: '',
    columns: [
      { field: 'direction', head: 'Direction', as: 'direction' },
      { field: 'firstWeek', head: 'From' },
      { field: 'lastWeek', head: 'To' },
      { field: 'weeks', head: 'Weeks', as: 'amount', number: false },
      { field: 'value', head: 'Value', as: 'usd' },
      { field: 'returnPct', head: 'Price since', as: 'percent', number: false },
    ],
  })}</details>`;
}
