/** A dump as one SQLite file, with a table of facts about it. */

import Database from 'better-sqlite3';
import { quoted } from '../read-model/tables.js';
import type { PublicType, PublicValue } from './public-columns.js';
import type { TableSink, WrittenTable } from './table-sink.js';

const TYPES: Readonly<Record<PublicType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'REAL',
  boolean: 'INTEGER',
  json: 'TEXT',
};

/** Identifies the file as a dump (`PRAGMA application_id`). */
const APPLICATION_ID = 0x64736364;

export class SqliteSink implements TableSink {
  private readonly db: Database.Database;
  private table: WrittenTable | null = null;
  private insert: Database.Statement | null = null;

  /** `file` must not exist. `facts`: what the file says of itself, by name. */
  constructor(file: string, facts: Readonly<Record<string, string>>) {
    this.db = new Database(file);
    // A file that is not finished is thrown away: it needs no journal.
    this.db.pragma('journal_mode = OFF');
    this.db.pragma('synchronous = OFF');
    this.db.pragma('cache_size = -16384');
    this.db.pragma(`application_id = ${APPLICATION_ID}`);
    this.db.exec('CREATE TABLE dump_facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID');
    const fact = this.db.prepare('INSERT INTO dump_facts (name, value) VALUES (?, ?)');
    for (const [name, value] of Object.entries(facts)) fact.run(name, value);
  }

  async begin(table: WrittenTable): Promise<void> {
    const { name, columns } = table;
    const definitions = columns.map((one) => `${quoted(one.name)} ${TYPES[one.type]}`);
    this.db.exec(`CREATE TABLE ${name} (${definitions.join(', ')}); BEGIN;`);
    this.insert = this.db.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`);
    this.table = table;
  }

  async write(rows: readonly PublicValue[][]): Promise<void> {
    for (const row of rows) this.insert?.run(...row.map(sqliteValue));
  }

  async end(): Promise<void> {
    const { table } = this;
    if (table === null) return;
    for (const [at, columns] of table.indexes.entries())
      this.db.exec(
        `CREATE INDEX ${table.name}_${at + 1} ON ${table.name} (${columns.map(quoted).join(', ')})`,
      );
    this.db.exec('COMMIT');
    this.table = null;
  }

  async close(): Promise<void> {
    // Statistics, with which SQLite plans questions.
    if (this.db.open && !this.db.inTransaction) this.db.exec('ANALYZE');
    this.db.close();
  }
}

function sqliteValue(value: PublicValue): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value;
}
