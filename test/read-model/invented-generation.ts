/** Generations of invented people and documents, for tests of what publishes them. */

import type { Generation } from '../../src/read-model/generation.js';
import { RANKS_A_SECOND } from '../../src/read-model/search-rank.js';
import type { SqliteReadModelWriter } from '../../src/read-model/sqlite/writer.js';
import type { Row, ScopeRows } from '../../src/read-model/tables.js';

export function next(number: number, more: Partial<Generation> = {}): Omit<Generation, 'serveFrom'> {
  return {
    number,
    id: `generation ${number}`,
    at: '2026-10-08T12:00:00.000Z',
    nextRefreshAt: null,
    isFilling: false,
    ...more,
  };
}

/** A row of `insider`. The search takes the lowest rank first. */
export function person(cik: string, name: string, more: { rank?: number; lots?: string } = {}): Row {
  const words = name.toLowerCase().split(' ').sort().join(' ');
  const slug = `${name.toLowerCase().replaceAll(' ', '-')}-${cik}`;
  const { rank = Number(cik), lots = '' } = more;
  // A second for each rank.
  const seen = new Date(Date.UTC(2026, 2, 1, 21, 30) - rank * 1000).toISOString();
  return [cik, slug, name, '[]', seen, seen, 1, 1, 1, rank * RANKS_A_SECOND, words, null, lots, ''];
}

export function people(...rows: Row[]): ScopeRows[] {
  return rows.map((row) => ({ table: 'insider', scope: [row[0] as string], rows: [row] }));
}

/** The scope of an owner whom no filing names any more. */
export function nobody(cik: string): ScopeRows {
  return { table: 'insider', scope: [cik], rows: [] };
}

export function documents(texts: Record<string, string>): ScopeRows {
  return { table: 'document', scope: [], rows: Object.entries(texts) };
}

/** Publishes the next generation, which has only totals. */
export async function publishTotals(
  writer: SqliteReadModelWriter,
  number: number,
  totals: object,
): Promise<void> {
  const id = (await writer.newest())?.id ?? null;
  await writer.publish(next(number), { id, isWhole: id === null }, [
    documents({ 'digest-totals': JSON.stringify(totals) }),
  ]);
}
