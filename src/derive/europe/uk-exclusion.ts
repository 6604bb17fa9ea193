/**
 * Decides which rows of the UK register are plain trades: purchases and disposals for money. The nature is
 * free text, so this matches words, and only whole words (`vested` is not in "invested", `SIP` not in
 * "SIPP"). The nature cell is judged first, then the instrument, then what the announcement says about the
 * same lot.
 */

import type { PdmrFiling } from '../../records/europe/pdmr.js';
import { namesAcquisition, namesDisposal, namesSubscription } from '../../records/europe/uk-nature-words.js';

export type UkTradeFacts = Pick<
  PdmrFiling,
  'nature' | 'instrumentName' | 'narrative' | 'price' | 'volume' | 'pdmrName'
>;

type PlanPattern = [reason: string, words: RegExp];
/**
 * Words that also decide in the narrative, where other words may be used in passing, about holdings or other
 * people.
 */
const NARRATIVE_PLANS: PlanPattern[] = [
  [
    'dividend-reinvestment',
    /\b(?:dividends?\b[^.;]{0,40}?\bre-?\s?invest(?:ments?|ing|ed)?|re-?\s?invest(?:ment|ing|ed)?\b[^.;]{0,40}?\bdividends?|DRIPs?|scrip|dividend equivalents?|in lieu of (?:a |the |cash )?dividends?|dividend shares)\b/i,
  ],
  [
    'employee-share-plan',
    /\b(?:SIPs?(?!P)|share incentive plans?|Sharesave|save[- ]as[- ]you[- ]earn|SAYE|ESPP|(?:employee )?(?:share|stock) purchase (?:plan|programme|program|scheme)s?|buy[- ]as[- ]you[- ]earn|BAYE|partnership shares?|matching shares?|free shares?|AESOP|share[- ]?match(?:ing)?|myShare)\b/i,
  ],
];
/** Plan words and what they mean. The first match gives the reason. */
const PLANS: PlanPattern[] = [
  ...NARRATIVE_PLANS,
  ['employee-trust', /\b(?:employees?'? (?:benefit|share) trusts?|EBT)\b/i],
  [
    'award',
    /\b(?:awards?|awarded|grants?|granted|granting|LTIPs?|long[- ]term incentive|PSPs?|RSPs?|RSUs?|PSUs?|restricted (?:share|stock)s?|performance shares?|forfeitable|nil[- ]cost|deferred (?:annual )?(?:bonus|shares?)|DBPs?|DABPs?|bonus deferral|conditional (?:shares?|rights?|allocations?))\b/i,
  ],
  // The `UK Share Plan`, the `Global Employee Share Plan`; a share trading plan buys in the market.
  [
    'employee-share-plan',
    /\b(?:share|stock)s? (?:(?!trading|dealing|buy|option)\w+ ){0,2}(?:plan|programme|program|scheme)s?\b/i,
  ],
  ['vesting', /\b(?:vest|vests|vested|vesting)\b/i],
  ['option-exercise', /\b(?:options?|exercis(?:e[sd]?|ing))\b/i],
  ['conversion', /\b(?:conversions?|converted|converting)\b/i],
  ['merger', /\b(?:mergers?|demergers?|schemes? of arrangement)\b/i],
  ['stock-loan', /\b(?:stock|share|securities)[- ](?:loans?|lending|borrowing)\b/i],
  [
    'lapse',
    /\b(?:lapse[sd]?|forfeit(?:ed|ure)?|cancellations?|cancelled|reversals?|reversed|reversing|rescinded|rescission)\b/i,
  ],
  [
    'gift',
    /\b(?:gifts?|gifted|donat(?:ed|ion)|bequests?|inheritances?|inherited|probate|for no consideration|nil consideration)\b/i,
  ],
];
/** Shares are sold after an award or a conversion; a disposal "under a scheme" is the scheme. */
const NEVER_ORIGIN = new Set(['merger', 'lapse', 'gift', 'employee-trust', 'stock-loan']);

/** Taxes and contributions on awarded shares. */
const TAXES = String.raw`\b(?:tax|taxes|taxation|NICs?|national insurance|social (?:security|charges)|statutory deductions|PAYE)\b`;
const TAX_COVERED = new RegExp(
  String.raw`\b(?:s(?:ell|old|ales?)[- ]to[- ]cover(?=\W*(?:$|(?:transactions?|arrangements?|basis|on|following|upon)\b))|sell[- ]to[- ]cover|withh(?:eld|old(?:ing)?)\b|(?:cover|covers|covering|satisfy|satisfies|satisfying|meet|meeting|settle|settling|settlement of|fund|funding|pay|paying|payment of|discharge|discharging|offset|offsetting|defray|defraying)\b[^.;]{0,90}?${TAXES})`,
  'i',
);
/** `Sale in connection with tax due on vesting`, but not `for tax planning`. */
const FOR_TAX = new RegExp(
  String.raw`\b(?:s[oe]ld|sales?|sell(?:ing)?|dispos\w+|withh\w+)\b[^.;]{0,60}?(?:\b(?:for|towards|in respect of|in connection with|in relation to) (?:(?:the|any|income|associated|related|resulting) ){0,3}|\()${TAXES}(?![ -](?:planning|reasons|purposes|year|efficien\w+|advice|residen\w+|free|exempt\w*|advantaged|loss\w*|wrappers?|shelter\w*|neutral))|^\W*tax sales?\b`,
  'i',
);
/** `Sale of shares (not for tax)`, `(not a sale to cover tax)` */
const NOT_FOR_TAX =
  /\b(?:not?|and not|other than|rather than) (?:an? )?(?:(?:sale|disposal)s? (?:of shares )?)?(?:made |sold |required )?(?:for|in respect of|to (?:cover|satisfy|meet|pay|fund|settle))\b[^,;.)]{0,60}?\b(?:tax|taxes|taxation|NICs?|national insurance|PAYE)\b(?: liabilit\w+| purposes)?/gi;
/**
 * The sale is a sale of shares, whatever plan they came from: `vested LTIP shares`, `option shares`, `PSP
 * shares`.
 */
const PLAN_SHARES =
  /\b(?:(?:previously |newly |recently )?vested (?:[\w-]+ ){0,6}?|(?:share )?options? |(?:LTIPs?|PSPs?|RSPs?|RSUs?|PSUs?|DBPs?|DABPs?|SAYE|Sharesave|SIPs?) |(?:(?:partnership|matching|free|dividend)(?:,? and |, | ))+)(?=(?:ordinary )?(?:shares?|stock|ADSs?)\b)/gi;
/** `Pledge of shares; no sale` names a sale that was not made. */
const DENIED = /\b(?:no|not an?|without(?: an?| any)?) (?:sales?|purchases?|disposals?|acquisitions?)\b/gi;
/**
 * Article 19 requires such a statement: `not linked to the exercise of a share option programme`, `programme: No`. A
 * denial ends where a purpose begins (`not related to inside information to cover tax`), and `an unrelated third
 * party` is none.
 */
const UNLINKED =
  /\b(?:not|other than) (?:through|on|in|via) (?:the |a )?(?:open |stock )?(?:market|exchange)\b|\b(?:(?:not|other than) (?:(?:made|purchased|acquired|bought|sold) )?(?:linked|related|connected|pursuant|under|through|in connection)|un(?:linked|related|connected) (?:to|with)|(?:no|without|without any) (?:link(?:age)?|connection|relation) (?:to|with))\b(?:(?!\s[-–]\s|\b(?:and|but)\b|(?<!\b(?:sales?|disposals?)(?: of (?:\w+ )?shares)? )\bto (?:cover|satisfy|meet|fund|pay|settle|discharge)\b)[^.,;:()])*|\bno (?:share )?options? (?:programme|program|plan|scheme)s?\b|\blinked to [^.:;]{0,60}?(?:programme|program|plan|scheme)s?\W+no\b(?!\.?\s*\d)/gi;
/** Money changed hands; `acquisition` and `disposal` are also headings of transfers. */
const TRADED = /\b(?:re-?purchas\w+|purchas\w+|bought|buy(?:s|ing)?|sales?|sold|sell(?:s|ing)?)\b/i;
/** `Ordinary shares, options excluded` is about shares. */
const LEFT_OUT =
  /\b(?:excluding|other than|not including|without) (?:any |share |the )*options?\b|\boptions? (?:are )?(?:excluded|not included)\b/gi;
/** `Following the vesting of her award, she received 40,000 shares`; the company receives notifications. */
const RECEIVES = String.raw`\breceiv(?:ed|es)\b(?! (?:an? |the |written |formal )*(?:notif|notice|confirm|inform))`;
const AWARDED = String.raw`\b(?:vest(?:ed|ing)|awards?)\b`;
const RECEIVED = new RegExp(`${RECEIVES}[^.;]{0,120}${AWARDED}|${AWARDED}[^.;]{0,120}${RECEIVES}`, 'i');
const EXERCISED = /\bexercised (?:[\w,'’-]+ ){0,6}options?\b/i;
const PARTLY = /\b(?:partly|partially|in part|part of|a portion of)\b/i;
/** `following the exercise of options` says where the shares sold came from, not what was done. */
const ORIGIN =
  /\b(?:following|after|previously|subsequent to|consequent (?:up)?on|further to|arising (?:from|on|out of)|resulting from|as a result of|(?:acquired|awarded|granted|vested|allotted|released) (?:(?:up)?on|through|under|from|by|pursuant to)|received (?:up)?on|issued (?:up)?on|held (?:under|in|through)|(?:up)?on|from|under|in respect of|pursuant to|of shares (?:from|under))\b[^,;.]*/gi;

/**
 * Why a row is not a plain trade, as a stable kebab-case word; null for a purchase or a disposal for money. A
 * subscription in a placing or rights issue is a purchase; a sale after an option exercise is a disposal,
 * unless it pays the tax.
 */
export function ukExclusion(record: UkTradeFacts): string | null {
  const nature = withoutDenials(withoutPerson(record.nature, record.pdmrName)).replace(DENIED, ' ');
  if (record.nature.trim() === '') return 'nature-missing';
  if (/\b(?:share )?buy-?\s?backs?\b/i.test(nature)) return 'issuer-buyback';
  const acquired = namesAcquisition(nature);
  const disposed = namesDisposal(nature);
  const narrative = withoutDenials(withoutNames(record.narrative ?? '', record.pdmrName));

  if (coversTax(nature, record.volume)) return 'tax-withholding';
  const action = disposed ? nature.replace(ORIGIN, ' ').replace(PLAN_SHARES, ' ') : nature;
  const sold = disposed && namesDisposal(action) && !namesAcquisition(action);
  const reason = planReason(action, namesSubscription(nature) && !disposed);
  if (reason !== null) return reason;
  const whole = planReason(nature, false, NEVER_ORIGIN);
  if (whole !== null) return whole;
  if (!acquired && !disposed) {
    if (namesSubscription(nature)) return missingFigures(record);
    return /\btransfer/i.test(nature) ? 'transfer' : 'unknown-nature';
  }
  // A transfer to a spouse or an ISA counts only if it is a sale and a purchase.
  if (/\btransfer/i.test(nature) && !TRADED.test(nature)) return 'transfer';
  const instrument = planReason(
    (record.instrumentName ?? '').replace(LEFT_OUT, ' ').replace(disposed ? ORIGIN : /$^/, ' '),
    false,
  );
  if (instrument !== null) return instrument;
  if (sold) {
    if (coversTax(narrative, record.volume)) return 'tax-withholding';
  } else if (narrative !== '') {
    const found = NARRATIVE_PLANS.find(([, words]) => words.test(narrative));
    if (found !== undefined) return found[0];
    if (
      (/\b(?:up)?on (?:the )?(?:vesting|exercise)\b|\bexercise of (?:\w+ ){0,4}options\b/i.test(narrative) ||
        ((RECEIVED.test(narrative) || EXERCISED.test(narrative)) && !TRADED.test(narrative))) &&
      !disposed &&
      !namesDisposal(narrative)
    )
      return 'option-exercise';
  }
  return missingFigures(record);
}

function withoutDenials(text: string): string {
  return text.replace(NOT_FOR_TAX, ' ').replace(UNLINKED, ' ');
}

function missingFigures(record: UkTradeFacts): string | null {
  if (record.volume === null || record.price === null) return 'price-or-volume-missing';
  if (record.price === 0) return 'nil-price';
  return record.volume > 0 ? null : 'price-or-volume-missing';
}

function planReason(text: string, subscribed: boolean, only?: Set<string>): string | null {
  for (const [reason, words] of PLANS) {
    if ((only !== undefined && !only.has(reason)) || !words.test(text)) continue;
    // Rights are taken up by exercising them; a scheme or conversion on the way to a placing changes nothing.
    if (subscribed && reason === 'option-exercise' && !/\b(?:options?|warrants?)\b/i.test(text)) continue;
    return reason;
  }
  return null;
}

function coversTax(text: string, volume: number | null): boolean {
  const match = TAX_COVERED.exec(text) ?? FOR_TAX.exec(text);
  if (match === null || isPartOf(volume, text.slice(0, match.index + match[0].length))) return false;
  const before = text.slice(Math.max(0, match.index - 40), match.index);
  // `Sale, in part for tax`: here the word is between the sale and the tax.
  return !PARTLY.test(before) && !(FOR_TAX.test(match[0]) && PARTLY.test(match[0]));
}

/** `Sold 40,000 shares, of which 10,000 to cover tax`, where 40,000 is the lot: the tax is that of a part. */
function isPartOf(volume: number | null, text: string): boolean {
  const [, before = '', part = ''] = /([^;]*)\bof which (?:\w+ )?(\d[\d,]*)[^;\d]*$/i.exec(text) ?? [];
  const counts = (before.match(/\d[\d,]*/g) ?? []).map(countOf);
  return volume !== null && part !== '' && countOf(part) < volume && counts.includes(volume);
}

const countOf = (digits: string): number => Number(digits.replaceAll(',', ''));

/**
 * The nature without the person where the text clearly names them: after a title, or with two of the names
 * together. A name alone stays, because the grant in `Grant of options` to Ms Grant is a real grant.
 */
function withoutPerson(text: string, name: string): string {
  const words = name
    .split(/[^\p{L}'-]+/u)
    .filter((word) => word.length > 2 && !/^(?:mrs|miss|sir|dame)$/i.test(word));
  // Most texts contain no name, and an expression for each name costs more than everything else.
  const folded = inOneCase(text);
  if (!words.some((word) => folded.includes(inOneCase(word)))) return text;
  const any = `(?<![\\p{L}'-])(?:${words.join('|')})(?![\\p{L}-])`;
  return text
    .replace(
      new RegExp(
        `\\b(?:Mr|Mrs|Ms|Miss|Dr|Sir|Dame|Lord|Lady|Prof(?:essor)?)\\b\\.?(?:\\s+(?:\\p{Lu}\\.?\\s+)*${any})+`,
        'giu',
      ),
      ' ',
    )
    .replace(new RegExp(`${any}(?:\\s+(?:\\p{L}\\.?\\s+)*${any})+`, 'giu'), ' ');
}

/** Letters that a case-insensitive expression treats as equal, written alike. */
function inOneCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}

/** The sentence without the person's name: Ms Grant must not be read as a grant. */
function withoutNames(text: string, name: string): string {
  let rest = text;
  for (const word of name.split(/[^\p{L}'-]+/u)) if (word.length > 2) rest = rest.replaceAll(word, ' ');
  return rest;
}
