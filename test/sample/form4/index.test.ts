/** The Form 4 filings of the sample as documents. */

import { describe, expect, it } from '@jest/globals';
import { fillIn, sampleDocuments } from '../../../src/service/sample-documents.js';
import { someOf } from '../../tiers/whole.js';
import { all, marketRows, readSample, text, utcOfEastern } from './read-sample.js';

const DAY = '2026-11-21';
const documents = sampleDocuments('sec-form4', DAY);
const filings = documents.map(readSample);
const addDays = (day: string, n: number) =>
  new Date(Date.parse(day) + n * 86_400_000).toISOString().slice(0, 10);
const acceptedOf = (whole: string) => /<ACCEPTANCE-DATETIME>(\d{14})\n/.exec(whole)![1]!;

describe('the sample of Form 4', () => {
  it('names each document by its own accession number, which no other document has', () => {
    expect(new Set(documents.map(({ key }) => key)).size).toBe(documents.length);
    for (const { key, url, kind } of documents) {
      expect(key).toMatch(/^99000\d{5}-\d\d-\d{6}$/);
      expect(url).toMatch(
        new RegExp(`^https://www\\.sec\\.gov/Archives/edgar/data/99000\\d{5}/${key}\\.txt$`),
      );
      expect(kind).toBe('submission');
    }
  });

  it('has nearly all issuers and a hundred owners, in at most 200 filings', () => {
    expect(new Set(filings.map(({ issuerCik }) => issuerCik)).size).toBeGreaterThanOrEqual(38);
    expect(new Set(filings.flatMap(({ owners }) => owners)).size).toBeGreaterThan(100);
    expect(filings.length).toBeLessThanOrEqual(200);
  });

  it('has the usual transaction codes, and a P in the derivative table too', () => {
    const rows = filings.flatMap((filing) => filing.rows);
    expect([...new Set(rows.map(({ code }) => code))].sort().join('')).toBe('AFGMPS');
    expect(rows.filter((row) => row.derivative && row.code === 'P')).toHaveLength(1);
  });

  it('fills the feed of the last 30 days with more than 100 rows', () => {
    const recent = filings.filter(({ filed, type }) => type === '4' && filed >= addDays(DAY, -30));
    expect(recent.flatMap((filing) => marketRows(filing)).length).toBeGreaterThan(100);
  });

  it('never owns less than nothing, and counts each balance on from the one before', () => {
    for (const { rows } of filings) for (const { after } of rows) expect(after).toBeGreaterThanOrEqual(0);
    const seller = filings.filter(({ symbol }) => symbol === 'VYXT').map(({ owners }) => owners[0])[0];
    const rows = filings
      .filter(({ symbol, owners }) => symbol === 'VYXT' && owners[0] === seller)
      .flatMap((filing) => marketRows(filing, 'S'));
    expect(rows.length).toBeGreaterThan(20);
    rows.slice(1).forEach(({ shares, after }, i) => {
      expect(after).toBe(rows[i]!.after! - shares!);
    });
  });
});

describe('each document', () => {
  it('keeps to what EDGAR takes: ten owners, thirty rows a table, footnotes that exist', () => {
    for (const { root, owners } of filings) {
      expect(owners.length).toBeGreaterThanOrEqual(1);
      expect(owners.length).toBeLessThanOrEqual(10);
      for (const name of ['nonDerivativeTable', 'derivativeTable'])
        for (const table of all(root, name)) expect(table.children.length).toBeLessThanOrEqual(30);
      const defined = all(root, 'footnote').map((note) => note.attributes.id);
      const used = new Set(all(root, 'footnoteId').map((note) => note.attributes.id));
      expect(new Set(defined)).toEqual(used);
    }
  });

  it('says the same in header and document', () => {
    for (const { text: whole, root, type, owners, issuerCik, accession } of filings) {
      expect(/ACCESSION NUMBER:\s+(\S+)/.exec(whole)![1]).toBe(accession);
      expect(/<TYPE>(.*)/.exec(whole)![1]).toBe(type);
      expect(/CONFORMED PERIOD OF REPORT:\s+(\d+)/.exec(whole)![1]).toBe(
        text(root, 'periodOfReport')!.replaceAll('-', ''),
      );
      const ciks = [...whole.matchAll(/CENTRAL INDEX KEY:\s+(\d{10})/g)].map((match) => match[1]);
      expect(ciks).toEqual([...owners, issuerCik]);
    }
  });

  it('was made in the styles of several agents', () => {
    const schemas = new Set(filings.map(({ root }) => text(root, 'schemaVersion')));
    expect(schemas).toEqual(new Set(['X0306', 'X0508', 'X0609']));
    const without = filings.filter(({ root }) => all(root, 'aff10b5One').length === 0);
    expect(without.map(({ root }) => text(root, 'schemaVersion'))).toEqual(['X0306']);
    const boxes = new Set(filings.map(({ root }) => text(root, 'aff10b5One')).filter((box) => box !== null));
    expect(boxes).toEqual(new Set(['0', '1', 'true', 'false']));
    const wholes = filings.map((filing) => filing.text).join('');
    expect(wholes).toMatch(/&quot;ADS&quot;/);
    expect(wholes).toMatch(/&#8217;|\u2019/);
    expect(wholes).toMatch(/<notSubjectToSection16>(1|true)</);
  });
});

describe('the calendar of the sample', () => {
  it('holds for 400 days in a row: business days only, nothing accepted on or after the day', () => {
    for (const n of someOf(Array.from({ length: 400 }, (_, at) => at))) {
      // From a winter over 29 February 2028, both changes of the clock and two turns of the year.
      const day = addDays('2027-12-20', n);
      const made = sampleDocuments('sec-form4', day);
      const newest = fillIn('{{+000co}}', day);
      const times = made.map(({ bytes }) => acceptedOf(bytes.toString('latin1', 0, 200)));
      expect(utcOfEastern(times.at(-1)!) < `${day}T00:00:00.000Z`).toBe(true);
      expect([...times].sort()).toEqual(times);
      expect(times.at(-1)!.slice(0, 8)).toBe(newest);
      const days = [...new Set(times.map((time) => time.slice(0, 8)))];
      const weekend = days.filter((d) =>
        [0, 6].includes(new Date(`${d.slice(0, 4)}-${d.slice(4, 6)}-${d.slice(6)}T00:00:00Z`).getUTCDay()),
      );
      expect(weekend).toEqual([]);
      expect(days[0]! >= addDays(day, -365).replaceAll('-', '')).toBe(true);
    }
  });

  it('accepts at winter and at summer time, in the early morning and in the evening', () => {
    const times = filings.map((filing) => acceptedOf(filing.text));
    const offsets = times.map(
      (time) =>
        Date.parse(utcOfEastern(time)) -
        Date.parse(
          `${time.slice(0, 4)}-${time.slice(4, 6)}-${time.slice(6, 8)}T${time.slice(8, 10)}:${time.slice(10, 12)}:${time.slice(12)}Z`,
        ),
    );
    expect(new Set(offsets)).toEqual(new Set([4 * 3_600_000, 5 * 3_600_000]));
    expect(times.some((time) => time.endsWith('215731'))).toBe(true);
    expect(times.some((time) => time.slice(8) < '070000')).toBe(true);
  });
});
