/** Whether a footnote says that a price is the average of several trades. Each pattern looks at one sentence unless stated otherwise. */

const WEIGHTED = /\bweighted[- ](?:average|avg)\b|\baverage weighted\b/i;
const SPREAD =
  /\brang(?:ing|ed?)\b|\bmultiple (?:[\w-]+ ){0,3}(?:trades|transactions|sales|purchases|orders|executions|lots|prices)\b|\b(?:several|various|separate|different) (?:trades|transactions|prices)\b|\bcolumn 4\b|\bprice (?:is )?(?:reported|shown|above)\b|\breported price\b/i;
const TRADED = /\b(?:sales?|selling|sold|purchase[ds]?|buying|bought|trades?)\b|\breport(?:ed|s)\b/i;

/**
 * "Weighted average price ... prices ranging from" of the reported trades. Not the price in a vesting
 * condition, not the one used to size a grant, and not the exercise price of options.
 */
export function saysWeightedAveragePrice(text: string, sentences: string[]): boolean {
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
export const PRICE_RANGE =
  /\bprices?\b(?:[^.;]|\.\d){0,60}?\brang(?:ing|ed?)\b[^.;]{0,40}?\d|\brange of (?:[\w-]+ ){0,2}prices?\b|\bprice range\b|\bprices?\b[^.;]{0,60}?\b(?:from|between) \$ ?[\d.,]+ (?:to|and) \$ ?\d/i;
const AVERAGE_PRICE =
  /\baverage (?:[\w-]+ ){0,2}price\b|\baverage of the (?:[\w-]+ ){0,2}prices (?:at which|of the (?:trades|transactions|sales|purchases))\b/i;
/** "Sold at an average price of $22.14", "the price is the average sale price"; not "purchased at 85% of the average price". */
const TRADED_AT_AVERAGE =
  /\b(?:sold|sales?|purchase[sd]?|bought)\b[^;]{0,60}?\bat an average (?:[\w-]+ ){0,2}price\b|\baverage (?:[\w-]+ )?(?:sales?|selling|purchase|execution) price (?:per share\b(?! (?:of|is|was|over|under|during)\b(?! \$))|(?:per share )?(?:was|is|of) (?:approximately |about )?\$ ?\d)|\bprice\b[^;]{0,30}\b(?:is|represents|reflects) (?:the |an )?average (?:(?:sales?|selling|purchase|execution) price\b|price at which the)/i;
/** Other subjects of averages and ranges: terms of options and grants, market measures. */
export const OTHER_PRICE =
  /\b(?:exercise|strike|conversion|grant|subscription|offering|closing|settlement|floor|cap|forward)(?: (?:bid|sale))? prices?\b|\b(?:correct|chang|reduc|increas|adjust|amend|lower|rais)\w*\b.*(?<!\brang(?:e|ed|ing) )\bfrom \$|\b(?:trading|\d+|consecutive|calendar)[- ]days?\b|\bhigh and (?:the )?low\b|\bvest(?:s|ed|ing)?\b|\bexceeds?\b|\bcalculated (?:based on|by)\b|\bvolume[- ]weighted\b/i;

/** "In multiple trades from $12.01-$12.07", "in various amounts from $229.77 to $230.76", "on the same day at different prices". */
const TRADES_OVER_A_RANGE =
  /\b(?:sold|sales?|purchase[sd]?|bought|executed|effected)\b[^.;]{0,80}?\b(?:(?:multiple|several|various|separate|different|numerous) (?:[\w-]+ ){0,2}(?:trades|transactions|sales|purchases|orders|lots|amounts)(?:,? ranging)? (?:from|between|at) \$ ?[\d.,]+ ?(?:to|and|-|through) ?\$ ?\d|at (?:various|different|several|multiple|varying) prices\b)/i;

/** Earlier trades, those of others, trades that may come, and amounts of notes. */
export const OTHER_TRADES =
  /\b(?:previous(?:ly)?|prior|earlier|past)\b|\b(?:in|during) (?:19|20)\d\d\b|\bunderwriters?\b|\b(?:may|will|can) be (?:sold|purchased|bought)\b|\bnotes\b|\bprincipal\b/i;

/** What a weighted average is of other than the trades: of the market over some days, or of grants. */
const OTHER_AVERAGE =
  /\b(?:days?|weeks?|months?|period)\b|\bover (?:the|a)\b|\btrading price\b|\b(?:fair|market) value\b|\bcosts?\b|\blife\b|\bterm\b|\bgrants?\b|\bdetermined\b|\bdiscount\b|\d ?% of\b|\bbased (?:up)?on\b/i;

/**
 * "Sold in multiple transactions at prices ranging from", "average price of multiple trades", "sold at prices ranging from", or
 * "weighted average" without the word "price".
 */
export function saysSeveralPrices(text: string, sentences: string[]): boolean {
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

/** "The price is a percentage of the principal amount", "purchased at a price of 98.5% of the aggregate principal". */
export function saysPerCentOfPrincipal(sentences: readonly string[]): boolean {
  return sentences.some((sentence) => {
    const lower = sentence.toLowerCase();
    const isPart = ['percent of', 'per cent of', 'percentage of', '% of'].some((words) =>
      lower.includes(words),
    );
    return isPart && lower.includes('price') && lower.includes('principal');
  });
}
