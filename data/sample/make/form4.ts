/** The Form 4 filings: stories of insiders who trade together or week after week, corrections, and ordinary business. */

import { cents, insider, issuerOf, issuers, type Owner, organisation, priceAt } from './cast.js';
import { as, back } from './day.js';
import { draws, hash } from './draw.js';
import {
  type Draft,
  type DraftRow,
  type Noted,
  type Notes,
  type Style,
  submissionText,
} from './form4-text.js';
import type { MadeDocument } from './made-document.js';

/** Invented filing agents: the first part of an accession number, and how their software writes. */
const AGENTS: ReadonlyArray<{ cik: string; fileName: string; style: Style }> = [
  { cik: '9900090001', fileName: 'form4.xml', style: { schema: 'X0508', flags: 'digits', entities: true } },
  {
    cik: '9900090002',
    fileName: 'wk-form4_1.xml',
    style: { schema: 'X0609', flags: 'words', entities: true },
  },
  {
    cik: '9900090003',
    fileName: 'ownership.xml',
    style: { schema: 'X0508', flags: 'true-only', entities: false },
  },
];
/** Seven in the evening in New York can be midnight UTC: on the newest day no filing is accepted so late. */
const LAST_CLOCK = '183000';
const HARBOR = 'Nonesuch Harbor Net Lease Trust, Inc.';
const FARMLAND = 'Unlistable Farmland Income Fund, Inc.';

const usd = (value: number) => `$${value.toFixed(2)}`;
const SAY = {
  plan: `The transactions on this form were made under a Rule 10b5-1 trading plan which the reporting person adopted on ${back(185)}.`,
  planByWords: 'Shares sold pursuant to the holder\u2019s duly adopted 10b5\u20131 trading plan.',
  noPlan: 'The reported sale was discretionary and was not made pursuant to a Rule 10b5-1 trading plan.',
  soldForTax:
    "The shares were sold solely to cover the reporting person's tax withholding obligations upon the vesting of restricted stock units.",
  withheld:
    'Shares withheld by the issuer to satisfy tax withholding obligations upon the vesting of restricted stock units.',
  vests:
    'The award vests in three equal annual instalments from the grant date, subject to continued service.',
  units: 'Each restricted stock unit is a contingent right to receive one share of common stock.',
  ads: 'Each American Depositary Share ("ADS") represents twenty (20) ordinary shares of the issuer.',
  perAds:
    'The number of shares is given in ordinary shares; the price is the price per ADS. Each American Depositary Share ("ADS") represents 43,200 ordinary shares.',
  gift: 'A bona fide gift to a donor-advised fund; no value was received.',
  priceInNote:
    'The shares were part of a unit sold at a combined price of $9.7750 per unit, of which no part is allocated to the shares.',
  restatesAll:
    'This amendment restates the original Form 4 in full because the price of every purchase was typed wrongly.',
  correctsRow:
    'This amendment is filed to correct the number of shares that the original Form 4 reported for this sale. No other row is changed.',
  addsRow: 'This amendment adds a purchase that was inadvertently left out of the original Form 4.',
  correctsHolding:
    'This amendment only corrects the number of shares held by the trust. No transaction is reported.',
  average: (did: string, low: number, high: number) =>
    `The price in Column 4 is a weighted average price. The shares were ${did} in multiple transactions at prices ranging from ${usd(low)} to ${usd(high)}, inclusive.`,
  byTrust: (trust: string) =>
    `Held directly by ${trust}, of which the reporting person is a trustee. The reporting person disclaims beneficial ownership except to the extent of any pecuniary interest therein.`,
  byFund: (fund: string, partner: string) =>
    `Held directly by ${fund} (the "Fund"). ${partner} is its general partner and may be deemed to share voting & dispositive power over the securities held by the Fund.`,
};
const noted = (place: Noted, ...texts: string[]): Notes => ({ [place]: texts });
const holder = (name: string): Owner => ({ party: organisation(name), tenPercent: true });

