/**
 * Registers that return the invented documents, with real metadata and the real write path, but without waiting.
 * The network and the parsing of bytes are left out, because other benchmarks measure them.
 */

import type { RegisterRecord } from '../../../src/records/index.js';
import type { Closes } from '../../../src/records/prices/price.js';
import { createRegisters } from '../../../src/registers/index.js';
import type { Batch, Parsed, RawDocument, Register } from '../../../src/registers/register.js';
import { EU_COUNTRIES, EU_MARKETS, type EuCountry } from '../../../tools/contract/markets/index.js';
import { members, report, reportCount } from './congress.js';
import { market } from './eu.js';
import { hourFiling, pastFiling, yearFiling } from './form4.js';
import { DAY, issuerCik, issuerName, letters, symbolOf, type Volume } from './synthetic-data.js';
import { cusips, fundReports, officialReports } from './trackers.js';

/** Filings in one document of a data set or one day of an index. */
const BATCH_SIZE = 2000;
const PRICE_DAYS = 260;

/** A planned document, and the records that its parser returns. */
interface PlannedDocument {
  key: string;
  records: () => Iterable<RegisterRecord>;
}

/** All registers. Those in `given` return its documents; the others must not be enabled. */
function withDocuments(given: Record<string, () => Iterable<PlannedDocument[]>>, now: Date): Register[] {
  return createRegisters().map((real): Register => {
    const steps = given[real.metadata.id];
    if (steps === undefined) return real;
    const waiting = new Map<string, PlannedDocument>();
    return {
      metadata: real.metadata,
      readerVersion: real.readerVersion,
      recognise: real.recognise,
      probe: real.probe,
      async *fetch(): AsyncGenerator<Batch> {
        for (const step of steps()) {
          for (const one of step) waiting.set(one.key, one);
          yield {
            documents: step.map(({ key }) => document(key, now)),
            cursors: { invented: step.at(-1)?.key ?? '' },
          };
        }
      },
      *parse({ key }: RawDocument): Generator<Parsed> {
        const one = waiting.get(key);
        waiting.delete(key);
        let records: RegisterRecord[] = [];
        for (const record of one?.records() ?? [])
          if (records.push(record) >= BATCH_SIZE) {
            yield { records, warnings: [] };
            records = [];
          }
        yield { records, warnings: [] };
      },
    };
  });
}

function document(key: string, now: Date): RawDocument {
  const url = `https://register.example/${key}`;
  return { key, kind: 'invented', url, retrievedAt: now.toISOString(), bytes: Buffer.alloc(0) };
}

/** Numbers `from` to `to` - 1 in steps of documents: one for each number, in batches. */
function* oneByOne(
  from: number,
  to: number,
  make: (n: number) => PlannedDocument,
): Generator<PlannedDocument[]> {
  for (let start = from; start < to; start += BATCH_SIZE)
    yield Array.from({ length: Math.min(BATCH_SIZE, to - start) }, (_, at) => make(start + at));
}

/** The documents of an initial import. */
export function yearRegisters(volume: Volume, now: Date): Register[] {
  const eu = (country: EuCountry) => () => [
    [{ key: `${country}-all`, records: () => market(country, volume, now) }],
  ];
  return withDocuments(
    {
      'sec-companies': () => [
        [{ key: 'tickers', records: () => [companyTickers(volume)] }],
        [{ key: 'shares', records: () => [shares(volume, now)] }],
      ],
      'sec-form4': function* () {
        // The decades before are data sets of many filings, the year has one document for each filing.
        const past = volume.identities - volume.people;
        for (let start = 0; start < past; start += BATCH_SIZE)
          yield [
            {
              key: `data-set-${start}`,
              *records() {
                for (let n = start; n < Math.min(start + BATCH_SIZE, past); n += 1)
                  yield pastFiling(volume.people + n, volume, now);
              },
            },
          ];
        yield* oneByOne(0, volume.filings, (n) => {
          const filing = yearFiling(n, volume, now);
          return { key: filing.accession, records: () => [filing] };
        });
      },
      'prices-sec': function* () {
        yield [{ key: 'cusips', records: () => [cusips(volume, now)] }];
        for (let back = PRICE_DAYS + 20; back > 20; back -= 1)
          yield [{ key: `closes-${back}`, records: () => [closes(volume, now, back)] }];
      },
      'sec-13f': () => [[{ key: 'funds', records: () => fundReports(volume, now) }]],
      'oge-278t': () => [[{ key: 'official', records: () => officialReports(volume, now) }]],
      'congress-members': () => [[{ key: 'members', records: () => [members(volume)] }]],
      'house-ptr': () =>
        oneByOne(0, reportCount(volume), (n) => {
          const one = report(n, volume, now);
          return { key: one.documentId, records: () => [one] };
        }),
      ...Object.fromEntries(EU_COUNTRIES.map((country) => [EU_MARKETS[country].register, eu(country)])),
    },
    now,
  );
}

