/** The questions of a generation, each answered in another way. */

import type { Reads } from '../../tools/contract/reads.js';

// One name has one type of question and of answer; a list of names loses them.
type Read = (name: keyof Reads, question: never) => Promise<unknown>;

export function readFrom(reads: Reads, name: keyof Reads, question: never): Promise<unknown> {
  return (reads[name] as (question: never) => Promise<unknown>)(question);
}

/** The questions of `example`, each answered by `read`. */
export function mapReads(example: Reads, read: Read): Reads {
  const names = Object.keys(example) as Array<keyof Reads>;
  return Object.fromEntries(
    names.map((name) => [name, (question: never) => read(name, question)]),
  ) as unknown as Reads;
}