interface Trade extends Partial<Omit<Draft, 'issuer' | 'rows'>> {
  /** Rows, at slightly different prices. */
  lots?: number;
  /** Weekdays from the trade to the filing. */
  lag?: number;
  /** States in a footnote that each price is an average. */
  averaged?: boolean;
  nature?: string;
  notes?: Notes;
}

/** The rows of one trading day, together worth at least `value` in USD. */
function lotsOf(ticker: string, code: 'P' | 'S', value: number, traded: number, how: Trade = {}): DraftRow[] {
  const issuer = issuerOf(ticker);
  const { lots = 1, averaged = false, nature, notes } = how;
  return Array.from({ length: lots }, (_, i) => {
    // Lots a little above the close, so that the sum never falls short.
    const price = cents(priceAt(issuer, traded) * (1 + 0.004 * i));
    const did = code === 'P' ? 'purchased' : 'sold';
    const average = averaged
      ? noted('price', SAY.average(did, cents(price * 0.995), cents(price * 1.005)))
      : {};
    const ads = issuer.securityTitle === 'American Depositary Shares' ? noted('title', SAY.ads) : {};
    return {
      traded,
      code,
      title: issuer.securityTitle,
      acquired: code === 'P',
      shares: Math.ceil(value / lots / price) + i,
      price,
      nature,
      notes: { ...notes, ...average, ...ads },
    };
  });
}

/** An ordinary filing of open-market purchases or sales on one day, by an insider of this place or by `owners`. */
function market(
  ticker: string,
  who: number | readonly Owner[],
  code: 'P' | 'S',
  value: number,
  filed: number,
  how: Trade = {},
): Draft {
  const { lots: _, lag = 1, averaged: __, nature: ___, notes: ____, ...more } = how;
  return {
    issuer: issuerOf(ticker),
    owners: typeof who === 'number' ? [insider(ticker, who)] : who,
    filed,
    rows: lotsOf(ticker, code, value, filed + lag, how),
    ...more,
  };
}

/** One filing for each part, all in one direction: place on the board, weekdays ago, USD and rows. */
function group(ticker: string, code: 'P' | 'S', parts: string, more: Trade = {}): Draft[] {
  return parts.split(' | ').map((part) => {
    const [place = 0, filed = 0, value = 0, lots = 1] = part.split(' ').map(Number);
    const how = { lots, lag: 1 + (filed % 2), averaged: lots > 1, ...more };
    return market(ticker, place, code, value, filed, how);
  });
}

/** One filing in each of these weeks back; `nth` weekdays further, up to 4. */
const run = (
  ticker: string,
  who: number | readonly Owner[],
  code: 'P' | 'S',
  weeks: number[],
  value: number,
  { nth = 2, ...how }: Trade & { nth?: number } = {},
): Draft[] =>
  // A little more each time, so that no two weeks are alike.
  weeks.map((week) => market(ticker, who, code, value + 137 * (week % 9), 5 * week + nth, how));

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Three or more insiders with USD 10,000 each in the last 60 days. */
function clusters(): Draft[] {
  const trust = organisation('Brambleworth Family Trust');
  const pair = [insider('QNTZ', 1), { party: trust, otherText: 'Trust of a director' }];
  return [
    // Four insiders and a ten-percent owner buy after a fall.
    ...group('ZQRA', 'P', '0 3 412000 3 | 1 5 61000 | 2 4 148000 2 | 5 12 22000'),
    market('ZQRA', [holder('Grumblethorpe Capital Partners LP')], 'P', 2_650_000, 2, {
      lots: 4,
      averaged: true,
    }),
    ...group('QVEX', 'P', '0 8 24000 | 1 7 18400 2 | 3 20 51000'),
    ...group('ZYLO', 'S', '0 1 3900000 4 | 2 6 870000 2 | 3 14 210000'),
    ...group('ZYLO', 'S', '4 10 640000 2', { planBox: true }),
    // One issuer with a cluster in each direction.
    ...group('XQIN', 'P', '1 2 27000 | 3 3 15750 | 5 11 90000 2'),
    ...group('XQIN', 'S', '0 16 530000 3 | 2 18 122000 | 4 25 48000'),
    // Every sale of this cluster is under a plan: none of it is discretionary.
    ...group('VQAR', 'S', '0 4 1250000 3 | 2 5 480000 2 | 1 15 96000', {
      planBox: true,
      remarks: `Plans adopted on or before ${back(140)}.`,
    }),
    // A person and her trust on one form are one insider.
    market('QNTZ', pair, 'P', 77_000, 6, {
      nature: 'By trust',
      notes: noted('nature', SAY.byTrust(trust.name)),
    }),
    ...group('QNTZ', 'P', '0 7 140000 2 | 3 13 12300'),
    // Four spellings of one symbol: the issuer's CIK joins them.
    ...group('ABCD', 'S', '0 2 260000 2 | 2 9 75000 | 3 21 33000 | 1 30 41000'),
  ];
}

