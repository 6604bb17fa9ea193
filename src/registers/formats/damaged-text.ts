/**
 * Decides whether the letters of a name are those that were filed, and restores them where that is certain.
 */

import { encodeWindows1252 } from './windows-1252.js';

/** No name was ever misread more often than this: text that needs more steps is something else. */
const MAX_REPAIRS = 2;

/**
 * The text as filed. A clean text is returned unchanged. UTF-8 that was read as windows-1252, once or twice,
 * is corrected (`MÃ¼ller` is `Müller`). Null for what is damaged beyond certainty: U+FFFD, a C1 control
 * character, or traces of such a misreading that cannot be reversed. A trace is judged by its result: `SÃO`,
 * `MÍŠEK`, `JOSÉ’S` are names although their letters are bytes of UTF-8.
 */
export function repairText(text: string): string | null {
  let current = text;
  for (let step = 0; step <= MAX_REPAIRS; step += 1) {
    // Most names return here.
    if (!/[^\0-\u007f]/.test(current)) return current;
    if (!isMisread(current)) return isDamaged(current) ? null : current;
    const before = reinterpretAsUtf8(current);
    if (before === null) return null;
    current = before;
  }
  return null;
}

/** The characters that the bytes 80 to BF, the rest of every longer sequence of UTF-8, give in windows-1252. */
const CONTINUATION = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
/** Those that also follow a letter in correct texts: closing marks, dashes, and letters. */
const COMMON_MARKS = '[’‘”“»–—…•™®©°ªºŠšŽžŒœ€]';

const MISREAD = [
  // U+0080 to U+00FF: the accents of western names. No language has the first letter before such a character.
  `[ÂÃ]${CONTINUATION}`,
  // Dashes, quotes, the euro, and every character of three or four bytes that begins so.
  `[âï]${CONTINUATION}{2}`,
  `ð${CONTINUATION}{3}`,
  // U+0100 to U+017F: names of Poland, Bohemia, Turkey and the Baltic; not where the second character is a
  // usual one.
  `[ÄÅ](?!${COMMON_MARKS})${CONTINUATION}`,
  // A capital inside a lower-case word, followed by a character of this kind.
  `\\p{Ll}[ÄÅÈ]${CONTINUATION}(?![\\p{Lu}])`,
  `[ÄÅ][™®©°ªº…•€]\\p{Ll}`,
  // Greek, Cyrillic, and scripts of three bytes: several in a row are not a coincidence.
  `(?:[ÎÏÐÑ]${CONTINUATION}){2}`,
  `(?:[à-ï]${CONTINUATION}{2}){2}`,
].map((pattern) => new RegExp(pattern, 'u'));

/** True where at least one place can only be UTF-8 that was read as windows-1252. */
function isMisread(text: string): boolean {
  return MISREAD.some((pattern) => pattern.test(text));
}

const DAMAGED = [
  /[\ufffd\u0080-\u009f]/,
  // The second half was a folded no-break space, or a byte that was lost or became a question mark.
  /\p{Ll}[ÃÂ]/u,
  /(?<!\p{L})[ÃÂ](?![\p{L}\p{M}.])/u,
  /[ÃÂ]\?/,
  /â€/,
  // It may be a Polish name or a dash after a Swedish letter: `Åšwit`, `Å’uvre`.
  new RegExp(`[ÄÅ]${COMMON_MARKS}\\p{L}`, 'u'),
];

function isDamaged(text: string): boolean {
  return DAMAGED.some((pattern) => pattern.test(text));
}

/** All of `text` as bytes of windows-1252, read as UTF-8; null if not every letter can be converted. */
function reinterpretAsUtf8(text: string): string | null {
  const bytes = encodeWindows1252(text);
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
