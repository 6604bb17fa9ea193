/** A fund: the positions of any reported quarter, compared with those of any earlier one. */

import type { Meta } from '../../../../tools/contract/envelope.js';
import { type Holding, holding, type TrackerDetail } from '../../../../tools/contract/shapes/tracker.js';
import {
  type ComparedPosition,
  comparedPosition,
  type FundChange,
  type TrackerQuarter,
  WITHHELD_MARK,
} from '../../../../tools/contract/shapes/tracker-changes.js';
import getTracker from '../../../../tools/get-tracker.js';
import { type Html, html } from '../../../html.js';
import { periodBars } from '../../charts/period-bars.js';
import { timeLines } from '../../charts/price-line.js';
import { type AreaChange, areas } from '../../charts/treemap.js';
import { count, day, link, percent, shortUsd, toTenth } from '../../figures.js';
import { quarterWords } from '../../periods.js';
import { TICKER_FILTER } from '../common-filters.js';
import { apartForm, type Filter, filterForm, givenValues } from '../filters.js';
import { tickerLink } from '../links.js';
import {
  jsonAddress,
  type ListView,
  listArguments,
  listBody,
  type Preset,
  rowsShown,
  sortingOf,
} from '../list-view.js';
import type { PageRequest } from '../page.js';
import { table } from '../table.js';
import { positionColumns, type ShownPosition, share } from './fund-columns.js';

/** Rows of one page: each has about a kilobyte. */
const ROWS = 75;
const SORTS = ['value', 'shares_change', 'value_change', 'weight_change', 'name'] as const;

/** Two quarters and what is compared: the answer of get_tracker with `quarter` or `compare`. */
interface ComparisonAnswer {
  comparison?: {
    quarter: TrackerQuarter;
    compare: TrackerQuarter | null;
    counts: Record<FundChange, number>;
  };
  changes: ComparedPosition[];
}

/** The reported quarters, newest first. */
export async function quartersOf(request: PageRequest, slug: string): Promise<TrackerQuarter[]> {
  const { data } = await request.callTool(getTracker, { slug, view: 'quarters', limit: 500 });
  // With this view the tool gives the list.
  return (data as unknown as { quarters: TrackerQuarter[] }).quarters;
}

function fundFilters(quarters: readonly TrackerQuarter[]): Filter[] {
  const choices = quarters.map(
    ({ quarter, isAmended }) =>
      [quarter, `${quarterWords(quarter)}${isAmended ? ' (amended)' : ''}`] as const,
  );
  return [
    {
      name: 'quarter',
      label: 'Quarter',
      as: [['', 'Latest'], ...choices],
      removes: ['compare'],
      isApart: true,
    },
    { name: 'compare', label: 'Compared with', as: [['', 'Previous'], ...choices], isApart: true },
    {
      name: 'type',
      label: 'Change',
      as: [
        ['', 'All positions'],
        ['new', 'New'],
        ['added', 'Added'],
        ['trimmed', 'Trimmed'],
        ['exit', 'Sold'],
        ['held', 'Unchanged'],
        ['purchase', 'New and added'],
        ['sale', 'Trimmed and sold'],
      ],
    },
    TICKER_FILTER,
  ];
}

/**
 * What differs between the two quarters of the request.
 * @throws ApiError for a quarter that is not here
 */
export async function comparisonOf(
  view: ListView,
  slug: string,
): Promise<{ data: ComparisonAnswer; meta: Meta }> {
  const { data, meta } = await view.request.callTool(getTracker, {
    ...{ slug, view: 'changes', type: 'any', sort: 'value', limit: ROWS },
    ...givenValues(view.request, view.filters),
    ...listArguments(view.request, ROWS),
  });
  // With these arguments the tool compares quarters.
  return { data: data as unknown as ComparisonAnswer, meta };
}

export function fundView(request: PageRequest, slug: string, quarters: readonly TrackerQuarter[]): ListView {
  return { request, path: `/trackers/${slug}`, filters: fundFilters(quarters), most: ROWS, sorts: SORTS };
}

