/** The invented issuers, people and tickers of the sample. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { issuers, people } from '../../data/sample/make/cast.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';

const table = join(process.cwd(), '../shared/registers/sec/tickers/company_tickers.json');
const withTable = existsSync(table) ? it : it.skip;

describe('the invented issuers and people', () => {
  it('has 40 issuers and 150 people, each with its own CIK that EDGAR does not give out', () => {
    const ciks = [...issuers, ...people].map(({ cik }) => cik);
    expect(issuers).toHaveLength(40);
    expect(people).toHaveLength(150);
    expect(new Set(ciks).size).toBe(190);
    for (const cik of ciks) expect(cik).toMatch(/^99000\d{5}$/);
  });

  it('writes people surname first, in ASCII, as EDGAR conforms names', () => {
    for (const { name } of people)
      expect(name).toMatch(/^[A-Z][A-Za-z'-]+( III| JR)? [A-Z][A-Za-z]+( [A-Z]\.?)?$/);
  });

  it('has two people of one name', () => {
    const namesakes = people.filter(({ name }) => name === 'Quillfeather Ambrose');
    expect(new Set(namesakes.map(({ cik }) => cik)).size).toBe(2);
  });

  withTable('takes no ticker of a listed company (needs ../shared)', () => {
    const listed = Object.values(
      JSON.parse(readFileSync(table, 'utf8')) as Record<string, { ticker: string }>,
    );
    const taken = new Set(listed.flatMap(({ ticker }) => [ticker, ticker.replace(/-.*/, '')]));
    const ours = issuers.flatMap(({ ticker, otherTickers }) => [ticker, ...otherTickers]);
    expect(ours.filter((ticker) => taken.has(ticker) || taken.has(ticker.replace(/-.*/, '')))).toEqual([]);
  });
});

describe('the ticker table of the sample', () => {
  const document = sampleDocuments('sec-companies', '2026-11-21')[0]!;
  const { fields, data } = JSON.parse(document.bytes.toString()) as { fields: string[]; data: unknown[][] };

  it('has the shape of company_tickers_exchange.json', () => {
    expect(document).toMatchObject({
      kind: 'company-tickers-exchange',
      retrievedAt: '2026-11-21T00:00:00.000Z',
    });
    expect(fields).toEqual(['cik', 'name', 'ticker', 'exchange']);
    expect(data[0]).toEqual([9900000101, 'Zquorra Robotics, Inc.', 'ZQRA', 'Nasdaq']);
  });

  it('leaves out issuers without a symbol, and has several rows for several classes, the common share first', () => {
    expect(data.filter(([, , ticker]) => ticker === '')).toEqual([]);
    expect(data.filter(([, name]) => name === 'Quaquazz Media Holdings, Inc.').map((row) => row[2])).toEqual([
      'QQZ-A',
      'QQZ-B',
    ]);
    expect(data.some((row) => row[3] === null)).toBe(true);
  });

  it('gives the same bytes for the same day', () => {
    expect(sampleDocuments('sec-companies', '2026-11-21')[0]!.bytes.equals(document.bytes)).toBe(true);
  });
});
