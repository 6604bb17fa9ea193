/** The trading symbol of a company by its CIK, and what a change of one of its documents is found by. */

import { tickerBase } from '../../../tools/contract/ticker.js';
import { subjectOf } from '../../read-model/change-facts.js';
import type { Store } from '../database/store.js';

/** From Form 4, else from the SEC's list of companies; '' if neither has one. */
export function tickerOfIssuer(store: Store, cik: string): string {
  const [known] = store
    .rows<[ticker: string]>(
      `SELECT ticker FROM issuer WHERE cik = ?
       UNION ALL SELECT ticker FROM (SELECT ticker FROM company_ticker WHERE cik = ? ORDER BY position LIMIT 1)`,
    )
    .all(cik, cik);
  return known?.[0] ?? '';
}

/** The symbol with and without its class, the company, and the people. */
export function companySubjects(ticker: string, cik: string, people: readonly string[]): string[] {
  const symbols = ticker === '' ? [] : [ticker, tickerBase(ticker.toUpperCase())];
  return [
    ...new Set([
      ...symbols.map(subjectOf.ticker),
      subjectOf.issuer(cik),
      ...people.map((person) => subjectOf.owner(person)),
    ]),
  ];
}
