/** The tracked portfolios: the list, and each in full. */

import { CLERK_OF_THE_HOUSE, OGE, SECRETARY_OF_THE_SENATE } from '../../../tools/contract/publishers.js';
import type { SourceId } from '../../../tools/contract/reads.js';
import { VALUE_SERIES_RULE } from '../../../tools/contract/shapes/tracker.js';
import { type Period, periodBars } from '../charts/period-bars.js';
import { timeLines } from '../charts/price-line.js';
import { areas } from '../charts/treemap.js';
import { amount, day, percent, price, shortUsd } from './figures.js';
import { ownPath } from './filing-columns.js';
import { type Html, html } from './html.js';
import type { Page, Visit } from './page.js';
import { type Column, type Row, table } from './table.js';
import { activity, counted, NET_OF, net, OPTIONS_IN_NET, oge } from './tracker-brackets.js';
import { USE_OF_REPORTS } from './use-of-reports.js';

const ARCHETYPES: Record<string, string> = {
  hedge_fund: 'Fund (13F)',
  congress: 'Member of Congress',
  oge_278t: 'Executive branch (OGE 278-T)',
};

/** Where each kind comes from. */
const SOURCES: Record<string, Array<{ label: string; href: string }>> = {
  hedge_fund: [{ label: 'SEC EDGAR, Form 13F-HR', href: 'https://www.sec.gov/edgar/search/#/forms=13F-HR' }],
  congress: [
    { label: CLERK_OF_THE_HOUSE.name, href: CLERK_OF_THE_HOUSE.homepage },
    { label: 'Senate eFD', href: SECRETARY_OF_THE_SENATE.homepage },
  ],
  oge_278t: [{ label: OGE.name, href: OGE.homepage }],
};
const OPTIONS = 'options-as-underlying';
/** What is true of every tracker of a kind. */
const ALWAYS: Record<string, string[]> = {
  hedge_fund: [
    'A 13F reports long U.S.-listed equity positions as of quarter end, disclosed up to 45 days later. It excludes shorts, bonds, cash and private holdings.',
    VALUE_SERIES_RULE,
  ],
  congress: [NET_OF.congress as string, USE_OF_REPORTS],
  oge_278t: [NET_OF.oge_278t as string, USE_OF_REPORTS],
};

const CAVEATS: Record<string, string> = {
  'lag-30-45d': 'Disclosed 30 to 45 days after the fact.',
  'range-bucketed': 'Amounts are disclosed as brackets.',
  'spouse-included': 'Trades of spouse and dependent children are included.',
  'no-reason-disclosed': 'No filing says why a trade was made.',
  'options-as-underlying': 'Options are shown at the value of the underlying shares.',
  'concentration-cap': 'A few holdings make most of the whole.',
  'quarterly-batched': 'Reported once a quarter, as of its last day.',
  'trustee-managed': 'Managed by a trustee or an adviser.',
};

/** A member's portfolio is made of reports of Congress, which are a source of their own. */
const ABOUT: Record<string, readonly SourceId[]> = {
  congress: ['curated-trackers', 'us-congress-stock-act'],
};

export const trackers: Page = {
  path: '/trackers',
  nav: 'Trackers',
  needs: ['/v1/trackers'],
  about: () => ['curated-trackers'],
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
      sources: Object.values(SOURCES).flat(),
      caveats: [
        'A 13F is not a portfolio, and a bracket is not an amount: each page says what its figures leave out.',
        USE_OF_REPORTS,
      ],
      fetchedAt: envelope.meta.fetchedAt,
    };
  },
};

type Point = { date: string; changePct: number };

