/** Names with typing errors over arrays, by the plain table of edits: what the read model is compared with. */

/** Edits with neighbours that change places, by the table of all beginnings of both words. */
export function plainDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const cell = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const swap =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? cell(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      const row = rows[i] as number[];
      row[j] = Math.min(
        cell(i - 1, j) + 1,
        cell(i, j - 1) + 1,
        cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        swap,
      );
    }
  return cell(a.length, b.length);
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The names that have every word of `q`, each with the fewest edits, if there are three at most in all. */
export function nearNames(names: readonly string[], q: string): { hits: string[]; edits: number } {
  const edits = names.map((name) =>
    wordsOf(q).reduce((sum, word) => sum + Math.min(...wordsOf(name).map((one) => editsTo(word, one))), 0),
  );
  const fewest = Math.min(...edits);
  if (fewest === 0 || fewest > 3) return { hits: [], edits: 0 };
  return { hits: names.filter((_, at) => edits[at] === fewest), edits: fewest };
}

/** From `word` to one that starts with it none, and to one that is not near without end. */
function editsTo(word: string, other: string): number {
  if (other.startsWith(word)) return 0;
  const allowed = word.length < 3 || word.length > 31 || /^\p{N}+$/u.test(word) ? 0 : word.length < 6 ? 1 : 2;
  const distance = /^\p{N}+$/u.test(other) ? Number.POSITIVE_INFINITY : plainDistance(word, other);
  return distance <= allowed ? distance : Number.POSITIVE_INFINITY;
}
