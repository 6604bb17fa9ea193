/** Whether the letters of a name are those that were filed, and the way back where it is certain. */

import { encodeWindows1252 } from './windows-1252.js';

/** A name was never read wrongly more often than this: what needs more steps is no such text. */
const MAX_REPAIRS = 2;

/**
 * The text as filed. A clean text comes back unchanged. UTF-8 that was read as windows-1252, once or twice, is read
 * rightly (`MÃ¼ller` is `Müller`). Null for what is damaged beyond certainty: U+FFFD, a C1 control character, or
 * traces of such a reading that have no way back.
 *
 * A trace is judged by what it would be: `SÃO`, `MÍŠEK`, `JOSÉ’S` are names although their letters are bytes of UTF-8.
 */
export function repairText(text: string): string | null {
  let current = text;
  for (let step = 0; step <= MAX_REPAIRS; step += 1) {
    // Most names end here.
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
/** Those of them that stand behind a letter in right texts too: closing marks, dashes, and letters. */
const COMMON_MARKS = '[’‘”“»–—…•™®©°ªºŠšŽžŒœ€]';

const MISREAD = [
  // U+0080 to U+00FF: the accents of western names. No language has the first letter before such a sign.
  `[ÂÃ]${CONTINUATION}`,
  // Dashes, quotes, the euro, and every mark of three or four bytes that begins so.
  `[âï]${CONTINUATION}{2}`,
  `ð${CONTINUATION}{3}`,
  // U+0100 to U+017F: names of Poland, Bohemia, Turkey and the Baltic; not where the second sign is a usual one.
  `[ÄÅ](?!${COMMON_MARKS})${CONTINUATION}`,
  // A capital inside a word of small letters, and a sign behind it.
  `\\p{Ll}[ÄÅÈ]${CONTINUATION}(?![\\p{Lu}])`,
  `[ÄÅ][™®©°ªº…•€]\\p{Ll}`,
  // Greek, Cyrillic, and scripts of three bytes: several in a row are no chance.
  `(?:[ÎÏÐÑ]${CONTINUATION}){2}`,
  `(?:[à-ï]${CONTINUATION}{2}){2}`,
].map((pattern) => new RegExp(pattern, 'u'));

/** True where at least one place can only be UTF-8 that was read as windows-1252. */
function isMisread(text: string): boolean {
  return MISREAD.some((pattern) => pattern.test(text));
}

const DAMAGED = [
  /[\ufffd\u0080-\u009f]/,
  // The second half was a no-break space that was folded, or a byte that was lost or became a question mark.
  /\p{Ll}[ÃÂ]/u,
  /(?<!\p{L})[ÃÂ](?![\p{L}\p{M}.])/u,
  /[ÃÂ]\?/,
  /â€/,
  // It may be a name of Poland or a dash behind a Swedish letter: `Åšwit`, `Å’uvre`.
  new RegExp(`[ÄÅ]${COMMON_MARKS}\\p{L}`, 'u'),
];

function isDamaged(text: string): boolean {
  return DAMAGED.some((pattern) => pattern.test(text));
}

/** All of `text` as bytes of windows-1252, read as UTF-8; null where not every letter takes part. */
function reinterpretAsUtf8(text: string): string | null {
  const bytes = encodeWindows1252(text);
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
