/** Each wording of the register's notes in other words, next to those that must not match. */

import { describe, expect, it } from '@jest/globals';
import { readFootnote } from '../../../src/registers/edgar/footnotes.js';

describe('Rule 10b5-1', () => {
  it.each([
    'The sales shown on this Form 4 took place and were effected pursuant to a Rule 10b5-1 trading plan adopted by the seller.',
    'THE TRANSACTIONS REPORTED HERE WERE AUTOMATICALLY EFFECTED PURSUANT TO A RULE 10B5-1 TRADING PLAN ADOPTED ON MAY 2, 2025.',
    'Stock was sold under a duly adopted 10b5-1 trading plan.',
    'The sale was made pursuant to a pre-arranged program for selling Class B Stock, adopted on January 3, 2025 pursuant to Rule 10b5-1 under the Exchange Act.',
    'As the checkbox above indicates, this transaction was effected automatically pursuant to a Rule 10b5-1 plan adopted by Roe Holdings, LLC.',
    'Conversion of Class B stock effected in compliance with a preexisting Rule 10b5-1 plan of the holder.',
    'These sales were effected by Roe Fund I, L.P. ("Roe I") and Roe Fund II, L.P. ("Roe II") pursuant to Rule 10b5-1 trading plans adopted on June 15, 2024.',
    'Sold under a Rule 10b-5-1 plan.',
    'Sold under a Rule 10b5–1 plan.',
    'Sold under a Rule 10b5‑1(c)(1) instruction.',
    'Sold pursuant to a 10b51 plan.',
    'Sold pursuant to a Rule 10b-5 trading plan.',
    '10b5-1 sale.',
    'The reporting person sold shares under a plan adopted pursuant to Rule 10b5-1.',
    'Shares were sold under a plan that the reporting person entered into in accordance with Rule 10b5-1.',
    'On March 3, 2025 the reporting person adopted a Rule 10b5-1 plan. The sales reported here were made pursuant to such plan.',
    'Sold pursuant to a Rule 10b5-1 plan for the sale of up to 50,000 shares.',
    'The shares were sold after the expiry of a cooling-off period under a plan that the holder adopted pursuant to Rule 10b5-1.',
    'On May 2, 2019 the reporting person entered into a Rule 10b5-1 plan with Roe Brokers, pursuant to which the shares were sold.',
    'Ms. Roe adopted a Rule 10b5-1 plan for the sale of up to 9,000 shares under which the shares reported here have been sold.',
    'The holder entered into a Rule 10b5-1 plan in accordance with which the broker sold these shares.',
    'Sold under a Rule 10b5-1 plan adopted when Ms. Roe was not aware of any material nonpublic information.',
    'Sold while not in possession of any inside information pursuant to a Rule 10b5-1 plan.',
    'Sales under a Rule 10b5-1 plan adopted following the expiration of an earlier one.',
    'Sold following the expiration of the lock-up pursuant to a Rule 10b5-1 plan.',
    'Shares sold after the completion of the offering under a Rule 10b5-1 plan.',
    'The sales do not relate to the earlier plan but were made under a Rule 10b5-1 plan.',
    'Sold under a Rule 10b5-1 plan: no discretion was exercised by the holder.',
    'Sold under a Rule 10b5-1 plan: none of the sales was discretionary.',
    'The holder does not exercise discretion over sales under her Rule 10b5-1 plan, pursuant to which these shares were sold.',
    'The shares were not sold in the open market, and were transferred under a Rule 10b5-1 plan.',
    'Sold without direction under a Rule 10b5-1 plan.',
    'Sold pursuant to a plan adopted prior to the effectiveness of the amendments to Rule 10b5-1(c).',
    'Sold before the termination of her Rule 10b5-1 plan.',
    'Sold pursuant to Trading Plan No 2 under Rule 10b5-1.',
    'Sold at prices no lower than the limit under the Rule 10b5-1 plan.',
    'Automatic sale not requiring any decision under a Rule 10b5-1 plan.',
    'Sold under a 10b(5)-1 plan.',
    'Sold under a Rule 10-b5-1 plan.',
    'Sold under a Rule 10(b)(5)-1 plan.',
    'Sold under a Rule 10b5-l plan.',
    'The form incorrectly reported the price of the shares sold under a Rule 10b5-1 plan.',
    'The form erroneously reported the number of shares sold as 500 in a sale under a Rule 10b5-1 plan.',
    'The form inadvertently reported the price as $10.00 for the shares sold under the Rule 10b5-1 plan.',
    'The sale reported herein was made under a Rule 10b5-1 plan and is matchable under Section 16(b) with a purchase of March 1.',
    'Sold under a Rule 10b5-1 plan and exempt from liability under Section 16(b).',
    'Sold under a Rule 10b5-1 plan; the shares came from matched contributions to the retirement plan.',
    'The sales of matched shares were made under a Rule 10b5-1 plan.',
    'In addition to the sales under the Rule 10b5-1 plan reported here, the holder gave shares to a trust.',
    'The holder was not informed of the sale under the Rule 10b5-1 plan until May 5.',
    'The form is late because the broker had not timely reported the sale under the Rule 10b5-1 plan.',
    'These sales, made before the Rule 10b5-1 amendments became effective, were under a written plan.',
    'The gift was not made in connection with any sale of the holder, and the remaining shares were sold under a Rule 10b5-1 plan.',
    'The sales were made prior to the effectiveness of the new Rule 10b5-1 conditions under a trading plan.',
    'Exercised before expiration under a Rule 10b5-1 plan that was adopted on March 1.',
    'Sold under a Rule 10b5-1 plan separate from the Rule 10b5-1 plan of 2022.',
    'Prices do not include commissions on sales under the Rule 10b5-1 plan.',
    'Sold without any further action under the Rule 10b5-1 plan.',
    'Sold without prior notice under a Rule 10b5-1 plan.',
    'Sold by a broker without consultation under her Rule 10b5-1 plan.',
    'The holder had no involvement in the sales under this Rule 10b5-1 plan.',
    'Sold to pay taxes and not for any other purpose under a Rule 10b5-1 plan.',
    'There was no change in the terms of the Rule 10b5-1 plan under which the shares were sold.',
    'Sold under a Rule 10b5-1 plan. No shares remain available for sale under the Rule 10b5-1 plan.',
    'Not a volitional trade - executed under a Rule 10b5-1 instruction of March 1.',
    'The original form did not mention the Rule 10b5-1 plan.',
    'By a clerical error the original form did not check the Rule 10b5-1 box.',
    'Sold under a plan adopted when the amendments to Rule 10b5-1 were not yet effective.',
    'Sold after the cooling-off period of the Rule 10b5-1 plan had expired.',
    'Sold under it after the Rule 10b5-1 plan cooling-off period had ended.',
    'Sold under a Rule 10b5-1 plan which is no longer in effect.',
    'Sold under a Rule 10b5-1 plan. Following these sales, the Rule 10b5-1 plan was no longer in effect.',
    'Sold under a Rule 10b5-1 plan. The prior Rule 10b5-1 plan of the holder was no longer in effect.',
    'Sold under a Rule 10b5-1 plan. The Rule 10b5-1 plan was not effective until August.',
    'Neither he nor his wife had a say in these sales, which were executed under a Rule 10b5-1 plan.',
    'Neither the holder nor the broker exercised discretion in the sales under the Rule 10b5-1 plan.',
  ])('was carried out under a plan: %s', (text) => {
    expect(readFootnote(text).plan).toBe('plan');
  });

  it.each([
    'This sale was not made pursuant to a Rule 10b5-1 trading plan.',
    'The shares were not sold under a Rule 10b5-1 plan.',
    'No Rule 10b5-1 plan covers these purchases.',
    'The sale took place outside of the Rule 10b5-1 plan of the seller.',
    'None of the transactions on this form was effected pursuant to a Rule 10b5-1 plan.',
    'Sold to meet a margin call and not under a pre-arranged trading plan that satisfies Rule 10b5-1.',
    'The sale was executed after the expiration of the Rule 10b5-1 plan of the seller.',
    'This form does not relate to trades under her Rule 10b5-1 plan.',
    'Neither of these sales was made under a Rule 10b5-1 plan.',
    "The trade wasn't made under a Rule 10b5-1 plan.",
    'Rule 10b5-1 plan: No',
    'Rule 10b5-1 plan: N/A.',
    'The box was inadvertently checked, and the sale was not made under a Rule 10b5-1 plan.',
    'The box for Rule 10b5-1 was inadvertently checked. The sale was not made under a Rule 10b5-1 plan.',
    'The sale was not made pursuant to a contract, instruction or written plan for the sale of equity securities of the issuer that is intended to satisfy the conditions of Rule 10b5-1(c).',
    'On August 1 the holder adopted a Rule 10b5-1 plan. This sale was not made under that plan.',
    "Sold by hand, not under the holder's existing Rule 10b5-1 plan.",
    'Sold before the adoption of the Rule 10b5-1 plan.',
    "Sold before the holder's Rule 10b5-1 plan became effective.",
    'These sales are unrelated to the Rule 10b5-1 plan of the holder.',
    'These sales were in addition to those under the Rule 10b5-1 plan.',
    'This sale was not under the amended Rule 10b5-1 plan.',
    'Neither the purchase nor the sale was made under a Rule 10b5-1 plan.',
    'The Rule 10b5-1 plan of the holder was not in effect on the date of the sale.',
    'Sold after the Rule 10b5-1 plan of the holder had expired.',
  ])('expressly was not: %s', (text) => {
    expect(readFootnote(text).plan).toBe('denied');
  });

  it.each([
    'Nothing here is an admission under Rule 10b-5 or any other rule against fraud.',
    'The reporting person adopted a Rule 10b5-1 plan on March 3, 2025.',
    'On March 3, 2025, Ms. Roe entered into a pre-arranged trading plan in accordance with Rule 10b5-1.',
    'The reporting person intends to sell shares from time to time pursuant to a Rule 10b5-1 plan.',
    'A Rule 10b5-1 trading plan was entered into by the trust for future diversification.',
    'Future sales are expected under a Rule 10b5-1 plan.',
    'The holder may in the future sell shares under a Rule 10b5-1 plan.',
    'After this sale, the reporting person adopted a Rule 10b5-1 plan.',
    'Following the transactions reported here, Ms. Roe entered into a Rule 10b5-1 trading plan.',
    'The reporting person entered into a Rule 10b5-1 plan pursuant to which up to 50,000 shares may be sold.',
    'Ms. Roe entered into a Rule 10b5-1 plan, under which shares will be sold from June on.',
    'The reporting person entered into a Rule 10b5-1 plan pursuant to which shares were to be sold in equal parts.',
    'The reporting person terminated her Rule 10b5-1 plan.',
    'Ms. Roe adopted a Rule 10b5-1 plan on March 3, 2025. No shares have been sold under the plan.',
    'The issuer repurchased shares under its Rule 10b5-1 repurchase plan.',
    'Restricted stock units vest in four equal parts.',
    'Lot 110b5-12 of the register.',
    'The original form incorrectly stated that the sale was made under a Rule 10b5-1 plan.',
    'The original form incorrectly stated that the sale was not made under a Rule 10b5-1 plan.',
    'The original form mistakenly identified the sale as made under a Rule 10b5-1 plan.',
    'The original form incorrectly checked the box for a sale under a Rule 10b5-1 plan.',
    'The original form was erroneously marked as a Rule 10b5-1 transaction, and the sale was not made under such a plan.',
    'The holder adopted a Rule 10b5-1 plan on June 1, under which no sales have been made.',
    'The holder adopted a Rule 10b5-1 plan. Shares not sold under the plan by June remain with the holder.',
    'Nothing is admitted under Rule 10b-5. 1,000 shares were sold.',
    'The purchase is matchable under Section 16(b) with a sale of May 2 under a Rule 10b5-1 plan, and the profit was paid to the issuer.',
  ])('says nothing of this trade: %s', (text) => {
    expect(readFootnote(text).plan).toBeNull();
  });

  it('is undecided where one text says both', () => {
    const text =
      '500 shares were sold under a Rule 10b5-1 plan. 300 shares were not sold under a Rule 10b5-1 plan.';
    expect(readFootnote(text).plan).toBeNull();
  });

  it('finds the trades that a statement about the whole form covers', () => {
    const sales = readFootnote('All sales reported on this form were made under a Rule 10b5-1 plan.');
    expect(sales).toMatchObject({ plan: 'plan', planCodes: 'S', wholeForm: true });
    const purchases = readFootnote('The purchases reported herein were made under a Rule 10b5-1 plan.');
    expect(purchases).toMatchObject({ plan: 'plan', planCodes: 'P', wholeForm: true });
    const transactions = readFootnote(
      'The transactions reported in this Form 4 were made under a 10b5-1 plan.',
    );
    expect(transactions).toMatchObject({ plan: 'plan', planCodes: 'PS', wholeForm: true });
    expect(readFootnote('The reported sale was made under a 10b5-1 plan.').wholeForm).toBe(false);
  });
});

