/**
 * A fund of 5,000 holdings and 40 quarters: how long its derivation takes from a store with closes of two years, and
 * how large its answers are. The cost of answering is part of the benchmark `http`.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveTrackers } from '../../src/ingest/derive/portfolios.js';
import type { HoldingRow, Holdings13F } from '../../src/records/portfolios/form13f.js';
import type { CuratedTracker } from '../../src/records/portfolios/tracker.js';
import { openStore } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { publishedReads } from '../../test/published-reads.js';
import { HOLDINGS, symbolOf } from './large-fund.js';

const QUARTERS = 40;
/** Two closes a week over two years: the public files have a security about as often. */
const CLOSES = 208;
const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-20T12:00:00.000Z');
const tracker: CuratedTracker = {
  slug: 'large',
  displayName: 'Large',
  entityName: 'Large Capital LLC',
  role: 'Invented',
  archetype: 'hedge_fund',
  benchmarkTicker: symbolOf(0),
  sortOrder: 1,
  caveatKeys: [],
  sourceId: '0009990001',
  sources: ['a/b:c', 'd/e:f'],
};

/** Measures and prints. */
export async function run(print: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-bench-'));
  const store = openStore(join(folder, 'bench.db'), 'write');
  try {
    const numbers = Array.from({ length: HOLDINGS }, (_, i) => i);
    const write = (register: string, records: Parameters<typeof writeBatch>[1]['records']) =>
      writeBatch(store, { register, now: NOW, records });
    const companies = numbers.map((i) => ({
      cik: String(100_000 + i),
      name: `BENCH ${i} CORP`,
      ticker: symbolOf(i),
      exchange: 'NYSE',
    }));
    const symbols = numbers.map((i) => ({
      cusip: cusipOf(i),
      symbol: symbolOf(i),
      description: '',
      lastDate: '2026-11-01',
    }));
    write('sec-companies', [{ kind: 'company-tickers', companies }]);
    write('prices-sec', [{ kind: 'cusip-symbols', file: 'bench', rows: symbols }]);
    for (let from = 0; from < HOLDINGS; from += 500)
      write('prices-sec', [
        {
          kind: 'closes',
          source: 'sec-public',
          rows: numbers.slice(from, from + 500).flatMap((i) => closesOf(i)),
        },
      ]);
    write(
      'sec-13f',
      Array.from({ length: QUARTERS }, (_, quarter) => reportOf(quarter, numbers)),
    );
    for (const prices of ['sec-public', null] as const) {
      const started = performance.now();
      const cpu = process.cpuUsage();
      const { warnings } = deriveTrackers(store, NOW, [tracker], prices);
      const seconds = ((performance.now() - started) / 1000).toFixed(2);
      // The machine may do other work meanwhile: processor time shows how long it takes alone.
      const { user, system } = process.cpuUsage(cpu);
      const spent = ((user + system) / 1e6).toFixed(2);
      print(
        `${HOLDINGS} holdings, ${QUARTERS} quarters, ${prices === null ? 'no prices' : `${HOLDINGS * CLOSES} closes`}: ${seconds} s, ${spent} s of processor (goal under 5), ${warnings.length} warnings`,
      );
      const whole = await publishedReads(store).tracker(tracker.slug);
      const kilobytes = (detail: unknown) => Math.round(Buffer.byteLength(JSON.stringify(detail)) / 1024);
      const none = { ...whole, valueHistory: [], valueSeriesUsd: [], benchmarkSeries: [] };
      print(
        `  the detail: ${kilobytes(whole)} KB with ${whole?.valueSeriesUsd.length} days of series, ${kilobytes(none)} KB without`,
      );
    }
    print(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const cusipOf = (i: number) => `99${String(i).padStart(4, '0')}10${i % 10}`;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The last one four weeks ago. */
function closesOf(i: number) {
  const last = NOW.getTime() - 28 * DAY_MS;
  return Array.from({ length: CLOSES }, (_, half) => ({
    symbol: symbolOf(i),
    date: dayOf(last - half * 3.5 * DAY_MS),
    close: 20 + (i % 80) + (half % 7),
    kind: 'close' as const,
  }));
}

function reportOf(quarter: number, numbers: readonly number[]): Holdings13F {
  const end = new Date(Date.UTC(2016, 12 + quarter * 3, 0));
  const filedDate = dayOf(end.getTime() + 44 * DAY_MS);
  const rows = numbers.map(
    (i): HoldingRow => ({
      row: i,
      nameOfIssuer: `BENCH ${i} CORP`,
      titleOfClass: 'COM',
      cusip: cusipOf(i),
      figi: null,
      value: (20 + (i % 80)) * (1000 + i + quarter * (i % 5)),
      amount: 1000 + i + quarter * (i % 5),
      amountType: 'SH',
      putCall: null,
      discretion: 'SOLE',
      otherManager: null,
    }),
  );
  return {
    kind: '13f',
    accession: `0009990001-26-${String(quarter).padStart(6, '0')}`,
    cik: '9990001',
    managerName: 'Large Capital LLC',
    formType: '13F-HR',
    amendmentType: null,
    amendmentNo: null,
    periodEnd: dayOf(end.getTime()),
    filedAt: `${filedDate}T20:15:00.000Z`,
    filedAtApproximate: false,
    filedDate,
    reportType: '13F HOLDINGS REPORT',
    tableEntryTotal: rows.length,
    tableValueTotal: rows.reduce((sum, { value }) => sum + (value ?? 0), 0),
    isConfidentialOmitted: false,
    valueUnit: 'dollars',
    valueUnitContradicted: false,
    rows,
  };
}
