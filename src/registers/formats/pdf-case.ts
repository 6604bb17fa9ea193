/**
 * Restores the letter case of a text from its glyphs. A font whose small capitals are drawn with the glyphs
 * of its capitals can say that the glyph of A means `a`. Which glyph was drawn is still certain.
 */

import { OPS, type PDFPageProxy } from 'unpdf/pdfjs';
import { required } from '../../collections.js';

/** Most TrueType fonts keep their glyphs in the order of ASCII; the blank is number 3. */
const FIRST_GLYPH = 3;
const LAST_GLYPH = 97;
const GLYPH_TO_ASCII = 29;
/** If this many different glyphs of a document agree, the order of their font is certain. */
const MIN_AGREEING_GLYPHS = 12;

/** A piece of text whose letter case is restored. */
interface TextPiece {
  text: string;
}

interface Glyph {
  originalCharCode: number;
  unicode: string;
}

/** Node 20 lacks the class in which pdf.js passes fonts. */
ArrayBuffer.prototype.transferToFixedLength ??= function (this: ArrayBuffer, length?: number): ArrayBuffer {
  return this.slice(0, length);
};

/**
 * For each font of a document, the codes of the glyphs found at their ASCII positions on the pages read so
 * far.
 */
export type AgreeingGlyphs = Map<string, Set<number>>;

/**
 * Gives the letters of `items` the case of the glyphs that the page draws. `fonts` names the font of each
 * item. False when some words keep the case that the font gives, because its glyphs have another order.
 */
export async function restoreCase(
  page: PDFPageProxy,
  items: TextPiece[],
  fonts: string[],
  agreeing: AgreeingGlyphs,
): Promise<boolean> {
  const drawn = await glyphsByFont(page);
  let isWhole = true;
  for (const font of new Set(fonts)) {
    const own = items.filter((_item, place) => fonts[place] === font);
    const codes = agreeing.get(font) ?? new Set();
    agreeing.set(font, codes);
    const letters = lettersOf(drawn.get(font) ?? [], codes);
    if (letters !== null && matchesLetters(own, letters)) applyLetters(own, letters);
    else if (own.some(({ text }) => /[A-Za-z]{2}/.test(text))) isWhole = false;
  }
  return isWhole;
}

/** Glyphs in painting order, like the pieces of text. */
async function glyphsByFont(page: PDFPageProxy): Promise<Map<string, Glyph[]>> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const drawn = new Map<string, Glyph[]>();
  const outer: string[] = [];
  let font = '';
  for (const [place, operator] of fnArray.entries()) {
    if (operator === OPS.save) outer.push(font);
    else if (operator === OPS.restore) font = outer.pop() ?? '';
    // The first argument of setFont is the name of the font.
    else if (operator === OPS.setFont) font = argsArray[place][0] as string;
    else if (operator === OPS.showText) {
      const glyphs = drawn.get(font) ?? [];
      drawn.set(font, glyphs);
      // The argument of showText is a list of glyphs, and of numbers for the gaps between them.
      for (const one of argsArray[place][0] as Array<Glyph | number>)
        if (typeof one === 'object') glyphs.push(one);
    }
  }
  return drawn;
}

/** What the glyphs show, without blanks; null for a font whose glyphs are not in the usual order. */
function lettersOf(glyphs: Glyph[], agreeing: Set<number>): string | null {
  let letters = '';
  for (const { originalCharCode: code, unicode } of glyphs) {
    const isAscii = code >= FIRST_GLYPH && code <= LAST_GLYPH;
    const shown = isAscii ? String.fromCharCode(code + GLYPH_TO_ASCII) : unicode;
    if (shown.toLowerCase() !== unicode.toLowerCase()) return null;
    if (isAscii) agreeing.add(code);
    letters += shown;
  }
  return agreeing.size < MIN_AGREEING_GLYPHS ? null : letters.replace(/\s/g, '');
}

function matchesLetters(items: readonly TextPiece[], letters: string): boolean {
  const text = items.map((item) => item.text.replace(/\s/g, '')).join('');
  return text.length === letters.length && text.toLowerCase() === letters.toLowerCase();
}

function applyLetters(items: readonly TextPiece[], letters: string): void {
  let place = 0;
  for (const item of items) item.text = item.text.replace(/\S/g, () => required(letters[place++], 'letter'));
}
