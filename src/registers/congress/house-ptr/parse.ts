/**
 * Parses one raw document of the House Clerk into records, and recognises saved files. No network, no clock.
 */

import { looksLikePdf } from '../../formats/pdf.js';
import { looksLikeZip, zipMembers } from '../../formats/zip.js';
import { type Parsed, ParseError, ParseTimeoutError, type RawDocument } from '../../register.js';
import { indexAddress } from './addresses.js';
import { readReport } from './report.js';
import { parseYearlyIndex } from './yearly-index.js';

/** Raised when this parser improves, so that failed reports are parsed again. */
export const READER_VERSION = 8;

/**
 * Reads a document of the kinds `index` (a yearly zip or its XML; gives the reports to fetch; the fact
 * `since` leaves out older ones, `origin` names another server) and `ptr-pdf` (gives one report). A report
 * that cannot be read is returned without trades, so that the filing is known, before the reason is thrown.
 *
 * @throws ParseError, while iterated, for anything that cannot be read.
 */
export async function* parse(document: RawDocument): AsyncGenerator<Parsed> {
  if (document.kind === 'index') {
    const { since, origin } = document.metadata ?? {};
    const { reports, warnings } = parseYearlyIndex(document.bytes, document.key, since, origin);
    yield { records: [], warnings, toFetch: reports };
    return;
  }
  if (document.kind !== 'ptr-pdf') throw new ParseError(`no document kind ${document.kind}`);
  const { report, warnings, failure, isSlow } = await readReport(document);
  if (report !== null) yield { records: [report], warnings };
  if (failure !== null) throw isSlow === true ? new ParseTimeoutError(failure) : new ParseError(failure);
}

/** A saved report, named by its DocID as the Clerk names it, or a saved index. */
export function recognise({ name: path, bytes }: { name: string; bytes: Buffer }) {
  const name = path.split(/[\\/]/).pop() ?? path;
  const documentId = /^(\d{4,8})\.pdf$/i.exec(name)?.[1];
  if (documentId !== undefined && looksLikePdf(bytes))
    return { key: documentId, kind: 'ptr-pdf', url: `file:${name}` };
  const year = isIndex(bytes) ? /\d{4}/.exec(name)?.[0] : undefined;
  return year === undefined ? null : { key: `${year}FD`, kind: 'index', url: indexAddress(year) };
}

function isIndex(bytes: Buffer): boolean {
  if (looksLikeZip(bytes)) {
    try {
      return zipMembers(bytes).some((member) => /^\d{4}FD\.xml$/i.test(member.name));
    } catch {
      return false;
    }
  }
  return /^(\ufeff)?\s*(<\?xml[^>]*>)?\s*<FinancialDisclosure[\s>]/.test(bytes.toString('utf8', 0, 400));
}
