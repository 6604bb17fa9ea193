/** What tools build their answers with: the state of a source, the rows that match, chosen fields, windows and pages. */

import { type ApiError, NotReadError, notFound } from './errors.js';
import type { ListPlace } from './place.js';
import type { SourceId, SourceState } from './reads/sources.js';
import type { Reads } from './reads.js';
import type { SerializedJson, SerializedPageRows, SerializedRows } from './serialized-rows.js';
import type { GivenRows, RowTable, ToolContext } from './tool.js';

/** `Retry-After` while a register is read: its first rows arrive within about a minute. */
const RETRY_SECONDS = 30;
/** `Retry-After` for a record that has not arrived yet: an initial import shows more rows every minute. */
const FILLING_RETRY_SECONDS = 60;
/** The same when the initial import failed: it is retried after a quarter of an hour, at least the first times. */
const FAILING_RETRY_SECONDS = 900;

/** How fresh and how complete the data behind an answer is. */
export interface SourceFreshness {
  /** When the lists of the source were last read with success, ISO 8601 UTC: becomes `meta.fetchedAt`. */
  fetchedAt: string;
  /** @throws ApiError `not_ready` for an empty result while the initial import runs, because rows may still arrive. */
  requireRowsUnlessComplete(count: number): void;
  /** The 404 of a record. While the initial import runs, its message says that the record may exist. */
  notFoundError(message: string): ApiError;
}

/**
 * The state of `source`, or only of its `registers` when the answer needs no others.
 * @throws ApiError `not_ready` when none of them was read and derived yet, or when the source is switched off, because its
 * rows no longer follow the register.
 */
export async function requireLastReadAt(
  reads: Pick<Reads, 'sources'>,
  source: SourceId,
  registers?: readonly string[],
): Promise<SourceFreshness> {
  const state = (await reads.sources()).find((one) => one.source === source);
  const parts = state === undefined ? [] : relevantRegisters(state, registers);
  if (state === undefined || state.status === 'off' || parts.length === 0)
    throw notReady(
      `${registers?.join(', ') ?? source} is switched off on this service, so its data is unknown.`,
    );
  const [fetchedAt] = parts.flatMap(({ lastReadAt }) => lastReadAt ?? []).sort();
  if (fetchedAt === undefined)
    throw notReady(`${source} has not been read yet, so its data is unknown.`, RETRY_SECONDS);
  const isWhole = parts.every((part) => part.isWhole);
  return {
    fetchedAt,
    requireRowsUnlessComplete(count) {
      if (count > 0 || isWhole) return;
      throw notReady(
        `${source} ${describeIncomplete(state)} and nothing that matches has arrived yet. This does not mean that nothing was filed.`,
        state.status === 'failing' ? FAILING_RETRY_SECONDS : FILLING_RETRY_SECONDS,
      );
    },
    notFoundError: (message) =>
      notFound(
        isWhole
          ? message
          : `${message} ${source} ${describeIncomplete(state)}: the record may exist and not have arrived yet.`,
      ),
  };
}

function relevantRegisters(
  state: SourceState,
  registers: readonly string[] | undefined,
): ReadonlyArray<{ lastReadAt: string | null; isWhole: boolean }> {
  if (registers === undefined) return [state];
  return state.registers.filter(({ register }) => registers.includes(register));
}

/** Why more rows may arrive. */
function describeIncomplete({ status }: SourceState): string {
  return status === 'failing'
    ? 'has not been read completely yet'
    : 'is still being imported for the first time';
}

function notReady(why: string, retrySeconds?: number): ApiError {
  const seeStates = 'get_catalog shows the state of every source.';
  if (retrySeconds === undefined) return new NotReadError(why, `${why} ${seeStates}`, {});
  const again = `Try again after ${retrySeconds} seconds or more; ${seeStates}`;
  return new NotReadError(why, `${why} ${again}`, { 'Retry-After': String(retrySeconds) });
}

/**
 * An answer with fewer rows than its limit has all rows that match. For a full answer the store counts. The total is
 * never lower than the rows of the answer, even if rows left the store in between.
 */
export async function countedRows(
  rows: ListedRows,
  limit: number,
  count: () => Promise<number>,
): Promise<GivenRows> {
  const counted = uncutListRows(rows);
  const { given, total } = counted;
  return given < limit ? counted : { ...counted, total: Math.max(total, await count()) };
}

