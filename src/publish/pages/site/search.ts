/** One search over every register: companies, people, members of Congress, portfolios, managers, European names. */

import { ApiError } from '../../../../tools/contract/errors.js';
import { cikIn } from '../../../../tools/contract/identifiers.js';
import { SEARCH_QUERY_LENGTH } from '../../../../tools/contract/rules.js';
import type { ManagerHit } from '../../../../tools/contract/shapes/managers.js';
import { type NameHit, SEARCH_TYPES } from '../../../../tools/contract/shapes/search.js';
import type { Archetype } from '../../../../tools/contract/shapes/tracker.js';
import search from '../../../../tools/search.js';
import searchManagers from '../../../../tools/search-managers.js';
import { type Html, html } from '../../../html.js';
import { quarterWords } from '../../periods.js';
import type { Filter } from '../filters.js';
import { localLink, tickerLink } from '../links.js';
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
import { ARCHETYPES } from '../portfolios/archetypes.js';
import { momentField } from '../replay.js';
import { searchQuery } from '../search-query.js';
import { banner } from '../source-state.js';

const TITLE = 'Search';
const PATH = '/search';
const HOLDERS = '/major-holders';
const FILTERS: readonly Filter[] = [{ name: 'q', label: 'Name', as: 'name' }];
const SHOWN = 50;
const MANAGERS_SHOWN = 10;
const GROUPS: Record<NameHit['type'], string> = {
  issuer: 'Companies that file with the SEC',
  tracker: 'Tracked portfolios',
  member: 'Members of Congress',
  insider: 'Corporate insiders',
  eu_issuer: 'European companies',
  eu_manager: 'European managers',
  manager: 'Managers who file Form 13F',
};

/** Not a page of one tool: without a query it calls no tool. */
export const searchPage: Page = {
  path: PATH,
  needs: [search.path],
  query: ['q', ...LIST_PARAMETERS],
  async render(request) {
    const q = searchQuery(request.query.q ?? '');
    return q === '' ? { ...BASE, body: searchForm(request, q) } : results(request, q);
  },
};

const BASE = {
  title: TITLE,
  lede: 'Companies by name, ticker, CIK, ISIN or CUSIP; insiders, members of Congress, tracked portfolios; managers who file Form 13F; European companies and their managers.',
  unlisted: true,
} as const;

async function results(request: PageRequest, q: string): Promise<Content> {
  const view: ListView = { request, path: PATH, filters: FILTERS, most: SHOWN };
  const { data: hits, meta } = await request.callTool(search, {
    ...{ q, limit: SHOWN },
    ...listArguments(request, SHOWN),
  });
  const isFirst = (request.query.cursor ?? '') === '';
  const managers = isFirst ? await managersNamed(request, q) : NO_MANAGERS;
  const others = hits.filter(({ type }) => type !== 'manager');
  const isWhole = meta.unreadable === undefined && !isInList(request);
  const only = !isWhole ? null : onlyPage(q, others, managers.rows);
  if (only !== null) return { ...BASE, body: html``, redirect: only.slice(request.baseUrl.length) };
  const states = (await request.sources()).filter(({ status }) => status !== 'ok' && status !== 'off');
  return {
    ...BASE,
    title: `${TITLE}: ${q}`,
    body: html`${searchForm(request, q)}
${hits.length === 0 && managers.rows.length === 0 && html`${banner(states, request.now)}<p class="empty">No company, insider, member of Congress, portfolio or manager here has a name or identifier like “${q}”. Try one word of the name.${holdersHint(request)}</p>${await similar(request, q)}`}
${hits.some(({ match }) => match === 'approximate') && html`<p class="summary">No exact match. These names are similar.</p>`}
${hits.length > 0 && html`<p class="summary">${rowsShown(view, meta)}, best matches first. More words narrow the search.</p>`}
${SEARCH_TYPES.map((type) => group(request, type, hits))}
${others.length === hits.length && managerGroup(request, q, managers)}
${hits.length > 0 && pager(view, meta)}`,
    json: [
      jsonAddress(view, '/v1/search', { q, limit: String(SHOWN) }),
      ...(managers.rows.length === 0
        ? []
        : [`${searchManagers.path}?${new URLSearchParams({ q, limit: String(MANAGERS_SHOWN) })}`]),
    ],
  };
}

