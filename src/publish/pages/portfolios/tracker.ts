/** One tracked portfolio in full. */

import type { Holding, TrackerDetail } from '../../../../tools/contract/shapes/tracker.js';
import getTracker from '../../../../tools/get-tracker.js';
import { type Html, html } from '../../../html.js';
import { type Period, periodBars } from '../../charts/period-bars.js';
import { timeLines } from '../../charts/price-line.js';
import { areas } from '../../charts/treemap.js';
import { amount, day, percent, plural, price, shortUsd, toTenth } from '../../figures.js';
import { tickerLink } from '../links.js';
import type { PageRequest } from '../page.js';
import { type Column, table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { ARCHETYPES, type ArchetypeFacts, caveatsOf, netExplanation } from './archetypes.js';
import { activity, net, netPurchases, ogeTransactions } from './brackets.js';

export const tracker = toolPage({
  path: '/trackers/{slug}',
  tool: getTracker,
  about: () => ['curated-trackers'],
  given: ({ params }) => ({ slug: params.slug ?? '' }),
  render({ data, meta }, request) {
    const { identity, snapshot } = data;
    const kind = ARCHETYPES[identity.archetype];
    return {
      title: identity.displayName,
      lede: `${[identity.entityName, identity.role].filter(Boolean).join(', ')}. ${data.sourceBadge}.`,
      body: html`${snapshot !== null && tiles(kind, snapshot)}
${kind.net === null && holdingAreas(snapshot?.holdings ?? [])}
${periodBars('Filed totals by quarter', data.valueHistory.map(quarter))}
${reconstruction(data)}
${snapshot !== null && snapshot.holdings.length > 0 && holdings(request, kind, data)}
${activity(data.congressActivity)}
${exits(snapshot?.quarterChanges ?? null)}
${ogeTransactions(data.ogeTransactions ?? [])}
<h2>Filings</h2>${filings(data.filingHistory)}`,
      about: kind.about,
      json: `/v1/trackers/${request.params.slug}`,
      sources: kind.sources,
      caveats: caveatsOf(kind, data.caveatKeys),
      fetchedAt: meta.fetchedAt,
    };
  },
});

type Snapshot = NonNullable<TrackerDetail['snapshot']>;

function tiles({ net }: ArchetypeFacts, snapshot: Snapshot): Html {
  const { periodLabel, totalValueUsd, filedAt, holdings } = snapshot;
  const counted =
    net === null
      ? html`<li><strong>${holdings.length}</strong> ${holdings.length === 1 ? 'holding' : 'holdings'}</li>`
      : html`<li><strong>${plural(netPurchases(holdings), 'asset')}</strong> with a ticker and net purchases</li>`;
  return html`<ul class="tiles"><li><strong>${periodLabel}</strong> reported period</li>${totalValueUsd !== null && html`<li><strong>${shortUsd(totalValueUsd)}</strong> disclosed value</li>`}${counted}<li><strong>${day(filedAt)}</strong> filed</li></ul>`;
}

/** Areas show the parts of a whole, so nets of brackets have none. */
function holdingAreas(holdings: readonly Holding[]): Html | '' {
  return areas(
    'Holdings by disclosed value',
    holdings.map((row) => ({
      name: [row.ticker ?? row.issuerName, row.putCall].filter(Boolean).join(' '),
      value: row.valueUsd ?? 0,
    })),
  );
}

/** 2026-09-30 is the end of Q3 2026. */
function quarter({ periodEnd, valueUsd }: TrackerDetail['valueHistory'][number]): Period {
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

function holdings(request: PageRequest, kind: ArchetypeFacts, data: TrackerDetail): Html {
  const explanation = netExplanation(kind, data.caveatKeys);
  const heading =
    explanation === null
      ? html`<h2>Holdings</h2>`
      : html`<h2>Net of disclosed trades (not holdings)</h2><p>${explanation}</p>`;
  return html`${heading}${table({
    caption:
      explanation === null
        ? 'Largest first. Prices marked (est.) are calculated from filed quarter-end values; they were not filed.'
        : 'Largest net purchase first',
    rows: data.snapshot?.holdings ?? [],
    empty: '',
    most: 500,
    rest: 'The others are in the JSON below.',
    schema: getTracker.output,
    columns: holdingColumns(request, explanation === null),
  })}`;
}

/** A report of brackets states no shares and no value of a holding. */
function holdingColumns(request: PageRequest, areFiled: boolean): Array<Column<Holding>> {
  const names: Array<Column<Holding>> = [
    { field: 'ticker', head: 'Ticker', as: 'dash', to: (row) => tickerLink(request, row.ticker) },
    { field: 'issuerName', head: 'Issuer', roomy: true },
  ];
  if (!areFiled)
    return [
      ...names,
      { field: 'netUsd', head: 'Net of brackets', as: net, number: true },
      { field: 'weight', head: 'Share of net', as: share, number: true },
    ];
  return [
    ...names,
    { field: 'putCall', head: 'Option', as: 'dash' },
    { field: 'shares', head: 'Shares', as: 'amount' },
    { field: 'valueUsd', head: 'Value', as: 'usd' },
    { field: 'weight', head: 'Weight', as: share, number: true },
    { field: 'lastTxLabel', head: 'Change', as: 'dash' },
    {
      field: 'avgBuyPriceUsd',
      head: 'Avg. quarter-end price (est.)',
      as: (value) => (value === null ? NO_PRICE : price(value)),
      number: true,
    },
    {
      field: 'returnPct',
      head: 'Change since (est.)',
      as: (value) => (value === null ? NO_PRICE : percent(value)),
      number: true,
    },
  ];
}

/** Not “not stated”: an estimate that cannot be made is not missing in a filing. */
const NO_PRICE = html`<span class="unknown">no price</span>`;

/** A part of the whole. A small part is not shown as zero. */
function share(value: number | null): string {
  if (value === null) return '–';
  return value > 0 && value < 0.0005 ? 'under 0.1%' : `${toTenth(value * 100)}%`;
}

function exits(changes: Snapshot['quarterChanges']): Html | '' {
  if (changes === null || changes.exits.length === 0) return '';
  return html`<h2>No longer held</h2>${table({
    caption: `Held at the end of ${changes.priorPeriodLabel} and not in this report`,
    rows: changes.exits,
    empty: '',
    columns: [
      { field: 'ticker', head: 'Ticker', as: 'dash' },
      { field: 'issuerName', head: 'Issuer' },
      { field: 'putCall', head: 'Option', as: 'dash' },
      { field: 'priorValueUsd', head: 'Value before', as: 'usd' },
    ],
  })}`;
}

function filings(history: TrackerDetail['filingHistory']): Html {
  return table({
    caption: 'Filings, newest first',
    rows: history,
    empty: 'No filing has been read so far.',
    columns: [
      { field: 'filedAt', head: 'Filed', as: 'day' },
      { field: 'kind', head: 'Kind' },
      { field: 'periodLabel', head: 'Period' },
      {
        field: 'itemCount',
        head: 'Items',
        // Not “not stated”: the filing states its items, but it could not be read here.
        as: (value) => (value === null ? html`<span class="unknown">not read</span>` : amount(value)),
        number: true,
      },
      { field: 'sourceUrl', head: 'Original', as: () => 'filing', to: (row) => row.sourceUrl },
    ],
  });
}
