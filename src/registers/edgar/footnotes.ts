/**
 * What one footnote (or the remarks) says, parsed once for each text and kept without the text. Longer than
 * most files because each pattern belongs next to the wordings that it must not match; notes.md lists where
 * they were seen. All patterns look at one sentence at a time unless stated otherwise. A pattern is tried only
 * on a text that has a word without which it cannot match: most footnotes speak of one or two of the subjects.
 */

import { itemAt } from '../../collections.js';
import { type PriceCurrency, readPriceCurrency } from './price-currency.js';
import { collapseSpaces } from './values.js';

export interface FootnoteMeaning {
  /** Carried out under a Rule 10b5-1 plan, expressly not, or nothing said (also when both are said). */
  plan: 'plan' | 'denied' | null;
  /** Codes that a plan statement covers: a text about sales says nothing about purchases. `PS` without a plan. */
  planCodes: 'P' | 'S' | 'PS';
  /** A plan statement about the transactions of the whole form, not only of the row that refers to it. */
  wholeForm: boolean;
  weightedAveragePrice: boolean;
  /**
   * Several trades at several prices, where the text does not say that the average is weighted: on a price cell
   * it can mean nothing else.
   */
  severalPrices: boolean;
  depositaryShares: boolean;
  /**
   * The price is stated for each depositary share; or the shares are held in that form, and nothing is said of the price; or
   * it was made one for each ordinary share.
   */
  pricePerDepositaryShare: 'stated' | 'possible' | 'corrected' | null;
  /** How many ordinary shares one depositary share represents. */
  depositaryRatio: 'one' | 'other' | null;
  taxWithholding: boolean;
  /** A sale for tax: and for nothing else, or partly. */
  taxSale: 'only' | 'partly' | null;
  indirectOwnership: boolean;
  /** What it says about prices in another currency; null if it names none. */
  priceCurrency: PriceCurrency | null;
  /** Footnotes that this one sends the reader to, such as `F2`. */
  references: string[];
}

/** EDGAR allows 1,000 characters for a footnote and 2,000 for remarks; text beyond this is not read. */
export const MAX_TEXT_LENGTH = 8000;

/** Parses a footnote or remarks. Understands only American legal English, in which Form 4 is written. */
export function readFootnote(text: string): FootnoteMeaning {
  const plain = normalise(text.slice(0, MAX_TEXT_LENGTH));
  const lower = plain.toLowerCase();
  const taxed = lower.includes('tax');
  const priced = lower.includes('price');
  const averaged = lower.includes('weighted');
  const sentences = taxed || priced || averaged || plain.includes('$') ? split(plain) : [];
  const depositary =
    (lower.includes('deposit') || lower.includes('ads') || lower.includes('adr')) &&
    namesDepositaryShares(plain);
  const plan = readPlan(plain);
  const weighted = priced && averaged && saysWeightedAveragePrice(plain, sentences);
  const tax = taxed ? readTax(sentences) : NO_TAX;
  return {
    plan,
    planCodes: plan === 'plan' ? codesOf(plain) : 'PS',
    wholeForm: plan === 'plan' && WHOLE_FORM.test(plain),
    weightedAveragePrice: weighted,
    severalPrices:
      (priced || averaged || plain.includes('$')) && !weighted && saysSeveralPrices(plain, sentences),
    depositaryShares: depositary,
    pricePerDepositaryShare: depositary ? readPricePerDepositaryShare(plain) : null,
    depositaryRatio: depositary ? readDepositaryRatio(plain) : null,
    taxWithholding: tax.taxWithholding,
    taxSale: tax.taxSale,
    indirectOwnership: saysIndirectOwnership(plain, lower),
    priceCurrency: readPriceCurrency(plain, lower),
    references: lower.includes('note') ? readReferences(plain) : [],
  };
}

/** What remarks say about the currency of all prices of a form; null if they name no other one. */
export function readRemarksCurrency(remarks: string | null): PriceCurrency | null {
  if (remarks === null) return null;
  const plain = normalise(remarks.slice(0, MAX_TEXT_LENGTH));
  return readPriceCurrency(plain, plain.toLowerCase());
}

/** True for American Depositary Shares or Receipts by any of their names, in a title or a footnote. */
export function namesDepositaryShares(text: string): boolean {
  return (
    /\bamerican deposit[ao]ry\b|\bdeposit[ao]ry (?:shares?|receipts?)\b/i.test(text) ||
    /\bAD[SR]s?\b/.test(text)
  );
}

function normalise(text: string): string {
  const quoted = text.replaceAll('&quot;', '"');
  // Most footnotes are plain already, so that one search replaces five.
  if (!/[^ -~]| {2}/.test(quoted)) return quoted.trim();
  const plain = quoted
    .replace(/[\u2010-\u2015\u2212\ufe63\uff0d]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u00ad\u200b-\u200d\ufeff]/g, '');
  return collapseSpaces(plain).trim();
}

/** Full stops of names do not end a sentence: "Mr. Roe", "Roe Fund, L.P. sold". */
function split(text: string): string[] {
  return text.split(/(?<!\b(?:Mr|Ms|Mrs|Dr|Inc|Corp|Co|Ltd|No|St|Sr|Jr|L\.P|L\.L\.C|U\.S))[.;]\s+/);
}

// Rule 10b5-1, in its many spellings. Rule 10b-5 alone is the rule against fraud and must not match; followed
// by "plan" it is a typing error for 10b5-1.
const RULE =
  /\b10 ?-? ?\(?b\)? ?-? ?\(?5\)? ?(?:(?:- ?|\.)(?:1(?!\d)|l\b)|\(1\)|1(?!\d))(?: ?\(c\)(?: ?\(1\))?)?/gi;
