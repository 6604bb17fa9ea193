/** Parses one raw document of the Form 144 register into a notice, and recognises saved files. No network, no clock. */

import {
  accessionOf,
  accessionOfFile,
  describeSavedFile,
  findAccession,
  looksLikeSubmission,
  rejectRendering,
} from '../../edgar/edgar-submission.js';
import { canDateAFiling, endOfDay, type FilingTime } from '../../edgar/filing-time.js';
import {
  readDocuments,
  readHeader,
  readIssuerCik,
  type SubmissionHeader,
  xmlOf,
} from '../../edgar/submission-text.js';
import { readDate } from '../../edgar/values.js';
import { decodeText } from '../../formats/xml.js';
import { type Parsed, ParseError, type RawDocument } from '../../register.js';
import { readNotice } from './notice.js';
import { isForm144 } from './vocabulary.js';

/** Raised when this parser improves, so that unreadable documents are parsed again. */
export const READER_VERSION = 1;

/**
 * Reads a document of the kinds `submission` (full submission text) and `notice-xml` (bare XML) into one notice. Facts
 * that are used if the document does not give them: `accession`, `filedDate` (YYYY-MM-DD).
 *
 * @throws ParseError, while iterated, for anything that cannot be read.
 */
export function* parse(document: RawDocument): Generator<Parsed> {
  const text = decodeText(document.bytes);
  rejectRendering(text);
  const { header, xml } = contentOf(document, text);
  const { notice, warnings } = readNotice(xml, {
    accession: accessionOf(document, header),
    formType: header?.formType ?? null,
    time: (stated) => filingTime(document, header, stated),
  });
  yield { records: [notice], warnings };
}

function contentOf(document: RawDocument, text: string): { header: SubmissionHeader | null; xml: string } {
  if (document.kind === 'notice-xml') return { header: null, xml: text };
  if (document.kind !== 'submission') throw new ParseError(`no document kind ${document.kind}`);
  const header = readHeader(text);
  const types: string[] = [];
  for (const part of readDocuments(text)) {
    if (isForm144(part.type)) return { header, xml: xmlOf(part) };
    types.push(part.type);
  }
  throw new ParseError(
    types.length === 0
      ? 'no <DOCUMENT> in it'
      : `no document of type 144 or 144/A among: ${types.slice(0, 10).join(', ')}`,
  );
}

/** From the header, otherwise from the list, otherwise the date of the notice. */
function filingTime(
  { metadata }: RawDocument,
  header: SubmissionHeader | null,
  stated: string | null,
): FilingTime | null {
  const filedDate = header?.filedDate ?? readDate(metadata?.filedDate ?? null) ?? stated;
  if (!filedDate || !canDateAFiling(filedDate)) return null;
  const filedAt = header?.filedAt ?? null;
  return { filedAt: filedAt ?? endOfDay(filedDate), filedAtApproximate: filedAt === null, filedDate };
}

/** What a saved file is; null when it is neither the submission of a Form 144 nor its XML. */
export function recognise(file: {
  name: string;
  path?: string;
  bytes: Buffer;
}): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null {
  const start = decodeText(file.bytes.subarray(0, 65_536));
  const name = file.name.split(/[\\/]/).pop() ?? file.name;
  if (looksLikeSubmission(start)) {
    const header = readHeader(start);
    if (!isForm144(header.formType ?? '')) return null;
    const accession = findAccession(header.accession ?? undefined) ?? accessionOfFile(file.path ?? file.name);
    return describeSavedFile('submission', accession, readIssuerCik(start), name);
  }
  if (!/<(?:[\w.-]+:)?submissionType>\s*144(?:\/A)?\s*</.test(start)) return null;
  const cik = /<(?:[\w.-]+:)?issuerCik>\s*(\d{1,10})/.exec(start)?.[1] ?? null;
  return describeSavedFile('notice-xml', accessionOfFile(file.path ?? file.name), cik, name);
}