describe('weighted average price', () => {
  it.each([
    'The price in Column 4 is a weighted average price. The shares went in multiple transactions at prices ranging from $9.050 to $9.620, inclusive.',
    'Weighted average price. Executed in multiple trades at prices ranging from $2.8 to $2.9.',
    'Executed in multiple trades at prices ranging from $24.51 to $25.50. The price above reflects the weighted average sale price.',
    'The sales price reported is the weighted average sale price for the shares sold.',
    'Represents the weighted average sale price of the shares sold from $15.95 to $16.94 per share.',
    'The reported price is a weighted-average price; the shares were bought in multiple transactions ranging from $5.3 to $5.9.',
    'The price reported is the weighted average price of shares sold in multiple transactions to cover taxes upon the vesting of units.',
    'Reflects the weighted average purchase price.',
    'The price in column 4 is a weighted avg price.',
  ])('is one: %s', (text) => {
    expect(readFootnote(text).weightedAveragePrice).toBe(true);
  });

  it.each([
    'A third vests if the volume weighted average price of the common stock equals or exceeds $12.50 for 20 trading days.',
    'The number of shares was calculated based on the 60-day volume-weighted average share price at issuance.',
    'The weighted average exercise price of the options sold back is $4.10.',
    'Vests when the volume-weighted average sale price of the stock has been reached.',
    'Units convert at the weighted average life of the fund.',
    'The shares were sold at prices ranging from $1 to $2.',
  ])('is none: %s', (text) => {
    expect(readFootnote(text).weightedAveragePrice).toBe(false);
  });
});