const RULE_SLIP =
  /\b10 ?b ?-? ?5(?= (?:(?:pre-?arranged|written|trading|sales?|selling|stock|share|purchase) ){0,3}(?:plan|program|arrangement))/gi;
const RULE_MARK = '§';

const CARRIED_OUT =
  'sold|sales?|purchase[sd]?|bought|transactions?|trades?|traded|effected|executed|made|exercise[sd]?|conversions?|' +
  'converted|disposed|dispositions?|acquired|acquisitions?|occurred|gift(?:s|ed)?|transfer(?:s|red)?|completed|' +
  'conducted|carried out|implemented';
const UNDER_PLAN =
  'pursuant to|under|in accordance with|in compliance with|in conformity with|consistent with|through|via|as part of|' +
  'in connection with|by means of|per|automatically|by';
const TRADE_WORDS = new RegExp(`\\b(?:${CARRIED_OUT})\\b`, 'i');
/** Each denial has one of these words; most sentences have none. */
const MAY_DENY =
  /n't\b|\bn\/a\b|\b(?:not?|none|neither|never|outside|other than|rather than|instead of|without|after|following|before|prior|unrelated|independent(?:ly)?|separate(?:ly)?|in addition)\b/i;
/** The denial is then of another matter than the plan: "no control over sales under the plan", "not for cash but under a plan". */
const OTHER_MATTER =
  'but|and|discretion\\w*|control|influence|knowledge|direction|input|instructions?|aware|possession|lower|less|more|fewer|earlier|later|longer|higher|requir\\w+|decisions?|' +
  'commissions?|fees?|changes?|amendments?|involvement|participat\\w+|action|notice|consent|consult\\w+|approval|remain\\w*|available|purposes?|\\d+';
/** "The holder was not informed of the sale under her plan until", "the form did not mention the plan": what a form lacked. */
const LATE_NEWS =
  'report(?:ed|ing)|informed|notified|communicated|disclosed|filed|aware|(?:check|mark|mention|indicate|state|reflect|note|identify)(?! by\\b)';
const NO_OTHER_TRADE = '(?:(?!\\bbut\\b|\\band (?:[\\w-]+ ){0,5}(?:was|were)\\b)[^;])';
const DENIALS = [
  new RegExp(
    `\\b(?:no|not)(?! (?:(?:been|made|timely|promptly|previously) )*(?:${LATE_NEWS})\\b)(?: (?!(?:${OTHER_MATTER})\\b|- )[\\w'-]+){0,7} ${RULE_MARK}`,
    'i',
  ),
  new RegExp(
    `(?:\\bn(?:ot|ever)|n't) (?:been |be |being )?(?!exercis\\w+ (?:\\w+ )?(?:discretion|control|influence))(?:${CARRIED_OUT}|entered into)\\b` +
      `(?:${NO_OTHER_TRADE}{0,60}|,? (?:${UNDER_PLAN})\\b${NO_OTHER_TRADE}{0,200})${RULE_MARK}`,
    'i',
  ),
  new RegExp(`\\bn(?:one|either) of\\b[^;]{0,80}${RULE_MARK}`, 'i'),
  new RegExp(
    `\\bneither\\b[^;]{0,60}\\bnor\\b(?:(?!\\b(?:which|that|who|had|has|have)\\b)[^;]){0,60}\\b(?:was|were|is|are) (?:${CARRIED_OUT})\\b[^;]{0,60}${RULE_MARK}`,
    'i',
  ),
  // "Her Rule 10b5-1 plan was not in effect", "sold after her Rule 10b5-1 plan had expired"; not a plan that ended since, or another
  new RegExp(
    `(?<!\\bamend\\w* (?:to )?(?:rule )?|\\b(?:prior|previous|earlier|former|old|after|following|upon)\\b[^;]{0,60})${RULE_MARK}` +
      '(?! (?:amend|requirement|condition|check|box))(?:(?!\\b(?:which|that)\\b)[^;]){0,40}\\b(?:was|were|is) (?:not|no longer) (?:yet )?(?:in effect|effective|in force|in place)\\b(?! until\\b)|' +
      `\\b(?:${CARRIED_OUT})\\b (?:[\\w'-]+ ){0,3}?after (?:(?!(?:${UNDER_PLAN}|cooling)\\b)[\\w'-]+ ){0,5}${RULE_MARK}(?:(?!\\b(?:cooling|periods?|windows?)\\b)[^;]){0,30}\\b(?:had (?:expired|terminated|ended|been terminated)|(?:was|were) (?:terminated|cancell?ed))\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:outside(?: of)?|other than|rather than|instead of|without|(?<!${RULE_MARK}[^;]*)(?:unrelated to|independent(?:ly)? of|separate(?:ly)? from)|` +
      `(?<=\\b(?:is|are|was|were|${CARRIED_OUT}) )in addition to (?:those|(?:the )?(?:sales|trades))(?: (?:made|effected))?)(?: (?!(?:${OTHER_MATTER})\\b)[\\w'-]+){0,5} ${RULE_MARK}`,
    'i',
  ),
  // "sold before the adoption of her Rule 10b5-1 plan"; not "a sales plan adopted before the effectiveness of the amended rule",
  // nor "exercised before the expiration under a Rule 10b5-1 plan that was adopted"
  new RegExp(
    `\\b(?:${CARRIED_OUT})\\b (?:(?!plan|program|arrangement|adopted|entered)[\\w'-]+ ){0,3}?(?:before|prior to) ` +
      `(?:(?:the )?(?:adoption|effectiveness|effective date|commencement|implementation) of(?: (?!amend|new\\b|revis)[\\w'-]+){0,6} ${RULE_MARK}|` +
      `(?:(?!(?:${UNDER_PLAN})\\b)[\\w'-]+ ){0,5}${RULE_MARK}(?! (?:amend|requirement|condition))[^;]{0,30}\\b(?:became effective|took effect|was adopted|was in effect)\\b)`,
    'i',
  ),
  // "not a pre-arranged trading plan under Rule 10b5-1"
  new RegExp(
    `\\b(?:no|not) (?:(?:an?|any|the|under|pursuant to|part of) )*(?:pre-?arranged |written |trading |sales? )*(?:plan|arrangement)s?\\b[^;]{0,30}${RULE_MARK}`,
    'i',
  ),
  // "sold after the expiration of her Rule 10b5-1 plan"; the end of a cooling-off period is another matter
  new RegExp(
    `\\b(?:${CARRIED_OUT})\\b (?:[\\w'-]+ ){0,3}?(?:after|following) (?:the )?(?:expir\\w+|terminat\\w+|cancel\\w+|completion|end) of(?: (?!cooling|pursuant|under|in accordance)[\\w'-]+){0,6} ${RULE_MARK}`,
    'i',
  ),
  new RegExp(
    `\\b(?:does|did|do|is|are|was|were) not (?:relate|related|pertain)\\b(?:(?!\\bbut\\b)[^;]){0,80}${RULE_MARK}`,
    'i',
  ),
  new RegExp(
    `${RULE_MARK}[^;]{0,40}\\b(?:does|did|do) not apply\\b|${RULE_MARK}[^;]{0,40}\\bnot applicable\\b|${RULE_MARK}[^;:]{0,30}: ?(?:no|none|n/a) ?(?:[.,)]|$)`,
    'i',
  ),
];
const ADOPTS =
  'adopt(?:ed|s|ing)?|enter(?:ed|s|ing)? into|establish(?:ed|es|ing)?|terminat(?:ed|es|ing)|cancell?ed|modified|' +
  'amended|put in place|set up';
