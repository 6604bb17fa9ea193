/** Batches of invented Form 4 filings: each has its own ticker, so that a batch is shown whole or not at all. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCESSION, owner, submission, xml } from '../../test/registers/form4/sec-form4/written-filing.js';

export interface Batch {
  ticker: string;
  /** The ids of its rows, in any order. */
  ids: string[];
  /** The folder with its documents. */
  folder: string;
}

const DAY_MS = 86_400_000;
const WRITTEN_DAY = '2026-03-02';
const FILED_DAY = '20260304';

/** Writes the documents of batch `number` (1 to 9999) to a folder in `parent`: `size` filings with one row each. */
export function writeBatch(parent: string, number: number, size: number): Batch {
  const ticker = tickerOf(number);
  const folder = join(parent, ticker);
  mkdirSync(folder, { recursive: true });
  const ids: string[] = [];
  for (let place = 0; place < size; place++) {
    const accession = `00099${String(number).padStart(5, '0')}-26-${String(place).padStart(6, '0')}`;
    writeFileSync(join(folder, `${accession}.txt`), filingText(accession, ticker, number * 1000 + place));
    ids.push(`${accession}-0`);
  }
  return { ticker, ids, folder };
}

function filingText(accession: string, symbol: string, n: number): string {
  // Two days ago, inside every window.
  const day = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10);
  const compact = day.replaceAll('-', '');
  const body = xml({
    symbol,
    period: day,
    rows: [{ date: day, shares: String(100 + (n % 900)), price: (10 + (n % 400) / 4).toFixed(2) }],
    // People share names on purpose: the slug of one depends on who was seen first.
    owners: [owner({ cik: String(9_920_000_000 + n), name: `EXAMPLE PERSON ${letters(n % 20)}` })],
  })
    .replaceAll('0001800001', String(9_910_000_000 + Math.floor(n / 1000)))
    .replaceAll('EXAMPLE WIDGETS INC', `EXAMPLE ${symbol} INC`);
  return submission(body, { accepted: `${compact}${String(120_000 + (n % 60))}` })
    .replaceAll(ACCESSION, accession)
    .replaceAll(FILED_DAY, compact)
    .replaceAll(WRITTEN_DAY.replaceAll('-', ''), compact)
    .replaceAll('EXAMPLE WIDGETS INC', `EXAMPLE ${symbol} INC`)
    .replaceAll('0001800001', String(9_910_000_000 + Math.floor(n / 1000)))
    .replaceAll('0001900001', String(9_920_000_000 + n));
}

/** Four letters after an X, different for each number. */
function tickerOf(number: number): string {
  return `X${letters(number).padStart(4, 'A')}`;
}

function letters(number: number): string {
  const last = String.fromCharCode(65 + (number % 26));
  return number < 26 ? last : letters(Math.floor(number / 26)) + last;
}
