/** How many rows of a table meet a condition. */

import type { GenerationTables } from '../question.js';
import type { Condition } from './condition.js';

/** @param from a table, or what joins several */
export async function countMatches(
  { rows, current, currentValues }: GenerationTables,
  from: string,
  { filter, values }: Condition,
): Promise<number> {
  // One row: an aggregate.
  const [[count]] = (await rows<[count: number]>(`SELECT count(*) FROM ${from} WHERE ${filter} ${current}`, [
    ...values,
    ...currentValues,
  ])) as [[number]];
  return count;
}
