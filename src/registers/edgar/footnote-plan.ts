/** What a footnote says about a Rule 10b5-1 trading plan. Each pattern looks at one sentence unless stated otherwise. */

import { itemAt } from '../../collections.js';
import { split } from './footnote-text.js';

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

/** Carried out under a plan, expressly not, or null: nothing is said, or both are. */
export function readPlan(text: string): 'plan' | 'denied' | null {
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

/** The statement is about all transactions of the form. */
export const WHOLE_FORM =
  /\b(?:transactions?|sales?|trades?|purchases?|dispositions?)\b[^.;]{0,40}\b(?:reported|disclosed|listed|reflected|described|set forth) (?:(?:on|in|by) (?:this|the) |herein\b)|\ball (?:of the )?(?:reported )?(?:transactions|sales|purchases|trades)\b/i;

/** The codes of the trades that a text about a plan names. */
export function codesOf(text: string): 'P' | 'S' | 'PS' {
  if (/\btransactions?\b|\btrades?\b/i.test(text)) return 'PS';
  const sells = /\b(?:sold|sales?|dispos\w+|selling)\b/i.test(text);
  const buys = /\b(?:purchase[sd]?|bought)\b/i.test(text);
  if (sells === buys) return 'PS';
  return sells ? 'S' : 'P';
}
