/**
 * The invented members of the Congress: the two files of congress-legislators as they stand on a day, and the ways in
 * which each member's name is filed. Their bioguide ids hold 999, a range that nobody was given.
 */

import type { RawDocument } from '../registers/register.js';
import { addDays } from './calendar.js';

/** A name as a filer types it into a report; the parts are those of the House index. */
export interface FiledName {
  prefix: string;
  first: string;
  last: string;
  suffix: string;
}

export interface SampleFiler {
  bioguide: string;
  chamber: 'house' | 'senate';
  /** State and district as filed in the House (`CA11`, `AK00` at large); null in the Senate. */
  stateDistrict: string | null;
  /** Every spelling in use, the usual one first. Different spellings mean the same person. */
  spellings: readonly FiledName[];
  /** Days before the sample's day between which this filer sits in this chamber; 0 is that day. */
  sits: { fromDaysAgo: number; toDaysAgo: number };
}

/** The Senate is reached, and the House left, this many days before the sample's day. */
const MOVED_DAYS_AGO = 200;
/** A member left office this many days before the sample's day. */
const LEFT_DAYS_AGO = 100;
/** Gideon Snorkelby left the party in the middle of a term. */
const CHANGED_PARTY = 'S999006';
/** Long before any report of the sample. */
const LONG_AGO = 5_000;

const name = (first: string, last: string, prefix = 'Hon.', suffix = ''): FiledName => ({
  prefix,
  first,
  last,
  suffix,
});
const always = { fromDaysAgo: LONG_AGO, toDaysAgo: 0 };

/** Everybody who files in the sample. One person sits in both chambers, one after the other. */
export const sampleFilers: readonly SampleFiler[] = [
  {
    bioguide: 'D999001',
    chamber: 'house',
    stateDistrict: 'CA11',
    spellings: [
      name('Philomena', 'Dunderwick'),
      name('Philomena R.', 'Dunderwick'),
      name('Philomena Ruth Mrs', 'Dunderwick', ''),
    ],
    sits: always,
  },
  {
    bioguide: 'Q999002',
    chamber: 'house',
    stateDistrict: 'TX07',
    spellings: [
      name('Bartholomew', 'Quibblecombe', 'Hon.', 'Jr'),
      name('Bart', 'Quibblecombe'),
      name('Bartholomew Josiah MD, Facs', 'Quibblecombe', 'Hon.', 'Jr.'),
    ],
    sits: always,
  },
  {
    // The other Quibblecombe of Texas: district and first name tell them apart.
    bioguide: 'Q999003',
    chamber: 'house',
    stateDistrict: 'TX21',
    spellings: [name('Rosamund', 'Quibblecombe')],
    sits: always,
  },
  {
    // Sits for the 7th district; files under the 6th, as before the districts were drawn anew.
    bioguide: 'O999004',
    chamber: 'house',
    stateDistrict: 'GA06',
    spellings: [name('Thurlow Ferdinand Dr', 'Oxwimple'), name('Ferdinand', 'Oxwimple')],
    sits: always,
  },
  {
    bioguide: 'V999005',
    chamber: 'house',
    stateDistrict: 'NM02',
    spellings: [name('Nunci', 'Valdecuento Pradera'), name('Anunciacion Valdecuento', 'Pradera')],
    sits: always,
  },
  {
    bioguide: 'S999006',
    chamber: 'house',
    stateDistrict: 'FL18',
    spellings: [name('Gideon', 'Snorkelby')],
    sits: always,
  },
  {
    bioguide: 'E999007',
    chamber: 'house',
    stateDistrict: 'AK00',
    spellings: [name('Halvard', 'Eiderduck', 'Hon.', 'III')],
    sits: always,
  },
  {
    bioguide: 'T999008',
    chamber: 'house',
    stateDistrict: 'OH09',
    spellings: [name('Cordelia', 'Thimblethorpe')],
    sits: { fromDaysAgo: LONG_AGO, toDaysAgo: MOVED_DAYS_AGO + 1 },
  },
  {
    bioguide: 'T999008',
    chamber: 'senate',
    stateDistrict: null,
    spellings: [name('Cordelia J', 'Thimblethorpe', 'The Honorable')],
    sits: { fromDaysAgo: MOVED_DAYS_AGO, toDaysAgo: 0 },
  },
  {
    bioguide: 'P999009',
    chamber: 'senate',
    stateDistrict: null,
    spellings: [
      name('Mordecai', 'Plumquist', 'The Honorable'),
      name('MORDECAI ', 'PLUMQUIST', 'The Honorable'),
    ],
    sits: always,
  },
  {
    bioguide: 'G999010',
    chamber: 'senate',
    stateDistrict: null,
    spellings: [name('Mina', 'Gatherspoon', 'Mrs.')],
    sits: always,
  },
  {
    bioguide: 'F999011',
    chamber: 'senate',
    stateDistrict: null,
    spellings: [name('A. Leopold', 'Fizzlewood', 'The Honorable', 'Jr.')],
    sits: always,
  },
  {
    bioguide: 'P999012',
    chamber: 'house',
    stateDistrict: 'IL05',
    spellings: [name('Eustace', 'Pennywhittle')],
    sits: { fromDaysAgo: LONG_AGO, toDaysAgo: LEFT_DAYS_AGO },
  },
];

