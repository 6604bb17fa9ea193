/** The words of British announcements for transactions: plain trades and everything else. */

import { describe, expect, it } from '@jest/globals';
import { type UkTradeFacts, ukExclusion } from '../../../src/derive/europe/uk-exclusion.js';

const judge = (nature: string, more: Partial<UkTradeFacts> = {}): string | null =>
  ukExclusion({
    nature,
    instrumentName: 'Ordinary shares of 1p each',
    narrative: null,
    price: 120,
    volume: 500,
    pdmrName: 'Ada Grant',
    ...more,
  });

describe('plain trades', () => {
  it.each([
    'Purchase of shares',
    'Purchase',
    'Market purchase of ordinary shares',
    'Acquisition of Ordinary Shares',
    'Shares bought on market',
    'Buy',
    'Purchase of shares by a SIPP',
    'Purchase of shares through a self-invested personal pension',
    'Purchase of shares to meet the shareholding requirement',
    'Purchase of shares with invested capital',
    'Subscription for new ordinary shares in the placing',
    'Subscription for shares in the conditional placing',
    'Subscription for shares and warrants in the placing',
    'Placing shares issued for cash',
    'Acquisition of shares in the open offer',
    'Take-up of rights in the rights issue by exercise of nil paid rights',
    'Sale of shares',
    'Disposal of ordinary shares',
    'Market sale',
    'Sold in the market',
    'Sale of shares following the exercise of options',
    'Sale of shares acquired on the exercise of nil-cost options',
    'Disposal of shares after vesting of an award under the LTIP',
    'Sale of shares following vesting, partly to meet tax',
    'Sale and purchase of shares (bed and ISA)',
    'Transfer to an ISA by sale and repurchase',
    'Sale of shares to fund a house purchase',
    'Sale of shares for tax planning',
    'Sale of shares in connection with tax planning',
    'Sale of shares (tax-free account)',
    'Sale of shares in connection with tax-loss harvesting',
    'Sale of shares, not in respect of tax',
    'Sale of shares, in part for tax due',
    'Sale of vested shares',
    'Sale of vested LTIP shares',
    'Disposal of vested PSP shares',
    'Sale of vested Deferred Bonus Plan shares',
    'On-market sale of previously vested shares',
    'Sale of LTIP shares',
    'Sale of shares previously awarded under the LTIP',
    'Disposal of ordinary shares previously acquired on exercise of options',
    'Sale of option shares',
    'Sale of shares awarded under the PSP',
    'Sale of Ordinary Shares granted under the LTIP',
    'Sale of shares vested under the LTIP',
    'Sale of shares acquired under Sharesave',
    'Sale of SIP shares',
    'Sale of partnership, matching and dividend shares',
    'Sale of ordinary shares (not for tax)',
    'Sale of vested shares, not to cover tax',
    'Disposal of shares held in the Share Plan',
    'Purchase of shares (not linked to the exercise of a share option programme)',
    'Purchase (no linkage to the exercise of a share option programme)',
    'Purchase without any connection to a share option programme',
    'Acquisition. The transaction is not linked to the exercise of a share option programme.',
    'Sale of shares; not linked to the exercise of share option programmes',
    'Purchase of ordinary shares - not linked to share option programme',
    'Acquisition (no share option programme)',
    'Purchase Linked to share option programme: No',
    'Purchase of shares Linked to share option programme No',
    'Purchase of shares, unrelated to any share option plan',
    'Market purchase not pursuant to any employee share scheme',
    'Purchase (other than under an employee share plan)',
    'Sale of shares (not a sale to cover tax)',
    'Sale of shares, no sale of shares to cover tax',
    'Purchase of shares under a share trading plan',
    'Purchase of shares by a director shareholding company',
    'Sale of shares to an unrelated third party',
    'Sale of shares, not connected with any sale of shares to cover tax',
    'Purchase unconnected with any share option scheme',
    'Purchase other than through the open market',
  ])('include %s', (nature) => expect(judge(nature)).toBeNull());
});