/** Groups that fall short of a cluster by one rule each. */
function nearClusters(): Draft[] {
  const family = 'I II III IV V VI VII'.split(' ').map((n) => holder(`Owlsbarrow Ventures ${n}, L.P.`));
  const manager = holder('Owlsbarrow Management, L.L.C.');
  const held = SAY.byFund('Owlsbarrow Ventures VII, L.P.', 'Owlsbarrow Management, L.L.C.');
  const short = market('WQRL', 3, 'P', 9_999, 5);
  const letters = 'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu'.split(' ');
  const twelve = letters.map((letter) => holder(`Mothwick ${letter} Holdings Ltd`));
  const first = market('XOVQ', twelve.slice(0, 10), 'S', 7_800_000, 7, { lots: 3, clock: '164210' });
  return [
    // Two insiders only; the third one stops at 9,999 USD; the third one bought before the 60 days began.
    ...group('ZZTA', 'P', '0 3 88000 2 | 1 8 42000 | 1 15 20000'),
    ...group('WQRL', 'P', '0 4 36000 | 1 10 15000'),
    { ...short, rows: short.rows.map((row) => ({ ...row, shares: 909, price: 11 })) },
    ...group('QLUM', 'P', '0 5 54000 | 1 12 23000 | 3 62 91000 2'),
    // A fund family of eight on one form is one insider; with a director it makes two.
    market('YXLO', [...family, manager], 'P', 5_400_000, 3, {
      ...{ lots: 3, averaged: true, nature: 'See footnote', notes: noted('nature', held) },
    }),
    ...group('YXLO', 'P', '1 6 19000'),
    // EDGAR accepts ten owners on a form: the other two come on a second one with the very same rows.
    first,
    {
      ...first,
      clock: '164455',
      owners: twelve.slice(10),
      rows: first.rows.map((row) => ({ ...row, restates: row })),
      remarks: 'Form 2 of 2: the number of reporting persons exceeds what one form can hold.',
    },
  ];
}

/** Continuing runs of weeks, completed runs of the same people, and runs that fall short. */
function streaks(): Draft[] {
  const director = [insider('ZENQ', 3)];
  const trust = organisation('Nettlequist Dynasty Trust');
  const pair = [insider('RXQO', 1), { party: trust, tenPercent: true }];
  const planned = { planBox: true, notes: noted('coding', SAY.plan) };
  return [
    ...run('ZENQ', 1, 'P', upTo(0, 3), 21_000),
    // A director of two issuers, with a run at each.
    ...run('ZENQ', director, 'P', upTo(0, 1), 40_000, { nth: 1 }),
    ...run('KQRA', director, 'P', upTo(0, 2), 31_000, { nth: 1 }),
    // A planned seller, and a company that builds up its stake.
    ...run('VYXT', 0, 'S', upTo(0, 13), 410_000, { nth: 0, lots: 2, averaged: true, ...planned }),
    ...run('JQNS', [holder('Fothergrimm Industries, Inc.')], 'P', upTo(0, 5), 1_900_000, { lots: 2 }),
    ...run('JQNS', 2, 'S', upTo(0, 1), 32_000, { nth: 3 }),
    // A current run of three weeks; one of three in spring and one of two before that are complete.
    ...run('OQRE', 0, 'P', [...upTo(0, 2), ...upTo(17, 19), ...upTo(34, 35)], 28_000),
    // Half of the weeks under a plan.
    ...run('PQVA', 2, 'S', [0, 2, 4], 66_000),
    ...run('PQVA', 2, 'S', [1, 3], 58_000, { planBox: true }),
    // A person and a trust file together.
    ...run('RXQO', pair, 'P', upTo(0, 2), 120_000, {
      ...{ nature: 'By trust', notes: noted('nature', SAY.byTrust(trust.name)) },
    }),
    // Its stock was split between the two runs.
    ...run('TQLE', 0, 'S', [...upTo(0, 3), ...upTo(26, 29)], 95_000, { nth: 4 }),
    ...run('KQRA', 0, 'P', [...upTo(0, 1), ...upTo(10, 12)], 52_000),
    // A gap of one week, a sum just below 50,000 USD, one week only, and a run that is over.
    ...run('RXQO', 2, 'S', [0, 2, 4], 70_000),
    ...run('TQLE', 1, 'P', upTo(0, 1), 24_000),
    ...run('OQRE', 1, 'P', [0], 60_000, { lots: 2 }),
    ...run('PQVA', 1, 'P', upTo(3, 6), 44_000),
  ];
}

