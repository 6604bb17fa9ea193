/**
 * Europe: the exports of Germany and Sweden compared with their cells, announcements of the UK and pages of the
 * Netherlands compared with rows that were read by eye (`europe-rows.json`).
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import type { PdmrFiling } from '../../src/records/europe/pdmr.js';
import { hasSamples } from '../../test/samples/folder.js';
import { bytesOf, parsed } from './documents.js';
import { type ComparedRow, type Score, Tally } from './tally.js';

/** By file, below the samples: [person, direction, price, volume, currency, total, transaction date]. */
type ManuallyReadRows = Record<
  string,
  Array<[string, string | null, number, number, string, number, string]>
>;

export async function measureGermany(): Promise<Score> {
  return measureExport('de-bafin', ['eu/de/de-export-rheinmetall-2026-07.trimmed.csv'], {
    issuer: ['Emittent', (row) => row.issuerName],
    person: ['Meldepflichtiger', (row) => row.pdmrName],
    isin: ['ISIN', (row) => row.isin ?? ''],
    nature: ['Art des Geschäfts', (row) => row.nature],
    price: ['Durchschnittspreis', (row) => `${comma(row.price)} ${row.currency}`],
    total: ['Aggregiertes Volumen', (row) => `${comma(row.totalValue)} ${row.currency}`],
  });
}

export async function measureSweden(): Promise<Score> {
  return measureExport('se-fi', ['eu/se/se-export-sv-2018-03.trimmed.csv'], {
    person: ['Person i ledande ställning', (row) => row.pdmrName],
    nature: ['Karaktär', (row) => row.nature],
    isin: ['ISIN', (row) => row.isin ?? ''],
    volume: ['Volym', (row) => comma(row.volume)],
    price: ['Pris', (row) => comma(row.price)],
    currency: ['Valuta', (row) => row.currency ?? ''],
  });
}

export async function measureUk(): Promise<Score> {
  return measureAgainstManualRows('uk-nsm', 'eu/uk/');
}

export async function measureNetherlands(): Promise<Score> {
  return measureAgainstManualRows('nl-afm', 'eu/nl/');
}

async function measureAgainstManualRows(register: string, folder: string): Promise<Score> {
  const rows = JSON.parse(
    readFileSync(join(packageRoot(), 'eval/fidelity/europe-rows.json'), 'utf8'),
  ) as ManuallyReadRows;
  const tally = new Tally();
  for (const [file, expected] of Object.entries(rows)) {
    if (!file.startsWith(folder) || !hasSamples(file)) continue;
    const found = await rowsOf(register, file, { publication_date: '2026-09-28T06:00:00Z' });
    tally.document(
      file,
      expected.map(([person, direction, price, volume, currency, total, date]) => ({
        person,
        direction,
        price,
        volume,
        currency,
        total,
        date,
      })),
      found?.map((row) => ({
        person: row.pdmrName,
        direction: row.direction,
        price: row.price,
        volume: row.volume,
        currency: row.currency,
        total: row.totalValue,
        date: row.transactionDate,
      })) ?? null,
    );
  }
  return tally.score;
}

type ExportColumns = Record<string, [heading: string, cell: (row: PdmrFiling) => string]>;

/** Unquoted cells are split at the semicolon; in these exports no quoted cell contains one. */
async function measureExport(register: string, files: string[], columns: ExportColumns): Promise<Score> {
  const tally = new Tally();
  for (const file of files.filter((name) => hasSamples(name))) {
    const bytes = bytesOf(file);
    const text = bytes.includes(0) ? bytes.toString('utf16le') : bytes.toString('utf8');
    const [head = '', ...lines] = text
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .filter((line) => line !== '');
    const headings = head.split(';').map((cell) => cell.trim());
    const at = (heading: string) => headings.findIndex((one) => one.startsWith(heading));
    const expected = lines.map((line): ComparedRow => {
      const cells = line.split(';').map((cell) => cell.replace(/\s+/g, ' ').trim());
      return Object.fromEntries(
        Object.entries(columns).map(([name, [heading]]) => [name, cell(cells[at(heading)])]),
      );
    });
    const found = await rowsOf(register, file, {});
    tally.document(
      file,
      expected,
      found?.map((row) =>
        Object.fromEntries(Object.entries(columns).map(([name, [, read]]) => [name, cell(read(row))])),
      ) ?? null,
    );
  }
  return tally.score;
}

/** Numbers in one spelling: no blanks or dots between thousands, no trailing zeros after the comma. */
function cell(text = ''): string {
  const plain = text.replaceAll('"', '').trim();
  const [, figure, unit = ''] = /^(-?\d[\d .\u00a0]*(?:,\d+)?)( ?[A-Z]{3})?$/.exec(plain) ?? [];
  if (figure === undefined) return plain;
  const value = Number(figure.replace(/[ .\u00a0]/g, '').replace(',', '.'));
  return `${value} ${unit.trim()}`.trim();
}

function comma(value: number | null): string {
  return value === null ? '' : String(value).replace('.', ',');
}

async function rowsOf(
  register: string,
  file: string,
  facts: Record<string, string>,
): Promise<PdmrFiling[] | null> {
  const records = await parsed(register, file, { facts });
  return (
    records?.flatMap((record) =>
      record.kind === 'pdmr' ? [record] : 'rows' in record ? (record.rows as PdmrFiling[]) : [],
    ) ?? null
  );
}
