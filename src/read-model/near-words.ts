/** Finds words with typing errors in the lines of a text: one edit in a word of up to 5 letters, two in a longer one. */

import { CODE_MARK } from './search-entries.js';

const MARK = CODE_MARK.charCodeAt(0);
/** Shorter words have too many neighbours, and longer ones do not fit the bits of a number. */
const LENGTH = { min: 3, max: 31 };
/** From this length on a word may have two edits. */
const TWO_EDITS_FROM = 6;

/** A letter more, less or different, or two neighbours that changed places: how many of these make one word the other. */
export class WordDistance {
  readonly edits: number;
  private readonly first: number;
  /** Where each letter is in the word, as bits; those below 128 in an array, which is quicker. */
  private readonly plain = new Int32Array(128);
  private readonly masks = new Map<number, number>();
  private readonly top: number;

  /** Any word; one that is too short or too long has no edits. */
  constructor(readonly word: string) {
    const length = word.length;
    this.first = word.charCodeAt(0);
    const isFit = length >= LENGTH.min && length <= LENGTH.max;
    this.edits = !isFit ? 0 : length < TWO_EDITS_FROM ? 1 : 2;
    this.top = isFit ? 1 << (length - 1) : 0;
    for (let at = 0; isFit && at < length; at++) {
      const code = word.charCodeAt(at);
      const bit = 1 << at;
      if (code < 128) this.plain[code] = (this.plain[code] ?? 0) | bit;
      else this.masks.set(code, (this.masks.get(code) ?? 0) | bit);
    }
  }

  /** The edits to the word in `text` from `from` to before `to`: 0 if it starts with this one; null if there are too many. */
  to(text: string, from: number, to: number): number | null {
    const { word, edits } = this;
    const isBeginning = text.charCodeAt(from) === this.first && text.startsWith(word, from);
    if (isBeginning && from + word.length <= to) return 0;
    if (edits === 0 || Math.abs(to - from - word.length) > edits) return null;
    const distance = this.distance(text, from, to);
    return distance <= edits ? distance : null;
  }

  /**
   * Columns of the table of edits as bits: H. Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit
   * distances" (2003). A bit stands for a letter of this word.
   */
  private distance(text: string, from: number, to: number): number {
    const { plain, masks, top } = this;
    let distance = this.word.length;
    let plus = -1;
    let minus = 0;
    let zero = 0;
    let before = 0;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      const same = (code < 128 ? plain[code] : masks.get(code)) ?? 0;
      const swapped = ((~zero & same) << 1) & before;
      zero = (((same & plus) + plus) ^ plus) | same | minus | swapped;
      let up = minus | ~(zero | plus);
      let down = zero & plus;
      if ((up & top) !== 0) distance += 1;
      else if ((down & top) !== 0) distance -= 1;
      up = (up << 1) | 1;
      down <<= 1;
      plus = down | ~(zero | up);
      minus = zero & up;
      before = same;
    }
    return distance;
  }
}

/** The lines of `text` that have a word near each of `words`, by where they begin, and their edits in all. */
export function nearLines(text: string, words: readonly string[]): Map<number, number> {
  // The longest is in the fewest lines.
  const [rarest, ...others] = [...new Set(words)]
    .sort((a, b) => b.length - a.length)
    .map((word) => new WordDistance(word));
  const found = new Map<number, number>();
  if (rarest === undefined) return found;
  for (const [line, edits] of bestOfLines(text, 0, text.length, rarest)) {
    const end = text.indexOf('\n', line + 1);
    let sum: number | null = edits;
    for (const other of others) {
      const best = bestOfLines(text, line, end, other).get(line);
      sum = sum === null || best === undefined ? null : sum + best;
    }
    if (sum !== null) found.set(line, sum);
  }
  return found;
}

/** For each line that has a near word: the fewest edits. Words are between spaces; identifiers do not count as words. */
function bestOfLines(text: string, from: number, to: number, word: WordDistance): Map<number, number> {
  const best = new Map<number, number>();
  let line = from;
  for (let at = from; at < to; ) {
    const code = text.charCodeAt(at);
    if (code === 0x0a) line = at;
    if (code === 0x0a || code === 0x20) {
      at += 1;
      continue;
    }
    let end = at + 1;
    while (end < to && text.charCodeAt(end) !== 0x20 && text.charCodeAt(end) !== 0x0a) end += 1;
    const edits = code === MARK ? null : word.to(text, at, end);
    if (edits !== null && edits < (best.get(line) ?? Number.POSITIVE_INFINITY)) best.set(line, edits);
    at = end;
  }
  return best;
}
