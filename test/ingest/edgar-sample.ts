/** The sample as EDGAR would serve it: a local server with its filings, its indexes and its feed. */

import { classifyEdgarResponse, weekdays } from '../../src/registers/edgar/edgar.js';
import { createHttpClient, type HttpClient } from '../../src/registers/http/http-client.js';
import type { RawDocument } from '../../src/registers/register.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';
import { type EdgarServer, type ServedFiling, startEdgarServer } from '../registers/edgar/edgar-server.js';

export const DAY = '2026-11-20';

/** The newest `count` filings of the sample of `DAY`. */
export function newestFilings(count: number): RawDocument[] {
  return sampleDocuments('sec-form4', DAY).slice(-count);
}

export function toServedFiling(document: RawDocument): ServedFiling {
  const text = document.bytes.toString('utf8');
  const header = (name: string) => new RegExp(`${name}>?:?\\s*(\\S+)`).exec(text)?.[1] ?? '';
  const party = (block: string): { cik: string; name: string } => ({
    cik: String(Number(/CENTRAL INDEX KEY:\s*(\d+)/.exec(block)?.[1])),
    name: /COMPANY CONFORMED NAME:\s*(.+)/.exec(block)?.[1]?.trim() ?? '',
  });
  const blocks = text.split(/^(?=REPORTING-OWNER:|ISSUER:|SUBJECT COMPANY:|FILED BY:)/m).slice(1);
  return {
    accession: document.key,
    // The name of a schedule has a space.
    form: /CONFORMED SUBMISSION TYPE:\s*(.+)/.exec(text)?.[1]?.trim() ?? '',
    acceptedAt: easternToUtc(header('ACCEPTANCE-DATETIME')),
    filedDate: header('FILED AS OF DATE').replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3'),
    parties: blocks.map((block) => ({
      ...party(block),
      role: block.startsWith('REPORTING') ? 'Reporting' : block.startsWith('FILED') ? 'Filer' : 'Issuer',
    })),
    text,
  };
}

/** A server that knows these filings, with an index for every weekday. */
export async function serveFilings(documents: RawDocument[]): Promise<EdgarServer> {
  const edgar = await startEdgarServer();
  edgar.filings.push(...documents.map(toServedFiling));
  for (const day of weekdays('2026-07-01', DAY)) edgar.indexDays.add(day);
  return edgar;
}

/** An HTTP client without the pauses that the real SEC requires. */
export function unthrottledHttp(signal?: AbortSignal): HttpClient {
  return createHttpClient({
    userAgent: 'disclosed-test test@example.org',
    perSecond: 5000,
    classifyResponse: classifyEdgarResponse,
    retries: 0,
    signal,
  });
}

function easternToUtc(stamp: string): string {
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp)!.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (const offset of [4, 5]) {
    const guess = new Date(Date.UTC(y, mo - 1, d, h + offset, mi, s));
    const shown = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/New_York',
      hour: '2-digit',
      hourCycle: 'h23',
    }).format(guess);
    if (Number(shown) === h) return guess.toISOString();
  }
  throw new Error(`no such moment in New York: ${stamp}`);
}
