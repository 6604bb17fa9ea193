/**
 * The tables of the read model: the columns that questions filter and sort by, and each row as the JSON that is sent, or
 * packed. They are described once, and each engine makes its own schema from this.
 */

import type { SqlValue } from '../database/database.js';
import { CONGRESS_TABLES } from './tables/congress.js';
import { FORM4_TABLES } from './tables/form4.js';
import { HOLDING_TABLES } from './tables/holdings.js';

/**
 * Raised whenever a table changes or the same records give other rows: everything is then published again. By one if the program of
 * the version before can answer from the new tables too, because columns and tables were only added; by two if it cannot.
 */
export const READ_MODEL_VERSION = 25;

/**
 * Whether this program can answer from tables of that version: its own, and those of the next one. So a service continues to answer while its
 * writer is replaced first.
 */
export function canAnswerFrom(version: number): boolean {
  return version === READ_MODEL_VERSION || version === READ_MODEL_VERSION + 1;
}

export type ColumnType = 'text' | 'integer' | 'real';

export interface Table {
  readonly name: string;
  /** In the order of the values of a row. A type with `?` allows NULL. */
  readonly columns: Readonly<Record<string, ColumnType | `${ColumnType}?`>>;
  /** The columns that name a row. They begin with those of `scope`. */
  readonly key: readonly string[];
  /** Rows with the same values here are published together; none means the whole table. */
  readonly scope: readonly string[];
  /** Each as columns with their direction. */
  readonly indexes: Readonly<Record<string, readonly string[]>>;
}

/** The values of a row, in the order of the columns. */
export type Row = readonly SqlValue[];