describe('several prices', () => {
  it.each([
    'The shares were sold in multiple transactions at prices ranging from $634.93 to $635.92, inclusive.',
    'The price is the average price of multiple trades executed at prices from $1.10 to $1.20.',
    'Average sale price for price increments ranging from $8.00 to $8.99.',
    'The shares were sold at prices ranging from $1 to $2.',
    'Purchased in several separate open market transactions. The prices ranged from $3.10 to $3.35 per share.',
    'Executed in various trades within a range of prices; details are given to the staff on request.',
    'The reported figure is the average of the prices at which the shares were bought, ranging from $4 to $5.',
    'Weighted average; range $20.50 to $21.49, inclusive.',
    'Weighted average price.',
    'Shares went at between $5.00 and $5.50 each; the weighted average is reported.',
    'Sold in 15 transactions at prices between $5.00 and $5.10; the figure is their average.',
    'Sold at prices, adjusted for the split, ranging from $5.00 to $5.10.',
    'Open market sales at an average price of $32.14, ranging from $32.00 to $32.35.',
    'The sale price reported is an average price. Actual prices ranged from $33.05 to $33.21.',
    'Shares sold at an average price of $22.145 with a low of $22.00 and a high of $22.30.',
    'Open market purchases at prices between $1.10 and $1.20.',
    'The reported price is the average price at which the shares were sold on that day.',
    'Price represents average execution price.',
    'Shares were sold in multiple trades from $12.01-$12.07.',
    'Shares were bought in various amounts from $229.77 to $230.76 inclusive.',
    'Represents the aggregate of sales effected on the same day at different prices.',
    'The average sales price was $15.22.',
    'The average sale price per share was $15.22.',
    'Represents the average sale price per share.',
  ])('are mentioned: %s', (text) => {
    expect(readFootnote(text).severalPrices).toBe(true);
  });

  it.each([
    'The options have exercise prices ranging from $3 to $5.',
    'Sold in multiple transactions on one day.',
    'The shares were sold in multiple transactions at the same price.',
    'The price is the average of the high and low prices of the stock on the day of grant.',
    'Equal to the average closing price for the ten trading days before the grant.',
    'A third vests at average prices ranging from $10 to $20.',
    'Units were granted in multiple transactions; the conversion prices ranged from $1 to $2.',
    'The average price of houses has risen.',
    'Equal to the volume-weighted average of the ten trading days before the closing.',
    'Equal to the weighted average of the closing bid prices.',
    'The weighted average of the 30 days before the grant.',
    'The weighted average trading price over the five days before the grant.',
    'The price equals the weighted average fair value at the merger.',
    'The weighted average for the month of June under the plan.',
    'Corrects the price at which the shares were sold from $10.00 to $11.00.',
    'If the settlement price is between $40.00 and $50.00, the shares sold will be delivered at maturity.',
    'The average price of the stock on March 15, 2024 for the transactions reported.',
    'The average price of the Form 4 transactions.',
    'The average sales price of the stock was used to determine the number of units granted.',
    'The average purchase price is the average of the first and last day of the period.',
    'Issued if the average selling price is above $12.',
    'Includes 5,000 shares sold at various prices in prior years.',
    'Notes purchased in various amounts from $1,000 to $5,000.',
    'The underwriters sold them to the public at various prices.',
    'Purchased under the employee plan at 85% of the average market price.',
    'Sold to the issuer at an average price of the ten trading days before the closing.',
    'The price is the average price of the stock in the month before the grant.',
  ])('are not: %s', (text) => {
    expect(readFootnote(text).severalPrices).toBe(false);
  });
});

