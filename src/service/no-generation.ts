/** What a node of a shared database answers before it has a generation: that it has none, and why. */

import { UnavailableError } from '../../tools/contract/errors.js';
import type { OpenGeneration } from '../read-model/generation.js';
import { createReads } from '../read-model/reads.js';
import { wholeTables } from '../read-model/table-scan.js';
import { UnreadableRows } from '../read-model/unreadable-rows.js';

/** Seconds after which a caller may try again. */
const RETRY_AFTER = 5;

/** Every question fails with the error of `explain`. */
export function noGeneration(explain: () => Error): OpenGeneration {
  const fail = async () => {
    throw explain();
  };
  const search = { hits: fail, count: fail, near: fail };
  // Every question fails before it uses this.
  const history = { last: 0, versionsOf: (table: string) => table, generations: '' };
  const tables = {
    current: '',
    currentValues: [],
    isPast: false,
    rows: fail,
    memoised: fail,
    unreadable: new UnreadableRows(),
    search,
    history,
  };
  return {
    generation: {
      number: 0,
      id: '',
      at: null,
      nextRefreshAt: null,
      serveFrom: new Date(0).toISOString(),
      isFilling: true,
    },
    reads: createReads(tables),
    whole: wholeTables(tables),
    unreadable: tables.unreadable,
    close: async () => undefined,
  };
}

export function databaseAwayError(): UnavailableError {
  return new UnavailableError(
    `The database of this service cannot be reached at the moment; only answers in memory are available. Try again in ${RETRY_AFTER} seconds.`,
    RETRY_AFTER,
  );
}

export function nothingPublishedError(): UnavailableError {
  return new UnavailableError(
    `No data has been published to the database of this service yet. Try again in ${RETRY_AFTER} seconds.`,
    RETRY_AFTER,
  );
}
