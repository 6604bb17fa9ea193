/** Parses EDGAR's two lists of filings strictly: a page of the latest-filings feed, and a master index. */

import { children, childText, decodeText, parseXml, type XmlElement, XmlError } from '../formats/xml.js';
import { type QueuedDocument, SourceError, type Warning } from '../register.js';
import type { WantedForms } from './crawl-pass.js';
import type { EdgarAddresses } from './edgar.js';
import { momentOf } from './filing-time.js';
import { filedPriority } from './queue-entry.js';

/** This many unreadable lines or entries mean that the list has another shape. */
const MAX_WARNINGS = 20;

interface FilingList {
  /** Each accession number once, in the order of the list. */
  filings: QueuedDocument[];
  warnings: Warning[];
}

interface LatestFilingsPage extends FilingList {
  /** Entries of every form: the feed's filter is a prefix, and each filing is listed once for each party. */
  entries: number;
  /** Latest acceptance on the page, ISO 8601 UTC; null when no entry has a readable one. */
  newest: string | null;
}

export interface MasterIndex extends FilingList {
  /** Lines of every form. */
  lines: number;
  /** Latest filing date in the index, YYYY-MM-DD; null when it has no lines. */
  lastFiled: string | null;
}

/**
 * Reads one page of the feed. The fact `filedAt` (ISO 8601 UTC) comes from the entry's own time, which has an
 * offset.
 *
 * @throws SourceError for anything that is not a feed.
 */
export function readFeedPage(
  bytes: Buffer,
  url: string,
  addresses: EdgarAddresses,
  { names }: Pick<WantedForms, 'names'>,
): LatestFilingsPage {
  const entries = children(feedRoot(bytes, url), 'entry');
  const found = new Map<string, QueuedDocument>();
  const warnings: Warning[] = [];
  let newest: string | null = null;
  for (const [position, entry] of entries.entries()) {
    const where = `${url} entry ${position + 1}`;
    const acceptedAt = momentOf(childText(entry, 'updated'));
    if (acceptedAt !== null && (newest === null || acceptedAt > newest)) newest = acceptedAt;
    const form = children(entry, 'category').find((category) => category.attributes.term !== undefined)
      ?.attributes.term;
    if (form === undefined) {
      warnings.push({ kind: 'feed-entry-without-form', detail: childText(entry, 'title') ?? '', where });
      continue;
    }
    if (!names.has(form)) continue;
    const accession = /accession-number=(\d{10}-\d{2}-\d{6})$/.exec(childText(entry, 'id') ?? '')?.[1];
    const cik = partyOf(entry);
    if (accession === undefined || cik === null) {
      const detail = `${childText(entry, 'id')} ${childText(entry, 'title')}`;
      warnings.push({ kind: 'feed-entry-unreadable', detail, where });
      continue;
    }
    if (acceptedAt === null)
      warnings.push({ kind: 'feed-entry-without-time', detail: `${childText(entry, 'updated')}`, where });
    if (found.has(accession)) continue;
    const metadata = { form, ...(acceptedAt === null ? {} : { filedAt: acceptedAt }) };
    found.set(accession, {
      ...queuedFiling(addresses, cik, accession),
      metadata,
      priority: filedPriority(acceptedAt ?? ''),
    });
  }
  if (warnings.length > MAX_WARNINGS) throw new SourceError(`${url} has entries of an unknown shape`, bytes);
  return { filings: [...found.values()], warnings, entries: entries.length, newest };
}

/**
 * Reads a daily (dates YYYYMMDD) or quarterly (YYYY-MM-DD) master index. Each filing has one line for each
 * party.
 *
 * @throws SourceError for anything that is not such an index, and for one that is cut off in its last
 * line.
 */
export function readMasterIndex(
  bytes: Buffer,
  url: string,
  addresses: EdgarAddresses,
  { names }: Pick<WantedForms, 'names'>,
): MasterIndex {
  const lines = bytes.toString('latin1').split(/\r?\n/);
  const heading = lines.findIndex((line) =>
    /^CIK\|Company Name\|Form Type\|Date Filed\|File ?name\s*$/i.test(line),
  );
  if (heading < 0 || !/^-{10,}\s*$/.test(lines[heading + 1] ?? ''))
    throw new SourceError(`${url} is not a master index`, bytes);
  const found = new Map<string, QueuedDocument>();
  const warnings: Warning[] = [];
  let count = 0;
  let lastFiled: string | null = null;
  for (let at = heading + 2; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    if (line === '') continue;
    count += 1;
    const entry = indexEntry(line);
    if (entry === null) {
      if (lines.slice(at + 1).every((rest) => rest.trim() === ''))
        throw new SourceError(`${url} ends in the middle of a line: "${line.slice(0, 200)}"`, bytes);
      warnings.push({
        kind: 'index-line-unreadable',
        detail: line.slice(0, 300),
        where: `${url} line ${at + 1}`,
      });
      if (warnings.length > MAX_WARNINGS) throw new SourceError(`${url} has lines of an unknown shape`, line);
      continue;
    }
    const { cik, accession, form, filed } = entry;
    if (lastFiled === null || filed > lastFiled) lastFiled = filed;
    if (!names.has(form) || found.has(accession)) continue;
    const metadata = { form, filedDate: filed };
    found.set(accession, {
      ...queuedFiling(addresses, cik, accession),
      metadata,
      priority: filedPriority(filed),
    });
  }
  return { filings: [...found.values()], warnings, lines: count, lastFiled };
}

function queuedFiling(addresses: EdgarAddresses, cik: string, accession: string): QueuedDocument {
  return { key: accession, kind: 'submission', url: addresses.submission(cik, accession) };
}

function feedRoot(bytes: Buffer, url: string): XmlElement {
  try {
    const root = parseXml(decodeText(bytes));
    if (root.name === 'feed') return root;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
  }
  throw new SourceError(`${url} is not an Atom feed`, bytes);
}

/** The CIK of the entry's party: from the link's path, otherwise from the title. */
function partyOf(entry: XmlElement): string | null {
  const link =
    children(entry, 'link').find((one) => one.attributes.href !== undefined)?.attributes.href ?? '';
  const cik =
    /\/edgar\/data\/(\d{1,10})\//.exec(link)?.[1] ??
    /\((\d{10})\) \(/.exec(childText(entry, 'title') ?? '')?.[1];
  return cik ?? null;
}

/** Split from both ends, because a company name may hold the separator. */
function indexEntry(line: string): { cik: string; accession: string; form: string; filed: string } | null {
  const fields = line.split('|').map((field) => field.trim());
  if (fields.length < 5) return null;
  const [form = '', date = '', path = ''] = fields.slice(-3);
  const accession = /^edgar\/data\/\d{1,10}\/(\d{10}-\d{2}-\d{6})\.txt$/.exec(path)?.[1];
  const day = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(date);
  const cik = fields[0] ?? '';
  if (accession === undefined || day === null || form === '' || !/^\d{1,10}$/.test(cik)) return null;
  return { cik, accession, form, filed: `${day[1]}-${day[2]}-${day[3]}` };
}
