/** Parses the full submission text around a 13F: its header, and its two documents, found by type or root. */

import { isCalendarDate, localTime, NEW_YORK } from '../../dates.js';
import { endOfDay, fromAcceptance } from '../edgar/filing-time.js';
import { ParseError, type RawDocument } from '../register.js';

export interface Form13FHeader {
  accession: string | null;
  /** `13F-HR`, `13F-HR/A`, or another form. */
  formType: string | null;
  /** Acceptance by EDGAR, ISO 8601 UTC. The wrapper of the daily feed (`.nc`) leaves it out. */
  filedAt: string | null;
  /** YYYY-MM-DD. */
  filedDate: string | null;
  /** CIK of the filing manager, without leading zeros. */
  cik: string | null;
}

/** The XML of the two documents; `table` is null when the submission has none. */
interface Form13FDocuments {
  cover: string;
  table: string | null;
}

/** Reads the header: `ACCESSION NUMBER:` of the text files or `<ACCESSION-NUMBER>` of the feed's wrapper. */
export function readHeader(text: string): Form13FHeader {
  const end = text.indexOf('<DOCUMENT>');
  const header = end < 0 ? text : text.slice(0, end);
  const field = (labelled: string, tagged: string) => {
    const found = new RegExp(
      `(?:^|\\n)[ \\t]*${labelled}:[ \\t]*([^\\r\\n<]+)|<${tagged}>\\s*([^\\r\\n<]+)`,
    ).exec(header);
    return (found?.[1] ?? found?.[2])?.trim() || null;
  };
  const accepted = /<ACCEPTANCE-DATETIME>\s*(\d{14})/.exec(header)?.[1];
  return {
    accession: /^\d{10}-\d{2}-\d{6}$/.exec(field('ACCESSION NUMBER', 'ACCESSION-NUMBER') ?? '')?.[0] ?? null,
    formType: field('CONFORMED SUBMISSION TYPE', 'TYPE'),
    filedAt: accepted === undefined ? null : fromAcceptance(accepted),
    filedDate: compactDate(field('FILED AS OF DATE', 'FILING-DATE')),
    cik: /^\d{1,10}$/.exec(field('CENTRAL INDEX KEY', 'CIK') ?? '')?.[0].replace(/^0+(?=\d)/, '') ?? null,
  };
}

/** When it was filed: from the header, otherwise from the list, otherwise the end of the filing date. */
export function filingTime(
  header: Form13FHeader,
  metadata: RawDocument['metadata'],
): { filedAt: string; filedAtApproximate: boolean; filedDate: string } | null {
  const listed = /^\d{4}-\d{2}-\d{2}$/.exec(metadata?.filedDate ?? '')?.[0] ?? null;
  const filedDate =
    header.filedDate ??
    listed ??
    (header.filedAt === null ? null : localTime(NEW_YORK, new Date(header.filedAt)).day);
  if (filedDate === null) return null;
  if (header.filedAt !== null) return { filedAt: header.filedAt, filedAtApproximate: false, filedDate };
  return {
    filedAt: endOfDay(filedDate),
    filedAtApproximate: true,
    filedDate,
  };
}

/**
 * The two documents. File names say nothing (`infotable.xml`, `index.xml`, `BSA13FDec2022.xml`): the type or
 * the root element identifies them.
 *
 * @throws ParseError without a cover page in XML: reports before May 2013 are plain text.
 */
export function readDocuments(text: string): Form13FDocuments {
  let cover: string | null = null;
  let table: string | null = null;
  const types: string[] = [];
  for (let start = text.indexOf('<DOCUMENT>'); start >= 0; ) {
    const stop = text.indexOf('</DOCUMENT>', start);
    const content = text.slice(start + '<DOCUMENT>'.length, stop < 0 ? undefined : stop);
    const type = /<TYPE>([^\r\n<]*)/.exec(content.slice(0, 2000))?.[1]?.trim() ?? '';
    types.push(type);
    const xml = xmlOf(content, type);
    if (xml !== null) {
      const root = /<(?:[\w.-]+:)?(edgarSubmission|informationTable)[\s/>]/.exec(xml.slice(0, 4000))?.[1];
      if (root === 'edgarSubmission') cover ??= xml;
      else if (root === 'informationTable' || type === 'INFORMATION TABLE') {
        if (table !== null) throw new ParseError('two information tables in one submission');
        table = xml;
      }
    }
    start = stop < 0 ? -1 : text.indexOf('<DOCUMENT>', stop);
  }
  if (cover === null) throw new ParseError(`no cover page in XML among: ${types.slice(0, 10).join(', ')}`);
  return { cover, table };
}

function xmlOf(content: string, type: string): string | null {
  const start = content.indexOf('<XML>');
  if (start < 0) return null;
  const stop = content.indexOf('</XML>', start);
  if (stop < 0) throw new ParseError(`the XML of the document of type ${type} is cut off`);
  return content.slice(start + '<XML>'.length, stop).trim();
}

function compactDate(text: string | null): string | null {
  const parts = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text ?? '');
  if (parts === null) return null;
  const day = `${parts[1]}-${parts[2]}-${parts[3]}`;
  return isCalendarDate(day) ? day : null;
}
