/** Classifies the kind of decision that a row reports, and describes its code in plain words. */

import type { Acquisition } from '../../../tools/contract/shapes/acquisition.js';
import type { DerivedDoubt, SignalQuality } from '../../records/derived-rows.js';
import type { Form4Transaction, Implausibility } from '../../records/form4/form4.js';

type Coded = Pick<Form4Transaction, 'transactionCode' | 'is10b5_1' | 'soldOnlyForTax' | 'acquisition'>;

/** How a purchase was made: in the market unless its filing says else. Null for other codes. */
export function acquisitionOf({
  transactionCode: code,
  acquisition,
}: Pick<Form4Transaction, 'transactionCode' | 'acquisition'>): Acquisition | null {
  return code === 'P' ? (acquisition ?? 'market') : null;
}

/** The purchase was not decided as one in the market is. */
const isOtherwiseAcquired = ({ acquisition }: Coded): boolean =>
  acquisition !== null && acquisition !== 'unclear';

/**
 * The signal quality of one row. For P and S a 10b5-1 plan takes precedence: the decision is older than the
 * trade, whatever the money was for. A purchase that was not made in the market has no signal at all.
 * @param sellsExercised the row sells no more than the same day's exercise brought in (see exercises.ts)
 */
export function signalQuality(tx: Coded, sellsExercised: boolean): SignalQuality {
  switch (tx.transactionCode) {
    case 'P':
      if (isOtherwiseAcquired(tx)) return 'non-discretionary';
      return tx.is10b5_1 ? 'planned' : 'discretionary-buy';
    case 'S':
      if (tx.is10b5_1) return 'planned';
      return tx.soldOnlyForTax || sellsExercised ? 'mechanical-sell' : 'discretionary-sell';
    case 'F':
      return 'mechanical-sell';
    case 'M':
      return 'mechanical-buy';
    default:
      return 'non-discretionary';
  }
}

/** A purchase that is marked as disposed of, or a sale as acquired: nothing says which of the two letters is wrong. */
function contradictsCode({
  transactionCode: code,
  acquiredDisposed: way,
}: Pick<Form4Transaction, 'transactionCode' | 'acquiredDisposed'>): boolean {
  return (code === 'P' && way === 'D') || (code === 'S' && way === 'A');
}

/** The codes of Form 4, General Instruction 8, and the two flags that filers also type there. */
const LABELS: Record<string, string> = {
  A: 'Grant, award or other acquisition from the issuer',
  C: 'Conversion of a derivative security',
  D: 'Disposition to the issuer',
  E: 'Expiry of a short derivative position',
  F: 'Shares withheld by the issuer to cover tax or the exercise price',
  G: 'Gift',
  H: 'Expiry or cancellation of a long derivative position for value',
  I: 'Discretionary transaction in an employee benefit plan',
  J: 'Other acquisition or disposition, explained in a footnote',
  K: 'Equity swap or similar instrument',
  L: 'Small acquisition',
  M: 'Exercise or conversion of a derivative security',
  O: 'Exercise of an out-of-the-money derivative',
  P: 'Open-market or private purchase',
  S: 'Open-market or private sale',
  U: 'Tender of shares in a change of control',
  V: 'Transaction reported earlier than required',
  W: 'Acquisition or disposition by will or inheritance',
  X: 'Exercise of an in-the-money or at-the-money derivative',
  Z: 'Deposit into or withdrawal from a voting trust',
};

/** Behind the code: what cannot be right. Each has its own words, so that a label says which of them apply. */
const DOUBT_WORDS: Record<Implausibility | DerivedDoubt, string> = {
  'price-above-any-share': 'at a price above that of any share',
  'date-after-filing': 'dated after its filing',
  'date-impossible': 'on an impossible date',
  'price-outside-stated-range': 'at a price outside the range of its footnote',
  'price-per-ads-shares-ordinary': 'counted in ordinary shares and priced per depositary share',
  'value-above-any-trade': 'with a value above that of any trade',
  'total-as-price': 'apparently with the total as its price',
  'price-unlike-others': 'at a price that other filings contradict',
  'price-without-support': 'at a rare price that no other filing supports',
  'price-per-cent-of-principal': 'at a price that is a per cent of the principal',
  'shares-above-holding': 'of more shares than are held after it',
  'date-before-period': 'dated before the period of its report',
};

/** In place of the words for code P. */
const PURCHASES: Record<Exclude<Acquisition, 'market'>, string> = {
  issuer: 'Purchase from the issuer',
  offering: 'Purchase in an offering or placement',
  plan: 'Purchase under a purchase, savings or pay plan',
  dividend: 'Purchase with reinvested dividends',
  unpaid: 'Acquisition filed as a purchase, for which nothing was paid',
  unclear: 'Purchase whose filing contradicts itself on how it was made',
};

/** What is known about a row besides its code. */
interface IntentFacts {
  acquisition?: Form4Transaction['acquisition'];
  acquiredDisposed?: 'A' | 'D' | null;
  is10b5_1?: boolean;
  soldOnlyForTax?: boolean;
  sellsExercised?: boolean;
  equitySwap?: boolean;
  implausible?: ReadonlyArray<Implausibility | DerivedDoubt>;
  isRestatedByOthers?: boolean;
}

/**
 * The code in plain words. An unknown code is shown as filed; a missing code is reported as missing. Sales
 * name their reason if the filing gives it, in the order that signalQuality uses.
 */
export function intentLabel(code: string | null, facts: IntentFacts = {}): string {
  if (code === null || code === '') return 'No transaction code filed';
  const purchase = code === 'P' && facts.acquisition ? PURCHASES[facts.acquisition] : undefined;
  const label = purchase ?? LABELS[code] ?? `Code ${code}, not in the list of the form`;
  const swap = facts.equitySwap && code !== 'K' ? ', in an equity swap' : '';
  const doubts = (facts.implausible ?? []).map((one) => `, ${DOUBT_WORDS[one]}`).join('');
  return (
    label +
    reasonSuffix(code, facts) +
    swap +
    doubts +
    contradictionSuffix(code, facts.acquiredDisposed ?? null) +
    (facts.isRestatedByOthers ? ', amended by another owner' : '')
  );
}

function contradictionSuffix(code: string, acquiredDisposed: 'A' | 'D' | null): string {
  if (!contradictsCode({ transactionCode: code, acquiredDisposed })) return '';
  return acquiredDisposed === 'A' ? ', but marked as acquired' : ', but marked as disposed of';
}

function reasonSuffix(code: string, facts: IntentFacts): string {
  if (code === 'P' || code === 'S') {
    if (facts.is10b5_1) return ' under a 10b5-1 plan';
    if (code === 'S' && facts.soldOnlyForTax) return ' to cover tax';
    if (code === 'S' && facts.sellsExercised) return ' of shares exercised or converted the same day';
  }
  if (code === 'G' && facts.acquiredDisposed) return facts.acquiredDisposed === 'A' ? ' received' : ' given';
  return '';
}
