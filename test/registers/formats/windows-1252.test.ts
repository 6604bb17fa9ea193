/** Windows-1252 by its own table, the same on every Node. */

import { describe, expect, it } from '@jest/globals';
import { readHtml, textOf } from '../../../src/registers/formats/html.js';
import {
  decodeWindows1252,
  encodeWindows1252,
  isWindows1252,
  replaceC1,
} from '../../../src/registers/formats/windows-1252.js';
import { decodeText, parseXml } from '../../../src/registers/formats/xml.js';
import fc from '../../property.js';

/** The table of the encoding, written by hand: the runtime's own decoder differs between versions of Node. */
const TABLE: Record<number, string> = {
  128: '€',
  130: '‚',
  131: 'ƒ',
  132: '„',
  133: '…',
  134: '†',
  135: '‡',
  136: 'ˆ',
  137: '‰',
  138: 'Š',
  139: '‹',
  140: 'Œ',
  142: 'Ž',
  145: '‘',
  146: '’',
  147: '“',
  148: '”',
  149: '•',
  150: '–',
  151: '—',
  152: '˜',
  153: '™',
  154: 'š',
  155: '›',
  156: 'œ',
  158: 'ž',
  159: 'Ÿ',
};

describe('windows-1252', () => {
  it('is read by its own table on every version of Node', () => {
    for (let byte = 0; byte < 256; byte += 1)
      expect(decodeWindows1252(Buffer.from([byte]))).toBe(TABLE[byte] ?? String.fromCharCode(byte));
  });

  it('reads part of a larger buffer', () =>
    expect(decodeWindows1252(Buffer.from('ab\x92cd', 'latin1').subarray(1, 4))).toBe('b’c'));

  it('converts back to the same bytes', () =>
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) =>
        expect(encodeWindows1252(decodeWindows1252(bytes))).toEqual(Uint8Array.from(bytes)),
      ),
    ));

  it('has no bytes for other letters', () => {
    expect(encodeWindows1252('Łódź')).toBeNull();
    expect(encodeWindows1252('日本')).toBeNull();
  });

  it('is meant by every label of ISO-8859-1', () => {
    for (const label of ['windows-1252', 'Windows1252', 'cp1252', 'ISO-8859-1', 'iso8859-1', 'latin1', 'l1'])
      expect([label, isWindows1252(label)]).toEqual([label, true]);
    for (const label of ['utf-8', 'iso-8859-15', 'windows-1250', 'us-ascii', ''])
      expect([label, isWindows1252(label)]).toEqual([label, false]);
  });

  it('replaces the control characters that ISO-8859-1 turns it into', () =>
    expect(replaceC1('O\u0092Brien \u0096 \u00801.50, M\u00fcller')).toBe('O’Brien – €1.50, Müller'));
});

describe('a document in windows-1252', () => {
  const bytes = (text: string) => Buffer.from(encodeWindows1252(text)!);

  it.each(['windows-1252', 'iso-8859-1'])('is read as a page that says %s', (charset) => {
    const page = bytes(`<meta charset="${charset}"><p>Zoë O’Brien-Müller – €1.50</p>`);
    expect(textOf(readHtml(page))).toBe('Zoë O’Brien-Müller – €1.50');
  });

  it('is read as a page whose response header says so', () =>
    expect(textOf(readHtml(bytes('<p>Zoë O’Brien: €1.50</p>'), 'ISO-8859-1'))).toBe('Zoë O’Brien: €1.50'));

  it.each(['windows-1252', 'ISO-8859-1', 'us-ascii'])('is read as XML that says %s', (encoding) =>
    expect(
      parseXml(decodeText(bytes(`<?xml version="1.0" encoding="${encoding}"?><a>O’Brien</a>`))).text,
    ).toBe('O’Brien'),
  );

  it('is read as XML that wrongly says UTF-8', () =>
    expect(decodeText(bytes('<a>O’Brien–Müller</a>'))).toBe('<a>O’Brien–Müller</a>'));

  it('is meant by the numbers of XML references from 128 to 159', () =>
    expect(parseXml('<a>O&#146;Brien &#x96; &#252;</a>').text).toBe('O’Brien – ü'));

  it.each([
    ['the first number', '<a>&#128;</a>', '€'],
    ['the last number', '<a>&#159;</a>', 'Ÿ'],
    ['leading zeros', '<a>&#0146;</a>', '’'],
    ['a hexadecimal number with leading zeros', '<a>&#x0092;</a>', '’'],
    ['capital digits', '<a>&#x9F;</a>', 'Ÿ'],
    ['the character itself', '<a>\u0092</a>', '’'],
    ['the character itself in a section', '<a><![CDATA[\u0092]]></a>', '’'],
    ['the number before and the one after', '<a>&#127;&#160;</a>', '\u007f\u00a0'],
    ['a number that only begins so', '<a>&#1280;&#x920;</a>', '\u0500\u0920'],
  ])('is found in XML: %s', (_what, text, meant) => expect(parseXml(text).text).toBe(meant));
});
