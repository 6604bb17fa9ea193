/**
 * A register of several parts (years, names, managers): a failing part does not prevent the others from being
 * read.
 */

import { type Batch, SourceError, SourcePausedError } from './register.js';

/**
 * Yields what `crawl` yields for every part, in turn; `done` is the number of parts before it.
 *
 * @throws SourceError the first failure, after every part was read; one that says until when no request goes out has
 * priority, because the next run must know it.
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
  const failure = failures.find((one) => one instanceof SourcePausedError) ?? failures[0];
  if (failure !== undefined) throw failure;
}
