/** The ticker and the type code at the end of an asset in a House report. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readAsset } from '../../../../src/registers/congress/house-ptr/asset-types.js';
import { judgedTicker } from '../../../invented/known-symbols.js';
import { samplePath } from '../../../samples/folder.js';
import { itNeeds } from '../../../samples/needs.js';

/** With the ticker that derivation takes from the words in its place. */
function read(asset: string, layout?: Parameters<typeof readAsset>[1]) {
  const { tickerWords, ticker, ...rest } = readAsset(asset, layout);
  return { ...rest, ticker: judgedTicker({ ticker, tickerWords }, asset) };
}

describe('tickers and codes at the end of an asset', () => {
  it.each([
    ['Zquorra Robotics, Inc. (ZQRA) [ST]', 'ZQRA', 'ST', 'Stock'],
    ['Quaquazz Media Holdings Class B (QQZ.B) [ST]', 'QQZ.B', 'ST', 'Stock'],
    ['Zquorra (The) Robotics (ZQRA) [OP]', 'ZQRA', 'OP', 'Stock Option'],
    ['Zquorra Robotics (The) [ST]', '', 'ST', 'Stock'],
    ['US Treasury Note (91282CJP7) [GS]', '', 'GS', 'Government Security'],
    ['US Treasury Bill 912797JR9 [GS]', '', 'GS', 'Government Security'],
    ['Bonds of a County (CA) [GS]', '', 'GS', 'Government Security'],
    ['Zquorra Robotics 5% 2031 (ZQRA) [CS]', '', 'CS', 'Corporate Bond'],
    ['Listed Index Fund (LIFX) [MF]', 'LIFX', 'MF', 'Mutual Fund'],
    ['Zquorra Robotics, Inc. (ZQRA)[ST]', 'ZQRA', 'ST', 'Stock'],
    ['A bond of 2016 [gS]', '', 'GS', 'Government Security'],
    ['Something new (ZQRA) [QQ]', 'ZQRA', 'QQ', ''],
    ['Nothing at the end (ZQRA)', '', null, ''],
    ['Nasdaq Next Index Fund (ZQQM) [AB]', 'ZQQM', 'AB', 'Asset-Backed Security'],
    ['Loans of 2026 (91282CJP7) [AB]', '', 'AB', 'Asset-Backed Security'],
    ['ZQKAX [OT]', 'ZQKAX', 'OT', 'Other'],
    ['ZQKAX[MF]', 'ZQKAX', 'MF', 'Mutual Fund'],
    ['Index [OT]', '', 'OT', 'Other'],
    ['ZQRA [ST]', '', 'ST', 'Stock'],
    ['ZQKAX fund [OT]', '', 'OT', 'Other'],
    ['ZQKAX [PS]', '', 'PS', 'Non-Public Stock'],
    ['Quibblecombe Lending Fund (Ticker: ZQLFX) [OT]', 'ZQLFX', 'OT', 'Other'],
    ['Quibblecombe Limited (ADR) [ST]', '', 'ST', 'Stock'],
    ['Quibblecombe Properties (REIT) [RE]', '', 'RE', 'Real Estate Investment Trust'],
    ['Land (TX) [OT]', '', 'OT', 'Other'],
    ['Ternium S.A. (TX) [ST]', 'TX', 'ST', 'Stock'],
    ['Zquorra Robotics 5% note due 2031 (ZQRA) [OT]', '', 'OT', 'Other'],
    ['Zquorra Robotics 5% note due 2031 (ZQRA) [AB]', '', 'AB', 'Asset-Backed Security'],
    ['Zquorra 5.125% Debentures due 2073 (ZQRH) [ST]', 'ZQRH', 'ST', 'Stock'],
    ['Zquorra Short-Term Bond ETF 5% (ZQBD) [OT]', 'ZQBD', 'OT', 'Other'],
    ['Quibblecombe Bank, linked to Zquorra stock (ZQRA) [ST]', '', 'ST', 'Stock'],
    ['Quibblecombe Bank Contingent Auto-Callable Zquorra (ZQRA) [OT]', '', 'OT', 'Other'],
  ])('reads %j', (asset, ticker, code, typeName) => {
    expect(read(asset)).toEqual({ ticker, code, typeName });
  });

  it.each([
    ['lloyds Banking group PlC (llDTF) [sT]', 'LLDTF', 'ST'],
    ['CaLIFoRNIa ST (13063DRD2) [gS]', '', 'GS'],
    ['Zquorra Robotics (ZqRa.b) [ST]', 'ZQRA.B', 'ST'],
    ['Zquorra Motor Corp (Japan) [ST]', '', 'ST'],
  ])('reads %j, whose letter case is uncertain', (asset, ticker, code) => {
    expect(read(asset, { isCaseCertain: false, hasCodes: true })).toMatchObject({ ticker, code });
  });

  it.each([
    ['Schwab u.S. TIPs ETF (SCHP)', 'SCHP'],
    ['Retirement account (IRa)', ''],
    ['oHIo ST HWY CaP IMPT SER S 5.00% MaY01 2027', ''],
    ['A name (The) in the middle', ''],
    ['Zquorra Robotics 2.4% 05/03/23 (ZQRa)', ''],
    ['Zquorra Robotics 5.5% Series a Preferred (ZQRa)', 'ZQRA'],
    ['ZQKAX', ''],
  ])('reads %j of a layout without codes', (asset, ticker) => {
    expect(read(asset, { isCaseCertain: false, hasCodes: false })).toMatchObject({ ticker, code: null });
  });

  const table = 'congress/house/asset-type-codes.tsv';
  itNeeds(table)('knows all 48 codes', () => {
    const codes = readFileSync(samplePath(table), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t')[0]!);
    expect(codes).toHaveLength(48);
    expect(codes.filter((code) => readAsset(`x [${code}]`).typeName === '')).toEqual([]);
    expect(new Set(codes.map((code) => readAsset(`x [${code}]`).typeName)).size).toBe(48);
  });

  it('treats a state at the end of an asset as a state', () => {
    const layout = { isCaseCertain: true, hasCodes: false };
    expect(read('Cheniere Energy, Inc. (LNG)', layout).ticker).toBe('LNG');
    expect(read('Oakpine Holdings (DE)', layout).ticker).toBe('');
    expect(read('Town of Oakpine, GO bond (MA)', layout).ticker).toBe('');
    expect(read('Oakpine Holdings (DE) [ST]').ticker).toBe('');
    expect(read('Mastercard Incorporated (MA) [ST]').ticker).toBe('MA');
  });

  it.each([
    ['Mastercard Incorporated (MA)', 'MA'],
    ['Morgan Stanley (MS)', 'MS'],
    ['altria group, Inc. (mo)', 'MO'],
    ['Morgan Stanley Muni Fund (CA)', ''],
  ])('treats the state at the end of %j as a ticker only for that company', (asset, ticker) => {
    expect(read(asset, { isCaseCertain: false, hasCodes: false }).ticker).toBe(ticker);
  });

  it('finds the ticker of listed units among ownership interests, and none of a private business', () => {
    expect(read('AllianceBernstein Holding L.P. Units (AB) [OL]').ticker).toBe('AB');
    expect(read('Oakpine Family Holdings LLC (OFH) [OL]').ticker).toBe('');
  });
});
