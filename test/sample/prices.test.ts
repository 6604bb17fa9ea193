/** The sample's prices and share counts: late, sparse and odd in the ways of the real files, and read without a warning. */

import { describe, expect, it } from '@jest/globals';
import { issuers } from '../../data/sample/make/cast.js';
import { parse as parseShares } from '../../src/registers/form4/sec-companies/parse.js';
import { parse as parseFails } from '../../src/registers/prices/prices-sec/parse.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';

const DAY = '2026-11-21';
const documents = sampleDocuments('prices-sec', DAY);
const rows = documents
  .flatMap((document) => [...parseFails(document)])
  .flatMap(({ records }) => records)
  .flatMap((record) => (record.kind === 'closes' ? record.rows : []));

describe('the fails-to-deliver files of the sample', () => {
  it('cover a year, each file its own half month, and end weeks before the day', () => {
    const names = documents.map(({ key }) => key);
    expect(names).toEqual([...new Set(names)].sort());
    for (const name of names) expect(name).toMatch(/^cnsfails20\d{4}[ab]$/);
    const days = rows.map(({ date }) => date).sort();
    expect([days[0]! < '2025-12-05', days.at(-1)! < '2026-11-07', days.at(-1)! > '2026-10-25']).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('read without a warning and repeat themselves', () => {
    expect(
      documents.flatMap((document) => [...parseFails(document)]).flatMap(({ warnings }) => warnings),
    ).toEqual([]);
    expect(
      sampleDocuments('prices-sec', DAY).every(({ bytes }, i) => bytes.equals(documents[i]!.bytes)),
    ).toBe(true);
  });

  it('have gaps, securities without a price, and symbols without separators', () => {
    const days = new Map<string, number>();
    for (const { symbol } of rows) days.set(symbol, (days.get(symbol) ?? 0) + 1);
    expect(Math.min(...days.values())).toBeLessThan(40);
    expect(Math.max(...days.values())).toBeGreaterThan(100);
    expect(days.has('QQZA') && days.has('QQZB')).toBe(true);
    expect([...days.keys()].every((symbol) => /^[A-Z]+$/.test(symbol))).toBe(true);
    expect(documents.some(({ bytes }) => /\|XYZQ\|.*\|\.$/m.test(bytes.toString()))).toBe(true);
    expect(days.has('XYZQ')).toBe(false);
  });

  it('show one split, one settlement day late', () => {
    const series = rows.filter(({ symbol }) => symbol === 'TQLE').sort((a, b) => (a.date < b.date ? -1 : 1));
    const steps = series.flatMap(({ close, date }, i) =>
      i > 0 && close / series[i - 1]!.close < 0.6 ? [date] : [],
    );
    // First traded in new shares on Monday 2026-07-06: the day after still states that close in old ones.
    expect(steps).toHaveLength(1);
    expect(steps[0]! > '2026-07-07').toBe(true);
  });
});

describe('the frames of the sample', () => {
  const frames = sampleDocuments('sec-companies', DAY)
    .slice(1)
    .map((document) => [...parseShares(document)][0]!);

  it('are five, without a warning, and know most issuers', () => {
    expect(frames.flatMap(({ warnings }) => warnings)).toEqual([]);
    const records = frames
      .flatMap(({ records: own }) => own)
      .filter((record) => record.kind === 'shares-outstanding');
    expect(records.map(({ frame }) => frame)).toEqual([
      'CY2025Q4I',
      'CY2026Q1I',
      'CY2026Q2I',
      'CY2026Q3I',
      'CY2026Q4I',
    ]);
    const ciks = new Set(records.flatMap((record) => record.rows.map(({ cik }) => cik)));
    expect(ciks.size).toBeGreaterThan(30);
    expect(ciks.size).toBeLessThan(issuers.length);
    for (const record of records) for (const { end } of record.rows) expect(end < DAY).toBe(true);
  });
});
