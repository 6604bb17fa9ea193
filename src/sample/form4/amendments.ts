/** What the register holds twice or corrects: 4/A filings, resubmissions, split tables, equal rows. */

import { addDays } from '../calendar.js';
import { issuerOf } from '../issuers.js';
import { type Owner, organisation } from '../people.js';
import type { Draft } from './draft.js';
import * as say from './footnotes.js';
import { cents, insider, lotsOf, market, noted, option, row, type Stage } from './stage.js';

/** All four kinds of 4/A. A 4/A never names the accession of its original, only its date. */
export function amendments(stage: Stage): Draft[] {
  const { calendar } = stage;
  const quarry = insider('XYZQ', 0);

  // All three prices were typed a digit short; the amendment says everything again.
  const short = market(stage, {
    ticker: 'XYZQ',
    owners: [quarry],
    code: 'P',
    usd: 36_000,
    filed: 15,
    lots: 3,
  });
  const wrong: Draft = {
    ...short,
    rows: short.rows.map((r) => ({ ...r, price: cents((r.price ?? 0) / 10) })),
  };
  const inFull: Draft = {
    ...short,
    filed: calendar.business(12),
    amends: short.filed,
    rows: short.rows.map((r, i) => ({
      ...r,
      notes: noted('price', say.restatesAll),
      restates: wrong.rows[i]!,
    })),
  };

  // Three days of sales; only the second day's count was wrong.
  const seller = insider('QQZ-A', 2);
  const media = issuerOf('QQZ-A');
  const threeDays: Draft = {
    issuer: media,
    owners: [seller],
    filed: calendar.business(18),
    rows: [21, 20, 19].flatMap((back) =>
      lotsOf(stage, media, calendar.business(back), { code: 'S', usd: 64_000 }),
    ),
  };
  const middle = threeDays.rows[1]!;
  const oneRow: Draft = {
    issuer: media,
    owners: [seller],
    filed: calendar.business(16),
    amends: threeDays.filed,
    rows: [
      {
        ...middle,
        shares: (middle.shares ?? 0) - 300,
        notes: noted('shares', say.correctsRow),
        restates: middle,
      },
    ],
  };

  // A purchase that had been left out.
  const buyer = insider('UQNA', 1);
  const spac = issuerOf('UQNA');
  const twoDays: Draft = {
    issuer: spac,
    owners: [buyer],
    filed: calendar.business(30),
    rows: [33, 32].flatMap((back) =>
      lotsOf(stage, spac, calendar.business(back), { code: 'P', usd: 21_000 }),
    ),
  };
  const forgotten: Draft = {
    issuer: spac,
    owners: [buyer],
    filed: calendar.business(27),
    amends: twoDays.filed,
    rows: lotsOf(stage, spac, calendar.business(31), {
      code: 'P',
      usd: 16_500,
      notes: noted('coding', say.addsRow),
    }),
  };

  // Only a holding was wrong: no transaction is said again.
  const original = market(stage, {
    ticker: 'UQNA',
    owners: [insider('UQNA', 0)],
    code: 'P',
    usd: 45_000,
    filed: 24,
  });
  const holdingOnly: Draft = {
    issuer: spac,
    owners: original.owners,
    filed: calendar.business(22),
    amends: original.filed,
    rows: [],
    holdings: [
      {
        title: spac.securityTitle,
        shares: 41_250,
        nature: 'By trust',
        notes: noted('after', say.correctsHolding),
      },
    ],
  };
  return [wrong, inFull, threeDays, oneRow, twoDays, forgotten, original, holdingOnly];
}

/** The same lots under two accessions, and equal rows that are lots of their own. */
export function repeats(stage: Stage): Draft[] {
  const { calendar } = stage;
  const sent = market(stage, {
    ticker: 'XYZQ',
    owners: [insider('XYZQ', 1)],
    code: 'P',
    usd: 18_000,
    filed: 9,
    lots: 2,
  });
  const sentAgain: Draft = {
    ...sent,
    filed: calendar.business(8),
    rows: sent.rows.map((r) => ({ ...r, restates: r })),
  };

  // Two funds trade the same number at the same price and hold the same after it: only the footnote differs.
  const twins: Owner[] = [{ party: organisation('Pudsey Twin Funds Management LLC'), tenPercent: true }];
  const [lot] = lotsOf(stage, issuerOf('FQIL'), calendar.business(14), {
    code: 'S',
    usd: 81_000,
    nature: 'See footnotes',
  });
  const equalRows: Draft = {
    issuer: issuerOf('FQIL'),
    owners: twins,
    filed: calendar.business(13),
    rows: ['Castor', 'Pollux'].map((fund) => ({
      ...lot!,
      after: 701_966,
      notes: noted('nature', say.heldByFund(`Pudsey ${fund} Fund LP`, 'Pudsey Twin Funds Management LLC')),
    })),
  };
  // Two lots at one price on one day, one balance after the other.
  const oneOwner = market(stage, {
    ticker: 'SXQL',
    owners: [insider('SXQL', 0)],
    code: 'S',
    usd: 150_000,
    filed: 11,
  });
  const twice: Draft = { ...oneOwner, rows: [oneOwner.rows[0]!, { ...oneOwner.rows[0]! }] };
  return [sent, sentAgain, equalRows, twice, ...splitTable(stage)];
}

/** A table takes 30 rows: an exercise and the 46 sales of its shares fill two forms of one day. */
function splitTable(stage: Stage): Draft[] {
  const { calendar } = stage;
  const issuer = issuerOf('DXQR');
  const owners = [insider('DXQR', 0)];
  const filed = calendar.business(17);
  const date = calendar.business(19);
  const sales = lotsOf(stage, issuer, date, { code: 'S', usd: 9_200_000, lots: 46, averaged: false });
  const exercised = sales.reduce((sum, sale) => sum + (sale.shares ?? 0), 0);
  const terms = option(38.25, exercised, addDays(calendar.day, 900), calendar.business(600));
  const common = { issuer, owners, filed, planBox: true };
  return [
    {
      ...common,
      clock: '190312',
      rows: [
        row('M', true, date, exercised, 38.25),
        ...sales.slice(0, 29),
        row('M', false, date, exercised, 0, {
          title: 'Employee Stock Option (Right to Buy)',
          derivative: terms,
        }),
      ],
      remarks: 'Form 1 of 2.',
    },
    { ...common, clock: '190547', rows: sales.slice(29), remarks: 'Form 2 of 2.' },
  ];
}
