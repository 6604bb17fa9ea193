/**
 * A store whose pages cannot be read, because it is damaged or the disk fails. The first question that fails notes it;
 * it is over as soon as the same question can be answered again.
 */

import { ApiError } from '../../tools/contract/errors.js';
import { isStorageError } from '../store/database/open.js';

/** Seconds after which a caller may try again. */
const RETRY_AFTER = 60;

export interface StoreFaultMonitor {
  /** What was met, such as SQLITE_CORRUPT; null while everything can be read. */
  code(): string | null;
  /**
   * Notes a fault of the store; `again` puts the question that met it once more. Gives what to throw: the error that a
   * caller gets, or `error` itself when it is no fault of the store.
   */
  recordFault(error: unknown, again: () => Promise<unknown>): unknown;
  /** Asks the question that met the fault again; true when it is answered now. */
  retry(): Promise<boolean>;
}

export function createStoreFaultMonitor(): StoreFaultMonitor {
  let met: { code: string; again: () => Promise<unknown> } | null = null;

  function recordFault(error: unknown, again: () => Promise<unknown>): unknown {
    const code = faultCode(error);
    if (code === null) return error;
    met = { code, again };
    return storeUnreadableError(error);
  }

  return {
    code: () => met?.code ?? null,
    recordFault,
    async retry() {
      const again = met?.again;
      if (again === undefined) return true;
      try {
        await again();
        met = null;
        return true;
      } catch (error) {
        recordFault(error, again);
        return false;
      }
    },
  };
}

/**
 * What SQLite met, or that a stored text is no JSON any more: SQLite has no checksums, so a damage inside a row is given
 * out as the row. Null for what is no fault of the store.
 */
function faultCode(error: unknown): string | null {
  if (isStorageError(error)) return String((error as { code: unknown }).code);
  // By its name: the parser may belong to another realm.
  return error instanceof Error && error.name === 'SyntaxError' ? 'a damaged row' : null;
}

function storeUnreadableError(cause: unknown): ApiError {
  const failed = new ApiError(
    'not_ready',
    'The stored data cannot be read at the moment. Try again in a minute; the operator finds the cause in the log.',
    { headers: { 'Retry-After': String(RETRY_AFTER) } },
  );
  failed.cause = cause;
  return failed;
}
