/**
 * Reads the terms of an option from the text of a row: a labelled list in the Senate (`Option Type: Call;
 * Strike price: $75.00; Expires: 2026-08-21`), a sentence in the House (`Purchased 50 call options with a
 * strike price of $150 and an expiration date of 1/16/26.`). A term that the text gives twice with different
 * values is null; none is chosen.
 */

import type { OptionTerms } from '../../../tools/contract/shapes/congress.js';
import { itemAt, required } from '../../collections.js';
import type { StockActTrade } from '../../records/congress/stock-act.js';
import { joinedWords } from '../../records/words.js';

/**
 * In the text of a share: an exercised option leaves shares. The text of a bond that is called, or of a put
 * bond, has none of these.
 */
const OPTION_WORDS =
  /\b(?:call|put)s? (?:stock )?options?\b|\boption type\b|\bstrike price\b|\boptions? contracts?\b|\bexercis(?:ed?|ing)\b.*\boptions?\b|\boptions?\b.*\bexercised\b/i;

/** `Bought 5 puts`, `Purchased 5 Jan 2027 $150 calls`: counted after a verb. Capital and margin calls are none; with a count of shares it is not known which is meant. */
const COUNTED_OPTIONS =
  /^(?!.*\b(?:purchased?|bought|acquired|sold) \d[\d,]* shares?\b).*\b(?:purchased?|bought|acquired|sold|wrote|closed|opened) \d[\d,]* (?:(?!shares?\b|capital\b|margin\b|earnings\b|for\b|after\b|to (?!(?:open|close)\b))[\w$.,/'-]+ ){0,5}(?:calls|puts)\b/is;

type OptionTexts = Pick<StockActTrade, 'assetType' | 'assetDescription' | 'description' | 'comments'>;

/** Null for a trade that mentions an option only in its asset type. */
export function optionTerms({
  assetType,
  assetDescription,
  description,
  comments,
}: OptionTexts): OptionTerms | null {
  const isOption = /\boptions?\b/i.test(assetType);
  const said = [description, comments].filter((text): text is string => text !== null);
  const about = isOption
    ? said
    : said.filter((text) => OPTION_WORDS.test(text) || COUNTED_OPTIONS.test(text));
  // The asset of an option is usually the underlying security; its name can include the terms.
  const inName = isOption && /\b(?:call|put)s?\b/i.test(assetDescription) ? [assetDescription] : [];
  const texts = [...about, ...inName];
  if (texts.length === 0) return null;
  const text = texts.join('; ').replace(/\s+/g, ' ');
  const series = seriesOf(text);
  const terms = {
    putCall: putCall(text),
    strikeUsd: strike(text, series),
    expires: expiry(text, series),
    contracts: onlyValue(texts.flatMap(countsOf)),
    action: action(about.join('; ').replace(/\s+/g, ' ')),
  };
  const isSilent = Object.values(terms).every((term) => term === null);
  return isSilent && about.length === 0 ? null : { ...terms, asFiled: texts.join('; ') };
}

/** The one value that all have; null if there is none or they differ. */
function onlyValue<T>(values: readonly (T | null)[]): T | null {
  const found = new Set(values);
  const [first = null] = found;
  return found.size === 1 ? first : null;
}

const DEALT = 'purchased|bought|acquired|sold|exercised|wrote|written';
/**
 * `Sold 5 put options`, `bought call options`: a verb of the options, whatever can happen to them afterwards (`shares are bought
 * upon assignment`).
 */
const DEALS = new RegExp(
  String.raw`\b(${DEALT}) (?:\d[\d,]* (?:of (?:the )?\d[\d,]* )?)?(?:(?!shares?\b|via\b|by\b|through\b|from\b|with\b|upon\b|on\b|at\b|(?:${DEALT})\b)[\w.,&$/'-]+ ){0,5}?(?:calls?|puts?|options?|contracts?)\b(?! (?:by|through) )`,
  'gi',
);

/** Where each dealing in options of a text is said: several are several series, which can differ in every term. */
function seriesOf(text: string): number[] {
  const dealings = [...text.matchAll(DEALS)].map(({ index }) => index);
  const counted = [...text.matchAll(CONTRACTS)].map(({ index }) => index);
  return counted.length > dealings.length ? counted : dealings;
}

/**
 * The value that all series have. One that is stated for only some of several is not theirs in common: it must be said as
 * often as there are series, after all of them in one sentence, or in a sentence without any.
 */
function common<T>(
  text: string,
  series: readonly number[],
  found: ReadonlyArray<{ index: number; value: T | null }>,
): T | null {
  const value = onlyValue(found.map((one) => one.value));
  if (series.length < 2 || found.length >= series.length) return value;
  const sentenceOf = (at: number) => text.slice(0, at).replaceAll('. ', ';').split(';').length;
  const [sentences, last] = [series.map(sentenceOf), Math.max(...series)];
  const isForAll = found.every(({ index }) => {
    const own = sentenceOf(index);
    return !sentences.includes(own) || (index > last && sentences.every((other) => other === own));
  });
  return isForAll ? value : null;
}

function putCall(text: string): OptionTerms['putCall'] {
  const words = [...text.matchAll(/\b(call|put)s?\b/gi)].map(([, word]) =>
    required(word, 'word').toLowerCase(),
  );
  const found = onlyValue(words);
  return found === null ? null : found === 'call' ? 'Call' : 'Put';
}

const SUM = String.raw`\$? ?(\d+(?:,\d{3})*(?:\.\d+)?)`;
/** `$100/$110`, `50 and 60`, `$50 (adjusted to $5)`: two strikes, so neither can be used. */
const PAIRED = String.raw`(?! ?(?:[\/&–-]|to\b|and\b|or\b|, ?(?=\$)) ?\$?\d|, ?\d[\d.]*(?= ?(?:[;,)]|and\b|or\b|\. |$))| ?\([^)]*\$)`;
const STRIKE_BEFORE = new RegExp(
  String.raw`\bstrikes?(?: prices?)?(?: of| at| is)?:? ?${SUM}${PAIRED}(?![\d,.]*\d)`,
  'gi',
);
const STRIKE_AFTER = /(?<![\d/&–-] ?)\$ ?(\d[\d,]*(?:\.\d+)?) strike\b/gi;
const STRIKES = /\bstrikes?\b/gi;
/** A split, or another event that gives the same options another strike. */
const STRIKE_CHANGED = ['adjust', 'split'];

function strike(text: string, series: readonly number[]): number | null {
  const found = [...text.matchAll(STRIKE_BEFORE), ...text.matchAll(STRIKE_AFTER)];
  // A strike that is mentioned but not parsed could be a different one.
  if (
    found.length < [...text.matchAll(STRIKES)].length ||
    STRIKE_CHANGED.some((word) => text.toLowerCase().includes(word))
  )
    return null;
  const values = found.map(({ index, 1: sum }) => ({ index, value: number(required(sum, 'sum')) }));
  return common(text, series, values);
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const DATE = String.raw`(\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2}|[a-z]{3,9}\.? \d{1,2},? \d{4})(?![\d\/])`;
const EXPIRY = new RegExp(
  String.raw`\bexp(?:ires?|ired|iring|iration|iry|\.)?(?: dates?)?(?: on| of| is| in| dated)?:? ?${DATE}( ?(?:[,&]|and\b|or\b|to\b) ?\d{1,2}\/\d{1,2}\/\d)?`,
  'gi',
);

function expiry(text: string, series: readonly number[]): string | null {
  const found = [...text.matchAll(EXPIRY)].map(({ index, 1: date, 2: another }) => ({
    index,
    value: another === undefined ? isoDate(required(date, 'date')) : null,
  }));
  return common(text, series, found);
}

function isoDate(text: string): string | null {
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(text);
  const written = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i.exec(text);
  const [year, month, day] = slashed
    ? [
        itemAt(slashed, 3).length === 2 ? `20${slashed[3]}` : itemAt(slashed, 3),
        Number(slashed[1]),
        Number(slashed[2]),
      ]
    : written
      ? [
          itemAt(written, 3),
          MONTHS.indexOf(itemAt(written, 1).slice(0, 3).toLowerCase()) + 1,
          Number(written[2]),
        ]
      : [text.slice(0, 4), Number(text.slice(5, 7)), Number(text.slice(8))];
  const iso = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const time = Date.parse(`${iso}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : null;
}

/**
 * A count follows a verb, another series, a bracket or the start: a bare number before `calls` can be a strike or a year.
 * Neither number of `150 of 300 call options` and of `5 and 10 contracts` is taken.
 */
const CONTRACTS =
  /(?:^|[;.(] ?|\b(?:purchased?|bought|sold|exercised|exercising|acquired|wrote|written|writing|assigned|closed|opened|covered|(?<!\d |out )of|(?<!\d )and) )(\d{1,3}(?:,\d{3})+|\d+) (?:(?!strike|shares?|(?:via|by|through|from|with|and|or) )[a-z.&]+ ){0,3}?(?:calls?|puts?|options?|contracts?)\b/gi;
const LABELLED = /\b(?:number of (?:contracts|options)|(?:contracts|options)): ?(\d[\d,]*)/gi;
/** The number of options that one text counts; a null where it counts several times, because each is of another series. */
function countsOf(text: string): Array<number | null> {
  const found = [...text.matchAll(CONTRACTS), ...text.matchAll(LABELLED)].map(([, count]) =>
    required(count, 'count'),
  );
  // `Purchased 2026 calls` can be a year.
  const isUnsure = found.length > 1 || found.some((count) => /^20[1-4]\d$/.test(count));
  return isUnsure ? [null] : found.map(number);
}

const number = (text: string): number => Number(text.replaceAll(',', ''));

const ACTIONS: ReadonlyArray<[RegExp, NonNullable<OptionTerms['action']>]> = [
  [/^(?:purchased|bought|acquired)$/i, 'purchased'],
  [/^sold$/i, 'sold'],
  [/^exercis(?:ed|ing|e of)$/i, 'exercised'],
  [/^(?:wrote|written)$/i, 'written'],
  [/^(?:.* )?assign(?:ed|ment)$/i, 'assigned'],
  [/^expired$/i, 'expired'],
];
/**
 * What was done, as a verb and not as a noun: a put that was sold is an `Obligation to purchase stock of AIZ
 * for $125`.
 */
const VERB =
  /\b(?:purchased|bought|acquired|sold|exercised|exercising|exercise of|wrote|written|assigned|(?:up)?on assignment|through assignment|expired)\b/gi;
/** Words for the options in a sentence whose verb is of the shares: `Bought shares by exercising`, `upon assignment of`. */
const DONE_WITH_OPTIONS = /^(?:exercising|exercise of|.* assignment)$/i;
/** Ends a clause, and with it what a negation covers: `not sold or exercised`, but `not sold, and exercised`. */
const CLAUSE_ENDS = /[.;()]|,(?![^.;]*\bnor\b)|\b(?:and|but|then)\b/gi;
/** Says before a verb that it did not happen, or only may. */
const NOT_DONE = new Set(
  'not never neither nor no none without cannot before until unless if may might can could would will be avoid'
    .split(' ')
    .concat('didnt wasnt werent isnt arent hasnt havent hadnt wont'.split(' ')),
);

/** Whether what a verb at this place says happened: its clause says nothing else before it. */
function isDone(text: string, at: number): boolean {
  const start = [...text.matchAll(CLAUSE_ENDS)].findLast(({ index }) => index < at)?.index ?? 0;
  return !joinedWords(text.slice(start, at))
    .split(' ')
    .some((word) => NOT_DONE.has(word));
}

/** What was done with the options; null where verbs differ, because some of them say where the options came from. */
function action(text: string): OptionTerms['action'] {
  const done = (found: Iterable<RegExpExecArray>) => [...found].filter(({ index }) => isDone(text, index));
  const dealt = done(text.matchAll(DEALS)).flatMap(([, verb]) => actionOf(required(verb, 'verb')) ?? []);
  if (dealt.length > 0) return onlyValue(dealt);
  const verbs = done(text.matchAll(VERB)).map(([verb]) => verb);
  const withOptions = verbs.find((one) => DONE_WITH_OPTIONS.test(one));
  return onlyValue((withOptions === undefined ? verbs : [withOptions]).map(actionOf));
}

const actionOf = (verb: string): OptionTerms['action'] =>
  ACTIONS.find(([words]) => words.test(verb))?.[1] ?? null;
