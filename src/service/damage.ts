/**
 * A store whose pages cannot be read, because it is damaged or the disk fails. The first question that fails notes it;
 * it is over as soon as the same question can be answered again.
 */

import { Failure } from '../../tools/contract/errors.js';
import type { Reads } from '../../tools/contract/reads.js';
import { isStorageFault } from '../store/database/open.js';

/** Seconds after which a caller may try again. */
const RETRY_AFTER = 60;

export interface Damage {
  /** What was met, such as SQLITE_CORRUPT; null while everything can be read. */
  code(): string | null;
  /** Notes a fault of the store; `again` asks the question that met it once more. Other errors are passed over. */
  note(error: unknown, again: () => Promise<unknown>): void;
  /** Asks the question that met the fault again; true when it is answered now. */
  isMended(): Promise<boolean>;
  /** `reads`, with each fault of the store noted and told as what it is. */
  watch(reads: () => Reads): Reads;
}

export function watchDamage(): Damage {
  let met: { code: string; again: () => Promise<unknown> } | null = null;

  function note(error: unknown, again: () => Promise<unknown>): void {
    const code = codeOf(error);
    if (code !== null) met = { code, again };
  }

  type Question = (...given: unknown[]) => Promise<unknown>;
  const asked = (reads: () => Reads, name: keyof Reads): Question => {
    const ask: Question = async (...given) => (reads()[name] as Question)(...given);
    return async (...given) => {
      try {
        return await ask(...given);
      } catch (error) {
        if (codeOf(error) === null) throw error;
        note(error, () => ask(...given));
        throw unreadable(error);
      }
    };
  };

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
    watch: (reads) => {
      const questions = new Map<string | symbol, Question>();
      return new Proxy({} as Reads, {
        get(_target, name) {
          if (!questions.has(name)) questions.set(name, asked(reads, name as keyof Reads));
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
