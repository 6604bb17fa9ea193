/** Insiders who file in one direction week after week. */

import { type Html, html } from '../../../html.js';
import { type FilingMark, priceLine } from '../../charts/price-line.js';
import { type StripWeek, weekStrip } from '../../charts/week-strip.js';
import { amount, direction, link, percent, plural, shortUsd, usd } from '../../figures.js';
import { FORM4_SOURCE, ownPath } from '../form4/filing-columns.js';
import type { Page, Visit } from '../page.js';
import { emptyWords, stateOf } from '../source-state.js';
import { type Row, table } from '../table.js';

export const streaks: Page = {
  path: '/streaks',
  nav: 'Streaks',
  needs: ['/v1/streaks'],
  about: () => ['sec-edgar-form4'],
  async render(visit) {
    const envelope = await visit.ask('/v1/streaks');
    const rows = envelope.data as Row[];
    return {
      title: 'Streaks',
      lede: 'Insiders who filed open-market trades in one direction for two or more weeks in a row, with at least 50,000 US dollars over the run. Longest run first.',
      body:
        rows.length === 0
          ? html`<p class="empty">${emptyWords(await stateOf(visit, 'sec-edgar-form4'), 'There is no streak at this time, which is nothing unusual.')}</p>`
          : html`<div class="cards">${rows.map((row) => card(visit, row))}</div>${(envelope.meta.total ?? 0) > rows.length && html`<p class="rest">The first ${rows.length} of ${envelope.meta.total} streaks. Only these are kept.</p>`}`,
      json: '/v1/streaks',
      sources: [FORM4_SOURCE],
      caveats: [
        'Weeks are ISO weeks by the day of filing in New York, not by the day of the trade.',
        'Planned value is the part under a Rule 10b5-1 plan: it was decided long before.',
        'Prices are split-adjusted closes where a price source has them; days without one are left out, never filled in.',
      ],
      fetchedAt: envelope.meta.fetchedAt,
    };
  },
};

function card(visit: Visit, row: Row): Html {
  const ticker = String(row.issuerTicker ?? '');
  const weeks = (row.filingHistory ?? []) as StripWeek[];
  const prices = (row.priceSeries ?? []) as Array<{ date: string; close: number }>;
  const name = String(row.ownerName);
  const issuerName = String(row.issuerName ?? '');
  return html`<article class="card"><h2>${link(ownPath(visit, row.url), name)}</h2>
<p>${ticker === '' ? issuerName : html`<a href="${visit.to(`/ticker/${encodeURIComponent(ticker)}`)}">${ticker}</a> ${issuerName}`}</p>
<p>${direction(row.direction)} <strong>${plural(Number(row.weeks), 'week')}</strong> in a row, <span class="code">${String(row.firstWeek)}</span> to <span class="code">${String(row.lastWeek)}</span></p>
<dl><div><dt>Value of the run</dt><dd>${usd(row.streakValue)}</dd></div><div><dt>Under a plan</dt><dd>${usd(row.plannedValue)}</dd></div></dl>
${weekStrip(`Filings of ${name} in the last twelve weeks`, String(row.direction), weeks)}
${priceLine(`Close of ${ticker || issuerName} in these weeks, split-adjusted`, prices, weekMarks(weeks, row.direction === 'S' ? 'S' : 'P', visit.now))}
${record((row.trackRecord ?? []) as Row[])}</article>`;
}

const WEEK = /^\d{4}-W\d{2}$/;

/** A mark in the middle of each week in which something was filed, of this week today at the latest. */
function weekMarks(weeks: readonly StripWeek[], code: 'P' | 'S', now: Date): FilingMark[] {
  const today = now.toISOString().slice(0, 10);
  return weeks
    .filter(({ week, filings }) => filings > 0 && WEEK.test(week))
    .map(({ week, value, filings }) => ({
      date: [middleOf(week), today].sort()[0] as string,
      code,
      label: `${week}: ${shortUsd(value)} in ${plural(filings, 'filing')}`,
    }));
}

/** The Wednesday of an ISO week such as 2026-W47; week 1 is the one that holds 4 January. */
function middleOf(week: string): string {
  const fourth = new Date(`${week.slice(0, 4)}-01-04T00:00:00.000Z`);
  const wednesday = 3 - (fourth.getUTCDay() || 7) + (Number(week.slice(6)) - 1) * 7;
  return new Date(fourth.getTime() + wednesday * 86_400_000).toISOString().slice(0, 10);
}

function record(rows: Row[]): Html | '' {
  if (rows.length === 0) return '';
  return html`<details><summary>${plural(rows.length, 'completed run')} before</summary>${table({
    caption: 'Completed runs, newest first',
    rows,
    empty: '',
    columns: [
      { field: 'direction', head: 'Direction', as: direction },
      { field: 'firstWeek', head: 'From' },
      { field: 'lastWeek', head: 'To' },
      { field: 'weeks', head: 'Weeks', as: amount },
      { field: 'value', head: 'Value', as: 'usd' },
      { field: 'returnPct', head: 'Price since', as: percent },
    ],
  })}</details>`;
}
