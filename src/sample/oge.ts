/** The Office of Government Ethics of the sample: its index and the reports of invented officials, as they stand on a day. */

import { createHash } from 'node:crypto';
import type { RawDocument } from '../registers/register.js';
import { calendarOf } from './calendar.js';
import { type OgeFiling, ogeFilings, sampleOfficials } from './oge-filings.js';
import { printIntegrityReport } from './pdf/integrity-report.js';
import { printRecognisedScan } from './pdf/recognised-scan.js';

const APPLICATION = 'https://extapps2.oge.gov/201/Presiden.nsf';

/** The officials whose reports the sample holds, as the index spells them. */
export const sampleOgeFilers: readonly string[] = sampleOfficials.map(({ name }) => name);

/**
 * One answer of the index for each official, then the reports, each with the facts that its record gives. The same
 * day always gives the same bytes.
 * @throws RangeError when `day` (YYYY-MM-DD, UTC) is no calendar day.
 */
export function sampleOge(day: string): RawDocument[] {
  const filings = ogeFilings(calendarOf(day));
  const retrievedAt = `${day}T00:00:00.000Z`;
  return [
    ...sampleOfficials.map(({ name }) => ({
      key: `index ${name}`,
      kind: 'index',
      url: `${APPLICATION}/API.xsp/v2/rest?start=0&length=1000`,
      retrievedAt,
      bytes: indexOf(name, filings),
      metadata: { filers: JSON.stringify(sampleOgeFilers) },
    })),
    ...filings.map((filing) => ({
      key: idOf(filing),
      kind: 'report-pdf',
      url: `${APPLICATION}/PAS+Index/${idOf(filing)}/$FILE/${encodeURIComponent(filing.fileName)}`,
      retrievedAt,
      bytes: pdfOf(filing),
      metadata: factsOf(filing),
    })),
  ];
}

const idOf = ({ official, number }: OgeFiling): string =>
  createHash('sha256').update(`${official.name} ${number}`).digest('hex').slice(0, 32).toUpperCase();

function pdfOf({ official, rows, signed, extension, paper }: OgeFiling): Buffer {
  if (rows === null) return printRecognisedScan(paper);
  const { nameOnReport: name, title, agency } = official;
  return printIntegrityReport({
    name,
    position: `${title}, ${agency}`,
    signed: slashed(signed),
    extension,
    rows,
  });
}

function factsOf({ official, spelling, posted, amended, fileName }: OgeFiling): Record<string, string> {
  const { title, agency } = official;
  return {
    fileName,
    name: spelling,
    title,
    agency,
    postedAt: posted,
    ...(amended === undefined ? {} : { amended: `Amended ${slashed(amended)}` }),
  };
}

/** The answer as the application gives it; beside the 278-Ts stand an annual report and one given on request only. */
function indexOf(name: string, all: readonly OgeFiling[]): Buffer {
  const filings = all.filter(({ official }) => official.name === name);
  const official = filings[0]!.official;
  const { title, agency, level } = official;
  const record = (docDate: string, spelling: string, type: string) => ({
    docDate: `${docDate}T00:00:00`,
    title,
    type,
    name: spelling,
    agency,
    level,
    amended: '',
  });
  const file = (id: string, fileName: string, label: string) =>
    `<a href='${APPLICATION}/PAS+Index/${id}/$FILE/${fileName}'>${label}</a>`;
  const oldest = filings[0]!.posted;
  const annual = idOf({ ...filings[0]!, number: 0 });
  const data = [
    ...filings.map((filing) => {
      const mark = filing.amended === undefined ? '' : ` (Amended ${slashed(filing.amended)})`;
      return record(
        filing.posted,
        filing.spelling,
        file(idOf(filing), filing.fileName, `278 Transaction${mark}`),
      );
    }),
    record(oldest, name, file(annual, `${official.file}-278.pdf`, 'New Entrant')),
    record(
      oldest,
      name,
      `<a href='${APPLICATION}/201%20Request?OpenForm&Filer=${official.file}'>278 Transaction (Request this Document)</a>`,
    ),
  ].sort((one, other) => other.docDate.localeCompare(one.docDate));
  return Buffer.from(JSON.stringify({ draw: 1, recordsTotal: 20_000, recordsFiltered: data.length, data }));
}

/** MM/DD/YYYY of YYYY-MM-DD. */
const slashed = (date: string): string => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