interface Name {
  first: string;
  last: string;
  middle?: string;
  suffix?: string;
  nickname?: string;
  official_full?: string;
}

interface Seat {
  bioguide: string;
  lis?: string;
  name: Name;
  state: string;
  party: string;
  /** Null for a senator; 0 is at large. */
  district: number | null;
}

const seats: readonly Seat[] = [
  {
    bioguide: 'D999001',
    name: { first: 'Philomena', middle: 'R.', last: 'Dunderwick', official_full: 'Philomena R. Dunderwick' },
    state: 'CA',
    district: 11,
    party: 'Democrat',
  },
  {
    bioguide: 'Q999002',
    name: {
      first: 'Bartholomew',
      middle: 'J.',
      last: 'Quibblecombe',
      suffix: 'Jr.',
      nickname: 'Bart',
      official_full: 'Bartholomew J. “Bart” Quibblecombe, Jr.',
    },
    state: 'TX',
    district: 7,
    party: 'Republican',
  },
  {
    bioguide: 'Q999003',
    name: { first: 'Rosamund', last: 'Quibblecombe', official_full: 'Rosamund Quibblecombe' },
    state: 'TX',
    district: 21,
    party: 'Democrat',
  },
  {
    bioguide: 'O999004',
    name: {
      first: 'T.',
      middle: 'Ferdinand',
      last: 'Oxwimple',
      official_full: 'T. Ferdinand Oxwimple',
    },
    state: 'GA',
    district: 7,
    party: 'Republican',
  },
  {
    bioguide: 'V999005',
    name: {
      first: 'Anunciación',
      last: 'Valdecuento Pradera',
      nickname: 'Nunci',
      official_full: 'Anunciación Valdecuento Pradera',
    },
    state: 'NM',
    district: 2,
    party: 'Democrat',
  },
  {
    bioguide: 'S999006',
    name: { first: 'Gideon', last: 'Snorkelby', official_full: 'Gideon Snorkelby' },
    state: 'FL',
    district: 18,
    party: 'Independent',
  },
  {
    bioguide: 'E999007',
    name: { first: 'Halvard', middle: 'N.', last: 'Eiderduck', suffix: 'III' },
    state: 'AK',
    district: 0,
    party: 'Republican',
  },
  {
    bioguide: 'P999009',
    lis: 'S999',
    name: { first: 'Mordecai', last: 'Plumquist', nickname: 'Mort', official_full: 'Mordecai Plumquist' },
    state: 'VT',
    district: null,
    party: 'Democrat',
  },
  {
    bioguide: 'G999010',
    lis: 'S998',
    name: {
      first: 'Wilhelmina',
      middle: 'Agatha',
      last: 'Gatherspoon',
      nickname: 'Mina',
      official_full: 'Wilhelmina Agatha Gatherspoon',
    },
    state: 'WY',
    district: null,
    party: 'Republican',
  },
  {
    bioguide: 'F999011',
    lis: 'S997',
    name: {
      first: 'A.',
      middle: 'Leopold',
      last: 'Fizzlewood',
      suffix: 'Jr.',
      nickname: 'Leo',
      official_full: 'Leo Fizzlewood',
    },
    state: 'ME',
    district: null,
    party: 'Independent',
  },
];