/** The whole page above its filings. */
export function fundBody(
  view: ListView,
  detail: TrackerDetail,
  { data, meta }: { data: ComparisonAnswer; meta: Meta },
): Html {
  const { comparison } = data;
  const isPlain = Object.values(view.request.query).every((value) => value === '');
  if (comparison === undefined) return html`<p class="empty">No report has been read so far.</p>`;
  return html`${tiles(comparison, isNewest(comparison, detail) ? detail : null)}
${quarterForm(view)}
${isPlain && holdingAreas(view.request, detail)}
<h2>${comparedWords(comparison)}</h2>
${comparison.compare === null && html`<p class="hint">No report of an earlier quarter is here to compare with.</p>`}
${amendments(comparison)}
${withheldHoldings(comparison)}
${listBody(view, {
  // Without an earlier quarter nothing is known to be new.
  presets: comparison.compare === null ? [] : presetsOf(view, comparison.counts),
  summary: data.changes.length > 0 && html`<p class="summary">${rowsShown(view, meta)}.</p>`,
  rows: positions(view, detail, data),
  meta,
})}
${isPlain && periodBars('Filed totals by quarter', detail.valueHistory.map(periodOf))}
${isPlain && reconstruction(detail)}`;
}

/** Any two quarters, in either order. */
function quarterForm({ request, path, filters }: ListView): Html {
  return filterForm(request, path, apartForm(filters), [], { label: 'Quarters', button: 'Compare' });
}

/** The path that compares the same two quarters, the later one first; null where it is first already. */
export function laterFirst({ request, path }: ListView, quarters: readonly TrackerQuarter[]): string | null {
  const { quarter = '', compare = '', cursor: _, from: __, ...others } = request.query;
  const placeOf = (wanted: string) => quarters.findIndex((one) => one.quarter === wanted);
  // Newest first.
  if (placeOf(compare) === -1 || placeOf(compare) >= placeOf(quarter)) return null;
  const given = Object.entries({ quarter: compare, compare: quarter, ...others });
  return `${path}?${new URLSearchParams(given.filter(([, value]) => value !== ''))}`;
}

type TwoQuarters = Required<ComparisonAnswer>['comparison'];

function comparedWords({ quarter, compare }: TwoQuarters): string {
  const shown = quarterWords(quarter.quarter);
  return compare === null
    ? `Positions at the end of ${shown}`
    : `Positions at the end of ${shown}, compared with ${quarterWords(compare.quarter)}`;
}

/** `newest`: the portfolio, if the quarter is its newest. */
function tiles({ quarter, compare }: TwoQuarters, newest: TrackerDetail | null): Html {
  const { totalValueUsd, holdingsCount, filedAt } = quarter;
  const before = compare?.totalValueUsd ?? null;
  const change =
    before !== null && before > 0 && totalValueUsd !== null && compare !== null
      ? html`, ${percent((totalValueUsd / before - 1) * 100)} since ${quarterWords(compare.quarter)}`
      : '';
  return html`<ul class="tiles"><li><strong>${quarterWords(quarter.quarter)}</strong> reported quarter</li>${totalValueUsd !== null && html`<li><strong>${shortUsd(totalValueUsd)}</strong> disclosed value${change}</li>`}<li><strong>${count(holdingsCount)}</strong> ${holdingsCount === 1 ? 'position' : 'positions'}</li>${newest !== null && largestTen(newest)}<li><strong>${day(filedAt)}</strong> filed</li></ul>`;
}

/** How much of the value is in few positions; nothing where there are no more than those. */
function largestTen({ snapshot }: TrackerDetail): Html | '' {
  const weights = (snapshot?.holdings ?? []).flatMap(({ weight }) => weight ?? []).sort((a, b) => b - a);
  if (weights.length <= LARGEST) return '';
  const sum = weights.slice(0, LARGEST).reduce((total, weight) => total + weight, 0);
  return html`<li><strong>${share(sum)}</strong> of the value in the ${LARGEST} largest</li>`;
}
const LARGEST = 10;

function isNewest({ quarter }: TwoQuarters, { snapshot }: TrackerDetail): boolean {
  return quarter.periodEnd === snapshot?.periodEnd;
}

/** What the reader must know of a quarter whose first report was changed. */
function amendments({ quarter, compare }: TwoQuarters): Html {
  const amended = [quarter, compare].filter((one) => one?.isAmended === true) as TrackerQuarter[];
  return html`${amended.map(
    (one) =>
      html`<p class="hint">${quarterWords(one.quarter)} was amended; these are the positions with the amendment. Filed: ${one.filings.map(({ filedAt, kind, sourceUrl }, at) => html`${at > 0 && '; '}${link(sourceUrl, html`${kind}, ${day(filedAt)}`)}`)}.</p>`,
  )}`;
}

/** Beside a report without some of its holdings, new and sold positions are not certain. */
function withheldHoldings({ quarter, compare }: TwoQuarters): Html | '' {
  const withheld = [quarter, compare].flatMap((one) =>
    one?.filings.some(({ kind }) => kind.includes(WITHHELD_MARK)) === true ? [quarterWords(one.quarter)] : [],
  );
  if (compare === null || withheld.length === 0) return '';
  return html`<p class="hint">In ${withheld.join(' and ')} holdings were withheld as confidential: new positions may have been held before, and sold ones may still be held.</p>`;
}

