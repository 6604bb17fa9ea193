/**
 * Words that say from whom and how a purchase was made, and words around them. `a|b` is either word, `*` up to four words. The
 * third column names a filing that has the words; lines without one follow from the wording of the form and its rules.
 */

/** What words can say about a purchase. */
export type AcquisitionWord =
  | 'unpaid'
  | 'award' // unpaid where the row has no price, else part of a pay plan
  | 'cash-plan' // own money under a plan that also reinvests dividends
  | 'dividend'
  | 'plan'
  | 'weak-plan' // may also be a Rule 10b5-1 plan, or what a bonus was paid under
  | 'offering'
  | 'issuer'
  | 'market';

/** What words around them can be. */
type ContextWord =
  | 'act' // the purchase itself
  | 'buy' // as above, and never said of shares that were held before
  | 'not'
  | 'no' // denies only the words beside it
  | 'after' // the next words only date the purchase
  | 'aside' // the rest of the sentence is about other shares, or about later
  | 'fund' // where the money came from
  | 'held'
  | 'trading-plan'
  | 'nothing'; // words that only look like one of the others

type WordLine = readonly [kind: AcquisitionWord | ContextWord, words: string, filing?: string];

const BENEFIT = 'stock|share|unit|units|shares';
const ISSUER = 'issuer|company|corporation|registrant|partnership';
const PAY = 'fee|fees|retainer|retainers|compensation|salary|bonus|cash|wages|commissions';

