/**
 * Finds what a correction corrects when it names nothing: the statement that is nearest to it, if only one is. Every correction corrects
 * exactly one statement, and no two correct the same, so as many corrections as statements that they can mean decide too.
 */

import { appendTo, groupBy } from '../collections.js';

/** How statements of one kind are compared. */
export interface Likeness<R> {
  /** How far two statements differ, 0 for not at all; null where both cannot be about the same thing. */
  distance(correction: R, earlier: R): number | null;
  /** Equal for statements of which it makes no difference which one is meant. */
  contentOf(row: R): string;
  /** Corrections of one document mostly correct statements of one document. */
  documentOf(row: R): unknown;
}

/** What a correction was found to correct: one statement, or, where that is not known, those that it may mean. */
export interface Correction<R> {
  correction: R;
  original: R | null;
  /** Empty where `original` is known, or where nothing is near. */
  candidates: readonly R[];
}

/**
 * @param corrections of one document, in its order
 * @param nearTo the earlier statements in effect that may be near to a correction, in the order of filing
 * @param farthest the distance up to which a statement can be meant
 */
export function findCorrected<R>(
  corrections: readonly R[],
  nearTo: (correction: R) => readonly R[],
  like: Likeness<R>,
  farthest: number,
): Array<Correction<R>> {
  const distances = new Map(
    corrections.map((correction) => [correction, distancesTo(correction, nearTo(correction), like)]),
  );
  const all = [...distances.values()].flatMap((own) => [...own.values()]);
  const levels = [...new Set(all)].filter((level) => level <= farthest).sort((a, b) => a - b);
  const found = new Map<R, R>();
  const taken = new Set<R>();
  const doubtful = new Map<R, readonly R[]>();
  const inDoubt = new Set<R>();
  for (const [at, level] of levels.entries()) {
    const open = corrections.filter((one) => !found.has(one) && !doubtful.has(one));
    const meant = open.flatMap((correction) => {
      const near = [...(distances.get(correction) ?? [])].filter(
        ([row, distance]) => distance <= level && !taken.has(row),
      );
      return near.length === 0 ? [] : [{ correction, rows: near.map(([row]) => row) }];
    });
    const left = withoutOnlyChoices(inOneDocument(meant, like), (correction, row) => {
      if (inDoubt.has(row)) return false;
      found.set(correction, row);
      taken.add(row);
      return true;
    });
    for (const { some, rows } of connected(left)) {
      const isDecided = rows.every((row) => !inDoubt.has(row));
      const pairs = isDecided ? pairsOf(some, rows, like) : null;
      // Several corrections of fewer statements: one of them may mean a statement that is not as near.
      if (pairs === null && isDecided && some.length > rows.length && at + 1 < levels.length) continue;
      for (const { correction, rows: may } of some) {
        const original = pairs?.get(correction);
        if (original === undefined) {
          doubtful.set(correction, may);
          for (const row of may) inDoubt.add(row);
        } else {
          found.set(correction, original);
          taken.add(original);
        }
      }
    }
  }
  return corrections.map((correction) => {
    const original = found.get(correction) ?? null;
    return { correction, original, candidates: original === null ? (doubtful.get(correction) ?? []) : [] };
  });
}

function distancesTo<R>(correction: R, rows: readonly R[], like: Likeness<R>): Map<R, number> {
  const distances = new Map<R, number>();
  for (const row of rows) {
    const distance = like.distance(correction, row);
    if (distance !== null) distances.set(row, distance);
  }
  return distances;
}

/** A correction and the statements that it can mean. */
interface Meant<R> {
  correction: R;
  rows: readonly R[];
}

/** Where statements of several documents are near, those of the document that most of the corrections can mean. */
function inOneDocument<R>(meant: ReadonlyArray<Meant<R>>, { documentOf }: Likeness<R>): Array<Meant<R>> {
  const counts = new Map<unknown, number>();
  for (const { rows } of meant)
    for (const document of new Set(rows.map(documentOf)))
      counts.set(document, (counts.get(document) ?? 0) + 1);
  return meant.map(({ correction, rows }) => {
    const countOf = (row: R) => counts.get(documentOf(row)) ?? 0;
    const most = Math.max(...rows.map(countOf));
    return { correction, rows: rows.filter((row) => countOf(row) === most) };
  });
}

/**
 * The corrections that can mean several statements, without those that are settled: where a correction can mean one only, and no
 * other correction only the same, the others do not mean it.
 */
function withoutOnlyChoices<R>(
  meant: ReadonlyArray<Meant<R>>,
  settle: (correction: R, row: R) => boolean,
): Array<Meant<R>> {
  let left = [...meant];
  for (;;) {
    const only = groupBy(
      left.filter(({ rows }) => rows.length === 1),
      ({ rows }) => rows[0] as R,
    );
    const settled = new Map<R, R>();
    for (const [row, [one, ...others]] of only)
      if (one !== undefined && others.length === 0 && settle(one.correction, row))
        settled.set(row, one.correction);
    if (settled.size === 0) return left;
    const corrections = new Set(settled.values());
    left = left
      .filter(({ correction }) => !corrections.has(correction))
      .map(({ correction, rows }) => ({ correction, rows: rows.filter((row) => !settled.has(row)) }))
      .filter(({ rows }) => rows.length > 0);
  }
}

/** Corrections that can mean the same statement, together with all that they can mean. */
function connected<R>(meant: ReadonlyArray<Meant<R>>): Array<{ some: Array<Meant<R>>; rows: readonly R[] }> {
  const byRow = new Map<R, Array<Meant<R>>>();
  for (const one of meant) for (const row of one.rows) appendTo(byRow, row, one);
  const seen = new Set<Meant<R>>();
  return meant.flatMap((first) => {
    if (seen.has(first)) return [];
    const group = new Set([first]);
    const rows = new Set<R>();
    // A set gives what is added to it while it is read.
    for (const one of group)
      for (const row of one.rows) {
        rows.add(row);
        for (const other of byRow.get(row) ?? []) group.add(other);
      }
    for (const one of group) seen.add(one);
    return [{ some: meant.filter((one) => group.has(one)), rows: [...rows] }];
  });
}

/** One statement for each correction, in their order; null where it is not known which. */
function pairsOf<R>(
  some: ReadonlyArray<Meant<R>>,
  rows: readonly R[],
  { contentOf }: Likeness<R>,
): Map<R, R> | null {
  const isAll = rows.length === some.length;
  const areAlike = () => new Set(rows.map(contentOf)).size === 1;
  if (some.length > rows.length || !(isAll || areAlike())) return null;
  const pairs = new Map<R, R>();
  const free = new Set(rows);
  // Those that can mean the fewest choose first.
  for (const { correction, rows: may } of [...some].sort((a, b) => a.rows.length - b.rows.length)) {
    const row = may.find((one) => free.has(one));
    if (row === undefined) return null;
    free.delete(row);
    pairs.set(correction, row);
  }
  return pairs;
}
