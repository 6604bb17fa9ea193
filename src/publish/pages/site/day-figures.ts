/** What was filed on one day in every register: today so far, or the last day on which insiders filed. */

import getCongressTrades from '../../../../tools/get-congress-trades.js';
import getEuFilings from '../../../../tools/get-eu-filings.js';
import getLatestFilings from '../../../../tools/get-latest-filings.js';
import { type Html, html } from '../../../html.js';
import { count, shortUsd } from '../../figures.js';
import type { PageRequest } from '../page.js';
import { rowsOrNone, stateOf } from '../source-state.js';

/** One figure and the list that it counts; null while the source was not read. */
interface DayFigure {
  value: string | null;
  words: string;
  path: string;
}

export async function dayFigures(request: PageRequest): Promise<Html | ''> {
  const today = request.now.toISOString().slice(0, 10);
  const now = await figuresOf(request, today);
  const isQuiet = now.every(({ value }) => value === null || value === '0' || value === '$0');
  const last = isQuiet ? await lastDayOfFilings(request) : today;
  if (last === null) return '';
  const figures = last === today ? now : await figuresOf(request, last);
  return html`<h2>${last === today ? (request.asOf === null ? html`So far today, ${dayWords(today)}` : html`${dayWords(today)}`) : html`Latest day with insider filings: ${dayWords(last)}`}</h2>
<ul class="tiles day">${figures.map(({ value, words, path }) => html`<li><a href="${request.to(path)}">${value === null ? html`<strong class="none">not read yet</strong>` : html`<strong>${value}</strong>`}${words}</a></li>`)}</ul>
<p class="note">Days are UTC days; for Congress, the day as filed.</p>`;
}

async function figuresOf(request: PageRequest, day: string): Promise<DayFigure[]> {
  const period = { since: day, until: day };
  const [form4, congress, europe] = await Promise.all([
    form4Figures(request, period),
    congressFigure(request, period),
    europeFigure(request, period),
  ]);
  return [...form4, ...congress, ...europe];
}

interface DayPeriod {
  since: string;
  until: string;
}

const has = ({ tools }: PageRequest, { path }: { path: string }) => tools.some((tool) => tool.path === path);
const addressOf = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;

async function form4Figures(request: PageRequest, period: DayPeriod): Promise<DayFigure[]> {
  if (!has(request, getLatestFilings)) return [];
  const isRead = ((await stateOf(request, 'sec-edgar-form4'))?.lastReadAt ?? null) !== null;
  // Totals of nothing read would be zero.
  const totals = isRead ? await request.feedTotals({ ...period, group: 'filing' }) : null;
  const figure = (value: string | undefined, words: string, more: Record<string, string>): DayFigure => ({
    value: value ?? null,
    words,
    path: addressOf('/filings', { ...more, ...period }),
  });
  return [
    figure(totals?.rows === undefined ? undefined : count(totals.rows), 'insider trades', {}),
    figure(totals === null ? undefined : shortUsd(totals.purchases), 'insider purchases', {
      direction: 'P',
    }),
    figure(totals === null ? undefined : shortUsd(totals.sales), 'insider sales', { direction: 'S' }),
  ];
}

async function congressFigure(request: PageRequest, period: DayPeriod): Promise<DayFigure[]> {
  if (!has(request, getCongressTrades)) return [];
  const value = await matching(request.callTool(getCongressTrades, { ...period, limit: 1 }));
  return [{ value, words: 'Congress trades disclosed', path: addressOf('/congress-trades', { ...period }) }];
}

async function europeFigure(request: PageRequest, period: DayPeriod): Promise<DayFigure[]> {
  if (!has(request, getEuFilings)) return [];
  const value = await matching(request.callTool(getEuFilings, { ...period, country: 'all', limit: 1 }));
  return [{ value, words: 'trades by European managers', path: addressOf('/eu/all', { ...period }) }];
}

/** How many rows match; null while the source was not read. */
async function matching(
  answer: Promise<{ meta: { count: number; total?: number | undefined } }>,
): Promise<string | null> {
  const [found] = await rowsOrNone(answer.then(({ meta }) => ({ data: [meta.total ?? meta.count] })));
  return found === undefined ? null : count(found);
}

async function lastDayOfFilings(request: PageRequest): Promise<string | null> {
  if (!has(request, getLatestFilings)) return null;
  const [row] = await rowsOrNone(request.callTool(getLatestFilings, { limit: 1 }));
  return row === undefined ? null : row.filedAt.slice(0, 10);
}

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Friday, November 20, 2026. */
function dayWords(day: string): Html {
  return html`<time datetime="${day}">${dayFormat.format(new Date(day))}</time>`;
}
