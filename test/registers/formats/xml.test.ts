/** The XML parser, and hostile XML. */

import { describe, expect, it } from '@jest/globals';
import {
  child,
  children,
  childText,
  decodeText,
  descendants,
  parseXml,
  rootNameOf,
  XmlError,
} from '../../../src/registers/formats/xml.js';

describe('parseXml', () => {
  it('gives a tree of local names with text, entities and attributes', () => {
    const root = parseXml(
      '\n <?xml version="1.0"?><n1:a><!-- x --><b id="F1">R&amp;D &#x2019;s <![CDATA[<1>]]></b><b/></n1:a>',
    );
    expect(root.name).toBe('a');
    expect(childText(root, 'b')).toBe('R&D \u2019s <1>');
    expect(child(root, 'b')?.attributes).toEqual({ id: 'F1' });
    expect(children(root, 'b')).toHaveLength(2);
    expect(childText(root, 'c')).toBeNull();
    expect(descendants(root).map((element) => element.name)).toEqual(['b', 'b']);
    const nested = parseXml('<a><b><c/><d><e/></d></b><f><g/></f></a>');
    expect(descendants(nested).map((element) => element.name)).toEqual(['b', 'c', 'd', 'e', 'f', 'g']);
  });

  it.each([
    ['a document type declaration', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['an unknown entity', '<a>&x;</a>'],
    ['a tag left open', '<a><b></a>'],
    ['a text that ends early', '<a><b>1</b>'],
    ['two roots', '<a/><b/>'],
    ['text outside the root', '<a/>b'],
    ['nothing', ''],
    ['a control character', '<a>\u0001</a>'],
    ['deep nesting', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`],
  ])('refuses %s', (_what, text) => {
    expect(() => parseXml(text)).toThrow(XmlError);
  });
});

describe('decodeText', () => {
  it('follows the byte order mark and the declaration, and falls back from UTF-8', () => {
    expect(decodeText(Buffer.from('\ufeff<a>é</a>', 'utf8'))).toBe('<a>é</a>');
    expect(decodeText(Buffer.from('\ufeff<a>é</a>', 'utf16le'))).toBe('<a>é</a>');
    expect(
      decodeText(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Ã©</a>', 'latin1')),
    ).toContain('Ã©');
    expect(decodeText(Buffer.from('<a>é</a>', 'latin1'))).toBe('<a>é</a>');
    expect(decodeText(Buffer.from('<a>é \ufffd</a>', 'utf8'))).toBe('<a>é \ufffd</a>');
  });
});

describe('rootNameOf', () => {
  it('gives the local name behind a declaration, instructions and comments', () => {
    expect(rootNameOf('\n<?xml version="1.0"?>\n<?style a?><!-- <b> -->\n<n1:report xmlns:n1="u">')).toBe(
      'report',
    );
    expect(rootNameOf('<report/>')).toBe('report');
    for (const text of ['', 'report', '<!-- <report>', '<!DOCTYPE html><html>', '<re&port>'])
      expect(rootNameOf(text)).toBeNull();
  });
});
