/**
 * Prices that a footnote states in another currency. Forms 3, 4 and 5 are in US dollars and have no field for a currency: a
 * director who is paid in Canadian dollars files 0.34, and says in a footnote what that is.
 */

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

type AmountRange = [low: number, high: number];

const NAMES =
  '(?:canadian|australian|new zealand|hong kong|taiwan(?:ese)?|nt|singapore(?:an)?) dollars?|pounds? sterling|(?<=in )sterling|' +
  '(?:british|u\\.?k\\.?) pounds?|(?<=in |\\d ?)pence|euros?|swiss francs?|(?:japanese|in) yen|renminbi|(?:chinese|in) yuan|(?:mexican |argentine |chilean |colombian |philippine )?pesos|(?:brazilian )?reais|' +
  'brazilian real|shekels?|kronor|kroner|swedish krona|(?:swedish|norwegian|danish) crowns?|rupees?|south african rand|korean won|' +
  'ringgit|thai baht|rupiah|zlotys?|forints?|turkish lira|rou?bles?|tenge|dirhams?|(?:local|foreign|home) currency';
const CODES =
  'CAD|CDN|AUD|NZD|HKD|TWD|NTD|SGD|GBP|GBX|EUR|CHF|JPY|RMB|CNY|MXN|BRL|CLP|NIS|ILS|SEK|NOK|DKK|INR|ZAR|KRW|THB|MYR|IDR|PLN|HUF|KZT|AED';
const OTHER = `(?:\\b(?:${NAMES}|${CODES})\\b\\$?|(?<![a-z.])(?:C|CA|CAN|CDN|A|AU|NZ|HK|NT|S|R|MX|Mex)\\.?\\$|[£€¥₩₹])`;
const DOLLARS = '(?:\\b(?:U\\.?S\\.?|United States) ?(?:dollars?|currency|\\$)|\\bUSD\\b)';
const NUMBER = '(\\d[\\d,]*(?:\\.\\d+)?|\\.\\d+)';
/** The end of a range; "NIS 3.65 to $1.00" is a rate. */
const UNTIL = ' ?(?:to|and|through|-) ?(?! ?\\$ ?1(?:\\.0+)?(?!\\.?\\d))';

/** Companies are called RMB Capital Management and Sterling Partners. */
const OF_A_COMPANY = new RegExp(
  `\\b(?:${CODES}|Euro|Sterling)(?= (?!Dollars?\\b|Per\\b|Price|Share|Equivalent)(?:[A-Z][a-z]+|LLC|LP|L\\.P\\.))`,
  'g',
);
/** "Withheld to pay tax in local currency": not the price. */
const OF_TAX = new RegExp(`\\btax\\w*\\b[^.;]{0,60}?\\bin ${OTHER}`, 'gi');

