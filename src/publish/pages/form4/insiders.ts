/** Search for people. */

import { SEARCH_LIMIT, SEARCH_QUERY_LENGTH } from '../../../../tools/contract/rules.js';
import searchInsiders from '../../../../tools/search-insiders.js';
import { type Html, html } from '../../../html.js';
import type { Content, Page, PageRequest } from '../page.js';
import { exampleValues } from '../site/example-values.js';
import { emptyWords, stateOf } from '../source-state.js';
import { table } from '../table.js';
import { FORM4_RECORD, FORM4_SOURCE } from './filing-columns.js';

const BASE = {
  title: 'Insiders',
  lede: 'Everyone named as a reporting owner in a Form 4 on record here: officers, directors, ten-percent owners, funds and trusts. People stay findable after their filings leave the window.',
  sources: [FORM4_SOURCE],
  caveats: ['Names are as filed, surname first. Two people of the same name have two pages.', FORM4_RECORD],
};

/** Not a page of one tool: without a query it calls no tool. */
export const insiders: Page = {
  path: '/insiders',
  nav: 'Insiders',
  needs: [searchInsiders.path],
  about: () => ['sec-edgar-form4'],
  query: ['q'],
  async render(request) {
    const q = [...(request.query.q ?? '')].slice(0, SEARCH_QUERY_LENGTH.max).join('').trim();
    return q === '' ? emptySearch(request) : searchResults(request, q);
  },
};

async function emptySearch(request: PageRequest): Promise<Content> {
  const { q: example = 'smith' } = await exampleValues(request);
  const query = `?q=${encodeURIComponent(example)}`;
  return {
    ...BASE,
    body: searchForm(
      request,
      '',
      html`, such as <a href="${request.to(`/insiders${query}`)}">${example}</a>`,
    ),
    json: `/v1/insiders${query}`,
  };
}

async function searchResults(request: PageRequest, q: string): Promise<Content> {
  const { data: hits, meta } = await request.callTool(searchInsiders, { q, limit: SEARCH_LIMIT.max });
  const form = searchForm(request, q);
  const [only, ...namesakes] = hits.filter((hit) => hit.name.toLowerCase() === q.toLowerCase());
  if (only !== undefined && namesakes.length === 0)
    return { ...BASE, body: form, redirect: `/insiders/${only.slug}` };
  return {
    ...BASE,
    body: html`${form}
<p class="hint"><a href="${request.to(`/search?q=${encodeURIComponent(q)}`)}">Search everything for “${q}”</a></p>
${table({
  caption: `People found for “${q}”`,
  rows: hits,
  total: meta.total,
  rest: 'Best matches first; a longer query finds fewer.',
  empty: emptyWords(
    await stateOf(request, 'sec-edgar-form4'),
    `No insider’s filed name contains “${q}”. Try the surname alone.`,
  ),
  most: SEARCH_LIMIT.max,
  columns: [
    { field: 'name', head: 'Name as filed', to: (row) => request.to(`/insiders/${row.slug}`) },
    { field: 'tickers', head: 'Issuers', as: 'list' },
    { field: 'lastSeen', head: 'Last filing', as: 'day' },
  ],
})}`,
    json: `/v1/insiders?q=${encodeURIComponent(q)}`,
    fetchedAt: meta.fetchedAt,
    unlisted: true,
  };
}

function searchForm(request: PageRequest, q: string, example: Html | '' = ''): Html {
  return html`<form class="panel" role="search" aria-label="Insiders" action="${request.to('/insiders')}">
<label for="q">Name</label><input id="q" name="q" type="search" value="${q}" maxlength="64" autocomplete="off" required><button>Search</button></form>
<p class="hint">Type a name in either order, or part of a name${example}.</p>`;
}
