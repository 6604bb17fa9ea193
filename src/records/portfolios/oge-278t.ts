/**
 * A periodic transaction report of the executive branch (OGE Form 278-T) as filed. It holds nothing derived:
 * which report was posted twice and which one an amendment restates is decided later.
 */

import { itemAt } from '../../collections.js';

export interface Oge278TReport {
  kind: 'oge-278t-report';
  /**
   * 32 hex digits in capitals, from OGE's address; the file name for a report read from a saved file; filer,
   * day and a counter for one that OGE releases only on request.
   */
  documentId: string;
  /** As spelt in OGE's index (`Surname, Given M`); for a saved file, as spelt in the report. */
  filerName: string;
  /** As printed on the report, which can be longer (`Scott Aaron` for `Scott A`); null where nothing was read. */
  nameOnReport: string | null;
  /** From the index; '' where it gives none, as for the President. */
  title: string;
  agency: string;
  /** `Position, Agency` as printed on the report; null where nothing was read. */
  position: string | null;
  /** The day OGE posted it, YYYY-MM-DD like all dates here; null for a report read from a saved file. */
  postedAt: string | null;
  /** Date of the filer's electronic signature; null where nothing was read. */
  signedDate: string | null;
  /** How the index marks an amendment (`Amended 08/12/2025`); null for an original. */
  amended: string | null;
  /** Typed by hand at OGE: neither the person nor the date in it can be trusted. */
  fileName: string;
  sourceUrl: string;
  /**
   * `read`: every numbered row was read. `scanned`: paper, with or without a corrupt layer of recognised
   * text. `failed`: an electronic report that the parser does not understand. `on-request`: OGE lists it but
   * releases it only on request. Only `read` has rows.
   */
  readability: 'read' | 'scanned' | 'failed' | 'on-request';
  /** Why there are no rows; '' when the report was read. */
  reason: string;
  /** In document order. Equal rows in one report are real and are kept. */
  transactions: Oge278TTransaction[];
  /** Numbered rows that are not trades. Together with `transactions` they cover the numbers 1..N. */
  headings: Oge278THeading[];
  endnotes: Oge278TEndnote[];
}

export interface Oge278TTransaction {
  /** `#` of the form; with the document id it is the row's key. */
  number: number;
  /** Lines joined with one blank. */
  description: string;
  /** What a reader of an earlier version took for the ticker; null in records that were read since. */
  ticker: string | null;
  /** Words in the place of a ticker in the description that may be one: see `records/ticker-words.ts`. Only there. */
  tickerWords?: string;
  /** Null where the cell is blank or holds another word. */
  type: 'Purchase' | 'Sale' | 'Exchange' | null;
  /** The words of a type that the form does not have; only there. */
  typeFiled?: string;
  /**
   * `dateFiled` as YYYY-MM-DD, its mistyped year included (2225-04-04); null when it is not a calendar date.
   */
  transactionDate: string | null;
  /** As typed; '' when the cell is blank. */
  dateFiled: string;
  /** True when the date cannot be right: after the signature or the posting, or before the STOCK Act. */
  isDateDoubtful: boolean;
  /** `Notification received over 30 days ago`. It is not the same as late. Null where the cell is blank. */
  notifiedLate: boolean | null;
  /** The bracket as printed, its line break one blank; null when the cell is blank. */
  valueLabel: string | null;
  /** USD; one dollar above its threshold for an open bracket. Null where none or an unknown one is filed. */
  valueLow: number | null;
  /** USD; null for an open bracket too: no upper bound was filed. */
  valueHigh: number | null;
  hasEndnote: boolean;
  /** The heading row above this one, up to the next heading or blank row. */
  headingAbove: string | null;
}

export interface Oge278THeading {
  number: number;
  /** Includes `Line is intentionally left blank` and the like; see `isBlank`. */
  description: string;
  isBlank: boolean;
  hasEndnote: boolean;
  notifiedLate: boolean | null;
}

export interface Oge278TEndnote {
  /** `Transactions`. */
  part: string;
  /** `#` of the row that it belongs to. */
  number: number;
  text: string;
}

/**
 * True when two spellings can mean one filer: surname (with Jr or III) and first given name equal, and any
 * further names in both agree up to the length of the shorter one (`Scott A` and `Scott Aaron`, not `Scott
 * B`).
 */
export function isSameFiler(one: string, other: string): boolean {
  const [a, b] = [nameParts(one), nameParts(other)];
  if (a.surname === '' || a.given.length === 0 || a.surname !== b.surname) return false;
  if (a.given[0] !== b.given[0]) return false;
  return a.given
    .slice(1)
    .every((name, place) => !b.given[place + 1] || isInitialOrSame(name, itemAt(b.given, place + 1)));
}

const isInitialOrSame = (one: string, other: string): boolean =>
  one.startsWith(other) || other.startsWith(one);

/** `Surname, Given Middle`; letters only, in lower case. */
function nameParts(text: string): { surname: string; given: string[] } {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[.'’]/g, '');
  const [surname = '', ...rest] = plain.split(',');
  const given = rest
    .join(' ')
    .split(/\s+/)
    .filter((name) => name !== '');
  const suffix = /^(jr|sr|ii|iii|iv)$/;
  const suffixes = given.filter((name) => suffix.test(name));
  return {
    surname: [...surname.split(/[\s-]+/), ...suffixes].filter((name) => name !== '').join(' '),
    given: given.filter((name) => !suffix.test(name)),
  };
}
