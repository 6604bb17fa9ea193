/** The tables of the European markets. */

import { expect, it } from '@jest/globals';
import { marketTable } from '../../../../src/publish/pages/europe/market-table.js';
import type { PageRequest } from '../../../../src/publish/pages/page.js';
import type { EuCountry } from '../../../../tools/contract/markets/index.js';
import { pdmrRow, toEuRow } from '../../../derive/europe/pdmr-rows.js';

// The table only makes links.
const request = { to: (path: string) => path, query: {}, params: {} } as unknown as PageRequest;

function tableOf(country: EuCountry, changes = {}): string {
  const rows = [toEuRow(pdmrRow(country, changes))];
  return String(marketTable(request, country, { caption: country, rows, empty: 'none' }));
}

it('a company that is not named has a link with words', () => {
  const text = tableOf('de', { issuerName: '' });
  expect(text).toContain('>not stated</span></a> <span class="note">SE0099000001</span>');
  expect(text).not.toMatch(/<a[^>]*><.a>/);
});

it.each([
  ['de', 'Average price'],
  ['se', 'Price of one, in currency'],
  ['nl', 'Price of one, in currency'],
] as const)('%s: the price is explained as that of its register: %s', (country, words) => {
  const text = tableOf(country);
  expect(text).toContain(words);
  if (country !== 'de') expect(text).not.toContain('Average price');
});
