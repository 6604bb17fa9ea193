/**
 * Parses one raw document of the Form 4 register into filings, and recognises saved files. No network, no
 * clock.
 */

import { newYorkDate } from '../../../dates.js';
import { edgarAddresses } from '../../edgar/edgar.js';
import { accessionOfFile, findAccession, looksLikeSubmission } from '../../edgar/edgar-submission.js';
import { canDateAFiling, endOfDay } from '../../edgar/filing-time.js';
import {
  readDocuments,
  readHeader,
  readIssuerCik,
  type SubmissionHeader,
  xmlOf,
} from '../../edgar/submission-text.js';
import { readDate } from '../../edgar/values.js';
import { decodeText } from '../../formats/xml.js';
import { looksLikeZip } from '../../formats/zip.js';
import { type Parsed, ParseError, type RawDocument } from '../../register.js';
import { readDataSet } from './data-set.js';
import { isDataSet } from './data-set-tables.js';
import { notForm4Warning } from './field-reader.js';
import { type Form4Header, readOwnershipDocument } from './ownership-document.js';
import { isForm4 } from './vocabulary.js';

/** Raised when this parser improves, so that unreadable documents are parsed again. */
export const READER_VERSION = 2;

/**
 * Reads a document of the kinds `submission` (full submission text), `ownership-xml` (bare XML) and
 * `data-set` (quarterly zip). The first two yield one filing or, for the forms 3 and 5, only a warning; a
 * data set yields one filing at a time. Facts that are used if the document does not give them: `accession`,
 * `filedAt` (ISO 8601 with a zone), `filedDate` (YYYY-MM-DD), and `base`, the host of EDGAR for the documents
 * that a data set queues.
 *
 * @throws ParseError, while iterated, for anything that cannot be read.
 */
export function* parse(document: RawDocument): Generator<Parsed> {
  switch (document.kind) {
    case 'submission':
      yield parseSubmission(document);
      return;
    case 'ownership-xml':
      yield parseBareXml(document);
      return;
    case 'data-set':
      yield* readDataSet(document);
      return;
    default:
      throw new ParseError(`no document kind ${document.kind}`);
  }
}

/** What a saved file is; null when it is neither a submission of the forms 3, 4, 5, nor their XML, nor a data set. */
export function recognise(file: {
  name: string;
  path?: string;
  bytes: Buffer;
}): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null {
  const name = file.name.split(/[\\/]/).pop() ?? file.name;
  if (looksLikeZip(file.bytes)) {
    if (!isDataSet(file.bytes)) return null;
    return {
      key: /\d{4}q[1-4]/i.exec(name)?.[0].toLowerCase() ?? name,
      kind: 'data-set',
      url: `file:${name}`,
    };
  }
  const start = decodeText(file.bytes.subarray(0, 65_536));
  if (looksLikeSubmission(start)) {
    const header = readHeader(start);
    if (!/^[345](\/A)?$/.test(header.formType ?? '')) return null;
    const accession = findAccession(header.accession ?? undefined) ?? accessionOfFile(file.path ?? file.name);
    return describeSavedFile('submission', accession, readIssuerCik(start), name);
  }
  if (/^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<ownershipDocument[\s>]/s.test(start)) {
    const cik = /<issuerCik>\s*(\d{1,10})/.exec(start)?.[1] ?? null;
    return describeSavedFile('ownership-xml', accessionOfFile(file.path ?? file.name), cik, name);
  }
  return null;
}

function describeSavedFile(kind: string, accession: string | null, cik: string | null, name: string) {
  const key = accession ?? name;
  return { key, kind, url: accession && cik ? edgarAddresses().submission(cik, accession) : `file:${name}` };
}

function parseSubmission(document: RawDocument): Parsed {
  const text = decodeText(document.bytes);
  rejectHtml(text);
  const header = readHeader(text);
  const types: string[] = [];
  for (const part of readDocuments(text)) {
    if (isForm4(part.type)) return readOwnershipDocument(xmlOf(part), form4HeaderOf(document, header));
    types.push(part.type);
  }
  const other = [header.formType, ...types].find((type) => type && /^[35](\/A)?$/.test(type));
  if (other) return { records: [], warnings: [notForm4Warning(other, accessionOf(document, header))] };
  if (types.length === 0) throw new ParseError('no <DOCUMENT> in it');
  throw new ParseError(`no document of type 4 or 4/A among: ${types.slice(0, 10).join(', ')}`);
}

function parseBareXml(document: RawDocument): Parsed {
  const text = decodeText(document.bytes);
  rejectHtml(text);
  return readOwnershipDocument(text, form4HeaderOf(document, null));
}

/** The xslF345X folders of EDGAR serve a rendering whose name ends in .xml although it is a web page. */
function rejectHtml(text: string): void {
  if (/^\s*(?:<!doctype html|<html)/i.test(text))
    throw new ParseError('an HTML rendering, not the filed document');
}

function form4HeaderOf(document: RawDocument, header: SubmissionHeader | null): Form4Header {
  const metadata = document.metadata ?? {};
  const accession = accessionOf(document, header);
  const filedDate = header?.filedDate ?? readDate(metadata.filedDate ?? null) ?? null;
  const filedAt = header?.filedAt ?? moment(metadata.filedAt);
  return {
    accession,
    formType: header?.formType ?? null,
    time({ signed, periodOfReport }) {
      if (filedAt) {
        const date = filedDate ?? newYorkDate(filedAt);
        return { filedAt, filedAtApproximate: false, filedDate: date, filedDateKnown: true };
      }
      const known = filedDate ?? signed;
      const date = known ?? periodOfReport;
      if (date === null || !canDateAFiling(date)) return null;
      return {
        filedAt: endOfDay(date),
        filedAtApproximate: true,
        filedDate: date,
        filedDateKnown: known !== null,
      };
    },
  };
}

function accessionOf(document: RawDocument, header: SubmissionHeader | null): string {
  const accession =
    findAccession(header?.accession ?? undefined) ??
    findAccession(document.metadata?.accession) ??
    findAccession(document.key) ??
    findAccession(document.url);
  if (!accession)
    throw new ParseError('no accession number in the header, the facts, the name or the address');
  return accession;
}

/** A moment needs a zone; without one it could be Eastern time. */
function moment(text: string | undefined): string | null {
  if (!text || !/T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
