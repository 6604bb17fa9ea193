/** A table that gets very many rows in one publication has the same indexes afterwards, with full pages. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openSqliteWriter, type SqliteReadModelWriter } from '../../src/read-model/sqlite/writer.js';
import type { ScopeRows } from '../../src/read-model/tables.js';
import { next } from './invented-generation.js';

describe('read-model/late-indexes', () => {
  let writer: SqliteReadModelWriter;
  beforeEach(() => {
    writer = openSqliteWriter(':memory:');
  });
  afterEach(() => writer.close());

  /** Filings whose moments have nothing to do with their numbers, as in a data set. */
  function* filings(from: number, until: number): Generator<ScopeRows> {
    for (let n = from; n < until; n += 1) {
      const accession = `0009999999-26-${String(n).padStart(6, '0')}`;
      const filedAt = new Date(1_700_000_000_000 + ((n * 7919) % 40_009) * 60_000).toISOString();
      const columns = [
        'P',
        n,
        'QQZ',
        'QQZ',
        '4001',
        String(n % 977),
        filedAt.slice(0, 10),
        0,
        n,
        'A B',
        n,
        '',
      ];
      yield {
        table: 'filing',
        scope: [accession],
        rows: [[accession, 0, filedAt, ...columns, '/ticker/QQZ', '…']],
      };
    }
  }

  const publish = (number: number, changes: Iterable<ScopeRows>) =>
    writer.publish(
      next(number),
      { id: number === 1 ? null : `generation ${number - 1}`, isWhole: number === 1 },
      changes,
    );
  const indexes = () =>
    writer.database.rowsNow("SELECT name, sql FROM sqlite_master WHERE type = 'index' ORDER BY name");
  /** The part of the pages of an index that is empty. */
  const emptyPart = () =>
    writer.database.rowsNow<[number]>(
      "SELECT 1.0 * sum(unused) / sum(pgsize) FROM dbstat WHERE name = 'filing_by_time'",
    )[0]?.[0] as number;
  const newest = () =>
    writer.database.rowsNow('SELECT accession FROM filing ORDER BY filed_at DESC, accession LIMIT 3').flat();

  it('many rows: the indexes are made after them', async () => {
    const before = indexes();
    await publish(1, filings(0, 5_000));
    await publish(2, filings(5_000, 30_000));
    expect(indexes()).toEqual(before);
    // Added one by one they leave 9 % empty here, and 40 % in a full year.
    expect(emptyPart()).toBeLessThan(0.05);
    expect(writer.database.rowsNow('PRAGMA integrity_check').flat()).toEqual(['ok']);
    const other = openSqliteWriter(':memory:');
    await other.publish(next(1), { id: null, isWhole: true }, filings(0, 30_000));
    const expected = other.database.rowsNow(
      'SELECT accession FROM filing ORDER BY filed_at DESC, accession LIMIT 3',
    );
    expect(newest()).toEqual(expected.flat());
    await other.close();
  });

  it('a publication of many rows that fails leaves the indexes that were there', async () => {
    const before = indexes();
    await publish(1, filings(0, 5_000));
    const failing = function* () {
      yield* filings(5_000, 30_000);
      throw new Error('the ledger cannot be read');
    };
    await expect(publish(2, failing())).rejects.toThrow('the ledger cannot be read');
    expect(indexes()).toEqual(before);
    expect(writer.database.rowsNow('SELECT count(*) FROM filing')).toEqual([[5_000]]);
  });
});