/** Somebody adopts a plan: "the reporting person entered into a Rule 10b5-1 plan". */
const SOMEBODY_ADOPTS = new RegExp(
  `(\\b(?:persons?|mr\\.?|ms\\.?|mrs\\.?|dr\\.?|he|she|they|issuer|company|trust(?:ee)?s?|holder|insider|i|we)\\b[^;]{0,60}?\\b(?:${ADOPTS})\\b)[^;]*${RULE_MARK}`,
  'i',
);
/**
 * A trade that is only mentioned to date the adoption: "after this sale, the reporting person adopted a Rule
 * 10b5-1 plan".
 */
const DATES_ADOPTION = new RegExp(
  `\\b(?:after|following|subsequent to|since|before|prior to|at the time of) (?:[\\w'-]+ ){0,5}?(?:${CARRIED_OUT})\\b`,
  'gi',
);
/** A plan is adopted: "a Rule 10b5-1 plan was entered into on". */
const IS_ADOPTED = new RegExp(
  `${RULE_MARK}[^;]{0,60}\\b(?:was|were|has been|have been) (?:${ADOPTS})\\b`,
  'i',
);
const FUTURE_TRADES = new RegExp(
  `\\b(?:will|may|intends? to|expects? to|plans to|anticipates?)\\b(?: (?:also|be|from time to time|in (?:the )?future))*` +
    ` (?:sell|sold|make|made|effect|effected|enter|adopt|dispose|purchase|purchased|trade|occur)\\b[^;]*${RULE_MARK}|` +
    `\\bfuture (?:sales?|transactions?|purchases?)\\b[^;]*${RULE_MARK}`,
  'i',
);
/** What a plan provides for, as opposed to a trade. */
const PLAN_PROVISIONS = new RegExp(
  `${RULE_MARK}[^;]{0,120}\\b(?:future sales|will commence|scheduled to begin|for the (?:potential )?(?:sale|purchase) of up to)\\b`,
  'i',
);
const DONE_UNDER_RULE = new RegExp(
  `\\b(?:${CARRIED_OUT})\\b[^;]*?\\b(?:${UNDER_PLAN})\\b[^;]*${RULE_MARK}`,
  'i',
);
const DONE_UNDER_THAT_PLAN = new RegExp(
  `\\b(?<!\\bnot )(?:${CARRIED_OUT}|reported)\\b[^;.]*\\b(?:${UNDER_PLAN})\\b (?:that|such|the|this|said|the foregoing)(?: [\\w'§-]+){0,4}? (?:plan|program|arrangement|instructions?)\\b`,
  'i',
);

const NOT_DONE_UNDER_THAT_PLAN = new RegExp(
  `(?:\\b(?:was|were|is|are|has|have) not|n't) (?:been )?(?:${CARRIED_OUT})\\b(?: (?:${UNDER_PLAN}))? (?:that|such|the|this|said|the foregoing)(?: [\\w'§-]+){0,4}? (?:plan|program|arrangement)\\b`,
  'i',
);

/** After the plan was mentioned: a trade under it. "No shares have been sold under the plan" is none. */
function isDoneUnderIt(rest: string): boolean {
  return split(rest).some(
    (sentence) => DONE_UNDER_THAT_PLAN.test(sentence) && !/^(?:no|none|neither)\b/i.test(sentence),
  );
}

