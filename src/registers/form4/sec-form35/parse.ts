/** Parses one raw document of the register of Forms 3 and 5 into filings, and recognises saved files. */

import type { Parsed, RawDocument } from '../../register.js';
import { parseOwnership, recogniseOwnership } from '../ownership-parser.js';
import { FORM_35_RECORDS } from './records.js';
import { FORM_35_NAMES } from './vocabulary.js';

/** Raised when this parser improves, so that unreadable documents are parsed again. */
export const READER_VERSION = 1;

/** See `parseOwnership`. @throws ParseError, while iterated, for anything that cannot be read. */
export function parse(document: RawDocument): Generator<Parsed> {
  return parseOwnership(document, FORM_35_RECORDS);
}

/** What a saved file is; null when it is neither a submission of the forms 3 and 5, nor their XML, nor a data set. */
export function recognise(file: {
  name: string;
  path?: string;
  bytes: Buffer;
}): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null {
  return recogniseOwnership(file, FORM_35_NAMES);
}
