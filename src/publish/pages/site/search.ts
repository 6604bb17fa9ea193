/** One search over every register: companies, people, members of Congress, portfolios, European names. */

import { SEARCH_QUERY_LENGTH } from '../../../../tools/contract/rules.js';
import { type NameHit, SEARCH_TYPES } from '../../../../tools/contract/shapes/search.js';
import search from '../../../../tools/search.js';
import { type Html, html } from '../../../html.js';
import { count, plural } from '../../figures.js';
import { localLink, tickerLink } from '../links.js';
import type { Content, Page, PageRequest } from '../page.js';
import { banner } from '../source-state.js';

const TITLE = 'Find';
const SHOWN = 50;
const GROUPS: Record<NameHit['type'], string> = {
  issuer: 'Companies that file with the SEC',
  tracker: 'Tracked portfolios',
  member: 'Members of Congress',
  insider: 'Corporate insiders',
  eu_issuer: 'European issuers',
  eu_manager: 'European managers',
};

/** Not a page of one tool: without a query it calls no tool. */
export const searchPage: Page = {
  path: '/search',
  needs: [search.path],
  query: ['q'],
  async render(request) {
    const q = [...(request.query.q ?? '')].slice(0, SEARCH_QUERY_LENGTH.max).join('').trim();
    return q === '' ? { ...BASE, body: searchForm(request, q) } : results(request, q);
  },
};

const BASE = {
  title: TITLE,
  lede: 'Companies by name, ticker, CIK, ISIN or CUSIP; insiders, members of Congress, tracked portfolios; European issuers and managers.',
  unlisted: true,
} as const;

async function results(request: PageRequest, q: string): Promise<Content> {
  const { data: hits, meta } = await request.callTool(search, { q, limit: SHOWN });
  const only = onlyHit(hits);
  if (only !== null) return { ...BASE, body: html``, redirect: only.url.slice(request.baseUrl.length) };
  const states = (await request.sources()).filter(({ status }) => status !== 'ok' && status !== 'off');
  const total = meta.total ?? hits.length;
  return {
    ...BASE,
    title: `${TITLE}: ${q}`,
    body: html`${searchForm(request, q)}
${hits.length === 0 && html`${banner(states, request.now)}<p class="empty">Nothing here has a name or an identifier like “${q}”. Try one word of the name.</p>${await similar(request, q)}`}
${hits.some(({ match }) => match === 'approximate') && html`<p class="summary">No exact match. These names are similar.</p>`}
${SEARCH_TYPES.map((type) => group(request, type, hits))}
${hits.length < total && html`<p class="rest">${plural(hits.length, 'hit')} of ${count(total)}. A longer query finds fewer.</p>`}`,
    json: `/v1/search?q=${encodeURIComponent(q)}`,
  };
}

const SYMBOL = /^[A-Za-z]{1,6}$/;

/** Symbols that are spelled like the query. */
async function similar(request: PageRequest, q: string): Promise<Html | ''> {
  const found = SYMBOL.test(q) ? await request.similarSymbols(q.toUpperCase()) : [];
  if (found.length === 0) return '';
  return html`<p>Similar symbols:</p><ul>${found.map(({ ticker, name }) => html`<li><a href="${tickerLink(request, ticker)}">${ticker}</a> ${name}</li>`)}</ul>`;
}

/** The one hit that has the symbol or identifier, or else the whole name: it needs no list. */
function onlyHit(hits: readonly NameHit[]): NameHit | null {
  for (const match of ['code', 'name'] as const) {
    const [first, ...others] = hits.filter((hit) => hit.match === match);
    if (first !== undefined) return others.length === 0 ? first : null;
  }
  return null;
}

function group(request: PageRequest, type: NameHit['type'], hits: readonly NameHit[]): Html | '' {
  const found = hits.filter((hit) => hit.type === type);
  if (found.length === 0) return '';
  return html`<h2>${GROUPS[type]}</h2>
<ul class="hits">${found.map(({ title, subtitle, url }) => html`<li><a href="${localLink(request, url)}">${title}</a> <span class="note">${subtitle}</span></li>`)}</ul>`;
}

function searchForm({ to }: PageRequest, q: string): Html {
  return html`<form class="panel big" role="search" aria-label="Everything" action="${to('/search')}"><label for="q">Name, ticker or identifier</label><input id="q" name="q" type="search" value="${q}" maxlength="${String(SEARCH_QUERY_LENGTH.max)}" autocomplete="off" required><button>Search</button></form>`;
}
