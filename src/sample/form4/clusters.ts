/** Insiders who move together, and groups that only look as if they did. */

import { addDays } from '../calendar.js';
import { issuerOf } from '../issuers.js';
import { type Owner, organisation } from '../people.js';
import type { Draft } from './draft.js';
import * as say from './footnotes.js';
import { insider, market, type Stage } from './stage.js';

type Part = [place: number, filedBack: number, usd: number, lots?: number];

/** One filing for each part, all in one direction. */
const group = (
  stage: Stage,
  ticker: string,
  code: 'P' | 'S',
  parts: Part[],
  more: Partial<Draft> = {},
): Draft[] =>
  parts.map(([place, filed, usd, lots = 1]) =>
    market(
      stage,
      {
        ticker,
        owners: [insider(ticker, place)],
        code,
        usd,
        filed,
        lots,
        lag: 1 + (filed % 2),
        averaged: lots > 1,
      },
      more,
    ),
  );

/** Three or more insiders with USD 10,000 each in the last 60 days. */
export function clusters(stage: Stage): Draft[] {
  const bigHolder: Owner = { party: organisation('Grumblethorpe Capital Partners LP'), tenPercent: true };
  const trust = organisation('Brambleworth Family Trust');
  const adopted = addDays(stage.calendar.day, -200);
  return [
    // Five insiders and a ten-percent owner buy after a fall.
    ...group(stage, 'ZQRA', 'P', [
      [0, 3, 412_000, 3],
      [1, 5, 61_000],
      [2, 4, 148_000, 2],
      [3, 9, 35_500],
      [5, 12, 22_000],
    ]),
    market(stage, {
      ticker: 'ZQRA',
      owners: [bigHolder],
      code: 'P',
      usd: 2_650_000,
      filed: 2,
      lots: 4,
      averaged: true,
    }),
    ...group(stage, 'QVEX', 'P', [
      [0, 8, 24_000],
      [1, 7, 18_400, 2],
      [3, 20, 51_000],
    ]),
    ...group(stage, 'ZYLO', 'S', [
      [0, 1, 3_900_000, 4],
      [2, 6, 870_000, 2],
      [3, 14, 210_000],
    ]),
    ...group(stage, 'ZYLO', 'S', [[4, 10, 640_000, 2]], { planBox: true }),
    // One issuer with a cluster in each direction.
    ...group(stage, 'XQIN', 'P', [
      [1, 2, 27_000],
      [3, 3, 15_750],
      [5, 11, 90_000, 2],
    ]),
    ...group(stage, 'XQIN', 'S', [
      [0, 16, 530_000, 3],
      [2, 18, 122_000],
      [4, 25, 48_000],
    ]),
    // Every sale of this cluster runs under a plan: nothing of it is discretionary.
    ...group(
      stage,
      'VQAR',
      'S',
      [
        [0, 4, 1_250_000, 3],
        [2, 5, 480_000, 2],
        [1, 15, 96_000],
      ],
      { planBox: true, remarks: `Plans adopted on or before ${adopted}.` },
    ),
    // A person and her trust on one form are one insider.
    market(stage, {
      ticker: 'QNTZ',
      owners: [insider('QNTZ', 1), { party: trust, otherText: 'Trust of a director' }],
      code: 'P',
      usd: 77_000,
      filed: 6,
      nature: 'By trust',
      notes: { nature: [say.heldByTrust(trust.name)] },
    }),
    ...group(stage, 'QNTZ', 'P', [
      [0, 7, 140_000, 2],
      [3, 13, 12_300],
    ]),
    // Four spellings of one symbol: the issuer's CIK holds them together.
    ...group(stage, 'ABCD', 'S', [
      [0, 2, 260_000, 2],
      [2, 9, 75_000],
      [3, 21, 33_000],
      [1, 30, 41_000],
    ]),
  ];
}

/** Groups that fall short of a cluster by one rule each. */
export function nearClusters(stage: Stage): Draft[] {
  const family = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII'].map(
    (n): Owner => ({ party: organisation(`Owlsbarrow Ventures ${n}, L.P.`), tenPercent: true }),
  );
  const manager: Owner = { party: organisation('Owlsbarrow Management, L.L.C.'), tenPercent: true };
  const justShort = market(stage, {
    ticker: 'WQRL',
    owners: [insider('WQRL', 3)],
    code: 'P',
    usd: 9_999,
    filed: 5,
  });
  return [
    // Two insiders only.
    ...group(stage, 'ZZTA', 'P', [
      [0, 3, 88_000, 2],
      [1, 8, 42_000],
      [1, 15, 20_000],
    ]),
    // The third one stops at 9,999 USD.
    ...group(stage, 'WQRL', 'P', [
      [0, 4, 36_000],
      [1, 10, 15_000],
    ]),
    { ...justShort, rows: [{ ...justShort.rows[0]!, shares: 909, price: 11 }] },
    // A fund family of eight on one form is one insider; with a director it makes two.
    market(
      stage,
      {
        ticker: 'YXLO',
        owners: [...family, manager],
        code: 'P',
        usd: 5_400_000,
        filed: 3,
        lots: 3,
        averaged: true,
        nature: 'See footnote',
        notes: { nature: [say.heldByFund('Owlsbarrow Ventures VII, L.P.', 'Owlsbarrow Management, L.L.C.')] },
      },
      { withPower: true },
    ),
    ...group(stage, 'YXLO', 'P', [[1, 6, 19_000]]),
    // The third one bought before the 60 days began.
    ...group(stage, 'QLUM', 'P', [
      [0, 5, 54_000],
      [1, 12, 23_000],
      [3, 62, 91_000, 2],
    ]),
    ...twelveOwners(stage),
  ];
}

/** EDGAR takes ten owners on a form: the other two come on a second one with the very same rows. */
function twelveOwners(stage: Stage): Draft[] {
  const owners = [
    'Alpha',
    'Beta',
    'Gamma',
    'Delta',
    'Epsilon',
    'Zeta',
    'Eta',
    'Theta',
    'Iota',
    'Kappa',
    'Lambda',
    'Mu',
  ].map((letter): Owner => ({ party: organisation(`Mothwick ${letter} Holdings Ltd`), tenPercent: true }));
  const first = market(stage, {
    ticker: 'XOVQ',
    owners: owners.slice(0, 10),
    code: 'S',
    usd: 7_800_000,
    filed: 7,
    lots: 3,
    nature: 'See footnote',
    notes: { nature: [say.heldByFund('Mothwick Alpha Holdings Ltd', 'Mothwick Mu Holdings Ltd')] },
  });
  const second: Draft = {
    ...first,
    clock: '164455',
    issuer: issuerOf('XOVQ'),
    owners: owners.slice(10),
    rows: first.rows.map((row) => ({ ...row, restates: row })),
    remarks: 'Form 2 of 2: the number of reporting persons exceeds what one form can hold.',
  };
  return [{ ...first, clock: '164210' }, second];
}