/** Names on Schedules 13D and 13G are found by the company that they hold. */
function holdersHint(request: PageRequest): Html | false {
  return (
    request.hasPage(HOLDERS) &&
    html` Holders above five per cent are listed <a href="${request.to(HOLDERS)}">by company</a>.`
  );
}

/** In a text that is split by it, each second part. */
const DAY = /(\d{4}-\d{2}-\d{2})/;
const SYMBOL = /^[A-Za-z]{1,6}$/;

/** Symbols that are spelled like the query. */
async function similar(request: PageRequest, q: string): Promise<Html | ''> {
  const found = SYMBOL.test(q) ? await request.similarSymbols(q.toUpperCase()) : [];
  if (found.length === 0) return '';
  return html`<p>Similar symbols:</p><ul>${found.map(({ ticker, name }) => html`<li><a href="${tickerLink(request, ticker)}">${ticker}</a> ${name}</li>`)}</ul>`;
}

interface ManagersNamed {
  rows: readonly ManagerHit[];
  isCut: boolean;
}
const NO_MANAGERS: ManagersNamed = { rows: [], isCut: false };

/** The largest, where hits of other types fill the page; none where their register is switched off or was not read. */
async function managersNamed(request: PageRequest, q: string): Promise<ManagersNamed> {
  if (!request.tools.some(({ path }) => path === searchManagers.path)) return NO_MANAGERS;
  try {
    const { data, meta } = await request.callTool(searchManagers, { q, limit: MANAGERS_SHOWN });
    return { rows: data, isCut: meta.truncated !== undefined };
  } catch (error) {
    // A query without a letter or digit names no manager.
    if (error instanceof ApiError && ['not_ready', 'invalid_parameter'].includes(error.code))
      return NO_MANAGERS;
    throw error;
  }
}

function managerGroup(request: PageRequest, q: string, { rows, isCut }: ManagersNamed): Html | '' {
  if (rows.length === 0) return '';
  const list = request.to(`/managers?${new URLSearchParams({ q })}`);
  return html`<h2>${GROUPS.manager}</h2>
<ul class="hits">${rows.map(({ name, cik, quarter, url }) => html`<li><a href="${localLink(request, url)}">${name}</a> <span class="note">CIK ${cik}; latest report ${quarterWords(quarter)}</span></li>`)}</ul>
${isCut && html`<p><a href="${list}">All managers with that name</a></p>`}`;
}

/** The page that needs no list. A CIK may be that of a company and of a manager. */
function onlyPage(q: string, hits: readonly NameHit[], managers: readonly ManagerHit[]): string | null {
  const [manager] = cikIn(q) === null ? [] : managers;
  if (manager === undefined) return onlyHit(hits)?.url ?? null;
  return hits.length === 0 ? manager.url : null;
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
<ul class="hits">${found.map(({ title, subtitle, url }) => html`<li><a href="${localLink(request, url)}">${title}</a> <span class="note">${subtitleWords(subtitle)}</span></li>`)}</ul>`;
}

/** The kind of a portfolio has a name for programs there. No line breaks inside a date. */
function subtitleWords(subtitle: string): Html {
  const kind = Object.keys(ARCHETYPES).find((one) => subtitle.endsWith(`; ${one}`)) as Archetype | undefined;
  const words = kind === undefined ? subtitle : subtitle.slice(0, -kind.length) + ARCHETYPES[kind].label;
  return html`${words.split(DAY).map((part, at) => (at % 2 === 1 ? html`<time>${part}</time>` : part))}`;
}

function searchForm({ to, asOf }: PageRequest, q: string): Html {
  return html`<form class="panel big" role="search" aria-label="Everything" action="${to('/search')}"><label for="q">Name, ticker or identifier</label><input id="q" name="q" type="search" value="${q}" maxlength="${String(SEARCH_QUERY_LENGTH.max)}" autocomplete="off" required>${momentField(asOf)}<button>Search</button></form>`;
}
