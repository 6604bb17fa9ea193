/** How many rows match. The store counts only when an answer is full. */

/**
 * An answer with fewer rows than its limit has all rows that match. For a full answer the store counts. The total is
 * never lower than the rows of the answer, even if rows left the store in between.
 */
export async function countedRows(
  given: number,
  limit: number,
  count: () => Promise<number>,
): Promise<{ given: number; total: number }> {
  return { given, total: given < limit ? given : Math.max(given, await count()) };
}

/** The first rows of a list that was cut when it was made; undefined when it is full and its whole length is not known. */
export function cutListRows(
  given: number,
  most: number,
  total: number | null,
): { given: number; total: number } | undefined {
  if (total !== null) return { given, total: Math.max(given, total) };
  return given < most ? uncutListRows(given) : undefined;
}

/** A list that is never cut. */
export function uncutListRows(given: number): { given: number; total: number } {
  return { given, total: given };
}
