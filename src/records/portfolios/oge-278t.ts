/**
 * A periodic transaction report of the executive branch (OGE Form 278-T) as filed. No derived judgement stands here:
 * which report was posted twice and which an amendment restates is decided later.
 */

import { itemAt } from '../../collections.js';

export interface Oge278TReport {
  kind: 'oge-278t-report';
  /**
   * 32 hex digits in capitals, from OGE's address; the file name for a report read from a saved file; filer, day and
   * a count for one that OGE gives out on request only.
   */
  documentId: string;
  /** As the index of OGE spells it (`Surname, Given M`); for a saved file, as the report does. */
  filerName: string;
  /** As printed on the report, which can be longer (`Scott Aaron` for `Scott A`); null where nothing was read. */
  nameOnReport: string | null;
  /** Of the index; '' where it gives none, as for the President. */
  title: string;
  agency: string;
  /** `Position, Agency` as printed on the report; null where nothing was read. */
  position: string | null;
  /** Day on which OGE put it up, YYYY-MM-DD like all dates here; null for a report read from a saved file. */
  postedAt: string | null;
  /** Of the filer's electronic signature; null where nothing was read. */
  signedDate: string | null;
  /** What marks an amendment, as the index says it (`Amended 08/12/2025`); null for an original. */
  amended: string | null;
  /** Typed by hand at OGE: neither the person nor the date in it can be trusted. */
  fileName: string;
  sourceUrl: string;
  /**
   * `read`: every numbered row was read. `scanned`: paper, with or without a corrupt layer of recognised text.
   * `failed`: an electronic report that the reader does not understand. `on-request`: OGE lists it and does not give it
   * out by itself. Only `read` has rows.
   */
  readability: 'read' | 'scanned' | 'failed' | 'on-request';
  /** Why there are no rows; '' when the report was read. */
  reason: string;
  /** In document order. Equal rows in one report are real and are kept. */
  transactions: Oge278TTransaction[];
  /** Numbered rows that are no trade. With `transactions` they make the numbers 1..N. */
  headings: Oge278THeading[];
  endnotes: Oge278TEndnote[];
}

export interface Oge278TTransaction {
  /** `#` of the form; with the document id it is the row's key. */
  number: number;
  /** Lines joined with one blank. */
  description: string;
  /** In brackets at the end of the description or before its name in brackets, as typed; not checked against any list. */
  ticker: string | null;
  /** Null where the cell is blank or holds another word. */
  type: 'Purchase' | 'Sale' | 'Exchange' | null;
  /** `dateFiled` as YYYY-MM-DD, its mistyped year included (2225-04-04); null when it is no calendar date. */
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
  /** USD; null for an open bracket too: nobody filed an upper bound. */
  valueHigh: number | null;
  hasEndnote: boolean;
  /** The heading row that this one stands under, up to the next heading or blank row. */
  headingAbove: string | null;
}

export interface Oge278THeading {
  number: number;
  /** `Line is intentionally left blank` and the like stand here too; see `isBlank`. */
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
 * True when two spellings can mean one filer: surname (with Jr or III) and first given name equal, and what further
 * names both give agree as far as the shorter one goes (`Scott A` and `Scott Aaron`, not `Scott B`).
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

/** `Surname, Given Middle`; letters only, in small ones. */
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