export const tracker: Page = {
  path: '/trackers/{slug}',
  needs: ['/v1/trackers/{slug}'],
  about: () => ['curated-trackers'],
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
    const archetype = String(identity.archetype);
    const history = (data.valueHistory ?? []) as Array<{ periodEnd: string; valueUsd: number }>;
    return {
      title: String(identity.displayName),
      lede: `${[identity.entityName, identity.role].filter(Boolean).join(', ')}. ${String(data.sourceBadge)}.`,
      body: html`${snapshot !== null && html`<ul class="tiles"><li><strong>${String(snapshot.periodLabel)}</strong> reported period</li>${typeof snapshot.totalValueUsd === 'number' && html`<li><strong>${shortUsd(snapshot.totalValueUsd)}</strong> disclosed value</li>`}${counted(archetype, holdings)}<li><strong>${day(snapshot.filedAt)}</strong> filed</li></ul>`}
${
  // Areas say "this is the whole, and these are its parts": a net of brackets is no whole.
  archetype === 'hedge_fund' &&
  areas(
    'Holdings by disclosed value',
    holdings.map((row) => ({
      name: [row.ticker ?? row.issuerName, row.putCall].filter(Boolean).join(' '),
      value: Number(row.valueUsd ?? 0),
    })),
  )
}
${periodBars('Filed totals by quarter', history.map(quarter))}
${timeLines(
  'Price-return reconstruction of disclosed positions; not the filer’s return',
  [
    { name: 'reconstruction', mark: 'first', points: points(data.valueSeriesUsd) },
    { name: String(identity.benchmarkTicker), mark: 'second', points: points(data.benchmarkSeries) },
  ],
  (value) => `${Math.round(value * 10) / 10}%`,
)}
${holdings.length > 0 && holdingTable(visit, archetype, holdings, data.caveatKeys)}
${activity(data.congressActivity as Row | null)}
${exits(snapshot?.quarterChanges as { priorPeriodLabel: string; exits: Row[] } | null | undefined)}
${oge((data.ogeTransactions ?? []) as Row[])}
<h2>Filings</h2>${table({
        caption: 'Filings, newest first',
        rows: (data.filingHistory ?? []) as Row[],
        empty: 'No filing has been read so far.',
        columns: [
          { field: 'filedAt', head: 'Filed', as: 'day' },
          { field: 'kind', head: 'Kind' },
          { field: 'periodLabel', head: 'Period' },
          {
            field: 'itemCount',
            head: 'Items',
            // Unknown, since no one has read it here: the filing does state its items.
            as: (value) =>
              typeof value === 'number' ? amount(value) : html`<span class="unknown">not read</span>`,
            number: true,
          },
          { field: 'sourceUrl', head: 'Original', as: () => 'filing', to: (row) => String(row.sourceUrl) },
        ],
      })}`,
      about: ABOUT[archetype] ?? ['curated-trackers'],
      json: `/v1/trackers/${slug}`,
      sources: SOURCES[archetype] ?? [],
      caveats: [...(ALWAYS[archetype] ?? []), ...data.caveatKeys.map((key) => caveat(key, archetype))],
      fetchedAt: envelope.meta.fetchedAt,
    };
  },
};

/** 2026-09-30 is the end of Q3 2026. */
function quarter({ periodEnd, valueUsd }: { periodEnd: string; valueUsd: number }): Period {
  return {
    label: `Q${Math.ceil(Number(periodEnd.slice(5, 7)) / 3)} ${periodEnd.slice(0, 4)}`,
    value: valueUsd,
  };
}

/** Columns of what this kind of report can tell: brackets state no shares and no value of a holding. */
function holdingTable(visit: Visit, archetype: string, rows: Row[], caveatKeys: string[]): Html {
  const filed = archetype === 'hedge_fund';
  const positions: Column[] = [
    { field: 'putCall', head: 'Option', as: (value) => String(value ?? '–') },
    { field: 'shares', head: 'Shares', as: 'amount' },
    { field: 'valueUsd', head: 'Value', as: 'usd' },
  ];
  const weight: Column = {
    field: 'weight',
    head: 'Weight',
    as: share,
    number: true,
  };
  const changes: Column[] = [
    { field: 'lastTxLabel', head: 'Change', as: (value) => String(value ?? '–') },
    { field: 'avgBuyPriceUsd', head: 'Avg. quarter-end price (est.)', as: estimated(price), number: true },
    { field: 'returnPct', head: 'Change since (est.)', as: estimated(percent), number: true },
  ];
  return html`${filed ? html`<h2>Holdings</h2>` : html`<h2>Net of disclosed trades (not holdings)</h2><p>${NET_OF[archetype]}${caveatKeys.includes(OPTIONS) && ` ${OPTIONS_IN_NET}`}</p>`}${table(
    {
      caption: filed
        ? 'Largest first. Prices marked (est.) are worked out from filed quarter-end values; no one filed them.'
        : 'Largest net purchase first',
      rows,
      empty: '',
      most: 500,
      rest: 'The rest is in the JSON below.',
      schema: visit.tools.find((tool) => tool.path === '/v1/trackers/{slug}')?.output,
      columns: [
        {
          field: 'ticker',
          head: 'Ticker',
          as: (value) => String(value ?? '–'),
          to: (row) =>
            row.ticker === null ? null : visit.to(`/ticker/${encodeURIComponent(String(row.ticker))}`),
        },
        { field: 'issuerName', head: 'Issuer', roomy: true },
        ...(filed ? positions : [{ field: 'netUsd', head: 'Net of brackets', as: net, number: true }]),
        { ...weight, head: filed ? 'Weight' : 'Share of net' },
        ...(filed ? changes : []),
      ],
    },
  )}`;
}

/** A part of the whole: a small one is not none. */
function share(value: unknown): string {
  if (typeof value !== 'number') return '–';
  return value > 0 && value < 0.0005 ? 'under 0.1%' : `${Math.round(value * 1000) / 10}%`;
}

/** A bracket of an option is of the option itself, not of its shares. */
function caveat(key: string, archetype: string): string {
  if (key === OPTIONS && archetype !== 'hedge_fund') return OPTIONS_IN_NET;
  return CAVEATS[key] ?? key;
}

/** An estimate that could not be made is no gap in a filing. */
function estimated(show: (value: unknown) => Html | string) {
  return (value: unknown) =>
    typeof value === 'number' ? show(value) : html`<span class="unknown">no price</span>`;
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
