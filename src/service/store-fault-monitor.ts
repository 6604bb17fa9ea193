/**
 * A store whose pages cannot be read, because it is damaged or the disk fails. The first question that fails notes it;
 * it is over as soon as the same question can be answered again.
 */

import { ApiError } from '../../tools/contract/errors.js';
import type { Reads } from '../../tools/contract/reads.js';
import { isStorageError } from '../store/database/open.js';

/** Seconds after which a caller may try again. */
const RETRY_AFTER = 60;

interface StoreFaultMonitor {
  /** What was met, such as SQLITE_CORRUPT; null while everything can be read. */
  code(): string | null;
  /** Notes a fault of the store; `again` asks the question that met it once more. Other errors are passed over. */
  recordFault(error: unknown, again: () => Promise<unknown>): void;
  /** Asks the question that met the fault again; true when it is answered now. */
  retry(): Promise<boolean>;
  /** `reads`, with each fault of the store noted and told as what it is. */
  guard(reads: () => Reads): Reads;
}

export function createStoreFaultMonitor(): StoreFaultMonitor {
  let met: { code: string; again: () => Promise<unknown> } | null = null;

  function note(error: unknown, again: () => Promise<unknown>): void {
    const code = faultCode(error);
    if (code !== null) met = { code, again };
  }

  type ReadMethod = (...given: unknown[]) => Promise<unknown>;
  const guardMethod = (reads: () => Reads, name: keyof Reads): ReadMethod => {
    const ask: ReadMethod = async (...given) => (reads()[name] as ReadMethod)(...given);
    return async (...given) => {
      try {
        return await ask(...given);
      } catch (error) {
        if (faultCode(error) === null) throw error;
        note(error, () => ask(...given));
        throw storeUnreadableError(error);
      }
    };
  };

  return {
    code: () => met?.code ?? null,
    recordFault: note,
    async retry() {
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
    guard: (reads) => {
      const questions = new Map<string | symbol, ReadMethod>();
      return new Proxy({} as Reads, {
        get(_target, name) {
          if (!questions.has(name)) questions.set(name, guardMethod(reads, name as keyof Reads));
          return questions.get(name);
        },
      });
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