const tables = {
  ...FORM4_TABLES,
  /** What a tracked portfolio holds, left or traded under a symbol, each as the JSON that is sent. */
  tracker_position: {
    columns: {
      slug: 'text',
      position: 'integer',
      // held, exited or traded.
      kind: 'text',
      ticker: 'text',
      ticker_base: 'text',
      // Date of the trade; '' otherwise.
      traded: 'text',
      json: 'text',
    },
    key: ['slug', 'position'],
    scope: [],
    indexes: {
      by_ticker: ['ticker_base', 'kind', 'traded DESC', 'slug', 'position', 'ticker'],
    },
  },
  /** Symbols in upper case and their issuer. `cik` is '' for a symbol that only other registers name. */
  symbol: {
    columns: { symbol: 'text', cik: 'text', name: 'text', ticker: 'text' },
    key: ['symbol'],
    scope: [],
    indexes: {},
  },
  ...CONGRESS_TABLES,
  ...HOLDING_TABLES,
  eu_row: {
    columns: {
      market: 'text',
      filing_id: 'text',
      publication_at: 'text',
      isin: 'text?',
      currency: 'text?',
      total_value: 'real?',
      lei: 'text?',
      // P or S; '' if the register's word is neither.
      direction: 'text',
      // See `foldedWords`.
      issuer_words: 'text',
      manager_words: 'text',
      // See `sortName`.
      issuer_name: 'text',
      manager_name: 'text',
      // Date of the trade; '' if unknown.
      traded: 'text',
      json: 'text',
    },
    key: ['market', 'filing_id'],
    scope: ['market'],
    indexes: {
      // With every filter, so that a search reads whole rows only to give them.
      by_time: [
        'market',
        'publication_at DESC',
        'filing_id',
        'currency',
        'total_value',
        'direction',
        'lei',
        'issuer_words',
        'manager_words',
      ],
      by_value: ['market', 'currency', 'total_value DESC', 'publication_at DESC', 'filing_id', 'direction'],
      by_traded: ['market', 'traded DESC', 'publication_at DESC', 'filing_id', 'currency', 'total_value'],
      by_issuer: ['market', 'issuer_name', 'publication_at DESC', 'filing_id', 'currency', 'total_value'],
      by_manager: ['market', 'manager_name', 'publication_at DESC', 'filing_id', 'currency', 'total_value'],
      by_isin: ['market', 'isin', 'publication_at DESC', 'filing_id', 'currency', 'total_value'],
      by_lei: ['market', 'lei', 'publication_at DESC', 'filing_id', 'currency', 'total_value'],
    },
  },
  /** What entered, changed or left: see docs/reference.md, "Changes". A generation never changes, and leaves as a whole. */
  change: {
    columns: {
      generation: 'integer',
      position: 'integer',
      at: 'text',
      kind: 'text',
      event: 'text',
      reason: 'text',
      // '' if no amount is known.
      currency: 'text',
      cents: 'integer',
      // See change-facts.ts.
      facts: 'text',
    },
    key: ['generation', 'position'],
    scope: ['generation'],
    indexes: {
      // With every filter, so that a search reads whole rows only to give them.
      by_place: ['generation', 'position', 'kind', 'event', 'currency', 'cents'],
      by_time: ['at', 'generation'],
    },
  },
  /** What a change is found by: see `subjectOf`. */
  change_subject: {
    columns: { subject: 'text', generation: 'integer', position: 'integer' },
    key: ['subject', 'generation', 'position'],
    scope: ['generation'],
    indexes: { by_generation: ['generation'] },
  },
  /**
   * Short lists: clusters, streaks, trackers, members. The row with the name '' has the names of all others in their order: one
   * that comes first moves the others, and changes none of their rows.
   */
  list_row: {
    columns: { list: 'text', name: 'text', page: 'text', json: 'text' },
    key: ['list', 'name'],
    scope: ['list'],
    indexes: {},
  },
  /** The lists of tracked portfolios: the rows of `tracker/…` documents, one by one. */
  tracker_row: {
    columns: {
      slug: 'text',
      // holding, exit or transaction.
      list: 'text',
      position: 'integer',
      // What changed since the last report, or the type of a transaction; '' if unknown.
      kind: 'text',
      // Upper case; '' if unknown.
      ticker: 'text',
      ticker_base: 'text',
      // Date of a transaction; '' if unknown.
      traded: 'text',
      // Value of a holding or an exit of a 13F; UNKNOWN_CENTS for all others.
      cents: 'integer',
      json: 'text',
    },
    key: ['slug', 'list', 'position'],
    scope: [],
    indexes: { by_kind: ['kind', 'cents DESC', 'slug', 'list', 'position'] },
  },
  /** The positions of 13F portfolios in each quarter, largest first: read only to compare quarters. */
  tracker_holding: {
    // `json`: a `QuarterPosition`.
    columns: { slug: 'text', period_end: 'text', position: 'integer', cusip: 'text', json: 'text' },
    key: ['slug', 'period_end', 'position'],
    scope: ['slug', 'period_end'],
    indexes: { by_cusip: ['slug', 'cusip', 'period_end', 'position'] },
  },
  /** The names that the search finds beside people: see search-entries.ts. */
  search_chunk: {
    // `names` and `facts` have a line for each entry.
    columns: { list: 'text', chunk: 'text', names: 'text', facts: 'text' },
    key: ['list', 'chunk'],
    scope: ['list'],
    indexes: {},
  },
  /** The document that a record was read from, as it was downloaded. */
  source_document: {
    columns: {
      // The accession number or the id of the report or notification.
      record: 'text',
      register: 'text',
      // The key of the document within the register: '' if that is `record`, or that of a file of many records.
      document: 'text',
      url: 'text',
      // In base64.
      sha256: 'text',
      bytes: 'integer',
      retrieved_at: 'text',
    },
    key: ['record', 'register'],
    scope: ['record'],
    indexes: {},
  },
  /** The signed manifests of generations. No manifest counts this table. */
  manifest: {
    // `json`: see src/proof/manifest.ts.
    columns: { number: 'integer', sha256: 'text', json: 'text' },
    key: ['number'],
    scope: ['number'],
    indexes: {},
  },
  /** Whole documents: tracked portfolios and their quarters, the labels of transactions, the states of the sources, totals. */
  document: {
    columns: { name: 'text', json: 'text' },
    key: ['name'],
    scope: [],
    indexes: {},
  },
} as const satisfies Record<string, Omit<Table, 'name'>>;

export type TableName = keyof typeof tables;
// `Object.fromEntries` loses the names.
export const TABLES = Object.fromEntries(
  Object.entries(tables).map(([name, table]) => [name, { name, ...table }]),
) as unknown as Readonly<Record<TableName, Table>>;

/** All rows of one scope of a table, as they are from now on. */
export interface ScopeRows {
  table: TableName;
  /** The values of the scope's columns. */
  scope: readonly SqlValue[];
  rows: readonly Row[];
}

/** `"row"` and the like are words of SQL. */
export const quoted = (column: string): string => {
  const [name, ...direction] = column.split(' ');
  return [`"${name}"`, ...direction].join(' ');
};