/** The kinds of change with their numbers, in the quarters that are shown. */
function presetsOf({ request }: ListView, counts: Record<FundChange, number>): Preset[] {
  const { quarter = '', compare = '' } = request.query;
  const query = (type: string) =>
    Object.fromEntries(Object.entries({ quarter, compare, type }).filter(([, value]) => value !== ''));
  return [
    { label: 'All positions', query: query('') },
    { label: `New (${count(counts.new)})`, query: query('new') },
    { label: `Added (${count(counts.added)})`, query: query('added') },
    { label: `Trimmed (${count(counts.trimmed)})`, query: query('trimmed') },
    { label: `Sold (${count(counts.exit)})`, query: query('exit') },
    { label: `Unchanged (${count(counts.held)})`, query: query('held') },
  ];
}

function positions(view: ListView, detail: TrackerDetail, { comparison, changes }: ComparisonAnswer): Html {
  const isLatest = comparison !== undefined && isNewest(comparison, detail);
  const estimates = new Map(
    (isLatest ? (detail.snapshot?.holdings ?? []) : []).map((one) => [keyOf(one), one]),
  );
  const rows = changes.map((one): ShownPosition => {
    const { avgBuyPriceUsd = null, returnPct = null } = estimates.get(keyOf(one)) ?? {};
    return { ...one, avgBuyPriceUsd, returnPct };
  });
  return table({
    caption: `Shares and values as filed. The name of a company leads to its position in every quarter.${isLatest ? ' Prices marked (est.), and the change since, are calculated from filed quarter-end values; they were not filed.' : ''}`,
    rows,
    most: rows.length,
    empty: 'No position matches these filters.',
    sorting: sortingOf(view),
    schema: comparedPosition.extend({
      avgBuyPriceUsd: holding.shape.avgBuyPriceUsd,
    }),
    columns: positionColumns(view.request, {
      slug: view.request.params.slug ?? '',
      isNewest: isLatest,
      isCompared: comparison?.compare !== null,
    }),
  });
}

function keyOf({
  cusip,
  issuerName,
  titleOfClass,
  putCall,
  shares,
}: Pick<ComparedPosition, 'cusip' | 'issuerName' | 'titleOfClass' | 'putCall' | 'shares'>): string {
  return JSON.stringify([cusip, issuerName, titleOfClass, putCall, shares]);
}

/** The newest quarter: areas are parts of a whole. */
function holdingAreas(request: PageRequest, { snapshot }: TrackerDetail): Html | '' {
  return areas(
    'Holdings by disclosed value',
    (snapshot?.holdings ?? []).map((row) => ({
      name: [row.ticker ?? row.issuerName, row.putCall].filter(Boolean).join(' '),
      value: row.valueUsd ?? 0,
      change: areaChange(row),
      changePct: row.sharesChangePct,
      href: tickerLink(request, row.ticker),
    })),
  );
}

/** The number of shares since the report before, adjusted for splits. */
function areaChange({ isNew, sharesChangePct: change }: Holding): AreaChange {
  if (isNew === true) return 'new';
  if (change === null) return null;
  return change > 0 ? 'more' : change < 0 ? 'less' : 'same';
}

/** 2026-09-30 is the end of Q3 2026. */
function periodOf({ periodEnd, valueUsd }: TrackerDetail['valueHistory'][number]) {
  return {
    label: `Q${Math.ceil(Number(periodEnd.slice(5, 7)) / 3)} ${periodEnd.slice(0, 4)}`,
    value: valueUsd,
  };
}

function reconstruction({ identity, valueSeriesUsd, benchmarkSeries }: TrackerDetail): Html | '' {
  const points = (series: ReadonlyArray<{ date: string; changePct: number }>) =>
    series.map(({ date, changePct }) => ({ date, value: changePct }));
  return timeLines(
    'Price-return reconstruction of disclosed positions; not the filer’s return',
    [
      { name: 'reconstruction', mark: 'first', points: points(valueSeriesUsd) },
      { name: identity.benchmarkTicker, mark: 'second', points: points(benchmarkSeries) },
    ],
    (value) => `${toTenth(value)}%`,
  );
}

/** The same rows as JSON. */
export function fundJson(view: ListView, slug: string): string {
  const given = { view: 'changes', type: 'any', sort: 'value', ...givenValues(view.request, view.filters) };
  return jsonAddress(view, `/v1/trackers/${slug}`, given);
}
