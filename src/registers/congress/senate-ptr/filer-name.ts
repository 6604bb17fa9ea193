/** The filer's name: on a report the senator's own form in brackets, in the search the two name cells. */

import { itemAt } from '../../../collections.js';
import type { StockActFilerName } from '../../../records/congress/stock-act.js';

const PREFIX = /^(The Honorable|Hon\.|Mr\.?|Mrs\.?|Ms\.?|Miss|Dr\.?)\s+/i;
const SUFFIX = /[\s,]+(Jr\.?|Sr\.?|II|III|IV)$/i;
/** The last brackets, which can hold a nickname in brackets: `(Roe, Patricia (Pat))`. */
const LAST_BRACKETS = /\(((?:[^()]|\([^()]*\))*)\)$/;

/**
 * `The Honorable Patrick J Toomey (Toomey, Pat)`: first and last come from the brackets, because the name
 * before them can be another person's. Without brackets the last word is the last name. Null when there is no
 * name.
 */
export function filerOfPage(text: string): StockActFilerName | null {
  const asFiled = foldWhitespace(text);
  const prefix = PREFIX.exec(asFiled)?.[1] ?? null;
  const brackets = LAST_BRACKETS.exec(asFiled)?.[1];
  const named = brackets === undefined ? null : lastThenFirst(brackets);
  if (named !== null) return { asFiled, prefix, ...named };
  const bare = foldWhitespace(asFiled.replace(LAST_BRACKETS, '').replace(PREFIX, ''));
  const suffix = SUFFIX.exec(bare)?.[1] ?? null;
  const words = bare.replace(SUFFIX, '').split(' ');
  const last = words.pop() ?? '';
  return last === '' ? null : { asFiled, prefix, first: words.join(' '), last, suffix };
}

/** `A. Mitchell` and `McConnell, Jr.`; the office can hold the senator's own form: `McConnell, A. Mitchell Jr. (Senator)`. */
export function filerOfSearchRow(row: { first: string; last: string; office: string }): StockActFilerName {
  const last = foldWhitespace(row.last).replace(/[\s,]+$/, '');
  const suffix = SUFFIX.exec(last)?.[1] ?? null;
  const filed = { first: foldWhitespace(row.first), last: last.replace(SUFFIX, ''), suffix };
  const asFiled = [filed.first, filed.last, suffix].filter(Boolean).join(' ');
  const office = /^(.+,.+)\s\([^()]*\)$/.exec(foldWhitespace(row.office))?.[1];
  const own = office === undefined ? null : lastThenFirst(office);
  return { asFiled, prefix: null, ...(own ?? filed) };
}

/** `McConnell, A. Mitchell Jr.`; null without a comma and two names. */
function lastThenFirst(text: string): { first: string; last: string; suffix: string | null } | null {
  const found = /^([^,]+),(.+)$/.exec(foldWhitespace(text));
  if (found === null) return null;
  const given = foldWhitespace(itemAt(found, 2));
  const suffix = SUFFIX.exec(given)?.[1] ?? null;
  const first = given.replace(SUFFIX, '');
  const last = foldWhitespace(itemAt(found, 1));
  return first === '' || last === '' ? null : { first, last, suffix };
}

function foldWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
