/** What the invented representatives filed: a few stories, and ordinary trading all year. */

import type { Calendar } from './calendar.js';
import { daysBetween } from './calendar.js';
import { issuers, type SampleIssuer } from './issuers.js';
import { type FiledName, type SampleFiler, sampleFilers } from './members.js';
import type { PrintedRow } from './pdf/house-report.js';
import { draws } from './random.js';

export interface HouseFiling {
  documentId: string;
  filer: SampleFiler;
  /** As in the index and on the report. */
  spelling: FiledName;
  /** YYYY-MM-DD; signed on the same day. */
  filed: string;
  /** Null for a report on paper. */
  rows: readonly PrintedRow[] | null;
  vehicles?: readonly string[];
}

/** The ten brackets, the smaller ones first. */
const BRACKETS = [
  '$1,001 - $15,000',
  '$15,001 - $50,000',
  '$50,001 - $100,000',
  '$100,001 - $250,000',
  '$250,001 - $500,000',
  '$500,001 - $1,000,000',
  '$1,000,001 - $5,000,000',
  '$5,000,001 - $25,000,000',
  '$25,000,001 - $50,000,000',
  'Over $50,000,000',
] as const;

/** One row: traded so many business days before the filing. */
type Row = Omit<PrintedRow, 'date' | 'notified'> & { lag: number; noticeLag?: number };

/** All reports that were filed before the calendar's day, oldest first. */
export function houseFilings(calendar: Calendar): HouseFiling[] {
  const filings = [...stories(calendar), ...ordinary(calendar)];
  return filings.sort((one, other) =>
    one.filed === other.filed
      ? one.documentId.localeCompare(other.documentId)
      : one.filed.localeCompare(other.filed),
  );
}

/** @param back business days before the newest one on which the report was filed. */
function filing(
  calendar: Calendar,
  documentId: string,
  bioguide: string,
  back: number,
  rows: readonly Row[] | null,
  more: { spelling?: number; vehicles?: readonly string[] } = {},
): HouseFiling {
  const filer = filerOf(bioguide);
  return {
    documentId,
    filer,
    spelling: filer.spellings[more.spelling ?? 0]!,
    filed: calendar.business(back),
    rows:
      rows?.map(({ lag, noticeLag = Math.max(0, lag - 2), ...row }) => ({
        ...row,
        date: slashed(calendar.business(back + lag)),
        notified: slashed(calendar.business(back + noticeLag)),
      })) ?? null,
    vehicles: more.vehicles,
  };
}