/**
 * All four kinds of 4/A, which never name the accession of their original, only its date; and documents that are filed
 * twice.
 */
function corrections(): Draft[] {
  // All three prices were typed a digit short; the amendment restates everything.
  const right = market('XYZQ', 0, 'P', 36_000, 15, { lots: 3 });
  const wrong = {
    ...right,
    rows: right.rows.map((row) => ({ ...row, price: cents((row.price ?? 0) / 10) })),
  };
  const inFull = right.rows.map((row, i) => ({
    ...row,
    notes: noted('price', SAY.restatesAll),
    restates: wrong.rows[i],
  }));
  // Three days of sales; only the second day's count was wrong.
  const days = [21, 20, 19].flatMap((traded) => lotsOf('QQZ-A', 'S', 64_000, traded));
  const media = { issuer: issuerOf('QQZ-A'), owners: [insider('QQZ-A', 2)] };
  const [, middle] = days as [DraftRow, DraftRow, DraftRow];
  const oneRow = {
    ...middle,
    shares: middle.shares - 300,
    notes: noted('shares', SAY.correctsRow),
    restates: middle,
  };
  // A purchase that had been left out.
  const blank = { issuer: issuerOf('UQNA'), owners: [insider('UQNA', 1)] };
  const two = [33, 32].flatMap((traded) => lotsOf('UQNA', 'P', 21_000, traded));
  const forgotten = lotsOf('UQNA', 'P', 16_500, 31, { notes: noted('coding', SAY.addsRow) });
  // Only a holding was wrong: no transaction is restated.
  const original = market('UQNA', 0, 'P', 45_000, 24);
  const held = {
    ...{ title: 'Class A Ordinary Shares', shares: 41_250, nature: 'By trust' },
    notes: noted('after', SAY.correctsHolding),
  };
  // The same lots under two accessions.
  const sent = market('XYZQ', 1, 'P', 18_000, 9, { lots: 2 });
  // Equal rows that are different lots: of two funds, by the footnote; at one price on one day.
  const manager = 'Pudsey Twin Funds Management LLC';
  const twin = market('FQIL', [holder(manager)], 'S', 81_000, 13, { nature: 'See footnotes' });
  const twice = market('SXQL', 0, 'S', 150_000, 11);
  return [
    wrong,
    { ...right, filed: 12, amends: right.filed, rows: inFull },
    { ...media, filed: 18, rows: days },
    { ...media, filed: 16, amends: 18, rows: [oneRow] },
    { ...blank, filed: 30, rows: two },
    { ...blank, filed: 27, amends: 30, rows: forgotten },
    original,
    { ...original, filed: 22, amends: original.filed, rows: [], holdings: [held] },
    sent,
    { ...sent, filed: 8, rows: sent.rows.map((row) => ({ ...row, restates: row })) },
    {
      ...twin,
      rows: ['Castor', 'Pollux'].flatMap((fund) =>
        twin.rows.map((row) => ({
          ...row,
          after: 701_966,
          notes: noted('nature', SAY.byFund(`Pudsey ${fund} Fund LP`, manager)),
        })),
      ),
    },
    { ...twice, rows: [...twice.rows, ...twice.rows.map((row) => ({ ...row }))] },
  ];
}