describe('tax', () => {
  it.each([
    'Represents shares withheld to satisfy tax withholding obligations upon the vesting of the units described above.',
    'Shares withheld by the Issuer to satisfy the tax withholding obligation in connection with the vesting of restricted stock units.',
    'Relates to tax liability arising from the vesting of restricted stock units.',
    'Shares forfeited for the payment of taxes due on vesting.',
  ])('is withheld: %s', (text) => {
    expect(readFootnote(text)).toMatchObject({ taxWithholding: true, taxSale: null });
  });

  it.each([
    "Shares were sold solely to satisfy the reporting person's tax withholding obligations from the exercise of options.",
    'These shares were sold to cover taxes upon the vesting of units; the sale was mandated by the Issuer.',
    'The sale was required by the Issuer to satisfy tax withholding obligations by a "sell to cover" and does not represent a discretionary sale.',
    'Sold to cover tax withholding on units whose liquidity-based vesting condition was met.',
    'Sold to satisfy tax withholding on units that vested upon a liquidity event.',
    'Sold to satisfy tax withholding on units whose liquidity requirement was met.',
    'Sold to cover taxes, including the payment of employment taxes, on vesting.',
    'Sold to cover the tax on shares acquired at a purchase price of $12.00.',
    'The sales cover tax withholding obligations and are not intended to represent discretionary trades.',
    'Sold to satisfy tax withholding obligations, and not executed for the account of another.',
    'The sale was made to pay taxes and not for personal reasons.',
    'Sold to offset the tax liability from the vesting of restricted stock.',
    'Sold to cover taxes after tax withholding at the lowest rate.',
    'Sold to cover withholding taxes on vesting, as well as related brokerage fees.',
    'The mandatory sale was not a voluntary transaction and was made to cover taxes upon vesting.',
    'The sale covered withholding taxes on vesting, and does not represent a discretionary or voluntary trade.',
    'The transaction consisted of the sale of shares by the broker to cover tax withholding obligations upon vesting.',
    'Sold by Ira Roe to satisfy tax liabilities upon vesting.',
    'Sold to cover taxes on vesting, and no additional shares were sold.',
    'Sold to repay the Issuer for the withholding taxes that it paid on vesting.',
    'Sold to satisfy tax withholding obligations after the payment of the units in shares.',
    'Represents a non-discretionary transaction effected to satisfy tax withholding obligations.',
    'Shares sold to cover taxes upon vesting. The remaining shares are held by the reporting person.',
    'Sold to cover tax withholding. The balance of the units will vest in three installments.',
    'Sold to cover taxes; the balance for the account of the holder was delivered to her.',
    'Sold to cover taxes on the exercise of options with an exercise price of $5.',
    'Sold to cover taxes on the exercise of options having a strike price of $5.',
    'Sold to cover taxes. The remaining shares were made subject to a lock-up.',
    'Sold to cover taxes. All other shares were sold by other reporting persons.',
  ])('is the only reason of the sale: %s', (text) => {
    expect(readFootnote(text)).toMatchObject({ taxWithholding: true, taxSale: 'only' });
  });

  it.each([
    'The shares were sold partially to satisfy tax withholding obligations.',
    'Includes 500 shares sold to cover taxes on vesting.',
    'Sold in part to pay taxes due on vesting.',
    'Sold to pay the exercise price and the tax withholding on the options.',
    'Sold to cover taxes and for general liquidity.',
    'The sale was made to fund charitable gifts and to pay taxes.',
    'Sold for financial planning purposes, including the payment of taxes.',
    'Sold to cover the purchase price of other stock and related taxes.',
    'Sold to pay taxes on the exercise of options and to repay a margin loan.',
    'The sale included shares sold to cover tax withholding and other shares that the holder chose to sell.',
    'Of the shares sold, 3,400 were sold to satisfy tax withholding.',
    'The sale comprised 2,000 shares to cover taxes and 3,000 shares sold voluntarily.',
    'The sales consisted of shares sold to cover taxes and other shares.',
    'The units were not settled in cash, but the shares sold voluntarily, also to pay taxes.',
    'Sold to satisfy tax withholding obligations and to pay the cost of the options.',
    'Some 40% were sold to cover taxes and the rest were sold to raise cash.',
    'Sold by her husband to pay tuition and income taxes.',
    'Shares sold to cover option cost and taxes.',
    'Sold to pay the option price and withholding taxes.',
    '1,200 shares sold to cover taxes; the balance for diversification.',
    '1,200 of the shares were sold to cover taxes. The remaining 1,800 shares were sold by choice.',
    'The other shares were sold at the discretion of the holder. 1,200 shares were sold to cover taxes.',
  ])('is one reason among others: %s', (text) => {
    expect(readFootnote(text)).toMatchObject({ taxWithholding: true, taxSale: 'partly' });
  });

  it.each([
    'No shares were sold by the reporting person to raise money for the exercise price or underlying tax obligations.',
    'The sales were made for financial and tax planning purposes.',
    'The sale was made to pay estate tax of the late founder.',
    'Units will be settled in stock, subject to applicable tax withholding.',
    'The shares were not sold to cover tax obligations.',
    'The sales by the trust were not made to satisfy tax withholding.',
    'Tax-loss harvesting: the shares were sold to realize losses that offset tax liabilities.',
    'Sold to realize losses that offset tax liabilities.',
    'Sold by the partnership to fund tax distributions to its members.',
    'Sold to pay the tax on the conversion of a Roth IRA.',
    'Sold by the IRA to pay the tax on a distribution.',
    'Transferred into a tax-deferred account to pay for tuition.',
  ])('is not withheld: %s', (text) => {
    expect(readFootnote(text)).toMatchObject({ taxWithholding: false, taxSale: null });
  });
});

