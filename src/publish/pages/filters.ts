/** A filter form that works without JavaScript, and what a page says when a value in it is wrong. */

import type { ApiEnvelope } from '../../../tools/contract/envelope.js';
import { ApiError } from '../../../tools/contract/errors.js';
import { type Html, html } from './html.js';
import type { Content, Visit } from './page.js';

export interface Filter {
  /** Name of the parameter, in the address and in the API. */
  name: string;
  label: string;
  as: 'date' | 'amount' | 'code' | ReadonlyArray<readonly [value: string, words: string]>;
  /** Characters, of a code. */
  size?: number;
}

/** Those values that were given. */
export function givenValues({ query }: Visit, filters: readonly Filter[]): Record<string, string> {
  return Object.fromEntries(
    filters.map(({ name }) => [name, query[name] ?? '']).filter(([, value]) => value !== ''),
  );
}

export function filterForm(visit: Visit, action: string, filters: readonly Filter[]): Html {
  return html`<form class="panel" action="${visit.to(action)}" aria-label="Filter">
${filters.map(
  (
    filter,
  ) => html`<div><label for="${filter.name}">${filter.label}</label>${control(filter, visit.query[filter.name] ?? '')}</div>
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

/** The answer, or what is wrong with the values. @throws Failure for anything else. */
export async function askFiltered(
  visit: Visit,
  path: string,
  given: Record<string, unknown>,
): Promise<{ envelope: ApiEnvelope } | { failed: ApiError }> {
  try {
    return { envelope: await visit.ask(path, given) };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_parameter') return { failed: error };
    throw error;
  }
}

/** The form with the wrong values still in it, what is wrong by the words of the form, and the way back. */
export function wrongFilters(
  visit: Visit,
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
    const value = visit.query[filter.name] ?? '';
    const rule = message.startsWith(`${path} `) ? message.slice(path.length + 1) : message;
    return `“${filter.label}” ${rule}${value === '' ? '' : `; you entered “${value}”`}`;
  });
  return {
    title,
    lede: 'A filter has a value that cannot be used, so no rows are shown.',
    body: html`<div class="problem" role="alert">${sentences.map((sentence) => html`<p>${sentence}.</p>`)}</div>
${filterForm(visit, action, filters)}
<p><a href="${visit.to(action)}">Show everything without filters</a></p>`,
    status: 400,
    unlisted: true,
  };
}
