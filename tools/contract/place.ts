/** A place in a list, where a cursor continues. */

/** The values that rows are sorted by, of the last row given. */
export type ListPlace = ReadonlyArray<string | number>;
