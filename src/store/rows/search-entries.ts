/** What the search finds beside people: issuers, members of Congress, tracked portfolios, European issuers and managers. */

import { EU_MARKETS, type EuCountry } from '../../../tools/contract/markets/index.js';
import type { SearchFacts } from '../../../tools/contract/reads/names.js';
import type { EuRowFacts } from '../../../tools/contract/shapes/eu.js';
import type { TrackerDetail, TrackerRowFacts } from '../../../tools/contract/shapes/tracker.js';
import { appendTo } from '../../collections.js';
import { type SearchEntry, searchChunkRows, searchCode } from '../../read-model/search-entries.js';
import type { Row } from '../../read-model/tables.js';
import type { Store } from '../database/store.js';

/** An issuer in the search, and its CUSIPs. */
export interface IssuerEntry extends SearchEntry<'issuer'> {
  cusips: readonly string[];
}

export function issuerEntryRows(entries: readonly IssuerEntry[]): Row[] {
  return searchChunkRows('issuer', entries);
}

/** Issuers with their symbols, CIK, and the CUSIPs that a tracked portfolio names. `issuers`, `symbols`: as published. */
export function issuerEntries(store: Store, issuers: readonly Row[], symbols: readonly Row[]): IssuerEntry[] {
  const cikOf = new Map<string, string>();
  const symbolsOf = new Map<string, string[]>();
  for (const row of symbols) {
    // The types of these columns in the description of the table.
    const [symbol, cik, , ticker] = row as [string, string, string, string];
    if (cik === '') continue;
    cikOf.set(searchCode(symbol), cik);
    // The base of a class finds its issuer, but is not one of its symbols.
    appendTo(symbolsOf, cik, symbol === ticker ? symbol : `=${symbol}`);
  }
  const cusipsOf = cusipsByIssuer(store, cikOf);
  const formerNamesOf = formerNames(store);
  return issuers.map((row): IssuerEntry => {
    const [cik, name, ticker] = row as [string, string, string];
    const known = symbolsOf.get(cik) ?? [];
    const own = [ticker.toUpperCase(), ...known.filter((one) => !one.startsWith('='))];
    // One spelling of each: QQZ.A of a filing is QQZ-A of the table.
    const tickers = new Map(own.reverse().map((one) => [searchCode(one), one] as const));
    const facts = {
      cik,
      name,
      tickers: [...tickers].flatMap(([code, one]) => (cikOf.get(code) === cik ? [one] : [])).reverse(),
      formerNames: formerNamesOf.get(cik) ?? [],
    };
    const cusips = cusipsOf.get(cik) ?? [];
    const codes = [cik, ...known.map((one) => searchCode(one.replace('=', ''))), ...cusips];
    return { facts, title: name, codes, names: [name, ...facts.formerNames], cusips };
  });
}

/** By CIK, of issuers that had other names. */
function formerNames(store: Store): Map<string, string[]> {
  return new Map(
    store
      .rows<[cik: string, names: string]>("SELECT cik, former_names FROM issuer WHERE former_names <> '[]'")
      .all()
      // Derivation wrote a list of texts.
      .map(([cik, names]) => [cik, JSON.parse(names) as string[]] as const),
  );
}

/** A CUSIP belongs to an issuer if a holding has both it and a certain symbol of that issuer. */
function cusipsByIssuer(store: Store, cikOf: ReadonlyMap<string, string>): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const [detail] of store.rows<[detail: string]>('SELECT detail FROM tracker ORDER BY slug').iterate()) {
    if (!detail.includes('"cusip":"')) continue;
    // Derivation wrote it.
    const { snapshot } = JSON.parse(detail) as TrackerDetail;
    for (const { cusip, ticker } of snapshot?.holdings ?? []) {
      const cik = ticker === null ? undefined : cikOf.get(searchCode(ticker));
      if (cik === undefined || cusip === null) continue;
      const ciks = found.get(cusip) ?? new Set();
      found.set(cusip, ciks.add(cik));
    }
  }
  const cusips = new Map<string, string[]>();
  // Two issuers: it is not known whose it is.
  for (const [cusip, ciks] of found)
    if (ciks.size === 1) for (const cik of ciks) appendTo(cusips, cik, searchCode(cusip));
  for (const list of cusips.values()) list.sort();
  return cusips;
}

