/**
 * Finds which filings of an issuer its new filings can concern. Rows depend on each other only through a reporting owner
 * in common (amendments, exercises) or as copies of one row (economic lots), so the other filings stay as they are.
 */

import { appendTo } from '../../collections.js';
import { roundCents } from '../../decimal.js';
import type { FilingHead, FilingLinks, RowLink } from '../../records/derived-rows.js';
import { NO_CLOSES, type WitnessCloses } from './issuer-closes.js';
import { namesAds } from './other-securities.js';
import { doubtfulPrices, rowKey } from './price-witnesses.js';

/**
 * @param heads all filings of the issuer
 * @param readLinks what connects them, read only if it is needed
 * @param closes those of the issuer: it is derived whole if they changed
 * @returns the new filings and all that are connected with them; null if everything must be derived
 */
export function concernedFilings(
  heads: readonly FilingHead[],
  readLinks: () => FilingLinks,
  closes: WitnessCloses = NO_CLOSES,
): ReadonlySet<string> | null {
  const added = heads.filter((head) => head.isNew);
  // Then reading what connects them would cost more than it saves.
  if (2 * added.length >= heads.length || changesSymbols(heads, added)) return null;
  const { owners, rows } = readLinks();
  if (rows.some(dependsOnOthers)) return null;
  return connectedWith(
    [...new Set([...added.map(({ accession }) => accession), ...judgedAnew(rows, added, closes)])],
    [
      ...owners.map(({ accession, cik }) => ({ accession, key: cik })),
      ...rows.map((row) => ({ accession: row.accession, key: copyKey(row) })),
    ],
  );
}

/** Which shares are another security than depositary ones depends on the rows of any owner. */
function dependsOnOthers({ hasAdsFootnote, titles }: RowLink): boolean {
  return hasAdsFootnote || titles.some(namesAds);
}

/** The filings with a price that the new filings contradict or support. */
function judgedAnew(rows: readonly RowLink[], added: readonly FilingHead[], closes: WitnessCloses): string[] {
  const isAdded = new Set(added.map(({ accession }) => accession));
  const [after, before] = [rows, rows.filter(({ accession }) => !isAdded.has(accession))].map((some) =>
    doubtfulPrices(some, closes),
  );
  return rows.flatMap((row) => {
    const [is, was] = [after, before].map((doubts) => doubts?.get(rowKey(row))?.join() ?? '');
    return is === was ? [] : [row.accession];
  });
}

/** Which rows are of another security depends on the symbols of all filings. */
function changesSymbols(heads: readonly FilingHead[], added: readonly FilingHead[]): boolean {
  if (heads.some(({ foreignTradingSymbol }) => foreignTradingSymbol !== null)) return true;
  const known = new Set(heads.filter(({ isNew }) => !isNew).map(({ tradingSymbol }) => tradingSymbol));
  return added.some(({ tradingSymbol }) => !known.has(tradingSymbol));
}

const cents = (x: number | null) => (x === null || Number.isInteger(x) ? x : roundCents(x));

/** Copies of a row agree in this, and in more. */
function copyKey({ transactionDate, code, shares, after }: RowLink): string {
  return `${transactionDate}|${code}|${cents(shares)}|${cents(after)}`;
}

/** Everything that shares a key with one of these, or with something that does. */
function connectedWith(
  first: readonly string[],
  links: ReadonlyArray<{ accession: string; key: string }>,
): ReadonlySet<string> {
  const keysOf = new Map<string, string[]>();
  const filingsOf = new Map<string, string[]>();
  for (const { accession, key } of links) {
    appendTo(keysOf, accession, key);
    appendTo(filingsOf, key, accession);
  }
  const found = new Set(first);
  // A set gives what is added to it while it is read.
  for (const accession of found)
    for (const key of keysOf.get(accession) ?? []) {
      for (const other of filingsOf.get(key) ?? []) found.add(other);
      filingsOf.delete(key);
    }
  return found;
}