/** Facts that decide how a row is read: plans, tax, depositary and indirect holdings; and errors of filers. */
function oddities(): Draft[] {
  const trust = 'Thistlespoon Grandchildren Trust';
  const badYear = market('MXQO', 1, 'P', 29_000, 13);
  const tooLate = market('MXQO', 2, 'S', 52_000, 21);
  const row = (
    code: string,
    traded: number,
    shares: number,
    price: number | null,
    more: Partial<DraftRow> = {},
  ): DraftRow => ({
    ...{ code, traded, shares, price, acquired: true, title: 'Common Stock' },
    ...more,
  });
  return [
    market('DXQR', 2, 'S', 100_000, 6, { planBox: true, lag: 2 }),
    market('CXQZ', 0, 'S', 98_500, 5, { notes: noted('coding', SAY.planByWords) }),
    market('ZQPH', 0, 'S', 103_600, 8, { notes: noted('coding', SAY.noPlan) }),
    market('EQXA', 0, 'S', 413_000, 190, { schema: 'X0306', remarks: SAY.plan }),
    market('LQZA', 0, 'S', 31_000, 4, { notes: noted('coding', SAY.soldForTax) }),
    // Direct and indirect lots on one form, with holdings beside them.
    {
      issuer: issuerOf('SXQL'),
      owners: [insider('SXQL', 1)],
      filed: 6,
      rows: [
        ...lotsOf('SXQL', 'P', 22_000, 8, { averaged: true }),
        ...lotsOf('SXQL', 'P', 13_000, 7, { nature: 'By trust', notes: noted('nature', SAY.byTrust(trust)) }),
      ],
      holdings: [
        { title: 'Common Stock', shares: 2_170.3157, nature: 'By spouse' },
        {
          title: 'Stock Option (Right to Buy)',
          shares: 9_000,
          derivative: { exercisePrice: 55, expires: back(-1000), underlyingShares: 9_000 },
        },
      ],
    },
    // Depositary shares, and a count in ordinary shares beside a price for each ADS.
    market('BQRT', 0, 'P', 71_000, 6, { lots: 2, averaged: true }),
    {
      issuer: issuerOf('HXQA'),
      owners: [insider('HXQA', 0)],
      filed: 11,
      rows: [
        row('P', 12, 43_200 * 5_000, priceAt(issuerOf('HXQA'), 12), {
          title: issuerOf('HXQA').securityTitle,
          notes: { shares: [SAY.perAds], price: [SAY.perAds] },
        }),
      ],
    },
    // The price is in a footnote alone, or the whole amount in the price field.
    {
      issuer: issuerOf('IQVA'),
      owners: [insider('IQVA', 1)],
      filed: 9,
      rows: [row('P', 10, 40_000, null, { notes: noted('price', SAY.priceInNote) })],
    },
    {
      issuer: issuerOf(FARMLAND),
      owners: [holder('Hogsnorton Mutual Life Co')],
      filed: 14,
      rows: [row('P', 15, 200_000, 5_000_000)],
    },
    // Year 0026 in place of 2026, and a trade three days after its own filing.
    {
      ...badYear,
      rows: badYear.rows.map((one) => ({ ...one, typedDate: as(back(one.traded), 'zz') })),
    },
    { ...tooLate, rows: tooLate.rows.map((one) => ({ ...one, typedDate: back(tooLate.filed - 3) })) },
    // More than a year late.
    {
      issuer: issuerOf('NQVA'),
      owners: [insider('NQVA', 3)],
      filed: 5,
      rows: lotsOf('NQVA', 'P', 17_000, 290).map((one) => ({ ...one, timeliness: 'L' as const })),
    },
    // Issuers that are not listed, and odd symbols.
    market(HARBOR, 0, 'P', 50_000, 6),
    market(HARBOR, 1, 'P', 25_000, 26),
    market(FARMLAND, 0, 'P', 100_000, 11),
    market('XYZQ', 2, 'S', 14_000, 3),
    market('QQZ-A', 1, 'P', 20_000, 5),
    market('AQXE', 1, 'P', 37_000, 4, { symbol: "'AQXE" }),
    market('CXQZ', 1, 'S', 83_000, 18, { notSubject: true }),
    // Accepted in the evening: the filing date stays the same. Early in the morning of the newest day.
    market('FQIL', 1, 'P', 19_500, 2, { clock: '215731' }),
    market('FQIL', 0, 'S', 230_000, 130, { clock: '213044' }),
    market('WXQT', 1, 'P', 48_000, 0, { clock: '061502' }),
    // The name of the issuer and of one insider changed; the older filings carry the older names.
    market('GZQA', 0, 'S', 310_000, 160),
    market('LQZA', 2, 'S', 58_000, 170),
    market('LQZA', 2, 'S', 62_000, 33),
    // Two people of one name, at two issuers, and a company that is an insider of one.
    market('EQXA', 3, 'P', 15_300, 8),
    market('MXQO', 3, 'P', 16_900, 9),
    market(
      'AQXE',
      [{ ...holder('Wexcombe & Sons Holdings plc'), otherText: 'Member of a group' }],
      'S',
      6_300_000,
      1,
      { lots: 2 },
    ),
    // A call option, bought in the open market: its price and count are not those of shares.
    {
      issuer: issuerOf('IQVA'),
      owners: [insider('IQVA', 0)],
      filed: 6,
      rows: [
        row('P', 8, 100_000, 0.62, {
          title: 'Call Option (right to buy)',
          derivative: { exercisePrice: 5, expires: back(-570), underlyingShares: 100_000 },
        }),
      ],
    },
  ];
}

