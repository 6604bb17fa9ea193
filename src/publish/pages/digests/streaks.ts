/** Insiders who filed trades in one direction week after week. */

import type { z } from 'zod/v3';
import { STREAK_HISTORY_WEEKS, STREAK_MIN_USD, STREAK_MIN_WEEKS } from '../../../../tools/contract/rules.js';
import type { streakEntry } from '../../../../tools/contract/shapes/digest.js';
import getStreaks from '../../../../tools/get-streaks.js';
import { addDays, utcDate } from '../../../dates.js';
import { type Html, html } from '../../../html.js';
import { type FilingMark, priceLine } from '../../charts/price-line.js';
import { weekStrip } from '../../charts/week-strip.js';
import { count, direction, link, plural, shortUsd, usd } from '../../figures.js';
import { mondayOf, weekInWords, weeksInWords } from '../../periods.js';
import { filterQuery } from '../filters.js';
import { FORM4_SOURCE, NAMES_AS_FILED } from '../form4/filing-columns.js';
import { localLink, symbolAndName, tickerLink } from '../links.js';
import { jsonAddress, type ListView, listBody, type Preset, rowsShown, sortingOf } from '../list-view.js';
import type { PageRequest } from '../page.js';
import { emptyWords, stateOf } from '../source-state.js';
import { type Column, table } from '../table.js';
import { toolPage } from '../tool-page.js';

type Streak = z.infer<typeof streakEntry>;

const PATH = '/streaks';
const TITLE = 'Streaks';
const FILTERS = [
  { name: 'ticker', label: 'Ticker', as: 'code', size: 8 },
  {
    name: 'direction',
    label: 'Direction',
    as: [
      ['all', 'Both'],
      ['P', 'Purchases'],
      ['S', 'Sales'],
    ],
  },
  { name: 'min_weeks', label: 'Min. weeks', as: 'amount' },
  { name: 'min_value', label: 'Min. value ($)', as: 'amount' },
  {
    name: 'series',
    label: 'Shown as',
    as: [
      ['none', 'Table'],
      ['full', 'Cards with charts'],
    ],
  },
  { name: 'owner', label: 'Insider (id)', as: 'code', size: 16, isRare: true },
  { name: 'cik', label: 'CIK', as: 'code', size: 10, isRare: true },
] as const;
const PRESETS: readonly Preset[] = [
  { label: 'Purchases', query: { direction: 'P' } },
  { label: 'Sales', query: { direction: 'S' } },
  { label: 'Largest', query: { sort: 'value' } },
  { label: 'Cards with charts', query: { series: 'full' } },
];

export const streaks = toolPage({
  path: PATH,
  nav: 'Streaks',
  tool: getStreaks,
  about: () => ['sec-edgar-form4'],
  // An unknown word goes to the tool, which says what it accepts.
  given: ({ query }) => ({ series: query.series || 'none' }),
  filters: { fields: FILTERS, title: () => TITLE, isList: true },
  async render({ data: rows, meta }, request) {
    const view: ListView = { request, path: PATH, filters: FILTERS, sorts: ['weeks', 'value'] };
    return {
      title: TITLE,
      lede: `Insiders who filed open-market trades in one direction for ${STREAK_MIN_WEEKS} or more weeks in a row, with at least ${count(STREAK_MIN_USD)} US dollars over the run.`,
      body: listBody(view, {
        presets: PRESETS,
        summary: rows.length > 0 && html`<p class="summary">${rowsShown(view, meta)}.</p>`,
        meta,
        rows: await list(view, rows, meta.total),
      }),
      json: jsonAddress(view, '/v1/streaks'),
      sources: [FORM4_SOURCE],
      caveats: [
        'Weeks are ISO weeks, from Monday to Sunday, by the day of filing in New York, not by the day of the trade.',
        'Planned value is the part under a Rule 10b5-1 plan: those trades were decided long before.',
        'Prices are split-adjusted closes where a price source has them; days without one are left out, never filled in.',
      ],
      fetchedAt: meta.fetchedAt,
      unlisted: Object.values(request.query).some((value) => value !== ''),
    };
  },
});

