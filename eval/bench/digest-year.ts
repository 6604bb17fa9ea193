/** A full-size year of invented open-market filings, written into a store: the data for measuring the digests. */

import { fileURLToPath } from 'node:url';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import type { Form4Filing, Form4Transaction } from '../../src/records/form4/form4.js';
import { openStore } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { form, person as invented, sale } from '../../test/derive/form4/filings.js';

export const YEAR = {
  rows: 170_000,
  people: 60_000,
  issuers: 5_000,
  now: '2026-11-20T12:00:00.000Z',
} as const;

const WEEKLY = { people: 300, weeks: 20 };
const DAY = 86_400_000;
const BATCH = 2_000;

/** A few hundred people file every week for twenty weeks; the others now and then. */
function* filings(): Generator<Form4Filing> {
  const count = YEAR.rows / 2;
  const end = Date.parse(YEAR.now);
  for (let n = 0; n < count; n += 1) {
    const weekly = n < WEEKLY.people * WEEKLY.weeks;
    const person = weekly ? n % WEEKLY.people : (n * 104_729) % YEAR.people;
    const hours = weekly ? Math.floor(n / WEEKLY.people) * 7 * 24 + 20 : (n * 7919) % (364 * 24);
    const at = new Date(end - (hours + 1) * 3_600_000);
    const filedAt = at.toISOString();
    const code = (person + (weekly ? 0 : n % 3)) % 4 === 0 ? 'P' : 'S';
    yield inventedFiling({ n, person, filedAt, code });
  }
}

/** The `n`th filing, by one of the people, with two rows. */
export function inventedFiling(given: {
  n: number;
  person: number;
  filedAt: string;
  code: 'P' | 'S';
}): Form4Filing {
  const { n, person, filedAt, code } = given;
  const filedDate = filedAt.slice(0, 10);
  const isOfficer = person % 3 === 0;
  const owner = {
    ...invented(String(99_100_000 + person), `Owner${letters(person)} Example`),
    isDirector: person % 2 === 0,
    isOfficer,
    isTenPercentOwner: person % 17 === 0,
    officerTitle: isOfficer ? 'Chief Example Officer' : null,
  };
  const transactions = [0, 1].map((row) => transaction(row, n, code, filedDate));
  return form(`0009900001-26-${String(n).padStart(6, '0')}`, [owner], transactions, {
    filedAt,
    filedDate,
    issuer: {
      cik: String(9_900_000 + (person % YEAR.issuers)),
      name: `Example Issuer ${person % YEAR.issuers} Inc`,
      tradingSymbol: letters(person % YEAR.issuers),
      foreignTradingSymbol: null,
    },
    notSubjectToSection16: null,
    aff10b5One: n % 5 === 0,
  });
}

function transaction(row: number, n: number, code: 'P' | 'S', date: string): Form4Transaction {
  return sale({
    row,
    transactionDate: date,
    transactionCode: code,
    shares: 1000 + n + row,
    pricePerShare: 10 + (n % 400) / 8,
    acquiredDisposed: code === 'P' ? 'A' : 'D',
    sharesOwnedAfter: 50_000 + n + row,
    is10b5_1: n % 5 === 0,
  });
}

/** A number as four letters: 0 is AAAA. */
function letters(n: number): string {
  return [17_576, 676, 26, 1].map((unit) => String.fromCharCode(65 + (Math.floor(n / unit) % 26))).join('');
}

/** Writes the year with share counts of all issuers and a close of every weekday for every issuer, and derives its rows. */
export function writeYear(file: string): void {
  const store = openStore(file, 'write');
  const now = new Date(YEAR.now);
  let batch: Form4Filing[] = [];
  const flush = () => {
    writeBatch(store, { register: 'sec-form4', now, records: batch });
    batch = [];
  };
  for (const filing of filings()) if (batch.push(filing) >= BATCH) flush();
  flush();
  const all = Array.from({ length: YEAR.issuers }, (_, n) => n);
  const rows = all.map((n) => ({
    cik: String(9_900_000 + n),
    end: '2026-10-30',
    shares: 20_000_000 + n * 1000,
    accession: `0009900002-26-${String(n).padStart(6, '0')}`,
  }));
  writeBatch(store, {
    register: 'sec-companies',
    now,
    records: [{ kind: 'shares-outstanding', frame: 'CY2026Q4I', rows }],
  });
  for (let back = 20; back < 380; back += 1) {
    const date = new Date(now.getTime() - back * DAY).toISOString().slice(0, 10);
    const closes = all.map((n) => ({
      symbol: letters(n),
      date,
      close: 30 + ((n + back) % 50) / 10,
      kind: 'settlement-reference' as const,
    }));
    writeBatch(store, {
      register: 'prices-sec',
      now,
      records: [{ kind: 'closes', source: 'sec-public', rows: closes }],
    });
  }
  deriveForm4(store);
  store.close();
}

const [, self, path] = process.argv;
if (self === fileURLToPath(import.meta.url) && path !== undefined) writeYear(path);
