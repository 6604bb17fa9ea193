/** Unknown is not empty: an answer is given only when its register was read and derived at least once. */

import { ApiError, notFound } from './errors.js';
import type { Reads, SourceId, SourceState } from './reads.js';

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
