/** The House Clerk of the sample: yearly indexes and reports of invented members, as they stand on a day. */

import { zipSync } from 'fflate';
import type { RawDocument } from '../registers/register.js';
import { calendarOf } from './calendar.js';
import { type HouseFiling, houseFilings } from './house-filings.js';
import type { FiledName } from './members.js';
import { printHouseReport } from './pdf/house-report.js';
import { printScannedReport } from './pdf/scanned-report.js';

/**
 * The indexes, then the reports, each with the facts that its index entry gives. The same day always gives the same
 * bytes.
 * @throws RangeError when `day` (YYYY-MM-DD, UTC) is no calendar day.
 */
export function sampleHouse(day: string): RawDocument[] {
  const filings = houseFilings(calendarOf(day));
  const years = [...new Set(filings.map(({ filed }) => filed.slice(0, 4)))].sort();
  const retrievedAt = `${day}T00:00:00.000Z`;
  return [
    ...years.map((year) => ({
      key: `${year}FD`,
      kind: 'index',
      url: `https://disclosures-clerk.house.gov/public_disc/financial-pdfs/${year}FD.zip`,
      retrievedAt,
      bytes: indexOf(
        year,
        filings.filter(({ filed }) => filed.startsWith(year)),
      ),
    })),
    ...filings.map((filing) => ({
      key: filing.documentId,
      kind: 'ptr-pdf',
      url: `https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/${filing.filed.slice(0, 4)}/${filing.documentId}.pdf`,
      retrievedAt,
      bytes: pdfOf(filing),
      metadata: factsOf(filing),
    })),
  ];
}

function pdfOf(filing: HouseFiling): Buffer {
  const { documentId, filer, spelling, rows, vehicles, filed } = filing;
  if (rows === null) return printScannedReport(documentId);
  return printHouseReport({
    filingId: documentId,
    name: fullName(spelling),
    stateDistrict: filer.stateDistrict ?? '',
    rows,
    vehicles,
    signed: slashed(filed),
  });
}

function factsOf({ filer, spelling, filed }: HouseFiling): Record<string, string> {
  const facts = {
    ...spelling,
    stateDistrict: filer.stateDistrict ?? '',
    filingDate: filed,
    year: filed.slice(0, 4),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== ''));
}

/** The zip as the Clerk serves it; beside the reports it lists an annual report, which is passed over. */
function indexOf(year: string, filings: readonly HouseFiling[]): Buffer {
  const entries = filings.map(({ documentId, filer, spelling, filed }) =>
    entry({
      Prefix: spelling.prefix,
      Last: spelling.last,
      First: spelling.first,
      Suffix: spelling.suffix,
      FilingType: 'P',
      StateDst: filer.stateDistrict ?? '',
      Year: year,
      FilingDate: slashed(filed).replace(/\b0/g, ''),
      DocID: documentId,
    }),
  );
  entries.push(
    entry({
      Prefix: '',
      Last: 'Candlewick',
      First: 'Jemima',
      Suffix: '',
      FilingType: 'C',
      StateDst: 'CA11',
      Year: year,
      FilingDate: `1/31/${year}`,
      DocID: '29990001',
    }),
  );
  const xml = `\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<FinancialDisclosure>\r\n${entries.join('')}</FinancialDisclosure>`;
  // An archive carries local time without a zone, so the same figures are written everywhere.
  const zip = zipSync({ [`${year}FD.xml`]: Buffer.from(xml) }, { mtime: new Date(1990, 0, 1) });
  return Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength);
}

function entry(fields: Record<string, string>): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const lines = Object.entries(fields).map(([name, value]) =>
    value === '' ? `    <${name} />` : `    <${name}>${escaped(value)}</${name}>`,
  );
  return `  <Member>\r\n${lines.join('\r\n')}\r\n  </Member>\r\n`;
}

const fullName = ({ prefix, first, last, suffix }: FiledName): string =>
  [prefix, first, last, suffix].filter((part) => part !== '').join(' ');

/** MM/DD/YYYY of YYYY-MM-DD. */
const slashed = (date: string): string => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
