/** The tracked portfolios: the list, and each in full. */

import { VALUE_SERIES_RULE } from '../../../tools/contract/shapes/tracker.js';
import { timeLines } from '../charts/price-line.js';
import { areas } from '../charts/treemap.js';
import { percent, plural, shortUsd, usd } from './figures.js';
import { ownPath } from './filing-columns.js';
import { type Html, html } from './html.js';
import type { Page, Visit } from './page.js';
import { type Row, table } from './table.js';
import { USE_OF_REPORTS } from './use-of-reports.js';

const ARCHETYPES: Record<string, string> = {
  hedge_fund: 'Fund (13F)',
  congress: 'Member of Congress',
  oge_278t: 'Executive branch (OGE 278-T)',
};

/** What stands before the caveats of one tracker, because it is true of all that are built from the same reports. */
const ALWAYS: Record<string, string[]> = {
  hedge_fund: [
    'A 13F reports long U.S.-listed equity positions as of quarter end, disclosed up to 45 days later. It excludes shorts, bonds, cash and private holdings.',
    VALUE_SERIES_RULE,
  ],
  congress: [USE_OF_REPORTS],
  oge_278t: [USE_OF_REPORTS],
};

const CAVEATS: Record<string, string> = {
  'lag-30-45d': 'Disclosed 30 to 45 days after the fact.',
  'range-bucketed': 'Amounts are disclosed as brackets.',
  'spouse-included': 'Trades of spouse and dependent children are included.',
  'no-reason-disclosed': 'No filing says why a trade was made.',
  'options-as-underlying': 'Options stand at the value of the underlying shares.',
  'concentration-cap': 'A few holdings make most of the whole.',
  'quarterly-batched': 'Reported once a quarter, as of its last day.',
  'trustee-managed': 'Managed by a trustee or an adviser.',
};

export const trackers: Page = {
  path: '/trackers',
  nav: 'Trackers',
  needs: ['/v1/trackers'],
  async render(visit) {
    const envelope = await visit.ask('/v1/trackers');
    return {
      title: 'Tracked portfolios',
      lede: 'A curated, closed set of disclosed portfolios: funds by Form 13F, members of Congress by the STOCK Act, and officials of the executive branch by OGE Form 278-T.',
      body: table({
        caption: 'Trackers',
        rows: envelope.data as Row[],
        empty: 'No tracker is set up.',
        schema: visit.tools.find((tool) => tool.path === '/v1/trackers')?.output,
        columns: [
          { field: 'name', head: 'Name', to: (row) => ownPath(visit, row.url) },
          { field: 'entityName', head: 'Entity', as: (value) => String(value ?? '–') },
          { field: 'role', head: 'Role' },
          {
            field: 'archetype',
            head: 'Built from',
            as: (value) => ARCHETYPES[String(value)] ?? String(value),
          },
          { field: 'benchmarkTicker', head: 'Benchmark' },
        ],
      }),
      json: '/v1/trackers',
      fetchedAt: envelope.meta.fetchedAt,
    };
  },
};

type Point = { date: string; changePct: number };

export const tracker: Page = {
  path: '/trackers/{slug}',
  needs: ['/v1/trackers/{slug}'],
  async render(visit) {
    const slug = visit.params.slug ?? '';
    const envelope = await visit.ask('/v1/trackers/{slug}', { slug });
    const data = envelope.data as Record<string, unknown> & {
      identity: Row;
      snapshot: Row | null;
      caveatKeys: string[];
    };
    const { identity, snapshot } = data;
    const holdings = (snapshot?.holdings ?? []) as Row[];
    const points = (series: unknown) =>
      ((series ?? []) as Point[]).map(({ date, changePct }) => ({ date, value: changePct }));
    const history = (data.valueHistory ?? []) as Array<{ periodEnd: string; valueUsd: number }>;
    return {
      title: String(identity.displayName),
      lede: `${[identity.entityName, identity.role].filter(Boolean).join(', ')}. ${String(data.sourceBadge)}.`,
      body: html`${snapshot !== null && html`<ul class="tiles"><li><strong>${String(snapshot.periodLabel)}</strong> reported period</li><li><strong>${typeof snapshot.totalValueUsd === 'number' ? shortUsd(snapshot.totalValueUsd) : 'not stated'}</strong> disclosed value</li><li><strong>${String(snapshot.holdingsCount)}</strong> holdings</li><li><strong>${String(snapshot.filedAt)}</strong> filed</li></ul>`}
${areas(
  'Holdings by disclosed value',
  holdings.map((row) => ({
    name: [row.ticker ?? row.issuerName, row.putCall].filter(Boolean).join(' '),
    value: Number(row.valueUsd ?? row.netUsd ?? 0),
  })),
)}
${timeLines('Filed totals by period', [{ name: 'filed total', mark: 'first', points: history.map(({ periodEnd, valueUsd }) => ({ date: periodEnd, value: valueUsd })) }], shortUsd)}
${timeLines(
  'Price-return reconstruction of disclosed positions; not the filer’s return',
  [
    { name: 'reconstruction', mark: 'first', points: points(data.valueSeriesUsd) },
    { name: String(identity.benchmarkTicker), mark: 'second', points: points(data.benchmarkSeries) },
  ],
  (value) => `${Math.round(value * 10) / 10}%`,
)}
${holdings.length > 0 && holdingTable(visit, holdings)}
${activity(data.congressActivity as Row | null)}
${exits(snapshot?.quarterChanges as { priorPeriodLabel: string; exits: Row[] } | null | undefined)}
${oge((data.ogeTransactions ?? []) as Row[])}
<h2>Filings</h2>${table({
        caption: 'Filings, newest first',
        rows: (data.filingHistory ?? []) as Row[],
        empty: 'No filing was read yet.',
        columns: [
          { field: 'filedAt', head: 'Filed', as: 'day' },
          { field: 'kind', head: 'Kind' },
          { field: 'periodLabel', head: 'Period' },
          { field: 'itemCount', head: 'Items', as: 'amount' },
          { field: 'sourceUrl', head: 'Original', as: () => 'filing', to: (row) => String(row.sourceUrl) },
        ],
      })}`,
      json: `/v1/trackers/${slug}`,
      caveats: [
        ...(ALWAYS[String(identity.archetype)] ?? []),
        ...data.caveatKeys.map((key) => CAVEATS[key] ?? key),
      ],
      fetchedAt: envelope.meta.fetchedAt,
    };
  },
};

