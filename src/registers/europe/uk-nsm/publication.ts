/** When an announcement was published, and whether it amends an earlier one. */

import { localToUtc } from '../../../dates.js';
import { ParseError, type RawDocument } from '../../register.js';
import { oneDate } from './dates.js';

export interface Publication {
  id: string;
  at: string;
  approximate: boolean;
  facts: Record<string, string>;
  document: RawDocument;
}

/** When the announcement was published: what the search says, else the date on the page, which is a day only. */
export function publicationOf(document: RawDocument, page: string[]): Publication {
  const metadata = document.metadata ?? {};
  const id = metadata.disclosure_id ?? document.key;
  const said = [metadata.publication_date, metadata.submitted_date].find(
    (t) => t !== undefined && !Number.isNaN(Date.parse(t)),
  );
  if (said !== undefined)
    return { id, at: new Date(said).toISOString(), approximate: false, facts: metadata, document };
  for (const line of page.slice(0, 12)) {
    const found = line.length < 60 ? oneDate(line) : null;
    const at = found === null ? null : localToUtc('Europe/London', found);
    if (at !== null) return { id, at, approximate: true, facts: metadata, document };
  }
  throw new ParseError('no publication time');
}

/**
 * Section 2b, and the headline where the box leaves it open. `Directorate update` heads initial notifications too: only
 * the box itself may say `updated`.
 */
export function amendmentOf(written: string, headline: string): boolean | null {
  const word = /amend|correct|replace|revis|updat/i;
  const corrects = /\b(?:amend\w*|correct(?:ion|ed|ing)|replac\w+|revised)\b/i.test(headline);
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