describe('other transactions', () => {
  it.each([
    ['Grant of options', 'award'],
    ['Award of shares under the LTIP', 'award'],
    ['Acquisition of nil-cost options', 'award'],
    ['Acquisition of Restricted Share Units', 'award'],
    ['Acquisition of RSUs', 'award'],
    ['Acquisition under the PSP', 'award'],
    ['Acquisition of deferred shares under the DBP', 'award'],
    ['Purchase of shares under the Deferred Bonus Plan', 'award'],
    ['Acquisition of conditional shares', 'award'],
    ['Acquisition of shares on vesting', 'vesting'],
    ['Exercise of options', 'option-exercise'],
    ['Exercise of options and sale of shares', 'option-exercise'],
    ['Acquisition of shares by exercise of warrants', 'option-exercise'],
    ['Subscription for shares on exercise of warrants', 'option-exercise'],
    ['Subscription for shares by exercise of share options', 'option-exercise'],
    ['DRIP Purchase of shares', 'dividend-reinvestment'],
    ['Purchase through dividend re-investment', 'dividend-reinvestment'],
    ['Acquisition under a dividend reinvestment plan', 'dividend-reinvestment'],
    ['Reinvestment of the cash dividend', 'dividend-reinvestment'],
    ['Acquisition of scrip dividend shares', 'dividend-reinvestment'],
    ['Shares in lieu of a dividend', 'dividend-reinvestment'],
    ['Purchase of partnership shares', 'employee-share-plan'],
    ['Purchase under the Share Incentive Plan', 'employee-share-plan'],
    ['Monthly SIP purchase', 'employee-share-plan'],
    ['Purchase under Sharesave', 'employee-share-plan'],
    ['Purchase under the Employee Share Purchase Plan', 'employee-share-plan'],
    ['Purchase by the Employee Benefit Trust', 'employee-trust'],
    ['Sale of shares to cover tax', 'tax-withholding'],
    ['Sale to satisfy income tax and national insurance liabilities', 'tax-withholding'],
    ['Sell-to-cover', 'tax-withholding'],
    ['Sale of shares in respect of tax liabilities arising on vesting', 'tax-withholding'],
    ['Sale of shares in connection with the tax due on vesting of an award', 'tax-withholding'],
    ['Sale of shares towards tax', 'tax-withholding'],
    ['Shares sold to offset tax', 'tax-withholding'],
    ['Sale of shares to cover statutory deductions', 'tax-withholding'],
    ['Sale of shares to cover social charges', 'tax-withholding'],
    ['Sale of shares (tax)', 'tax-withholding'],
    ['Tax sale', 'tax-withholding'],
    ['Shares withheld', 'tax-withholding'],
    ['Disposal of shares to meet NIC arising on vesting', 'tax-withholding'],
    ['Disposal by way of gift', 'gift'],
    ['Gift of shares to a charity', 'gift'],
    ['Inheritance', 'gift'],
    ['Reversal of purchase made in error', 'lapse'],
    ['Purchase reversed', 'lapse'],
    ['Conversion of loan notes', 'conversion'],
    ['Disposal under a scheme of arrangement', 'merger'],
    ['Share buyback', 'issuer-buyback'],
    ['Transfer of shares to spouse', 'transfer'],
    ['Transfer to nominee', 'transfer'],
    ['Pledge of shares', 'unknown-nature'],
    ['Pledge of shares; no sale', 'unknown-nature'],
    ['Purchase of shares with reinvested dividends', 'dividend-reinvestment'],
    ['Dividends reinvested - purchase of shares', 'dividend-reinvestment'],
    ['Disposal of shares by way of transfer to spouse', 'transfer'],
    ['Transfer to ISA (acquisition)', 'transfer'],
    ['Acquisition by transfer from spouse', 'transfer'],
    ['Purchase under the Employee Stock Purchase Programme', 'employee-share-plan'],
    ['Purchase of shares under the Share Purchase Scheme', 'employee-share-plan'],
    ['Purchase of shares under Buy As You Earn plan', 'employee-share-plan'],
    ['Sale of sufficient shares for tax due on vesting of awards', 'tax-withholding'],
    ['Disposal of shares under stock loan', 'stock-loan'],
    ['Shares acquired through participation in the BP ShareMatch UK Plan', 'employee-share-plan'],
    ['Purchase of shares under the Global Employee Share Plan (myShare)', 'employee-share-plan'],
    ['Acquisition of shares under the UK Share Plan', 'employee-share-plan'],
    ['Purchase of shares under the Employee Share Plan', 'employee-share-plan'],
    ['Purchase under the all-employee Share Plan', 'employee-share-plan'],
    ['Monthly purchase through the Colleague Share Plan', 'employee-share-plan'],
    ['Acquisition under the Share Match scheme', 'employee-share-plan'],
    ['Purchase of shares under the Share Ownership Programme', 'employee-share-plan'],
    ['Acquisition of shares under the Performance Share Plan', 'award'],
    ['Grant under the Share Option Plan', 'award'],
    ['Vesting of LTIP award and sale of vested shares', 'award'],
    ['Sale of vested shares to cover tax', 'tax-withholding'],
    ['Sale of option shares to meet the tax due', 'tax-withholding'],
    ['Disposal of vested options', 'vesting'],
    ['Disposal of options granted under the LTIP', 'option-exercise'],
    ['Award of matching shares and sale of dividend shares', 'award'],
    ['Acquisition of vested shares', 'vesting'],
    ['Acquisition of option shares', 'option-exercise'],
    ['Transfer of vested shares', 'vesting'],
    ['Purchase, linked to the exercise of a share option programme', 'option-exercise'],
    ['Purchase linked to share option programme no. 2', 'option-exercise'],
    ['Linked to share option programme: Yes', 'option-exercise'],
    ['Purchase, not linked to the DRIP, on exercise of options', 'option-exercise'],
    ['Not linked to a tender offer and awarded under the LTIP', 'award'],
    ['Acquisition not under the SIP - vesting of RSUs', 'award'],
    [
      'Sale to an unrelated third party following vesting of LTIP awards to cover tax liabilities',
      'tax-withholding',
    ],
    ['Sale of shares to an unconnected party to satisfy tax liability on vesting', 'tax-withholding'],
    ['Sale of shares not related to inside information to meet PAYE liabilities', 'tax-withholding'],
    ['Automatic sale not under the control of the PDMR to cover tax on vesting', 'tax-withholding'],
    ['Acquisition of shares from unconnected vendor under the Share Incentive Plan', 'employee-share-plan'],
    ['Purchase by unrelated third party broker on behalf of PDMR under SIP', 'employee-share-plan'],
    ['Purchase other than through the open market under the SIP', 'employee-share-plan'],
    ['', 'nature-missing'],
  ])('are excluded for %s: %s', (nature, reason) => expect(judge(nature)).toBe(reason));

  it('are excluded if nothing was paid, or if they cannot be counted', () => {
    expect(judge('Acquisition of shares', { price: 0 })).toBe('nil-price');
    expect(judge('Acquisition of shares', { price: null })).toBe('price-or-volume-missing');
    expect(judge('Acquisition of shares', { volume: null })).toBe('price-or-volume-missing');
    expect(judge('Acquisition of shares', { volume: 0 })).toBe('price-or-volume-missing');
  });

  it('are not recognised by plan words in names of people', () => {
    const named = (nature: string) => judge(nature, { pdmrName: 'Mr Vest Grant' });
    expect(named('Purchase of shares by Mr Grant')).toBeNull();
    expect(named('Purchase of shares by Vest Grant')).toBeNull();
    expect(named('Grant of options to Mr Grant')).toBe('award');
    expect(named('Purchase of shares on vesting by Mr Grant')).toBe('vesting');
  });

  it('are recognised by plan words in the instrument', () => {
    expect(judge('Purchase', { instrumentName: 'Ordinary shares, options excluded' })).toBeNull();
    expect(judge('Purchase', { instrumentName: 'Options, shares excluded' })).toBe('option-exercise');
    expect(judge('Acquisition', { instrumentName: 'Nil-cost options over ordinary shares' })).toBe('award');
    expect(judge('Purchase', { instrumentName: 'Partnership Shares' })).toBe('employee-share-plan');
  });

  it('are recognised by the narrative about the same lot, and not by passing remarks', () => {
    const told = (nature: string, narrative: string) => judge(nature, { narrative });
    expect(told('Purchase of shares', 'Ada Grant acquired 500 shares by way of dividend reinvestment.')).toBe(
      'dividend-reinvestment',
    );
    expect(told('Purchase of shares', 'Ada Grant acquired 500 shares on exercise of options.')).toBe(
      'option-exercise',
    );
    expect(told('Sale of shares', 'She sold 500 shares to cover the tax due.')).toBe('tax-withholding');
    expect(told('Sale of shares acquired on vesting', 'She sold 500 shares to cover the tax due.')).toBe(
      'tax-withholding',
    );
    expect(told('Sale of shares', 'She sold 500 shares, not to cover the tax due.')).toBeNull();
    expect(
      told('Purchase', 'Ada Grant purchased 500 shares, not under the Share Incentive Plan.'),
    ).toBeNull();
    expect(
      told('Purchase of shares', 'Ada Grant bought 500 shares and holds options over 9,000.'),
    ).toBeNull();
    expect(told('Purchase of shares', 'Award-winning brewer: Ada Grant purchased 500 shares.')).toBeNull();
    expect(
      told('Sale of shares', 'She exercised options over 900 shares and sold 500 in the market.'),
    ).toBeNull();
  });
});

