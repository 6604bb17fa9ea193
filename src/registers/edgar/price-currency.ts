/**
 * Prices that a footnote states in another currency. Forms 3, 4 and 5 are in US dollars and have no field for a currency: a
 * director who is paid in Canadian dollars files 0.34, and says in a footnote what that is.
 */

import { CODES, DOLLARS, mayNameAnotherCurrency, namesAnotherCurrency, OTHER } from './currency-names.js';

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

/** Bounded: from each digit of a very long number the patterns below would read it to its end. */
const NUMBER = '(\\d[\\d,]{0,20}(?:\\.\\d{1,20})?|\\.\\d{1,20})';
/** The end of a range; "NIS 3.65 to $1.00" is a rate. */
const UNTIL = ' ?(?:to|and|through|-) ?(?! ?\\$ ?1(?:\\.0+)?(?!\\.?\\d))';

/** Companies are called RMB Capital Management and Sterling Partners. */
const OF_A_COMPANY = new RegExp(
  `\\b(?:${CODES}|Euro|Sterling|Yen|Yuan|Kron[ae]|Baht|Lev|Lira|Naira)(?= (?!Dollars?\\b|Per\\b|Price|Share|Equivalent)(?:[A-Z][a-z]+|LLC|LP|L\\.P\\.))|\\bEuro(?=-[A-Z])`,
  'g',
);
/** What a price is without: "excludes commissions and is in euros", "net of fees, in euros" are about the price. */
const APART_FROM =
  '(?:net of|exclu\\w+|exclusive of|not inclu\\w+|inclusive of|before|without|less|plus|deduct\\w+|adjusted for)';
/** Other money than the price: "withheld to pay tax in local currency", "contributions are made in euros". */
const OF_OTHER_MONEY = new RegExp(
  `\\b(?:tax\\w*|(?<!\\b${APART_FROM} (?:[\\w’']+ ){0,3})(?:dividends?|distributions?|contribut(?:es?|ed|ions?)|deductions?|financial (?:results|statements)|fees?|retainers?|` +
    `salar(?:y|ies)|bonus(?:es)?|notes?(?! that (?:the|all|each|these|this)\\b)|debentures?|loans?|facilit(?:y|ies)|commissions?|proceeds))` +
    `\\b(?:(?!\\bprices?\\b|\\b(?:all|reported) (?:amounts|values|figures)\\b|\\b(?:amounts|values|figures) (?:are|reported)\\b)[^.;]){0,60}?\\b(?:in|into|to) (?:the )?${OTHER}(?! ?\\$?\\d)|` +
    // "The award was denominated in euros" says how it was sized.
    `\\b(?:awards?|grants?|compensation|remuneration)\\b(?:(?!\\bprices?\\b)[^.;]){0,30}\\bdenominated in (?:the )?${OTHER}(?! ?\\$?\\d)|` +
    `${OTHER}(?:[- ]denominated)? (?:loans?|facilit(?:y|ies)|debentures?|bonds?|notes?|bonus(?:es)?|salar(?:y|ies)|dividends?)\\b`,
  'gi',
);

const NAMES_DOLLARS = new RegExp(DOLLARS, 'i');
const NUMBER_WORD =
  '(?:half|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|twenty-five|fifty)';
