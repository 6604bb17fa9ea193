/**
 * Prices that a footnote states in another currency. Forms 3, 4 and 5 are in US dollars and have no field for a currency: a
 * director who is paid in Canadian dollars files 0.34, and says in a footnote what that is.
 */

import { OTHER, US_DOLLARS, withSigns } from './currency-names.js';
import { toSentence } from './footnote-flags.js';
import { clausesOf, split } from './footnote-text.js';
import { has, WORDS as words } from './footnote-words.js';

/** What one text says about the currency of prices. */
export interface PriceCurrency {
  /**
   * `converted`: the prices of the form are in dollars. `other`: they are not. `dollars`: dollars are mentioned beside another
   * currency. `named`: only another currency is mentioned.
   */
  says: 'converted' | 'other' | 'dollars' | 'named';
  /** Which prices it speaks of; it counts for these even if it is a footnote on something else. */
  about: { price: boolean; exercisePrice: boolean };
  /** Amounts in the other currency, and in dollars: each from low to high, which are equal for a single amount. */
  otherAmounts: AmountRange[];
  dollarAmounts: AmountRange[];
}

export type AmountRange = [low: number, high: number];

// In these patterns every other currency is the sign ¤, and every name of the US dollar is US$. Numbers are bounded: from each
// digit of a very long one a pattern would read to its end.
const NUMBER = '(\\d[\\d,]{0,20}(?:\\.\\d{1,20})?|\\.\\d{1,20})';
/** The end of a range; "¤3.65 to $1.00" is a rate. */
const UNTIL = ' ?(?:to|and|through|-) ?(?! ?(?:US)?\\$ ?1(?:\\.0+)?(?!\\.?\\d))';
const OTHER_AMOUNT = new RegExp(
  `¤\\)? ?\\$? ?${NUMBER}(?:${UNTIL}(?:¤ ?)?\\$? ?${NUMBER})?|` +
    // "$0.34 CAD", but not "$0.25 (C$0.34)".
    `\\$? ?${NUMBER}(?: ?¤)?(?:${UNTIL}\\$? ?${NUMBER})? ?\\(?¤(?! ?\\$? ?\\d)`,
  'g',
);
const DOLLAR_AMOUNT = new RegExp(
  `\\$ ?${NUMBER}(?:${UNTIL}(?:(?:US)?\\$ ?)?${NUMBER})?|${NUMBER}(?:${UNTIL}${NUMBER})? ?US\\$(?! ?\\d)`,
  'g',
);
/** "R$5.1017 per US$1.00", "US$1 = NT$31.5": a rate, which may be as high as the price by chance. */
const RATE_AMOUNT = new RegExp(
  `¤ ?\\$? ?${NUMBER} ?(?:per|to|for|equals?|=|:) ?(?:one US\\$|(?:US)?\\$ ?1(?:\\.0+)?(?![.,]?\\d| (?:per|for each|an?) (?:\\w+ )?share)|1(?:\\.0+)? ?US\\$|US\\$(?! ?\\d))|` +
    `(?:US)?\\$ ?1(?:\\.0+)? ?(?:to|equals?|=|:) ?(?:¤ ?\\$? ?${NUMBER}|${NUMBER} (?:in )?¤)`,
  'g',
);
/**
 * @param lower the text in small letters
 * @returns null for a text that names no other currency and no conversion, as nearly all do
 */
export function readPriceCurrency(text: string, lower: string): PriceCurrency | null {
  // Another footnote may name the currency that it was converted from.
  const mayConvert = lower.includes('converted') || lower.includes('translated');
  const signed = withSigns(text);
  const namesDollars = signed.includes(US_DOLLARS) || lower.includes('exchange rate');
  if (!signed.includes(OTHER) && !(mayConvert && namesDollars)) return null;
  const withoutRates = signed.replace(RATE_AMOUNT, ' ');
  const [otherAmounts, rest] = takeAmounts(withoutRates, OTHER_AMOUNT);
  const [dollars, plain] = takeAmounts(rest, DOLLAR_AMOUNT);
  const sentences = withoutOtherMoney(withoutOtherMarkets(sentencesOf(plain)));
  const isNamed = otherAmounts.length > 0 || sentences.some((one) => one.includes(CURRENCY));
  const said = saidBy(sentences);
  if (!isNamed && said !== 'converted') return null;
  // "at a rate of 31.552 to US$1"
  const dollarAmounts = dollars.filter(([low, high]) => low !== 1 || high !== 1);
  const isAboutDollars = withoutRates !== signed || signed.includes(US_DOLLARS);
  const says = said === 'named' && isAboutDollars ? 'dollars' : said;
  // "The price of $10.00 is in Canadian dollars": the sign is then that of the other currency.
  const isOther = says === 'other' && otherAmounts.length === 0 && !signed.includes(US_DOLLARS);
  return {
    says,
    about: aboutOf(sentences),
    otherAmounts: isOther ? dollarAmounts : otherAmounts,
    dollarAmounts: isOther ? [] : dollarAmounts,
  };
}

const REPORTED = [...words.price, ...words.allFigures, ' reported '];
const PRICED = [...REPORTED, ' amount ', ' amounts ', ' value ', ' values ', ' column '];

// In the sentences the signs are words, too; those of amounts are not in them.
const CURRENCY = ' othercurrency ';
const sentencesOf = (signed: string): string[] =>
  split(signed).map((one) =>
    toSentence(one.replaceAll(US_DOLLARS, ' usdollars ').replaceAll(OTHER, CURRENCY)).all.replace(
      `${CURRENCY}othercurrency `,
      CURRENCY,
    ),
  );

