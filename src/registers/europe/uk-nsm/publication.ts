/** When an announcement was published, its number, and whether and which earlier one it amends. */

import { localToUtc } from '../../../dates.js';
import { ParseError, type RawDocument } from '../../register.js';
import { oneDate } from './dates.js';

export interface Publication {
  id: string;
  at: string;
  approximate: boolean;
  /** The headline or the text outside the forms says that the announcement corrects another. */
  isCorrection: boolean;
  /** The number that RNS gave it, such as 1002B. */
  number: string | null;
  /** Numbers of the announcements that a correction names, separated by blanks. */
  corrects: string | null;
  facts: Record<string, string>;
  document: RawDocument;
}

/**
 * When the announcement was published: as given by the search, otherwise the date on the page, which has no
 * time of day.
 */
export function publicationOf(document: RawDocument, page: string[], narrative: string[]): Publication {
  const facts = document.metadata ?? {};
  const id = facts.disclosure_id ?? document.key;
  const isCorrection =
    CORRECTING_HEADLINE.test(facts.headline ?? '') || narrative.some((line) => CORRECTING_TEXT.test(line));
  const [number = null] = page.slice(0, HEAD_LINES).flatMap(numbersIn);
  const named = isCorrection ? narrative.flatMap(numbersIn).filter((one) => one !== number) : [];
  const corrects = named.length === 0 ? null : [...new Set(named)].sort().join(' ');
  const known = { id, isCorrection, number, corrects, facts, document };
  const stated = [facts.publication_date, facts.submitted_date].find(
    (t) => t !== undefined && !Number.isNaN(Date.parse(t)),
  );
  if (stated !== undefined) return { ...known, at: new Date(stated).toISOString(), approximate: false };
  for (const line of page.slice(0, HEAD_LINES)) {
    const found = line.length < 60 ? oneDate(line) : null;
    const at = found === null ? null : localToUtc('Europe/London', found);
    if (at !== null) return { ...known, at, approximate: true };
  }
  throw new ParseError('no publication time');
}

const HEAD_LINES = 12;
/** `RNS Number : 1071D` on its own page, `under RNS No 1071D` in a correction. */
const RNS_NUMBER = /\bRNS\b[^;\d]{0,20}(\d{4}[A-Z])\b/gi;

const numbersIn = (line: string): string[] =>
  [...line.matchAll(RNS_NUMBER)].flatMap(([, number]) => number?.toUpperCase() ?? []);

/** `Directorate update` heads initial notifications too: `updated` counts only in the box of section 2b. */
const CORRECTING_HEADLINE = /\b(?:amend\w*|correct(?:ion|ed|ing)|replac\w+|revised)\b/i;
/** The standard words of a replacement: most keep the headline and the box of the first announcement. */
const CORRECTING_TEXT =
  /\bfollowing (?:amendment|correction)s? (?:has|have) been made to (?:the|our)\b[^.;]{0,100}\b(?:announcement|notification)\b|\bfull (?:amended|corrected) text\b|\b(?:this|the following) (?:announcement|notification|release) (?:replaces|corrects|amends|supersedes)\b|^\W*(?:correction|replacement|amendment)\s*[:–-]/i;

/** Section 2b, and the words of the announcement if the box leaves it open. */
export function amendmentOf(written: string, corrects: boolean): boolean | null {
  const word = /amend|correct|replace|revis|updat/i;
  // `Not an amendment`, `Amendment: No`, but not `Amendment No. 2`.
  if (/^\W*(?:no|not|none|n\/a)\b(?!\.?\s*\d)|amend\w*\W{0,4}(?:none|no|n\/a)\W*$/i.test(written))
    return corrects ? null : false;
  if (/^\W*initial/i.test(written)) {
    // `Initial notification /Amendment` left as printed chooses neither.
    if (/amend/i.test(written)) return corrects ? true : null;
    return corrects;
  }
  return word.test(written) || corrects ? true : null;
}
