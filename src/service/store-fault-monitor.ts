/**
 * Detects a store whose pages cannot be read, because it is damaged or the disk fails. The first query that fails
 * records the fault; it is over as soon as the same query succeeds again.
 */

import { UnavailableError } from '../../tools/contract/errors.js';
import { ManyDamagedRowsError } from '../read-model/unreadable-rows.js';
import { isStorageError } from '../store/database/open.js';

/** SQLSTATE of tables that are damaged or missing, or that this user may not read. */
const POSTGRES_FAULT = /^(?:XX00[12]|42P01|3F000|42501)$/;
/** Seconds after which a caller may try again. */
const RETRY_AFTER = 60;

interface StoreFaultMonitor {
  /** The code of the fault, such as SQLITE_CORRUPT or the SQLSTATE of PostgreSQL; null while everything can be read. */
  code(): string | null;
  /**
   * Records a fault of the store; `again` repeats the failed query. Returns the error to throw: the one for the
   * caller, or `error` itself if it is not a fault of the store.
   */
  recordFault(error: unknown, again: () => Promise<unknown>): unknown;
  /** Repeats the query that failed; true when it succeeds. */
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

/** The code of the engine, or that very many rows are damaged. Null if the error is not a fault of the store. */
function faultCode(error: unknown): string | null {
  // Errors of both engines have a code.
  const code = String((error as { code?: unknown } | null)?.code);
  if (isStorageError(error) || POSTGRES_FAULT.test(code)) return code;
  return error instanceof ManyDamagedRowsError ? 'damaged rows' : null;
}

function storeUnreadableError(cause: unknown): UnavailableError {
  const failed = new UnavailableError(
    'The stored data cannot be read at the moment. Try again in a minute; the operator finds the cause in the log.',
    RETRY_AFTER,
  );
  failed.cause = cause;
  return failed;
}
