/** The cover and summary page of a 13F (`edgarSubmission`), read by local element names. */

import type { AmendmentType, ReportType } from '../../../records/portfolios/holdings.js';
import { child, childText, descendants, MalformedXml, parseXml, type XmlElement } from '../../formats/xml.js';
import { Unreadable } from '../../register.js';
import { readAmount, readBoolean, readDate } from './values.js';
import { COVER_ELEMENTS } from './vocabulary.js';

export type Say = (kind: string, detail: string, row?: number) => void;

export interface Cover {
  submissionType: string | null;
  cik: string | null;
  managerName: string;
  periodEnd: string | null;
  isAmendment: boolean | null;
  amendmentType: AmendmentType | null;
  amendmentNo: number | null;
  reportType: ReportType | null;
  tableEntryTotal: number | null;
  tableValueTotal: number | null;
  isConfidentialOmitted: boolean | null;
}

const AMENDMENT_TYPES: readonly AmendmentType[] = ['RESTATEMENT', 'NEW HOLDINGS'];
const REPORT_TYPES: readonly ReportType[] = ['13F HOLDINGS REPORT', '13F NOTICE', '13F COMBINATION REPORT'];

/** @throws Unreadable when the text is no XML or has another root. */
export function readCover(xml: string, say: Say): Cover {
  const root = rootOf(xml, 'edgarSubmission');
  sayUnknown(root, COVER_ELEMENTS, say);
  const header = child(root, 'headerData');
  const filer = child(header, 'filerInfo');
  const form = child(root, 'formData');
  const cover = child(form, 'coverPage');
  const summary = child(form, 'summaryPage');
  const date = (element: XmlElement | undefined, name: string) =>
    known(readDate(childText(element, name)), 'unreadable-date', childText(element, name), name, say);
  const number = (element: XmlElement | undefined, name: string) =>
    known(readAmount(childText(element, name)), 'unreadable-number', childText(element, name), name, say);
  const flag = (element: XmlElement | undefined, name: string) =>
    known(readBoolean(childText(element, name)), 'unreadable-boolean', childText(element, name), name, say);

  const quarter = date(cover, 'reportCalendarOrQuarter');
  const period = date(filer, 'periodOfReport');
  if (quarter !== null && period !== null && quarter !== period)
    say('period-differs', `cover ${quarter}, header ${period}`);
  return {
    submissionType: childText(header, 'submissionType'),
    cik: readCik(childText(child(child(filer, 'filer'), 'credentials'), 'cik')),
    managerName: tidy(childText(child(cover, 'filingManager'), 'name')),
    periodEnd: quarter ?? period,
    isAmendment: flag(cover, 'isAmendment'),
    amendmentType: word(
      childText(child(cover, 'amendmentInfo'), 'amendmentType'),
      AMENDMENT_TYPES,
      'amendmentType',
      say,
    ),
    amendmentNo: number(cover, 'amendmentNo'),
    reportType: word(childText(cover, 'reportType'), REPORT_TYPES, 'reportType', say),
    tableEntryTotal: number(summary, 'tableEntryTotal'),
    tableValueTotal: number(summary, 'tableValueTotal'),
    isConfidentialOmitted: flag(summary, 'isConfidentialOmitted'),
  };
}

/** @throws Unreadable when the text is not well-formed or its root is another. */
export function rootOf(xml: string, name: string): XmlElement {
  let root: XmlElement;
  try {
    root = parseXml(xml);
  } catch (error) {
    if (!(error instanceof MalformedXml)) throw error;
    throw new Unreadable(`the XML is not well-formed: ${error.message}`);
  }
  if (root.name !== name) throw new Unreadable(`the root is ${root.name}, not ${name}`);
  return root;
}

/** A document of so many unknown names is another kind of document; more of them tell nothing new. */
const MOST_NAMES_SAID = 20;

/** Says each name that the schema does not know once; of very many the number. */
export function sayUnknown(root: XmlElement, names: ReadonlySet<string>, say: Say): void {
  const unknown = new Set<string>();
  for (const { name } of descendants(root)) if (!names.has(name)) unknown.add(name);
  for (const name of [...unknown].slice(0, MOST_NAMES_SAID)) say('unknown-element', name);
  const more = unknown.size - MOST_NAMES_SAID;
  if (more > 0) say('unknown-element', `and ${more} more names`);
}

export function known<T>(
  value: T | undefined,
  kind: string,
  text: string | null,
  name: string,
  say: Say,
  row?: number,
): T | null {
  if (value !== undefined) return value;
  say(kind, `${name}: ${text}`, row);
  return null;
}

/** One of the words of the form, in whatever case it was typed. */
export function word<T extends string>(
  text: string | null,
  words: readonly T[],
  name: string,
  say: Say,
  row?: number,
): T | null {
  if (text === null) return null;
  const found = words.find((candidate) => candidate.toUpperCase() === tidy(text).toUpperCase());
  return known(found, 'unknown-word', text, name, say, row);
}

export function tidy(text: string | null): string {
  return text?.replace(/\s+/g, ' ').trim() ?? '';
}

function readCik(text: string | null): string | null {
  return /^0*([1-9]\d{0,9})$/.exec(text ?? '')?.[1] ?? null;
}
