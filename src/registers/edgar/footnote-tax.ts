/** Whether a footnote says that shares were withheld or sold for tax. Each pattern looks at one sentence. */

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

export interface TaxMeaning {
  taxWithholding: boolean;
  /** A sale for tax: and for nothing else, or partly. */
  taxSale: 'only' | 'partly' | null;
}

export const NO_TAX: TaxMeaning = { taxWithholding: false, taxSale: null };

/** `sentences`: all of the footnote. A sale is partly for tax if another sentence names what the rest was sold for. */
export function readTax(sentences: string[]): TaxMeaning {
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