describe('a sale of what is left after tax was withheld', () => {
  it.each([
    'Sale of shares that remained after the withholding of shares for taxes.',
    'Following shares withheld by the Company to cover taxes, the remaining shares were sold.',
    'After 400 shares were withheld for taxes, the holder sold the balance.',
    'Shares not withheld for taxes were sold.',
    'The holder sold the shares not used to satisfy tax withholding.',
    'The holder sold all shares from the vesting, net of shares withheld to pay taxes.',
    'After satisfaction of tax withholding obligations, the remaining shares were sold.',
    'The shares sold are the net shares received after satisfying tax withholding obligations.',
    'The holder paid the withholding taxes in cash and then sold the shares.',
  ])('is not for tax: %s', (text) => {
    expect(readFootnote(text)).toMatchObject({ taxWithholding: true, taxSale: null });
  });

  it.each([
    'Following the vesting of units, shares were sold to satisfy tax withholding obligations.',
    'Sold to satisfy tax obligations after the withholding obligation arose on vesting.',
    'The sale was not made at the discretion of the holder but to satisfy tax withholding obligations.',
  ])('is another matter than a sale for tax after the vesting: %s', (text) => {
    expect(readFootnote(text).taxSale).toBe('only');
  });
});

describe('depositary shares', () => {
  it('are named in several ways', () => {
    expect(
      readFootnote('Each American Depositary Share ("ADS") represents ten (10) ordinary shares.')
        .depositaryShares,
    ).toBe(true);
    expect(readFootnote('Held in the form of ADSs.').depositaryShares).toBe(true);
    expect(readFootnote('American Depository Receipts.').depositaryShares).toBe(true);
    expect(readFootnote('He reads ads in the newspaper about shares.').depositaryShares).toBe(false);
  });

  it.each([
    ['The price is stated as a price per ADS. Each ADS represents 400 ordinary shares.', 'stated', 'other'],
    ['The reported price is the price per American Depositary Share.', 'stated', null],
    ['9,000 ADSs were bought at $2.64 per ADS.', 'stated', null],
    [
      'The price per ADS, converted from pounds into dollars. Each ADS represents 8 ordinary shares.',
      'stated',
      'other',
    ],
    ['Price is per ADS (each ADS represents 10 ordinary shares, which may be converted).', 'stated', 'other'],
    ['The price per ADS was divided by 400 to give a price per ordinary share.', 'corrected', null],
    ['The price per ADS was converted at the ratio of ten to one.', 'corrected', null],
    ['The price of $40.00 per ADS was converted into the price for each ordinary share.', 'corrected', null],
    ['Converted from the $40.00 price per ADS. Each ADS represents 8 ordinary shares.', 'corrected', 'other'],
    ['Price per ADS. Each ADS represents one ordinary share.', 'stated', 'one'],
    ['Each ADS represents one-half of one ordinary share.', null, 'other'],
    ['Held in the form of ADSs. Each ADS represents sixty Class A ordinary shares.', 'possible', 'other'],
    ['Each ADS represents ten ordinary shares.', null, 'other'],
    ['The reported price is the price of each ADS.', 'stated', null],
    ['Represents the price of each ADR. Each ADR represents five Class B shares.', 'stated', 'other'],
    ['The price reported in Column 4 is a weighted average price of ADSs.', 'stated', null],
    ['The award vests if the closing price of the ADSs is above $10.', null, null],
    ['Held through ADSs. Each ADS represents 6 ordinary shares.', 'possible', 'other'],
    [
      'The certificates may be represented by ADSs. Each ADS represents 10 Ordinary Participation Certificates.',
      'possible',
      'other',
    ],
    [
      'Each ADS represents ten CPOs, and each CPO represents two Series A shares and one Series B share.',
      null,
      'other',
    ],
    ['Each ADS represents two preferred shares.', null, 'other'],
    ['Each ADS represents one preferred share.', null, 'one'],
    ['Each ADS represents one CPO.', null, 'one'],
    ['Each ADS represents one CPO, each of which represents 117 shares.', null, 'other'],
    ['The exercise price is the price of an ADS on the day of the grant.', null, null],
    ['The units vest when the price is the price of the ADSs.', null, null],
    ['Each ADS represents one (1) Class A share.', null, 'one'],
  ])('price for each of them, and ratio: %s', (text, pricePerDepositaryShare, depositaryRatio) => {
    expect(readFootnote(text)).toMatchObject({ pricePerDepositaryShare, depositaryRatio });
  });
});