/** The two files as they stand on `day` (YYYY-MM-DD, UTC), in the JSON shape of congress-legislators. */
export function sampleMembers(day: string): RawDocument[] {
  const moved = addDays(day, -MOVED_DAYS_AGO);
  const left = addDays(day, -LEFT_DAYS_AGO);
  const current = seats.map((seat) => ({
    id: { bioguide: seat.bioguide, ...(seat.lis === undefined ? {} : { lis: seat.lis }) },
    name: seat.name,
    bio: { gender: 'X' },
    terms: seat.district === null ? senateTerms(day, seat) : houseTerms(day, seat),
  }));
  const mover = { state: 'OH', party: 'Democrat' };
  current.push({
    id: { bioguide: 'T999008', lis: 'S996' },
    name: { first: 'Cordelia', middle: 'J.', last: 'Thimblethorpe', official_full: 'Cordelia Thimblethorpe' },
    bio: { gender: 'X' },
    terms: [
      { type: 'rep', start: addDays(moved, -900), end: moved, district: 9, ...mover },
      { type: 'sen', start: moved, end: addDays(moved, 700), class: 3, how: 'appointment', ...mover },
    ],
  });
  const historical = [
    {
      id: { bioguide: 'P999012' },
      name: { first: 'Eustace', last: 'Pennywhittle', official_full: 'Eustace Pennywhittle' },
      bio: { gender: 'X' },
      terms: [
        {
          type: 'rep',
          start: addDays(left, -1_500),
          end: left,
          state: 'IL',
          district: 5,
          party: 'Democrat',
          'end-type': 'resignation',
        },
      ],
    },
    {
      // Left long before there were reports: no reader has to keep this one.
      id: { bioguide: 'B999013' },
      name: { first: 'Obadiah', last: 'Buttercup' },
      bio: { gender: 'X' },
      terms: [
        {
          type: 'rep',
          start: '1889-03-04',
          end: '1891-03-03',
          state: 'KS',
          district: 3,
          party: 'Republican',
        },
      ],
    },
  ];
  return [document(day, 'current', current), document(day, 'historical', historical)];
}

function document(day: string, part: 'current' | 'historical', entries: unknown[]): RawDocument {
  return {
    key: `legislators-${part}`,
    kind: `legislators-${part}`,
    url: `https://unitedstates.github.io/congress-legislators/legislators-${part}.json`,
    retrievedAt: `${day}T00:00:00.000Z`,
    bytes: Buffer.from(JSON.stringify(entries)),
  };
}

/** Two-year terms from 3 January of an odd year, the last three of them. One member left the party half a year ago. */
function houseTerms(day: string, { bioguide, state, district, party }: Seat): object[] {
  const year = Number(day.slice(0, 4));
  const odd = year % 2 === 1 ? year : year - 1;
  const begins = day < `${odd}-01-03` ? odd - 2 : odd;
  return [begins - 4, begins - 2, begins].map((from) => {
    const term = { type: 'rep', start: `${from}-01-03`, end: `${from + 2}-01-03`, state, district, party };
    const changed = addDays(day, -180);
    if (bioguide !== CHANGED_PARTY || changed < term.start) return term;
    if (changed > term.end) return { ...term, party: 'Republican' };
    const before = { start: term.start, end: addDays(changed, -1), party: 'Republican' };
    return { ...term, party_affiliations: [before, { start: changed, end: term.end, party }] };
  });
}

function senateTerms(day: string, { state, party }: Seat): object[] {
  const year = Number(day.slice(0, 4));
  const begins = year % 2 === 1 ? year - 2 : year - 3;
  return [begins - 6, begins].map((from) => ({
    type: 'sen',
    start: `${from}-01-03`,
    end: `${from + 6}-01-03`,
    state,
    class: 1,
    party,
  }));
}
