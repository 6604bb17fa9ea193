/** Which changes a caller means: the types that all filters together can find, and the place behind which they begin. */

import { DAY_MS, HOUR_MS, utcDate } from '../../src/dates.js';
import { requirePeriod } from './bounds.js';
import {
  CHANGE_KINDS,
  comparePlaces,
  placeOfText,
  sourceOfKind,
  textOfPlace,
  typeOfKind,
} from './change-rows.js';

import { invalidParameter } from './errors.js';
import { EU_COUNTRIES } from './markets/index.js';
import type { ChangePlace, ChangeRecord } from './reads/changes.js';
import { CHANGES_DEFAULT_HOURS, CHANGES_KEPT_DAYS } from './rules.js';
import type { ChangeKind } from './shapes/change.js';
import type { PublicSourceId } from './sources.js';
import type { ToolContext } from './tool.js';

/** Nodes of one service may be a few generations apart: a place that is further ahead belongs to other data. */
const AHEAD_MAX = 100;

/** What each filter can find. */
const FOUND_BY = {
  ticker: ['form4', 'form4_other', 'form144', 'schedule13', 'congress'],
  cik: ['form4', 'form4_other', 'form144', 'schedule13'],
  owner: ['form4', 'form4_other', 'form144', 'schedule13'],
  member: ['congress'],
  tracker: ['13f', 'oge_278t', 'congress'],
  isin: EU_COUNTRIES,
  country: EU_COUNTRIES,
} as const satisfies Record<string, readonly ChangeKind[]>;

/** The filters of the tool that exclude types; lists as text with commas. */
export type ChangeFilters = { [Name in keyof typeof FOUND_BY | 'type' | 'source']?: string | undefined };

/**
 * What all filters together can find.
 * @throws ApiError `invalid_parameter` if they exclude each other: an empty list would look like "nothing new"
 */
export function kindsOf(given: ChangeFilters): ChangeKind[] {
  let kinds = CHANGE_KINDS.filter(
    (kind) =>
      (given.type?.split(',').includes(typeOfKind(kind)) ?? true) &&
      (given.source?.split(',').includes(sourceOfKind(kind)) ?? true) &&
      (given.country === undefined || given.country === kind),
  );
  // The names of an object.
  for (const name of Object.keys(FOUND_BY) as Array<keyof typeof FOUND_BY>) {
    const found: readonly ChangeKind[] = FOUND_BY[name];
    if (given[name] === undefined) continue;
    kinds = kinds.filter((kind) => found.includes(kind));
    if (kinds.length > 0) continue;
    const types = [...new Set(found.map(typeOfKind))].join(', ');
    const message = `${name} finds only the types ${types}, which the other arguments exclude`;
    throw invalidParameter([{ path: name, message }]);
  }
  if (kinds.length > 0) return kinds;
  const message = 'source and type exclude each other: sources are listed by get_catalog';
  throw invalidParameter([{ path: 'type', message }]);
}

/** @throws ApiError `invalid_parameter` for a place from which the log would not be whole */
export function behindOf(
  { after, since }: { after?: string | undefined; since?: string | undefined },
  { expired, newest, log }: ChangeRecord,
): ChangePlace | null {
  if (after === undefined) return null;
  const wrong = (message: string) => invalidParameter([{ path: 'after', message }]);
  if (since !== undefined) throw wrong('after and since exclude each other; give one of them');
  const place = placeOfText(after);
  // A place that is ahead was given by a node that is ahead.
  if (textOfPlace(place, log) !== after || place[0] > newest[0] + AHEAD_MAX)
    throw wrong(
      'after does not belong to the data of this service, which was made again. Begin again with since',
    );
  if (comparePlaces(place, expired) < 0)
    throw wrong(
      `after is older than the ${CHANGES_KEPT_DAYS} days for which changes are kept. Begin again with since`,
    );
  return place;
}

/** The moments that a caller gives, in ISO 8601 UTC. */
interface LogPeriod {
  since?: string | undefined;
  until?: string | undefined;
  after?: string | undefined;
}

/**
 * The first moment; null behind a place.
 * @throws ApiError `invalid_parameter` for a moment from which the log would not be whole
 */
export function sinceOf({ since, until, after }: LogPeriod, context: ToolContext): string | null {
  const now = context.asOf ?? context.now;
  if (after !== undefined) return null;
  const earliest = utcDate(now.getTime() - CHANGES_KEPT_DAYS * DAY_MS);
  if (since === undefined) {
    const end = until === undefined || until > now.toISOString() ? now : new Date(until);
    const usual = new Date(end.getTime() - CHANGES_DEFAULT_HOURS * HOUR_MS).toISOString();
    return usual < earliest ? `${earliest}T00:00:00.000Z` : usual;
  }
  if (since.slice(0, 10) >= earliest || context.after !== undefined) return since;
  const message = `since must be ${earliest} or later: changes are kept for ${CHANGES_KEPT_DAYS} days. For filings by their dates use get_latest_filings, get_congress_trades or get_eu_filings`;
  throw invalidParameter([{ path: 'since', message }]);
}

/** @throws ApiError `invalid_parameter` for a period that ends before it begins, or before what is kept */
export function requireKeptChanges({ since, until }: LogPeriod, now: Date): void {
  requirePeriod({ since, until });
  const first = utcDate(now.getTime() - CHANGES_KEPT_DAYS * DAY_MS);
  if (until === undefined || until >= first) return;
  const message = `until must be ${first} or later: changes are kept for ${CHANGES_KEPT_DAYS} days`;
  throw invalidParameter([{ path: 'until', message }]);
}

/**
 * For an answer without changes: a source with several registers may have some from before it is recorded whole.
 * @throws ApiError `invalid_parameter` for a period before the log begins: an empty list would look like "no changes"
 */
export function requireRecordedChanges(
  { until }: LogPeriod,
  { recordedSince }: ChangeRecord,
  sources: readonly PublicSourceId[],
): void {
  const [first] = sources.flatMap((source) => recordedSince[source] ?? []).sort();
  if (until === undefined || first === undefined || until >= first) return;
  const message = `until must be ${first} or later: changes of these sources are recorded since then`;
  throw invalidParameter([{ path: 'until', message }]);
}
