/** One SQLite table of invented filings, each with its ready row, that every server of the bench answers from. */

import Database from 'better-sqlite3';
import { inventedFilings, inventedReads } from '../../test/invented-reads.js';
import type { FilingsQuery } from '../../tools/contract/reads/filings.js';
import type { Reads } from '../../tools/contract/reads.js';
import { SerializedPageRows } from '../../tools/contract/serialized-rows.js';
import type { FilingFacts } from '../../tools/contract/shapes/filing.js';

export const TABLE_ROWS = 20_000;
/** The default window of the feed has 240 rows, so that what is measured is not the counting of them. */
const EVERY_MS = 10_800_000;
/** The path of the page of every row: all are of one issuer. */
const PAGE = '/ticker/BRKW';
const COLUMNS = 'filed_at >= ? AND filed_at <= ? AND total_value >= ?';

/** Writes the table into the file `file`. */
export function writeTable(file: string): void {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.exec(
    'CREATE TABLE filing (id INTEGER PRIMARY KEY, filed_at TEXT, total_value REAL, row TEXT); CREATE INDEX filing_at ON filing (filed_at, id)',
  );
  const insert = database.prepare('INSERT INTO filing VALUES (?, ?, ?, ?)');
  const [first] = inventedFilings(1) as [FilingFacts];
  database.transaction(() => {
    const from = Date.UTC(2026, 10, 19);
    for (let index = 0; index < TABLE_ROWS; index += 1) {
      const filedAt = new Date(from - index * EVERY_MS).toISOString();
      // More than any value that a request names.
      const totalValue = 1_000_000_000 + index * 100;
      const filingId = `0000900001-26-${String(index).padStart(6, '0')}-0`;
      insert.run(
        TABLE_ROWS - index,
        filedAt,
        totalValue,
        JSON.stringify({ ...first, filingId, filedAt, totalValue }),
      );
    }
  })();
  database.close();
}

type Question = Pick<FilingsQuery, 'since' | 'until' | 'minValue'>;

/** The two questions of the feed over the table, the same for every server of the bench. */
export interface Table {
  /** The newest rows that match, each as JSON. */
  rows(question: Question & { limit: number }): string[];
  /** How many rows match, counted up to 1,000. */
  total(question: Question): number;
}

export function openTable(file: string): Table {
  const database = new Database(file, { readonly: true });
  const newest = `FROM filing WHERE ${COLUMNS} ORDER BY filed_at DESC, id DESC LIMIT`;
  const rows = database.prepare(`SELECT row ${newest} ?`).pluck();
  const total = database.prepare(`SELECT count(*) FROM (SELECT 1 ${newest} 1000)`).pluck();
  return {
    // `row` is a column of text.
    rows: ({ since, until, minValue, limit }) => rows.all(since, until, minValue, limit) as string[],
    // A count is a number.
    total: ({ since, until, minValue }) => total.get(since, until, minValue) as number,
  };
}

/** Reads that answer the feed from the table, and everything else from memory. */
export function tableReads(file: string): Reads {
  const table = openTable(file);
  return {
    ...inventedReads(),
    latestFilings: async (question) =>
      new SerializedPageRows(table.rows(question).map((row) => [row, PAGE] as const)),
    filingTotals: async (question) => ({ rows: table.total(question), purchases: 0, sales: 0 }),
  };
}
