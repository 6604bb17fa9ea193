/** Writes the public tables of one generation, and two that describe them: every table is read once, for all formats together. */

import type { WholeTables } from '../read-model/generation.js';
import { type TableDigest, TableDigests } from '../read-model/table-digests.js';
import { describingTables } from './describing-tables.js';
import type { PublicValue } from './public-columns.js';
import { PUBLIC_TABLES } from './public-tables.js';
import type { TableSink } from './table-sink.js';

/**
 * @param proved the tables of the signed manifest: each table that is read must be exactly what was signed
 * @returns how many rows each public table has
 * @throws StaleGenerationError if the tables changed while they were read
 */
export async function writeTables(
  generation: WholeTables,
  sinks: readonly TableSink[],
  proved: readonly TableDigest[],
  signal: AbortSignal,
): Promise<Array<{ name: string; rows: number }>> {
  const named = await generation.named();
  const written: Array<{ name: string; rows: number }> = [];
  for (const table of PUBLIC_TABLES) {
    const digests = new TableDigests();
    let rows = 0;
    for (const sink of sinks) await sink.begin(table);
    for await (const page of generation.scan(table.from)) {
      signal.throwIfAborted();
      const made: PublicValue[][] = [];
      for (const row of page) {
        digests.add(table.from, row);
        made.push(...table.rowsOf(row, named));
      }
      for (const sink of sinks) await sink.write(made);
      rows += made.length;
    }
    for (const sink of sinks) await sink.end();
    requireProved(table.from, digests.list(), proved);
    written.push({ name: table.name, rows });
  }
  for (const { table, rows } of describingTables(written))
    for (const sink of sinks) {
      await sink.begin(table);
      await sink.write(rows);
      await sink.end();
    }
  return written;
}

/** The rows of a table are not those that the manifest of the generation names. */
export class StaleGenerationError extends Error {
  override name = 'StaleGenerationError';
}

function requireProved(name: string, read: readonly TableDigest[], proved: readonly TableDigest[]): void {
  const [found, signed] = [read, proved].map((list) => list.find((one) => one.name === name));
  if (found !== undefined && found.sha256 === signed?.sha256 && found.rows === signed.rows) return;
  throw new StaleGenerationError(
    `The table ${name} is not the one that was signed: the generation was replaced while the dump was made, or the database was changed. Try again; "disclosed verify" checks the database.`,
  );
}