export function memberEntryRows(store: Store): Row[] {
  const entries = store
    .sql<SearchFacts<'member'>>(
      `SELECT slug, name, chamber, district, party, last_seen AS "lastSeen" FROM member ORDER BY slug`,
    )
    .all()
    .map((facts): SearchEntry<'member'> => {
      return { facts, title: facts.name, codes: [], names: [facts.name, facts.slug.replaceAll('-', ' ')] };
    });
  return searchChunkRows('member', entries);
}

export function trackerEntryRows(store: Store): Row[] {
  const entries = store
    .rows<[listRow: string]>('SELECT list_row FROM tracker ORDER BY sort_order, slug')
    .all()
    .map(([listRow]): SearchEntry<'tracker'> => {
      // Derivation wrote it.
      const { slug, name, entityName, role, archetype } = JSON.parse(listRow) as TrackerRowFacts;
      return {
        facts: { slug, name, entityName, role, archetype },
        title: name,
        codes: [],
        names: [name, entityName ?? '', slug.replaceAll('-', ' ')],
      };
    });
  return searchChunkRows('tracker', entries);
}

/** Notifications of one issuer, or of one manager of it. */
interface Notified {
  isins: Set<string>;
  leis: Set<string>;
  lastSeen: string;
}

/**
 * An issuer is a name exactly as one register publishes it, with every ISIN beside it there; a manager is a
 * name beside such an issuer. Names that are only alike stay apart. A name that only rows under the floor have is not
 * found: no list shows these rows.
 */
export function marketEntryRows(store: Store, market: string): { issuers: Row[]; managers: Row[] } {
  // The markets of the feed are those of the contract.
  const country = market as EuCountry;
  const { currency, floor } = EU_MARKETS[country];
  const issuers = new Map<string, Notified>();
  const managers = new Map<string, Notified & { name: string; issuer: string }>();
  for (const [json, isin, lei] of store
    .rows<[json: string, isin: string | null, lei: string | null]>(
      `SELECT feed.public_row, feed.isin, filed.lei FROM pdmr_feed feed
       LEFT JOIN pdmr_filing filed ON filed.market = feed.market AND filed.filing_id = feed.filing_id
       WHERE feed.market = ? AND (feed.currency IS NULL OR feed.currency <> ? OR feed.total_value IS NULL
         OR feed.total_value >= ?) ORDER BY feed.filing_id`,
    )
    .iterate(market, currency, floor)) {
    // Derivation wrote it.
    const { issuerName, pdmrName, publicationAt } = JSON.parse(json) as EuRowFacts;
    const codes = { isin, lei };
    const fresh = () => ({ isins: new Set<string>(), leis: new Set<string>(), lastSeen: '' });
    note(issuers, issuerName, fresh(), codes, publicationAt);
    const manager = { name: pdmrName, issuer: issuerName, ...fresh() };
    note(managers, JSON.stringify([pdmrName, issuerName]), manager, codes, publicationAt);
  }
  return {
    issuers: searchChunkRows(
      `eu_issuer/${market}`,
      [...issuers].map(([name, { isins, leis, lastSeen }]) => {
        const facts = { country, name, isins: [...isins].sort(), leis: [...leis].sort(), lastSeen };
        return { facts, title: name, codes: [...facts.isins, ...facts.leis], names: [name] };
      }),
    ),
    managers: searchChunkRows(
      `eu_manager/${market}`,
      [...managers.values()].map(({ name, issuer, isins, lastSeen }) => {
        const facts = { country, name, issuer, isins: [...isins].sort(), lastSeen };
        return { facts, title: name, codes: [], names: [name] };
      }),
    ),
  };
}

function note<N extends Notified>(
  of: Map<string, N>,
  key: string,
  fresh: N,
  { isin, lei }: { isin: string | null; lei: string | null },
  publicationAt: string,
): void {
  const known = of.get(key) ?? fresh;
  if (isin !== null && isin !== '') known.isins.add(isin.toUpperCase());
  if (lei !== null && lei !== '') known.leis.add(lei.toUpperCase());
  if (publicationAt > known.lastSeen) known.lastSeen = publicationAt;
  of.set(key, known);
}
