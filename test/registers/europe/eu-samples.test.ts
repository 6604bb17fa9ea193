/** Real and written documents of de, se and nl, read as they are: each gives the rows of its description. */

import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { deriveMarket } from '../../../src/derive/europe/derive-market.js';
import type { PdmrFiling } from '../../../src/records/europe/pdmr.js';
import { createDeBafin } from '../../../src/registers/europe/de-bafin/index.js';
import { createNlAfm } from '../../../src/registers/europe/nl-afm/index.js';
import { parseIndex } from '../../../src/registers/europe/nl-afm/parse.js';
import { createSeFi } from '../../../src/registers/europe/se-fi/index.js';
import type { Register, Warning } from '../../../src/registers/register.js';
import { exclusion } from '../../derive/europe/pdmr-rows.js';
import { samplePath } from '../../samples/folder.js';
import { describeNeeds } from '../../samples/needs.js';

const SAMPLES = 'eu';

async function read(register: Register, file: string): Promise<{ rows: PdmrFiling[]; warnings: Warning[] }> {
  const bytes = readFileSync(samplePath(SAMPLES, file));
  const recognised = register.recognise({ name: file, bytes });
  if (recognised === null) throw new Error(`${file} is not recognised`);
  const rows: PdmrFiling[] = [];
  const warnings: Warning[] = [];
  for await (const parsed of register.parse({
    ...recognised,
    bytes,
    retrievedAt: '2026-10-01T00:00:00.000Z',
  })) {
    warnings.push(...parsed.warnings);
    for (const record of parsed.records)
      if (record.kind === 'pdmr') rows.push(record);
      else if (record.kind === 'pdmr-notification') rows.push(...record.rows);
  }
  return { rows, warnings };
}

/** What is left out because other statements, or the figures themselves, contradict it. */
const keyingErrors = (rows: PdmrFiling[]) =>
  deriveMarket(rows).flatMap(({ filingId, exclusion }) => (exclusion === 'keying-error' ? [filingId] : []));
const feed = (rows: PdmrFiling[]) => rows.filter((row) => exclusion(row) === null);
const tradesNow = (rows: PdmrFiling[]) => rows.filter((row) => row.direction && row.status === 'current');
const aboveFloor = (rows: PdmrFiling[]) =>
  rows.filter((row) => row.currency !== 'SEK' || row.price! * row.volume! >= 50_000);