/** Rows of a list, of which some may be left out because they cannot be read. */
type ListedRows = Pick<SerializedRows<unknown>, 'length' | 'unreadable'>;

/** The first rows of a list that was cut when it was made; undefined when it is full and its whole length is not known. */
export function cutListRows(rows: ListedRows, most: number, total: number | null): GivenRows | undefined {
  const counted = uncutListRows(rows);
  if (total !== null) return { ...counted, total: Math.max(counted.total, total) };
  return counted.total < most ? counted : undefined;
}

/** A list that is never cut. */
export function uncutListRows(rows: ListedRows): GivenRows {
  return { given: rows.length, total: rows.length + rows.unreadable, ...unreadableIn(rows) };
}

/** How many rows cannot be read, if there are any. */
export function unreadableIn({ unreadable }: { unreadable: number }): Pick<GivenRows, 'unreadable'> {
  return unreadable > 0 ? { unreadable } : {};
}

/** How the caller wants rows: `fields`, `view` and `format` of `rowParameters`. */
export interface RowChoice {
  fields?: string | undefined;
  view?: 'full' | 'brief' | undefined;
  format?: 'rows' | 'table' | undefined;
}

/** The rows of a list as the caller wants them. `columns` are all fields of a row, `brief` those of `view=brief`. */
export function listFor<R extends object>(
  rows: SerializedRows<R>,
  context: Pick<ToolContext, 'acceptsSerialized'>,
  { fields, view, format }: RowChoice,
  { columns, brief }: { columns: readonly string[]; brief: readonly string[] },
): SerializedRows<R> | R[] | RowTable {
  const wanted = fields ?? (view === 'brief' ? brief.join(',') : undefined);
  if (format !== 'table') return rowsFor(rows, context, wanted);
  const names = wanted === undefined ? columns : columns.filter((name) => wanted.split(',').includes(name));
  return {
    columns: [...names],
    // A row is an object whose values JSON can write.
    rows: rows.rows().map((row) => names.map((name) => (row as Record<string, unknown>)[name] ?? null)),
  };
}

/**
 * One page of `rows`, which were requested with one more than `limit`: the rows to give, and whether more follow.
 * `count` says how many match in all.
 */
export async function page<R extends object>(
  rows: SerializedPageRows<R>,
  { limit, after, count }: { limit: number; after: ListPlace | undefined; count: () => Promise<number> },
  positionOf: (last: R) => ListPlace,
): Promise<{ rows: SerializedPageRows<R>; counted: GivenRows }> {
  const given = rows.first(limit);
  const last = given.last();
  const isAll = after === undefined && rows.length <= limit;
  const { unreadable } = rows;
  const total = isAll ? given.length + unreadable : Math.max(given.length, await count());
  const next = rows.length > limit && last !== undefined ? positionOf(last) : null;
  return { rows: given, counted: { given: given.length, total, next, ...unreadableIn(rows) } };
}

/** The rows as the caller takes them: serialised, or as objects with only the named fields, in the order of the row. */
export function rowsFor<R extends object>(
  rows: SerializedRows<R>,
  { acceptsSerialized }: Pick<ToolContext, 'acceptsSerialized'>,
  fields?: string,
): SerializedRows<R> | R[] {
  if (acceptsSerialized === true && fields === undefined) return rows;
  if (fields === undefined) return rows.rows();
  const wanted = new Set(fields.split(','));
  // The caller chose the fields, and the published schema allows rows without the others.
  return rows
    .rows()
    .map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => wanted.has(field))) as R);
}

/** A value as the caller takes it. */
export function valueFor<T>(
  value: SerializedJson<T>,
  { acceptsSerialized }: Pick<ToolContext, 'acceptsSerialized'>,
): SerializedJson<T> | T {
  return acceptsSerialized === true ? value : value.value();
}

/** An issuer's page: by symbol, or by CIK for an issuer without one. */
export function issuerPage(ticker: string, cik: string): string {
  return ticker === '' ? `/issuers/${cik}` : `/ticker/${encodeURIComponent(ticker)}`;
}

export function insiderPage(slug: string): string {
  return `/insiders/${slug}`;
}

export function trackerPage(slug: string): string {
  return `/trackers/${slug}`;
}

/** The list of members of Congress. */
export const MEMBERS_PAGE = '/congress';

export function memberPage(slug: string): string {
  return `${MEMBERS_PAGE}/${slug}`;
}
