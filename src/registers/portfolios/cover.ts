/** Parses the cover and summary page of a 13F (`edgarSubmission`) by local element names. */

import type { AmendmentType, ReportType } from '../../records/portfolios/form13f.js';
import {
  child,
  children,
  childText,
  descendants,
  parseXml,
  type XmlElement,
  XmlError,
} from '../formats/xml.js';
import { ParseError } from '../register.js';
import { readAmount, readBoolean, readDate } from './values.js';
import { COVER_ELEMENTS } from './vocabulary.js';

export type AddWarning13F = (kind: string, detail: string, row?: number) => void;

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
  /** The amendment reports what a request for confidential treatment had withheld. */
  isConfidentialExpired: boolean | null;
  /** The managers who report for this one; CIK without leading zeros, null where the form gives none. */
  otherManagers: Array<{ cik: string | null; name: string }>;
}

const AMENDMENT_TYPES: readonly AmendmentType[] = ['RESTATEMENT', 'NEW HOLDINGS'];
const REPORT_TYPES: readonly ReportType[] = ['13F HOLDINGS REPORT', '13F NOTICE', '13F COMBINATION REPORT'];

/** @throws ParseError when the text is not XML or has another root. */
export function readCover(xml: string, warn: AddWarning13F): Cover {
  const root = parseRoot(xml, 'edgarSubmission');
  warnUnknownElements(root, COVER_ELEMENTS, warn);
  const header = child(root, 'headerData');
  const filer = child(header, 'filerInfo');
  const form = child(root, 'formData');
  const cover = child(form, 'coverPage');
  const summary = child(form, 'summaryPage');
  const date = (element: XmlElement | undefined, name: string) =>
    valueOrWarning(
      readDate(childText(element, name)),
      { kind: 'unreadable-date', text: childText(element, name), name },
      warn,
    );
  const number = (element: XmlElement | undefined, name: string) =>
    valueOrWarning(
      readAmount(childText(element, name)),
      { kind: 'unreadable-number', text: childText(element, name), name },
      warn,
    );
  const flag = (element: XmlElement | undefined, name: string) =>
    valueOrWarning(
      readBoolean(childText(element, name)),
      { kind: 'unreadable-boolean', text: childText(element, name), name },
      warn,
    );

  const quarter = date(cover, 'reportCalendarOrQuarter');
  const period = date(filer, 'periodOfReport');
  if (quarter !== null && period !== null && quarter !== period)
    warn('period-differs', `cover ${quarter}, header ${period}`);
  return {
    submissionType: childText(header, 'submissionType'),
    cik: readCik(childText(child(child(filer, 'filer'), 'credentials'), 'cik')),
    managerName: foldWhitespace(childText(child(cover, 'filingManager'), 'name')),
    // The cover page may be that of the last report: the data sets, too, go by the period of the filing.
    periodEnd: period ?? quarter,
    isAmendment: flag(cover, 'isAmendment'),
    amendmentType: wordOrWarning(
      childText(child(cover, 'amendmentInfo'), 'amendmentType'),
      AMENDMENT_TYPES,
      'amendmentType',
      warn,
    ),
    amendmentNo: number(cover, 'amendmentNo'),
    reportType: wordOrWarning(childText(cover, 'reportType'), REPORT_TYPES, 'reportType', warn),
    tableEntryTotal: number(summary, 'tableEntryTotal'),
    tableValueTotal: number(summary, 'tableValueTotal'),
    isConfidentialOmitted: flag(summary, 'isConfidentialOmitted'),
    isConfidentialExpired: flag(child(cover, 'amendmentInfo'), 'confDeniedExpired'),
    otherManagers: children(child(cover, 'otherManagersInfo'), 'otherManager').map((one) => ({
      cik: readCik(childText(one, 'cik')),
      name: foldWhitespace(childText(one, 'name')),
    })),
  };
}

/** @throws ParseError when the text is not well-formed or its root is another. */
export function parseRoot(xml: string, name: string): XmlElement {
  let root: XmlElement;
  try {
    root = parseXml(xml);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new ParseError(`the XML is not well-formed: ${error.message}`);
  }
  if (root.name !== name) throw new ParseError(`the root is ${root.name}, not ${name}`);
  return root;
}

/** A document with this many unknown names is another kind of document; more of them add nothing. */
const MAX_NAMES_REPORTED = 20;

/** Reports each name that the schema does not have once; for very many only the number. */
export function warnUnknownElements(root: XmlElement, names: ReadonlySet<string>, warn: AddWarning13F): void {
  const unknown = new Set<string>();
  for (const { name } of descendants(root)) if (!names.has(name)) unknown.add(name);
  for (const name of [...unknown].slice(0, MAX_NAMES_REPORTED)) warn('unknown-element', name);
  const more = unknown.size - MAX_NAMES_REPORTED;
  if (more > 0) warn('unknown-element', `and ${more} more names`);
}

export function valueOrWarning<T>(
  value: T | undefined,
  { kind, text, name, row }: { kind: string; text: string | null; name: string; row?: number },
  warn: AddWarning13F,
): T | null {
  if (value !== undefined) return value;
  warn(kind, `${name}: ${text}`, row);
  return null;
}

/** One of the words of the form, in any letter case. */
export function wordOrWarning<T extends string>(
  text: string | null,
  words: readonly T[],
  name: string,
  warn: AddWarning13F,
  row?: number,
): T | null {
  if (text === null) return null;
  const found = words.find((candidate) => candidate.toUpperCase() === foldWhitespace(text).toUpperCase());
  return valueOrWarning(found, { kind: 'unknown-word', text, name, row }, warn);
}

export function foldWhitespace(text: string | null): string {
  return text?.replace(/\s+/g, ' ').trim() ?? '';
}

function readCik(text: string | null): string | null {
  return /^0*([1-9]\d{0,9})$/.exec(text ?? '')?.[1] ?? null;
}
