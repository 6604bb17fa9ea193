/** The start page: the search, what was filed lately in every register, and how to query it. */

import type { SourceState } from '../../../../tools/contract/reads/sources.js';
import type { AnyMarketRow } from '../../../../tools/contract/shapes/eu.js';
import type { ApiFilingGroup } from '../../../../tools/contract/shapes/filing-group.js';
import type { RankedPosition } from '../../../../tools/contract/shapes/ranking.js';
import getCatalog from '../../../../tools/get-catalog.js';
import getClusters from '../../../../tools/get-clusters.js';
import getCongressTrades from '../../../../tools/get-congress-trades.js';
import getEuFilings from '../../../../tools/get-eu-filings.js';
import getLatestFilings from '../../../../tools/get-latest-filings.js';
import { daysBefore } from '../../../dates.js';
import { type Html, html } from '../../../html.js';
import { day, moment, plural, shortUsd, usd } from '../../figures.js';
import { companyColumn } from '../company-column.js';
import { memberColumn, tradeColumns } from '../congress/trade-columns.js';
import { allMarketColumns } from '../europe/market-table.js';
import { NAMES_AS_FILED } from '../form4/filing-columns.js';
import { groupColumns } from '../form4/group-columns.js';
import { tickerLink } from '../links.js';
import type { PageRequest } from '../page.js';
import { rankingOrNone } from '../rankings.js';
import { momentField } from '../replay.js';
import { banner, rowsOrNone } from '../source-state.js';
import { type Column, table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { dayFigures } from './day-figures.js';
import { exampleValues } from './example-values.js';

/** Rows of a section. */
const SHOWN = 5;
const DAYS = 7;
/** Funds report each quarter. */
const FUND_DAYS = 90;

export const home = toolPage({
  path: '/',
  tool: getCatalog,
  async render({ data }, request) {
    const { service } = data;
    const states = await request.sources();
    return {
      title: 'Who buys and sells, as filed',
      lede: 'Trades of corporate insiders, Congress, funds and European managers, as filed in public registers. Read every hour, and linked to the originals.',
      body: html`<form class="panel big" role="search" aria-label="Start" action="${request.to('/search')}"><label for="q">Which company, person or ticker?</label><input id="q" name="q" type="search" maxlength="64" placeholder="Name or ticker" autocomplete="off" required>${momentField(request.asOf)}<button>Search</button></form>
${goals(request)}
${sourceLine(request, states)}
${banner(
  states.filter(({ status }) => status !== 'ok' && status !== 'off'),
  request.now,
)}
${await dayFigures(request)}
${await purchases(request)}
${await congress(request)}
${await clusters(request)}
${await funds(request)}
${await europe(request)}
<h2>Try it</h2>
${examples(request, (await exampleValues(request)).q ?? 'smith')}
<h2>Terms of use</h2>
<p>${service.policy}</p>`,
      json: HOME_FACTS.filter((address) => has(request, pathOf(address))),
    };
  },
});

/** The answers that the lists of this page are cut from. */
const HOME_FACTS = [
  `/v1/rankings?of=largest-purchases&days=${DAYS}`,
  '/v1/congress-trades',
  '/v1/clusters',
  `/v1/rankings?of=new-fund-positions&days=${FUND_DAYS}`,
  '/v1/eu/all?direction=P',
  '/v1/catalog',
];

/** What most readers come for, each one link away. */
const GOALS: ReadonlyArray<readonly [address: string, words: string]> = [
  ['/filings?direction=P&sort=value', 'Largest insider purchases'],
  ['/congress-trades', 'What Congress buys and sells'],
  ['/trackers', 'What funds bought and sold'],
  ['/managers', 'All 13F managers'],
  ['/holders', 'Most bought and sold by all managers'],
  ['/planned-sales', 'What insiders intend to sell'],
  ['/forms-3-5', 'New insiders'],
  ['/eu/all?direction=P', 'What European managers buy'],
  ['/clusters', 'Where several insiders trade the same way'],
  ['/insiders', 'Find a person'],
];

function goals(request: PageRequest): Html {
  const there = GOALS.filter(([address]) => request.hasPage(pathOf(address)));
  return html`<nav class="goals" aria-label="Where to begin"><ul>${there.map(([address, words]) => html`<li><a href="${request.to(address)}">${words}</a></li>`)}</ul></nav>`;
}

/** The path that a page or a tool has of an address, which may have a query. Every market has the same one. */
const pathOf = (address: string) => (address.split('?')[0] ?? '').replace('/eu/all', '/eu/{country}');

/** How many sources are read, when the last one was, and how many fail, in one line. */
function sourceLine(request: PageRequest, states: readonly SourceState[]): Html {
  // Closes belong to no filing, so they have no original to link.
  const wanted = states.filter(({ status, source }) => status !== 'off' && source !== 'prices');
  const read = wanted.filter(({ lastReadAt }) => lastReadAt !== null);
  const status = html`<a href="${request.to('/status')}">Status of the sources</a>`;
  if (read.length === 0) return html`<p class="summary">No source has been read yet. ${status}</p>`;
  const rows = read.reduce((sum, source) => sum + source.rows, 0);
  const which =
    read.length === wanted.length
      ? plural(read.length, 'source')
      : `${read.length} of ${plural(wanted.length, 'source')}`;
  const failing = wanted.filter((source) => source.status === 'failing').length;
  const [last] = read
    .map(({ lastReadAt }) => lastReadAt ?? '')
    .sort()
    .reverse();
  return html`<p class="summary">${plural(rows, 'row')} from ${which}, each linked to its original; last read ${moment(last)}.${failing > 0 && ` ${plural(failing, 'source')} cannot be read at the moment.`} ${status}</p>`;
}

interface HomeSection<R> {
  title: string;
  caption: string;
  rows: readonly R[];
  columns: ReadonlyArray<Column<R>>;
  /** The page with all of them. */
  more: readonly [path: string, words: string];
  before?: Html;
}

/** A list that is empty, or not read yet, is left out: its own page says which. */
function section<R>(
  request: PageRequest,
  { title, caption, rows, columns, more, before }: HomeSection<R>,
): Html | '' {
  const [path, words] = more;
  if (rows.length === 0 || !request.hasPage(path.split('?')[0] ?? '')) return '';
  return html`<h2>${title}</h2>
${before}
${table({ caption, rows, columns, empty: '' })}
<p><a href="${request.to(path)}">${words}</a></p>`;
}

const has = ({ tools }: PageRequest, path: string) => tools.some((tool) => tool.path === path);

async function purchases(request: PageRequest): Promise<Html | ''> {
  if (!has(request, getLatestFilings.path)) return '';
  const since = daysBefore(request.now, DAYS);
  const given = { group: 'filing', direction: 'P', sort: 'value', since, limit: SHOWN } as const;
  // With `group` the rows are groups.
  const rows = (await rowsOrNone(request.callTool(getLatestFilings, given))) as unknown as ApiFilingGroup[];
  const totals = rows.length === 0 ? null : await request.feedTotals({ since, group: 'filing' });
  return section(request, {
    title: `Largest insider purchases of the last ${DAYS} days`,
    caption: `Purchases (code P), added up by filing. One from the issuer, in an offering or under a plan says so, and is not in the sum above. ${NAMES_AS_FILED}`,
    rows,
    columns: groupColumns(request, 'filing'),
    more: [
      `/filings?${new URLSearchParams({ group: 'filing', direction: 'P', sort: 'value', since })}`,
      'All of these purchases, with filters',
    ],
    ...(totals === null
      ? {}
      : {
          before: html`<p class="summary">Since ${day(since)}: purchases of ${shortUsd(totals.purchases)} and sales of ${shortUsd(totals.sales)} in ${plural(totals.rows, 'trade')}.</p>`,
        }),
  });
}

async function congress(request: PageRequest): Promise<Html | ''> {
  if (!has(request, getCongressTrades.path)) return '';
  const [disclosed, ...others] = tradeColumns<(typeof rows)[number]>(request);
  const rows = await rowsOrNone(request.callTool(getCongressTrades, { limit: SHOWN }));
  return section(request, {
    title: 'Newest Congress trades',
    caption: 'As disclosed under the STOCK Act',
    rows,
    // The list begins with its date.
    columns: [disclosed as Column<(typeof rows)[number]>, memberColumn(request), ...others],
    more: ['/congress-trades', 'All Congress trades, with filters'],
  });
}

async function clusters(request: PageRequest): Promise<Html | ''> {
  if (!has(request, getClusters.path)) return '';
  const rows = await rowsOrNone(request.callTool(getClusters, { limit: SHOWN }));
  return section(request, {
    title: 'Several insiders trading the same way',
    caption: 'Clusters, sorted by a score with a published formula; not a recommendation',
    rows,
    columns: [
      companyColumn(request),
      { field: 'direction', head: 'Direction', as: 'direction' },
      { field: 'insiderCount', head: 'Insiders', as: 'amount', number: true },
      { field: 'totalValue', head: 'Value', as: 'usd' },
      { field: 'lastFiledAt', head: 'Last filed', as: 'day', minor: true },
    ],
    more: ['/clusters', 'All clusters'],
  });
}

async function funds(request: PageRequest): Promise<Html | ''> {
  const given = { of: 'new-fund-positions', days: FUND_DAYS, limit: SHOWN } as const;
  const rows = (await rankingOrNone(request, given))?.rows ?? [];
  return section(request, {
    title: 'Largest new fund positions',
    caption: `In 13F reports of the last ${FUND_DAYS} days`,
    // The rows of this ranking.
    rows: rows as RankedPosition[],
    columns: [
      { field: 'fund', head: 'Fund', roomy: true, to: ({ slug }) => request.to(`/trackers/${slug}`) },
      {
        field: 'issuerName',
        head: 'Position',
        roomy: true,
        as: (name, { ticker, putCall }) =>
          html`${ticker !== null && html`<strong class="code">${ticker}</strong> `}${name}${putCall !== null && html` <span class="note">${putCall}</span>`}`,
        to: ({ ticker }) => tickerLink(request, ticker),
      },
      { field: 'valueUsd', head: 'Value', as: usd, number: true },
      {
        field: 'periodLabel',
        head: 'Report',
        as: (label, { filedAt }) => html`${label} <span class="note">filed ${day(filedAt)}</span>`,
      },
    ],
    more: ['/trackers', 'All tracked portfolios'],
  });
}

async function europe(request: PageRequest): Promise<Html | ''> {
  if (!has(request, getEuFilings.path)) return '';
  const given = { country: 'all', direction: 'P', limit: SHOWN } as const;
  // Rows of all markets name their own.
  const rows = (await rowsOrNone(request.callTool(getEuFilings, given))) as AnyMarketRow[];
  if (rows.length === 0) return '';
  return html`<h2>Newest acquisitions by European managers</h2>
${table({ caption: 'As published by the registers of four countries', rows, columns: allMarketColumns(request), empty: '' })}
<p><a href="${request.to('/eu/all?direction=P')}">All acquisitions in four countries, with filters</a></p>`;
}

function examples({ baseUrl, to }: PageRequest, name: string): Html {
  const call =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_catalog","arguments":{}}}';
  return html`<p>With curl, without a key:</p>
<pre><code>curl '${baseUrl}/v1/filings?direction=P&min_value=100000&limit=5'
curl '${baseUrl}/v1/insiders?q=${name}'</code></pre>
<p>From an agent over MCP:</p>
<pre><code>claude mcp add --transport http disclosed ${baseUrl}/v1/mcp
curl '${baseUrl}/v1/mcp' -d '${call}'</code></pre>
<p>Host configuration: <a href="${to('/mcp.json')}">mcp.json</a>. Guide for agents: <a href="${to('/llms.txt')}">llms.txt</a> and <a href="${to('/skill.md')}">skill.md</a>. Every endpoint: <a href="${to('/api-docs')}">API</a>.</p>`;
}
