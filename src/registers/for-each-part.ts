/** A register of several parts (years, names, managers): one that fails does not keep the others from being read. */

import { type Batch, SourceError } from './register.js';

/**
 * What `read` gives of every part, in turn; `done` counts the parts before it.
 * @throws RegisterFailure the first failure, when every part was read.
 */
export async function* forEachPart<T>(
  parts: readonly T[],
  crawl: (part: T, done: number) => AsyncIterable<Batch>,
): AsyncGenerator<Batch> {
  const failures: SourceError[] = [];
  for (const [done, part] of parts.entries())
    try {
      yield* crawl(part, done);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      failures.push(error);
    }
  if (failures[0] !== undefined) throw failures[0];
}
