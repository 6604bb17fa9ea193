/** What filers get wrong or do seldom: prices, dates, symbols, lateness, issuers without a symbol, evening filings. */

import { addDays } from '../calendar.js';
import { issuerOf } from '../issuers.js';
import { organisation } from '../people.js';
import type { Draft } from './draft.js';
import * as say from './footnotes.js';
import { insider, lotsOf, market, noted, row, type Stage } from './stage.js';

const HARBOR = 'Nonesuch Harbor Net Lease Trust, Inc.';
const FARMLAND = 'Unlistable Farmland Income Fund, Inc.';

export function oddFilings(stage: Stage): Draft[] {
  const { calendar } = stage;
  const day = (back: number) => calendar.business(back);
  const yearAsTwoDigits = (date: string) => `00${date.slice(2)}`;
  const usual = (ticker: string, place: number, code: 'P' | 'S', usd: number, filed: number) =>
    market(stage, { ticker, owners: [insider(ticker, place)], code, usd, filed });

  const badYear = usual('MXQO', 1, 'P', 29_000, 13);
  const afterFiling = usual('MXQO', 2, 'S', 52_000, 21);
  const lot = (draft: Draft) => draft.rows[0]!;
  return [
    // The price stands in a footnote alone.
    {
      issuer: issuerOf('IQVA'),
      owners: [insider('IQVA', 1)],
      filed: day(9),
      rows: [row('P', true, day(10), 40_000, null, { notes: noted('price', say.priceInNoteOnly) })],
    },
    // The whole amount in the price field.
    {
      issuer: issuerOf(FARMLAND),
      owners: [{ party: organisation('Hogsnorton Mutual Life Co'), tenPercent: true }],
      filed: day(14),
      rows: [row('P', true, day(15), 200_000, 5_000_000)],
    },
    // Year 0026 in place of 2026, and a trade three days after its own filing.
    { ...badYear, rows: [{ ...lot(badYear), typedDate: yearAsTwoDigits(lot(badYear).date) }] },
    { ...afterFiling, rows: [{ ...lot(afterFiling), typedDate: addDays(afterFiling.filed, 3) }] },
    // More than a year late, filed five days ago.
    {
      issuer: issuerOf('NQVA'),
      owners: [insider('NQVA', 3)],
      filed: day(5),
      rows: [
        { ...lotsOf(stage, issuerOf('NQVA'), day(290), { code: 'P', usd: 17_000 })[0]!, timeliness: 'L' },
      ],
    },
    // Bought for an issuer that is not listed.
    usual(HARBOR, 0, 'P', 50_000, 6),
    usual(HARBOR, 1, 'P', 25_000, 26),
    usual(FARMLAND, 0, 'P', 100_000, 11),
    usual(FARMLAND, 1, 'S', 12_000, 44),
    usual('XYZQ', 2, 'S', 14_000, 3),
    usual('QQZ-A', 1, 'P', 20_000, 5),
    usual('QQZ-A', 1, 'P', 34_000, 52),
    { ...usual('AQXE', 1, 'P', 37_000, 4), symbol: "'AQXE" },
    { ...usual('NQVA', 1, 'P', 11_800, 7), symbol: 'NQVA-OTC' },
    { ...usual('EQXA', 2, 'S', 66_000, 15), symbol: 'NYSE' },
    // No longer under Section 16 when the form was made.
    { ...usual('CXQZ', 1, 'S', 83_000, 18), notSubject: true },
    // Accepted in the evening: the filing date stays the same.
    { ...usual('FQIL', 1, 'P', 19_500, 2), clock: '215731' },
    { ...usual('FQIL', 0, 'S', 230_000, 130), clock: '213044' },
    // The name of the issuer and of one insider changed; the older filings carry the older names.
    usual('GZQA', 0, 'S', 310_000, 160),
    usual('LQZA', 2, 'S', 58_000, 170),
    usual('LQZA', 2, 'S', 62_000, 33),
    // Two people of one name, at two issuers.
    usual('EQXA', 3, 'P', 15_300, 8),
    usual('MXQO', 3, 'P', 16_900, 9),
    // A company that is an insider of one issuer; a filing early in the morning of the newest day.
    {
      ...market(stage, {
        ticker: 'AQXE',
        owners: [
          {
            party: organisation('Wexcombe & Sons Holdings plc'),
            tenPercent: true,
            otherText: 'Member of a group',
          },
        ],
        code: 'S',
        usd: 6_300_000,
        filed: 1,
        lots: 2,
        averaged: true,
      }),
      schema: 'X0609',
      withPower: true,
    },
    { ...usual('WXQT', 1, 'P', 48_000, 0), clock: '061502' },
    { ...usual('IQVA', 3, 'P', 10_400, 0), clock: '181107' },
  ];
}
