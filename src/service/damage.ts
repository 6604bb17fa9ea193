/**
 * A store whose pages cannot be read, because it is damaged or the disk fails. The first question that fails notes it;
 * it is over as soon as the same question can be answered again.
 */

import { Failure } from '../../tools/contract/errors.js';
import { isStorageFault } from '../store/database/open.js';

/** Seconds after which a caller may try again. */
const RETRY_AFTER = 60;

export interface Damage {
  /** What was met, such as SQLITE_CORRUPT; null while everything can be read. */
  code(): string | null;
  /**
   * Notes a fault of the store; `again` puts the question that met it once more. Gives what to throw: the error that a
   * caller gets, or `error` itself when it is no fault of the store.
   */
  note(error: unknown, again: () => Promise<unknown>): unknown;
  /** Asks the question that met the fault again; true when it is answered now. */
  isMended(): Promise<boolean>;
}

export function watchDamage(): Damage {
  let met: { code: string; again: () => Promise<unknown> } | null = null;

  function note(error: unknown, again: () => Promise<unknown>): unknown {
    const code = codeOf(error);
    if (code === null) return error;
    met = { code, again };
    return unreadable(error);
  }

  return {
    code: () => met?.code ?? null,
    note,
    async isMended() {
      const again = met?.again;
      if (again === undefined) return true;
      try {
        await again();
        met = null;
        return true;
      } catch (error) {
        note(error, again);
        return false;
      }
    },
  };
}

/**
 * What SQLite met, or that a stored text is no JSON any more: SQLite has no checksums, so a damage inside a row is given
 * out as the row. Null for what is no fault of the store.
 */
function codeOf(error: unknown): string | null {
  if (isStorageFault(error)) return String((error as { code: unknown }).code);
  // By its name: the parser may belong to another realm.
  return error instanceof Error && error.name === 'SyntaxError' ? 'a damaged row' : null;
}

function unreadable(cause: unknown): Failure {
  const failed = new Failure(
    'not_ready',
    'The stored data cannot be read at the moment. Try again in a minute; the operator finds the cause in the log.',
    { headers: { 'Retry-After': String(RETRY_AFTER) } },
  );
  failed.cause = cause;
  return failed;
}
