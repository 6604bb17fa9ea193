/** The XML of a schedule as a tree. Some documents that EDGAR accepted are not well-formed. */

import { parseXml, type XmlElement, XmlError } from '../../formats/xml.js';
import { ParseError, type Warning } from '../../register.js';
import { ELEMENTS } from './vocabulary.js';

/** An end tag without its bracket at the end of a line, as seen in December 2024: `</fundsSource`. */
const OPEN_END_TAG = /(<\/[A-Za-z_][\w.:-]*)(?=[ \t]*\r?\n)/g;

/**
 * The root element, and what was wrong. A text that is not well-formed is read once more with the missing brackets
 * of end tags; nothing else is repaired, because a part of the persons would be wrong figures.
 *
 * @throws ParseError for everything else that is not a schedule.
 */
export function readScheduleXml(xml: string, where: string): { root: XmlElement; warnings: Warning[] } {
  const warnings: Warning[] = [];
  let root: XmlElement;
  try {
    root = parseXml(xml);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    root = repaired(xml, error);
    warnings.push({ kind: 'end-tag-repaired', detail: error.message, where });
  }
  if (root.name !== 'edgarSubmission') throw new ParseError(`the document is <${root.name}>`);
  for (const name of unknownElements(root)) warnings.push({ kind: 'unknown-element', detail: name, where });
  return { root, warnings };
}

function repaired(xml: string, reason: XmlError): XmlElement {
  const whole = xml.replace(OPEN_END_TAG, '$1>');
  try {
    if (whole !== xml) return parseXml(whole);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
  }
  throw new ParseError(`not well-formed XML: ${reason.message}`);
}

function unknownElements(element: XmlElement, unknown: Set<string> = new Set()): Set<string> {
  for (const inner of element.children) {
    if (!ELEMENTS.has(inner.name)) unknown.add(inner.name);
    unknownElements(inner, unknown);
  }
  return unknown;
}
