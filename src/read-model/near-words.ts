/** Finds words with typing errors in the lines of a text: one edit in a word of up to 5 letters, two in a longer one. */

import { firstFrom } from '../collections.js';
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

/** The letters of a word as bits. Others than a to z share their bits. */
export function lettersOf(text: string, from = 0, to = text.length): number {
  let bits = 0;
  // A shift takes the last five bits of the number: a to z are 1 to 26.
  for (let at = from; at < to; at += 1) bits |= 1 << text.charCodeAt(at);
  return bits;
}

/** Whether words with these letters can be so many edits apart: an edit takes away one letter at most, and adds one. */
export function canBeNear(letters: number, others: number, edits: number): boolean {
  const number = letters ^ others;
  const pairs = number - ((number >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24 <= 2 * edits;
}

/**
 * The words in the lines of a text: they are between spaces, and identifiers are none. Where each begins and ends, where its
 * line begins, and its letters, because these distinguish most words from others.
 */
export class LineWords {
  private readonly from: Int32Array;
  private readonly to: Int32Array;
  private readonly line: Int32Array;
  private readonly letters: Int32Array;

  constructor(private readonly text: string) {
    const [from, to, lines]: [number[], number[], number[]] = [[], [], []];
    let line = 0;
    for (const { 0: word, index } of text.matchAll(/\n|[^ \n]+/g)) {
      if (word === '\n') line = index;
      else if (word.charCodeAt(0) !== MARK) {
        from.push(index);
        to.push(index + word.length);
        lines.push(line);
      }
    }
    this.from = Int32Array.from(from);
    this.to = Int32Array.from(to);
    this.line = Int32Array.from(lines);
    this.letters = Int32Array.from(from, (start, at) => lettersOf(text, start, to[at]));
  }

  /** Where the lines begin that have a word near each of `words`, and their edits in all. */
  near(words: readonly string[]): Map<number, number> {
    // The longest is in the fewest lines.
    const [rarest, ...others] = [...new Set(words)]
      .sort((a, b) => b.length - a.length)
      .map((word) => new WordDistance(word));
    const found = new Map<number, number>();
    if (rarest === undefined) return found;
    for (const [line, edits] of this.bestOfLines(rarest, 0, this.from.length)) {
      const [first, end] = [firstFrom(this.line, line), firstFrom(this.line, line + 1)];
      let sum: number | null = edits;
      for (const other of others) {
        const best = this.bestOfLines(other, first, end).get(line);
        sum = sum === null || best === undefined ? null : sum + best;
      }
      if (sum !== null) found.set(line, sum);
    }
    return found;
  }

  /** For each line that has a near word among those from `first` to before `end`: the fewest edits. */
  private bestOfLines(word: WordDistance, first: number, end: number): Map<number, number> {
    const best = new Map<number, number>();
    const wanted = lettersOf(word.word);
    for (let at = first; at < end; at += 1) {
      // The lists have the same length.
      const letters = this.letters[at] as number;
      const isBeginning = (wanted & ~letters) === 0;
      if (!isBeginning && !canBeNear(wanted, letters, word.edits)) continue;
      // As above.
      const edits = word.to(this.text, this.from[at] as number, this.to[at] as number);
      const line = this.line[at] as number;
      if (edits !== null && edits < (best.get(line) ?? Number.POSITIVE_INFINITY)) best.set(line, edits);
    }
    return best;
  }
}