describe('indirect ownership', () => {
  it.each([
    'The shares are held by the Roe Family Trust.',
    'Held of record by Roe Fund, L.P.',
    'By virtue of these relations she may have voting power.',
    'The reporting person may be deemed to own the shares of the fund.',
    'She disclaims beneficial ownership of these securities.',
    'Except to the extent of his pecuniary interest therein.',
    'He is a trustee of the trust.',
    'It is the general partner of the fund.',
    'She is the managing member of the company.',
    'Includes 22,139 shares owned indirectly by Reporting Person through a wholly owned corporation.',
    'By Roe Investments, LLC, of which the reporting person is the sole member.',
    'Registered in the name of Roe Investments, Inc., of which Mr. A. Roe is the majority shareholder.',
    "Owned by the reporting person's spouse.",
    "These shares are held through Mr. Roe's trust.",
    "Held by Ms. Jane Q. Roe's family limited partnership.",
    'Held by Dr. Roberts\u2019 children.',
    'The shares are held in a family trust for the benefit of her children.',
    'Held in two irrevocable trusts.',
    'Held in the Roe 2012 Trust for the benefit of relatives.',
  ])('is mentioned: %s', (text) => {
    expect(readFootnote(text).indirectOwnership).toBe(true);
  });

  it.each([
    'Options held by the reporting person expire in 2030.',
    'Shares bought under the employee plan.',
    'These shares are held by Mr. Roe.',
    'Shares of the Issuer, of which the reporting person is the chief executive.',
    'Granted by the Issuer, of which the reporting person is the controlling stockholder.',
    'Sold to Roe Investments, LLC, of which Ms. Roe is the sole owner.',
    'The restricted stock is held by Mr. Roe until it vests.',
    "Held by Mr. Roe's broker in street name.",
    'Deferred shares are held in a rabbi trust.',
    'The shares are no longer held in a family trust for the benefit of her children.',
  ])('is not: %s', (text) => {
    expect(readFootnote(text).indirectOwnership).toBe(false);
  });
});

