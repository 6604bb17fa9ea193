/** A place in a list, where a cursor continues. */

/** The values that rows are sorted by, of the last row given. */
export type ListPlace = ReadonlyArray<string | number>;

/** The place of the last of `limit` rows, of which one more was requested. */
export function placeOfLast(places: readonly ListPlace[], limit: number): ListPlace {
  return places[Math.min(limit, places.length) - 1] ?? [];
}