/** The documents of one more hour: `filings` Form 4, some reports of members, and a few rows in every market. */
export function hourRegisters(volume: Volume, filings: number, round: number, now: Date): Register[] {
  const eu = (country: EuCountry) => () => [
    [{ key: `${country}-all`, records: () => market(country, volume, now, 10 * (1 + (round % 10))) }],
  ];
  const reports = reportCount(volume) + 5 * round;
  const nothing = () => [];
  return withDocuments(
    {
      'sec-companies': nothing,
      'prices-sec': nothing,
      'sec-13f': nothing,
      'oge-278t': nothing,
      'congress-members': nothing,
      'sec-form4': () =>
        oneByOne(0, filings, (n) => {
          const filing = hourFiling(n, round, volume, now);
          return { key: filing.accession, records: () => [filing] };
        }),
      'house-ptr': () =>
        oneByOne(reports, reports + 5, (n) => {
          const one = report(n, volume, now);
          return { key: one.documentId, records: () => [one] };
        }),
      ...Object.fromEntries(EU_COUNTRIES.map((country) => [EU_MARKETS[country].register, eu(country)])),
    },
    now,
  );
}

/** Ids of the registers with documents in the initial import. A refresh reads them all; some have nothing new. */
export const ENABLED = new Set<string>([
  'sec-companies',
  'sec-form4',
  'prices-sec',
  'sec-13f',
  'oge-278t',
  'congress-members',
  'house-ptr',
  ...Object.values(EU_MARKETS).map(({ register }) => register),
]);

function companyTickers(volume: Volume): RegisterRecord {
  const companies = Array.from({ length: volume.issuers }, (_, n) => ({
    cik: issuerCik(n),
    name: issuerName(n),
    ticker: symbolOf(n),
    exchange: 'Example',
  })).flatMap(({ ticker, ...company }) => (ticker === null ? [] : { ...company, ticker }));
  return { kind: 'company-tickers', companies };
}

function shares(volume: Volume, now: Date): RegisterRecord {
  const end = new Date(now.getTime() - 40 * DAY).toISOString().slice(0, 10);
  const rows = Array.from({ length: volume.issuers }, (_, n) => ({
    cik: issuerCik(n),
    end,
    shares: 20_000_000_000 + n * 1000,
    accession: `0009900009-26-${String(n).padStart(6, '0')}`,
  }));
  return { kind: 'shares-outstanding', frame: 'CY2026Q3I', rows };
}

/** A close of every issuer `back` days ago; the last days are missing, as they are in the public files. */
function closes(volume: Volume, now: Date, back: number): Closes {
  const date = new Date(now.getTime() - back * DAY).toISOString().slice(0, 10);
  return {
    kind: 'closes',
    source: 'sec-public',
    rows: Array.from({ length: volume.issuers }, (_, n) => ({
      symbol: letters(n),
      date,
      close: 30 + ((n * 7 + back) % 500) / 10,
      kind: 'settlement-reference',
    })),
  };
}
