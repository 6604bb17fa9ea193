/** Pages as of an earlier moment: what they say of it, how their links and forms keep it, and the way back to now. */

import { AS_OF } from '../../../tools/contract/parameters.js';
import { isCalendarDate } from '../../dates.js';
import { type Html, html } from '../../html.js';
import { moment } from '../figures.js';

/** The moment that a page stands for. */
export interface PageMoment {
  /** As it is in the address: a day or a moment. */
  given: string;
  /** From when on the answers of that moment were given, ISO 8601 UTC. */
  servedFrom: string;
}

/** `path` with the moment, which may already be in it. */
export function withMoment(path: string, { given }: PageMoment): string {
  const [, address = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(path) ?? [];
  const all = new URLSearchParams(query);
  all.set(AS_OF, given);
  return `${address}?${all}${hash}`;
}

/** The selection of an address, with its question mark, without the moment. */
export function withoutMoment(query: string): string {
  const others = new URLSearchParams(query);
  others.delete(AS_OF);
  return others.size === 0 ? '' : `?${others}`;
}

/** A form that is sent drops the query of its address: it keeps the moment in this field. */
export function momentField(asOf: PageMoment | null): Html | '' {
  return asOf === null ? '' : html`<input type="hidden" name="${AS_OF}" value="${asOf.given}">`;
}

/** What a reader must know above everything else, with the same page of the present. */
export function momentBanner({ given, servedFrom }: PageMoment, now: string): Html {
  const when = isCalendarDate(given)
    ? html`<time>${given}</time>, at the end of the day in UTC`
    : html`<time>${given}</time>`;
  return html`<aside class="replay" aria-label="As of an earlier moment"><strong>As this service knew it on ${when}.</strong> It was published here at ${moment(servedFrom)}. <a href="${now}">Show what is known now</a></aside>`;
}

/** Chooses a day for the page at `action`, with the other parameters of its address. */
export function momentForm(action: string, query: URLSearchParams, asOf: PageMoment | null): Html {
  const kept = [...query].filter(([name]) => name !== AS_OF);
  const day = asOf !== null && isCalendarDate(asOf.given) ? asOf.given : '';
  return html`<form action="${action}" aria-label="${MOMENT_LABEL}">${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<input type="date" name="${AS_OF}" value="${day}" aria-label="Day" required> <button>Show</button></form>`;
}
export const MOMENT_LABEL = 'As it was known on';

/** A refused moment in the words of the page. The sentence that says how to leave it out is a link there. */
export function momentRefusal(message: string): string {
  return message
    .split(/(?<=\.) /)
    .filter((sentence) => !sentence.startsWith(`Leave ${AS_OF} out`))
    .join(' ')
    .replaceAll(AS_OF, `“${MOMENT_LABEL}”`);
}
