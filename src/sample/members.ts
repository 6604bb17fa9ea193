/**
 * The invented members of the Congress: the two files of congress-legislators as they stand on a day. Their bioguide
 * ids hold 999, a range that nobody was given.
 */

import type { RawDocument } from '../registers/register.js';
import { addDays } from './calendar.js';
import { LEFT_DAYS_AGO, MOVED_DAYS_AGO } from './member-filers.js';

export { type FiledName, type SampleFiler, sampleFilers } from './member-filers.js';

/** Gideon Snorkelby left the party in the middle of a term. */
const CHANGED_PARTY = 'S999006';
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
