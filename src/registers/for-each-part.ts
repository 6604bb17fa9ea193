/**
 * A register of several parts (years, names, managers): a failing part does not prevent the others from being
 * read.
 */

import { type Batch, SourceError } from './register.js';

/**
 * Yields what `crawl` yields for every part, in turn; `done` is the number of parts before it.
 *
 * @throws SourceError the first failure, after every part was read.
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
