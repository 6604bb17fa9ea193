/** What an entry of a feed says of its row. */

import { expect, it } from '@jest/globals';
import { entryOf } from '../../src/publish/feeds/entries.js';

const TRADE = {
  filingId: '20030001-0',
  memberName: 'Idalia Invented',
  owner: 'Spouse',
  ticker: 'QLM',
  assetDescription: 'Quillmark Corp Common Stock',
  assetType: 'Stock',
  type: 'Purchase',
  amountLabel: '$1,001 - $15,000',
  disclosureDate: '2026-10-01',
  sourceLink: 'https://disclosures-clerk.house.gov/x.pdf',
};
const titleOf = (more: object) => entryOf('/v1/congress-trades', { ...TRADE, ...more }).title;

it('of a trade of Congress names the asset, and its kind where it is not the share', () => {
  expect(titleOf({})).toBe(
    'Purchase: Idalia Invented (Spouse), Quillmark Corp Common Stock (QLM); $1,001 - $15,000',
  );
  const option = {
    assetType: 'Stock Option',
    optionTerms: { asFiled: 'Option Type: Put; Strike price: $20.00' },
  };
  expect(titleOf(option)).toContain(
    'Quillmark Corp Common Stock [Stock Option: Option Type: Put; Strike price: $20.00] (QLM);',
  );
  expect(titleOf({ assetType: 'Stock Option' })).toContain(
    'Quillmark Corp Common Stock [Stock Option] (QLM);',
  );
  expect(titleOf({ assetType: 'Corporate Bond', ticker: '' })).toContain('Stock [Corporate Bond];');
  const named = { assetDescription: 'QLM put, strike $20', optionTerms: { asFiled: 'QLM put, strike $20' } };
  expect(titleOf(named)).toContain(', QLM put, strike $20 (QLM);');
});

it('of a transaction of an insider names an option or another right', () => {
  const row = {
    filingId: '0009900001-26-000001-0',
    intentLabel: 'Open-market or private purchase',
    transactionCode: 'P',
    issuerName: 'Quillmark Corp',
    issuerTicker: 'QLM',
    securityTitle: 'Call Option (right to buy)',
    totalValue: 62_000,
  };
  const titleOf = (isDerivative: boolean) => entryOf('/v1/insiders/{id}', { ...row, isDerivative }).title;
  expect(titleOf(true)).toBe(
    'Open-market or private purchase (P): Quillmark Corp (QLM); Call Option (right to buy); USD 62,000',
  );
  expect(titleOf(false)).toBe('Open-market or private purchase (P): Quillmark Corp (QLM); USD 62,000');
});

const COMPANY = { issuerName: 'Quillmark Corp', issuerTicker: 'QLM' };

it('of trades under a 10b5-1 plan says so, of a row and of a sum', () => {
  const row = { ...COMPANY, filingId: 'x-0', ownerName: 'Roe Jane', transactionCode: 'S', totalValue: 1000 };
  const titleOf = (more: object) => entryOf('/v1/filings', { ...row, ...more }).title;
  expect(titleOf({ is10b5_1: true })).toBe(
    'Sale: Roe Jane, Quillmark Corp (QLM); USD 1,000, under a 10b5-1 plan',
  );
  expect(titleOf({ is10b5_1: false })).toBe('Sale: Roe Jane, Quillmark Corp (QLM); USD 1,000');
  const sum = { group: 'filing', lots: 2 };
  expect(titleOf({ ...sum, planned: 'all' })).toMatch(/; USD 1,000 in 2 rows, under a 10b5-1 plan$/);
  expect(titleOf({ ...sum, planned: 'some' })).toMatch(/ in 2 rows, in part under a 10b5-1 plan$/);
  expect(titleOf({ ...sum, planned: 'none' })).toMatch(/; USD 1,000 in 2 rows$/);
});

it.each([
  [0, /; USD 1,000$/],
  [400, /; USD 1,000, of which USD 400 under 10b5-1 plans$/],
  [1000, /; USD 1,000, under a 10b5-1 plan$/],
])('of a streak and a cluster with %s dollars under plans', (planned, words) => {
  const streak = { ...COMPANY, ownerName: 'Roe Jane', direction: 'S', weeks: 3, lastWeek: '2026-W40' };
  expect(entryOf('/v1/streaks', { ...streak, streakValue: 1000, plannedValue: planned }).title).toMatch(
    words,
  );
  const cluster = { ...COMPANY, direction: 'S', insiderCount: 3, lastFiledAt: '2026-10-01T00:00:00.000Z' };
  const values = { totalValue: 1000, discretionaryValue: 1000 - planned };
  expect(entryOf('/v1/clusters', { ...cluster, ...values }).title).toMatch(words);
});

it.each([
  [1, '13F-HR/A, Q4 2025; 1 row'],
  [12, '13F-HR/A, Q4 2025; 12 rows'],
])('of a report with %s rows', (itemCount, title) => {
  const report = {
    kind: '13F-HR/A',
    periodLabel: 'Q4 2025',
    filedAt: '2026-02-13',
    sourceUrl: 'x',
    itemCount,
  };
  expect(entryOf('/v1/trackers/{slug}', report).title).toBe(title);
});

it('of a European row names the manager, or says that none is named', () => {
  const row = {
    filingId: 'x',
    publicationAt: '2026-09-24T13:54:53.000Z',
    issuerName: 'Björkån AB',
    market: 'se',
  };
  const titleOf = (pdmrName: string, more = {}) =>
    entryOf('/v1/eu/{country}', { ...row, pdmrName, direction: 'P', ...more }).title;
  expect(titleOf('Åsa Ödman')).toBe('Acquisition: Åsa Ödman, Björkån AB; value unknown');
  expect(titleOf('')).toBe('Acquisition: a manager who is not named, Björkån AB; value unknown');
  expect(titleOf('Åsa Ödman', { issuerName: '' })).toBe(
    'Acquisition: Åsa Ödman, a company that is not named; value unknown',
  );
});