/** The nominal value of a share is in the currency of its company, whatever was paid for it. */
const NOMINAL_VALUE = new RegExp(
  // "Par value five cents of euro ((euro)0.05)"
  `\\b(?:par|nominal) value,? (?:of )?(?:an? )?${NUMBER_WORD} (?:(?:cents?|hundredths?) )?(?:of )?(?:an? |one )?${OTHER}(?: cents?)?(?: ?\\(\\(?(?:${OTHER}\\)?)? ?${NUMBER}\\))?|` +
    `\\b(?:par|nominal) value,? (?:of )?(?:${OTHER} ?)?${NUMBER}(?: ?${OTHER})?|${OTHER} ?${NUMBER},? (?:per share )?(?:par|nominal)\\b|` +
    `\\bof (?:${OTHER} ?${NUMBER}|${NUMBER} ?${OTHER}) each\\b|\\bshares? of (?:${OTHER} ?${NUMBER}|${NUMBER} ?${OTHER})`,
  'gi',
);
const OTHER_AMOUNT = new RegExp(
  `${OTHER}\\.? ?\\$? ?${NUMBER}(?:${UNTIL}(?:${OTHER})? ?\\$?${NUMBER})?|` +
    // "$0.34 CAD", but not "$0.25 (C$0.34)".
    `\\$? ?${NUMBER}(?: ?${OTHER})?(?:${UNTIL}\\$? ?${NUMBER})? ?\\(?${OTHER}(?! ?\\$? ?\\d)`,
  'gi',
);
const DOLLAR_SIGN = '(?:US ?\\$|U\\.S\\. ?\\$|USD ?\\$?|(?<![a-z])\\$)';
const DOLLAR_AMOUNT = new RegExp(
  `${DOLLAR_SIGN} ?${NUMBER}(?:${UNTIL}(?:${DOLLAR_SIGN})? ?${NUMBER})?|${NUMBER}(?:${UNTIL}${NUMBER})? ?${DOLLARS}`,
  'gi',
);

/** "R$5.1017 per US$1.00", "US$1 = NT$31.5": a rate, which may be as high as the price by chance. */
const RATE_AMOUNT = new RegExp(
  `${OTHER}\\.? ?\\$? ?${NUMBER} ?(?:per|to|for|equals?|=|:) ?(?:${DOLLAR_SIGN} ?1(?:\\.0+)?(?![.,]?\\d| (?:per|for each|an?) (?:\\w+ )?share)|(?:one|1(?:\\.0+)?) ${DOLLARS})|` +
    `${OTHER}\\.? ?\\$? ?${NUMBER} per ${DOLLARS}(?! ?\\d)|` +
    `${DOLLAR_SIGN} ?1(?:\\.0+)? ?(?:to|equals?|=|:) ?${OTHER}\\.? ?\\$? ?${NUMBER}`,
  'gi',
);

const NOT_CONVERTED = new RegExp(
  `\\b(?:not|without)\\b(?:[^.;]{0,40}\\b(?:convert|translat|report|express|stat|denominat)\\w*[^.;]{0,40}| in )${DOLLARS}`,
  'i',
);
const RATE =
  '(?:\\b(?:exchange|conversion|noon|spot|closing|daily|average|buying|reference|fx) rates?\\b|\\bat (?:the|a) rate of\\b)';
const INTO_DOLLARS = new RegExp(
  `\\b(?:conver(?:t|sion)|translat)\\w*\\b[^;]{0,120}?\\b(?:in)?to (?:[\\w.]+ ){0,4}?${DOLLARS}|` +
    `\\b(?:convert|translat)\\w*\\b[^;]{0,120}?(?:${RATE}|\\bU\\.?S\\.? (?:dollar )?(?:equivalent|value)|\\bfrom (?:the )?${OTHER})`,
  'i',
);
/** "Represents the U.S. dollar equivalent of the price"; not "the U.S. dollar equivalent is $10.30". */
const IS_EQUIVALENT = new RegExp(
  `\\b(?:represents?|reflects?|is|are|in|at|as) (?:the |its |an? )?(?:approximate )?(?:${DOLLARS}|U\\.?S\\.?)[- ]equivalents?\\b|` +
    `^(?:the )?(?:${DOLLARS}|U\\.?S\\.?)[- ]equivalents? of\\b`,
  'i',
);
/** Only of the price: the proceeds of a sale may be converted into anything. */
const INTO_ANOTHER = new RegExp(
  `(?:^|\\b(?:prices?|amounts?|values?)\\b[^.;]{0,60})\\b(?:convert|translat)\\w*\\b[^;]{0,120}?\\b(?:in)?to (?:the )?${OTHER}(?! ?\\$?\\d)`,
  'i',
);
const IN_DOLLARS = new RegExp(
  `\\b(?:prices?|amounts?|values?|column \\d|reported)\\b[^.;]{0,60}\\b(?:is|are|was|were|been|reported|stated|expressed|shown|presented) (?:[a-z]+ )?in ${DOLLARS}`,
  'i',
);
/** The figures of the whole form. */
const ALL_FIGURES =
  '(?:all (?:(?:of the|dollar|monetary|reported) )*(?:amounts?|values?|figures?|transactions?)|(?:dollar )?(?:amounts?|values?|figures?) (?:(?:is|are) )?(?:shown|reported|stated|above|herein|in this)|currency(?= ?:| (?:is|used|of)\\b))';
