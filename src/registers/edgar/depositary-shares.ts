/** What titles and footnotes say about depositary shares, whose price is not that of a home share. */

/** True for American Depositary Shares or Receipts by any of their names, in a title or a footnote. */
export function namesDepositaryShares(text: string): boolean {
  return (
    /\bamerican deposit[ao]ry\b|\bdeposit[ao]ry (?:shares?|receipts?)\b/i.test(text) ||
    /\bAD[SR]s?\b/.test(text)
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

/**
 * The price is stated for each depositary share; or the shares are held in that form, and nothing is said of the price; or it was made one
 * for each ordinary share.
 */
export function readPricePerDepositaryShare(text: string): 'stated' | 'possible' | 'corrected' | null {
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

/** How many home shares one depositary share represents. */
export function readDepositaryRatio(text: string): 'one' | 'other' | null {
  if (ONE_TO_ONE.test(text) && !A_PART.test(text) && !OF_SEVERAL_SHARES.test(text)) return 'one';
  return ANOTHER_RATIO.test(text) ? 'other' : null;
}
