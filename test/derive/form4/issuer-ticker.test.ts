/** The ticker of an issuer from its filed symbols and the table of the SEC. */

import { describe, expect, it } from '@jest/globals';
import { issuerTicker, parseSymbol } from '../../../src/derive/form4/issuer-ticker.js';

const once = (...symbols: string[]) => symbols.map((symbol) => ({ symbol, count: 1 }));

describe('a filed symbol', () => {
  it.each([
    ...[
      'NONE',
      'N/A',
      'n/a',
      'NA',
      'none',
      'None',
      'N.A.',
      '-',
      '--',
      '',
      ' ',
      '[NONE]',
      'Not Applicable',
    ].map((text) => [text, null]),
    ['fmbm', 'FMBM'],
    ['vicr', 'VICR'],
    ['NYSE: KRC', 'KRC'],
    ['NYSE:NYCB', 'NYCB'],
    ['NASDAQ:RMR', 'RMR'],
    ['NYSE/TRN', 'TRN'],
    ['NYSE American: ABC', 'ABC'],
    ['NasdaqGS: ABC', 'ABC'],
    ['OTCQB: ABC', 'ABC'],
    ['NEO: ABC', 'ABC'],
    ['NEO', 'NEO'],
    ['ASX:CRN', 'CRN'],
    ['NTIP-NYSE', 'NTIP'],
    ['HBIA.PK', 'HBIA'],
    ['SCIA.OB', 'SCIA'],
    ['(NYSE: KRC)', 'KRC'],
    ['(SIRI)', 'SIRI'],
    ["'LTRX", 'LTRX'],
    ['(LASAX', 'LASAX'],
    ['"TARA"', 'TARA'],
    ['“TARA”', 'TARA'],
    ['$TARA', 'TARA'],
    ['N O G', 'NOG'],
    ['LGF.B', 'LGF.B'],
    ['BRK.A', 'BRK.A'],
    ['BRK/A', 'BRK/A'],
    ['ACRG.A.U', 'ACRG.A.U'],
    ['GGT.RT', 'GGT.RT'],
    ['MACI U', 'MACI U'],
    ['MFAC.U', 'MFAC.U'],
    ['F', 'F'],
    ['ABC, ABC', 'ABC'],
    ...['1314152', 'M-6697', 'NASDAQ', 'NYSE', 'PPTINC', 'PRTFTM', 'ctb$news20'].map((text) => [text, null]),
  ] as Array<[string, string | null]>)('%p reads as %p', (text, symbol) => {
    expect(parseSymbol(text)).toEqual(symbol === null ? { kind: 'none' } : { kind: 'one', symbol });
  });

  it.each([
    ['BIO BIOB', ['BIO', 'BIOB']],
    ['WLY, WLYB', ['WLY', 'WLYB']],
    ['BFA, BFB', ['BFA', 'BFB']],
    ['Z AND ZG', ['Z', 'ZG']],
    ['HEI, HEI.A', ['HEI', 'HEI.A']],
    ['GEF, GEF-B', ['GEF', 'GEF-B']],
    ['WSO; WSOB', ['WSO', 'WSOB']],
    ['PARAA,PARA', ['PARAA', 'PARA']],
    ['MOGA/MOGB', ['MOGA', 'MOGB']],
    ['UONE/UONEK', ['UONE', 'UONEK']],
    ['JUSH/JUSHF', ['JUSH', 'JUSHF']],
    ['BFRG,BFRGW', ['BFRG', 'BFRGW']],
    ['NYSE: ABC; TSX: ABD', ['ABC', 'ABD']],
  ])('%p contains several symbols, which are never joined', (text, parts) => {
    expect(parseSymbol(text)).toEqual({ kind: 'several', parts });
    expect(issuerTicker(once(text), [])).toBe('');
    expect(issuerTicker([...once(text), { symbol: parts[0]!, count: 1 }], [])).toBe(parts[0]);
  });
});

describe('issuerTicker', () => {
  it('prefers the only ticker of the table to anything filed', () => {
    expect(issuerTicker(once('ISGR'), ['ISRG'])).toBe('ISRG');
    expect(issuerTicker(once('1314152'), ['ORRY'])).toBe('ORRY');
    expect(issuerTicker([], ['ORRY'])).toBe('ORRY');
  });

  it('chooses the filed symbol that is among several tickers', () => {
    expect(issuerTicker(once('orrw', 'OLD'), ['ORRY', 'ORRW'])).toBe('ORRW');
    expect(issuerTicker([...once('ORRW'), { symbol: 'ORRY', count: 9 }], ['ORRW', 'ORRY'])).toBe('ORRY');
  });

  it('recognises one class in all its spellings', () => {
    expect(issuerTicker(once('BRK.B'), ['BRK-A', 'BRK-B'])).toBe('BRK.B');
    expect(issuerTicker(once('BRKB'), ['BRK-A', 'BRK-B'])).toBe('BRK-B');
    expect(issuerTicker(once('GLOGPRA'), ['GLOG-PB', 'GLOG-PRA'])).toBe('GLOG-PRA');
  });

  it('chooses the common share if no filing names one of the tickers', () => {
    expect(issuerTicker(once('BIO BIOB'), ['BIO', 'BIO-B'])).toBe('BIO');
    expect(issuerTicker(once('ISGR'), ['ISRG', 'ISRGW'])).toBe('ISRG');
    expect(issuerTicker([], ['ISRG', 'ISRGW'])).toBe('ISRG');
  });

  it('chooses the clean symbol filed most often if the table does not have the issuer', () => {
    expect(issuerTicker([...once('ISGR'), { symbol: 'isrg', count: 2 }, ...once('NONE')], [])).toBe('ISRG');
    expect(issuerTicker([...once('ISGR'), { symbol: 'NASDAQ', count: 5 }], [])).toBe('ISGR');
    expect(issuerTicker(once('SBC', 'PTWO'), [])).toBe('SBC');
  });

  it('returns nothing rather than something wrong', () => {
    expect(issuerTicker(once('NONE', 'PPTINC', '-'), [])).toBe('');
    expect(issuerTicker([], [])).toBe('');
  });
});
