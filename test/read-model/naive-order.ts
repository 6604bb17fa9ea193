/** The order of places that have several parts, each with its own direction. */

export type Key = string | number;

export function compare(a: readonly Key[], b: readonly Key[], ways: readonly string[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at]!;
    if (one === other) continue;
    return one < other === (ways[at] === 'asc') ? -1 : 1;
  }
  return 0;
}
