/** Parses one raw document of OGE into records, and recognises saved files. No network, no clock. */

import { itemAt } from '../../../collections.js';
import { isSameFiler } from '../../../records/portfolios/oge-278t.js';
import { looksLikePdf } from '../../formats/pdf.js';
import {
  type Parsed,
  ParseError,
  ParseTimeoutError,
  type QueuedDocument,
  type RawDocument,
  type Warning,
} from '../../register.js';
import { documentAddress, isTransactionReportName, OGE_ORIGIN, surnameOf } from './addresses.js';
import { type OgeIndexEntry, type OgeListing, parseIndexResponse } from './index-response.js';
import { onRequestReport, readReport } from './report.js';

/** Raised when this parser improves, so that failed reports are parsed again. */
export const READER_VERSION = 3;

/**
 * Reads a document of the kinds `index` (a response of the index; yields the reports to fetch; the fact
 * `since` leaves out earlier postings, `filers`, a JSON list, limits it to these filers, `origin` names
 * another server) and `report-pdf` (yields one report). A report that cannot be read is yielded without rows,
 * so that the filing is known, before the reason is thrown.
 *
 * @throws ParseError, while iterated, for anything that cannot be read.
 */
export async function* parse(document: RawDocument): AsyncGenerator<Parsed> {
  if (document.kind === 'index') {
    yield parseIndex(document);
    return;
  }
  if (document.kind !== 'report-pdf') throw new ParseError(`no document kind ${document.kind}`);
  const { report, warnings, failure, isSlow } = await readReport(document);
  if (report !== null) yield { records: [report], warnings };
  if (failure !== null) throw isSlow === true ? new ParseTimeoutError(failure) : new ParseError(failure);
}

function parseIndex({ key, bytes, metadata = {} }: RawDocument): Parsed {
  const response = parseIndexResponse(bytes, key);
  if (response === null) throw new ParseError('not a response of the index');
  const { since = '', origin = OGE_ORIGIN } = metadata;
  const filers = filersOf(metadata.filers);
  const isTracked = ({ name }: OgeListing) =>
    filers === null || filers.some((filer) => isSameFiler(filer, name));
  const isSelected = (listed: OgeListing) => isTracked(listed) && listed.postedAt >= since;
  const warnings: Warning[] = [...response.warnings];
  // A tracked filer's spelling can change; people who only share the surname are common.
  const namesakes = new Set(
    response.entries
      .filter((entry) => !isTracked(entry) && filers?.some((filer) => isPossibleSpelling(filer, entry.name)))
      .map(({ name }) => name),
  );
  if (namesakes.size > 0)
    warnings.push({ kind: 'other-filers', detail: [...namesakes].join('; ').slice(0, 300), where: key });
  return {
    records: response.requests
      .filter(isSelected)
      .map((listed, place, all) => onRequestReport(listed, ordinalAmongEqual(all, place))),
    warnings,
    toFetch: response.entries.filter(isSelected).map((entry) => queuedReport(entry, origin)),
    otherDocuments: response.entries
      .filter((entry) => !isTracked(entry))
      .map((entry) => queuedReport(entry, origin)),
  };
}

/** The same surname and the same first letter of the first name. */
function isPossibleSpelling(filer: string, name: string): boolean {
  const initial = (text: string) => /,\s*(\p{L})/u.exec(text)?.[1]?.toLowerCase();
  return surnameOf(filer).toLowerCase() === surnameOf(name).toLowerCase() && initial(filer) === initial(name);
}

/** Which one of several equal records this is, from 1. */
function ordinalAmongEqual(all: readonly OgeListing[], place: number): number {
  const key = ({ name, postedAt }: OgeListing) => `${name} ${postedAt}`;
  return all.slice(0, place + 1).filter((other) => key(other) === key(itemAt(all, place))).length;
}

export function queuedReport(entry: OgeIndexEntry, origin: string): QueuedDocument {
  const { documentId, ...rest } = entry;
  const metadata = Object.fromEntries(
    Object.entries(rest).filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== ''),
  );
  return {
    key: documentId,
    kind: 'report-pdf',
    url: documentAddress(documentId, entry.fileName, origin),
    metadata,
    priority: Number(entry.postedAt.replace(/\D/g, '').slice(0, 8)) || 0,
  };
}

/** Null when no filers are given: then everyone's reports count. */
function filersOf(text: string | undefined): string[] | null {
  if (text === undefined) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string'))
    throw new ParseError(`not a list of filers: ${text.slice(0, 100)}`);
  return value;
}

/** A saved report, under OGE's id or a name that says 278-T, or a saved response of the index. */
export function recognise({
  name: path,
  bytes,
}: {
  name: string;
  bytes: Buffer;
}): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null {
  const name = path.split(/[\\/]/).pop() ?? path;
  if (looksLikePdf(bytes)) {
    const documentId = /^([0-9a-f]{32})\.pdf$/i.exec(name)?.[1]?.toUpperCase();
    if (documentId === undefined && !isTransactionReportName(name)) return null;
    return { key: documentId ?? name, kind: 'report-pdf', url: `file:${name}` };
  }
  const start = bytes.toString('utf8', 0, 4000);
  if (!/^\s*\{\s*"(?:draw|records\w+|data)"/.test(start) || !/Presiden\.nsf/.test(start)) return null;
  return { key: name, kind: 'index', url: `file:${name}` };
}
