/**
 * Whether the words of a nature are evidence of a plain trade, for the registers whose natures are free text. A nature that says
 * purchase, sale or market is one, unless a purchase is paid from a dividend, pay or a plan, or a sale covers tax. One that says only
 * acquisition or disposal is one if all else in it names instrument, venue or holder.
 */

import type { NatureWord, WordKind } from '../../records/europe/nature-terms.js';

export const has = (words: readonly NatureWord[], ...kinds: WordKind[]): boolean =>
  words.some(({ kind }) => kinds.includes(kind));

/** Words that say that money changed hands. */
export const saysTrade = (words: readonly NatureWord[]): boolean => has(words, 'buy', 'sell', 'trade');

/** Whether it is a sale, and a word of trade says so. */
export const isSale = (words: readonly NatureWord[]): boolean =>
  has(words, 'sell') || (has(words, 'dispose') && saysTrade(words));

/** The reason of the first word of these kinds; null if there is none. */
export function reasonOf(words: readonly NatureWord[], ...kinds: WordKind[]): string | null {
  return words.find(({ kind }) => kinds.includes(kind))?.reason ?? null;
}

/** What beside `acquisition` and `disposal` says nothing else. */
const NEUTRAL: ReadonlySet<WordKind> = new Set<WordKind>([
  ...(['acquire', 'dispose', 'transferred', 'share', 'instrument', 'venue', 'holder', 'firm'] as const),
  ...(['link', 'linked', 'tie', 'and', 'stop', 'number', 'name'] as const),
]);

/** Why the words of a nature name another transaction than a plain trade, as a stable kebab-case word; null if they are. */
export function natureReason(words: readonly NatureWord[], volume: number | null): string | null {
  const disposes = has(words, 'sell', 'dispose', 'cover');
  if (has(words, 'buyback') && !disposes) return 'issuer-buyback';
  if (disposes ? coversTax(words, volume) : has(words, 'tax') && !has(words, 'buy')) return 'tax-withholding';
  const never = reasonOf(words, 'never');
  if (never !== null) return never;
  if (isSale(words)) return besideSale(words);
  const reason = reasonOf(words, 'act', 'plan', 'paid');
  if (reason !== null) return reason;
  if (has(words, 'buy')) return null;
  if (has(words, 'transfer')) return 'transfer';
  if (has(words, 'trade')) return null;
  if (!has(words, 'acquire', 'dispose', 'transferred')) return 'unknown-nature';
  return words.every(({ kind }) => NEUTRAL.has(kind)) ? null : 'unexplained';
}

/**
 * What a nature with a sale names besides it: `Exercise of options and sale of shares`, but not `Sale of vested shares` or `Sale of
 * shares following the exercise of options`, which say where the shares came from. With `sold`, the words are those of an instrument.
 */
function besideSale(words: readonly NatureWord[], sold = false): string | null {
  let [isSold, isObjectNamed, isOrigin, isBought] = [sold, false, false, false];
  for (const [i, { kind, reason }] of words.entries()) {
    if (kind === 'stop') [isObjectNamed, isOrigin] = [false, false];
    else if (kind === 'and') isObjectNamed = false;
    else if (kind === 'from' || kind === 'after' || kind === 'tie') isOrigin = true;
    else if (kind === 'sell' || kind === 'dispose') isSold = true;
    else if (kind === 'share') isObjectNamed = isSold;
    else if (kind === 'buy') isBought ||= !isObjectNamed && !isOrigin;
    else if (kind === 'act' && !isObjectNamed && !isOrigin && !isBeforeShares(words, i)) return reason;
    else if (isBought && (kind === 'plan' || kind === 'paid')) return reason;
  }
  return null;
}

/** The word belongs to the shares: `vested LTIP shares`, `matching and dividend shares`. */
function isBeforeShares(words: readonly NatureWord[], at: number): boolean {
  const next = words.slice(at + 1).find(({ kind, reason, text }) => {
    return reason === null && kind !== 'and' && kind !== 'instrument' && text !== ',';
  });
  return next?.kind === 'share';
}

