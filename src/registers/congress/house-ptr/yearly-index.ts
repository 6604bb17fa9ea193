/** The yearly index of the House Clerk: which periodic transaction reports were filed, by whom and when. */

import { required } from '../../../collections.js';
import {
  child,
  children,
  childText,
  decodeText,
  parseXml,
  type XmlElement,
  XmlError,
} from '../../formats/xml.js';
import { looksLikeZip, unzipMember, ZipError, zipMembers } from '../../formats/zip.js';
import { ParseError, type QueuedDocument, type Warning } from '../../register.js';
import { CLERK_ORIGIN, FIRST_YEAR, pdfAddress } from './addresses.js';
import { readDate } from './trades.js';

export interface YearlyIndex {
  year: number;
  /** Entries of every type. */
  entries: number;
  /** Reports of the type P, newest first. */
  reports: QueuedDocument[];
  warnings: Warning[];
}

/** Other values of the column; the meaning of some is unknown, but none is a periodic report. */
const FILING_TYPES = new Set([...'ABCDEFGHNORTWX', 'P']);
const FIELDS = new Set([
  'Prefix',
  'Last',
  'First',
  'Suffix',
  'FilingType',
  'StateDst',
  'Year',
  'FilingDate',
  'DocID',
]);
/** This many unreadable reports, or all of several, mean that an entry has another shape. */
const MAX_UNREADABLE = 20;
/** The index of a whole year is about 500 KB. */
export const MAX_INDEX_BYTES = 8 * 1024 * 1024;

/**
 * Reads an index: the zip as served, or the XML in it. `since` (YYYY-MM-DD) leaves out reports filed before
 * it.
 *
 * @throws ParseError when it is not an index, when its entries have another shape (a renamed element must not read as
 * "no reports"), or when it is of a year before 2015, whose index has other columns.
 */
export function parseYearlyIndex(
  bytes: Buffer,
  where: string,
  since = '',
  origin = CLERK_ORIGIN,
): YearlyIndex {
  if (bytes.length > MAX_INDEX_BYTES) throw new ParseError(`an index of ${bytes.length} bytes`);
  const root = rootOf(looksLikeZip(bytes) ? unpack(bytes) : bytes);
  if (root.name !== 'FinancialDisclosure') throw new ParseError(`not an index: <${root.name}>`);
  const members = children(root, 'Member');
  const first = members[0];
  if (first === undefined) throw new ParseError('an index without entries');
  if (child(first, 'FilingYear') !== undefined || child(first, 'DisclosureType') !== undefined)
    throw new ParseError(`an index of before ${FIRST_YEAR}`);
  const warnings: Warning[] = [];
  const unknown = new Set<string>();
  const reports: QueuedDocument[] = [];
  let year = 0;
  let reported = 0;
  for (const [place, member] of members.entries()) {
    for (const { name } of member.children) if (!FIELDS.has(name)) unknown.add(`unknown-element ${name}`);
    const type = childText(member, 'FilingType');
    if (type === null || !FILING_TYPES.has(type)) unknown.add(`unknown-filing-type ${type ?? ''}`);
    year = Math.max(year, Number(childText(member, 'Year')) || 0);
    if (type !== 'P') continue;
    reported += 1;
    const queued = readEntry(member, origin);
    if (queued === null)
      warnings.push({
        kind: 'entry-unreadable',
        detail: entryText(member),
        where: `${where} entry ${place + 1}`,
      });
    else if (required(required(queued.metadata, 'metadata').filingDate, 'filingDate') >= since)
      reports.push(queued);
  }
  for (const one of unknown) {
    const [kind = '', ...detail] = one.split(' ');
    warnings.push({ kind, detail: detail.join(' '), where });
  }
  if (!members.some((member) => FILING_TYPES.has(childText(member, 'FilingType') ?? '')))
    throw new ParseError('no entry of the index has a known FilingType');
  const unreadable = warnings.filter(({ kind }) => kind === 'entry-unreadable').length;
  if (unreadable > MAX_UNREADABLE || (unreadable > 1 && unreadable === reported))
    throw new ParseError(`${unreadable} of ${reported} reports in the index have an unknown shape`);
  if (year < FIRST_YEAR) throw new ParseError(`an index of the year ${year}`);
  reports.sort((one, other) => (other.priority ?? 0) - (one.priority ?? 0));
  return { year, entries: members.length, reports, warnings };
}

/** Whether it is an index of nothing, as the Clerk may publish before the first filing of a year. */
export function isWithoutEntries(bytes: Buffer): boolean {
  try {
    const root = rootOf(looksLikeZip(bytes) ? unpack(bytes) : bytes);
    return root.name === 'FinancialDisclosure' && children(root, 'Member').length === 0;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}

function readEntry(member: XmlElement, origin: string): QueuedDocument | null {
  const text = (name: string) => childText(member, name) ?? '';
  const documentId = text('DocID');
  const filingDate = readDate(text('FilingDate'));
  const year = text('Year');
  if (!/^\d{4,8}$/.test(documentId) || filingDate === null || !/^20\d\d$/.test(year) || text('Last') === '')
    return null;
  const metadata: Record<string, string> = {
    prefix: text('Prefix'),
    first: text('First'),
    last: text('Last'),
    suffix: text('Suffix'),
    stateDistrict: text('StateDst'),
    filingDate,
    year,
  };
  for (const [name, value] of Object.entries(metadata)) if (value === '') delete metadata[name];
  return {
    key: documentId,
    kind: 'ptr-pdf',
    url: pdfAddress(year, documentId, origin),
    metadata,
    // DocIDs are not in order of time, so the filing day decides the fetch order.
    priority: Number(filingDate.replaceAll('-', '')),
  };
}

function unpack(bytes: Buffer): Buffer {
  try {
    const name = zipMembers(bytes).find((member) => /^\d{4}FD\.xml$/i.test(member.name))?.name;
    if (name === undefined) throw new ParseError('no index in the archive');
    return unzipMember(bytes, name, MAX_INDEX_BYTES);
  } catch (error) {
    if (error instanceof ZipError) throw new ParseError(error.message);
    throw error;
  }
}

function rootOf(bytes: Buffer): XmlElement {
  try {
    return parseXml(decodeText(bytes));
  } catch (error) {
    if (error instanceof XmlError) throw new ParseError(`not an index: ${error.message}`);
    throw error;
  }
}

const entryText = (member: XmlElement) =>
  member.children
    .map(({ name, text }) => `${name}=${text.trim()}`)
    .join(' ')
    .slice(0, 300);
