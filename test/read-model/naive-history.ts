/** The transactions of one person over arrays, as plainly as possible: what the read model is compared with. */

import type { TransactionSearch } from '../../tools/contract/reads/insiders.js';
import type { InsiderTransaction } from '../../tools/contract/shapes/insider.js';

export function historyRows(
  history: readonly InsiderTransaction[],
  { since, until, codes, tickers, minValue, sort, order, after, limit }: TransactionSearch,
): { rows: InsiderTransaction[]; total: number } {
  const plain = (symbol: string) => symbol.toUpperCase().replace(/[-/ ]/, '.');
  const isOf = (row: InsiderTransaction, one: string) =>
    plain(row.issuerTicker) === one || plain(row.issuerTicker).split('.')[0] === one;
  const hasKey = (row: InsiderTransaction) =>
    sort === 'value' ? row.totalValue !== null : sort === 'filed' || row.transactionDate !== null;
  const matching = history
    .filter((row) => row.filedAt >= since && row.filedAt <= until)
    .filter((row) => codes === null || codes.includes(row.transactionCode))
    .filter((row) => tickers.length === 0 || tickers.some((one) => isOf(row, one)))
    .filter((row) => minValue === 0 || (row.totalValue !== null && row.totalValue >= minValue))
    .filter(hasKey);
  const keyOf = (row: InsiderTransaction) => {
    const at = row.filingId.lastIndexOf('-');
    const first = {
      filed: [],
      value: [Math.round((row.totalValue ?? 0) * 100)],
      traded: [row.transactionDate ?? ''],
    };
    return [...first[sort], row.filedAt, row.filingId.slice(0, at), Number(row.filingId.slice(at + 1))];
  };
  const before = (a: ReadonlyArray<string | number>, b: ReadonlyArray<string | number>): number => {
    const at = a.findIndex((one, place) => one !== b[place]);
    if (at === -1) return 0;
    const isAscending = at >= a.length - 2 === (order === 'desc');
    // Both are texts or both numbers.
    return (a[at] as string) < (b[at] as string) === isAscending ? -1 : 1;
  };
  const sorted = matching
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => before(a.key, b.key))
    .filter(({ key }) => after === undefined || before(after, key) < 0);
  return { rows: sorted.slice(0, limit).map(({ row }) => row), total: matching.length };
}
