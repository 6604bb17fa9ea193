/**
 * Reads the terms of an option from the text of a row: a labelled list in the Senate (`Option Type: Call;
 * Strike price: $75.00; Expires: 2026-08-21`), a sentence in the House (`Purchased 50 call options with a
 * strike price of $150 and an expiration date of 1/16/26.`). A term that the text gives twice with different
 * values is null; none is chosen.
 */

import type { OptionTerms } from '../../../tools/contract/shapes/congress.js';
import { itemAt, required } from '../../collections.js';
import type { StockActTrade } from '../../records/congress/stock-act.js';

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
  const terms = {
    putCall: putCall(text),
    strikeUsd: strike(text),
    expires: expiry(text),
    contracts: contracts(text),
    action: action(about.join('; ')),
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

function putCall(text: string): OptionTerms['putCall'] {
  const words = [...text.matchAll(/\b(call|put)s?\b/gi)].map(([, word]) =>
    required(word, 'word').toLowerCase(),
  );
  const found = onlyValue(words);
  return found === null ? null : found === 'call' ? 'Call' : 'Put';
}

const SUM = String.raw`\$? ?(\d[\d,]*(?:\.\d+)?)`;
/** `$100/$110`: two strikes, so neither can be used. */
const PAIRED = String.raw`(?! ?(?:[\/&–-]|to\b|and \$) ?\$?\d)`;
const STRIKE_BEFORE = new RegExp(
  String.raw`\bstrikes?(?: prices?)?(?: of| at| is)?:? ?${SUM}${PAIRED}(?![\d,.]*\d)`,
  'gi',
);
const STRIKE_AFTER = /(?<![\d/&–-] ?)\$ ?(\d[\d,]*(?:\.\d+)?) strike\b/gi;
const STRIKES = /\bstrikes?\b/gi;

function strike(text: string): number | null {
  const found = [...text.matchAll(STRIKE_BEFORE), ...text.matchAll(STRIKE_AFTER)];
  // A strike that is mentioned but not parsed could be a different one.
  if (found.length < [...text.matchAll(STRIKES)].length) return null;
  return onlyValue(found.map(([, sum]) => number(required(sum, 'sum'))));
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const DATE = String.raw`(\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2}|[a-z]{3,9}\.? \d{1,2},? \d{4})(?![\d\/])`;
const EXPIRY = new RegExp(
  String.raw`\bexp(?:ires?|ired|iring|iration|iry|\.)?(?: dates?)?(?: on| of| is| in| dated)?:? ?${DATE}`,
  'gi',
);

function expiry(text: string): string | null {
  return onlyValue([...text.matchAll(EXPIRY)].map(([, date]) => isoDate(required(date, 'date'))));
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

/** A count follows a verb, a bracket or the start: a bare number before `calls` can be a strike or a year. */
const CONTRACTS =
  /(?:^|[;.(] ?|\b(?:purchased?|bought|sold|exercised|exercising|acquired|wrote|written|writing|assigned|closed|opened|covered|of) )(\d{1,3}(?:,\d{3})+|\d+) (?:(?!strike|shares?|(?:via|by|through|from|with) )[a-z.&]+ ){0,3}?(?:calls?|puts?|options?|contracts?)\b/gi;
const LABELLED = /\b(?:number of (?:contracts|options)|(?:contracts|options)): ?(\d[\d,]*)/gi;

function contracts(text: string): number | null {
  const found = [...text.matchAll(CONTRACTS), ...text.matchAll(LABELLED)].map(([, count]) =>
    required(count, 'count'),
  );
  // `Purchased 2026 calls` can be a year.
  if (found.some((count) => /^20[1-4]\d$/.test(count))) return null;
  return onlyValue(found.map(number));
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
/** `Sold 5 put options`: that verb is of the options, whatever can happen to them (`shares are bought upon assignment`). */
const TRADED_OPTIONS =
  /\b(purchased|bought|acquired|sold|wrote|written) \d[\d,]* (?:(?!shares?\b|via\b|by\b|through\b|from\b|with\b)[\w.,&$/'-]+ ){0,4}?(?:calls?|puts?|options?|contracts?)\b(?! (?:by|through) )/i;

/** The first verb, because the words after it say where the options came from. */
function action(text: string): OptionTerms['action'] {
  const verbs = [...text.matchAll(VERB)].map(([verb]) => verb);
  const verb = TRADED_OPTIONS.exec(text)?.[1] ?? verbs.find((one) => DONE_WITH_OPTIONS.test(one)) ?? verbs[0];
  return (verb && ACTIONS.find(([words]) => words.test(verb))?.[1]) || null;
}
