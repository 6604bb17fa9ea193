/** A fund: the positions of any reported quarter, compared with those of any earlier one. */

import type { Meta } from '../../../../tools/contract/envelope.js';
import { type Holding, holding, type TrackerDetail } from '../../../../tools/contract/shapes/tracker.js';
import {
  type ComparedPosition,
  comparedPosition,
  type FundChange,
  type TrackerQuarter,
} from '../../../../tools/contract/shapes/tracker-changes.js';
import getTracker from '../../../../tools/get-tracker.js';
import { type Html, html } from '../../../html.js';
import { periodBars } from '../../charts/period-bars.js';
import { timeLines } from '../../charts/price-line.js';
import { type AreaChange, areas } from '../../charts/treemap.js';
import { count, day, link, percent, shortUsd, toTenth } from '../../figures.js';
import { type Filter, givenValues } from '../filters.js';
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
import { positionColumns, quarterWords, type ShownPosition } from './fund-columns.js';

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

export function fundFilters(quarters: readonly TrackerQuarter[]): Filter[] {
  const choices = quarters.map(
    ({ quarter, isAmended }) =>
      [quarter, `${quarterWords(quarter)}${isAmended ? ' (amended)' : ''}`] as const,
  );
  return [
    { name: 'quarter', label: 'Quarter', as: [['', 'Newest'], ...choices], removes: ['compare'] },
    { name: 'compare', label: 'Compared with', as: [['', 'The report before'], ...choices.slice(1)] },
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
    { name: 'ticker', label: 'Ticker', as: 'code', size: 8 },
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
    ...listArguments(view.request),
  });
  // With these arguments the tool compares quarters.
  return { data: data as unknown as ComparisonAnswer, meta };
}

export function fundView(request: PageRequest, slug: string, quarters: readonly TrackerQuarter[]): ListView {
  return { request, path: `/trackers/${slug}`, filters: fundFilters(quarters), sorts: SORTS };
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
  return html`${tiles(comparison)}
${isPlain && holdingAreas(view.request, detail)}
<h2>${comparedWords(comparison)}</h2>
${amendments(comparison)}
${listBody(view, {
  presets: presetsOf(view, comparison.counts),
  summary: data.changes.length > 0 && html`<p class="summary">${rowsShown(view, meta)}.</p>`,
  rows: positions(view, detail, data),
  meta,
})}
${isPlain && periodBars('Filed totals by quarter', detail.valueHistory.map(periodOf))}
${isPlain && reconstruction(detail)}`;
}

type TwoQuarters = Required<ComparisonAnswer>['comparison'];

function comparedWords({ quarter, compare }: TwoQuarters): string {
  const shown = quarterWords(quarter.quarter);
  return compare === null
    ? `Positions at the end of ${shown}`
    : `Positions at the end of ${shown}, compared with ${quarterWords(compare.quarter)}`;
}

function tiles({ quarter, compare }: TwoQuarters): Html {
  const { totalValueUsd, holdingsCount, filedAt } = quarter;
  const before = compare?.totalValueUsd ?? null;
  const change =
    before !== null && before > 0 && totalValueUsd !== null && compare !== null
      ? html`, ${percent((totalValueUsd / before - 1) * 100)} since ${quarterWords(compare.quarter)}`
      : '';
  return html`<ul class="tiles"><li><strong>${quarterWords(quarter.quarter)}</strong> reported quarter</li>${totalValueUsd !== null && html`<li><strong>${shortUsd(totalValueUsd)}</strong> disclosed value${change}</li>`}<li><strong>${count(holdingsCount)}</strong> ${holdingsCount === 1 ? 'position' : 'positions'}</li><li><strong>${day(filedAt)}</strong> filed</li></ul>`;
}

/** What the reader must know of a quarter whose first report was changed. */
function amendments({ quarter, compare }: TwoQuarters): Html {
  const amended = [quarter, compare].filter((one) => one?.isAmended === true) as TrackerQuarter[];
  return html`${amended.map(
    (one) =>
      html`<p class="hint">${quarterWords(one.quarter)} was amended; these are the positions with the amendment. Filed: ${one.filings.map(({ filedAt, kind, sourceUrl }, at) => html`${at > 0 && '; '}${link(sourceUrl, html`${kind}, ${day(filedAt)}`)}`)}.</p>`,
  )}`;
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
  const isNewest = comparison?.quarter.periodEnd === detail.snapshot?.periodEnd;
  const estimates = new Map(
    (isNewest ? (detail.snapshot?.holdings ?? []) : []).map((one) => [keyOf(one), one]),
  );
  const rows = changes.map((one): ShownPosition => {
    const { avgBuyPriceUsd = null, returnPct = null } = estimates.get(keyOf(one)) ?? {};
    return { ...one, avgBuyPriceUsd, returnPct };
  });
  return table({
    caption: `Shares and values as filed. The name of an issuer leads to this position in every quarter.${isNewest ? ' Prices marked (est.), and the change since, are calculated from filed quarter-end values; they were not filed.' : ''}`,
    rows,
    most: rows.length,
    empty: 'No position matches these filters.',
    sorting: sortingOf(view),
    schema: comparedPosition.extend({
      avgBuyPriceUsd: holding.shape.avgBuyPriceUsd,
    }),
    columns: positionColumns(view.request, {
      slug: view.request.params.slug ?? '',
      isNewest,
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
