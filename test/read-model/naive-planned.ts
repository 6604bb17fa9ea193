/** Planned sales over an array, as plainly as possible: what the read model is compared with. */

import { statusOf } from '../../tools/contract/planned-search.js';
import type {
  FoundPlannedSales,
  PlannedSaleProgress,
  PlannedSaleSearch,
} from '../../tools/contract/reads/planned-sales.js';
import { SerializedPageRows } from '../../tools/contract/serialized-rows.js';
import type { PlannedSaleFacts } from '../../tools/contract/shapes/planned-sale.js';
import { tickerBase } from '../../tools/contract/ticker.js';

export interface KnownPlannedSale {
  facts: PlannedSaleFacts;
  progress: PlannedSaleProgress;
}

/** `search.owner` is compared with the slug of the row. */
export function searchPlannedRows(
  sales: readonly KnownPlannedSale[],
  search: PlannedSaleSearch,
): FoundPlannedSales {
  const way = search.order === 'desc' ? -1 : 1;
  const matching = sales
    .filter((one) => isWanted(one, search))
    .map((one) => ({ one, key: keyOf(one.facts, search) }))
    .sort((a, b) => way * compare(a.key, b.key));
  const { after } = search;
  const rows = matching
    .filter(({ key }) => after === undefined || way * compare(key, [...after]) > 0)
    .slice(0, search.limit);
  return {
    rows: new SerializedPageRows<PlannedSaleFacts>(
      rows.map(({ one }) => [JSON.stringify(one.facts), `/issuers/${one.facts.cik}`]),
    ),
    progress: rows.map(({ one }) => one.progress),
    total: matching.length,
  };
}

type Key = Array<string | number>;

function keyOf(
  { filedAt, noticeId, approxSaleDate, marketValue }: PlannedSaleFacts,
  { sort }: PlannedSaleSearch,
): Key {
  const behind = [filedAt, noticeId];
  if (sort === 'filed') return behind;
  return sort === 'value'
    ? [Math.round((marketValue ?? 0) * 100), ...behind]
    : [approxSaleDate ?? '', ...behind];
}

/** The last part, the accession number, is in the opposite direction. */
function compare(a: Key, b: Key): number {
  for (const [at, one] of a.entries()) {
    const other = b[at]!;
    if (one !== other) return (one < other ? -1 : 1) * (at === a.length - 1 ? -1 : 1);
  }
  return 0;
}

function isWanted({ facts, progress }: KnownPlannedSale, search: PlannedSaleSearch): boolean {
  const symbol = facts.issuerTicker.toUpperCase();
  return (
    facts.filedAt >= search.since &&
    facts.filedAt <= search.until &&
    (search.cik === null || facts.cik === search.cik) &&
    (search.owner === null || facts.sellerSlug === search.owner) &&
    (search.ownerCik === null || facts.sellerCik === search.ownerCik) &&
    (search.planned === 'all' || facts.isPlanned === (search.planned === 'only')) &&
    (search.minValue === 0 || (facts.marketValue ?? -1) >= search.minValue) &&
    (search.sort !== 'value' || facts.marketValue !== null) &&
    (search.sort !== 'sale_date' || facts.approxSaleDate !== null) &&
    search.statuses.includes(statusOf(progress, search)) &&
    (search.tickers.length === 0 ||
      search.tickers.some((one) => one === symbol || one === tickerBase(symbol)))
  );
}
