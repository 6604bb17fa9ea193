/** How many rows match, asked of the store only where an answer is full. */

/**
 * An answer with fewer rows than its limit has all of them. Of a full one the store counts, which is never fewer than
 * what was just given: rows that left it in between were still part of this answer.
 */
export async function countedRows(
  given: number,
  limit: number,
  count: () => Promise<number>,
): Promise<{ given: number; total: number }> {
  return { given, total: given < limit ? given : Math.max(given, await count()) };
}

/** The first of a list that was cut when it was made; undefined where it is full and its whole length is not known. */
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
