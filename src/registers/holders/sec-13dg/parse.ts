/**
 * Parses one raw document of the register of Schedules 13D and 13G into a filing, and recognises saved files. No
 * network, no clock.
 */

import { newYorkDate } from '../../../dates.js';
import { hasFigures, type Schedule13Filing } from '../../../records/holders/schedule13.js';
import {
  accessionOf,
  accessionOfFile,
  describeSavedFile,
  findAccession,
  looksLikeSubmission,
  rejectRendering,
} from '../../edgar/edgar-submission.js';
import { canDateAFiling, endOfDay, type FilingTime, momentOf } from '../../edgar/filing-time.js';
import { readDocuments, readHeader, type SubmissionHeader, xmlOf } from '../../edgar/submission-text.js';
import { readDate } from '../../edgar/values.js';
import { decodeText, rootNameOf } from '../../formats/xml.js';
import { type Parsed, ParseError, type RawDocument } from '../../register.js';
import { NO_PARTIES, readParties } from './parties.js';
import { readSchedule, type ScheduleHeader } from './schedule.js';
import { isScheduleForm } from './vocabulary.js';

/** Raised when this parser improves, so that unreadable documents are parsed again. */
export const READER_VERSION = 1;

/** 13F and Form 144 have the same root element: the form type follows within the header. */
const FORM_TYPE = /<(?:[\w.-]+:)?submissionType>\s*([^<]*?)\s*</;

/**
 * Reads a document of the kinds `submission` (full submission text) and `schedule-xml` (bare XML). Facts that are used
 * if the document does not give them: `accession`, `filedAt` (ISO 8601 with a zone), `filedDate` (YYYY-MM-DD).
 *
 * @throws ParseError, while iterated, for anything that cannot be read.
 */
export function* parse(document: RawDocument): Generator<Parsed> {
  const text = decodeText(document.bytes);
  rejectRendering(text);
  if (document.kind === 'submission') yield parseSubmission(document, text);
  else if (document.kind === 'schedule-xml') yield readSchedule(text, headerOf(document, null, text));
  else throw new ParseError(`no document kind ${document.kind}`);
}

/** What a saved file is; null when it is neither a submission of a schedule nor its XML. */
export function recognise(file: {
  name: string;
  path?: string;
  bytes: Buffer;
}): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null {
  const name = file.name.split(/[\\/]/).pop() ?? file.name;
  const start = decodeText(file.bytes.subarray(0, 65_536));
  const saved = accessionOfFile(file.path ?? file.name);
  if (looksLikeSubmission(start)) {
    const header = readHeader(start);
    if (!isScheduleForm(header.formType ?? '')) return null;
    const accession = findAccession(header.accession ?? undefined) ?? saved;
    return describeSavedFile('submission', accession, readParties(start).subject?.cik ?? null, name);
  }
  if (rootNameOf(start) !== 'edgarSubmission' || !isScheduleForm(FORM_TYPE.exec(start)?.[1] ?? ''))
    return null;
  const cik = /<(?:[\w.-]+:)?issuerC(?:IK|ik)>\s*(\d{1,10})/.exec(start)?.[1] ?? null;
  return describeSavedFile('schedule-xml', saved, cik, name);
}

function parseSubmission(document: RawDocument, text: string): Parsed {
  const submission = readHeader(text);
  const header = headerOf(document, submission, text);
  if (header.formType !== null && !hasFigures(header.formType)) return textSchedule(header);
  const types: string[] = [];
  for (const part of readDocuments(text)) {
    if (isScheduleForm(part.type)) return readSchedule(xmlOf(part), header);
    types.push(part.type);
  }
  if (types.length === 0) throw new ParseError('no <DOCUMENT> in it');
  throw new ParseError(`no Schedule 13D or 13G among: ${types.slice(0, 10).join(', ')}`);
}

/**
 * A schedule from before the XML: who filed it about whom, from the header. Its text has no fields, so no figure is
 * read from it.
 *
 * @throws ParseError when the header does not name the company.
 */
function textSchedule(header: ScheduleHeader): Parsed {
  const { accession, formType, parties } = header;
  const time = header.time(null);
  if (formType === null || parties.subject === null)
    throw new ParseError('the header names no subject company');
  if (time === null) throw new ParseError('nothing says when it was filed');
  const filing: Schedule13Filing = {
    kind: 'schedule-13',
    accession,
    form: formType,
    schemaVersion: null,
    ...time,
    issuer: { cik: parties.subject.cik, name: parties.subject.name ?? '' },
    filerCik: parties.filers[0]?.cik ?? null,
    filers: parties.filers,
    previousAccession: null,
    amendmentNo: null,
    eventDate: null,
    previouslyFiledOn13G: null,
    rules: [],
    cusips: [],
    classTitle: null,
    persons: [],
    purpose: null,
    isPurposeCut: false,
    isFivePercentOrLess: null,
    ceasedText: null,
  };
  return { records: [filing], warnings: [] };
}

function headerOf(document: RawDocument, submission: SubmissionHeader | null, text: string): ScheduleHeader {
  const { metadata = {} } = document;
  const filedDate = submission?.filedDate ?? readDate(metadata.filedDate ?? null) ?? null;
  const filedAt = submission?.filedAt ?? momentOf(metadata.filedAt);
  const type = submission?.formType ?? null;
  if (type !== null && !isScheduleForm(type)) throw new ParseError(`form ${type} is not read`);
  return {
    accession: accessionOf(document, submission),
    formType: type,
    parties: submission === null ? NO_PARTIES : readParties(text),
    time: (signed) => filingTime(filedAt, filedDate, signed),
  };
}

function filingTime(
  filedAt: string | null,
  filedDate: string | null,
  signed: string | null,
): FilingTime | null {
  if (filedAt !== null)
    return { filedAt, filedAtApproximate: false, filedDate: filedDate ?? newYorkDate(filedAt) };
  const date = filedDate ?? signed;
  if (date === null || !canDateAFiling(date)) return null;
  return { filedAt: endOfDay(date), filedAtApproximate: true, filedDate: date };
}
