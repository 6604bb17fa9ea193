/**
 * The only windows-1252 decoder. It has its own table, because Node 20 decodes the bytes 80 to 9F as control
 * characters while later versions give the characters that the encoding has there.
 */

import { required } from '../../collections.js';

/**
 * What the bytes 80 to 9F mean. The five that the encoding leaves undefined keep their number, as on the web.
 */
const HIGH_BYTES =
  '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f' + //
  '\u0090‘’“”•–—˜™š›œ\u009džŸ';

const BYTE_OF_LETTER = new Map(Array.from(HIGH_BYTES, (letter, place) => [letter, 0x80 + place]));

/** On the web all of these labels mean windows-1252: a text labelled ISO-8859-1 is never read as such. */
const LABELS = /^(?:windows-?1252|(?:x-)?cp-?1252|iso[-_]?8859[-_]?1|latin-?1|l1|cp819|ibm819)$/i;

export function isWindows1252(label: string): boolean {
  return LABELS.test(label.trim());
}

/** Every byte gives one character: reading never fails. */
export function decodeWindows1252(bytes: Uint8Array): string {
  return replaceC1(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));
}

/** Whether the text has a character from U+0080 to U+009F. */
export function hasC1(text: string): boolean {
  // As many bytes as letters: all are ASCII, as in most documents. This is known ten times as fast.
  return Buffer.byteLength(text) !== text.length && /[\u0080-\u009f]/.test(text);
}

/**
 * The intended characters where windows-1252 was read as ISO-8859-1: U+0092 is the byte 92, an apostrophe.
 */
export function replaceC1(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (letter) =>
    required(HIGH_BYTES[letter.charCodeAt(0) - 0x80], 'byte'),
  );
}

/** The bytes from which `text` was read; null for a character that the encoding does not have. */
export function encodeWindows1252(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    const byte = code <= 0xff ? code : BYTE_OF_LETTER.get(required(text[place], 'place'));
    if (byte === undefined) return null;
    bytes[place] = byte;
  }
  return bytes;
}
