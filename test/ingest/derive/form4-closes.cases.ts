/** A close that arrives weeks after the trade, or is corrected: the price is judged again, and the change is in the log. */

import { describe, expect, it } from '@jest/globals';
import { deriveForm4 } from '../../../src/ingest/derive/form4.js';
import type { Form4Filing } from '../../../src/records/form4/form4.js';
import type { RegisterRecord } from '../../../src/records/index.js';
import type { CusipSymbols } from '../../../src/records/portfolios/cusip.js';
import type { Closes } from '../../../src/records/prices/price.js';
import { recordChanges } from '../../../src/store/changes/record-changes.js';
import type { Store } from '../../../src/store/database/open.js';
import { markAllPending } from '../../../src/store/derivation-version.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import { settledOn } from '../../derive/form4/filed-closes.js';
import fc, { runs } from '../../property.js';
import { emptyStore } from '../../store/empty-store.js';
import { accession, filing, owner, trade } from '../../store/form4/invented-filings.js';
import { derivedRows } from '../derived-rows.js';

describe('ingest/derive/form4-closes', () => {
  const NOW = new Date('2026-04-20T12:00:00.000Z');

  const sold = (number: number, day: string, pricePerShare: number, more: Partial<Form4Filing> = {}) =>
    filing(number, {
      owners: [owner(`700${number}`, `Name${number} Invented`)],
      periodOfReport: day,
      transactions: [trade(0, { transactionDate: day, pricePerShare, shares: 3000 + number })],
      ...more,
    });
  /** Closes of trading days, as the files state them. */
  const closes = (list: Array<[day: string, close: number]>, symbol = 'QLMK'): Closes => ({
    kind: 'closes',
    source: 'sec-public',
    rows: list.map(([day, close]) => ({
      symbol,
      date: settledOn(day),
      close,
      kind: 'settlement-reference',
    })),
  });
  const securities = (
    lastDate: string,
    { cusip = '990000110', symbol = 'QLMK', description = 'QUILLMARK CORP COM' } = {},
  ): CusipSymbols => ({
    kind: 'cusip-symbols',
    file: `cnsfails ${lastDate}`,
    rows: [{ cusip, symbol, description, lastDate }],
  });
  const LOW = closes([
    ['2026-02-26', 10.1],
    ['2026-02-27', 10.2],
  ]);

  const write = (store: Store, ...records: RegisterRecord[]) =>
    writeBatch(store, { register: 'r', now: NOW, records });
  const pending = (store: Store) =>
    store.rows<[cik: string, isWhole: number]>('SELECT cik, is_whole FROM pending_issuer ORDER BY cik').all();
  const contradicted = (store: Store) =>
    store
      .rows<[string]>(
        `SELECT f.accession FROM form4_derived r JOIN form4_label l ON l.id = r.label_id
         JOIN form4_filing f ON f.id = r.filing_id WHERE l.implausible <> '' ORDER BY 1`,
      )
      .all()
      .map(([one]) => one);

  /** A store with a price ten times that of another filing, as the log knows it. */
  function followed(): Store {
    const store = emptyStore();
    recordChanges(store, { number: 0, at: '2026-03-01T00:00:00.000Z' });
    store.sql("INSERT INTO followed (name, since) VALUES ('sec-form4', '2026-02-01')").run();
    write(store, sold(1, '2026-02-27', 102), sold(2, '2026-02-26', 10.1));
    deriveForm4(store);
    publish(store, 1);
    return store;
  }
  function publish(store: Store, number: number): void {
    recordChanges(store, { number, at: NOW.toISOString() });
    store.sql('DELETE FROM unpublished').run();
  }
  const changes = (store: Store, generation: number) =>
    store
      .rows<[string, string, string]>(
        `SELECT event, reason, json_extract(facts, '$[1]') FROM change_log WHERE generation = ? ORDER BY position`,
      )
      .all(generation)
      .map((columns) => columns.join(' '));

  it('makes the issuer pending, changes the verdict, and the log says so', () => {
    const store = followed();
    expect(contradicted(store)).toEqual([]);
    write(store, LOW, securities('2026-03-13'));
    expect(pending(store)).toEqual([['4001', 1]]);
    deriveForm4(store);
    expect(contradicted(store)).toEqual([accession(1)]);
    publish(store, 2);
    expect(changes(store, 2)).toEqual([`changed content ${accession(1)}`]);
    // Corrected to what was paid.
    write(store, closes([['2026-02-27', 101]]));
    deriveForm4(store);
    expect(contradicted(store)).toEqual([]);
    publish(store, 3);
    expect(changes(store, 3)).toEqual([`changed content ${accession(1)}`]);
    store.close();
  });

  it('takes the verdict back when the file names another security for the symbol', () => {
    const store = followed();
    write(store, LOW, securities('2026-03-13'));
    deriveForm4(store);
    expect(contradicted(store)).toEqual([accession(1)]);
    write(store, securities('2026-03-20', { cusip: '990000219' }));
    deriveForm4(store);
    expect(contradicted(store)).toEqual([]);
    store.close();
  });

  it('leaves an issuer alone whose prices it cannot change', () => {
    const store = followed();
    const ordinary = {
      cik: '4002',
      name: 'Sedgewick Corp',
      tradingSymbol: 'SEDG',
      foreignTradingSymbol: null,
    };
    write(store, ...[3, 4, 5].map((n) => sold(n, '2026-02-27', 10 + n / 10, { issuer: ordinary })));
    deriveForm4(store);
    write(store, closes([['2026-02-27', 3]], 'SEDG'), closes([['2026-01-27', 3]]), securities('2026-02-17'));
    // The same again, and that of the operator's file.
    write(store, { ...LOW, source: 'csv' });
    expect(pending(store)).toEqual([]);
    write(store, LOW);
    deriveForm4(store);
    write(store, LOW);
    expect(pending(store)).toEqual([]);
    store.close();
  });

  it('is heard by the filings that come after it', () => {
    const store = emptyStore();
    write(store, LOW, securities('2026-03-13'), ...[2, 3, 4].map((n) => sold(n, '2026-02-26', 10 + n / 10)));
    deriveForm4(store);
    write(store, sold(1, '2026-02-27', 102));
    expect(pending(store)).toEqual([['4001', 0]]);
    deriveForm4(store);
    expect(contradicted(store)).toEqual([accession(1)]);
    store.close();
  });

  it('gives the same rows in whatever order files and filings come', () => {
    const day = fc.integer({ min: 20, max: 27 }).map((n) => `2026-02-${n}`);
    const price = fc.constantFrom(10, 11, 102, 33, 1_100, 15_000);
    const record = fc.oneof(
      fc
        .record({ number: fc.integer({ min: 1, max: 9 }), day, price })
        .map((one): RegisterRecord => sold(one.number, one.day, one.price)),
      fc
        .array(fc.tuple(day, fc.constantFrom(9.5, 10, 35, 100)), { minLength: 1, maxLength: 4 })
        .map(
          (list): RegisterRecord =>
            closes(list.filter(([one]) => !['2026-02-21', '2026-02-22'].includes(one))),
        ),
      fc
        .record({
          lastDate: day,
          cusip: fc.constantFrom('990000110', '990000110', '990000110', '990000219'),
          description: fc.constantFrom('QUILLMARK CORP COM', 'QUILLMARK CORP COM', 'QUILL CORP WARRANT'),
        })
        .map(({ lastDate, ...more }): RegisterRecord => securities(lastDate, more)),
    );
    let met = 0;
    fc.assert(
      fc.property(fc.array(fc.array(record, { minLength: 1, maxLength: 6 }), { maxLength: 9 }), (steps) => {
        const store = emptyStore();
        for (const step of steps) {
          write(store, ...step);
          deriveForm4(store);
        }
        const refreshed = derivedRows(store);
        met += contradicted(store).length;
        store.sql('DELETE FROM form4_derived').run();
        store.sql('DELETE FROM awaited_close').run();
        markAllPending(store, 1000);
        deriveForm4(store);
        expect(derivedRows(store)).toEqual(refreshed);
        store.close();
      }),
      { numRuns: runs(60), seed: 42 },
    );
    expect(met).toBeGreaterThan(runs(10));
  });
});
