/** Parses the full submission text of a 13F-HR into one report. No network, no clock. */

import type { Parsed, RawDocument } from '../../register.js';
import { readReport, readSubmission } from '../holdings-report.js';

export { is13F, recognise } from '../holdings-report.js';

/** Raised when this parser improves, so that unreadable documents are parsed again. */
export const READER_VERSION = 2;

/**
 * Reads a document of the kind `submission`. A notice (13F-NT) has no holdings: it yields only a warning.
 *
 * @throws ParseError, while iterated, for anything that cannot be read.
 */
export function* parse(document: RawDocument): Generator<Parsed> {
  const { header, accession } = readSubmission(document);
  if (header.formType !== null && /^13F-(NT|CTR)(\/A)?$/.test(header.formType)) {
    const detail = `form ${header.formType} reports no holdings`;
    yield { records: [], warnings: [{ kind: 'not-a-holdings-report', detail, where: accession }] };
    return;
  }
  const { holdings, warnings } = readReport(document);
  yield { records: holdings === null ? [] : [holdings], warnings };
}
