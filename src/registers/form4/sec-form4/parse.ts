/** Parses one raw document of the Form 4 register into filings, and recognises saved files. */

import type { Parsed, RawDocument } from '../../register.js';
import { parseOwnership, recogniseOwnership } from '../ownership-parser.js';
import { FORM_4_RECORDS } from './records.js';

/** Raised when this parser improves, so that unreadable documents are parsed again. */
export const READER_VERSION = 2;

/** Documents of the forms 3 and 5 are recognised too: what this register says of them is a warning. */
const RECOGNISED: ReadonlySet<string> = new Set(['3', '3/A', '4', '4/A', '5', '5/A']);

/** See `parseOwnership`. @throws ParseError, while iterated, for anything that cannot be read. */
export function parse(document: RawDocument): Generator<Parsed> {
  return parseOwnership(document, FORM_4_RECORDS);
}

/** What a saved file is; null when it is neither a submission of the forms 3, 4, 5, nor their XML, nor a data set. */
export function recognise(file: {
  name: string;
  path?: string;
  bytes: Buffer;
}): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null {
  return recogniseOwnership(file, RECOGNISED);
}