function stories(calendar: Calendar): HouseFiling[] {
  const tell = filing.bind(null, calendar);
  const trusts = ['Quibblecombe Family Trust', 'Quibblecombe Family Trust ⇒ Brokerage One (50% Interest)'];
  return [
    // Options of a spouse: the ticker is the underlying share's, the terms stand in the description.
    tell('29900101', 'D999001', 4, [
      {
        ...option(
          'ZQRA',
          'Purchased 200 call options with a strike price of $50 and an expiration date of 3/19/27.',
        ),
        owner: 'SP',
        type: 'P',
        amount: BRACKETS[6],
        lag: 18,
      },
      {
        ...option('VYXT', 'Exercised 100 call options bought a year before, at a strike price of $150.'),
        owner: 'SP',
        type: 'P',
        amount: BRACKETS[5],
        lag: 21,
      },
    ]),
    tell(
      '29900102',
      'D999001',
      61,
      [
        { ...share('VYXT'), owner: 'SP', type: 'S (partial)', amount: BRACKETS[7], lag: 20 },
        { ...share('DXQR'), owner: 'SP', type: 'P', amount: BRACKETS[9], lag: 24 },
        { ...share('GZQA'), owner: 'SP', type: 'S', amount: 'Spouse/DC Over $1,000,000', lag: 24 },
      ],
      { spelling: 1 },
    ),
    // Two trusts trade alike on one day, one of them twice: three rows, none of which is a copy.
    tell(
      '29900201',
      'Q999002',
      12,
      [
        {
          ...share('FQIL'),
          type: 'P',
          amount: BRACKETS[0],
          lag: 15,
          subholding: 'Quibblecombe Family Trust',
        },
        {
          ...share('FQIL'),
          type: 'P',
          amount: BRACKETS[0],
          lag: 15,
          subholding: 'Quibblecombe Family Trust > Brokerage One',
        },
        {
          ...share('FQIL'),
          type: 'P',
          amount: BRACKETS[0],
          lag: 15,
          subholding: 'Quibblecombe Family Trust > Brokerage One',
        },
        {
          ...share('EQXA'),
          owner: 'JT',
          type: 'S (partial)',
          amount: BRACKETS[1],
          lag: 16,
          comments: 'Sold at a loss of $1,440.',
        },
      ],
      { vehicles: trusts },
    ),
    // Bonds: the brackets hold a CUSIP, or none stand there.
    tell('29900301', 'Q999003', 33, [
      {
        asset: 'US Treasury Note 4.25% due 11/15/2034 (99912QAB7) [GS]',
        type: 'P',
        amount: BRACKETS[3],
        lag: 12,
      },
      {
        asset: 'US Treasury Bill 999127XQ9 [GS]',
        owner: 'JT',
        type: 'S (partial)',
        amount: BRACKETS[1],
        lag: 12,
      },
      {
        asset: 'Fuquil Oil & Gas Corp 5.10% Notes due 06/01/2031 [CS]',
        owner: 'JT',
        type: 'P',
        amount: BRACKETS[2],
        lag: 14,
      },
      {
        asset: 'Papervale County Water District Revenue Bonds Series 2025 04.00000% 12/01/2038 [GS]',
        type: 'P',
        amount: BRACKETS[1],
        lag: 17,
      },
    ]),
    // An original and, a month later, its amendment: the row is known by its owner, asset, day and type.
    tell('29900401', 'O999004', 74, [
      { ...share('LQZA'), type: 'S', amount: BRACKETS[0], lag: 22 },
      { ...share('SXQL'), type: 'P', amount: BRACKETS[0], lag: 25 },
    ]),
    tell('29900402', 'O999004', 52, [
      {
        ...share('LQZA'),
        id: '2990004011',
        status: 'Amended',
        type: 'S',
        amount: BRACKETS[2],
        lag: 44,
        comments: 'The amount was stated too low.',
      },
      { ...share('NQVA'), type: 'P', amount: BRACKETS[1], lag: 9 },
    ]),
    // Funds, a coin, and what a child holds.
    tell('29900501', 'V999005', 27, [
      {
        asset: 'Glimmerton Broad Market Index ETF [EF]',
        owner: 'DC',
        type: 'P',
        amount: BRACKETS[0],
        lag: 10,
      },
      { ...share('CXQZ'), owner: 'DC', type: 'S', amount: BRACKETS[0], lag: 11 },
      { asset: 'Quibblecoin (QBC) [CT]', type: 'P', amount: BRACKETS[1], lag: 30 },
      {
        asset: 'Valdecuento Orchards LLC [OL]',
        owner: 'JT',
        type: 'S (partial)',
        amount: BRACKETS[4],
        lag: 35,
        location: 'Las Nueces, NM, US',
        description: 'Orchard and packing house',
      },
    ]),
    // On paper: known to be filed, and nothing more.
    tell('8990601', 'S999006', 45, null),
    tell('29900602', 'S999006', 8, [{ ...share('MXQO'), type: 'S', amount: BRACKETS[3], lag: 28 }]),
    // A fund without a ticker, an exchange of shares, and a trade disclosed far too late.
    tell('29900701', 'E999007', 19, [
      { asset: 'Eiderdown Ventures IV, LP [HN]', type: 'P', amount: BRACKETS[4], lag: 21 },
      {
        ...share('HXQA'),
        type: 'E',
        amount: BRACKETS[1],
        lag: 23,
        description: 'Exchanged for shares of the new holding company.',
      },
      {
        ...share('BQRT'),
        type: 'S',
        amount: BRACKETS[0],
        lag: 160,
        noticeLag: 160,
        comments: 'Reported late by oversight.',
      },
    ]),
    // Before the move to the Senate, and after leaving office.
    tell('29900801', 'T999008', 165, [
      { ...share('AQXE'), owner: 'JT', type: 'P', amount: BRACKETS[1], lag: 20 },
      { ...share('JQNS'), owner: 'JT', type: 'S', amount: BRACKETS[2], lag: 20 },
    ]),
    tell('29901201', 'P999012', 60, [{ ...share('KQRA'), type: 'S', amount: BRACKETS[1], lag: 25 }]),
  ];
}

/** Reports of ordinary trading: a handful for each member over the year, long enough to run over a page. */
function ordinary(calendar: Calendar): HouseFiling[] {
  const filings: HouseFiling[] = [];
  const house = sampleFilers.filter(({ chamber }) => chamber === 'house');
  for (const [member, filer] of house.entries()) {
    const draw = draws(`house ${filer.bioguide}`);
    const reports = draw.between(3, 6);
    for (let report = 0; report < reports; report += 1) {
      const back = 20 + Math.floor((220 / reports) * report) + draw.between(0, 20);
      const rows = Array.from({ length: draw.chance(20) ? 18 : draw.between(1, 5) }, (): Row => {
        const issuer = draw.of(listed);
        return {
          ...share(issuer.ticker),
          owner: draw.of(['', '', '', 'SP', 'JT', 'DC'] as const),
          type: draw.of(['P', 'P', 'S', 'S', 'S (partial)']),
          amount: BRACKETS[draw.chance(75) ? draw.between(0, 1) : draw.between(2, 4)]!,
          lag: draw.between(12, 30),
        };
      });
      const daysAgo = daysBetween(calendar.business(back), calendar.day);
      if (daysAgo > filer.sits.fromDaysAgo || daysAgo < filer.sits.toDaysAgo) continue;
      const documentId = `299${String(10_000 + member * 100 + report)}`;
      const spelling = draw.between(0, filer.spellings.length - 1);
      filings.push(filing(calendar, documentId, filer.bioguide, back, rows, { spelling }));
    }
  }
  return filings;
}

const listed: readonly SampleIssuer[] = issuers.filter((issuer) => /^[A-Z]{1,5}$/.test(issuer.ticker));

function share(ticker: string): { asset: string } {
  const issuer = listed.find((one) => one.ticker === ticker);
  if (issuer === undefined) throw new RangeError(`no sample issuer ${ticker}`);
  return { asset: `${issuer.name} - ${issuer.securityTitle} (${ticker}) [ST]` };
}

function option(ticker: string, description: string): { asset: string; description: string } {
  return { asset: share(ticker).asset.replace('[ST]', '[OP]'), description };
}

function filerOf(bioguide: string): SampleFiler {
  const filer = sampleFilers.find((one) => one.bioguide === bioguide && one.chamber === 'house');
  if (filer === undefined) throw new RangeError(`no sample member ${bioguide}`);
  return filer;
}

const slashed = (date: string): string => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
