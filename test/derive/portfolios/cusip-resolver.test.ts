/** The ticker of a CUSIP, and how much of a portfolio's value has one. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { cusipResolver, namesAlike } from '../../../src/derive/portfolios/cusip-resolver.js';
import type { CompanyTickers } from '../../../src/records/form4/company.js';
import type { CusipSymbol, CusipSymbols } from '../../../src/records/portfolios/cusip.js';
import { parse as parseTickers } from '../../../src/registers/form4/sec-companies/parse.js';
import { parseInformationTable } from '../../../src/registers/portfolios/information-table.js';
import { parse as parseFails } from '../../../src/registers/prices/prices-sec/parse.js';
import { samplePath } from '../../samples/folder.js';
import { describeNeeds } from '../../samples/needs.js';

const company = (ticker: string, name = `${ticker} SAMPLE CORP`, cik = ticker) => ({
  cik,
  name,
  ticker,
  exchange: null,
});
const pair = (cusip: string, symbol: string, lastDate = '2026-09-01'): CusipSymbol => ({
  cusip,
  symbol,
  description: '',
  lastDate,
});
const files = (...rows: CusipSymbol[]): CusipSymbols[] =>
  rows.map((row, i) => ({ kind: 'cusip-symbols', file: `f${i}`, rows: [row] }));
const security = (cusip: string, nameOfIssuer = 'X', titleOfClass = 'COM') => ({
  cusip,
  nameOfIssuer,
  titleOfClass,
});

describe('a description', () => {
  it.each([
    ['BERKSHIRE HATHAWAY INC', 'BERKSHIRE HATHWY INC(HLDG CO)B'],
    ['BANK OF AMERICA CORP /DE/', 'BANK AMER CORP'],
    ['HERC HOLDINGS INC', 'HERC HLDGS INC COM (DE)'],
    ['Apple Inc.', 'APPLE INC;COM NPV'],
  ])('begins like the name of its company: %s', (name, description) => {
    expect(namesAlike(name, description)).toBe(true);
  });

  it.each([
    ['GEN DIGITAL INC.', 'GENESIS HEALTHCARE INC CL A CO'],
    ['Telesis Bio Inc.', 'TRANSLATE BIO INC COM'],
    ['KELLANOVA', 'KELLOGG CO'],
    ['Apple Inc.', 'SAMPLE INC'],
    ['', 'SAMPLE INC'],
  ])('does not begin like that of another: %s', (name, description) => {
    expect(namesAlike(name, description)).toBe(false);
  });
});

describe('a CUSIP', () => {
  it('has the ticker of its newest symbol, spelt as in the ticker table', () => {
    const resolve = cusipResolver(
      files(pair('990001109', 'OLDS', '2025-01-02'), pair('990001109', 'BRKB', '2026-09-01')),
      [company('BRK-B', 'BERKSHIRE SAMPLE', '7'), company('OLDS')],
    );
    expect(resolve(security('990001109'))).toEqual({ ticker: 'BRK-B', cik: '7', by: 'symbol' });
  });

  it('keeps classes apart', () => {
    const resolve = cusipResolver(files(pair('990001109', 'GOOG'), pair('990001307', 'GOOGL')), [
      company('GOOGL', 'ALPHA SAMPLE', '5'),
      company('GOOG', 'ALPHA SAMPLE', '5'),
    ]);
    expect([resolve(security('990001109')).ticker, resolve(security('990001307')).ticker]).toEqual([
      'GOOG',
      'GOOGL',
    ]);
  });

  it('never gets the ticker of another issuer', () => {
    const companies = [company('ACME', 'ACME SAMPLE CORP')];
    const passed = cusipResolver(
      files(pair('990001109', 'ACME', '2025-02-01'), pair('990002107', 'ACME', '2026-09-01')),
      companies,
    );
    expect(passed(security('990002107')).ticker).toBe('ACME');
    expect(passed(security('990001109', 'ACME SAMPLE CORP')).ticker).toBeNull();
    // Never in the fails-to-deliver files, but of the same name: the ticker belongs to another issuer's CUSIP.
    expect(passed(security('990003105', 'ACME SAMPLE CORP')).ticker).toBeNull();
    const disputed = cusipResolver(files(pair('990001109', 'ACME'), pair('990002107', 'ACME')), companies);
    expect([disputed(security('990001109')).ticker, disputed(security('990002107')).ticker]).toEqual([
      null,
      null,
    ]);
  });

  it.each([
    ['ACME SAMPLE CORP', 'COM', 'ACME'],
    ['Acme Sample Corporation /DE/', 'COMMON STOCK', 'ACME'],
    ['ACME SAMPLE INC NEW', 'SHS', 'ACME'],
    ['BETA GRP INTL LTD', 'COM', 'BETA'],
    ['ACME SAMPLE HOLDINGS', 'COM', null],
    ['ACME SAMPLE CORP', '*W EXP 12/31/2027', null],
    ['ACME SAMPLE CORP', 'CL B', null],
    ['ACME SAMPLE CORP', 'PFD SER A', null],
    ['TWICE SAMPLE CORP', 'COM', null],
    ['MANY SAMPLE CORP', 'COM', null],
  ])('that is not in the fails-to-deliver files, of %s %s, has %s', (name, title, ticker) => {
    const resolve = cusipResolver(
      [],
      [
        company('ACME', 'Acme Sample Corp.'),
        company('BETA', 'Beta Group International, Ltd.'),
        company('TWA', 'TWICE SAMPLE INC', '1'),
        company('TWB', 'Twice Sample Corp', '2'),
        company('MNA', 'MANY SAMPLE CORP', '3'),
        company('MNB', 'MANY SAMPLE CORP', '3'),
      ],
    );
    expect(resolve(security('990001109', name, title))).toMatchObject({
      ticker,
      by: ticker === null ? null : 'name',
    });
  });

  it('has no ticker if its symbol is not listed, if it is missing, or if two companies have the symbol', () => {
    const resolve = cusipResolver(files(pair('990001109', 'GONE'), pair('990002107', 'DUPL')), [
      company('ACME', 'ACME SAMPLE CORP'),
      company('DU-PL', 'A', '1'),
      company('DUP-L', 'B', '2'),
    ]);
    expect(resolve(security('990001109', 'ACME SAMPLE CORP')).ticker).toBeNull();
    expect(resolve(security('', 'ACME SAMPLE CORP')).ticker).toBeNull();
    expect(resolve(security('990002107')).ticker).toBeNull();
  });
});

const FAILS = 'sec/tickers/cnsfails202009a.zip';
const TICKERS = 'sec/tickers/company_tickers_exchange.json';
const HOLDINGS = 'sec/13f/berkshire-2022-12-31-infotable.xml';
describeNeeds(
  FAILS,
  TICKERS,
  HOLDINGS,
)('real tables', () => {
  const document = (key: string, path: string) => ({
    ...{ key, kind: 'fails-to-deliver', url: 'u', retrievedAt: '' },
    bytes: readFileSync(samplePath(path)),
  });

  it('resolve most of the value of a real portfolio by one half month alone, and nothing wrongly', () => {
    const fails = [...parseFails(document('cnsfails202009a', FAILS))];
    const [tickers] = [...parseTickers(document('t', TICKERS))];
    const resolve = cusipResolver(
      fails
        .flatMap(({ records }) => records)
        .filter((record): record is CusipSymbols => record.kind === 'cusip-symbols'),
      (tickers!.records[0] as CompanyTickers).companies,
    );
    const text = readFileSync(samplePath(HOLDINGS), 'utf8');
    const rows = parseInformationTable(text, () => undefined);
    const holdings = rows.map((row) => ({ ticker: resolve(row).ticker, valueUsd: row.value }));
    const tickerOf = (cusip: string) => resolve(rows.find((row) => row.cusip === cusip)!).ticker;
    expect(tickerOf('037833100')).toBe('AAPL');
    expect(tickerOf('060505104')).toBe('BAC');
    expect(tickerOf('191216100')).toBe('KO');
    const usdOf = (some: typeof holdings) => some.reduce((sum, { valueUsd }) => sum + (valueUsd ?? 0), 0);
    expect(usdOf(holdings.filter(({ ticker }) => ticker !== null)) / usdOf(holdings)).toBeGreaterThan(0.9);
  });
});
