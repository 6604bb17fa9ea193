/** One answer of OGE's index taken apart: the transaction reports in it, and a count of everything else. */

import type { Doubt } from '../register.js';
import { isDocumentId, saysTransactionReport } from './addresses.js';

/** A 278-T that can be downloaded. */
export interface IndexEntry {
  documentId: string;
  fileName: string;
  name: string;
  title: string;
  agency: string;
  /** YYYY-MM-DD. The time of day behind it changes from call to call. */
  postedAt: string;
  /** `Amended 08/12/2025`; null for an original. */
  amended: string | null;
}

export interface IndexAnswer {
  /** Records in this answer, of whatever type. */
  records: number;
  /** Records that the search found; null when the answer does not say. */
  found: number | null;
  /** Distinct names, to see that the search was heeded. */
  names: string[];
  entries: IndexEntry[];
  /** Documents that are given out on request only, and how many of them are transaction reports. */
  onRequest: { all: number; transactionReports: number };
  /** Other documents that can be downloaded: annual reports, ethics agreements, termination reports. */
  others: number;
  doubts: Doubt[];
}

/** Null when the bytes are no answer of the index. `where` names it in doubts. */
export function readIndexAnswer(bytes: Buffer, where: string): IndexAnswer | null {
  const data = recordsOf(bytes);
  if (data === null) return null;
  const answer: IndexAnswer = {
    records: data.records.length,
    found: data.found,
    names: [],
    entries: [],
    onRequest: { all: 0, transactionReports: 0 },
    others: 0,
    doubts: [],
  };
  const names = new Set<string>();
  const seen = new Set<string>();
  for (const [place, record] of data.records.entries()) {
    const read = readRecord(record);
    if (typeof read.name === 'string') names.add(read.name);
    if ('fault' in read)
      answer.doubts.push({
        kind: 'entry-unreadable',
        detail: read.fault,
        where: `${where} record ${place + 1}`,
      });
    else if (read.sort === 'on-request') {
      answer.onRequest.all += 1;
      if (read.isTransactionReport) answer.onRequest.transactionReports += 1;
    } else if (read.sort === 'other') answer.others += 1;
    else if (!seen.has(read.entry.documentId)) {
      seen.add(read.entry.documentId);
      answer.entries.push(read.entry);
    }
  }
  answer.names = [...names];
  return answer;
}

function recordsOf(bytes: Buffer): { records: unknown[]; found: number | null } | null {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { data, recordsTotal, recordsFiltered } = value as Record<string, unknown>;
  if (!Array.isArray(data) || typeof recordsTotal !== 'number') return null;
  return { records: data, found: typeof recordsFiltered === 'number' ? recordsFiltered : null };
}

type Read = { name?: string } & (
  | { fault: string }
  | { sort: 'on-request'; isTransactionReport: boolean }
  | { sort: 'other' }
  | { sort: 'report'; entry: IndexEntry }
);

function readRecord(record: unknown): Read {
  const fault = { fault: JSON.stringify(record).slice(0, 300) };
  if (typeof record !== 'object' || record === null) return fault;
  const { docDate, type, amended, ...texts } = record as Record<string, unknown>;
  const text = (key: string) => (typeof texts[key] === 'string' ? tidy(texts[key]) : '');
  const name = text('name');
  const link = typeof type === 'string' ? readLink(type) : null;
  if (link === null || name === '') return { ...fault, name };
  const saysSo = /278\s*-?\s*T(?!ERM)(ransaction)?\b/i.test(link.label);
  const file = /\/PAS(?:\+|%20| )Index\/([0-9a-f]{32})\/(?:\$|%24)FILE\/(.+?)(?:\?Open\w*)?$/i.exec(
    link.href,
  );
  if (file === null) {
    const onRequest = /request/i.test(link.label) || /201(?:\+|%20| )Request/i.test(link.href);
    return onRequest ? { name, sort: 'on-request', isTransactionReport: saysSo } : { ...fault, name };
  }
  const documentId = file[1]!.toUpperCase();
  const fileName = decoded(file[2]!);
  if (!saysSo && !saysTransactionReport(fileName)) return { name, sort: 'other' };
  const postedAt = typeof docDate === 'string' ? /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(docDate)?.[0] : undefined;
  if (postedAt === undefined || !isDocumentId(documentId)) return { ...fault, name };
  return {
    name,
    sort: 'report',
    entry: {
      documentId,
      fileName,
      name,
      title: text('title'),
      agency: text('agency'),
      postedAt,
      amended: amendedOf(link.label, typeof amended === 'string' ? tidy(amended) : '', fileName),
    },
  };
}

/**
 * The mark stands in the type; the field of that name is mostly blank or the day, with a time of day that changes from call
 * to call, and file names say it in capitals.
 */
function amendedOf(label: string, field: string, fileName: string): string | null {
  const mark = /\((amended[^)]*)\)/i.exec(label)?.[1];
  const day = field.replace(/(?<=^\d{4}-\d{2}-\d{2})T[\d:.]+Z?$/, '');
  return mark ?? (day || (/\bamended\b/i.exec(fileName.replaceAll('_', ' '))?.[0] ?? null));
}

/** `<a href='...'>label</a>`; quotes are not escaped, so the address can hold the sign that encloses it. */
function readLink(html: string): { href: string; label: string } | null {
  const match = /^\s*<a\s[^>]*?href\s*=\s*(['"])(.*)\1[^'">]*>(.*)<\/a>\s*$/is.exec(html);
  return match === null ? null : { href: unescaped(match[2]!).trim(), label: tidy(unescaped(match[3]!)) };
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
  text.replace(/&(amp|lt|gt|quot|apos|#39|nbsp);/g, (_, name: string) => ENTITIES[name]!);

/** Names come raw or percent-encoded; a raw one can hold a percent sign that means itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();
