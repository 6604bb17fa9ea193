/** Search for people. */

import { SEARCH_LIMIT } from '../../../../tools/contract/rules.js';
import type { ApiFilingGroup } from '../../../../tools/contract/shapes/filing-group.js';
import getLatestFilings from '../../../../tools/get-latest-filings.js';
import searchInsiders from '../../../../tools/search-insiders.js';
import { daysBefore } from '../../../dates.js';
import { type Html, html } from '../../../html.js';
import type { Filter } from '../filters.js';
import {
  isInList,
  jsonAddress,
  LIST_PARAMETERS,
  type ListView,
  listArguments,
  pager,
  rowsShown,
} from '../list-view.js';
import type { Content, Page, PageRequest } from '../page.js';
import { momentField } from '../replay.js';
import { searchQuery } from '../search-query.js';
import { exampleValues } from '../site/example-values.js';
import { emptyWords, rowsOrNone, stateOf } from '../source-state.js';
import { table } from '../table.js';
import { FORM4_RECORD, FORM4_SOURCE, NAMES_AS_FILED } from './filing-columns.js';
import { groupColumns } from './group-columns.js';

const PATH = '/insiders';
const FILTERS: readonly Filter[] = [{ name: 'q', label: 'Name', as: 'name' }];
const BASE = {
  title: 'Insiders',
  lede: 'Everyone who has filed a Form 4 on record here: officers, directors, 10% owners, funds and trusts. They stay in this search when their filings are more than a year old.',
  sources: [FORM4_SOURCE],
  caveats: ['Names are as filed, surname first. Two people of the same name have two pages.', FORM4_RECORD],
};

/** Not a page of one tool: without a query it calls no tool. */
export const insiders: Page = {
  path: PATH,
  nav: 'Insiders',
  needs: [searchInsiders.path],
  about: () => ['sec-edgar-form4'],
  query: ['q', ...LIST_PARAMETERS],
  finder: { name: 'q', label: 'Name' },
  list: {
    tool: searchInsiders,
    filters: ['q'],
    needed: 'q',
    isContinued: false,
    title: () => BASE.title,
    given: ({ query }) => ({ q: query.q ?? '' }),
  },
  async render(request) {
    const q = searchQuery(request.query.q ?? '');
    return q === '' ? emptySearch(request) : searchResults(request, q);
  },
};

async function emptySearch(request: PageRequest): Promise<Content> {
  const { q: example = 'smith' } = await exampleValues(request);
  const query = `?q=${encodeURIComponent(example)}`;
  return {
    ...BASE,
    body: html`${searchForm(
      request,
      '',
      html`, such as <a href="${request.to(`/insiders${query}`)}">${example}</a>`,
    )}
${await largest(request, 'P', 'Largest buyers')}
${await largest(request, 'S', 'Largest sellers')}`,
    json: `/v1/insiders${query}`,
  };
}

const DAYS = 30;
const LARGEST = 10;

/** Who traded most on the open market lately; nothing while Form 4 was not read. */
async function largest(request: PageRequest, direction: 'P' | 'S', title: string): Promise<Html | ''> {
  if (!request.tools.some(({ path }) => path === getLatestFilings.path)) return '';
  const given = { group: 'insider', direction, sort: 'value', since: daysBefore(request.now, DAYS) } as const;
  // With `group` the rows of the tool are groups.
  const rows = (await rowsOrNone(
    request.callTool(getLatestFilings, { ...given, limit: LARGEST }),
  )) as unknown as ApiFilingGroup[];
  if (rows.length === 0) return '';
  return html`<h2>${title} of the last ${DAYS} days</h2>
${table({
  caption: `Open-market ${direction === 'P' ? 'purchases' : 'sales'}, added up by insider and company; the ${LARGEST} largest. ${NAMES_AS_FILED}`,
  rows,
  empty: '',
  columns: groupColumns(request, 'insider'),
})}
<p><a href="${request.to(`/filings?${new URLSearchParams(given)}`)}">All ${direction === 'P' ? 'buyers' : 'sellers'}, with filters</a></p>`;
}

async function searchResults(request: PageRequest, q: string): Promise<Content> {
  const view: ListView = { request, path: PATH, filters: FILTERS, most: SEARCH_LIMIT.max };
  const { data: hits, meta } = await request.callTool(searchInsiders, {
    ...{ q, limit: view.most },
    ...listArguments(request, view.most),
  });
  const form = searchForm(request, q);
  const [only, ...namesakes] = hits.filter((hit) => hit.name.toLowerCase() === q.toLowerCase());
  if (only !== undefined && namesakes.length === 0 && meta.unreadable === undefined && !isInList(request))
    return { ...BASE, body: form, redirect: `/insiders/${only.slug}` };
  return {
    ...BASE,
    body: html`${form}
<p class="hint"><a href="${request.to(`/search?q=${encodeURIComponent(q)}`)}">Search everything for “${q}”</a></p>
${hits.length > 0 && html`<p class="summary">${rowsShown(view, meta)}, best matches first.</p>`}
${table({
  caption: `People found for “${q}”`,
  rows: hits,
  empty: emptyWords(
    await stateOf(request, 'sec-edgar-form4'),
    `No insider’s filed name contains “${q}”. Try the surname alone.`,
  ),
  most: SEARCH_LIMIT.max,
  columns: [
    { field: 'name', head: 'Name as filed', to: (row) => request.to(`/insiders/${row.slug}`) },
    { field: 'tickers', head: 'Companies', as: 'list' },
    { field: 'lastSeen', head: 'Last filing', as: 'day' },
  ],
})}
${pager(view, meta)}`,
    json: jsonAddress(view, '/v1/insiders', { q, limit: String(view.most) }),
    fetchedAt: meta.fetchedAt,
    unlisted: true,
  };
}

function searchForm(request: PageRequest, q: string, example: Html | '' = ''): Html {
  return html`<form class="panel" role="search" aria-label="Insiders" action="${request.to('/insiders')}">
<label for="q">Name</label><input id="q" name="q" type="search" value="${q}" maxlength="64" autocomplete="off" required>${momentField(request.asOf)}<button>Search</button></form>
<p class="hint">Type a name in either order, or part of a name${example}.</p>`;
}
