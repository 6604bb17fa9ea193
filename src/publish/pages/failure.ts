/** The page for a request that has no page to show: what happened, and what to do. */

import { type ApiError, type ApiErrorCode, UnavailableError } from '../../../tools/contract/errors.js';
import { AS_OF } from '../../../tools/contract/parameters.js';
import type { SourceState } from '../../../tools/contract/reads/sources.js';
import { type Html, html } from '../../html.js';
import { navPath } from './frame.js';
import type { Content, Page } from './page.js';
import { forPeople } from './plain-message.js';
import { MOMENT_LABEL, momentForm, momentRefusal, withoutMoment } from './replay.js';
import { banner } from './source-state.js';

const TITLES: Record<ApiErrorCode, string> = {
  invalid_parameter: 'Invalid address',
  not_found: 'Not found',
  method_not_allowed: 'Read-only page',
  rate_limited: 'Too many requests',
  not_ready: 'Not read yet',
  internal: 'Something went wrong',
};

export interface FailureContext {
  to(path: string): string;
  /** The path that was requested. */
  path: string;
  /** The parameters that the page knows, with their question mark; '' for none. */
  query: string;
  /** The list that the address would have a row of. */
  above: Pick<Page, 'path' | 'nav' | 'name' | 'finder'> | undefined;
  now: Date;
  /** States of the sources of the page. */
  states: readonly SourceState[];
  hasPage(path: string): boolean;
}

export function failureContent(failed: ApiError, context: FailureContext): Content {
  if (failed instanceof UnavailableError)
    return {
      title: 'Not available at the moment',
      lede: forPeople(failed.message),
      body: ways(context, ['This page reloads every minute.', statusLink(context)]),
      unlisted: true,
    };
  if (failed.code === 'not_ready') return notReady(context);
  if (failed.issues?.some(({ path }) => path === AS_OF) === true) return wrongMoment(failed, context);
  return {
    title: TITLES[failed.code],
    lede: sentence(forPeople(failed.message)),
    body: html`${failed.code === 'not_found' && finder(context)}${ways(context, [nowLink(context), ...WAYS[failed.code](context)])}`,
    unlisted: true,
  };
}

/** What a reader can do, one line each. */
type Way = Html | string | false;

const WAYS: Record<Exclude<ApiErrorCode, 'not_ready'>, (context: FailureContext) => Way[]> = {
  invalid_parameter: (context) => ['Check the address for typing errors.', searchLink(context)],
  not_found: (context) => [
    listLink(context),
    searchLink(context),
    'Pages of people and companies keep their address, so check the spelling.',
  ],
  method_not_allowed: () => ['Open the page by its address, or by a link to it.'],
  rate_limited: ({ to, hasPage }) => [
    'Wait, then reload the page. The limit keeps the service available for everyone.',
    hasPage('/api-docs') &&
      html`For many rows at once, <a href="${to('/api-docs')}">the API and its exports</a> need fewer requests.`,
  ],
  internal: (context) => ['Reload the page in a minute.', statusLink(context)],
};

/** Messages of the interface often end without a full stop. */
function sentence(text: string): string {
  return /[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text;
}

function ways({ to }: FailureContext, lines: readonly Way[]): Html {
  return html`<h2>What you can do</h2>
<ul>${lines.map((line) => line !== false && html`<li>${line}</li>`)}<li><a href="${to('/')}">Home page</a>, with a search over everything</li></ul>`;
}

/** The form by which a row of the list is found; else the search over everything. */
function finder({ to, above, hasPage }: FailureContext): Html | '' {
  const own = above?.finder !== undefined ? { ...above.finder, action: navPath(above) } : null;
  const search = hasPage('/search')
    ? { name: 'q', label: 'Name, ticker or identifier', action: '/search' }
    : null;
  const form = own ?? search;
  if (form === null) return '';
  return html`<form class="panel" role="search" aria-label="Search" action="${to(form.action)}"><div><label for="${form.name}">${form.label}</label><input id="${form.name}" name="${form.name}" size="16" maxlength="64" autocomplete="off" required></div><button>Search</button></form>
`;
}

function listLink({ to, above }: FailureContext): Way {
  const name = above?.name ?? above?.nav;
  return (
    above !== undefined &&
    name !== undefined &&
    html`<a href="${to(navPath(above))}">${name}: the whole list</a>`
  );
}

/** The same page of the present, where the address has an earlier moment. */
function nowLink({ to, path, query }: FailureContext): Way {
  const present = withoutMoment(query);
  return present !== query && html`<a href="${to(path) + present}">Show what is known now</a>`;
}

/** The page exists, but not for the moment of the address. */
function wrongMoment(failed: ApiError, context: FailureContext): Content {
  const { to, path, query } = context;
  const here = to(path);
  return {
    title: 'Not known for that day',
    lede: sentence(forPeople(momentRefusal(failed.message))),
    body: html`<h2>${MOMENT_LABEL}</h2>
${momentForm(here, new URLSearchParams(query), null)}
${ways(context, [nowLink(context)])}`,
    unlisted: true,
  };
}

function statusLink({ to, hasPage }: FailureContext): Way {
  return hasPage('/status') && html`<a href="${to('/status')}">Status of all sources</a>`;
}

/** A search for the last part of the address, which is often a name. */
function searchLink({ to, path, hasPage }: FailureContext): Way {
  const words = wordsOf(path);
  if (words === '' || !hasPage('/search')) return false;
  return html`<a href="${to(`/search?q=${encodeURIComponent(words)}`)}">Search for “${words}”</a>`;
}

const WORDS_MAX = 60;

function wordsOf(path: string): string {
  const last = path.split('/').filter(Boolean).at(-1) ?? '';
  try {
    return decodeURIComponent(last)
      .replace(/[^\p{L}\p{N}.]+/gu, ' ')
      .trim()
      .slice(0, WORDS_MAX);
  } catch {
    // Not the bytes of a text.
    return '';
  }
}

/** The message of this failure is for programs, so the page has its own words. */
function notReady(context: FailureContext): Content {
  const { now, states } = context;
  const isOff = states.length > 0 && states.every(({ status }) => status === 'off');
  const isBegun = states.some(({ lastReadAt }) => lastReadAt !== null);
  return {
    title: isOff ? 'Switched off here' : TITLES.not_ready,
    lede: isOff
      ? 'The operator of this service has switched off the source of this page, so there is nothing to show.'
      : isBegun
        ? 'The documents read so far have nothing for this page. That does not mean that nothing was filed: more may come.'
        : 'The source of this page has not been read yet. That does not mean that nothing was filed: nothing is known so far.',
    body: html`${banner(states, now)}
${ways(context, [!isOff && 'This page reloads every minute.', statusLink(context)])}`,
    unlisted: true,
  };
}
