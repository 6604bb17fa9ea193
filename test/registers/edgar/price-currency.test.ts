/** Footnotes that state a price in another currency, next to those that must not. Each wording is written for the test. */

import { describe, expect, it } from '@jest/globals';
import { isInAnotherCurrency, readPriceCurrency } from '../../../src/registers/edgar/price-currency.js';

const isOther = (figure: number, text: string, shares: number | null = null): boolean => {
  const read = readPriceCurrency(text, text.toLowerCase());
  return read !== null && isInAnotherCurrency(figure, shares, [read]);
};

const BOTH = 'The shares were purchased at CAD$0.34 (approximately US$0.249) each.';
const TOTALS = 'Bought for C$3,400 (US$2,490) in all.';
const RANGE = 'A weighted average price. Sold in Toronto at prices ranging from C$10.00 to C$10.20.';
const EURO_OFFER = 'Sold at the offering price of euro 24.50 a share (or equivalent $28.27).';

describe('a price', () => {
  // A rest parameter: jest would pass a callback for a named third one.
  it.each<[number, string, number?]>([
    [665, 'New Taiwan Dollars.'],
    [17.28, 'Price in Mexican Pesos (MXN).'],
    [17.2812, 'Bought in several trades at prices ranging from $17.20 MXN to $17.34 MXN per certificate.'],
    [41.1, 'The price of the option reflects New Taiwan dollars.'],
    [10, 'The price per share is reported in Canadian dollars.'],
    [10, 'The prices are in GBP and have not been converted to U.S. dollars.'],
    [120, 'SEK'],
    [120, 'The price per share is in local currency.'],
    [98.2, 'The reported price of 98.20 is in Norwegian kroner, and no USD price is available.'],
    [2.1, 'The price is in MYR.'],
    [2.1, 'Bought at MYR 2.10 a share.'],
    [12, 'The price was converted to Canadian dollars from U.S. dollars.'],
    [60.34, 'The price was converted from A$60.34 to US$41.93 at the exchange rate of A$1 = US$0.6949.'],
    [
      36.18,
      'A price of CHF 36.18, which was converted into US Dollars at the rate of USD 1.00 = CHF 0.8036.',
    ],
    [5.1, 'The price is in Brazilian reais. The rate of the day was R$5.1017 per US$1.00.'],
    [50, 'Twenty shares were sold at CHF 50 for US$1,000 in all.'],
    [0.92, 'The price was EUR 0.92 = US$1.00 per share.'],
    [9.76, 'The price shown is CAD; the exchange rate of the central bank that day was 1.37.'],
    [0.34, BOTH],
    [0.34, TOTALS, 10_000],
    [10.1, RANGE],
    [24.5, EURO_OFFER],
    [1.25, 'The trades were at between 1.20 and 1.30 Canadian dollars.'],
    [0.34, 'The price is $0.34 CAD.'],
    [1.45, 'The exercise price is C$1.45.'],
    // The sign of the dollar is that of the other currency.
    [
      13.5,
      'An average price in Canadian dollars. Sold in several trades at prices ranging from $13.20 to $13.80.',
    ],
    [10, 'The exercise price of $10.00 is expressed in Canadian dollars.'],
    [13.5, 'Price paid in Canadian Dollars was $13.50.'],
    // A code without a space, and other signs and names.
    [14.2, 'Acquired at a price of CAD14.20 per share.'],
    [2450, 'The shares were acquired at JPY2,450 each.'],
    [14.2, 'Cdn. $14.20'],
    [14.2, 'Bought for $14.20 Canadian.'],
    [14.2, 'The price is in Canadian currency.'],
    [835.2, 'Bought in London at 835.2p per share.'],
    [1420, 'The price is in agorot.'],
    [14.2, 'The price is in pounds.'],
    [1450.5, 'Bought at Rs. 1,450.50 per share.'],
    [88.5, 'The price was kr 88.50.'],
    [180.5, 'The price is R180.50 per share.'],
    [24.5, 'Sold at EUR 24,50.'],
    [2450, 'Bought at Yen 2,450 a share.'],
    [72_300, 'The price was Won 72,300.'],
    [17.2, 'The price is in Russian rubles.'],
    // The price is without the commissions: its currency is not theirs.
    [14.2, 'The reported price excludes commissions and is denominated in Canadian dollars.'],
    [14.2, 'The price is net of brokerage fees, and is in GBP.'],
    [14.2, 'The price does not include any fees and is expressed in euros.'],
    [14.2, 'The trade, net of commissions, was executed in Canadian dollars.'],
    [14.2, 'The filer notes that the shares were purchased in Canadian dollars.'],
    [1050, 'The exercise price is denominated in Swedish kronor and is not reported in U.S. dollars.'],
    [120, 'Price in Krone.'],
    [120, 'Baht per share.'],
    [14.2, '$14.20 (Canadian)'],
    [14.2, 'The price was TTD 14.20.'],
    [14.2, "As in the Issuer's financial statements, all amounts are in Canadian dollars."],
    [14.2, 'Paid 14.20 dollars Canadian.'],
    [14.2, 'The prices are not in U.S. dollars.'],
    [14.2, 'Reported in non-U.S. currency.'],
    [14.2, 'The price is in Bermudian dollars.'],
    [1.42, 'The price is 1.42 Kuwaiti dinars (KWD).'],
    [14.2, 'The price is in Hong Kong currency.'],
    [9500, 'Bought at Rp 9,500 a share.'],
    // The trade may have been one in the other market that is mentioned.
    [14.2, 'Purchased in Toronto. The shares also trade in Toronto in Canadian dollars.'],
    [14.2, 'Sold on the NYSE and the TSX. The shares also trade on the TSX in Canadian dollars.'],
    [120, 'Sold on Nasdaq Stockholm. The shares also trade in London in pence.'],
    [120, 'Sold in Stockholm, where the shares are also traded, in SEK.'],
    [14.2, 'The shares also trade in Toronto at C$14.20.'],
    [14.2, 'The shares also trade in Toronto. The price is in Canadian dollars.'],
    [14.2, 'The shares sold also trade in Toronto in Canadian dollars.'],
    [14.2, 'Traded on the TSX, where the shares also trade in Canadian dollars.'],
  ])('of %d is in another currency: %s', (...[figure, text, shares]) => {
    expect(isOther(figure, text, shares)).toBe(true);
  });

  it.each<[number, string, number?]>([
    [0.249, BOTH],
    // A data set rounds to cents.
    [0.25, BOTH],
    [0.249, TOTALS, 10_000],
    [7.4, RANGE],
    [28.27, EURO_OFFER],
    [76.2, 'It was translated from the exercise price of NT$2,404.3453 at the rate of NT$31.552 to US$1.'],
    [14, 'The price was converted from Hong Kong dollars to United States dollars.'],
    [14, 'The purchase price was converted from Argentine pesos to U.S. dollars.'],
    [15.67, 'The sale price of £12.34 was converted into US dollars at an exchange rate of £1 to $1.27.'],
    [10.2, 'Represents the U.S. dollar equivalent of NOK 105.20 at the exchange rate of the day.'],
    [15.67, 'Acquired in London at 1,234 pence, being US$15.67.'],
    [7, 'Executed in Canadian dollars. The price has been converted to U.S. dollars at the rate of the day.'],
    [7.3, 'The price is stated in U.S. dollars. It was paid in Canadian dollars: C$10.00.'],
    [24.5, 'Ordinary shares, nominal value EUR 0.09 per share.'],
    [1.31, 'One ADS represents five Ordinary Shares, par value five cents of euro ((euro)0.05) per share.'],
    [1.31, 'Ordinary shares of a nominal value of ten pence (£0.10).'],
    [41.93, 'The price was converted from A$60.34 to US$41.93 at the exchange rate of A$1 = US$0.6949.'],
    [
      45.02,
      'A price of CHF 36.18, which was converted into US Dollars at the rate of USD 1.00 = CHF 0.8036.',
    ],
    [0.8, 'A price of CHF 0.64, which was converted into US Dollars at the rate of USD 1.00 = CHF 0.8036.'],
    // A rate that is as high as the price by chance.
    [
      5.1,
      'Denominated in Brazilian reais and translated into U.S. dollars at the rate of R$5.1017 per US$1.00.',
    ],
    [1.37, 'The price was converted at the exchange rate of US$1.00 = C$1.3721.'],
    [10.5, 'The sale price was converted at the rate of SEK 10.50 to one U.S. dollar.'],
    [2, 'The conversion price was $2.00 per ordinary share of £0.10 each.'],
    [12.5, 'Average price, in trades at prices ranging from $12.40 to $12.60.'],
    [20, 'In the merger with Sterling Bancorp each share was converted into cash.'],
    [12, 'Includes shares held by Mr. Yuan.'],
    [12, 'U.S.$12.00 per share, or US$12.00.'],
    [0, 'Canadian dollars.'],
    [2.5, 'Price converted at an exchange rate of NIS 3.65 to $1.00.'],
    [3.205, 'Sold for HK$25.00 per share (exchange rate HK$7.80 to $1).'],
    [7, 'The price in Canadian dollars was converted using the noon rate of the central bank, 0.9812.'],
    [7, 'The exercise price in Canadian dollars was converted to its U.S. equivalent.'],
    [12, 'Held by RMB Capital Management, LLC. The price represents an average.'],
    [12, 'She has an interest in Sterling Partners LP.'],
    [12, 'Euro Pacific Capital acted as broker.'],
    [12, 'Shares withheld to pay tax in local currency.'],
    [12, 'The closing price was $12.00. Amounts due were paid in GBP.'],
    [12, 'Shares were acquired under the plan with payroll contributions in Euros.'],
    [12, 'Includes shares purchased with contributions made in euros.'],
    [12, 'Dividends are paid in euros. The price is that of the NYSE.'],
    [12, 'The notes that were converted are denominated in Canadian dollars.'],
    [12, 'Pledged for a credit facility denominated in Swiss francs.'],
    [110, 'The price is the closing price of MYR on the day on which shares were withheld.'],
    [
      110,
      'The closing price. The award was denominated in pounds sterling and made a number of shares on grant.',
    ],
    [110, 'The shares were bought with the proceeds of an RMB loan.'],
    [12, 'The proceeds of the sale were converted into Canadian dollars and remitted.'],
    [10.5, 'The reported price is $10.50, based on an exchange rate of $1.00 to 1.36 in Canadian dollars.'],
    [12, 'Lev Partners LP holds the shares.'],
    [12, 'The shares were sold in the offering of Naira Capital.'],
    [12, 'Purchased by Roe Holdings SDN BHD.'],
    [12, 'Shares of TTD were sold under the plan.'],
    [12, 'Sold by BGN as agent.'],
    [12, 'The sale price was $12.00 (Canadian taxes were paid).'],
    [12, 'Bought for the account of Mr. Krone.'],
    [12, 'Held in the Yen Family Trust.'],
    [12, 'Held by the Won 2015 Trust and the Rand 2019 Trust.'],
    [12, 'Bought by the Euro-Asia Opportunity Fund.'],
    [12, 'Ordinary shares of 25p each.'],
    [10.3, 'Price is the U.S. Dollar equivalent of the price paid in Canadian dollars.'],
    [48.7, 'Purchase price in EUR converted at the rate of $1.0798 per EUR.'],
    [12, 'Sold at 3:59p.m.'],
    [30, 'Executed between 2:00p and 3:30p, Eastern time.'],
    [12, 'The Common Shares also trade on the Toronto Stock Exchange in Canadian dollars.'],
    [12, 'Sold on the NYSE. The shares also trade in Toronto in Canadian dollars.'],
    [
      12,
      'Sold on Nasdaq; the Issuer also lists its shares on the TSX, where they trade in Canadian dollars.',
    ],
    [12, 'The ordinary shares are also listed on Nasdaq Stockholm and traded there in Swedish kronor.'],
    [12, 'The Issuer presents its financial results in euros.'],
    [12, 'Employees abroad contribute to the plan in local currency.'],
  ])('of %d is in dollars: %s', (...[figure, text, shares]) => {
    expect(isOther(figure, text, shares)).toBe(false);
  });

  it.each([
    'Swedish kronor',
    'Danish kroner',
    'Indian rupees',
    'New Israeli Shekels',
    'Israeli New Shekels',
    'Chinese renminbi',
    'South Korean won',
    'New Taiwan dollars',
    'British pence',
  ])('is in another currency where the remarks say that all prices are in %s', (currency) => {
    const text = `All prices are in ${currency}.`;
    expect(readPriceCurrency(text, text.toLowerCase())?.says).toBe('other');
  });

  it('is in dollars if one of two footnotes says so, whatever currency the other names', () => {
    const texts = ['Paid in pounds sterling.', 'Converted into U.S. dollars at the rate of the day.'];
    const read = texts
      .map((text) => readPriceCurrency(text, text.toLowerCase()))
      .filter((one) => one !== null);
    expect(isInAnotherCurrency(3, null, read)).toBe(false);
    expect(isInAnotherCurrency(3, null, read.slice(0, 1))).toBe(true);
  });
});
