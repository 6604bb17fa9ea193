/** One raw document of OGE in, records out; and what a saved file is. No network, no clock. */

import { isSameFiler } from '../../records/oge-278t.js';
import { looksLikePdf } from '../formats/pdf.js';
import { type Doubt, type Parsed, type RawDocument, Unreadable, type Wanted } from '../register.js';
import { documentAddress, OGE, saysTransactionReport } from './addresses.js';
import { type IndexEntry, readIndexAnswer } from './index-answer.js';
import { readReport } from './report.js';

/** Raised when this reader learns something, so that failed reports are tried again. */
export const READER_VERSION = 1;

/**
 * Reads a document of the kinds `index` (an answer of the index; gives the reports to fetch; the fact `since` leaves
 * out what was posted before, `filers`, a JSON list, all others' reports, `origin` names another server) and
 * `report-pdf` (gives one report). A report that cannot be read is given without rows, so that its filing is known,
 * before the reason is thrown.
 *
 * @throws Unreadable, while iterated, for whatever cannot be read.
 */
export async function* parse(document: RawDocument): AsyncGenerator<Parsed> {
  if (document.kind === 'index') {
    yield parseIndex(document);
    return;
  }
  if (document.kind !== 'report-pdf') throw new Unreadable(`no document kind ${document.kind}`);
  const { report, doubts, failure } = await readReport(document);
  if (report !== null) yield { records: [report], doubts };
  if (failure !== null) throw new Unreadable(failure);
}

function parseIndex({ key, bytes, facts = {} }: RawDocument): Parsed {
  const answer = readIndexAnswer(bytes, key);
  if (answer === null) throw new Unreadable('no answer of the index');
  const { since = '', origin = OGE } = facts;
  const filers = filersOf(facts.filers);
  const doubts: Doubt[] = [...answer.doubts];
  const { all, transactionReports } = answer.onRequest;
  if (all > 0)
    doubts.push({
      kind: 'on-request-only',
      detail: `${all} documents must be asked for by name, ${transactionReports} of them transaction reports`,
      where: key,
    });
  const isTracked = ({ name }: IndexEntry) =>
    filers === null || filers.some((filer) => isSameFiler(filer, name));
  const strangers = new Set(answer.entries.filter((entry) => !isTracked(entry)).map(({ name }) => name));
  if (strangers.size > 0)
    doubts.push({ kind: 'other-filers', detail: [...strangers].join('; ').slice(0, 300), where: key });
  const wanted = answer.entries
    .filter((entry) => isTracked(entry) && entry.postedAt >= since)
    .map((entry) => wantedOf(entry, origin));
  return { records: [], doubts, wanted };
}

function wantedOf(entry: IndexEntry, origin: string): Wanted {
  const { documentId, ...rest } = entry;
  const facts = Object.fromEntries(
    Object.entries(rest).filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== ''),
  );
  return {
    key: documentId,
    kind: 'report-pdf',
    url: documentAddress(documentId, entry.fileName, origin),
    facts,
  };
}

/** Null when nobody said whose reports are wanted: then everybody's are. */
function filersOf(text: string | undefined): string[] | null {
  if (text === undefined) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string'))
    throw new Unreadable(`no list of filers: ${text.slice(0, 100)}`);
  return value;
}

/** A saved report, under OGE's id or a name that says 278-T, or a saved answer of the index. */
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
    if (documentId === undefined && !saysTransactionReport(name)) return null;
    return { key: documentId ?? name, kind: 'report-pdf', url: `file:${name}` };
  }
  const start = bytes.toString('utf8', 0, 4000);
  if (!/^\s*\{/.test(start) || !start.includes('"recordsTotal"') || !/Presiden\.nsf/.test(start)) return null;
  return { key: name, kind: 'index', url: `file:${name}` };
}
