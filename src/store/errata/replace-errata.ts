/** Takes the lines of the operator's files into the ledger. What a new, changed or removed line is about is stored and derived again. */

import { applyErrata, type ErratumLine, keyOf, withoutErrata } from '../../records/erratum.js';
import type { Form35Filing } from '../../records/form4/form35.js';
import type { PlannedSaleNotice } from '../../records/form144/form144.js';
import type { Schedule13Filing } from '../../records/holders/schedule13.js';
import type { RegisterRecord } from '../../records/index.js';
import { reportByDocument } from '../congress/stock-act-rows.js';
import type { Store } from '../database/store.js';
import { rowInRegister } from '../europe/pdmr-rows.js';
import { readFilings } from '../form4/form4-rows.js';
import { writeBatch } from '../write-batch.js';
import {
  marketOfRegister,
  markRowChanged,
  type StoredErratum,
  storedErrata,
  whyNotApplied,
} from './errata.js';

/** @returns how many rows are shown otherwise, or are derived again; 0 if the lines are those of before */
export function replaceErrata(store: Store, lines: readonly ErratumLine[], now: Date): number {
  const before = storedErrata(store);
  const rows = new Map<string, ErratumLine>();
  for (const line of differentLines(before, lines)) rows.set(`${line.register}\t${line.row}`, line);
  if (rows.size === 0) return 0;
  return store.transaction(() => {
    // As filed, before the old lines go.
    const records = [...rows.values()].map(({ register, row }) => ({
      register,
      row,
      record: recordAsFiled(store, register, row, before),
    }));
    store.sql('DELETE FROM erratum').run();
    const kept = new Map(before.map((line) => [keyOf(line), line]));
    for (const line of lines) {
      const isTouched = rows.has(`${line.register}\t${line.row}`);
      insertLine(store, line, isTouched ? undefined : kept.get(keyOf(line)));
    }
    for (const { register, row, record } of records) {
      if (record === undefined) continue;
      writeAgain(store, register, record, now);
      markRowChanged(store, record, row);
    }
    return rows.size;
  });
}

/** Lines of either list that the other does not have. */
function differentLines(before: readonly ErratumLine[], after: readonly ErratumLine[]): ErratumLine[] {
  const texts = [before, after].map((list) => new Set(list.map(textOf)));
  return [
    ...before.filter((line) => texts[1]?.has(textOf(line)) === false),
    ...after.filter((line) => texts[0]?.has(textOf(line)) === false),
  ];
}

const textOf = ({ register, row, field, filed, shown, reason, document, day }: ErratumLine): string =>
  JSON.stringify([register, row, field, filed, shown, reason, document, day]);

function insertLine(store: Store, line: ErratumLine, known: StoredErratum | undefined): void {
  const { register, row, field, filed, shown, reason, document, day } = line;
  store
    .sql(
      `INSERT INTO erratum (register, row_id, field, filed, shown, reason, document, day, state, as_filed)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      register,
      row,
      field,
      filed,
      shown,
      reason,
      document,
      day,
      known?.state ?? 'waiting',
      known?.asFiled ?? null,
    );
}

/** The holdings of a Form 4 are a record behind it, which writing the filing again would lose. */
function writeAgain(store: Store, register: string, record: RegisterRecord, now: Date): void {
  const held =
    record.kind === 'form4'
      ? store
          .rows<[holdings: string]>('SELECT holdings FROM form4_holdings WHERE accession = ?')
          .get(record.accession)
      : undefined;
  writeBatch(store, { register, now, records: [record] });
  if (held !== undefined && record.kind === 'form4')
    store
      .sql('INSERT INTO form4_holdings (accession, holdings) VALUES (?, ?) ON CONFLICT DO NOTHING')
      .run(record.accession, held[0]);
}

/** The stored record of a row, as it was filed; undefined where there is none. */
function recordAsFiled(
  store: Store,
  register: string,
  row: string,
  errata: readonly StoredErratum[],
): RegisterRecord | undefined {
  const record = storedRecord(store, register, row);
  if (record === undefined) return undefined;
  const applied = errata.flatMap((line) =>
    line.register === register && line.asFiled !== null ? [{ row: line.row, asFiled: line.asFiled }] : [],
  );
  return withoutErrata(record, applied);
}

/** The record of a row as it is stored. */
function storedRecord(store: Store, register: string, id: string): RegisterRecord | undefined {
  const document = id.slice(0, Math.max(0, id.lastIndexOf('-')));
  const json = <R>(query: string, key: string): R | undefined => {
    const [found] = store.rows<[record: string]>(query).get(key) ?? [];
    // What a record was written as.
    return found === undefined ? undefined : (JSON.parse(found) as R);
  };
  switch (register) {
    case 'sec-form4':
      return readFilings(store, 'accession', [document])[0]?.filing;
    case 'sec-form35':
      return json<Form35Filing>('SELECT filing FROM form35_filing WHERE accession = ?', document);
    case 'sec-144':
      return json<PlannedSaleNotice>('SELECT notice FROM form144_notice WHERE accession = ?', id);
    case 'sec-13dg':
      return json<Schedule13Filing>('SELECT record FROM schedule13_filing WHERE accession = ?', id);
    case 'sec-13f':
      return json<RegisterRecord>('SELECT record FROM report_13f WHERE accession = ?', document);
    case 'oge-278t':
      return json<RegisterRecord>('SELECT record FROM oge_report WHERE document_id = ?', document);
    case 'house-ptr':
    case 'senate-ptr':
      return reportByDocument(store, document)?.report;
    default: {
      const market = marketOfRegister.get(register);
      return market === undefined ? undefined : rowInRegister(store, market, id);
    }
  }
}

/** Registers whose rows can have errata. */
export const ERRATA_REGISTERS: readonly string[] = [
  'sec-form4',
  'sec-form35',
  'sec-144',
  'sec-13dg',
  'house-ptr',
  'senate-ptr',
  'oge-278t',
  'sec-13f',
  ...marketOfRegister.keys(),
];

/** What is wrong with each line, compared with what is stored; null for a line that can be applied. */
export function checkErrata(store: Store, lines: readonly ErratumLine[]): Array<string | null> {
  const stored = storedErrata(store);
  return lines.map((line) => {
    if (!ERRATA_REGISTERS.includes(line.register))
      return `${line.register} is none of ${ERRATA_REGISTERS.join(', ')}`;
    const record = recordAsFiled(store, line.register, line.row, stored);
    const [outcome] = record === undefined ? [] : applyErrata(record, [line]).outcomes;
    if (outcome === undefined) return `${line.register} has no row ${line.row}`;
    return outcome.state === 'applied' ? null : whyNotApplied(line, outcome.state, outcome.found);
  });
}
