/** All rows of a table of one generation, a page at a time, in the order of its key. */

import type { SqlValue } from '../database/database.js';
import type { NamedElsewhere, WholeTables } from './generation.js';
import { type GenerationTables, placeholders } from './question.js';
import { storedLabels } from './questions/insiders.js';
import { readPlaces } from './read-lists.js';
import { quoted, type Row, TABLES, type TableName } from './tables.js';

const PAGE = 500;

export function wholeTables(tables: GenerationTables): WholeTables {
  return { scan: (name) => scanTable(tables, name), named: () => readNamed(tables) };
}

async function readNamed(tables: GenerationTables): Promise<NamedElsewhere> {
  return {
    labels: await storedLabels(tables),
    places: {
      clusters: await readPlaces(tables, ['clusters', 'clusters-more']),
      streaks: await readPlaces(tables, ['streaks', 'streaks-more']),
    },
    tickers: new Map(
      await tables.rows<[cik: string, ticker: string]>(
        `SELECT cik, ticker FROM issuer WHERE ticker <> '' ${tables.current}`,
        [...tables.currentValues],
      ),
    ),
  };
}

/** Any number of rows takes the memory of one page. */
async function* scanTable(
  { rows, current, currentValues }: GenerationTables,
  name: TableName,
): AsyncGenerator<Row[]> {
  const { columns, key } = TABLES[name];
  const names = Object.keys(columns);
  const places = key.map((column) => names.indexOf(column));
  const keys = key.map(quoted).join(', ');
  const select = `SELECT ${names.map(quoted).join(', ')} FROM ${name}`;
  const order = `ORDER BY ${keys} LIMIT ${PAGE}`;
  const behind = `(${keys}) > (${placeholders(key)})`;
  let after: SqlValue[] | null = null;
  for (;;) {
    const page: Row[] = await rows<SqlValue[]>(
      `${select} WHERE ${after === null ? '1 = 1' : behind} ${current} ${order}`,
      [...(after ?? []), ...currentValues],
    );
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    // A key consists of columns of its table.
    after = places.map((place) => last[place] as SqlValue);
  }
}
