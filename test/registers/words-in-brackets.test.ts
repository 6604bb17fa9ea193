/** The words in brackets at the end of a name that may be a ticker. */

import { describe, expect, it } from '@jest/globals';
import { wordsInBrackets } from '../../src/registers/words-in-brackets.js';

describe('words in brackets', () => {
  it.each([
    ['Zquorra Robotics, Inc. (ZQRA )', 'ZQRA'],
    ['Zquorra Lending Fund (Ticker: ZQLFX)', 'ZQLFX'],
    ['Zquorra Lending Fund (Symbol ZQLFX)', 'ZQLFX'],
    ['Zquorra 500 ETF (NYSEARCA:ZQF)', 'ZQF'],
    ['Zquorra Limited (ZQRA) (Roth IRA)', 'Roth IRA; ZQRA'],
    ['Zquorra (ZQRA) and (ZQRC)', 'ZQRC; ZQRA'],
    ['Zquorra Class A (Z)', 'Z'],
    ['Zquorra Fund Class (A)', ''],
    ['Zquorra Robotics (91282CJP7)', ''],
    ['Zquorra Robotics (TSX: ZQRA)', ''],
    ['Zquorra Robotics (Owner: SP)', ''],
    ['Zquorra Robotics (formerly Oakpine)', ''],
    ['Zquorra Robotics', ''],
    ['', ''],
  ])('of %j are %j', (name, words) => expect(wordsInBrackets(name)).toBe(words));

  it.each([
    ['Zquorra Robotics (ZqRa.b)', 'ZQRA.B'],
    ['Zquorra Motor Corp (Ticker: Zqmc)', 'ZQMC'],
    ['Zquorra Motor Corp (Tokyo)', ''],
    ['Zquorra Motor Corp (ZqM) (Japan)', 'Japan; ZQM'],
  ])('of %j, whose letter case is uncertain, are %j', (name, words) =>
    expect(wordsInBrackets(name, false)).toBe(words),
  );

  it('are eight at most, in a name of a broken page', () =>
    expect(wordsInBrackets('(A) '.repeat(100_000))).toBe(Array(8).fill('A').join('; ')));
});