/** "The box was inadvertently checked" corrects the form before; the trade is in another sentence. */
const BOX_IN_ERROR =
  /box\b.*\b(?:(?:inadvertently|erroneously|mistakenly|incorrectly|in error) (?:checked|marked|ticked|selected)|(?:checked|marked|ticked|selected) (?:inadvertently|erroneously|mistakenly|incorrectly|in error|by mistake))\b|\b(?:inadvertently|erroneously|mistakenly|incorrectly) (?:checked|marked|ticked|selected) the\b.{0,40}\bbox\b/i;

/** "The original form incorrectly stated that the sale was made under a plan": the correction is in the box. */
const STATED_IN_ERROR = new RegExp(
  `\\b(?:incorrectly|erroneously|mistakenly|inadvertently|in error) (?:(?:indicated|stated|reported|disclosed|noted) that\\b[^;]*|` +
    `(?:identified|designated|described|reported|marked|labell?ed|flagged|characterized)\\b[^;]{0,60}\\bas\\b(?: (?!\\d)[\\w'-]+){0,8} )${RULE_MARK}`,
  'i',
);

/** A trade that this one is matched with: the profit of both within six months goes to the company. */
const MATCHED_TRADE =
  /(?<!\bexempt\b.*)\b16 ?\(b\)|\bmatch(?:ed|able) (?:with|against|to)\b|\bshort[- ]swing\b/i;
/** "The sale reported herein was made under the plan and is matchable": the sale of this form, not the one that it is matched with. */
const REPORTED_UNDER_RULE = new RegExp(
  `^(?!.*\\b(?:purchase[ds]?|bought|acqui\\w+|match\\w*)\\b[^${RULE_MARK}]*${RULE_MARK})[^${RULE_MARK}]*\\b(?:this|these|reported)\\b[^${RULE_MARK}]*${RULE_MARK}`,
  'i',
);

const MAY_BUY_BACK = /repurchas|buy-?back/i;
/** The company buys its shares back: nothing is said of the plan of a person. */
const ISSUERS_PLAN = new RegExp(
  `\\b(?:issuer|company|corporation)\\b[^;]{0,80}\\brepurchas\\w*\\b[^;]*${RULE_MARK}|${RULE_MARK}[^;]{0,30}\\b(?:repurchase|buy-?back)\\b`,
  'i',
);

/** The trades of this form under the plan that was adopted: "a Rule 10b5-1 plan, pursuant to which the shares were sold". */
const SOLD_UNDER_IT = new RegExp(
  `${RULE_MARK}[^;]*\\b(?:pursuant to|under|in accordance with) which\\b(?! no\\b)[^;]{0,80}?\\b(?:(?:was|were|has been|have been) ` +
    `(?:sold|purchased|bought|effected|executed|made|disposed of|acquired)|` +
    `(?:the (?:reporting (?:person|owner)|broker|trust)|he|she|they) (?:sold|purchased|bought))\\b`,
  'i',
);

