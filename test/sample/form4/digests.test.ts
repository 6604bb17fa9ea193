/** The clusters and streaks that the sample's stories promise. */

import { describe, expect, it } from '@jest/globals';
import { issuerOf } from '../../../data/sample/make/cast.js';
import { sampleDocuments } from '../../../src/service/sample-documents.js';
import { marketRows, readSample, type SampleFiling } from './read-sample.js';

const DAY_MS = 86_400_000;
const addDays = (day: string, n: number) => new Date(Date.parse(day) + n * DAY_MS).toISOString().slice(0, 10);
/** Monday of the ISO week. */
const weekOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/** `CIK P` or `CIK S` with the number of insiders: people that share a filing are one. */
function clustersOf(filings: SampleFiling[], day: string): Map<string, number> {
  const values = new Map<string, Map<string, number>>();
  for (const filing of filings) {
    if (filing.type !== '4' || filing.filed < addDays(day, -60)) continue;
    for (const code of ['P', 'S']) {
      const sum = marketRows(filing, code).reduce((total, { value }) => total + value, 0);
      if (sum === 0) continue;
      const key = `${filing.issuerCik} ${code}`;
      const insiders = values.get(key) ?? new Map<string, number>();
      insiders.set(filing.owners[0]!, (insiders.get(filing.owners[0]!) ?? 0) + sum);
      values.set(key, insiders);
    }
  }
  const counts = [...values].map(
    ([key, insiders]) => [key, [...insiders.values()].filter((value) => value >= 10_000).length] as const,
  );
  return new Map(counts.filter(([, count]) => count >= 3));
}

interface Run {
  key: string;
  weeks: number;
  value: number;
  lastWeek: string;
}

/** Runs of two or more weeks that reach 50,000 USD, keyed `issuer owner code`. */
function runsOf(filings: SampleFiling[]): Run[] {
  const weekly = new Map<string, Map<string, number>>();
  for (const filing of filings) {
    if (filing.type !== '4') continue;
    for (const { code, value } of marketRows(filing)) {
      const key = `${filing.issuerCik} ${filing.owners[0]} ${code}`;
      const weeks = weekly.get(key) ?? new Map<string, number>();
      weeks.set(weekOf(filing.filed), (weeks.get(weekOf(filing.filed)) ?? 0) + value);
      weekly.set(key, weeks);
    }
  }
  const runs: Run[] = [];
  for (const [key, weeks] of weekly) {
    let run: Run | null = null;
    for (const [week, value] of [...weeks].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (run && addDays(run.lastWeek, 7) === week) {
        run.weeks++;
        run.value += value;
        run.lastWeek = week;
      } else {
        run = { key, weeks: 1, value, lastWeek: week };
        runs.push(run);
      }
    }
  }
  return runs.filter(({ weeks, value }) => weeks >= 2 && value >= 50_000);
}

// Saturday, Monday, Tuesday after a holiday, Wednesday, 29 February, the turn of the year, both clock changes.
const days = [
  '2026-11-21',
  '2026-11-23',
  '2026-09-08',
  '2026-07-01',
  '2028-02-29',
  '2027-01-01',
  '2027-01-04',
  '2027-03-14',
  '2027-11-07',
];

describe.each(days)('digests of the sample on %s', (day) => {
  const filings = sampleDocuments('sec-form4', day).map(readSample);
  const clusters = clustersOf(filings, day);
  const keyOf = (ticker: string, code: string) => `${issuerOf(ticker).cik} ${code}`;

  it('has the clusters that the stories promise, one issuer with both directions', () => {
    for (const ticker of ['ZQRA', 'QVEX', 'QNTZ']) expect([...clusters.keys()]).toContain(keyOf(ticker, 'P'));
    for (const ticker of ['ZYLO', 'VQAR', 'ABCD']) expect([...clusters.keys()]).toContain(keyOf(ticker, 'S'));
    expect(clusters.get(keyOf('XQIN', 'P'))).toBe(3);
    expect(clusters.get(keyOf('XQIN', 'S'))).toBe(3);
    expect(clusters.size).toBeLessThanOrEqual(24);
  });

  it.each(['ZZTA', 'WQRL', 'YXLO', 'XOVQ', 'QLUM'])(
    'has no cluster at %s, which falls just short',
    (ticker) => {
      expect(clusters.has(keyOf(ticker, 'P')) || clusters.has(keyOf(ticker, 'S'))).toBe(false);
      const trading = filings.filter((f) => f.issuerCik === issuerOf(ticker).cik && marketRows(f).length > 0);
      expect(trading.length).toBeGreaterThanOrEqual(2);
    },
  );

  it('has eight live streaks in both directions, older runs of the same people, and near misses', () => {
    const newest = filings.reduce((last, { filed }) => (filed > last ? filed : last), '');
    const runs = runsOf(filings);
    // This week or the one before, as seen from New York on that day.
    const isLive = ({ lastWeek }: Run) => lastWeek >= addDays(weekOf(day), -7);
    const live = runs.filter(isLive);
    expect(live.length).toBeGreaterThanOrEqual(8);
    expect(live.length).toBeLessThanOrEqual(50);
    expect(new Set(live.map(({ key }) => key.slice(-1)))).toEqual(new Set(['P', 'S']));
    expect(addDays(weekOf(newest), 7) >= weekOf(day)).toBe(true);
    const done = runs.filter((one) => !isLive(one)).map(({ key }) => key);
    expect(live.filter(({ key }) => done.includes(key)).length).toBeGreaterThanOrEqual(3);

    const liveAt = (ticker: string, code: string) =>
      live.filter(({ key }) => key.startsWith(issuerOf(ticker).cik) && key.endsWith(code)).length;
    expect(liveAt('RXQO', 'S')).toBe(0);
    expect(liveAt('TQLE', 'P')).toBe(0);
    expect(liveAt('PQVA', 'P')).toBe(0);
    expect(liveAt('OQRE', 'P')).toBe(1);
    expect(runs.filter(({ key }) => key.startsWith(issuerOf('PQVA').cik) && key.endsWith('P'))).toHaveLength(
      1,
    );
  });
});