it.each([
  ['She sold 500 shares, of which 200 to cover tax.', null],
  [
    'She sold 500 shares at £3.10, of which 200 shares were sold to meet the income tax due on vesting.',
    null,
  ],
  ['She sold 500 shares, of which approximately 200 were for tax.', null],
  ['She exercised options over 900 shares, of which 500 were sold to cover tax.', 'tax-withholding'],
  ['She sold 1,500 shares, of which 500 to cover tax.', 'tax-withholding'],
  [
    'She exercised options over 900 shares, of which 400 were sold to cover tax, and sold 500.',
    'tax-withholding',
  ],
  ['She sold 500 shares to cover tax, of which 200 were ADSs.', 'tax-withholding'],
])('a sale of 500 shares, and the announcement says %s', (narrative, reason) =>
  expect(judge('Sale of shares', { narrative })).toBe(reason),
);

it('a sale in the nature of which a part pays the tax', () => {
  expect(judge('Sale of 500 shares, of which 200 to cover tax')).toBeNull();
  expect(judge('Sale of 500 shares, of which 500 to cover tax')).toBe('tax-withholding');
});

it.each([
  ['Sold to cover', 'tax-withholding'],
  ['Sale to cover', 'tax-withholding'],
  ['Sale to cover transaction', 'tax-withholding'],
  ['Sale to cover the purchase of a house', null],
  ['Aquisition of shares', null],
  ['Acquistion', null],
  ['Aquisition of shares under the SIP', 'employee-share-plan'],
])('%s: %s', (nature, reason) => expect(judge(nature)).toBe(reason));
