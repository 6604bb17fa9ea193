/** A dump as Parquet: a file for each table, with types. Rows are written in groups, so that memory has a bound. */

import { join } from 'node:path';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { PublicColumn, PublicType, PublicValue } from './public-columns.js';
import type { TableSink, WrittenTable } from './table-sink.js';

/** Rows of a group: what is in memory at a time. */
const GROUP_ROWS = 10_000;

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

const TYPES: Readonly<Record<PublicType, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  real: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
};

export class ParquetSink implements TableSink {
  private writer: ParquetWriter | null = null;
  private columns: readonly PublicColumn[] = [];
  private waiting: PublicValue[][] = [];

  constructor(private readonly folder: string) {}

  async begin({ name, columns }: WrittenTable): Promise<void> {
    const elements = columns.map(
      (one): SchemaElement => ({ name: one.name, repetition_type: 'OPTIONAL', ...TYPES[one.type] }),
    );
    this.columns = columns;
    this.writer = new ParquetWriter({
      writer: fileWriter(join(this.folder, `${name}.parquet`)),
      schema: [{ name: 'root', num_children: columns.length }, ...elements],
      createdBy: 'disclosed',
    });
  }

  async write(rows: readonly PublicValue[][]): Promise<void> {
    for (const row of rows) this.waiting.push(row);
    if (this.waiting.length >= GROUP_ROWS) await this.flush();
  }

  async end(): Promise<void> {
    await this.flush();
    await this.writer?.finish();
    this.writer = null;
  }

  async close(): Promise<void> {
    this.waiting = [];
    this.writer = null;
  }

  private async flush(): Promise<void> {
    const rows = this.waiting;
    if (rows.length === 0) return;
    this.waiting = [];
    const columnData = this.columns.map(({ name, type }, at) => ({
      name,
      data: rows.map((row) => parquetValue(row[at] ?? null, type)),
    }));
    await this.writer?.write({ columnData, rowGroupSize: GROUP_ROWS * 2 });
  }
}

function parquetValue(value: PublicValue, type: PublicType): PublicValue | bigint {
  return type === 'integer' && value !== null ? BigInt(value) : value;
}
