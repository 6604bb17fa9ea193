/** Grouping, ordering and checked access for lists and maps. Everything else in the project may import this file. */

/** Groups by key, keys in the order in which they appear. `Map.groupBy` is not in Node 20. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) appendTo(groups, keyOf(item), item);
  return groups;
}

/** Appends an item to the list of its key. */
export function appendTo<K, T>(groups: Map<K, T[]>, key: K, item: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

/** The value of a key, made when it is first needed. */
export function madeOnce<K, V>(
  known: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = make();
  known.set(key, value);
  return value;
}

/**
 * Orders text by code unit. `localeCompare` depends on the machine's locale data, and an order that is stored or
 * answered must be the same everywhere.
 */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A comparator for `sort`: ascending by the text that `keyOf` gives. */
export function byText<T>(keyOf: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => compareText(keyOf(a), keyOf(b));
}

/** The middle value, or the mean of the two middle values. @throws RangeError for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = itemAt(sorted, Math.floor(sorted.length / 2));
  return sorted.length % 2 === 1 ? upper : (itemAt(sorted, sorted.length / 2 - 1) + upper) / 2;
}

/** The item at an index, negative ones from the end. @throws RangeError where there is none. */
export function itemAt<T>(items: readonly T[], index: number): T {
  const item = items.at(index);
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${items.length}`);
  return item;
}

/** A value that is present. @throws Error that names what is missing. */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`missing: ${what}`);
  return value;
}

/**
 * The place of the first number that is at least `wanted`, at `from` to before `end`, where numbers are ascending; `end` if
 * none is.
 */
export function firstFrom(
  ascending: ArrayLike<number>,
  wanted: number,
  from = 0,
  end = ascending.length,
): number {
  let [low, high] = [from, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
