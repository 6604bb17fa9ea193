/** Announcements for the tests, in the layouts of the register, with invented issuers and people. */

import type { PdmrFiling } from '../../../../src/records/europe/pdmr.js';
import { parseAnnouncement } from '../../../../src/registers/europe/uk-nsm/parse.js';
import type { Parsed, RawDocument, Warning } from '../../../../src/registers/register.js';

export interface FormParts {
  name?: string;
  position?: string;
  initial?: string;
  issuer?: string;
  instrument?: string;
  nature?: string;
  /** The row of section 4c, label cell and value cells, as HTML. */
  prices?: string;
  aggregated?: string;
  date?: string;
  place?: string;
}

const row = (letter: string, label: string, value: string): string =>
  `<tr><td><p>${letter}</p></td><td><p>${label}</p></td><td>${paragraphs(value)}</td></tr>`;
const heading = (number: string, label: string): string =>
  `<tr><td><p>${number}</p></td><td colspan="2"><p><span>${label}</span></p></td></tr>`;

/** Lines become paragraphs; HTML is kept. */
export function paragraphs(value: string): string {
  return value.startsWith('<')
    ? value
    : value
        .split('\n')
        .map((line) => `<p><span>${line}</span></p>`)
        .join('');
}

/** A nested table: rows of cells. */
export function table(...rows: string[][]): string {
  const cells = (texts: string[]): string => texts.map((text) => `<td>${paragraphs(text)}</td>`).join('');
  return `<table><tbody>${rows.map((texts) => `<tr>${cells(texts)}</tr>`).join('')}</tbody></table>`;
}

export function priceRow(value: string, label = 'Price(s) and volume(s)'): string {
  return row('c)', label, value);
}

export function section4(parts: FormParts, number = '4'): string {
  return [
    heading(
      number,
      'Details of the transaction(s): section to be repeated for (i) each type of instrument; (ii) each type of transaction; (iii) each date',
    ),
    row(
      'a)',
      'Description of the financial instrument, type of instrument</p><p>Identification code',
      parts.instrument ?? 'Ordinary shares of 1 pence each\nGB00BYM1K758',
    ),
    row('b)', 'Nature of the transaction', parts.nature ?? 'Purchase of shares'),
    parts.prices ?? priceRow(table(['Price(s)', 'Volume(s)'], ['£1.25', '40,000'])),
    row('d)', 'Aggregated information</p><p>- Aggregated volume</p><p>- Price', parts.aggregated ?? 'N/A'),
    row('e)', 'Date of the transaction', parts.date ?? '22 September 2026'),
    row('f)', 'Place of the transaction', parts.place ?? 'London Stock Exchange (XLON)'),
  ].join('');
}

export function form(parts: FormParts = {}, ...sections: string[]): string {
  return [
    '<table><tbody>',
    heading('1', 'Details of the person discharging managerial responsibilities / person closely associated'),
    row('a)', 'Name', parts.name ?? 'Ada Bramble'),
    heading('2', 'Reason for the notification'),
    row('a)', 'Position/status', parts.position ?? 'Finance Director'),
    row('b)', 'Initial notification /Amendment', parts.initial ?? 'Initial notification'),
    heading(
      '3',
      'Details of the issuer, emission allowance market participant, auction platform, auctioneer or auction monitor',
    ),
    row('a)', 'Name', parts.issuer ?? 'Quillford Mills plc'),
    row('b)', 'LEI', '213800QUILLFORD00001'),
    ...(sections.length > 0 ? sections : [section4(parts)]),
    '</tbody></table>',
  ].join('');
}

/** A whole announcement around the forms. */
export function page(forms: string, narrative = ''): string {
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title><style>p.a{margin:0cm}</style></head><body>
<div>RNS Number : 4711Q</div><div>Quillford Mills PLC</div><div>23 September 2026</div><div>${paragraphs(narrative || 'Director dealing')}</div>
${forms}<div>This information is provided by RNS, the news service of the London Stock Exchange.</div><div>END</div></body></html>`;
}

export function announcement(html: string, facts: Record<string, string> = {}) {
  return {
    key: 'q-1',
    kind: 'announcement',
    url: 'https://data.fca.org.uk/artefacts/NSM/RNS/q-1.html',
    retrievedAt: '2026-09-24T00:00:00.000Z',
    bytes: Buffer.from(html),
    metadata: {
      disclosure_id: 'q-1',
      publication_date: '2026-09-23T06:00:00Z',
      company: 'QUILLFORD MILLS PLC',
      ...facts,
    },
  };
}

/** The rows and warnings of a document. */
export function readRows(document: RawDocument): { rows: PdmrFiling[]; warnings: Warning[] } {
  const parsed = parseAnnouncement(document);
  return { rows: rowsOf(parsed), warnings: parsed.warnings };
}

export function rowsOf(parsed: Parsed): PdmrFiling[] {
  return parsed.records.flatMap((record) => (record.kind === 'pdmr-notification' ? record.rows : []));
}
