/** The full submission text around an ownership document: an SGML header in one of two styles, then the documents. */

import { required } from '../../collections.js';
import { ParseError } from '../register.js';
import { fromAcceptance } from './filing-time.js';
import { readDate } from './values.js';

export interface SubmissionHeader {
  accession: string | null;
  /** `4`, `4/A`, or another form. */
  formType: string | null;
  /** Acceptance by EDGAR in ISO 8601 UTC. The wrapper of the daily feed (`.nc`) leaves it out. */
  filedAt: string | null;
  /** YYYY-MM-DD. */
  filedDate: string | null;
}

interface SubmissionDocument {
  type: string;
  /** Everything between the document's tags. */
  content: string;
}

/**
 * A header line of the text files, or the tag of the feed's wrapper. The label comes before the condition that it
 * begins its line: a search for fixed letters is several times as fast as one that stops at each line.
 */
const line = (labelled: string, tagged: string) =>
  new RegExp(`${labelled}:(?<=(?:^|\\n)[ \\t]*${labelled}:)[ \\t]*([^\\r\\n<]+)|<${tagged}>([^\\r\\n<]+)`);
const FIELDS = {
  accession: line('ACCESSION NUMBER', 'ACCESSION-NUMBER'),
  formType: line('CONFORMED SUBMISSION TYPE', 'TYPE'),
  filed: line('FILED AS OF DATE', 'FILING-DATE'),
};

/** Reads the header: `ACCESSION NUMBER:` of the text files or `<ACCESSION-NUMBER>` of the feed's wrapper. */
export function readHeader(text: string): SubmissionHeader {
  const header = headerOf(text);
  const field = (name: keyof typeof FIELDS) => {
    const found = FIELDS[name].exec(header);
    return found ? required(found[1] ?? found[2], 'value').trim() || null : null;
  };
  const accepted = /<ACCEPTANCE-DATETIME>\s*(\d{14})/.exec(header)?.[1];
  const filed = field('filed');
  return {
    accession: field('accession'),
    formType: field('formType'),
    filedAt: accepted ? fromAcceptance(accepted) : null,
    filedDate: filed ? (readDate(filed.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')) ?? null) : null,
  };
}

/** The issuer's CIK in the header, as written, with leading zeros. */
export function readIssuerCik(text: string): string | null {
  const header = headerOf(text);
  const issuer = /\n[ \t]*(?:ISSUER|SUBJECT COMPANY):|<ISSUER>/.exec(header);
  const cik = issuer
    ? /CENTRAL INDEX KEY:\s*(\d{1,10})|<CIK>\s*(\d{1,10})/.exec(header.slice(issuer.index))
    : null;
  return cik ? required(cik[1] ?? cik[2], 'issuer CIK') : null;
}

function headerOf(text: string): string {
  const end = text.indexOf('<DOCUMENT>');
  return end < 0 ? text : text.slice(0, end);
}

/** The documents of a submission in their order. A document that is cut off ends with the text. */
export function* readDocuments(text: string): Generator<SubmissionDocument> {
  for (let start = text.indexOf('<DOCUMENT>'); start >= 0; ) {
    const stop = text.indexOf('</DOCUMENT>', start);
    const content = text.slice(start + '<DOCUMENT>'.length, stop < 0 ? undefined : stop);
    const type = /<TYPE>([^\r\n<]*)/.exec(content.slice(0, 2000))?.[1]?.trim() ?? '';
    yield { type, content };
    start = stop < 0 ? -1 : text.indexOf('<DOCUMENT>', stop);
  }
}

/**
 * The XML of a document, between `<XML>` and `</XML>`.
 *
 * @throws ParseError for the text and HTML forms from before 2003, and for a truncated document.
 */
export function xmlOf(document: SubmissionDocument): string {
  const start = document.content.indexOf('<XML>');
  if (start < 0) throw new ParseError(`the document of type ${document.type} holds no XML`);
  const stop = document.content.indexOf('</XML>', start);
  if (stop < 0) throw new ParseError(`the XML of the document of type ${document.type} is cut off`);
  return document.content.slice(start + '<XML>'.length, stop).trim();
}
