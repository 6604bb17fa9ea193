/** Filings whose footnotes decide how a row is read: plans, average prices, tax, depositary and indirect holdings. */

import { addDays } from '../calendar.js';
import { issuerOf } from '../issuers.js';
import { organisation } from '../people.js';
import type { Draft } from './draft.js';
import * as say from './footnotes.js';
import { insider, lotsOf, market, noted, option, row, type Stage } from './stage.js';

/** Rule 10b5-1: by the box alone, by words alone, denied, only announced, and on a form without the box. */
export function plans(stage: Stage): Draft[] {
  const sale = (
    ticker: string,
    place: number,
    filed: number,
    note: string | null,
    more: Partial<Draft> = {},
  ) =>
    market(
      stage,
      {
        ticker,
        owners: [insider(ticker, place)],
        code: 'S',
        usd: 90_000 + 1_700 * filed,
        filed,
        lag: 2,
        ...(note === null ? {} : { notes: noted('coding', note) }),
      },
      more,
    );
  return [
    sale('DXQR', 2, 6, null, { planBox: true }),
    sale('CXQZ', 0, 5, say.planWithDash),
    sale('CXQZ', 2, 9, say.planWithHardHyphen, { planBox: true }),
    sale('LQZA', 0, 10, say.planInCapitals),
    sale('ZQPH', 0, 8, say.noPlan),
    sale('ZQPH', 2, 12, say.planAnnounced),
    sale('GZQA', 2, 16, say.antiFraud),
    // Before April 2023 the form had no box: the wording stands in the remarks.
    sale('EQXA', 0, 190, null, {
      schema: 'X0306',
      planBox: null,
      remarks: say.sixMonthPlan(addDays(stage.calendar.day, -400)),
    }),
  ];
}

/** Averages that are a price, averages that are not, tax sales and a denial, footnotes of indirect holdings. */
export function footnoted(stage: Stage): Draft[] {
  const { calendar } = stage;
  const aerospace = issuerOf('ZQPH');
  const day = (back: number) => calendar.business(back);
  const priced = (ticker: string, back: number) => stage.priceOn(issuerOf(ticker), day(back));
  const trust = organisation('Thistlespoon Grandchildren Trust');
  return [
    // Sold only to pay the tax of a vesting.
    market(stage, {
      ticker: 'LQZA',
      owners: [insider('LQZA', 2)],
      code: 'S',
      usd: 31_000,
      filed: 4,
      notes: noted('coding', say.soldForTax),
    }),
    market(stage, {
      ticker: 'WXQT',
      owners: [insider('WXQT', 2)],
      code: 'S',
      usd: 47_000,
      filed: 7,
      notes: noted('coding', say.soldPartlyForTax),
    }),
    {
      issuer: issuerOf('WXQT'),
      owners: [insider('WXQT', 0)],
      filed: day(35),
      rows: [row('M', true, day(36), 12_000, 21.4, { notes: noted('coding', say.noneSoldForTax) })],
    },
    {
      issuer: aerospace,
      owners: [insider('ZQPH', 2)],
      filed: day(40),
      rows: [
        row('A', true, day(42), 6_400, 0, {
          notes: { title: [say.unitsForShares], shares: [say.averageAsCondition(175)] },
        }),
        row('A', true, day(42), 2_100, 0, { notes: noted('shares', say.averageAsSize) }),
        row('F', false, day(42), 880, priced('ZQPH', 42), { notes: noted('coding', say.withheldForTax) }),
      ],
    },
    // The role stands in the remarks: the box for the title was too short.
    market(
      stage,
      {
        ticker: 'FQIL',
        owners: [insider('FQIL', 2, { officerTitle: 'See Remarks' })],
        code: 'P',
        usd: 26_000,
        filed: 10,
      },
      {
        remarks: 'Title: Executive Vice President, Chief Financial Officer and Principal Accounting Officer',
      },
    ),
    // Direct and indirect lots on one form, with holdings beside them.
    {
      issuer: issuerOf('SXQL'),
      owners: [insider('SXQL', 1)],
      filed: day(6),
      rows: [
        ...lotsOf(stage, issuerOf('SXQL'), day(8), { code: 'P', usd: 22_000, averaged: true }),
        ...lotsOf(stage, issuerOf('SXQL'), day(7), {
          code: 'P',
          usd: 13_000,
          nature: 'By trust',
          notes: noted('nature', say.heldByTrust(trust.name)),
        }),
      ],
      holdings: [
        {
          title: 'Common Stock',
          shares: 2_170.3157,
          nature: 'By spouse',
          notes: noted('after', say.includesPurchasePlan),
        },
        { title: 'Common Stock', shares: 383_262.5326, nature: 'By LLC' },
        {
          title: 'Stock Option (Right to Buy)',
          shares: 9_000,
          derivative: option(55, 9_000, addDays(calendar.day, 1_500), addDays(calendar.day, -90)),
        },
      ],
    },
    ...depositaryShares(stage),
  ];
}

/** Depositary shares, and the trap: a count in ordinary shares beside a price for each ADS. */
function depositaryShares(stage: Stage): Draft[] {
  const navigation = issuerOf('HXQA');
  const date = stage.calendar.business(12);
  return [
    market(stage, {
      ticker: 'BQRT',
      owners: [insider('BQRT', 0)],
      code: 'P',
      usd: 71_000,
      filed: 6,
      lots: 2,
      averaged: true,
    }),
    market(stage, { ticker: 'BQRT', owners: [insider('BQRT', 1)], code: 'P', usd: 15_000, filed: 20 }),
    {
      issuer: navigation,
      owners: [insider('HXQA', 0)],
      filed: stage.calendar.business(11),
      rows: [
        row('P', true, date, 43_200 * 5_000, stage.priceOn(navigation, date), {
          title: navigation.securityTitle,
          notes: { shares: [say.pricePerAds(43_200)], price: [say.pricePerAds(43_200)] },
        }),
      ],
    },
  ];
}
