/** A dump as CSV: a file for each table, in UTF-8, that a spreadsheet opens without running anything. */

import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { csvCell } from '../publish/csv.js';
import type { PublicValue } from './public-columns.js';
import type { TableSink, WrittenTable } from './table-sink.js';

export class CsvSink implements TableSink {
  private file: FileHandle | null = null;

  constructor(private readonly folder: string) {}

  async begin({ name, columns }: WrittenTable): Promise<void> {
    this.file = await open(join(this.folder, `${name}.csv`), 'wx');
    await this.file.write(csvLine(columns.map((one) => one.name)));
  }

  async write(rows: readonly PublicValue[][]): Promise<void> {
    await this.file?.write(rows.map(csvLine).join(''));
  }

  async end(): Promise<void> {
    await this.file?.close();
    this.file = null;
  }

  async close(): Promise<void> {
    await this.end();
  }
}

function csvLine(row: readonly PublicValue[]): string {
  return `${row.map((value) => csvCell(typeof value === 'boolean' ? String(value) : value)).join(',')}\r\n`;
}
