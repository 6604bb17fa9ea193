/** The splits of issuers as sums of their shares need them: those that filings show, and those of the files of prices. */

import { appendTo } from '../../collections.js';
import { SPLITS_DOCUMENT, type StoredSplits } from '../../read-model/issuer-records.js';
import { knownSplits, type ShareSplit } from '../../records/form4/share-basis.js';
import { priceSymbol, type Split } from '../../records/prices/price.js';
import type { Store } from '../database/store.js';
import { markNoticesOfIssuer } from '../form144/notices.js';
import { markFilingsOfIssuer } from './unpublished.js';

type IssuerColumns = [cik: string, ticker: string, splits: string];

/** By the CIK of the issuer: only issuers with a split. */
export function shareSplits(store: Store): Map<string, ShareSplit[]> {
  const filed = new Map<string, Split[]>();
  const rows = store.sql<Split & { symbol: string }>(
    'SELECT symbol, date, numerator, denominator FROM splits ORDER BY date, source',
  );
  for (const { symbol, ...split } of rows.iterate()) appendTo(filed, symbol, split);
  const issuers = store.rows<IssuerColumns>(
    filed.size === 0
      ? "SELECT cik, ticker, splits FROM issuer WHERE splits <> '[]'"
      : "SELECT cik, ticker, splits FROM issuer WHERE splits <> '[]' OR ticker <> ''",
  );
  const found = new Map<string, ShareSplit[]>();
  for (const [cik, ticker, seen] of issuers.iterate()) {
    const splits = knownSplits(parsed(seen), filed.get(priceSymbol(ticker)) ?? []);
    if (splits.length > 0) found.set(cik, splits);
  }
  return found;
}

/** Those of one issuer. */
export function splitsOfIssuer(store: Store, cik: string): ShareSplit[] {
  const issuer = store.rows<IssuerColumns>('SELECT cik, ticker, splits FROM issuer WHERE cik = ?').get(cik);
  if (issuer === undefined) return [];
  const filed = store.sql<Split>(
    'SELECT date, numerator, denominator FROM splits WHERE symbol = ? ORDER BY date, source',
  );
  return knownSplits(parsed(issuer[2]), issuer[1] === '' ? [] : filed.all(priceSymbol(issuer[1])));
}

// What `writeDerivedIssuers` wrote.
const parsed = (seen: string): ShareSplit[] => JSON.parse(seen) as ShareSplit[];

/** For the questions that add shares up. */
export function splitsDocument(store: Store): [name: string, json: string] {
  const splits: StoredSplits = [...shareSplits(store)];
  return [SPLITS_DOCUMENT, JSON.stringify(splits)];
}

/** The sums of the issuers with these symbols are on another basis. */
export function markFilingsOfSymbols(store: Store, symbols: ReadonlySet<string>): void {
  const issuers = store.rows<[cik: string, ticker: string]>(
    "SELECT cik, ticker FROM issuer WHERE ticker <> ''",
  );
  for (const [cik, ticker] of issuers.all())
    if (symbols.has(priceSymbol(ticker))) {
      markFilingsOfIssuer(store, cik);
      markNoticesOfIssuer(store, cik);
    }
}
