/**
 * Closed lists of words: a filed word is looked up only among their own entries, never among inherited
 * properties.
 */

/** What `list` says of `word`; undefined for a word that is not in it, `constructor` and `__proto__` included. */
export function lookUpWord<T>(list: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(list, word) ? list[word] : undefined;
}
