/** The only XML parser: strict, returns a plain tree, and decodes the bytes first. */

import { SaxesParser } from 'saxes';
import { itemAt } from '../../collections.js';
import { decodeWindows1252, hasC1, isWindows1252, replaceC1 } from './windows-1252.js';

export interface XmlElement {
  /** Local name: a namespace prefix is cut off, because publishers choose prefixes freely. */
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** The element's own text, entities resolved, white space unchanged. */
  text: string;
}

/** Why a text is not accepted as XML, with line and column. */
export class XmlError extends Error {
  override name = 'XmlError';
}

/** Deeper than any disclosure form, and far below what would exhaust the stack of a tree walk. */
const MAX_DEPTH = 64;

/** A numeric reference to U+0080 to U+009F. */
const C1_REFERENCE = /&#(?:0*1(?:2[89]|[345]\d)|x0*[89][\da-f]);/i;

/**
 * Reads a well-formed document into a tree and returns its root element. White space before the XML
 * declaration is skipped, since several registers send it. A document type declaration is rejected: no
 * register uses one, and it can define exploding entities. Only XML's five predefined entities and numeric
 * references are known.
 *
 * @throws XmlError for anything else.
 */
export function parseXml(text: string, maxDepth = MAX_DEPTH): XmlElement {
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open: XmlElement[] = [top];
  let current = top;
  const parser = new SaxesParser({ xmlns: false, position: true });
  parser.on('error', (error) => {
    throw new XmlError(error.message);
  });
  parser.on('doctype', () => {
    throw new XmlError('a document type declaration is not accepted');
  });
  parser.on('opentag', (tag) => {
    if (open.length > maxDepth) throw new XmlError(`elements nested deeper than ${maxDepth}`);
    const name = localName(tag.name);
    const element = { name, attributes: tag.attributes, children: [], text: '' };
    current.children.push(element);
    open.push(element);
    current = element;
  });
  parser.on('closetag', () => {
    open.pop();
    current = open[open.length - 1] ?? top;
  });
  // `&#146;` is an apostrophe of windows-1252, as on the web: XML has no other use for the number. One search of
  // the document costs a tenth of one in each of its texts, and few documents have such a letter.
  const replaces = hasC1(text) || (text.includes('&#') && C1_REFERENCE.test(text));
  const addText = (part: string) => {
    current.text += replaces ? replaceC1(part) : part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text.trimStart()).close();
  const root = top.children[0];
  if (!root) throw new XmlError('no root element');
  return root;
}

/** What may come before the root element: white space, the declaration, instructions and comments. */
const BEFORE_ROOT = /\s+|<\?.*?\?>|<!--.*?-->/sy;

/** The local name of the root element, from the beginning of a document; null if it does not begin as XML. */
export function rootNameOf(start: string): string | null {
  let at = 0;
  for (BEFORE_ROOT.lastIndex = 0; BEFORE_ROOT.test(start); ) at = BEFORE_ROOT.lastIndex;
  const name = /^<([\w.:-]+)[\s/>]/.exec(start.slice(at, at + 200))?.[1];
  return name === undefined ? null : localName(name);
}

/** The first child of that name. */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  // A loop, because this runs a hundred times for each document.
  if (element !== undefined)
    for (const candidate of element.children) if (candidate.name === name) return candidate;
  return undefined;
}

/** All children of that name, in document order. */
export function children(element: XmlElement | undefined, name: string): XmlElement[] {
  return element ? element.children.filter((candidate) => candidate.name === name) : [];
}

/** The trimmed text of the first child of that name; null when there is no such child or nothing in it. */
export function childText(element: XmlElement | undefined, name: string): string | null {
  return child(element, name)?.text.trim() || null;
}

/** Every element below this one, excluding itself, in document order. */
export function descendants(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  const waiting: XmlElement[] = [];
  const wait = ({ children }: XmlElement) => {
    for (let at = children.length - 1; at >= 0; at--) waiting.push(itemAt(children, at));
  };
  wait(element);
  for (let inner = waiting.pop(); inner !== undefined; inner = waiting.pop()) {
    found.push(inner);
    wait(inner);
  }
  return found;
}

/**
 * Bytes to text: by byte order mark, otherwise by the declared encoding, otherwise UTF-8. Bytes that are not
 * UTF-8 are read as Windows-1252, the superset of ISO-8859-1 that old files use.
 */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const declared = /<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/i.exec(bytes.toString('latin1', 0, 200))?.[1];
  if (declared && (isWindows1252(declared) || /^us-ascii$/i.test(declared))) return decodeWindows1252(bytes);
  const text = bytes.toString('utf8', bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
  return text.includes('\ufffd') && !isUtf8(bytes) ? decodeWindows1252(bytes) : text;
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}
