/** A filter form that works without JavaScript, and the page for an invalid value in it. */

import type { ApiError } from '../../../tools/contract/errors.js';
import { type Html, html } from '../../html.js';
import type { Content, PageRequest } from './page.js';

export interface Filter {
  /** Name of the parameter, in the address and in the API. */
  name: string;
  label: string;
  as: 'date' | 'amount' | 'code' | ReadonlyArray<readonly [value: string, words: string]>;
  /** Width of a code in characters. */
  size?: number;
}

/** The filters that have a value. */
export function givenValues({ query }: PageRequest, filters: readonly Filter[]): Record<string, string> {
  return Object.fromEntries(
    filters.map(({ name }) => [name, query[name] ?? '']).filter(([, value]) => value !== ''),
  );
}

/** `?name=value&…` of the filters that have a value; '' for none. */
export function filterQuery(request: PageRequest, filters: readonly Filter[]): string {
  const query = new URLSearchParams(givenValues(request, filters)).toString();
  return query === '' ? '' : `?${query}`;
}

export function filterForm(request: PageRequest, action: string, filters: readonly Filter[]): Html {
  return html`<form class="panel" action="${request.to(action)}" aria-label="Filter">
${filters.map(
  (
    filter,
  ) => html`<div><label for="${filter.name}">${filter.label}</label>${control(filter, request.query[filter.name] ?? '')}</div>
`,
)}<button>Show</button></form>`;
}

function control({ name, as, size = 8 }: Filter, value: string): Html {
  if (as === 'date') return html`<input id="${name}" name="${name}" type="date" value="${value}">`;
  if (as === 'amount')
    return html`<input id="${name}" name="${name}" inputmode="numeric" value="${value}" size="10" autocomplete="off">`;
  if (as === 'code')
    return html`<input id="${name}" name="${name}" value="${value}" size="${size}" autocomplete="off">`;
  return html`<select id="${name}" name="${name}">${as.map(([one, words]) => html`<option value="${one}"${value === one ? html` selected` : ''}>${words}</option>`)}</select>`;
}

/** The form with the invalid values still in it, what is wrong in the words of the form, and a link without filters. */
export function wrongFilters(
  request: PageRequest,
  {
    title,
    action,
    filters,
    failed,
  }: { title: string; action: string; filters: readonly Filter[]; failed: ApiError },
): Content {
  const sentences = (failed.issues ?? [{ path: '', message: failed.message }]).map(({ path, message }) => {
    const filter = filters.find(({ name }) => name === path);
    if (filter === undefined) return message;
    const value = request.query[filter.name] ?? '';
    const rule = message.startsWith(`${path} `) ? message.slice(path.length + 1) : message;
    return `“${filter.label}” ${rule}${value === '' ? '' : `; you entered “${value}”`}`;
  });
  return {
    title,
    lede: 'A filter has an invalid value, so no rows are shown.',
    body: html`<div class="problem" role="alert">${sentences.map((sentence) => html`<p>${sentence}.</p>`)}</div>
${filterForm(request, action, filters)}
<p><a href="${request.to(action)}">Show everything without filters</a></p>`,
    status: 400,
    unlisted: true,
  };
}