it('reads a text in capitals as one in small letters', () => {
  const texts = [
    'The price is a weighted average price. The shares were sold at prices ranging from $1 to $2.',
    'Sold in multiple trades at prices ranging from $1 to $2.',
    'Shares withheld to satisfy tax obligations. See footnote 2.',
    'Each american depositary share represents two ordinary shares, at a price per american depositary share.',
    'Held in a family trust for the benefit of his children.',
    'The reporting person disclaims beneficial ownership except for any pecuniary interest.',
    'The sales reported on this form were effected pursuant to a rule 10b5-1 plan.',
  ];
  for (const text of texts) expect(readFootnote(text.toUpperCase())).toEqual(readFootnote(text));
});

it.each([
  ['a double space', 'a weighted average price,  sold at prices ranging from $1 to $2'],
  ['a line feed', 'a weighted\naverage price, sold at prices ranging from $1 to $2'],
  ['a space that does not break', 'a weighted\u00a0average price, sold at prices ranging from $1 to $2'],
  ['a dash of its own', 'a weighted\u2010average price, sold at prices ranging from $1 to $2'],
  ['an invisible character', 'a weigh\u00adted average price, sold at prices ranging from $1 to $2'],
])('reads through %s', (_what, text) => expect(readFootnote(text).weightedAveragePrice).toBe(true));

it('follows references to other footnotes', () => {
  expect(readFootnote('See the last sentence of footnote 2.').references).toEqual(['F2']);
  expect(readFootnote('(Continued from Footnote 6) and more').references).toEqual(['F6']);
  expect(readFootnote('See footnotes (3) and (4).').references).toEqual(['F3', 'F4']);
  expect(readFootnote('Within the range given in this footnote.').references).toEqual([]);
});

it('reads a long and hostile text in bounded time', () => {
  const text = 'sold sale made under by adopted reporting person 10b5-1 tax '.repeat(40_000);
  expect(readFootnote(text)).toHaveProperty('plan');
});
