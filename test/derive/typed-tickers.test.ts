/** Which word in the place of a ticker is the symbol of the asset. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { typedTicker } from '../../src/derive/typed-tickers.js';
import { wordsInBrackets } from '../../src/registers/words-in-brackets.js';
import { knownNames } from '../invented/known-symbols.js';
import { samplePath } from '../samples/folder.js';
import { itNeeds } from '../samples/needs.js';

const NAMES = {
  ZQRA: ['ZQUORRA ROBOTICS INC'],
  UTMA: ['QUIBBLECOMBE TELEMETRY CORP', 'GLIMMER TOWER HLDGS INC'],
  PSU: ['AMER GLOBAL HOLDINGS INC'],
  KEOGH: ['KEOGH GROUP PLC'],
};
const judged = (asset: string, isCaseCertain = true) =>
  typedTicker(wordsInBrackets(asset, isCaseCertain), asset, knownNames(NAMES));

describe('a word that has other meanings', () => {
  it.each([
    ['Quibblecombe Telemetry Corporation (UTMA)', 'UTMA'],
    ['Quibble Combe Telemetry (UTMA)', 'UTMA'],
    ['Glimmer Twr Holdings (UTMA)', 'UTMA'],
    ['Amer Global Holdings Inc (PSU)', 'PSU'],
    ['Keogh Group Registered Shares (KEOGH)', 'KEOGH'],
    ['Eaton Corp. Plc (ETN)', 'ETN'],
    ['Mastercard Incorporated (MA)', 'MA'],
    ['Master Card (MA)', 'MA'],
    ['J.P. Morgan Chase (JPM)', 'JPM'],
    ['AMERICAN TWR CORP NEW COM (AMT)', 'AMT'],
    ['Utd Technologies Corp (UTX)', 'UTX'],
    ['Bank of America Corporation (BAC)', 'BAC'],
    ['Citigroup Inc. (ADR) (C)', 'C'],
  ])('is the symbol in %j, because a name known for it is that of the asset', (asset, ticker) =>
    expect(judged(asset)).toEqual({ ticker, tickerAsFiled: null, doubt: null }),
  );

  it.each([
    ['Oakpine Account (UTMA)', 'UTMA'],
    ['American Growth Fund (PSU)', 'PSU'],
    ['Keogh plan of Oakpine (KEOGH)', 'KEOGH'],
    ['Commonwealth revenue (MA)', 'MA'],
    ['New York City bonds (NYC)', 'NYC'],
    ['California Municipal Fund (CA)', 'CA'],
    ['Oakpine Technologies Corporation (A)', 'A'],
    ['Oakpine Investment Corp. (BDC)', 'BDC'],
  ])('is not the symbol in %j, and is kept beside it with a warning', (asset, word) =>
    expect(judged(asset)).toEqual({ ticker: '', tickerAsFiled: word, doubt: word }),
  );

  it('that no symbol is known for is left out without a warning', () =>
    expect(judged('Oakpine Robotics (IRA)')).toEqual({ ticker: '', tickerAsFiled: 'IRA', doubt: null }));
});

describe('any other word of the form', () => {
  it.each([
    ['Zquorra Robotics, Inc. (ZQRA)', 'ZQRA', null],
    ['Nothing is known (ZQXB)', 'ZQXB', null],
    ['Oakpine Farm (ZQRA)', 'ZQRA', 'ZQRA'],
    ['Zquorra Limited (ZQRA) (ADR)', 'ZQRA', null],
    ['Zquorra Limited (ZQRA) (Roth IRA)', 'ZQRA', null],
    ['Zquorra Limited (ZQRA) (Japan)', 'ZQRA', null],
    ['Zquorra (NYSE) (ZQRA)', 'ZQRA', null],
    ['Zquorra Class B (ZQR.B) (ZQR/B)', 'ZQR/B', null],
    ['Zquorra, formerly Quaqua (QUAQ), Inc. (ZQRA)', 'ZQRA', null],
  ])('of %j is served as typed', (asset, ticker, doubt) =>
    expect(judged(asset)).toEqual({ ticker, tickerAsFiled: null, doubt }),
  );

  it.each([
    ['Zquorra (ZQXA) and (ZQXC)', 'ZQXA, ZQXC', 'ZQXC'],
    ['Zquorra (ZQXA)/(ZQXC)', 'ZQXA, ZQXC', 'ZQXC'],
    ['Zquorra (ZQR.A) & (ZQXC) (ADR)', 'ZQR.A, ZQXC, ADR', 'ZQXC'],
    ['Zquorra Robotics (ZQRA.SW)', 'ZQRA.SW', null],
    ['Zquorra Robotics (ZQRA) (formerly something else)', 'ZQRA', null],
  ])('of %j is not certain', (asset, tickerAsFiled, doubt) =>
    expect(judged(asset)).toEqual({ ticker: '', tickerAsFiled, doubt }),
  );

  const table = 'sec/tickers/company_tickers.json';
  itNeeds(table)('of the table of the SEC is the symbol of its company', () => {
    const companies = Object.values(
      JSON.parse(readFileSync(samplePath(table), 'utf8')) as Record<
        string,
        { ticker: string; title: string }
      >,
    ).filter(({ ticker }) => /^[A-Z]{1,5}(-[A-Z])?$/.test(ticker));
    expect(companies.length).toBeGreaterThan(5000);
    const lost = companies.filter(({ ticker, title }) => {
      const known = knownNames({ [ticker.replace('-', '')]: [title] });
      const asset = `${title} (${ticker})`;
      return typedTicker(wordsInBrackets(asset), asset, known).ticker !== ticker;
    });
    expect(lost).toEqual([]);
  });
});