export const WORDS: readonly WordLine[] = [
  ['unpaid', 'nothing * paid'],
  ['unpaid', 'no * consideration|payment|cost|charge|price|value'],
  ['unpaid', 'no cash|amount|money|monies|funds * paid|payable|exchanged'],
  ['unpaid', 'without * consideration|payment|cost|charge'],
  ['unpaid', 'not pay|paid * for'],
  ['unpaid', 'free of charge|cost'],
  ['unpaid', 'for free'],
  ['unpaid', 'gift|gifts|gifted|donated|donation|inherited|inheritance|bequest|bequeathed'],
  ['unpaid', 'stock|share|scrip dividend|split'],
  ['unpaid', 'distribution|distributed in kind'],
  ['unpaid', 'in-kind distribution'],
  ['unpaid', 'pro rata distribution|in-kind'],
  ['unpaid', 'bonus issue|shares'],
  ['award', `restricted|performance|deferred|phantom|performance-based ${BENEFIT} unit|units|award|awards`],
  ['award', 'restricted|performance|deferred|phantom|performance-based stock|share|shares|units'],
  ['award', 'rsu|rsus|psu|psus|dsu|dsus'],
  ['award', 'vesting|vested|granted|awarded|award|awards'],
  ['award', 'grant|grants of'],
  ['cash-plan', 'optional|voluntary|additional|supplemental cash'],
  [
    'dividend',
    'dividend|dividends|distribution|distributions|drip reinvestment|reinvested|reinvest|reinvesting',
  ],
  [
    'dividend',
    'reinvestment|reinvest|reinvesting|reinvested * dividend|dividends|distribution|distributions',
    '0000842517-24-000086',
  ],
  ['dividend', 'with|using * dividend|dividends'],
  ['dividend', 'drip|drp'],
  [
    'plan',
    "employee|employees|employees'|employee's * purchase|ownership|savings|stock|share|investment plan|program|scheme|trust",
  ],
  ['plan', 'espp|esop|esops|mspp|401(k)|401k'],
  ['plan', 'deferred compensation|stock|share|fee|fees plan|program|arrangement'],
  [
    'plan',
    `director|directors|director's|directors'|board|management * ${PAY}|stock|purchase|deferral plan|program`,
  ],
  ['plan', 'savings|thrift|matching|deferral * plan|program|scheme'],
  ['plan', `in lieu of * ${PAY}`],
  ['plan', `stock|shares|units|equity instead of * ${PAY}`],
  ['plan', `lieu * ${PAY}`],
  ['plan', `payment|settlement|satisfaction of * ${PAY}`],
  [
    'plan',
    "director|director's|directors'|directors|board|trustee|consulting fee|fees|retainer|compensation",
  ],
  ['plan', 'payroll deduction|deductions|contributions'],
  ['plan', 'as compensation|remuneration'],
  [
    'weak-plan',
    'purchase|investment|compensation|incentive|equity|stock|share|bonus|ownership|option|award * plan|plans|program|scheme',
  ],
  [
    'offering',
    'registered|public|private|underwritten|initial|secondary|follow-on|rights|community|subscription|direct|primary|exempt|stock|share|equity offering|offerings|placement|placements',
    '0001494730-11-000006',
  ],
  [
    'offering',
    'initial|underwritten|registered|follow-on|secondary public|direct|underwritten offering|offerings',
  ],
  [
    'offering',
    'private placement|placements * transaction|transactions|units|issuer',
    '0001209191-21-021966',
  ],
  ['offering', 'offering|offerings|ipo|placement|placements|pipe'],
  ['offering', 'offering|ipo|public|subscription price'],
  ['offering', 'directed|reserved share|shares|unit|units|stock program|programme'],
  ['offering', 'friends and family'],
  ['offering', 'rights issue|issues'],
  ['offering', 'underwriters'],
  ['offering', 'rights|subscription|oversubscription|over-subscription right|rights|privilege'],
  ['offering', 'from|by the|an|one|each underwriter|underwriters|placement'],
  ['issuer', `from the|our|its ${ISSUER}`, '0001494730-11-000006'],
  ['issuer', 'from issuer'],
  [
    'issuer',
    `transaction|transactions|agreement|placement|directly|contract * with the|our ${ISSUER}`,
    '0001209191-21-021966',
  ],
  ['issuer', 'transaction|transactions|agreement|placement|directly|contract * with issuer'],
  ['issuer', `sold|issued|offered|allotted * by the|our ${ISSUER}`],
  ['issuer', 'sold|issued|offered|allotted * by issuer'],
  ['issuer', `the|our ${ISSUER} issued|allotted`],
  ['issuer', `the|our ${ISSUER} sold * to`],
  ['issuer', 'issuer issued|allotted'],
  ['issuer', 'from|of treasury'],
  ['issuer', 'from its treasury'],
  ['issuer', "issuer's|company's treasury"],
  ['issuer', 'newly issued|issuable'],
  ['issuer', `subscription|purchase|investment agreement * with|between|among * ${ISSUER}`],
  ['issuer', 'subscription agreement'],
  ['issuer', `seller * was|is the|our ${ISSUER}`],
  ['issuer', 'merger consideration'],
  ['issuer', 'conversion of'],
  [
    'issuer',
    'exchange|cancellation|satisfaction|settlement|repayment for|of * note|notes|debt|indebtedness|loan|debentures',
  ],
  ['market', 'open market'],
  ['market', 'open-market'],
  ['market', 'market purchase|purchases|transaction|transactions'],
  ['market', 'on|over the * nyse|nasdaq|exchange|otc'],
  ['buy', 'purchased|bought|subscribed', '0001494730-18-000002'],
  ['buy', 'purchase|purchases', '0001209191-21-021966'],
  [
    'act',
    'acquired|acquire|acquisition|acquisitions|obtained|received|receipt|delivered|delivery|issued|issuance|allocated|allotted',
  ],
  [
    'act',
    'participated|participation|invested|reinvested|reinvestment|credited|distributed|settled|settlement|converted|exercised|granted|awarded|transferred|buy|paid|taken|took|made|effected|consummated',
    '0000842517-24-000086',
  ],
  ['act', 'sold'],
  ['not', "not|never|neither|nor|wasn't|weren't|isn't|didn't"],
  ['not', 'other|rather than'],
  ['not', 'instead|outside|independent|independently of'],
  ['not', 'as opposed to'],
  ['not', 'unrelated to'],
  ['not', 'separate|apart|distinct from'],
  ['not', 'no|none * shares|securities|part|portion|purchase|purchases|transaction'],
  ['not', 'none of'],
  ['no', 'no|without|outside|except'],
  ['nothing', 'not only|merely|just'],
  ['after', 'same day|date|time as'],
  ['after', 'day|date of|on|before|after'],
  [
    'after',
    'following|after|since|subsequent|before|prior|until|ahead|anticipation|below|above|than|despite',
  ],
  [
    'aside',
    'include|includes|including|undertakes|undertake|previously|will|may|would|intends|eligible|entitled|holds|hold|disclaims|exclude|excludes|excluding',
    '0000842517-24-000086',
  ],
  ['aside', 'right|option|rights|options|warrant|warrants to'],
  ['aside', 'of which|these|those|such'],
  ['aside', 'in addition to'],
  ['aside', 'beneficially owned'],
  ['aside', 'upon request', '0001494730-18-000002'],
  ['aside', 'originally|already|enrolled|enrollment'],
  ['fund', 'proceeds|bonus|bonuses|cash|loan|loans|funds'],
  ['held', 'held|owned|is|are|was|were|has|have|reflects|represents'],
  ['trading-plan', '10b5-1|10b5-1(c)|10b-5-1|10b5|10b-5'],
  ['trading-plan', 'trading plan|arrangement'],
  ['nothing', 'purchase|acquisition price|prices', '0001494730-18-000002'],
  ['nothing', 'issued and outstanding'],
  [
    'nothing',
    `approval|permission|consent|clearance|notice|information|salary|compensation from the|our ${ISSUER}`,
  ],
  ['nothing', 'lock-up|lockup * agreement'],
  ['nothing', 'following the transaction|transactions|purchase|reported|trade|trades'],
  ['nothing', 'offering|offer to'],
];
