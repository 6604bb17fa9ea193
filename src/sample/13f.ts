/** The bundled sample of 13F: two invented managers, six quarters, in the form in which EDGAR gives them. */

import type { RawDocument } from '../registers/register.js';
import { type ReportRow, submission13F } from './13f-text.js';
import { addDays, type Calendar, calendarOf, daysBetween } from './calendar.js';
import { sampleCusip } from './cusips.js';
import { issuerOf, priceAt } from './issuers.js';

/** A tracked manager of the sample, as the curated file describes real ones. */
export const sampleFunds = [
  {
    slug: 'marrowgate',
    displayName: 'Isolde Marrowgate',
    entityName: 'Marrowgate Capital Partners LP',
    role: 'Founder of Marrowgate Capital (invented)',
    archetype: 'hedge_fund',
    benchmarkTicker: 'WXQT',
    sortOrder: 1,
    caveatKeys: ['no-reason-disclosed'],
    sourceId: '9900080001',
    sources: ['sample', 'invented'],
  },
  {
    slug: 'thistlebrook',
    displayName: 'Thistlebrook Family Office',
    entityName: 'Thistlebrook Family Office LLC',
    role: 'Family office (invented)',
    archetype: 'hedge_fund',
    benchmarkTicker: 'WXQT',
    sortOrder: 2,
    caveatKeys: ['no-reason-disclosed'],
    sourceId: '9900080002',
    sources: ['sample', 'invented'],
  },
] as const;

const QUARTERS = 6;
/** Days after the end of a quarter on which these managers file. */
const FILING_DAYS = 44;

/** One line of a portfolio: shares at the end of each quarter, oldest first; 0 where it is not held. */
interface Line {
  issuer: string;
  title: string;
  shares: readonly number[];
  issue?: string;
  putCall?: 'Put' | 'Call';
  /** A bond: the numbers are principal in dollars, worth this part of it. */
  principalAt?: number;
  /** The rows that the line is split into, one for each combination of other managers, by their parts. */
  managers?: ReadonlyArray<{ numbers: string; part: number }>;
}

interface Fund {
  cik: string;
  name: string;
  city: string;
  prefix: string;
  tableName: string;
  lines: readonly Line[];
  /** Added to the third quarter by an amendment, once confidential treatment had ended. */
  later?: readonly Line[];
  /** The fourth quarter was first filed with these shares of the first line, then restated. */
  misstated?: number;
}

const FUNDS: readonly Fund[] = [
  {
    cik: '9900080001',
    name: 'Marrowgate Capital Partners LP',
    city: 'DRAYMARSH',
    prefix: '',
    tableName: 'infotable.xml',
    lines: [
      {
        issuer: 'DXQR',
        title: 'COM',
        shares: [400_000, 420_000, 420_000, 500_000, 500_000, 575_000],
        managers: [
          { numbers: '1', part: 0.5 },
          { numbers: '1,2', part: 0.3 },
          { numbers: '', part: 0.2 },
        ],
      },
      { issuer: 'ZQPH', title: 'COM', shares: [310_000, 310_000, 310_000, 310_000, 310_000, 297_600] },
      { issuer: 'GZQA', title: 'COM', shares: [600_000, 600_000, 450_000, 450_000, 300_000, 0] },
      { issuer: 'LQZA', title: 'COM', shares: [0, 0, 120_000, 180_000, 240_000, 240_000] },
      { issuer: 'SXQL', title: 'COM', shares: [250_000, 250_000, 250_000, 250_000, 250_000, 250_000] },
      { issuer: 'QQZ-A', title: 'CL A', shares: [90_000, 90_000, 90_000, 90_000, 90_000, 90_000] },
      {
        issuer: 'QQZ-A',
        title: 'CL B',
        issue: '20',
        shares: [40_000, 40_000, 40_000, 40_000, 40_000, 40_000],
      },
      { issuer: 'CXQZ', title: 'COM', shares: [0, 0, 0, 0, 0, 410_000] },
      { issuer: 'DXQR', title: 'COM', putCall: 'Call', shares: [0, 100_000, 100_000, 100_000, 0, 150_000] },
      { issuer: 'FQIL', title: 'COM', putCall: 'Put', shares: [0, 0, 0, 200_000, 200_000, 0] },
    ],
    later: [{ issuer: 'IQVA', title: 'COM', shares: [0, 0, 900_000, 900_000, 950_000, 1_000_000] }],
  },
  {
    cik: '9900080002',
    name: 'Thistlebrook Family Office LLC',
    city: 'HARBOUR NOTCH',
    prefix: 'ns1:',
    tableName: 'TFO13F.xml',
    lines: [
      { issuer: 'EQXA', title: 'COM', shares: [80_000, 80_000, 95_000, 95_000, 95_000, 110_000] },
      { issuer: 'AQXE', title: 'SHS', shares: [150_000, 120_000, 120_000, 0, 0, 0] },
      { issuer: 'NQVA', title: 'COM', shares: [0, 60_000, 60_000, 60_000, 75_000, 75_000] },
      {
        issuer: 'Nonesuch Harbor Net Lease Trust, Inc.',
        title: 'COM',
        shares: [200_000, 200_000, 200_000, 200_000, 200_000, 200_000],
      },
      {
        issuer: 'MXQO',
        title: 'NOTE 2.000% 6/1',
        issue: 'AA',
        principalAt: 0.94,
        shares: [0, 0, 3_000_000, 3_000_000, 3_000_000, 2_000_000],
      },
    ],
    misstated: 59_000,
  },
];

