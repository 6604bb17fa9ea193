/** What the page of a European company says of its managers. */

import { expect, it } from '@jest/globals';
import { managerTable } from '../../../../src/publish/pages/europe/name-parts.js';
import type { PageRequest } from '../../../../src/publish/pages/page.js';
import type { AnyMarketRow } from '../../../../tools/contract/shapes/eu.js';
import { pdmrRow, toEuRow } from '../../../derive/europe/pdmr-rows.js';

// The table only makes links.
const request = { to: (path: string) => path } as PageRequest;

function rowOf(pdmrName: string): AnyMarketRow {
  return { market: 'se', ...toEuRow(pdmrRow('se', { pdmrName })) } as AnyMarketRow;
}

it('rows without a name are not added up as those of one manager', () => {
  const text = String(managerTable(request, [rowOf(''), rowOf('Åsa Ödman'), rowOf('')]));
  expect(text).toContain('Åsa Ödman');
  expect(text.match(/5,000 SEK/g)).toHaveLength(1);
  expect(text).not.toContain('10,000');
  expect(managerTable(request, [rowOf('')])).toBe('');
});