function readPlan(text: string): FootnoteMeaning['plan'] {
  if (!text.includes('10') || !/\b10 ?-? ?\(?b/i.test(text)) return null;
  const marked = text.replace(RULE_SLIP, RULE_MARK).replace(RULE, RULE_MARK);
  if (!marked.includes(RULE_MARK)) return null;
  let plan = false;
  let denied = false;
  for (const sentence of split(marked)) {
    if (!sentence.includes(RULE_MARK)) continue;
    if (MAY_BUY_BACK.test(sentence) && ISSUERS_PLAN.test(sentence)) continue;
    if (STATED_IN_ERROR.test(sentence)) continue;
    if (MAY_DENY.test(sentence) && DENIALS.some((denial) => denial.test(sentence))) denied = true;
    else if (sentence.includes('box') && BOX_IN_ERROR.test(sentence)) continue;
    else if (MATCHED_TRADE.test(sentence) && !REPORTED_UNDER_RULE.test(sentence)) continue;
    else if (!onlyAnnouncesPlan(sentence)) plan = true;
    else {
      const rest = marked.slice(marked.indexOf(sentence) + sentence.indexOf(RULE_MARK));
      if (NOT_DONE_UNDER_THAT_PLAN.test(rest)) denied = true;
      else if (isDoneUnderIt(rest)) plan = true;
    }
  }
  if (plan === denied) return null;
  return plan ? 'plan' : 'denied';
}

/** A plan adopted, ended or to be used later, with no trade of this form carried out under it. */
function onlyAnnouncesPlan(sentence: string): boolean {
  if (SOLD_UNDER_IT.test(sentence)) return false;
  if (
    FUTURE_TRADES.test(sentence) &&
    !/\b(?:was|were) (?:sold|made|effected|executed|purchased)\b/i.test(sentence)
  ) {
    return true;
  }
  if (PLAN_PROVISIONS.test(sentence) && !DONE_UNDER_RULE.test(sentence)) return true;
  const adopts = SOMEBODY_ADOPTS.exec(sentence);
  if (adopts)
    return !TRADE_WORDS.test(
      sentence.slice(0, adopts.index + itemAt(adopts, 1).length).replace(DATES_ADOPTION, ''),
    );
  return IS_ADOPTED.test(sentence) && !DONE_UNDER_RULE.test(sentence);
}

const WHOLE_FORM =
  /\b(?:transactions?|sales?|trades?|purchases?|dispositions?)\b[^.;]{0,40}\b(?:reported|disclosed|listed|reflected|described|set forth) (?:(?:on|in|by) (?:this|the) |herein\b)|\ball (?:of the )?(?:reported )?(?:transactions|sales|purchases|trades)\b/i;

function codesOf(text: string): FootnoteMeaning['planCodes'] {
  if (/\btransactions?\b|\btrades?\b/i.test(text)) return 'PS';
  const sells = /\b(?:sold|sales?|dispos\w+|selling)\b/i.test(text);
  const buys = /\b(?:purchase[sd]?|bought)\b/i.test(text);
  if (sells === buys) return 'PS';
  return sells ? 'S' : 'P';
}

const WEIGHTED = /\bweighted[- ](?:average|avg)\b|\baverage weighted\b/i;
const SPREAD =
  /\brang(?:ing|ed?)\b|\bmultiple (?:[\w-]+ ){0,3}(?:trades|transactions|sales|purchases|orders|executions|lots|prices)\b|\b(?:several|various|separate|different) (?:trades|transactions|prices)\b|\bcolumn 4\b|\bprice (?:is )?(?:reported|shown|above)\b|\breported price\b/i;
const TRADED = /\b(?:sales?|selling|sold|purchase[ds]?|buying|bought|trades?)\b|\breport(?:ed|s)\b/i;

/**
 * "Weighted average price ... prices ranging from" of the reported trades. Not the price in a vesting
 * condition, not the one used to size a grant, and not the exercise price of options.
 */
function saysWeightedAveragePrice(text: string, sentences: string[]): boolean {
  if (!WEIGHTED.test(text)) return false;
  return sentences.some((sentence) => {
    if (!WEIGHTED.test(sentence) || !/\bprices?\b/i.test(sentence)) return false;
    if (
      /\bequal(?:s|ed|led)? (?:to )?or exceed|\bexceeds?\b|\bcalculated (?:based on|by)|\bbased (?:up)?on (?:the|a) \d+/i.test(
        sentence,
      )
    )
      return false;
    if (/\bweighted[- ]average (?:exercise|strike|conversion|grant)|\btrading[- ]days?\b/i.test(sentence))
      return false;
    if (SPREAD.test(text)) return true;
    return TRADED.test(sentence) && !/\bvest(?:s|ed|ing)?\b|\bvolume[- ]weighted\b/i.test(sentence);
  });
}

const SEVERAL_TRADES =
  /\b(?:multiple|several|various|separate|different|numerous|a series of)(?: [\w-]+){0,3} (?:trades|transactions|sales|purchases|orders|executions|lots|fills)\b|(?<!\b(?:form|rule|section|table|column|code) |[\d,.-])\b(?:[2-9]|[1-9]\d{1,2})(?: (?!the\b|in\b|for\b|under\b|shares\b)[\w-]+){0,2} (?:trades|transactions|sales|purchases|orders|executions|lots|fills)\b/i;
const PRICE_RANGE =
  /\bprices?\b(?:[^.;]|\.\d){0,60}?\brang(?:ing|ed?)\b[^.;]{0,40}?\d|\brange of (?:[\w-]+ ){0,2}prices?\b|\bprice range\b|\bprices?\b[^.;]{0,60}?\b(?:from|between) \$ ?[\d.,]+ (?:to|and) \$ ?\d/i;
const AVERAGE_PRICE =
  /\baverage (?:[\w-]+ ){0,2}price\b|\baverage of the (?:[\w-]+ ){0,2}prices (?:at which|of the (?:trades|transactions|sales|purchases))\b/i;
/** "Sold at an average price of $22.14", "the price is the average sale price"; not "purchased at 85% of the average price". */
const TRADED_AT_AVERAGE =
  /\b(?:sold|sales?|purchase[sd]?|bought)\b[^;]{0,60}?\bat an average (?:[\w-]+ ){0,2}price\b|\baverage (?:[\w-]+ )?(?:sales?|selling|purchase|execution) price (?:per share\b(?! (?:of|is|was|over|under|during)\b(?! \$))|(?:per share )?(?:was|is|of) (?:approximately |about )?\$ ?\d)|\bprice\b[^;]{0,30}\b(?:is|represents|reflects) (?:the |an )?average (?:(?:sales?|selling|purchase|execution) price\b|price at which the)/i;
/** Other subjects of averages and ranges: terms of options and grants, market measures. */
const OTHER_PRICE =
  /\b(?:exercise|strike|conversion|grant|subscription|offering|closing|settlement|floor|cap|forward)(?: (?:bid|sale))? prices?\b|\b(?:correct|chang|reduc|increas|adjust|amend|lower|rais)\w*\b.*(?<!\brang(?:e|ed|ing) )\bfrom \$|\b(?:trading|\d+|consecutive|calendar)[- ]days?\b|\bhigh and (?:the )?low\b|\bvest(?:s|ed|ing)?\b|\bexceeds?\b|\bcalculated (?:based on|by)\b|\bvolume[- ]weighted\b/i;

/** "In multiple trades from $12.01-$12.07", "in various amounts from $229.77 to $230.76", "on the same day at different prices". */
const TRADES_OVER_A_RANGE =
  /\b(?:sold|sales?|purchase[sd]?|bought|executed|effected)\b[^.;]{0,80}?\b(?:(?:multiple|several|various|separate|different|numerous) (?:[\w-]+ ){0,2}(?:trades|transactions|sales|purchases|orders|lots|amounts)(?:,? ranging)? (?:from|between|at) \$ ?[\d.,]+ ?(?:to|and|-|through) ?\$ ?\d|at (?:various|different|several|multiple|varying) prices\b)/i;

/** Earlier trades, those of others, trades that may come, and amounts of notes. */
const OTHER_TRADES =
  /\b(?:previous(?:ly)?|prior|earlier|past)\b|\b(?:in|during) (?:19|20)\d\d\b|\bunderwriters?\b|\b(?:may|will|can) be (?:sold|purchased|bought)\b|\bnotes\b|\bprincipal\b/i;

/** What a weighted average is of other than the trades: of the market over some days, or of grants. */
const OTHER_AVERAGE =
  /\b(?:days?|weeks?|months?|period)\b|\bover (?:the|a)\b|\btrading price\b|\b(?:fair|market) value\b|\bcosts?\b|\blife\b|\bterm\b|\bgrants?\b|\bdetermined\b|\bdiscount\b|\d ?% of\b|\bbased (?:up)?on\b/i;

/**
 * "Sold in multiple transactions at prices ranging from", "average price of multiple trades", "sold at prices ranging from", or
 * "weighted average" without the word "price".
 */
function saysSeveralPrices(text: string, sentences: string[]): boolean {
  if (sentences.some((one) => WEIGHTED.test(one) && !OTHER_PRICE.test(one) && !OTHER_AVERAGE.test(one)))
    return true;
  if (
    sentences.some(
      (one) => TRADES_OVER_A_RANGE.test(one) && !OTHER_PRICE.test(one) && !OTHER_TRADES.test(one),
    )
  )
    return true;
  if (!/\bprices?\b/i.test(text) || !/\brang|\baverage\b|\b(?:from|between) \$/i.test(text)) return false;
  const about = sentences.filter((sentence) => /price/i.test(sentence) && !OTHER_PRICE.test(sentence));
  const ranges = about.filter((sentence) => PRICE_RANGE.test(sentence));
  if (ranges.length > 0 && SEVERAL_TRADES.test(text)) return true;
  if (ranges.some((sentence) => TRADED.test(sentence) && /\bat\b/i.test(sentence))) return true;
  return about.some(
    (sentence) =>
      (AVERAGE_PRICE.test(sentence) && (SEVERAL_TRADES.test(text) || ranges.length > 0)) ||
      TRADED_AT_AVERAGE.test(sentence),
  );
}

const DEPOSITARY_SHARE = '(?:American Deposit[ao]ry (?:Share|Receipt)|AD[SR])s?\\b';
const PRICE_PER_DEPOSITARY_SHARE = new RegExp(
  `(?:\\bprices?\\b[^.;]{0,120}|\\$ ?[\\d,.]+ )\\b(?:per|for each|for one|of one) ${DEPOSITARY_SHARE}|` +
    // "The reported price is the price of each ADS"; not "vests if the price of the ADSs is above $10".
    `(?<!\\b(?:exercise|strike|conversion) prices?\\b[^.;]{0,40}|\\b(?:when|if|until)\\b[^.;]{0,40})` +
    `\\b(?:is|are|was|represents?|reflects?) (?:(?:the|an?) )?(?:[\\w-]+ ){0,3}?prices? (?:of|for) (?:(?:each|the|an?) )?${DEPOSITARY_SHARE}`,
  'i',
);
/** The price was made one for each ordinary share. Money is converted too: that changes no number of shares. */
const PRICE_PER_ORDINARY_SHARE =
  /\b(?:per|for each|of each) (?:Class \w+ )?ordinary share\b|\bconverted from (?:[^.;]|\.\d){0,40}\bper ADS\b|\bdivid(?:ed|ing)\b|\bconvert\w*\b[^.;]{0,60}\b(?:ratio|ordinary share price)\b|\badjusted to reflect\b/i;
const IN_THE_FORM_OF = new RegExp(
  `\\b(?:in the form of|represented by|held (?:as|through|via)) (?:[\\d,]+ )?(?:the Issuer's )?${DEPOSITARY_SHARE}`,
  'i',
);

function readPricePerDepositaryShare(text: string): FootnoteMeaning['pricePerDepositaryShare'] {
  if (PRICE_PER_ORDINARY_SHARE.test(text)) return 'corrected';
  if (PRICE_PER_DEPOSITARY_SHARE.test(text)) return 'stated';
  return IN_THE_FORM_OF.test(text) ? 'possible' : null;
}

/** What depositary shares represent: also preferred shares, and the certificates of Mexican companies. */
const HOME_SHARE =
  '(?:(?:ordinary|common|preferred|preference|registered) (?:share|participation certificate)|(?:Class|Series) \\w+ share|participation certificate|CPO)';
const REPRESENTS = '\\b(?:represent\\w*|equal\\w*|equivalent to)\\b';
const ONE_TO_ONE = new RegExp(
  `${REPRESENTS}[^.;]{0,30}?(?:\\bone\\b|\\b1\\b)(?: \\(1\\))?[^.;\\d]{0,30}\\b(?:ordinary|common) share\\b|` +
    // Not what a certificate that is represented represents in its turn.
    `${DEPOSITARY_SHARE}(?:(?!represent)[^.;]){0,60}?${REPRESENTS} (?:one|1)(?: \\(1\\))? (?:\\w+ )?${HOME_SHARE}\\b`,
  'i',
);
const ANOTHER_RATIO = new RegExp(
  `${DEPOSITARY_SHARE}[^.;]{0,60}?${REPRESENTS}[^.;]{0,80}?\\b${HOME_SHARE}s?\\b`,
  'i',
);

/** "One CPO, each of which represents two Series A shares": the shares of the row can be those. */
const OF_SEVERAL_SHARES =
  /\b(?:CPOs?|participation certificates?)\b[^.;]{0,40}\b(?:represent\w*|consist\w*|compris\w*)\b(?! (?:one|1)\b)/i;
const A_PART = /\bone[- ](?:half|third|quarter|fourth|fifth|tenth|twentieth|hundredth)\b|\b1\/\d/i;

function readDepositaryRatio(text: string): FootnoteMeaning['depositaryRatio'] {
  if (ONE_TO_ONE.test(text) && !A_PART.test(text) && !OF_SEVERAL_SHARES.test(text)) return 'one';
  return ANOTHER_RATIO.test(text) ? 'other' : null;
}

const TAX_PURPOSE =
  /\bwithh[eo]ld\w*\b.{0,200}\btax|\btax\w*\b.{0,80}\b(?:withh\w+|obligations?|liabilit\w+)|\b(?:cover|satisf\w+|pay|payment|fund|meet|settle|defray|remit)\b.{0,120}\btax/i;
const OTHER_TAX =
  /\b(?:estate|gift|property|inheritance|personal|capital gains?)(?: income)? tax|\btax(?:-| )(?:planning|loss|distributions?)\b|\bRoth\b|\b(?:losses|gains)\b.{0,40}\boffset\b|\boffset (?:[\w-]+ ){0,4}gains\b/i;
/** In capitals: Ira is a first name too. */
const ACCOUNT = /\bIRAs?\b/;
const NOT_SOLD =
  /\bno (?:shares|securities|stock|ordinary shares|common stock)\b[^;]*\b(?:sold|withheld)\b|\b(?:were|was|have|has|had|did|been|are|is) not (?:been )?(?:sold|sell|withheld|withhold)\b|\bwithout (?:any |the )?(?:sale|selling|withholding)\b|\bnot (?:made|effected|executed|done|intended) (?:in order )?(?:to|for)\b[^,]{0,40}\b(?:tax|withh)(?!.*\bbut\b)/i;
/** "Sold to cover taxes after the withholding at the lowest rate". */
const SOLD_TO_PAY =
  /\b(?:sold|sales?|sell)\b(?:(?!\bwithh|\bnot used\b).){0,80}?\bto (?:cover|satisfy|pay|fund|meet|settle|defray|remit)\b/i;
/** A sale of the shares that the withholding has left is not for tax. */
const SOLD_AFTER_WITHHOLDING =
  /\b(?:after|following|net of|less) (?:the |any )?(?:[\d,]+ )?(?:of (?:the|these|such) )?(?:shares? |stock )?(?:(?:that|which) )?(?:(?:were|was|had been|being) )?(?:tax )?withh(?:eld|olding)\b(?! (?:tax )?(?:obligation|liabilit))|\bnot (?:withheld|used) (?:for|to)\b|\b(?:after|following|net of) (?:the )?(?:satisf\w+|pay(?:ment|ing)) (?:of )?(?:[\w']+ ){0,3}(?:tax|withh)|\bpaid\b[^;]{0,40}\btax\w*\b[^;]{0,20}\b(?:in|by|with) cash\b/i;
const NOT_YET =
  /\b(?:will|may|shall|would) be (?:withheld|sold|subject)\b|\bsubject to (?:[\w-]+ ){0,3}tax\b/i;
const DONE =
  /\b(?:represent\w*|relat\w+ to|reflect\w*|were|was|surrendered|delivered|forfeited|net of)\b|\bwithheld (?:by|to|for|in)\b|\bsold to\b/i;
const PARTLY =
  /\bpartial(?:ly)?\b|\bin part\b|\b(?:a )?portion of (?:the|these|such|which)? ?(?:shares|sale|proceeds)|\bsome of the\b|\bincludes?\b|\bremainder\b|\bprimarily\b|\bmainly\b|\bas well as\b(?! (?:[\w-]+ ){0,3}(?:fees|commissions)\b)|(?<!\b(?:with|having|at) (?:an? |the |its |their )?)\b(?:exercise|option|strike) (?:price|cost)|\bcosts? of (?:[\w-]+ )?(?:options?|exercis\w+)|\bdiversif|\b(?:cover|pay|fund|satisf\w+)\b[^;]{0,30}\bpurchase price\b|\bplanning\b(?! advis)|\bliquidity\b(?![- ](?:based|events?|conditions?|vesting|requirements?|components?|triggers?|performance|related)\b)|\bcharit|(?<!\bnot for )\bpersonal reasons\b|(?<!\b(?:tax|withh).*)\bincluding the payment\b|\b(?:sales?|shares sold|transactions?)\b[^;]{0,20}\b(?:included\b|(?:compris|consist)\w+(?=(?: of)? [\d,]|[^;]*\band (?:\w+ )?(?:others?|shares|sales|\d)))|\bof the (?:[\d,]+ )?shares sold,? [\d,]+|(?<!\b(?:not|non|nor)\b(?:(?!\b(?:but|and)\b)[^;]){0,60})\bvoluntar(?:y|ily)\b|\b(?:the (?:balance|rest)|remaining(?: [\w-]+){1,2})(?: of (?:the|these|such) (?:[\w-]+ )?shares)? (?:was|were) sold\b|(?<!\bno )\badditional shares\b[^;]{0,20}\bsold\b|\brepay\w*\b[^;]{0,40}\b(?:loans?|margin|debts?|indebtedness|notes?|borrowings?)\b|\btuition\b|\bmortgage\b/i;

/** "The sale was made to satisfy", and the same of a transaction. */
const SOLD =
  /\b(?:sold|sales?|sell[- ]to[- ]cover|disposed)\b|\btransactions? (?:(?:was|were|is|are) )?(?:effected|executed|made|completed|carried out|undertaken) (?:\w+ ){0,2}to (?:satisfy|cover|pay|fund|meet)\b/i;
/** Beside a sentence on the tax: "the balance for diversification", "the remaining 1,800 shares were sold". */
const REST_SOLD =
  /^(?:and )?(?:the (?:balance|rest|remainder)(?: of (?:the|these|such) (?:[\w-]+ ){0,2}?(?:shares|sales?|proceeds))? (?:for (?!the account\b)|to (?:diversify|fund|raise|provide|purchase|buy)\b)|(?:the|all) (?:balance|rest|remainder|(?:remaining|other|additional) (?:[\d,]+ )?(?:shares|securities|sales?))(?: of (?:the|these|such) (?:[\w-]+ ){0,2}?shares)? (?:was|were) (?:sold\b(?! by (?:the )?other)|discretionary\b|made\b(?! subject\b)))/i;

type TaxMeaning = Pick<FootnoteMeaning, 'taxWithholding' | 'taxSale'>;
const NO_TAX: TaxMeaning = { taxWithholding: false, taxSale: null };

function readTax(sentences: string[]): TaxMeaning {
  let taxWithholding = false;
  let only = false;
  let partly = false;
  let restSold = false;
  for (const filed of sentences) {
    const sentence = filed.replace(/\btax-(?:free|exempt|deferred|qualified|advantaged)\b/gi, '');
    const isOnTax = TAX_PURPOSE.test(sentence);
    if (!isOnTax && REST_SOLD.test(sentence)) restSold = true;
    if (!isOnTax || NOT_SOLD.test(sentence)) continue;
    if ((OTHER_TAX.test(sentence) || ACCOUNT.test(sentence)) && !/\bwithh/i.test(sentence)) continue;
    if (NOT_YET.test(sentence) && !DONE.test(sentence)) continue;
    taxWithholding = true;
    if (!SOLD.test(sentence)) continue;
    if (SOLD_AFTER_WITHHOLDING.test(sentence) && !SOLD_TO_PAY.test(sentence)) continue;
    if (PARTLY.test(sentence)) partly = true;
    else only = true;
  }
  return { taxWithholding, taxSale: partly || (only && restSold) ? 'partly' : only ? 'only' : null };
}

const HELD_FOR_ANOTHER =
  /\b(?:held|owned)(?: (?:of record|directly|indirectly|in trust))* (?:by|through|for the benefit of) (?!(?:the )?(?:reporting person|reporting owner|undersigned|him|her|mr|ms)(?:self)?\b(?!'))|\b(?:held|owned) indirectly by (?:the )?(?:reporting (?:person|owner)|him|her|(?:mr|ms|mrs|dr)\.? [\w. -]{1,30}?) through\b|(?:^|\b(?:held|owned|registered)\b[^;]{0,60}? )(?:by|through|in the name of) [^;]{1,100}?\bof which (?:the )?(?:reporting (?:person|owner)|he|she|(?:mr|ms|mrs|dr)\.? [\w. -]{1,30}?) is the (?:sole|managing|controlling|majority) (?:member|manager|shareholder|stockholder|owner)\b|\bby virtue of\b|\bmay be deemed\b|\bdisclaim\w*\b[^.;]{0,40}\bbeneficial ownership\b|\bpecuniary interest\b|\btrustees?\b|\bgeneral partner\b|\bmanaging member\b/i;
/** The trust, family or company of a named person. The person alone would be a direct holder. */
const HELD_BY_SOMETHING_OF =
  /\b(?:held|owned)(?: (?:of record|directly|indirectly))* (?:by|through) (?:mr|ms|mrs|dr)\.? (?:[\w.-]+ ){0,3}?[\w-]+'s? (?:[\w-]+ ){0,4}?(?:trusts?|family|wife|husband|spouse|child(?:ren)?|sons?|daughters?|estate|foundation|partnership|company|corporation|llc|fund)\b/i;
/** A family trust, or one whose beneficiary is named. Not a rabbi trust, nor the trust of a plan. */
const HELD_IN_A_TRUST =
  /(?<!\bnot |\bno longer )\bheld in (?:an?|the|one or more|two|three|several|certain|his|her|their)(?: [\w'-]+){0,4} trusts?(?: [\w"()-]+){0,6}? for the benefit of\b|(?<!\bnot |\bno longer )\bheld in (?:[\w'-]+ ){1,4}(?:family|revocable|irrevocable|living|marital|grantor retained annuity) trusts?\b/i;

function saysIndirectOwnership(text: string, lower: string): boolean {
  if (HELD_FOR_ANOTHER.test(text)) return true;
  if (!lower.includes('held') && !lower.includes('owned')) return false;
  return HELD_BY_SOMETHING_OF.test(text) || HELD_IN_A_TRUST.test(text);
}

/** "See footnote 2", "See the last sentence of footnote (2)", "(Continued from footnote 6)". */
function readReferences(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(
    /\b(?:see|continued (?:from|in))\b[^.;]{0,40}?\b(?:foot)?notes? ?\(?(\d{1,2})\)?(?:(?:,| and|, and| &) \(?(\d{1,2})\)?)?/gi,
  )) {
    for (const number of match.slice(1)) if (number) found.push(`F${Number(number)}`);
  }
  return found;
}
