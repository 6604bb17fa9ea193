/**
 * Leaves out prices in another currency, and per cents of the principal of a note: every figure of a record is in US dollars, and the
 * form has no field for another unit.
 */

import type { Form4Transaction } from '../../records/form4/form4.js';
import { isNote } from '../../records/form4/security-title.js';
import type { FootnoteMeaning } from '../edgar/footnotes.js';
import { isInAnotherCurrency, type PriceCurrency } from '../edgar/price-currency.js';
import type { FieldReader } from './field-reader.js';

/** What is said about the prices of one line. */
export interface PriceTexts {
  /** All footnotes of the line. */
  own: readonly FootnoteMeaning[];
  onPrice: readonly FootnoteMeaning[];
  onExercisePrice: readonly FootnoteMeaning[];
  /** What the remarks say for the whole form. */
  remarks: PriceCurrency | null;
}

type FiledPrices = Pick<Form4Transaction, 'pricePerShare' | 'statedTotalValue' | 'conversionOrExercisePrice'>;

/** Exercises: the price of the share is the exercise price of the right. */
const EXERCISES = new Set(['M', 'X', 'O', 'C']);

/** The prices of a transaction; null with a warning for one that the texts say is in another unit. */
export function dollarPrices(
  filed: FiledPrices & Pick<Form4Transaction, 'securityTitle' | 'shares' | 'transactionCode'>,
  texts: PriceTexts,
  report: Pick<FieldReader, 'warn'>,
  row: number,
): FiledPrices {
  const { statedTotalValue, conversionOrExercisePrice, shares, transactionCode } = filed;
  const isPerCent = isNote(filed.securityTitle) && texts.onPrice.some((text) => text.perCentOfPrincipal);
  const pricePerShare = orNull(filed.pricePerShare, isPerCent && filed.pricePerShare !== null, () =>
    report.warn('price-per-cent-of-principal', `pricePerShare ${filed.pricePerShare}`, row),
  );
  if (!speaksOfCurrency(texts)) return { pricePerShare, statedTotalValue, conversionOrExercisePrice };
  const kinds: PriceSubject[] = EXERCISES.has(transactionCode ?? '') ? ['price', 'exercisePrice'] : ['price'];
  const about = textsAbout(kinds, texts.onPrice, texts);
  const onExercise = textsAbout(['exercisePrice'], texts.onExercisePrice, texts);
  const inDollars = (name: keyof FiledPrices, isOther: boolean) =>
    orNull(filed[name], isOther, () => report.warn(KIND, `${name} ${filed[name]}`, row));
  const isPriceOther = isInAnotherCurrency(pricePerShare, shares, about);
  // A text may give the price alone: the total beside it is in the same currency.
  const isTotalOther =
    statedTotalValue !== null && (isPriceOther || isInAnotherCurrency(statedTotalValue, null, about));
  return {
    pricePerShare: inDollars('pricePerShare', isPriceOther),
    statedTotalValue: inDollars('statedTotalValue', isTotalOther),
    conversionOrExercisePrice: inDollars(
      'conversionOrExercisePrice',
      isInAnotherCurrency(conversionOrExercisePrice, null, onExercise),
    ),
  };
}

/** The exercise price of a holding, as above. */
export function dollarExercisePrice(
  price: number | null,
  texts: Omit<PriceTexts, 'onPrice'>,
  report: Pick<FieldReader, 'warn'>,
  where: string,
): number | null {
  if (price === null || !speaksOfCurrency(texts)) return price;
  const about = textsAbout(['exercisePrice'], texts.onExercisePrice, texts);
  return orNull(price, isInAnotherCurrency(price, null, about), () =>
    report.warn(KIND, `conversionOrExercisePrice ${price}`, where),
  );
}

const KIND = 'price-in-another-currency';

function orNull(price: number | null, isLeftOut: boolean, warn: () => void): number | null {
  if (!isLeftOut) return price;
  warn();
  return null;
}

const speaksOfCurrency = ({ own, remarks }: Pick<PriceTexts, 'own' | 'remarks'>) =>
  remarks !== null || own.some(({ priceCurrency }) => priceCurrency !== null);

type PriceSubject = keyof PriceCurrency['about'];

/**
 * The footnotes on a price, unless they are about another one, and what is said about it elsewhere: there, the mere name of a
 * currency says nothing.
 */
function textsAbout(
  kinds: readonly PriceSubject[],
  onIt: readonly FootnoteMeaning[],
  { own, remarks }: Pick<PriceTexts, 'own' | 'remarks'>,
): PriceCurrency[] {
  const isAbout = ({ about }: PriceCurrency) => kinds.some((kind) => about[kind]);
  const elsewhere = [...own.map(({ priceCurrency }) => priceCurrency), remarks].filter(
    (one) => one !== null && isAbout(one) && (one.says !== 'named' || one.otherAmounts.length > 0),
  );
  const here = onIt
    .map(({ priceCurrency }) => priceCurrency)
    .filter(
      (one) => one !== null && (isAbout(one) || !one.about.exercisePrice || one.otherAmounts.length > 0),
    );
  return [...here, ...elsewhere].filter((one) => one !== null);
}
