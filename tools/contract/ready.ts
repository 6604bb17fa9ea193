/** Unknown is not empty: an answer is given only when its register was read at least once. */

import { Failure } from './errors.js';
import type { Reads, SourceId } from './reads.js';

/**
 * When `source` was last read with success, ISO 8601 UTC.
 * @throws Failure `not_ready` when it never was, or is switched off: its rows no longer follow the register.
 */
export async function readAt(reads: Reads, source: SourceId): Promise<string> {
  const state = (await reads.sources()).find((one) => one.source === source);
  if (state?.lastReadAt != null && state.status !== 'off') return state.lastReadAt;
  const why =
    state === undefined || state.status === 'off' ? 'is switched off here' : 'has not been read yet';
  throw new Failure(
    'not_ready',
    `${source} ${why}, so nothing is known. get_catalog tells the state of every source.`,
  );
}
