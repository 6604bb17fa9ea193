/** Lots of the feed added up, as the ledger gives them and as a tool does. */

import type { Ledger } from './ledger.js';

/** The fields that `person` reads. */
export const SUM_FIELDS = 'ownerName,issuerTicker,issuerName,lots,totalValue';

/** Lots of one owner and one issuer added up, the largest sum first. */
export function sumsByPerson(ledger: Ledger, where: string, least: number, ...given: unknown[]) {
  return ledger
    .all<{ name: string; ticker: string; lots: number; cents: number }>(
      `SELECT (SELECT x.name FROM feed x WHERE x.owner = feed.owner AND x.cik = feed.cik AND x.code = feed.code
          ORDER BY x.filed_at DESC, x.accession, x."row" LIMIT 1) AS name,
        ticker, count(*) AS lots, sum(cents) AS cents
      FROM feed WHERE ${where}
      GROUP BY owner, cik, code HAVING sum(cents) >= ${least * 100}
      ORDER BY sum(cents) DESC, max(filed_at) DESC, owner, cik`,
      ...given,
    )
    .map(({ name, ticker, lots, cents }) => ({ name, ticker, lots, value: cents / 100 }));
}

/** Lots of one owner in one filing added up, the largest sum first. */
export function sumsByFiling(ledger: Ledger, where: string, least: number, ...given: unknown[]) {
  return ledger
    .all<{ name: string; ticker: string; lots: number; cents: number }>(
      `SELECT name, ticker, count(*) AS lots, sum(cents) AS cents FROM feed WHERE ${where}
        GROUP BY accession, owner, planned HAVING sum(cents) >= ${least * 100}
        ORDER BY sum(cents) DESC, filed_at DESC, accession, min("row")`,
      ...given,
    )
    .map(({ name, ticker, lots, cents }) => ({ name, ticker, lots, value: cents / 100 }));
}

/** A sum of a tool as those above write it. */
export const person = (row: Record<string, unknown>) => ({
  name: row.ownerName,
  ticker: row.issuerTicker,
  lots: row.lots,
  value: row.totalValue,
});
