/** Pages of House reports read in a second on one core: PDF to trades, through the process that production uses. */

import { type PrintedRow, printHouseReport } from '../../data/sample/make/house-report.js';
import { parse } from '../../src/registers/congress/house-ptr/parse.js';
import { closePdfReader } from '../../src/registers/formats/pdf.js';
import type { RawDocument } from '../../src/registers/register.js';

const GOAL = 80;
const ROUNDS = 5;

/** Reads reports of one to about twenty pages and prints the median rate in pages per second. */
export async function run(print: (line: string) => void): Promise<number> {
  const documents = [3, 12, 40, 3, 90, 7, 150, 3].map((rows, place) => reportOf(rows, 29_900_001 + place));
  const pages = documents.reduce((sum, { bytes }) => sum + pagesOf(bytes), 0);
  // The first round starts the process and warms it up.
  await readAll(documents);
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await readAll(documents);
    rates.push(pages / ((performance.now() - started) / 1000));
  }
  await closePdfReader();
  const median = rates.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)]!;
  print(`House reports: ${median.toFixed(0)} pages/s (${pages} pages, goal ${GOAL})`);
  return median;
}

async function readAll(documents: RawDocument[]): Promise<void> {
  for (const document of documents)
    for await (const { records } of parse(document))
      if (records.length !== 1) throw new Error(`${document.key} was not read`);
}

function reportOf(count: number, id: number): RawDocument {
  const rows = Array.from(
    { length: count },
    (_, place): PrintedRow => ({
      owner: place % 3 === 0 ? 'SP' : '',
      asset: `Invented Company Number ${place} Incorporated - Class A Common Stock (ZQRA) [ST]`,
      type: place % 2 === 0 ? 'P' : 'S (partial)',
      date: '02/03/2026',
      notified: '02/05/2026',
      amount: '$15,001 - $50,000',
      subholding: place % 2 === 0 ? 'Invented Family Trust > Account' : undefined,
    }),
  );
  const filingId = String(id);
  const bytes = printHouseReport({
    filingId,
    name: 'Hon. Ida Invented',
    stateDistrict: 'CA11',
    rows,
    signed: '02/20/2026',
  });
  return {
    key: filingId,
    kind: 'ptr-pdf',
    url: `file:${filingId}.pdf`,
    retrievedAt: '2026-03-01T00:00:00.000Z',
    bytes,
  };
}

/** Page objects of a document that the sample's PDF writer made. */
const pagesOf = (bytes: Buffer): number =>
  bytes.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
