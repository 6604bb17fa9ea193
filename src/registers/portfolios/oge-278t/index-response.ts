/** Parses one response of OGE's index: the transaction reports in it, and a count of everything else. */

import { itemAt, required } from '../../../collections.js';
import { parseJson } from '../../formats/json.js';
import type { Warning } from '../../register.js';
import { isTransactionReportName } from './addresses.js';

/** What a record says about a 278-T. */
export interface OgeListing {
  name: string;
  title: string;
  agency: string;
  /** YYYY-MM-DD. The time of day after it changes from call to call. */
  postedAt: string;
  /** `Amended 08/12/2025`; null for an original. */
  amended: string | null;
}

/** A 278-T that can be downloaded. */
export interface OgeIndexEntry extends OgeListing {
  documentId: string;
  fileName: string;
}

export interface OgeIndexResponse {
  /** Number of records in this response, of any type. */
  records: number;
  /** Number of records that the search found; null when the response does not say. */
  found: number | null;
  /** Distinct names, to check that the search was applied. */
  names: string[];
  entries: OgeIndexEntry[];
  /** Transaction reports that OGE releases only on request. Two equal records are two reports. */
  requests: OgeListing[];
  /** Papers that are released only on request, transaction reports included. */
  onRequest: number;
  /** Other documents that can be downloaded: annual reports, ethics agreements, termination reports. */
  others: number;
  warnings: Warning[];
}

/** Null when the bytes are not a response of the index. `where` names it in warnings. */
export function parseIndexResponse(bytes: Buffer, where: string): OgeIndexResponse | null {
  const data = recordsOf(bytes);
  if (data === null) return null;
  const response: OgeIndexResponse = {
    records: data.records.length,
    found: data.found,
    names: [],
    entries: [],
    requests: [],
    onRequest: 0,
    others: 0,
    warnings: [],
  };
  const names = new Set<string>();
  const seen = new Set<string>();
  for (const [place, record] of data.records.entries()) {
    const read = readRecord(record);
    if (typeof read.name === 'string') names.add(read.name);
    if ('fault' in read)
      response.warnings.push({
        kind: 'entry-unreadable',
        detail: read.fault,
        where: `${where} record ${place + 1}`,
      });
    else if (read.sort === 'on-request') {
      response.onRequest += 1;
      if (read.report !== null) response.requests.push(read.report);
    } else if (read.sort === 'other') response.others += 1;
    else if (!seen.has(read.entry.documentId)) {
      seen.add(read.entry.documentId);
      response.entries.push(read.entry);
    }
  }
  response.names = [...names];
  return response;
}

function recordsOf(bytes: Buffer): { records: unknown[]; found: number | null } | null {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  // Checked above to be an object.
  const { data, recordsTotal, recordsFiltered } = value as Record<string, unknown>;
  if (!Array.isArray(data) || typeof recordsTotal !== 'number') return null;
  return { records: data, found: typeof recordsFiltered === 'number' ? recordsFiltered : null };
}

type IndexRecord = { name?: string } & (
  | { fault: string }
  | { sort: 'on-request'; report: OgeListing | null }
  | { sort: 'other' }
  | { sort: 'report'; entry: OgeIndexEntry }
);

function readRecord(record: unknown): IndexRecord {
  const fault = { fault: JSON.stringify(record).slice(0, 300) };
  if (typeof record !== 'object' || record === null) return fault;
  // Checked above to be an object.
  const { docDate, type, amended, ...texts } = record as Record<string, unknown>;
  const text = (key: string) => (typeof texts[key] === 'string' ? foldWhitespace(texts[key]) : '');
  const name = text('name');
  const cell = typeof type === 'string' ? readCell(type) : null;
  if (cell === null || name === '') return { ...fault, name };
  const isLabelled = /278\s*-?\s*T(?!ERM)(ransaction)?\b/i.test(cell.label);
  const file = cell.links.map((href) => FILE.exec(href)).find((match) => match !== null);
  const fileName = file === undefined ? '' : decoded(itemAt(file, 2));
  const isReport = isLabelled || isTransactionReportName(fileName);
  const postedAt = typeof docDate === 'string' ? /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(docDate)?.[0] : undefined;
  const listed = (day: string): OgeListing => ({
    name,
    title: text('title'),
    agency: text('agency'),
    postedAt: day,
    amended: amendedOf(cell.label, typeof amended === 'string' ? foldWhitespace(amended) : '', fileName),
  });
  if (file === undefined) {
    const onRequest = /request/i.test(cell.label) || cell.links.some((href) => REQUEST.test(href));
    if (!onRequest || (isReport && postedAt === undefined)) return { ...fault, name };
    return { name, sort: 'on-request', report: isReport ? listed(required(postedAt, 'postedAt')) : null };
  }
  if (!isReport) return { name, sort: 'other' };
  if (postedAt === undefined) return { ...fault, name };
  const documentId = itemAt(file, 1).toUpperCase();
  return { name, sort: 'report', entry: { documentId, fileName, ...listed(postedAt) } };
}

const FILE = /\/PAS(?:\+|%20| )Index\/([0-9a-f]{32})\/(?:\$|%24)FILE\/(.+?)(?:\?Open\w*)?$/i;
const REQUEST = /201(?:\+|%20| )Request/i;

/** As other fields of the index say that there is nothing to say. */
const NOT_AMENDED = /^(?:no|n\/a|none|false|-+)$/i;

/**
 * The mark is in the type; the field of that name is mostly blank or the day, with a time of day that changes
 * from call to call, and file names have it in capitals.
 */
function amendedOf(label: string, field: string, fileName: string): string | null {
  const mark = /\((amended[^)]*)\)/i.exec(label)?.[1];
  const day = NOT_AMENDED.test(field) ? '' : field.replace(/(?<=^\d{4}-\d{2}-\d{2})T[\d:.]+Z?$/, '');
  return mark ?? (day || (/\bamended\b/i.exec(fileName.replaceAll('_', ' '))?.[0] ?? null));
}

/** An anchor; quotes are not escaped, so the address can contain the quote that encloses it. */
const ANCHOR = /<a\s[^>]*?href\s*=\s*(['"])(.*?)\1[^'">]*>(.*?)<\/a>/gis;

/**
 * The type cell: its whole text, and the targets of its anchors. The anchor can be the whole cell, be
 * followed by a remark (`<a ...>278 Transaction</a> (Amended 08/12/2025)`) or be inside one (`278 Transaction
 * (<a ...>Request this Document</a>)`).
 */
function readCell(html: string): { label: string; links: string[] } | null {
  const links = [...html.matchAll(ANCHOR)].map(([, , href = '']) => unescaped(href).trim());
  if (links.length === 0) return null;
  const label = html.replace(ANCHOR, '$3').replace(/<[^<>]*>/g, ' ');
  return { label: foldWhitespace(unescaped(label)), links };
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: ' ',
};

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos|#39|nbsp);/g, (_, name: string) => required(ENTITIES[name], 'name'));

/** Names are raw or percent-encoded; a raw one can contain a literal percent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const foldWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim();