function saidBy(sentences: readonly string[]): PriceCurrency['says'] {
  const some = (...sought: Array<readonly string[]>) =>
    sentences.some((one) => sought.every((each) => has(one, each)));
  const isDenied = sentences
    .flatMap(clausesOf)
    .some(
      (one) => has(one, words.dollars) && has(one.slice(0, one.indexOf(' usdollars ') + 1), words.negations),
    );
  if (isDenied || some(words.converted, words.intoCurrency)) return 'other';
  if (some(words.converted, words.atRate) || some(words.equivalent)) return 'converted';
  if (some(PRICED, words.inDollars)) return 'converted';
  if (some(REPORTED, words.inCurrency)) return 'other';
  if (some(words.dollars) || some(words.atExchange)) return 'dollars';
  return some(words.traded, words.inCurrency) ? 'other' : 'named';
}

/** "Includes 512 shares purchased under the plan in Canadian dollars" speaks of what is owned. */
function aboutOf(sentences: readonly string[]): PriceCurrency['about'] {
  const isOfAll = sentences.some((one) => has(one, words.allFigures));
  const ofTrades = sentences.filter((one) => !words.includes.some((word) => one.startsWith(word)));
  const withoutExercise = sentences.map((one) =>
    words.exercisePrice.reduce((rest, phrase) => rest.replaceAll(phrase, ' '), one),
  );
  return {
    price:
      isOfAll ||
      ofTrades.some((one) => has(one, words.traded)) ||
      withoutExercise.some((one) => has(one, words.price)),
    exercisePrice: isOfAll || withoutExercise.some((one, at) => one !== sentences[at]),
  };
}

/**
 * Without the currencies of dividends, loans, taxes: a name belongs to the next word before it that is money or a price. "Withheld to pay
 * tax in local currency", "an RMB loan"; but "net of fees, in euros" is about the price.
 */
const withoutOtherMoney = (sentences: readonly string[]): string[] =>
  sentences.map((sentence) => {
    const all = sentence.trim().split(' ');
    const is = (word: string | undefined, sought: readonly string[]) => has(` ${word ?? ''} `, sought);
    const kept = all.filter((word, at) => {
      if (word !== CURRENCY.trim()) return true;
      const nearest = all.slice(0, at).findLastIndex((one, i) => {
        const isApart = all.slice(Math.max(0, i - 3), i).some((before) => is(before, words.apartFrom));
        const isPart = all[i - 1] === 'of' || all[i - 2] === 'of' || all[i - 1] === 'in';
        return !isApart && (is(one, words.otherMoney) || (is(one, words.moneyOfPrice) && !isPart));
      });
      const next = all[at + 1] === 'denominated' ? all[at + 2] : all[at + 1];
      return !is(next, words.otherMoney) && !is(all[nearest], words.otherMoney);
    });
    return ` ${kept.join(' ')} `;
  });

/**
 * Without "the shares also trade in Toronto in Canadian dollars". Only where nothing is said of a trade, or that it was one in the
 * United States: else it may have been one there.
 */
function withoutOtherMarkets(sentences: readonly string[]): readonly string[] {
  const rest = sentences.filter(
    (one) => !has(one, words.also) || !has(one, words.listed) || has(one, words.ofATrade),
  );
  const isHere = rest.some((one) => has(one, words.here) && !has(one, words.notHere));
  return isHere || !rest.some((one) => has(one, words.traded)) ? rest : sentences;
}

/** The amounts, and the text without them. */
function takeAmounts(text: string, pattern: RegExp): [AmountRange[], string] {
  const spans = [...text.matchAll(pattern)].map((match): AmountRange => {
    const numbers = match.slice(1).flatMap((found) => (found === undefined ? [] : numberOf(found)));
    return [Math.min(...numbers), Math.max(...numbers)];
  });
  return [spans, text.replace(pattern, ' ')];
}
/** A European writes "24,50". */
const numberOf = (filed: string): number =>
  Number(filed.length - filed.indexOf(',') <= 3 ? filed.replace(',', '.') : filed.replaceAll(',', ''));

/**
 * Whether a figure is in another currency, according to the texts about it. A figure that is one of the amounts in a text
 * is in the currency of that amount; else the words decide. What stays unclear is not called dollars.
 *
 * @param shares how many, because a text may give the total; null if unknown
 */
export function isInAnotherCurrency(
  figure: number | null,
  shares: number | null,
  texts: readonly PriceCurrency[],
): boolean {
  if (figure === null || figure === 0 || texts.length === 0) return false;
  const figures = shares === null ? [figure] : [figure, figure * shares];
  const distance = (spans: readonly AmountRange[]) =>
    Math.min(...spans.flatMap((span) => figures.map((one) => distanceTo(span, one))));
  const other = distance(texts.flatMap(({ otherAmounts }) => otherAmounts));
  const dollars = distance(texts.flatMap(({ dollarAmounts }) => dollarAmounts));
  if (other !== dollars) return other < dollars;
  if (other !== Number.POSITIVE_INFINITY) return true;
  const says = (word: PriceCurrency['says']) => texts.some((one) => one.says === word);
  if (says('converted')) return false;
  if (says('other')) return true;
  return !says('dollars') && texts.some(({ otherAmounts }) => otherAmounts.length === 0);
}

/** Relative; infinite if the figure is not the amount, rounded. Data sets round prices to cents. */
function distanceTo([low, high]: AmountRange, figure: number): number {
  const beyond = Math.max(low - figure, figure - high, 0);
  return beyond > Math.max(0.0051, figure * 0.002) ? Number.POSITIVE_INFINITY : beyond / figure;
}
