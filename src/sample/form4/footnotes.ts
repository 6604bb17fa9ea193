/** The wording of the sample's footnotes: the turns of phrase of real filers, and the ones that only sound like them. */

const usd = (n: number, digits = 2) => `$${n.toFixed(digits)}`;

export const sixMonthPlan = (adopted: string) =>
  `The transactions on this form were made under a Rule 10b5-1 trading plan which the reporting person adopted on ${adopted}.`;
export const planInCapitals =
  'THESE SALES WERE MADE AUTOMATICALLY PURSUANT TO A RULE 10B5-1 TRADING PLAN ADOPTED EARLIER BY THE REPORTING PERSON.';
/** En dash in place of the hyphen. */
export const planWithDash =
  'Shares sold pursuant to the holder\u2019s duly adopted 10b5\u20131 trading plan.';
/** Non-breaking hyphen. */
export const planWithHardHyphen = 'Effected pursuant to a trading plan under Rule 10b5\u20111.';
export const noPlan =
  'The reported sale was discretionary and was not made pursuant to a Rule 10b5-1 trading plan.';
export const planAnnounced =
  'The reporting person has since adopted a Rule 10b5-1 trading plan; no sale under it can occur for at least 90 days.';
/** Rule 10b-5 is the rule against fraud and says nothing about plans. */
export const antiFraud =
  'The reporting person holds no material nonpublic information within the meaning of Rule 10b-5.';

/** `sold` or `purchased` in several trades between two prices. */
export const weightedAverage = (did: 'sold' | 'purchased', low: number, high: number) =>
  `The price in Column 4 is a weighted average price. The shares were ${did} in multiple transactions at prices ranging from ${usd(low)} to ${usd(high)}, inclusive. The reporting person will give the issuer, any holder of its securities or the SEC staff, upon request, the number of shares ${did} at each price.`;
/** Counts nothing but a vesting condition. */
export const averageAsCondition = (price: number) =>
  `The units vest if the volume weighted average price of the issuer's shares equals or exceeds ${usd(price)} on 20 of any 30 trading days.`;
/** Only sizes a grant. */
export const averageAsSize =
  'The number of units was calculated based on the 60-day volume-weighted average share price before the grant date.';

export const withheldForTax =
  'Shares withheld by the issuer to satisfy tax withholding obligations upon the vesting of restricted stock units.';
export const soldForTax =
  "The shares were sold solely to cover the reporting person's tax withholding obligations upon the vesting of restricted stock units.";
export const soldPartlyForTax =
  'The shares were sold partially to satisfy tax withholding obligations related to the exercise of stock options.';
/** A denial. */
export const noneSoldForTax =
  'No shares were sold by the reporting person to pay the exercise price or any tax withholding obligation.';

export const adsRatio = (ratio: string) =>
  `Each American Depositary Share ("ADS") represents ${ratio} ordinary shares of the issuer.`;
export const pricePerAds = (ratio: number) =>
  `The number of shares is given in ordinary shares; the price is the price per ADS. Each American Depositary Share ("ADS") represents ${ratio.toLocaleString('en-US')} ordinary shares.`;

export const heldByTrust = (trust: string) =>
  `Held directly by ${trust}, of which the reporting person is a trustee. The reporting person disclaims beneficial ownership except to the extent of any pecuniary interest therein.`;
export const heldByFund = (fund: string, partner: string) =>
  `Held directly by ${fund} (the "Fund"). ${partner} is its general partner and may be deemed to share voting & dispositive power over the securities held by the Fund; it disclaims beneficial ownership of them except to the extent of its pecuniary interest.`;

export const vestsYearly =
  'The award vests in three equal annual instalments from the grant date, subject to continued service.';
export const unitsForShares =
  'Each restricted stock unit is a contingent right to receive one share of common stock.';
export const optionVests =
  'One quarter of the option vests on the first anniversary of the grant date and the rest in 36 equal monthly instalments.';
export const priceInNoteOnly =
  'The shares were part of a unit sold at a combined price of $9.7750 per unit, of which no part is allocated to the shares.';
export const gift = 'A bona fide gift to a donor-advised fund; no value was received.';
export const correctsRow =
  'This amendment is filed to correct the number of shares that the original Form 4 reported for this sale. No other row is changed.';
export const restatesAll =
  'This amendment restates the original Form 4 in full because the price of every purchase was typed wrongly.';
export const addsRow =
  'This amendment adds a purchase that was inadvertently left out of the original Form 4.';
export const correctsHolding =
  'This amendment only corrects the number of shares held by the trust. No transaction is reported.';
export const includesPurchasePlan = 'Includes shares bought through the employee stock purchase plan.';