const NAMES_ANOTHER = new RegExp(OTHER, 'i');
/** Without one of these a text names no other currency. They are much faster than the pattern above. */
const MAY_NAME_ANOTHER = [
  new RegExp(`\\b(?:${CODES})\\b`),
  /[A-Za-z]\.?\$|[£€¥₩₹]/,
  /(?:^|[ (\d])(?:dollars?|pounds?|sterling|pence|euros?|francs?|yen|yuan|renminbi|pesos|reais|brazilian|shekels?|kron|crowns?|rupees?|rand|won|ringgit|baht|rupiah|zloty|forint|lira|rou?ble|tenge|dirham|currency)/,
] as const;
const NAMES_DOLLARS = new RegExp(DOLLARS, 'i');
/** The nominal value of a share is in the currency of its company, whatever was paid for it. */
const NOMINAL_VALUE = new RegExp(
  `\\b(?:par|nominal) value,? (?:of )?(?:${OTHER} ?)?${NUMBER}(?: ?${OTHER})?|${OTHER} ?${NUMBER},? (?:per share )?(?:par|nominal)\\b|` +
    `\\bof ${OTHER} ?${NUMBER} each\\b`,
  'gi',
);
const OTHER_AMOUNT = new RegExp(
  `${OTHER} ?\\$? ?${NUMBER}(?:${UNTIL}(?:${OTHER})? ?\\$?${NUMBER})?|` +
    // "$0.34 CAD", but not "$0.25 (C$0.34)".
    `\\$? ?${NUMBER}(?: ?${OTHER})?(?:${UNTIL}\\$? ?${NUMBER})? ?\\(?${OTHER}(?! ?\\$? ?\\d)`,
  'gi',
);
const DOLLAR_SIGN = '(?:US ?\\$|U\\.S\\. ?\\$|USD ?\\$?|(?<![a-z])\\$)';
const DOLLAR_AMOUNT = new RegExp(
  `${DOLLAR_SIGN} ?${NUMBER}(?:${UNTIL}(?:${DOLLAR_SIGN})? ?${NUMBER})?|${NUMBER}(?:${UNTIL}${NUMBER})? ?${DOLLARS}`,
  'gi',
);

const NOT_CONVERTED = new RegExp(
  `\\b(?:not|without)\\b[^.;]{0,40}\\b(?:convert|translat)\\w*[^.;]{0,40}${DOLLARS}`,
  'i',
);
const RATE = '\\b(?:exchange|conversion|noon|spot|closing|daily|average|buying|reference) rates?\\b';
const INTO_DOLLARS = new RegExp(
  `\\b(?:conver(?:t|sion)|translat)\\w*\\b[^;]{0,120}?\\b(?:in)?to (?:[\\w.]+ ){0,4}?${DOLLARS}|` +
    `\\b(?:convert|translat)\\w*\\b[^;]{0,120}?(?:${RATE}|\\bU\\.?S\\.? (?:dollar )?(?:equivalent|value)|\\bfrom (?:the )?${OTHER})`,
  'i',
);
const INTO_ANOTHER = new RegExp(
  `\\b(?:convert|translat)\\w*\\b[^;]{0,120}?\\b(?:in)?to (?:the )?${OTHER}(?! ?\\$?\\d)`,
  'i',
);
const IN_DOLLARS = new RegExp(
  `\\b(?:prices?|amounts?|values?|column \\d|reported)\\b[^.;]{0,60}\\b(?:is|are|was|were|been|reported|stated|expressed|shown|presented) (?:[a-z]+ )?in ${DOLLARS}`,
  'i',
);
const IN_ANOTHER = new RegExp(
  `\\b(?:prices?|reported|all (?:dollar )?(?:amounts?|values?|figures?))\\b[^.;]{0,80}?\\b(?:in|reflects?|is|are) (?:the )?${OTHER}(?! ?\\$?\\d)`,
  'i',
);
/** "The price of $10.00 is in Canadian dollars": the sign is then that of the other currency. */
const PRICE_IN_ANOTHER = new RegExp(
  `\\b(?:prices?|all (?:dollar )?(?:amounts?|figures?))\\b(?: of \\$ ?${NUMBER})?[^.;]{0,60}?\\bin (?:the )?${OTHER}(?! ?\\$?\\d)`,
  'i',
);
const EXERCISE_PRICE = /\b(?:exercise|strike|conversion|option) prices?\b/gi;
const EXCHANGE = /\bexchange rates?\b|\bequivalents?\b/i;

/**
 * @param lower the text in small letters
 * @returns null for a text that names no other currency and no conversion, as nearly all do
 */
export function readPriceCurrency(text: string, lower: string): PriceCurrency | null {
  const [code, sign, name] = MAY_NAME_ANOTHER;
  // Another footnote may name the currency that it was converted from.
  const isConverted =
    /converted|translated/.test(lower) &&
    /dollar|usd|us\$|exchange rate/.test(lower) &&
    INTO_DOLLARS.test(text);
  const namesAnother = (code.test(text) || sign.test(text) || name.test(lower)) && NAMES_ANOTHER.test(text);
  if (!isConverted && !namesAnother) return null;
  const plain = text.replace(NOMINAL_VALUE, ' ').replace(OF_A_COMPANY, ' ').replace(OF_TAX, ' ');
  if (!isConverted && !NAMES_ANOTHER.test(plain)) return null;
  const [otherAmounts, rest] = takeAmounts(plain, OTHER_AMOUNT);
  const [signed] = takeAmounts(rest, DOLLAR_AMOUNT);
  // "at a rate of 31.552 to US$1"
  const dollarAmounts = signed.filter(([low, high]) => low !== 1 || high !== 1);
  const says = saidBy(plain);
  const isOther =
    says !== 'converted' &&
    otherAmounts.length === 0 &&
    !NAMES_DOLLARS.test(plain) &&
    PRICE_IN_ANOTHER.test(plain);
  const withoutExercise = plain.replace(EXERCISE_PRICE, '');
  return {
    says,
    about: { price: /price/i.test(withoutExercise), exercisePrice: withoutExercise !== plain },
    otherAmounts: isOther ? dollarAmounts : otherAmounts,
    dollarAmounts: isOther ? [] : dollarAmounts,
  };
}

function saidBy(text: string): PriceCurrency['says'] {
  if (NOT_CONVERTED.test(text)) return 'other';
  if (INTO_ANOTHER.test(text)) return 'other';
  if (INTO_DOLLARS.test(text)) return 'converted';
  if (IN_DOLLARS.test(text)) return 'converted';
  if (IN_ANOTHER.test(text)) return 'other';
  return NAMES_DOLLARS.test(text) || EXCHANGE.test(text) ? 'dollars' : 'named';
}

/** The amounts, and the text without them. */
function takeAmounts(text: string, pattern: RegExp): [AmountRange[], string] {
  const spans: AmountRange[] = [];
  for (const match of text.matchAll(pattern)) {
    const numbers = match
      .slice(1)
      .flatMap((found) => (found === undefined ? [] : Number(found.replaceAll(',', ''))));
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
    spans.push([low, high]);
  }
  return [spans, text.replace(pattern, ' ')];
}

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
