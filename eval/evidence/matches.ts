/** Which document each pattern of the code matches first, and each alternative: seen by a watch on all patterns. */

import { type Alternative, alternativesOf } from './alternatives.js';
import { FOLDERS } from './patterns.js';
import { matcherOf, textOf } from './written-patterns.js';

/** What is still looked for in one pattern. */
interface Search {
  pattern: string;
  isFound: boolean;
  alternatives: Alternative[];
}

/** The compiled files of the folders, as a stack names them. */
const OURS = new RegExp(`/dist/(?:${FOLDERS.join('|')})/`);
const HERE = /\/dist\/eval\/evidence\//;

export interface Watch {
  /** The document that is read now. Null, and nothing counts. */
  document: string | null;
  end(): void;
}

/**
 * Watches every match until `end`. `onFound` is called once for each pattern (with an empty alternative) and for each alternative.
 * `test`, `match`, `replace` and all other uses of a pattern go through `exec` once it is not the built-in one.
 */
export function watchMatches(
  patterns: readonly string[],
  onFound: (pattern: string, alternative: string, document: string) => void,
): Watch {
  const searchOf = searches(patterns);
  const watch: Watch = { document: null, end };
  const real = RegExp.prototype.exec;
  let isBusy = false;
  RegExp.prototype.exec = function (text) {
    const match = real.call(this, text);
    if (match === null || isBusy || watch.document === null) return match;
    isBusy = true;
    const search = searchOf(textOf(this));
    if (search !== null && isOpen(search) && isCalledByOurs()) note(search, this, match, watch.document);
    isBusy = false;
    return match;
  };
  return watch;

  function note(
    search: Search,
    { source, flags }: RegExp,
    { input, index }: RegExpExecArray,
    document: string,
  ): void {
    if (!search.isFound) onFound(search.pattern, '', document);
    search.isFound = true;
    const own = search.pattern === source ? search.alternatives : alternativesOf(source);
    search.alternatives = search.alternatives.filter(({ text }) => {
      const isText = matcherOf(text);
      const alone = own.find((one) => isText(one.text))?.alone;
      if (alone === undefined || !matchesAt(alone, flags, input, index)) return true;
      onFound(search.pattern, text, document);
      return false;
    });
  }

  function end(): void {
    RegExp.prototype.exec = real;
  }
}

const isOpen = ({ isFound, alternatives }: Search) => !isFound || alternatives.length > 0;

/** Finds the search of a pattern that runs: by its text, or by the written one that it comes from. */
function searches(patterns: readonly string[]): (text: string) => Search | null {
  const all = patterns.map((pattern) => ({ pattern, isFound: false, alternatives: alternativesOf(pattern) }));
  const known = new Map<string, Search | null>(all.map((search) => [search.pattern, search]));
  const written = all
    .filter(({ pattern }) => pattern.includes('${'))
    .map((search) => ({ search, matches: matcherOf(search.pattern) }));
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const search = written.find(({ matches }) => matches(text))?.search ?? null;
    known.set(text, search);
    return search;
  };
}

/** A package may have a pattern of the same text. */
function isCalledByOurs(): boolean {
  const frames = (new Error().stack ?? '').split('\n').slice(1);
  const caller = frames.find((frame) => frame.includes('file:') && !HERE.test(frame));
  return caller !== undefined && OURS.test(caller);
}

function matchesAt(pattern: string, flags: string, text: string, index: number): boolean {
  const sticky = new RegExp(pattern, `${flags.replace(/[gy]/g, '')}y`);
  sticky.lastIndex = index;
  return sticky.test(text);
}
