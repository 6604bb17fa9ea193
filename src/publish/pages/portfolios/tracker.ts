/** One tracked portfolio: a fund by its quarters, or the trades of a member of Congress or an official. */

import { ApiError, invalidParameter } from '../../../../tools/contract/errors.js';
import type { TrackerDetail } from '../../../../tools/contract/shapes/tracker.js';
import type { TrackerQuarter } from '../../../../tools/contract/shapes/tracker-changes.js';
import getTracker from '../../../../tools/get-tracker.js';
import { type Html, html } from '../../../html.js';
import { amount } from '../../figures.js';
import { selectionWords, wrongFilters } from '../filters.js';
import { LIST_PARAMETERS, type ListView } from '../list-view.js';
import type { Content, ListForm, Page, PageRequest } from '../page.js';
import { table } from '../table.js';
import { ARCHETYPES, caveatsOf } from './archetypes.js';
import { bracketBody, bracketJson, bracketView, memberOf, tradesOf } from './brackets.js';
import { comparisonOf, fundBody, fundJson, fundView, laterFirst, quartersOf } from './fund.js';
import { isNetList, LIST, netList, netView } from './nets.js';

/** The filters of all kinds. One that a portfolio does not have is refused, and not left out. */
const FILTERS = ['quarter', 'compare', 'type', 'ticker', 'since', 'until', LIST];

export const tracker: Page = {
  path: '/trackers/{slug}',
  needs: [getTracker.path],
  about: () => ['curated-trackers'],
  query: [...FILTERS, ...LIST_PARAMETERS],
  list: {
    tool: getTracker,
    rows: ['changes', 'transactions', 'filingHistory'],
    filters: FILTERS.filter((name) => name !== LIST),
    feedFilters: [],
    orders: ['sort', 'order'],
    isContinued: true,
    title: ({ params }) => `Reports of the tracked portfolio ${params.slug ?? ''}`,
    given: rowsGiven,
  },
  async render(request) {
    const slug = request.params.slug ?? '';
    const { data: detail, meta } = await request.callTool(getTracker, { slug });
    const kind = ARCHETYPES[detail.identity.archetype];
    const title = detail.identity.displayName;
    const isFund = detail.identity.archetype === 'hedge_fund';
    const isFirst = !Object.values(request.query).some((value) => value !== '');
    const quarters = isFund ? await quartersOf(request, slug) : [];
    const view = viewOf(request, slug, { isFund, quarters });
    const address = laterFirst(view, quarters);
    if (address !== null) return { title, lede: '', body: html``, redirect: address };
    try {
      refuseOthers(view);
      const { body, json } = isFund ? await fundParts(view, detail) : await bracketParts(view, detail);
      return {
        title,
        selection: selectionWords(request, view.filters),
        lede: `${[detail.identity.entityName, detail.identity.role].filter(Boolean).join(', ')}. ${detail.sourceBadge}.`,
        body: html`${body}
${isFirst && html`<h2>Filings</h2>${filings(request, detail, isFund)}`}`,
        about: kind.about,
        json,
        sources: kind.sources,
        caveats: caveatsOf(detail.identity.archetype, detail.caveatKeys),
        fetchedAt: meta.fetchedAt,
        unlisted: !isFirst,
      };
    } catch (error) {
      return refused(error, view, title);
    }
  },
};

/** A feed has the reports of the portfolio; a file what the page compares, or the trades. */
async function rowsGiven(request: PageRequest, form: ListForm): Promise<Record<string, string>> {
  const { slug = '' } = request.params;
  if (form !== 'csv') return { slug, series: 'none' };
  const { data } = await request.callTool(getTracker, { slug, view: 'summary' });
  const isFund = data.identity.archetype === 'hedge_fund';
  const view: Record<string, string> = isFund
    ? { view: 'changes', type: 'any', sort: 'value' }
    : { view: 'transactions' };
  const given = Object.entries(request.query).filter(([name, value]) => value !== '' && name !== LIST);
  return { slug, ...view, ...Object.fromEntries(given) };
}

function viewOf(
  request: PageRequest,
  slug: string,
  { isFund, quarters }: { isFund: boolean; quarters: readonly TrackerQuarter[] },
): ListView {
  if (isFund) return fundView(request, slug, quarters);
  return isNetList({ request }) ? netView(request, slug) : bracketView(request, slug);
}

interface Parts {
  body: Html;
  json: string;
}

async function fundParts(view: ListView, detail: TrackerDetail): Promise<Parts> {
  const slug = view.request.params.slug ?? '';
  return { body: fundBody(view, detail, await comparisonOf(view, slug)), json: fundJson(view, slug) };
}

async function bracketParts(view: ListView, detail: TrackerDetail): Promise<Parts> {
  const { request } = view;
  if (isNetList(view)) return netList(view, detail);
  const body = await bracketBody(view, detail, {
    trades: await tradesOf(view, detail),
    member: await memberOf(request, detail),
  });
  return { body, json: bracketJson(view) };
}

/** @throws ApiError for a filter that portfolios of this kind do not have */
function refuseOthers({ request, filters }: ListView): void {
  const others = FILTERS.filter(
    (name) => (request.query[name] ?? '') !== '' && !filters.some((filter) => filter.name === name),
  );
  if (others.length === 0) return;
  const allowed = filters.map(({ label }) => label).join(', ');
  throw invalidParameter(
    others.map((path) => ({ path, message: `${path} does not select here; this portfolio has: ${allowed}` })),
  );
}

/** The page for an invalid filter. Any other error is thrown again. */
function refused(error: unknown, view: ListView, title: string): Content {
  if (!(error instanceof ApiError) || error.code !== 'invalid_parameter') throw error;
  return wrongFilters(view.request, { title, action: view.path, filters: view.filters, failed: error });
}

/** Reports of trades belong to no quarter: only those of a fund name one. */
function filings({ to }: PageRequest, { filingHistory, identity }: TrackerDetail, isFund: boolean): Html {
  return table({
    caption: 'Filings, newest first',
    rows: filingHistory,
    empty: 'No filing has been read so far.',
    most: FILINGS,
    rest: html`The others are in <a href="${to(`/v1/trackers/${identity.slug}?series=none`)}">the JSON of the portfolio</a>.`,
    columns: [
      { field: 'filedAt', head: 'Filed', as: 'day' },
      { field: 'kind', head: 'Kind' },
      ...(isFund ? [{ field: 'periodLabel', head: 'Quarter', minor: true } as const] : []),
      {
        field: 'itemCount',
        head: isFund ? 'Rows' : 'Trades',
        // Not “not stated”: the filing states its items, but it could not be read here.
        as: (value) => (value === null ? html`<span class="unknown">not read</span>` : amount(value)),
        number: true,
        minor: true,
      },
      { field: 'sourceUrl', head: 'Original', as: () => 'filing', to: (row) => row.sourceUrl },
    ],
  });
}

const FILINGS = 40;
