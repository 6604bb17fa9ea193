/** Invented members of Congress and their periodic transaction reports. */

import type { Member, Members } from '../../../src/records/congress/member.js';
import type { StockActReport, StockActTrade } from '../../../src/records/congress/stock-act.js';
import { chance, DAY, givenName, letters, pick, surname, type Volume } from './synthetic-data.js';

const TRADES_A_REPORT = 6;
const BRACKETS = [
  [1_001, 15_000],
  [15_001, 50_000],
  [50_001, 100_000],
  [100_001, 250_000],
] as const;
const STATES = ['CA', 'TX', 'NY', 'FL', 'OH', 'WA'] as const;
/** One report of this many came late, and one of this many is on paper. */
const LATE_OF = 9;
const SCANNED_OF = 101;

const stateOf = (member: number) => STATES[member % STATES.length] as string;

export const bioguideOf = (member: number) => `Y${String(100_000 + member).slice(-6)}`;
const firstName = (member: number) => givenName(member * 7);
// The letters make every name distinct, as the names of one chamber are.
const lastName = (member: number) => `${surname(member)}${letters(member).toLowerCase().replace(/^a+/, '')}`;

/** Every member of the volume sits in the House today. */
export function members(volume: Volume): Members {
  return {
    kind: 'members',
    part: 'current',
    members: Array.from(
      { length: volume.members },
      (_, n): Member => ({
        bioguide: bioguideOf(n),
        name: {
          first: firstName(n),
          last: lastName(n),
          middle: null,
          suffix: null,
          nickname: null,
          officialFull: null,
        },
        otherNames: [],
        terms: [
          {
            chamber: 'house',
            start: '2013-01-03',
            end: '2029-01-03',
            state: stateOf(n),
            district: n % 99,
            party: n % 2 === 0 ? 'Democrat' : 'Republican',
            affiliations: [],
          },
        ],
      }),
    ),
  };
}

export const reportCount = (volume: Volume) => volume.trades / TRADES_A_REPORT;

/** Report number `n`; a few members file most of them. */
export function report(n: number, volume: Volume, now: Date): StockActReport {
  const member = n < volume.members ? n : pick(n, 30, volume.members, 4);
  // Those of a later hour are of today.
  const age = Math.max(0, (1 - (n + 1) / (reportCount(volume) + 1)) * 10 * 365);
  const day = (back: number) => new Date(now.getTime() - back * DAY).toISOString().slice(0, 10);
  const disclosureDate = day(age);
  const first = firstName(member);
  const last = lastName(member);
  const isScanned = n % SCANNED_OF === 50;
  const delay = n % LATE_OF === 4 ? 60 : 20;
  return {
    kind: 'stock-act-report',
    chamber: 'house',
    documentId: String(90_000_000 + n),
    filerName: { asFiled: `Hon. ${first} ${last}`, prefix: 'Hon.', first, last, suffix: null },
    stateDistrict: `${stateOf(member)}${String(member % 99).padStart(2, '0')}`,
    disclosureDate,
    filedAt: null,
    titleDate: null,
    amendment: null,
    sourceLink: `https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2026/${90_000_000 + n}.pdf`,
    readability: isScanned ? 'scanned' : 'read',
    reason: isScanned ? 'Filed on paper: the document is an image without text.' : '',
    trades: isScanned
      ? []
      : Array.from({ length: TRADES_A_REPORT }, (_, row) => trade(n, row, volume, day(age + delay + row))),
    vehicles: [],
    comments: null,
  };
}

function trade(n: number, row: number, volume: Volume, transactionDate: string): StockActTrade {
  const issuer = pick(n * 8 + row, 31, volume.issuers, 2);
  const [amountMin, amountMax] = BRACKETS[
    pick(n * 8 + row, 32, BRACKETS.length, 2)
  ] as (typeof BRACKETS)[number];
  return {
    row,
    rowId: null,
    filingStatus: 'New',
    owner: row % 2 === 0 ? 'Self' : 'Spouse',
    ownerFiled: row % 2 === 0 ? '' : 'SP',
    ticker: letters(issuer),
    assetDescription: `${letters(issuer)} Example Corporation - Common Stock`,
    assetType: 'Stock',
    assetTypeCode: 'ST',
    type: chance(n * 8 + row, 33) < 0.5 ? 'Purchase' : 'Sale (Partial)',
    transactionDate,
    notificationDate: transactionDate,
    amountLabel: `$${amountMin.toLocaleString('en-US')} - $${amountMax.toLocaleString('en-US')}`,
    amountMin,
    amountMax,
    amountMid: (amountMin + amountMax) / 2,
    received: null,
    subholding: null,
    description: null,
    location: null,
    comments: null,
  };
}
