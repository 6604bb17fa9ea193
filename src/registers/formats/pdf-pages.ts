/** Gets positioned text out of a PDF with pdf.js, in whichever thread it runs. Imported by pdf.ts and its thread only. */

import { getDocument, type PDFPageProxy } from 'unpdf/pdfjs';
import { required } from '../../collections.js';
import { type AgreeingGlyphs, restoreCase } from './pdf-case.js';

export interface PdfItem {
  /** Small capitals of some fonts are extracted as U+0000. Never empty, never only blanks. */
  text: string;
  /** Points from the left edge of the page to the start of the text. */
  x: number;
  /** Points from the top edge of the page to the base line. */
  y: number;
  width: number;
  /** Font size in points. */
  height: number;
}

export interface PdfPage {
  /** Points, as the page is shown. */
  width: number;
  height: number;
  items: PdfItem[];
  /** With `restoreCase`: every word has the letter case shown on the page. */
  isCaseCertain?: boolean;
}

export interface PdfLimits {
  maxPages: number;
  /** For the whole document. */
  maxCharacters: number;
  maxMilliseconds: number;
  /** Also reads which glyphs are drawn, which takes longer than the text alone. */
  restoreCase?: boolean;
}

/** The message between threads: errors lose their class on the way. */
export type PdfResult = { pages: PdfPage[] } | { failure: string; isSlow?: boolean };

/** Reads all pages or says why not. `bytes` are consumed. Never throws. */
export async function readPages(bytes: Uint8Array, limits: PdfLimits): Promise<PdfResult> {
  const loading = getDocument({
    data: bytes,
    // A partly read page would give a partial report.
    stopAtErrors: true,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: true,
    verbosity: 0,
  });
  const until = performance.now() + limits.maxMilliseconds;
  try {
    const document = await loading.promise;
    if (document.numPages > limits.maxPages)
      return { failure: `${document.numPages} pages; at most ${limits.maxPages} are read` };
    const pages: PdfPage[] = [];
    const glyphs: AgreeingGlyphs | null = limits.restoreCase === true ? new Map() : null;
    let room = limits.maxCharacters;
    for (let number = 1; number <= document.numPages; number += 1) {
      if (performance.now() > until) return timeoutResult(limits);
      const page = await document.getPage(number);
      const read = await readPage(page, room, glyphs);
      if (read === null) return { failure: `more than ${limits.maxCharacters} characters` };
      for (const { text } of read.items) room -= text.length;
      pages.push(read);
      page.cleanup();
    }
    return { pages };
  } catch (error) {
    return { failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  } finally {
    await loading.destroy().catch(() => undefined);
  }
}

/** The document may be sound: only the time limit was hit. */
function timeoutResult({ maxMilliseconds }: PdfLimits): PdfResult {
  return { failure: `not read within ${maxMilliseconds / 1000} s`, isSlow: true };
}

/** Null when the page holds more text than the limit allows. */
async function readPage(
  page: PDFPageProxy,
  room: number,
  glyphs: AgreeingGlyphs | null,
): Promise<PdfPage | null> {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  // A matrix of six numbers.
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform as number[];
  const items: PdfItem[] = [];
  const fonts: string[] = [];
  let characters = 0;
  const reader = page.streamTextContent().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done && glyphs === null) return { width, height, items };
    if (done)
      return {
        width,
        height,
        items,
        isCaseCertain: await restoreCase(page, items, fonts, required(glyphs, 'glyphs')),
      };
    for (const item of value.items) {
      if (!('str' in item)) continue;
      characters += item.str.length;
      if (characters > room) {
        await reader.cancel(new Error('too much text'));
        return null;
      }
      if (item.str.trim() === '') continue;
      // The library types it as `any[]`; it is a matrix of six numbers.
      const [, , , , x = 0, y = 0] = item.transform as number[];
      items.push({
        text: item.str,
        x: a * x + c * y + e,
        y: b * x + d * y + f,
        width: item.width,
        height: item.height,
      });
      fonts.push(item.fontName);
    }
  }
}