/** A year of ordinary business: grants, vestings and gifts, and market trades of the busy issuers. */
function routine(): Draft[] {
  return issuers.flatMap((issuer, place) => {
    const ticker = issuer.ticker || issuer.name;
    const draw = draws(`routine of ${issuer.cik}`);
    const drafts: Draft[] = [];
    const file = (who: number, filed: number, rows: DraftRow[], more: Partial<Draft> = {}) =>
      drafts.push({ issuer, owners: [insider(ticker, who)], filed, rows, ...more });
    const common = (
      code: string,
      acquired: boolean,
      traded: number,
      shares: number,
      price: number,
      note?: string,
    ): DraftRow => ({
      ...{ code, acquired, traded, shares, price, title: issuer.securityTitle },
      ...(note === undefined ? {} : { notes: noted('coding', note) }),
    });
    const filed = draw.between(12, 240);
    if (place % 6 === 0)
      file(0, filed, [common('A', true, filed + 2, draw.between(8, 160) * 100, 0, SAY.vests)]);
    if (place % 6 === 1) {
      const vested = draw.between(9, 90) * 50;
      file(0, filed, [
        common('M', true, filed + 2, vested, 0, SAY.units),
        common('F', false, filed + 2, Math.round(vested * 0.37), priceAt(issuer, filed + 2), SAY.withheld),
        {
          ...common('M', false, filed + 2, vested, 0),
          title: 'Restricted Stock Units',
          derivative: { exercisePrice: null, expires: null, underlyingShares: vested },
          notes: { exercisePrice: [SAY.units], exerciseDate: [SAY.vests], expirationDate: [SAY.vests] },
        },
      ]);
    }
    if (!issuer.isBusy) return drafts;
    if (place % 3 === 0)
      file(1, filed, [common('G', false, filed + 2, draw.between(1, 40) * 100, 0, SAY.gift)]);
    // More towards today: the squared draw puts more filings into the newest months.
    for (let count = 0; count < 2; count += 1) {
      const day = 1 + Math.floor(draw.between(0, 1000) ** 2 * (240 / 1_000_000));
      const how = { lots: draw.between(1, 3), averaged: draw.chance(60) };
      if (draw.chance(35)) drafts.push(market(ticker, 1, 'P', draw.between(4, 160) * 500, day, how));
      else {
        const sale = market(ticker, 2, 'S', draw.between(20, 900) * 1000, day, {
          ...how,
          planBox: draw.chance(45),
        });
        const shares = sale.rows.reduce((sum, sold) => sum + sold.shares, 0);
        const strike = cents(issuer.price * 0.4);
        // Some sell what they have just exercised.
        const exercise: DraftRow[] = [
          common('M', true, day + 1, shares, strike),
          {
            ...common('M', false, day + 1, shares, 0),
            title: 'Stock Option (Right to Buy)',
            derivative: { exercisePrice: strike, expires: back(-785), underlyingShares: shares },
          },
        ];
        drafts.push(draw.chance(30) ? { ...sale, rows: [...exercise, ...sale.rows] } : sale);
      }
    }
    return drafts;
  });
}

