/** The ticker in brackets at the end of a name, and the other words in that place. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isTicker, tickerInBrackets } from '../../src/registers/ticker-in-brackets.js';
import { samplePath } from '../samples/folder.js';
import { itNeeds } from '../samples/needs.js';

function read(name: string, isCaseCertain = true): { ticker: string; doubts: string[] } {
  const doubts: string[] = [];
  const ticker = tickerInBrackets(name, (word) => doubts.push(word), isCaseCertain);
  return { ticker, doubts };
}

describe('brackets at the end of a name', () => {
  it.each([
    ['Zquorra Robotics, Inc. (ZQRA)', 'ZQRA'],
    ['Zquorra Robotics, Inc. (ZQRA )', 'ZQRA'],
    ['AMERICAN TWR CORP NEW COM (AMT)', 'AMT'],
    ['BILL COM HLDGS INC COM (BILL)', 'BILL'],
    ['Bill Hldgs Inc (BILL)', 'BILL'],
    ['Utd Technologies Corp (UTX)', 'UTX'],
    ['Zquorra Robotics Class B (ZQR.B)', 'ZQR.B'],
    ['Zquorra Robotics Class B (ZQR/B)', 'ZQR/B'],
    ['Zquorra Robotics Preferred A (ZQR-PA)', 'ZQR-PA'],
    ['Zquorra Lending Fund (Ticker: ZQLFX)', 'ZQLFX'],
    ['Zquorra Lending Fund (Symbol ZQLFX)', 'ZQLFX'],
    ['Zquorra Robotics, Inc. (NASDAQ: ZQRA)', 'ZQRA'],
    ['Zquorra 500 ETF (NYSEARCA:ZQF)', 'ZQF'],
    ['Zquorra Limited (ZQRA) (ADR)', 'ZQRA'],
    ['Zquorra Limited (ZQRA) (Roth IRA)', 'ZQRA'],
    ['Zquorra Limited (ZQRA) (Japan)', 'ZQRA'],
    ['Zquorra Class A (Z)', 'Z'],
    ['Zquorra, Inc. (ZQRA) (A)', 'ZQRA'],
    ['Zquorra, Inc. (ZQRA) (SAFE)', 'ZQRA'],
    ['Zquorra Class B (ZQR.B) (ZQR/B)', 'ZQR/B'],
    ['Zquorra, formerly Quaqua (QUAQ), Inc. (ZQRA)', 'ZQRA'],
    ['Zquorra (NYSE) (ZQRA)', 'ZQRA'],
    ['Zquorra Preferred A (ZQR.PA)', 'ZQR.PA'],
  ])('of %j hold a ticker', (name, ticker) => expect(read(name)).toEqual({ ticker, doubts: [] }));

  it.each([
    'Zquorra Limited (ADR)',
    'Zquorra Robotics (NYSE)',
    'Zquorra Robotics (IRA)',
    'Zquorra Robotics (US)',
    'Zquorra Robotics (JAPAN)',
    'Zquorra Robotics (Japan)',
    'Zquorra Robotics (S/A)',
    'Zquorra Robotics (N/A)',
    'Zquorra Robotics (Ticker: N/A)',
    'Zquorra Robotics (TSX: ZQRA)',
    'Zquorra Robotics (ZQRA.SW)',
    'Zquorra Robotics (Ticker: ZQRA.TO)',
    'Zquorra Robotics (TDA)',
    'Zquorra Income Fund (PIMCO)',
    'Zquorra Robotics (Owner: SP)',
    'Zquorra Fund Class (A)',
    'Zquorra Robotics (ZQRA) (formerly something else)',
    'Zquorra Robotics (91282CJP7)',
    'Zquorra Robotics (USDT)',
    'Zquorra Robotics',
    '',
  ])('of %j hold none', (name) => expect(read(name)).toEqual({ ticker: '', doubts: [] }));

  it.each([
    'Zquorra (ZQRA) and (ZQRC)',
    'Zquorra (ZQRA)/(ZQRC)',
    'Zquorra (ZQRA) (ZQRC)',
    'Zquorra (NASDAQ: ZQRA) or (ZQRC)',
    'Zquorra (ZQR.A) & (ZQRC) (ADR)',
  ])('of %j hold two tickers, so none is taken', (name) =>
    expect(read(name)).toEqual({ ticker: '', doubts: ['ZQRC'] }),
  );

  it.each([
    ['Eaton Corp. Plc (ETN)', 'ETN', 'Zquorra (ETN)'],
    ['Mastercard Incorporated (MA)', 'MA', 'Commonwealth revenue (MA)'],
    ['Alliance Data Systems Corporation (ADS)', 'ADS', 'Zquorra Limited (ADS)'],
    ['UBS Group AG (UBS)', 'UBS', 'Zquorra Robotics (UBS)'],
    ['Chemed Corp (CHE)', 'CHE', 'Zquorra Holding (CHE)'],
    ['Vanguard Total World Stock ETF (VT)', 'VT', 'Zquorra Maple Farm (VT)'],
    ['Grayscale Bitcoin Mini Trust (BTC)', 'BTC', 'Bitcoin (BTC)'],
    ['LTC Properties (LTC)', 'LTC', 'Litecoin (LTC)'],
    ['BATS Global Markets (BATS)', 'BATS', 'Zquorra Robotics (BATS)'],
    ['Belden Inc. (BDC)', 'BDC', 'Zquorra Investment Corp. (BDC)'],
    ['Agilent Technologies, Inc. (A)', 'A', 'Zquorra Corporation (A)'],
    ['Citigroup Inc. (C)', 'C', 'Zquorra Corporation (C)'],
    ['Safehold Inc. (SAFE)', 'SAFE', 'Zquorra Robotics, Inc. (SAFE)'],
    ['Chicago Rivet & Machine Co (CVR)', 'CVR', 'Zquorra Pharma (CVR)'],
    ['TuSimple Holdings Inc. (TSP)', 'TSP', 'Thrift Savings Plan (TSP)'],
    ['CIT Group Inc. (CIT)', 'CIT', 'Zquorra Target Date (CIT)'],
    ['TIC Solutions, Inc. (TIC)', 'TIC', 'Zquorra Tenancy (TIC)'],
    ['Delek US Holdings, Inc. (DK)', 'DK', 'Zquorra A/S (DK)'],
    ['Tradeweb Markets Inc. (TW)', 'TW', 'Zquorra Semiconductor (TW)'],
    ['First Industrial Realty Trust, Inc. (FR)', 'FR', 'Zquorra SE (FR)'],
    ['TC Energy Corporation (TRP)', 'TRP', 'Zquorra Blue Chip Growth (TRP)'],
    ['First Indl Realty Tr (FR)', 'FR', 'Zquorra Realty (FR)'],
    ['American Tower Corporation (REIT) (AMT)', 'AMT', 'State of Zquorra (AMT)'],
    ['ConocoPhillips Common Stock (COP)', 'COP', 'City of Zquorra (COP)'],
    ['Brookfield Asset Management Inc (BAM)', 'BAM', 'Zquorra School District (BAM)'],
    ['Cohen & Steers Select Preferred (PSF)', 'PSF', 'Zquorra ISD (PSF)'],
    ['Revlon, Inc. (REV)', 'REV', 'Zquorra Turnpike (REV)'],
    ['Partnerre Ltd (PRE)', 'PRE', 'Zquorra Water (PRE)'],
    ['Renaissance IPO ETF (IPO)', 'IPO', 'Zquorra Inc. (IPO)'],
    ['Parsley Energy, Inc. (PE)', 'PE', 'Zquorra Partners (PE)'],
    ['Visteon Corp (VC)', 'VC', 'Zquorra Fund II (VC)'],
    ['Everest Re Group, Ltd. (RE)', 'RE', 'Zquorra Lofts (RE)'],
    ['Sonoco Products Company (SON)', 'SON', 'Zquorra Robotics (SON)'],
    ['Global Self Storage, Inc. (SELF)', 'SELF', 'Zquorra Robotics (SELF)'],
    ['BILL Holdings, Inc. (BILL)', 'BILL', 'United States Treasury (BILL)'],
    ['Nano Labs Ltd (NA)', 'NA', 'Zquorra Robotics (NA)'],
  ])('of %j hold %s, and those of %j a word of another meaning', (company, ticker, other) => {
    expect(read(company)).toEqual({ ticker, doubts: [] });
    expect(read(other)).toEqual({ ticker: '', doubts: [ticker] });
  });

  it('hold such a word as a ticker where they call it one', () => {
    expect(read('Zquorra cards (Ticker: MA)').ticker).toBe('MA');
    expect(read('Zquorra cards (NYSE: MA)').ticker).toBe('MA');
  });

  it.each([
    ['Zquorra Robotics (ZqRa.b)', 'ZQRA.B'],
    ['Alliance Data Systems Corporation (AdS)', 'ADS'],
    ['Zquorra Motor Corp (Ticker: Zqmc)', 'ZQMC'],
    ['Zquorra Motor Corp (Japan)', ''],
    ['Zquorra Motor Corp (japan)', ''],
    ['Zquorra Motor Corp (Tokyo)', ''],
    ['Zquorra Motor Corp (The)', ''],
    ['Zquorra Motor Corp (ZqM) (Japan)', 'ZQM'],
  ])('of %j, whose letter case is uncertain, hold %j', (name, ticker) =>
    expect(read(name, false)).toEqual({ ticker, doubts: [] }),
  );

  const table = 'sec/tickers/company_tickers.json';
  itNeeds(table)('hold the ticker of every company in the table of the SEC', () => {
    const companies = Object.values(
      JSON.parse(readFileSync(samplePath(table), 'utf8')) as Record<
        string,
        { ticker: string; title: string }
      >,
    ).filter(({ ticker }) => /^[A-Z]{1,5}(-[A-Z])?$/.test(ticker));
    expect(companies.length).toBeGreaterThan(5000);
    const lost = companies.filter(({ ticker, title }) => read(`${title} (${ticker})`).ticker !== ticker);
    expect(lost).toEqual([]);
  });

  it('take time that grows with their number, and not with the square of it, in a name of a broken page', () => {
    const timeOf = (name: string) => {
      const before = process.cpuUsage();
      expect(read(name).ticker).toBe('');
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const least = (count: number) => Math.min(...[0, 1, 2].map(() => timeOf('(A) '.repeat(count))));
    // Four times as long if each is read once, sixteen times where it is compared with all others.
    expect(least(400_000) / least(100_000)).toBeLessThan(10);
  });

  it('hold a symbol before a name too', () => {
    expect(isTicker('ZQRA', 'Zquorra Robotics')).toBe(true);
    expect(isTicker('MS', 'Zquorra Robotics')).toBe(false);
    expect(isTicker('MS', 'Morgan Stanley')).toBe(true);
  });
});
