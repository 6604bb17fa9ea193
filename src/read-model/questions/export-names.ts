/** Names of the exports: every person, and every symbol of the feed. */

import type { GenerationTables } from '../question.js';

export async function exportNames(
  tables: GenerationTables,
  { folder, from, limit }: { folder: 'insiders' | 'tickers'; from: string; limit: number },
): Promise<string[]> {
  const text =
    folder === 'insiders'
      ? `SELECT slug FROM insider WHERE slug >= ? ${tables.current} ORDER BY slug LIMIT ?`
      : `SELECT DISTINCT ticker FROM filing WHERE ticker >= ? AND ticker <> '' ${tables.current} ORDER BY ticker LIMIT ?`;
  const rows = await tables.rows<[name: string]>(text, [from, ...tables.currentValues, limit]);
  return rows.map(([name]) => name);
}
