/** How the purchase of one row was made: from its own footnotes, and from sentences of the remarks that name the row. */

import type { Form4Transaction } from '../../records/form4/form4.js';
import type { AcquisitionWord } from '../edgar/acquisition-words.js';
import { type AcquisitionClaim, readAcquisition, wordsOf } from '../edgar/footnote-acquisition.js';
import { normalise, split } from '../edgar/footnote-text.js';

type Acquired = NonNullable<Form4Transaction['acquisition']>;

/** The facts of a row that remarks name it by, and that its words are read with. */
export interface AcquiredRow {
  table: 'non-derivative' | 'derivative';
  transactionCode: string | null;
  transactionDate: string | null;
  shares: number | null;
  pricePerShare: number | null;
}

/** What the footnotes of a row claim. */
interface RowClaims {
  /** What footnotes on its title, day, code, number and price claim. */
  onTrade: readonly AcquisitionClaim[];
  /** What those on the holding after it and on whose it is claim: they speak of older shares, too. */
  beside: readonly AcquisitionClaim[];
  remarks: readonly AcquisitionClaim[];
  /** Sold or bought under a Rule 10b5-1 plan, which may be called a purchase plan. */
  is10b5_1: boolean;
}

/** The first that is said decides. */
const ORDER: ReadonlyArray<readonly [AcquisitionWord, Exclude<Acquired, 'unclear'>]> = [
  ['unpaid', 'unpaid'],
  ['cash-plan', 'plan'],
  ['dividend', 'dividend'],
  ['plan', 'plan'],
  ['offering', 'offering'],
  ['issuer', 'issuer'],
  ['award', 'plan'],
  ['weak-plan', 'plan'],
];
/** An agent buys for them in the market. */
const THROUGH_MARKET: ReadonlySet<Acquired> = new Set<Acquired>(['plan', 'dividend']);

/** Null for a purchase in the market, and for rows of other codes. */
export function acquisitionOf(
  row: AcquiredRow,
  { onTrade, beside, remarks, is10b5_1 }: RowClaims,
): Acquired | null {
  if (row.transactionCode !== 'P') return null;
  const claims = [...onTrade, ...beside.filter(({ ofPurchase }) => ofPurchase), ...remarks];
  const said = new Set(claims.filter(({ denied }) => !denied).map(({ word }) => word));
  if (is10b5_1) said.delete('weak-plan');
  const denied = new Set(claims.filter((one) => one.denied).map(({ word }) => word));
  const [decisive, kind] = ORDER.find(([word]) => said.has(word)) ?? [];
  if (decisive === undefined || kind === undefined) return null;
  if (denied.has(decisive)) return 'unclear';
  if (said.has('market') && !THROUGH_MARKET.has(kind)) return 'unclear';
  return said.has('award') && !row.pricePerShare ? 'unpaid' : kind;
}

/** What each row is said to be in the sentences of the remarks that name it; empty without any. */
export function claimsOfRemarks(
  remarks: string | null,
  rows: readonly AcquiredRow[],
  issuer: string,
): AcquisitionClaim[][] {
  if (remarks === null || !rows.some(({ transactionCode: code }) => code === 'P')) return [];
  const sentences = split(normalise(remarks)).map((sentence) => ({
    claims: readAcquisition(sentence, issuer),
    words: wordsOf(sentence),
  }));
  const telling = sentences.filter(({ claims }) => claims.length > 0);
  return rows.map((row, at) =>
    telling.filter(({ words }) => names(words, row, at, rows)).flatMap(({ claims }) => claims),
  );
}

/** By its number in the table, its shares, day or price; by words for the whole form; or because there is no other row. */
function names(
  words: readonly string[],
  row: AcquiredRow,
  at: number,
  rows: readonly AcquiredRow[],
): boolean {
  const numbers = words.flatMap((word, place) =>
    ROW_WORDS.has(words[place - 1] ?? '') && isNumber(word) ? [numberOf(word)] : [],
  );
  if (numbers.length > 0) return numbers.includes(placeInTable(at, rows) + 1);
  const counts = words.flatMap((word, place) =>
    SHARE_WORDS.has(words[place + 1] ?? '') && isNumber(word) ? [numberOf(word)] : [],
  );
  if (counts.length > 0) return row.shares !== null && counts.includes(row.shares);
  const days = daysOf(words);
  if (days.length > 0) return row.transactionDate !== null && days.includes(row.transactionDate.slice(5));
  if (row.pricePerShare && words.some((word) => numberOf(word) === row.pricePerShare)) return true;
  return (
    rows.length === 1 || (words.some((word) => REPORTED.has(word)) && words.some((word) => FORM.has(word)))
  );
}

const ROW_WORDS: ReadonlySet<string> = new Set(['row', 'line', 'rows', 'lines', 'item']);
const SHARE_WORDS: ReadonlySet<string> = new Set([
  'shares',
  'share',
  'units',
  'common',
  'ordinary',
  'securities',
]);
const REPORTED: ReadonlySet<string> = new Set([
  'reported',
  'disclosed',
  'reflected',
  'listed',
  'all',
  'these',
]);
const FORM: ReadonlySet<string> = new Set(['herein', 'form', 'report', 'above', 'filing', 'table']);
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

const placeInTable = (at: number, rows: readonly AcquiredRow[]): number =>
  rows.slice(0, at).filter(({ table }) => table === rows[at]?.table).length;
const numberOf = (word: string): number => Number(word.replaceAll(',', '') || Number.NaN);
const isNumber = (word: string): boolean => !Number.isNaN(numberOf(word));

/** The days that trades are dated with: "on July 31", as MM-DD. An agreement is "dated". */
function daysOf(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const month = MONTHS.indexOf(word) + 1;
    const day = Number(words[at + 1]);
    const isOfTrade = month > 0 && day >= 1 && day <= 31 && words[at - 1] === 'on';
    return isOfTrade ? [`${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`] : [];
  });
}
