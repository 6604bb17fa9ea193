/** The text of an export with delimiters, as its register sends it or as a spreadsheet has saved it again. */

import { decodeWindows1252 } from './windows-1252.js';

/**
 * UTF-16 with or without a byte order mark, and UTF-8. Windows-1252 only where no letter makes sense in UTF-8: one damaged byte does
 * not change the encoding of a whole file.
 */
export function decodeDelimited(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || bytes[1] === 0;
  const text = new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes);
  const isUtf8 = isWide || !text.includes('\ufffd') || /[^\0-\u007f\ufffd]/.test(text);
  return isUtf8 ? text : decodeWindows1252(bytes);
}
