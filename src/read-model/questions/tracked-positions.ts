/** Which tracked portfolios hold a company, left it, or traded it: found by its symbols. */

import type { Reads } from '../../../tools/contract/reads.js';
import type { FundPosition, OfficialTrade } from '../../../tools/contract/shapes/issuer.js';
import { compareText } from '../../collections.js';
import type { GenerationTables } from '../question.js';
import { firstReadable, readableRows } from '../unreadable-rows.js';
import type { Condition } from './condition.js';
import { countMatches } from './count-matches.js';
import { tickerFilter } from './feed-filter.js';
import { type JsonAndKey, parsedRow } from './json-rows.js';

export async function trackedPositions(
  tables: GenerationTables,
  { tickers, limit }: Parameters<Reads['trackedPositions']>[0],
): ReturnType<Reads['trackedPositions']> {
  if (tickers.length === 0) return { funds: [], fundsTotal: 0, officials: [], officialsTotal: 0 };
  const symbols = tickerFilter(tickers, 'ticker');
  const funds = await fundsWith(tables, symbols);
  const { filter, values } = symbols;
  const { current, currentValues } = tables;
  const ask = (most: number) =>
    tables.rows<JsonAndKey>(
      `SELECT json, slug, position FROM tracker_position WHERE ${filter} AND kind = 'traded' ${current}
       ORDER BY traded DESC, slug, position LIMIT ?`,
      [...values, ...currentValues, most],
    );
  const officials = await firstReadable(tables, limit, ask, parsedRow<OfficialTrade>('tracker_position'));
  const officialsTotal = await countMatches(tables, 'tracker_position', {
    filter: `${filter} AND kind = 'traded'`,
    values,
  });
  return {
    funds: funds.slice(0, limit),
    fundsTotal: funds.length,
    officials: officials.rows,
    officialsTotal,
  };
}

/** All of them: a few for each portfolio. Held ones first, the largest first. */
async function fundsWith(tables: GenerationTables, { filter, values }: Condition): Promise<FundPosition[]> {
  const stored = await tables.rows<JsonAndKey>(
    `SELECT json, slug, position FROM tracker_position WHERE ${filter} AND kind IN ('exited', 'held') ${tables.current}
     ORDER BY slug, position`,
    [...values, ...tables.currentValues],
  );
  const positions = readableRows(tables, stored, parsedRow<FundPosition>('tracker_position')).rows;
  const value = ({ valueUsd, priorValueUsd }: FundPosition) => valueUsd ?? priorValueUsd ?? 0;
  // Sorting keeps the order of equal ones.
  return positions.sort((a, b) => compareText(b.status, a.status) || value(b) - value(a));
}