async function list(view: ListView, rows: Streak[], total: number | undefined): Promise<Html> {
  const { request } = view;
  const empty = emptyWords(
    await stateOf(request, 'sec-edgar-form4'),
    filterQuery(request, FILTERS) === ''
      ? 'There is no streak at the moment. That is not unusual.'
      : 'No streak matches these filters.',
  );
  if (rows.length > 0 && request.query.series === 'full')
    return html`<div class="cards">${rows.map((row) => card(request, row))}</div>${(total ?? 0) > rows.length && html`<p class="rest">The first ${count(rows.length)} of ${count(total ?? 0)} streaks. The filters show others.</p>`}`;
  return table<Streak>({
    caption: `Runs that last until this week or the one before. ${NAMES_AS_FILED}`,
    rows,
    total,
    most: rows.length,
    rest: 'The filters show others.',
    empty,
    schema: getStreaks.output,
    columns: columnsFor(request),
    sorting: sortingOf(view),
  });
}

function columnsFor(request: PageRequest): Array<Column<Streak>> {
  return [
    {
      field: 'ownerName',
      head: 'Insider',
      roomy: true,
      to: (row) => localLink(request, row.url),
    },
    {
      field: 'issuerName',
      head: 'Company',
      roomy: true,
      as: (name, { issuerTicker: ticker, issuerCik }) => {
        const page = tickerLink(request, ticker) ?? request.to(`/issuers/${issuerCik}`);
        return link(page, symbolAndName(ticker, name));
      },
    },
    { field: 'direction', head: 'Direction', as: 'direction' },
    { field: 'weeks', head: 'Weeks in a row', as: 'amount', sort: 'weeks' },
    {
      field: 'firstWeek',
      head: 'From and to',
      as: (first, { lastWeek }) => weeksInWords(first, lastWeek),
      minor: true,
    },
    { field: 'streakValue', head: 'Value of the run', as: 'usd', sort: 'value' },
    { field: 'plannedValue', head: 'Under a plan', as: 'usd', minor: true },
    {
      field: 'trackRecord',
      head: 'Runs before',
      as: (runs) => count(runs.length),
      number: true,
      minor: true,
    },
  ];
}

function card(request: PageRequest, row: Streak): Html {
  const { ownerName, issuerTicker, issuerName, filingHistory, priceSeries } = row;
  const issuer =
    issuerTicker === ''
      ? issuerName
      : html`<a href="${tickerLink(request, issuerTicker)}">${issuerTicker}</a> ${issuerName}`;
  return html`<article class="card"><h2>${link(localLink(request, row.url), ownerName)}</h2>
<p>${issuer}</p>
<p>${direction(row.direction)} <strong>${plural(row.weeks, 'week')}</strong> in a row, ${weeksInWords(row.firstWeek, row.lastWeek)}</p>
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
      const middle = addDays(mondayOf(week), 2);
      return {
        date: middle < today ? middle : today,
        code,
        label: `${weekInWords(week)}: ${shortUsd(value)} in ${plural(filings, 'filing')}`,
      };
    });
}

function completedRuns(runs: Streak['trackRecord']): Html | '' {
  if (runs.length === 0) return '';
  return html`<details><summary>${plural(runs.length, 'completed run')} before</summary>${table({
    caption: 'Completed runs, newest first',
    rows: runs,
    empty: '',
    columns: [
      { field: 'direction', head: 'Direction', as: 'direction' },
      { field: 'firstWeek', head: 'From', as: weekInWords },
      { field: 'lastWeek', head: 'To', as: weekInWords },
      { field: 'weeks', head: 'Weeks', as: 'amount', number: false },
      { field: 'value', head: 'Value', as: 'usd' },
      { field: 'returnPct', head: 'Price since', as: 'percent', number: false },
    ],
  })}</details>`;
}
