/** The names that an issuer had before its current one. */

import type { FilingHead } from '../../records/derived-rows.js';
import { joinedWords } from '../../records/words.js';

interface FiledName {
  /** As the newest filing with it spells it. */
  name: string;
  /** Moments of the first and the last filing with it. */
  first: string;
  last: string;
}

/**
 * The names of filings that all came before the first one with the current name, the latest first. Another spelling of a
 * name is not another name.
 * @param heads all filings of the issuer, newest first
 */
export function formerNames(heads: ReadonlyArray<Pick<FilingHead, 'issuerName' | 'filedAt'>>): string[] {
  const names = new Map<string, FiledName>();
  for (const { issuerName, filedAt } of heads) {
    const words = joinedWords(issuerName);
    const known = names.get(words);
    if (known === undefined) names.set(words, { name: issuerName, first: filedAt, last: filedAt });
    else known.first = filedAt;
  }
  const [current, ...others] = names.values();
  return others.flatMap(({ name, last }) => (current !== undefined && last < current.first ? [name] : []));
}
