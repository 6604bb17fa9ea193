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
import { CIK_FILTER, DIRECTION_FILTER, MIN_VALUE_FILTER, TICKER_FILTER } from '../common-filters.js';
import { FORM4_SOURCE, NAMES_AS_FILED } from '../form4/filing-columns.js';
import { localLink, symbolAndName, tickerLink } from '../links.js';
import { listPage } from '../list-page.js';
import type { Preset } from '../list-view.js';
import type { PageRequest } from '../page.js';
import { type Column, table } from '../table.js';

type Streak = z.infer<typeof streakEntry>;

const PAGE_ROWS = 100;
/** A card has two charts. */
const PAGE_CARDS = 12;
const FILTERS = [
  TICKER_FILTER,
  DIRECTION_FILTER,
  { name: 'min_weeks', label: 'Min. weeks', as: 'amount' },
  MIN_VALUE_FILTER,
  {
    name: 'planned',
    label: '10b5-1 plans',
    as: [
      ['all', 'All trades'],
      ['exclude', 'Outside plans'],
    ],
  },
  {
    name: 'series',
    label: 'Shown as',
    as: [
      ['none', 'Table'],
      ['full', 'Cards with charts'],
    ],
  },
  { name: 'owner', label: 'Insider', as: 'name', isRare: true },
  CIK_FILTER,
] as const;
const PRESETS: readonly Preset[] = [
  { label: 'Purchases', query: { direction: 'P' } },
  { label: 'Sales', query: { direction: 'S' } },
  { label: 'Sales outside 10b5-1 plans', query: { direction: 'S', planned: 'exclude' } },
  { label: 'Largest', query: { sort: 'value' } },
  { label: 'Cards with charts', query: { series: 'full' } },
];

export const streaks = listPage({
  path: '/streaks',
  nav: 'Streaks',
  tool: getStreaks,
  source: 'sec-edgar-form4',
  title: 'Streaks',
  lede: `Insiders who filed open-market trades in the same direction for ${STREAK_MIN_WEEKS} or more weeks in a row, worth at least $${count(STREAK_MIN_USD)} in total.`,
  filters: FILTERS,
  sorts: ['weeks', 'value'],
  presets: PRESETS,
  // An unknown word goes to the tool, which says what it accepts.
  given: ({ query }) => ({
    series: query.series || 'none',
    limit: query.series === 'full' ? PAGE_CARDS : PAGE_ROWS,
  }),
  caption: `Streaks that reach this week or the week before. ${NAMES_AS_FILED}`,
  empty: {
    all: 'There is no streak at the moment. That is not unusual.',
    filtered: 'No streak matches these filters.',
  },
  schema: getStreaks.output,
  columns: columnsFor,
  otherRows: (request, rows) =>
    request.query.series === 'full'
      ? html`<div class="cards">${rows.map((row) => card(request, row))}</div>`
      : null,
  sources: [FORM4_SOURCE],
  caveats: [
    'Weeks are ISO weeks, from Monday to Sunday, by the day of filing in New York, not by the day of the trade.',
    'Under plans: the part that was traded under Rule 10b5-1 plans, which set the trades in advance.',
    'Prices are split-adjusted closes where a price source has them; days without one are left out, never filled in.',
  ],
});

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
      head: 'Weeks',
      as: (first, { lastWeek }) => weeksInWords(first, lastWeek),
      minor: true,
    },
    { field: 'streakValue', head: 'Total value', as: 'usd', sort: 'value' },
    { field: 'plannedValue', head: 'Under plans', as: 'usd', minor: true },
    {
      field: 'trackRecord',
      head: 'Earlier streaks',
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
<dl><div><dt>Total value</dt><dd>${usd(row.streakValue)}</dd></div><div><dt>Under plans</dt><dd>${usd(row.plannedValue)}</dd></div></dl>
${weekStrip(`Filings of ${ownerName} in the last ${STREAK_HISTORY_WEEKS} weeks`, row.direction, filingHistory)}
${priceLine(`Split-adjusted close of ${issuerTicker || issuerName} over the same weeks`, priceSeries, weekMarks(row, request.now))}
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
  return html`<details><summary>${plural(runs.length, 'earlier streak')}</summary>${table({
    caption: 'Earlier streaks, newest first',
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