/** Oldest first, in the order of their accession numbers. */
export function form4(): MadeDocument[] {
  const drafts = [clusters, nearClusters, streaks, corrections, oddities, routine].flatMap((story) =>
    story(),
  );
  const balances = balancesOf(drafts);
  const draw = draws('acceptance');
  const timed = drafts.map((draft) => ({
    draft,
    agent: draw.of(AGENTS),
    clock: draft.clock ?? clockOf(draft.filed),
  }));
  timed.sort((a, b) => b.draft.filed - a.draft.filed || (a.clock < b.clock ? -1 : 1));
  const filings = new Map<string, number>();
  return timed.map(({ draft, agent, clock }, place) => {
    const { issuer } = draft;
    const accession = `${agent.cik}-${as(back(draft.filed), 'yy')}-${String(place + 1).padStart(6, '0')}`;
    const count = (filings.get(issuer.cik) ?? 0) + 1;
    filings.set(issuer.cik, count);
    const symbol = draft.symbol ?? issuer.typed[count % issuer.typed.length] ?? '';
    const { fileName, style } = agent;
    return {
      key: accession,
      kind: 'submission',
      url: `https://www.sec.gov/Archives/edgar/data/${issuer.cik}/${accession}.txt`,
      body: submissionText(draft, { accession, clock, fileName, style, symbol, balances }),
    };
  });

  /** Eastern wall time: from six in the morning, most of it after the market has closed. */
  function clockOf(filed: number): string {
    const hour = draw.chance(70) ? draw.between(16, filed === 0 ? 17 : 20) : draw.between(6, 15);
    const clock = [hour, draw.between(0, 59), draw.between(0, 59)]
      .map((n) => String(n).padStart(2, '0'))
      .join('');
    return filed === 0 && clock > LAST_CLOCK ? LAST_CLOCK : clock;
  }
}

/** Shares owned after each row, in the order of trading: sold shares were owned before. */
function balancesOf(drafts: readonly Draft[]): Map<DraftRow, number> {
  const balances = new Map<DraftRow, number>();
  const accounts = new Map<string, DraftRow[]>();
  for (const { owners, issuer, rows } of drafts)
    for (const row of rows.filter(({ restates }) => restates === undefined)) {
      const about = [owners[0]?.party.cik, issuer.cik, row.title, row.nature, row.derivative?.exercisePrice];
      accounts.set(about.join('|'), [...(accounts.get(about.join('|')) ?? []), row]);
    }
  const change = ({ acquired, shares }: DraftRow) => (acquired ? shares : -shares);
  for (const [about, rows] of accounts) {
    rows.sort((a, b) => b.traded - a.traded);
    let sum = 0;
    let least = 0;
    for (const row of rows) {
      sum += change(row);
      balances.set(row, sum);
      least = Math.min(least, sum);
    }
    const before = 1_000 + (hash(about) % 40_000) - least;
    for (const row of rows) balances.set(row, before + (balances.get(row) ?? 0));
  }
  for (const row of drafts.flatMap(({ rows }) => rows))
    if (row.restates !== undefined)
      balances.set(row, (balances.get(row.restates) ?? 0) + change(row) - change(row.restates));
  return balances;
}