/**
 * The submissions of both managers as seen on `day` (YYYY-MM-DD, UTC), oldest first: an original for each of the six
 * newest quarters whose reports are due, an amendment that adds and one that restates.
 * @throws RangeError when `day` is no calendar day.
 */
export function sample13F(day: string): RawDocument[] {
  const calendar = calendarOf(day);
  const ends = quarterEnds(calendar);
  return FUNDS.flatMap((fund) => filingsOf(fund, ends, calendar))
    .sort((a, b) =>
      a.filed < b.filed ? -1 : a.filed > b.filed ? 1 : a.document.key < b.document.key ? -1 : 1,
    )
    .map(({ document }) => document);
}

/** The ends of the newest quarters whose reports, and amendments of them, were filed before the day. */
export function quarterEnds({ day }: Calendar): string[] {
  const ends: string[] = [];
  for (let back = 1; ends.length < QUARTERS; back += 1) {
    const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - back;
    if ((months + 12) % 3 !== 0) continue;
    const end = addDays(`${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`, -1);
    if (daysBetween(end, day) > FILING_DAYS + 3) ends.unshift(end);
  }
  return ends;
}

interface Filing {
  filed: string;
  document: RawDocument;
}

function filingsOf(fund: Fund, ends: readonly string[], calendar: Calendar): Filing[] {
  const filings: Filing[] = [];
  const file = (
    end: string,
    days: number,
    rows: ReportRow[],
    amendment: 'RESTATEMENT' | 'NEW HOLDINGS' | null,
  ) => {
    const filed = calendar.business(calendar.backTo(addDays(end, days)));
    const accession = `${fund.cik}-${filed.slice(2, 4)}-${String(filings.length + 1).padStart(6, '0')}`;
    const { cik, name: manager, city, prefix, tableName, later } = fund;
    const text = submission13F({
      ...{ cik, manager, city, prefix, tableName, accession, filed, periodEnd: end, amendment, rows },
      amendmentNo: 1,
      isConfidentialOmitted: amendment === null && later !== undefined,
    });
    filings.push({
      filed,
      document: {
        key: accession,
        kind: 'submission',
        url: `https://www.sec.gov/Archives/edgar/data/${fund.cik}/${accession}.txt`,
        retrievedAt: `${calendar.day}T00:00:00.000Z`,
        bytes: Buffer.from(text),
      },
    });
  };
  for (const [quarter, end] of ends.entries()) {
    const daysAgo = daysBetween(end, calendar.day);
    const rows = fund.lines.flatMap((line) => rowsOf(line, line.shares[quarter]!, daysAgo));
    const later = (fund.later ?? []).flatMap((line) => rowsOf(line, line.shares[quarter]!, daysAgo));
    if (quarter === 3 && fund.misstated !== undefined) {
      const [first, ...others] = fund.lines;
      const wrong = [
        ...rowsOf(first!, fund.misstated, daysAgo),
        ...others.flatMap((line) => rowsOf(line, line.shares[quarter]!, daysAgo)),
      ];
      file(end, FILING_DAYS, wrong, null);
      file(end, FILING_DAYS + 20, rows, 'RESTATEMENT');
    } else if (quarter === 2 && later.length > 0) {
      file(end, FILING_DAYS, rows, null);
      file(end, FILING_DAYS + 60, later, 'NEW HOLDINGS');
    } else file(end, FILING_DAYS, [...rows, ...later], null);
  }
  return filings;
}

function rowsOf(line: Line, shares: number, daysAgo: number): ReportRow[] {
  if (shares === 0) return [];
  const issuer = issuerOf(line.issuer);
  const price = line.principalAt ?? priceAt(issuer, daysAgo);
  const parts = line.managers ?? [{ numbers: '', part: 1 }];
  let left = shares;
  return parts.map(({ numbers, part }, i) => {
    const amount = i === parts.length - 1 ? left : Math.round(shares * part);
    left -= amount;
    return {
      name: issuer.name.toUpperCase(),
      title: line.title,
      cusip: sampleCusip(line.issuer, line.issue),
      value: Math.round(amount * price),
      amount,
      amountType: line.principalAt === undefined ? 'SH' : 'PRN',
      putCall: line.putCall,
      managers: numbers,
    };
  });
}
