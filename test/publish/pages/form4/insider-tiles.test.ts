/** The figures at the top of the page of an insider. */

import { expect, it } from '@jest/globals';
import { tiles } from '../../../../src/publish/pages/form4/insider-tiles.js';
import type { PageRequest } from '../../../../src/publish/pages/page.js';

const request = { to: (path: string) => path } as PageRequest;
const identity = {
  tickers: ['ACME'],
  lifetimeDistinctFilings: 2,
  lifetimeFilings: 3,
  firstSeen: '2026-01-02T00:00:00.000Z',
  lastSeen: '2026-05-04T00:00:00.000Z',
};
const bought = { direction: 'P', totalValue: 82_500 };

/** The tiles of purchases and sales. */
function trades(careerLots: object[], issuer: object): string[] {
  const record = { identity, careerLots, issuers: [issuer] } as unknown as Parameters<typeof tiles>[1];
  const items = [...String(tiles(request, record, true)).matchAll(/<li>(.*?)<\/li>/g)].map(
    ([, text = '']) => text,
  );
  return items.map((text) => text.replace(/<[^>]+>/g, '')).filter((text) => /open[- ]market/.test(text));
}

it.each([
  [[bought], {}, ['$82.5K bought on the open market', 'no open-market sale of known value and date']],
  [
    [bought],
    { purchasesUnvalued: 1, salesUnvalued: 2 },
    [
      '$82.5K bought on the open market, and 1 row of unknown value or date',
      'no open-market sale of known value and date, and 2 rows of unknown value or date',
    ],
  ],
  [
    [],
    { salesUnvalued: 1 },
    [
      'no open-market purchase of known value and date',
      'no open-market sale of known value and date, and 1 row of unknown value or date',
    ],
  ],
  [[], {}, []],
])('say what was traded at a known value, and never $0', (careerLots, issuer, expected) => {
  expect(trades(careerLots, issuer)).toEqual(expected);
});
