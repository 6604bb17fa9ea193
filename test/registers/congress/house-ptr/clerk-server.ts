/**
 * A local server that behaves like the House Clerk's: zips with validators, PDFs, and an HTML page for what
 * is missing.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { zipSync } from 'fflate';

export interface ClerkServer {
  origin: string;
  /** Requested paths in order, with 304 responses marked. */
  asked: string[];
  /** By path. */
  files: Map<string, { bytes: Buffer; etag?: string }>;
  /** Status of every answer, when set. */
  refuse: number | null;
  /** Called with each request before it is answered. */
  hear: (path: string) => void;
  close(): Promise<void>;
}

export const MISSING_PAGE =
  '<!DOCTYPE html><html><head><title>404 - File or directory not found.</title></head></html>';

export async function startClerkServer(): Promise<ClerkServer> {
  const clerk: ClerkServer = {
    origin: '',
    asked: [],
    files: new Map(),
    refuse: null,
    hear: () => undefined,
    close: async () => undefined,
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const file = clerk.files.get(path);
    clerk.hear(path);
    if (clerk.refuse !== null) {
      clerk.asked.push(path);
      response.writeHead(clerk.refuse, { 'content-type': 'text/html' }).end('<html>refused</html>');
    } else if (file === undefined) {
      clerk.asked.push(path);
      response.writeHead(404, { 'content-type': 'text/html' }).end(MISSING_PAGE);
    } else if (file.etag !== undefined && request.headers['if-none-match'] === file.etag) {
      clerk.asked.push(`${path} 304`);
      response.writeHead(304).end();
    } else {
      clerk.asked.push(path);
      response.writeHead(200, file.etag === undefined ? {} : { etag: file.etag }).end(file.bytes);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  clerk.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  clerk.close = () => new Promise((resolve) => server.close(() => resolve()));
  return clerk;
}

export interface Listed {
  id: string;
  /** M/D/YYYY. */
  date: string;
  type?: string;
  last?: string;
}

/** A yearly zip. */
export function yearZip(year: number, listed: Listed[]): Buffer {
  const entries = listed.map(
    ({ id, date, type = 'P', last = 'Invented' }) =>
      `<Member><Prefix>Hon.</Prefix><Last>${last}</Last><First>Ida</First><Suffix /><FilingType>${type}</FilingType><StateDst>CA11</StateDst><Year>${year}</Year><FilingDate>${date}</FilingDate><DocID>${id}</DocID></Member>`,
  );
  const xml = `\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<FinancialDisclosure>${entries.join('\r\n')}</FinancialDisclosure>`;
  return Buffer.from(zipSync({ [`${year}FD.txt`]: Buffer.from('x'), [`${year}FD.xml`]: Buffer.from(xml) }));
}