/** An option, an award or a share of a plan is what was acquired. Shares that came from one may be sold. */
export function instrumentReason(
  instrument: readonly NatureWord[],
  nature: readonly NatureWord[],
): string | null {
  if (isSale(nature)) return reasonOf(instrument, 'never') ?? besideSale(instrument, true);
  const unsaid = instrument.filter(({ kind, reason }) => kind !== 'paid' || reason === 'award');
  return reasonOf(unsaid, 'act', 'plan', 'paid', 'never');
}

/**
 * Whether a sale covers tax, and not in part. In a sentence about the trade, other than in a nature, the tax may be mentioned in
 * passing, so a purpose must be named before it.
 */
export function coversTax(words: readonly NatureWord[], volume: number | null, isSentence = false): boolean {
  const at = words.findIndex(
    ({ kind }, i) => kind === 'tax' || (kind === 'cover' && isWholeReason(words, i)),
  );
  if (at < 0) return false;
  const before = words.slice(0, at + 1);
  if (
    isSentence &&
    !before.some(({ kind, text }) => kind === 'purpose' || kind === 'cover' || text === 'for')
  )
    return false;
  return !has(before.slice(-12), 'part') && !isOfPart(before, words.slice(at), volume);
}

/** `Sale to cover on vesting`, but not `Sale to cover the purchase of a house`. */
function isWholeReason(words: readonly NatureWord[], at: number): boolean {
  const rest = words.slice(at + 1);
  const end = rest.findIndex(({ kind }) => kind === 'stop');
  return !has(end < 0 ? rest : rest.slice(0, end), 'buy', 'unknown');
}

/** `Sold 40,000 shares, of which 10,000 to cover tax`, where 40,000 is the lot: the tax is that of a part. */
function isOfPart(before: readonly NatureWord[], tax: readonly NatureWord[], volume: number | null): boolean {
  const at = before.findLastIndex(({ kind }) => kind === 'of-which');
  if (at < 0 || volume === null) return false;
  const counts = (some: readonly NatureWord[]) =>
    some.filter(({ kind }) => kind === 'number').map(({ text }) => Number(text.replaceAll(',', '')));
  const part = counts([...before.slice(at), ...tax])[0] ?? volume;
  return part < volume && counts(before.slice(0, at)).includes(volume);
}

/**
 * How a purchase was paid, by a sentence about it: words of dividends, pay and plans count if something ties them to it. `She holds
 * options`, in passing, does not.
 */
export function paidFrom(words: readonly NatureWord[]): string | null {
  const found = words.find((word, i) => word.kind === 'plan' || (word.reason !== null && isTied(words, i)));
  return found?.reason ?? null;
}

/** How far before a word a tie may be. */
const TIE_WORDS = 6;

function isTied(words: readonly NatureWord[], at: number): boolean {
  const reason = words[at]?.reason;
  if (words[at + 1]?.kind === 'share' && words[at]?.kind === 'paid') return true;
  if (words.slice(at + 1, at + 4).some((word) => word.kind === 'paid' && word.reason === reason)) return true;
  for (let i = at - 1; i >= Math.max(0, at - TIE_WORDS); i -= 1) {
    const kind = words[i]?.kind;
    if (kind === 'stop' || kind === 'and' || kind === 'after') return false;
    if (kind === 'from' || kind === 'tie' || kind === 'money') return true;
  }
  return false;
}

/** Whether the name, or what an organisation says that it is, is that of a trust for employees. */
export function isEmployeesTrust(name: readonly NatureWord[], capacity: readonly NatureWord[]): boolean {
  const is = (words: readonly NatureWord[]) => words.some(({ reason }) => reason === 'employee-trust');
  return is(name) || (has(name, 'firm', 'holder') && is(capacity));
}