describeNeeds(SAMPLES)('samples of de, se and nl', () => {
  it('de: three real rows', async () => {
    const { rows, warnings } = await read(createDeBafin(), 'de/de-export-rheinmetall-2026-07.trimmed.csv');
    expect(warnings).toEqual([]);
    expect(
      feed(rows).map((row) => [row.pdmrName, row.nature, row.price, row.totalValue, row.publicationAt]),
    ).toEqual([
      ['ATP Holding GmbH', 'Kauf', 954.62, 3043314.5, '2026-06-25T09:48:44.000Z'],
      ['Roosen-Grillo, Dr. Jutta', 'Kauf', 951.2, 42804, '2026-06-25T09:27:33.000Z'],
      ['Küplemez, Murat', 'Verkauf', 1550, 6200, '2025-12-16T08:16:52.000Z'],
    ]);
  });

  it('de: odd rows', async () => {
    const { rows, warnings } = await read(createDeBafin(), 'de/de-export-odd-rows.constructed.csv');
    expect(warnings.map((warning) => warning.kind)).toEqual(['repeated-row']);
    expect(rows.length).toBe(12);
    const trades = rows.filter((row) => row.direction !== null);
    expect(trades.length).toBe(9);
    expect(trades.map(exclusion).filter((reason) => reason !== null)).toEqual(['no-price', 'no-currency']);
    expect(feed(rows).filter((row) => row.currency === 'GBP').length).toBe(1);
  });

  it('de: a header alone', async () => {
    expect(await read(createDeBafin(), 'de/de-export-empty.constructed.csv')).toEqual({
      rows: [],
      warnings: [],
    });
  });

  it('se: 250 rows of March 2018', async () => {
    const { rows, warnings } = await read(createSeFi(), 'se/se-export-sv-2018-03.trimmed.csv');
    expect(warnings).toEqual([]);
    expect(rows.length).toBe(250);
    expect(new Set(rows.map((row) => row.filingId)).size).toBe(250);
    expect(tradesNow(rows).length).toBe(206);
    expect(aboveFloor(tradesNow(rows)).length).toBe(157);
    expect(rows.filter((row) => row.volumeIsAmount).length).toBe(10);
    expect(feed(rows).length).toBe(198);
    // Four totals typed as price, and 1,000 at 500 among fills at 59 to 60; with the header of 2018 and with today's.
    for (const type of [null, 'Aktie']) {
      const typed = rows.map((row) => ({ ...row, instrumentType: type }));
      expect(
        keyingErrors(typed)
          .map((id) => id.split('|').slice(4, 6).join(' × '))
          .sort(),
      ).toEqual(['1000 × 500', '2000 × 71659', '2000 × 71707', '2900 × 102719', '500 × 24750']);
    }
  });

  it('se: 115 rows of June 2026, the same from both languages', async () => {
    const swedish = await read(createSeFi(), 'se/se-export-sv-2026-06.constructed.csv');
    const english = await read(createSeFi(), 'se/se-export-en-2026-06.trimmed.csv');
    expect([...swedish.warnings, ...english.warnings]).toEqual([]);
    for (const { rows } of [swedish, english]) {
      expect(rows.length).toBe(115);
      expect(tradesNow(rows).length).toBe(51);
      expect(aboveFloor(feed(rows)).length).toBe(37);
      expect(keyingErrors(rows)).toEqual([]);
      expect(Math.max(...feed(rows).map((row) => row.totalValue!))).toBe(453_654_850);
    }
    const facts = ({
      filingId,
      price,
      volume,
      totalValue,
      publicationAt,
      transactionDate,
      status,
    }: PdmrFiling) => ({
      filingId,
      price,
      volume,
      totalValue,
      publicationAt,
      transactionDate,
      status,
    });
    expect(english.rows.map(facts)).toEqual(swedish.rows.map(facts));
    expect(swedish.rows.some((row) => row.capacity.includes('\u00a0'))).toBe(false);
  });

  it('se: a header alone', async () => {
    expect(await read(createSeFi(), 'se/se-export-empty.csv')).toEqual({ rows: [], warnings: [] });
  });

  it('nl: 12 entries of June 2026', () => {
    const { entries, warnings } = parseIndex(readFileSync(samplePath(SAMPLES, 'nl/nl-index-2026-06.xml')));
    expect(warnings).toEqual([]);
    expect(entries.length).toBe(12);
    expect(entries[0]).toEqual({
      id: '202606255D97B116-325C-4738-98A2-012317A5F84E',
      transactionDate: '2026-06-25',
      relatedParty: null,
    });
    const twice = entries.filter((entry) => entry.id.includes('0120CAEC'));
    expect(twice.map((entry) => entry.transactionDate)).toEqual(['2026-06-23', '2026-06-22']);
  });

  it('nl: the other register is not mistaken for this one', () => {
    const bytes = readFileSync(samplePath(SAMPLES, 'nl/nl-other-register-bestuurders.trimmed.xml'));
    expect(createNlAfm().recognise({ name: 'x.xml', bytes })).toBeNull();
  });

  it.each([
    ['nl/nl-detail-asm-2026-06-10.html', 1, []],
    ['nl/nl-detail-two-fills.constructed.html', 2, [20500, 11000]],
    ['nl/nl-detail-mixed-types.constructed.html', 6, [310748.13, 126875]],
  ])('%s: %d rows', async (file, count, values) => {
    const { rows, warnings } = await read(createNlAfm(), file);
    expect(warnings).toEqual([]);
    expect(rows.length).toBe(count);
    expect(feed(rows).map((row) => row.totalValue)).toEqual(values);
  });
});