const IN_ANOTHER = new RegExp(
  `\\b(?:prices?|reported|${ALL_FIGURES})\\b(?:[^.;]{0,80}?|(?:(?!\\brates?\\b)(?:[^.;$]|(?<=[a-z])\\$|\\.\\d)){0,80}?)(?:\\b(?:in|reflects?|is|are)|:) (?:the )?${OTHER}(?! ?\\$?\\d)`,
  'i',
);
const OF_ALL_FIGURES = new RegExp(`\\b${ALL_FIGURES}\\b`, 'i');
/** "The sale was executed in SEK". */
const TRADED_IN_ANOTHER = new RegExp(
  `\\b(?:effected|executed|traded|made|sold|purchased|bought|conducted|settled|denominated)\\b[^.;]{0,60}?\\bin (?:the )?${OTHER}(?! ?\\$?\\d)`,
  'i',
);
const TRADE = /\b(?:sold|sales?|purchase[ds]?|bought|acquired|trade[ds]?|transactions?|executed|effected)\b/i;
/** Another market than that of the trade: "The shares also trade in Toronto in Canadian dollars." */
const ALSO_TRADES =
  /^\W*(?:[\w’'-]+ ){0,6}?(?:shares?|stock|units|securities|issuer|company)\b.*\balso\b.*\b(?:trade[sd]?|list(?:s|ed|ing)|quote[sd]?|quotation)\b/i;
const OF_A_TRADE =
  /\b(?:sold|sales?|purchase[ds]?|bought|acquired|transactions?|executed|effected|prices?|paid|reported)\b|\d/i;
const SOLD_HERE = new RegExp(
  '\\b(?:on|over|through) (?:the )?(?:facilities of (?:the )?)?(?:NYSE(?: American| Arca)?|New York Stock Exchange|OTC|' +
    'Nasdaq(?: Stock Market| Global(?: Select)?(?: Market)?| Capital Market)?)\\b' +
    '(?! (?:and|or|Stockholm|Copenhagen|Helsinki|Iceland|Nordic|Baltic|First|Dubai)|/|, )|\\bin (?:the (?:United States|U\\.S\\.)|New York)\\b(?! (?:and|or)|, )',
  'i',
);
/** "Includes 512 shares purchased under the plan in Canadian dollars" speaks of what is owned. */
const OF_HOLDING = /(?:^|[.;] )(?:also )?includes?\b[^.;]*/gi;
/** "The price of $10.00 is in Canadian dollars": the sign is then that of the other currency. */
const PRICE_IN_ANOTHER = new RegExp(
  `\\b(?:prices?|${ALL_FIGURES})\\b(?: of \\$ ?${NUMBER})?[^.;]{0,60}?\\bin (?:the )?${OTHER}(?! ?\\$?\\d)`,
  'i',
);
const EXERCISE_PRICE = /\b(?:exercise|strike|conversion|option) prices?\b/gi;
const EXCHANGE = /\bexchange rates?\b|\bequivalents?\b/i;

/**
 * @param lower the text in small letters
 * @returns null for a text that names no other currency and no conversion, as nearly all do
 */
export function readPriceCurrency(text: string, lower: string): PriceCurrency | null {
  // Another footnote may name the currency that it was converted from.
  const isConverted =
    /converted|translated/.test(lower) &&
    /dollar|usd|us\$|exchange rate/.test(lower) &&
    INTO_DOLLARS.test(text);
  const namesAnother = mayNameAnotherCurrency(text, lower) && namesAnotherCurrency(text);
  if (!isConverted && !namesAnother) return null;
  const plain = withoutOtherMarkets(text)
    .replace(NOMINAL_VALUE, ' ')
    .replace(OF_A_COMPANY, ' ')
    .replace(OF_OTHER_MONEY, ' ');
  if (!isConverted && !namesAnotherCurrency(plain)) return null;
  const withoutRates = plain.replace(RATE_AMOUNT, ' ');
  const [otherAmounts, rest] = takeAmounts(withoutRates, OTHER_AMOUNT);
  const [signed] = takeAmounts(rest, DOLLAR_AMOUNT);
  // "at a rate of 31.552 to US$1"
  const dollarAmounts = signed.filter(([low, high]) => low !== 1 || high !== 1);
  const said = saidBy(plain);
  const says = said === 'named' && withoutRates !== plain ? 'dollars' : said;
  const isOther =
    says !== 'converted' &&
    otherAmounts.length === 0 &&
    !NAMES_DOLLARS.test(plain) &&
    PRICE_IN_ANOTHER.test(plain);
  const isOfAll = OF_ALL_FIGURES.test(plain);
  const withoutExercise = plain.replace(EXERCISE_PRICE, '');
  return {
    says,
    about: {
      price: isOfAll || TRADE.test(plain.replace(OF_HOLDING, ' ')) || /price/i.test(withoutExercise),
      exercisePrice: isOfAll || withoutExercise !== plain,
    },
    otherAmounts: isOther ? dollarAmounts : otherAmounts,
    dollarAmounts: isOther ? [] : dollarAmounts,
  };
}

/** Only where nothing is said of a trade, or that it was one in the United States: else it may have been one there. */
function withoutOtherMarkets(text: string): string {
  if (!/\balso\b/i.test(text)) return text;
  const sentences = text.split(/(?<=[.;]) /);
  const kept = sentences.filter((one) => !ALSO_TRADES.test(one) || OF_A_TRADE.test(one));
  if (kept.length === sentences.length) return text;
  const rest = kept.join(' ');
  return !TRADE.test(rest) || SOLD_HERE.test(rest) ? rest : text;
}

function saidBy(text: string): PriceCurrency['says'] {
  if (NOT_CONVERTED.test(text)) return 'other';
  if (INTO_ANOTHER.test(text)) return 'other';
  if (INTO_DOLLARS.test(text) || IS_EQUIVALENT.test(text) || IN_DOLLARS.test(text)) return 'converted';
  if (IN_ANOTHER.test(text)) return 'other';
  if (NAMES_DOLLARS.test(text) || EXCHANGE.test(text)) return 'dollars';
  return TRADED_IN_ANOTHER.test(text) ? 'other' : 'named';
}

/** The amounts, and the text without them. */
function takeAmounts(text: string, pattern: RegExp): [AmountRange[], string] {
  const spans: AmountRange[] = [];
  for (const match of text.matchAll(pattern)) {
    const numbers = match.slice(1).flatMap((found) => (found === undefined ? [] : numberOf(found)));
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
    spans.push([low, high]);
  }
  return [spans, text.replace(pattern, ' ')];
}

/** A European writes "24,50". */
const numberOf = (filed: string): number =>
  Number(/^\d+,\d{1,2}$/.test(filed) ? filed.replace(',', '.') : filed.replaceAll(',', ''));

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
