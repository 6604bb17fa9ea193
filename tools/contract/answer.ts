/** What tools build their answers with: the state of a source, the rows that match, chosen fields, windows and pages. */

import { ApiError, notFound } from './errors.js';
import type { Reads, SourceId, SourceState } from './reads.js';
import type { ApiFilingRow, FilingFacts } from './shapes/filing.js';

/** When to ask again for what is being read: the first rows of a register come within a minute or so. */
const RETRY_SECONDS = 30;
/** When to ask again for what is not among the rows so far: a fill shows more of them every minute. */
const FILLING_RETRY_SECONDS = 60;
/** As well, where the first reading failed: it is tried again after a quarter of an hour. */
const FAILING_RETRY_SECONDS = 900;

/** What an answer stands on. */
export interface SourceFreshness {
  /** When the lists of the source were last read with success, ISO 8601 UTC: becomes `meta.fetchedAt`. */
  fetchedAt: string;
  /** @throws Failure `not_ready` for nothing, while the first reading goes on: there may well be something. */
  requireRowsUnlessComplete(count: number): void;
  /** The 404 of a record. While the first reading goes on it says that the record may exist. */
  notFoundError(message: string): ApiError;
}

/**
 * The reading of `source` that an answer stands on; of `registers` alone, where the answer needs no others.
 * @throws Failure `not_ready` when none of them was read and derived yet, or the source is switched off: its rows no
 * longer follow the register.
 */
export async function requireLastReadAt(
  reads: Pick<Reads, 'sources'>,
  source: SourceId,
  registers?: readonly string[],
): Promise<SourceFreshness> {
  const state = (await reads.sources()).find((one) => one.source === source);
  const parts = state === undefined ? [] : relevantRegisters(state, registers);
  if (state === undefined || state.status === 'off' || parts.length === 0)
    throw notReady(`${registers?.join(', ') ?? source} is switched off here, so nothing is known.`);
  const [fetchedAt] = parts.flatMap(({ lastReadAt }) => lastReadAt ?? []).sort();
  if (fetchedAt === undefined)
    throw notReady(`${source} has not been read yet, so nothing is known.`, RETRY_SECONDS);
  const isWhole = parts.every((part) => part.isWhole);
  return {
    fetchedAt,
    requireRowsUnlessComplete(count) {
      if (count > 0 || isWhole) return;
      throw notReady(
        `${source} ${describeIncomplete(state)} and nothing that matches has come yet, which is not "nothing was filed".`,
        state.status === 'failing' ? FAILING_RETRY_SECONDS : FILLING_RETRY_SECONDS,
      );
    },
    notFoundError: (message) =>
      notFound(
        isWhole
          ? message
          : `${message} ${source} ${describeIncomplete(state)}: it may exist and not have come yet.`,
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

/** Why more may come. */
function describeIncomplete({ status }: SourceState): string {
  return status === 'failing'
    ? 'could not be read to its end so far'
    : 'is still being read for the first time';
}

function notReady(why: string, retrySeconds?: number): ApiError {
  const seeStates = 'get_catalog gives the state of every source.';
  if (retrySeconds === undefined) return new ApiError('not_ready', `${why} ${seeStates}`, { headers: {} });
  const again = `Ask again after ${retrySeconds} seconds or more; ${seeStates}`;
  return new ApiError('not_ready', `${why} ${again}`, { headers: { 'Retry-After': String(retrySeconds) } });
}

/**
 * An answer with fewer rows than its limit has all of them. Of a full one the store counts, which is never fewer than
 * what was just given: rows that left it in between were still part of this answer.
 */
export async function countedRows(
  given: number,
  limit: number,
  count: () => Promise<number>,
): Promise<{ given: number; total: number }> {
  return { given, total: given < limit ? given : Math.max(given, await count()) };
}

/** The first of a list that was cut when it was made; undefined where it is full and its whole length is not known. */
export function cutListRows(
  given: number,
  most: number,
  total: number | null,
): { given: number; total: number } | undefined {
  if (total !== null) return { given, total: Math.max(given, total) };
  return given < most ? uncutListRows(given) : undefined;
}

/** A list that is never cut. */
export function uncutListRows(given: number): { given: number; total: number } {
  return { given, total: given };
}

/** Keeps only the named fields of each row, in the order of the row. */
export function keepFields<R extends object>(rows: R[], fields: string | undefined): R[] {
  if (fields === undefined) return rows;
  const wanted = new Set(fields.split(','));
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).filter(([field]) => wanted.has(field))) as R,
  );
}

/** The calendar date (UTC) that lies `days` before `now`. */
export function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
}

/** An issuer's page, by its symbol; by CIK where it has none. */
export function issuerPage(ticker: string, cik: string): string {
  return ticker === '' ? `/issuers/${cik}` : `/ticker/${encodeURIComponent(ticker)}`;
}

export function insiderPage(slug: string): string {
  return `/insiders/${slug}`;
}

export function trackerPage(slug: string): string {
  return `/trackers/${slug}`;
}

/** The list of members of the Congress. */
export const MEMBERS_PAGE = '/congress';

export function memberPage(slug: string): string {
  return `${MEMBERS_PAGE}/${slug}`;
}

/**
 * The rows with their pages, added in place: a copy with one member more takes ten times the memory of a row, and
 * thousands of them make every answer wait for the collector of garbage.
 */
export function addPageUrls(facts: FilingFacts[], baseUrl: string): ApiFilingRow[] {
  return facts.map((row) => Object.assign(row, { url: baseUrl + issuerPage(row.issuerTicker, row.cik) }));
}
