/** The day of a trade beside that of its publication. */

import { expect, it } from '@jest/globals';
import { deriveMarket } from '../../../src/derive/europe/derive-market.js';
import type { PdmrFiling } from '../../../src/records/europe/pdmr.js';
import { EU_COUNTRIES, type EuCountry } from '../../../tools/contract/markets/index.js';
import { pdmrRow } from './pdmr-rows.js';

const derived = (market: EuCountry, transactionDate: string | null, more = {}) =>
  deriveMarket([
    pdmrRow(market, { transactionDate, publicationAt: '2026-09-24T13:54:53.000Z', ...more }),
  ])[0]!;

it.each(EU_COUNTRIES)('%s: a day a year before the publication is shown with a warning', (market) => {
  for (const day of ['2025-09-24', '2016-09-23', '2012-05-26']) {
    const { exclusion, feedRow, warning } = derived(market, day);
    expect(exclusion).toBeNull();
    expect(warning).toMatchObject({ kind: 'contradicted-date' });
    expect(warning!.detail).toContain(`date-year-before-publication: ${day}, published 2026-09-24`);
    // The contract has no null there for the others.
    expect(feedRow!.row.transactionDate).toBe(market === 'uk' ? null : day);
  }
});

it.each(EU_COUNTRIES)('%s: a late notification and one of the same day have none', (market) => {
  for (const day of ['2026-09-24', '2026-09-23', '2026-01-02', '2025-09-25'])
    expect(derived(market, day)).toMatchObject({
      ...{ exclusion: null, warning: null },
      feedRow: { row: { transactionDate: day } },
    });
});

it.each(['de', 'se', 'nl'] as const)('%s: a day after the publication is a keying error', (market) => {
  const { exclusion, warning } = derived(market, '2026-09-25');
  expect(exclusion).toBe('keying-error');
  expect(warning!.detail).toContain('date-after-publication');
});

it('uk: a day after the publication is unknown', () => {
  expect(derived('uk', '2026-09-25').feedRow!.row.transactionDate).toBeNull();
});

it('is compared in the time of the register', () => {
  const atNight = { publicationAt: '2026-09-24T22:30:00.000Z' };
  expect(derived('se', '2026-09-25', atNight).exclusion).toBeNull();
});

it('a correction may come after a year', () => {
  expect(derived('se', '2025-03-03', { amendment: true }).warning).toBeNull();
});

it('a row whose day cannot be right speaks about the price on the day of its publication', () => {
  const rows = [
    ['2026-09-22', 12.4],
    ['2016-09-23', 12.45],
    ['2026-09-24', 12.5],
    ['2026-09-23', 124.5],
  ].map(([transactionDate, price], place) =>
    pdmrRow('se', { transactionDate, price, pdmrName: `Person ${place}` } as Partial<PdmrFiling>),
  );
  const reasons = (some: PdmrFiling[]) => deriveMarket(some).map(({ exclusion }) => exclusion);
  expect(reasons(rows)).toEqual([null, null, null, 'keying-error']);
  expect(reasons(rows.toSpliced(1, 1))).toEqual([null, null, null]);
});
