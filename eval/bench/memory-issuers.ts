/** Companies over arrays of invented rows, for `memoryReads`. */

import type { JoinedEuRow } from '../../tools/contract/reads/europe.js';
import type { IssuerRecord } from '../../tools/contract/reads/issuers.js';
import type { Reads } from '../../tools/contract/reads.js';
import type { FilingFacts } from '../../tools/contract/shapes/filing.js';

type IssuerReads = Pick<Reads, 'issuerCodes' | 'issuerRecord' | 'trackedPositions' | 'euRowsOf'>;

export function memoryIssuers(
  filings: readonly FilingFacts[],
  rowsOfMarkets: (markets: readonly string[]) => JoinedEuRow[],
): IssuerReads {
  return {
    async issuerCodes(asked) {
      if ('cusip' in asked) return null;
      const row = filings.find((one) =>
        'cik' in asked ? one.cik === asked.cik : asked.ticker !== '' && one.issuerTicker === asked.ticker,
      );
      if (row === undefined) return null;
      const { cik, issuerName: name, issuerTicker: ticker } = row;
      return { cik, name, ticker, tickers: ticker === '' ? [] : [ticker], cusips: [] };
    },
    async issuerRecord({ cik, since, until, limit }) {
      const own = filings.filter((row) => row.cik === cik && row.filedAt >= since && row.filedAt <= until);
      const [newest] = own;
      if (newest === undefined) return null;
      return recordOf(newest, own, { since, until, limit });
    },
    trackedPositions: async () => ({ funds: [], fundsTotal: 0, officials: [], officialsTotal: 0 }),
    async euRowsOf({ markets, isins, since, until, limit }) {
      const rows = rowsOfMarkets(markets).filter(
        (row) => isins.includes(String(row.isin)) && row.publicationAt >= since && row.publicationAt <= until,
      );
      return { rows: rows.slice(0, limit), total: rows.length, isins: [...isins] };
    },
  };
}

/** One owner and one quarter: enough for the shape. */
function recordOf(
  newest: FilingFacts,
  own: readonly FilingFacts[],
  { since, until, limit }: { since: string; until: string; limit: number },
): IssuerRecord {
  const of = (code: 'P' | 'S') => own.filter((row) => row.transactionCode === code);
  const sum = (rows: readonly FilingFacts[]) =>
    Math.round(rows.reduce((total, row) => total + row.totalValue, 0) * 100) / 100;
  const [bought, sold] = [sum(of('P')), sum(of('S'))];
  return {
    names: [{ name: newest.issuerName, lastFiledAt: newest.filedAt }],
    insiders: [
      {
        slug: newest.ownerSlug,
        cik: newest.ownerCik,
        name: newest.ownerName,
        title: newest.ownerTitle,
        roles: ['officer' as const],
        lastFiledAt: newest.filedAt,
        purchases: bought,
        sales: sold,
        purchaseRows: of('P').length,
        saleRows: of('S').length,
        holdings: [],
        holdingsTotal: 0,
        holdingsNotRead: 0,
        rawFilingUrl: newest.rawFilingUrl,
      },
    ].slice(0, limit),
    insidersTotal: 1,
    quarters: [
      {
        quarter: '2026-Q4',
        from: since,
        to: until.slice(0, 10),
        partial: 'running',
        purchases: bought,
        sales: sold,
        net: Math.round((bought - sold) * 100) / 100,
        purchaseRows: of('P').length,
        saleRows: of('S').length,
        buyers: 1,
        sellers: 1,
      },
    ],
  };
}
