/** The root element of an XML document that EDGAR publishes. */

import { parseXml, type XmlElement, XmlError } from '../formats/xml.js';
import { ParseError } from '../register.js';

/** @throws ParseError when the text is not well-formed or its root has another name */
export function parseDocument(xml: string, name: string): XmlElement {
  let root: XmlElement;
  try {
    root = parseXml(xml);
  } catch (error) {
    if (error instanceof XmlError) throw new ParseError(`not well-formed XML: ${error.message}`);
    throw error;
  }
  if (root.name !== name) throw new ParseError(`the document is <${root.name}>`);
  return root;
}
