/**
 * Parses one raw document of the forms 3, 4 and 5 into the records of a register, and recognises saved files. No network,
 * no clock.
 */

import { newYorkDate } from '../../dates.js';
import {
  accessionOf,
  accessionOfFile,
  describeSavedFile,
  findAccession,
  looksLikeSubmission,
  rejectRendering,
} from '../edgar/edgar-submission.js';
import { canDateAFiling, endOfDay, momentOf } from '../edgar/filing-time.js';
import {
  readDocuments,
  readHeader,
  readIssuerCik,
  type SubmissionHeader,
  xmlOf,
} from '../edgar/submission-text.js';
import { readDate } from '../edgar/values.js';
import { decodeText, rootNameOf } from '../formats/xml.js';
import { looksLikeZip } from '../formats/zip.js';
import { type Parsed, ParseError, type RawDocument } from '../register.js';
import { readDataSet } from './data-set.js';
import { isDataSet } from './data-set-tables.js';
import { type OwnershipHeader, readOwnershipDocument } from './ownership-document.js';
import type { OwnershipForms } from './ownership-forms.js';

/**
 * Reads a document of the kinds `submission` (full submission text), `ownership-xml` (bare XML) and
 * `data-set` (quarterly zip). The first two yield one filing or, for a form that the register does not read, only a
 * warning; a data set yields one filing at a time. Facts that are used if the document does not give them:
 * `accession`, `filedAt` (ISO 8601 with a zone), `filedDate` (YYYY-MM-DD), and `base`, the host of EDGAR for the
 * documents that a data set queues.
 *
 * @throws ParseError, while iterated, for anything that cannot be read.
 */
export function* parseOwnership(document: RawDocument, forms: OwnershipForms): Generator<Parsed> {
  switch (document.kind) {
    case 'submission':
      yield parseSubmission(document, forms);
      return;
    case 'ownership-xml':
      yield parseBareXml(document, forms);
      return;
    case 'data-set':
      yield* readDataSet(document, forms);
      return;
    default:
      throw new ParseError(`no document kind ${document.kind}`);
  }
}

/** What a saved file is; null when it is neither a submission of these forms, nor their XML, nor a data set. */
export function recogniseOwnership(
  file: { name: string; path?: string; bytes: Buffer },
  forms: ReadonlySet<string>,
): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null {
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
    if (!forms.has(header.formType ?? '')) return null;
    const accession = findAccession(header.accession ?? undefined) ?? accessionOfFile(file.path ?? file.name);
    return describeSavedFile('submission', accession, readIssuerCik(start), name);
  }
  if (rootNameOf(start) === 'ownershipDocument') {
    const type = /<documentType>\s*([^<\s]+)/.exec(start)?.[1];
    if (type !== undefined && isOtherForm(type, forms)) return null;
    const cik = /<issuerCik>\s*(\d{1,10})/.exec(start)?.[1] ?? null;
    return describeSavedFile('ownership-xml', accessionOfFile(file.path ?? file.name), cik, name);
  }
  return null;
}

/** A form of this format that is not one of `forms`. */
function isOtherForm(type: string, forms: ReadonlySet<string>): boolean {
  return /^[345](\/A)?$/.test(type) && !forms.has(type);
}

function parseSubmission(document: RawDocument, forms: OwnershipForms): Parsed {
  const text = decodeText(document.bytes);
  rejectRendering(text);
  const header = readHeader(text);
  const types: string[] = [];
  for (const part of readDocuments(text)) {
    if (forms.names.has(part.type))
      return readOwnershipDocument(xmlOf(part), ownershipHeaderOf(document, header), forms);
    types.push(part.type);
  }
  const other = [header.formType, ...types].find((type) => type && isOtherForm(type, forms.names));
  if (other) return { records: [], warnings: [forms.notRead(other, accessionOf(document, header))] };
  if (types.length === 0) throw new ParseError('no <DOCUMENT> in it');
  throw new ParseError(
    `no document of type ${[...forms.names].join(' or ')} among: ${types.slice(0, 10).join(', ')}`,
  );
}

function parseBareXml(document: RawDocument, forms: OwnershipForms): Parsed {
  const text = decodeText(document.bytes);
  rejectRendering(text);
  return readOwnershipDocument(text, ownershipHeaderOf(document, null), forms);
}

function ownershipHeaderOf(document: RawDocument, header: SubmissionHeader | null): OwnershipHeader {
  const metadata = document.metadata ?? {};
  const accession = accessionOf(document, header);
  const filedDate = header?.filedDate ?? readDate(metadata.filedDate ?? null) ?? null;
  const filedAt = header?.filedAt ?? momentOf(metadata.filedAt);
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