function holdingTable(visit: Visit, rows: Row[]): Html {
  return html`<h2>Holdings</h2>${table({
    caption: 'Largest first',
    rows,
    empty: '',
    most: 500,
    schema: visit.tools.find((tool) => tool.path === '/v1/trackers/{slug}')?.output,
    columns: [
      {
        field: 'ticker',
        head: 'Ticker',
        as: (value) => String(value ?? '–'),
        to: (row) =>
          row.ticker === null ? null : visit.to(`/ticker/${encodeURIComponent(String(row.ticker))}`),
      },
      { field: 'issuerName', head: 'Issuer' },
      { field: 'putCall', head: 'Option', as: (value) => String(value ?? '–') },
      { field: 'shares', head: 'Shares', as: 'amount' },
      { field: 'valueUsd', head: 'Value', as: 'usd' },
      ...(rows.some((row) => typeof row.netUsd === 'number')
        ? [{ field: 'netUsd', head: 'Net of brackets', as: usd }]
        : []),
      {
        field: 'weight',
        head: 'Weight',
        as: (value) => (typeof value === 'number' ? `${Math.round(value * 1000) / 10}%` : '–'),
      },
      { field: 'lastTxLabel', head: 'Change', as: (value) => String(value ?? '–') },
      { field: 'returnPct', head: 'Price return', as: percent },
    ],
  })}`;
}

function activity(found: Row | null): Html | '' {
  if (found === null || found === undefined) return '';
  return html`<h2>Last 365 days</h2><ul class="tiles"><li><strong>${usd(found.bought)}</strong> bought, by midpoints</li><li><strong>${usd(found.sold)}</strong> sold, by midpoints</li><li><strong>${plural(Number(found.tradeCount), 'trade')}</strong></li></ul>`;
}

function exits(changes: { priorPeriodLabel: string; exits: Row[] } | null | undefined): Html | '' {
  if (changes === null || changes === undefined || changes.exits.length === 0) return '';
  return html`<h2>No longer held</h2>${table({
    caption: `Held at the end of ${changes.priorPeriodLabel} and not in this report`,
    rows: changes.exits,
    empty: '',
    columns: [
      { field: 'ticker', head: 'Ticker', as: (value) => String(value ?? '–') },
      { field: 'issuerName', head: 'Issuer' },
      { field: 'putCall', head: 'Option', as: (value) => String(value ?? '–') },
      { field: 'priorValueUsd', head: 'Value before', as: 'usd' },
    ],
  })}`;
}

function oge(rows: Row[]): Html | '' {
  if (rows.length === 0) return '';
  return html`<h2>Transactions</h2>${table({
    caption: 'As reported on OGE Form 278-T',
    rows,
    empty: '',
    columns: [
      { field: 'transactionDate', head: 'Traded', as: 'day' },
      { field: 'description', head: 'Asset' },
      { field: 'ticker', head: 'Ticker', as: (value) => String(value ?? '–') },
      { field: 'type', head: 'Type' },
      { field: 'valueLabel', head: 'Bracket as filed' },
      {
        field: 'notifiedLate',
        head: 'Notified over 30 days ago',
        as: (value) => (value === null ? '–' : value === true ? 'yes' : 'no'),
      },
      { field: 'sourceUrl', head: 'Original', as: () => 'report', to: (row) => String(row.sourceUrl) },
    ],
  })}`;
}
