/** The 13F reports of the sample on a local EDGAR, with the list of each manager. */

import { sampleDocuments } from '../../src/service/sample-documents.js';
import type { EdgarServer } from '../registers/edgar/edgar-server.js';
import { DAY } from './edgar-sample.js';

const cikIn = (text: string) => String(Number(/CENTRAL INDEX KEY:\s*(\d+)/.exec(text)?.[1]));

/** @returns the CIKs of the managers. */
export function listManagers(edgar: EdgarServer): string[] {
  const reports = sampleDocuments('sec-13f', DAY)
    .filter(({ kind }) => kind === 'submission')
    .map(({ key, bytes }) => ({ key, text: bytes.toString('utf8') }));
  const ciks = [...new Set(reports.map(({ text }) => cikIn(text)))];
  for (const { key, text } of reports)
    edgar.filings.push({
      accession: key,
      form: '13F-HR',
      acceptedAt: '2026-08-14T10:00:00.000Z',
      parties: [],
      text,
    });
  for (const cik of ciks) {
    const own = reports.filter(({ text }) => cikIn(text) === cik);
    const day = (text: string, name: string) =>
      new RegExp(`${name}:\\s*(\\d{4})(\\d\\d)(\\d\\d)`).exec(text)?.slice(1).join('-') ?? '';
    const recent = {
      accessionNumber: own.map(({ key }) => key),
      form: own.map(({ text }) => /TYPE:\s*(13F-HR(?:\/A)?)/.exec(text)?.[1] ?? '13F-HR'),
      filingDate: own.map(({ text }) => day(text, 'FILED AS OF DATE')),
      reportDate: own.map(({ text }) => day(text, 'PERIOD OF REPORT')),
    };
    const list = JSON.stringify({ cik, filings: { recent, files: [] } });
    edgar.submissionLists.set(`CIK${cik.padStart(10, '0')}.json`, list);
  }
  return ciks;
}
