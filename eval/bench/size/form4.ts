/** Invented Form 4 filings: the year, the decades before it, and the filings of one more hour. */

import type { Form4Filing, Form4Transaction, ReportingOwner } from '../../../src/records/form4/form4.js';
import {
  chance,
  DAY,
  formerIssuerName,
  issuerCik,
  issuerName,
  ownerCik,
  personName,
  pick,
  symbolOf,
  type Volume,
} from './synthetic-data.js';

/** Every tenth of three filings trades in the open market; the others grant, exercise, withhold and give. */
const OPEN_OF = 10;
const OPEN = 3;
const OTHER_CODES = ['A', 'M', 'F', 'G', 'A', 'D', 'J', 'F'] as const;
const TITLES = [
  'Chief Executive Officer',
  'Chief Financial Officer',
  'Chief Operating Officer',
  'General Counsel',
  'Senior Vice President',
] as const;
/** One issuer of this many changed its name this many days before the end of the year. */
const RENAMED_OF = 40;
const RENAMED_DAYS = 200;

/** The filing `n` of the year before `now` (0 is the oldest). */
export function yearFiling(n: number, volume: Volume, now: Date): Form4Filing {
  const open = n % OPEN_OF < OPEN;
  const group = Math.floor(n / OPEN_OF) * (open ? OPEN : OPEN_OF - OPEN) + (n % OPEN_OF) - (open ? 0 : OPEN);
  const groups = (volume.filings * (open ? OPEN : OPEN_OF - OPEN)) / OPEN_OF;
  const total = open ? volume.openMarketRows : volume.rows - volume.openMarketRows;
  // Spread so that the sum over the whole group is exact.
  const count = Math.floor(((group + 1) * total) / groups) - Math.floor((group * total) / groups);
  // Seven days a week, so that every hour has its filings.
  const age = (1 - (n + 1) / (volume.filings + 1)) * 364.5 * DAY;
  const at = new Date(Math.floor((now.getTime() - age) / 1000) * 1000);
  const isFormer = age > RENAMED_DAYS * DAY;
  return filing(n, volume, { at, open, count, accession: accession(1, n), isFormer });
}

/** Filing number `n` of an hour after the year, for a refresh. `round` distinguishes one hour from the next. */
export function hourFiling(n: number, round: number, volume: Volume, now: Date): Form4Filing {
  const seed = 1_000_000_000 + round * 1000 + n;
  const at = new Date(Math.floor((now.getTime() - 60_000 - n * 1000) / 1000) * 1000);
  const given = {
    at,
    open: n % OPEN_OF < OPEN,
    count: 2 + (n % 3),
    accession: accession(3, seed % 1_000_000),
  };
  return filing(seed, volume, given);
}

/** The one filing, years ago, of a person who has not filed since. */
export function pastFiling(person: number, volume: Volume, now: Date): Form4Filing {
  const at = new Date(now.getTime() - (400 + chance(person, 20) * 6500) * DAY);
  const issuer = pick(person, 21, volume.issuers);
  const day = at.toISOString().slice(0, 10);
  return {
    ...shell(issuer, accession(2, person), `${day}T03:59:59.000Z`, nameBefore(issuer)),
    filedAtApproximate: true,
    precision: 'dataset',
    schemaVersion: null,
    owners: [owner(person)],
    transactions: [transaction(0, person, chance(person, 22) < 0.34 ? 'S' : 'A', { date: day, issuer })],
  };
}

const accession = (series: number, n: number) =>
  `000990000${series}-${String(10 + Math.floor(n / 1_000_000)).padStart(2, '0')}-${String(n % 1_000_000).padStart(6, '0')}`;

interface FilingFacts {
  at: Date;
  open: boolean;
  count: number;
  accession: string;
  /** Whether it was filed before the issuer changed its name, if it did. */
  isFormer?: boolean;
}

function filing(
  n: number,
  volume: Volume,
  { at, open, count, accession, isFormer = false }: FilingFacts,
): Form4Filing {
  // Each issuer has its own people. Every person files once; for the rest, a few issuers and people file most.
  const each = volume.people / volume.issuers;
  const once = n % 2 === 0 && n / 2 < volume.people;
  const issuer = once ? Math.floor(n / 2 / each) : pick(n, 10, volume.issuers, 1.5);
  const person = once ? n / 2 : issuer * each + pick(n, 11, each, 1.5);
  const together = chance(n, 12) < 0.08 ? 2 + pick(n, 13, 3) : 1;
  const owners = Array.from({ length: together }, (_, place) => owner((person + place) % volume.people));
  const day = at.toISOString().slice(0, 10);
  const code = chance(n, 14) < 0.2 ? 'P' : 'S';
  return {
    ...shell(issuer, accession, at.toISOString(), isFormer ? nameBefore(issuer) : issuerName(issuer)),
    owners,
    aff10b5One: n % 5 === 0,
    transactions: Array.from({ length: count }, (_, row) =>
      transaction(row, n, open ? code : (OTHER_CODES[(n + row) % OTHER_CODES.length] as string), {
        date: day,
        issuer,
      }),
    ),
  };
}

const nameBefore = (issuer: number) =>
  issuer % RENAMED_OF === 7 ? formerIssuerName(issuer) : issuerName(issuer);

function shell(
  issuer: number,
  accession: string,
  filedAt: string,
  name: string,
): Omit<Form4Filing, 'owners' | 'transactions'> {
  return {
    kind: 'form4',
    accession,
    documentType: '4',
    schemaVersion: 'X0508',
    periodOfReport: filedAt.slice(0, 10),
    dateOfOriginalSubmission: null,
    filesSeparately: false,
    filedAt,
    filedAtApproximate: false,
    filedDate: filedAt.slice(0, 10),
    precision: 'xml',
    issuer: {
      cik: issuerCik(issuer),
      name,
      tradingSymbol: symbolOf(issuer),
      foreignTradingSymbol: null,
    },
    notSubjectToSection16: null,
    aff10b5One: null,
    remarks: null,
    holdingCount: 1,
  };
}

function owner(person: number): ReportingOwner {
  const isOfficer = person % 3 === 0;
  return {
    cik: ownerCik(person),
    name: personName(person),
    isDirector: person % 2 === 0,
    isOfficer,
    isTenPercentOwner: person % 17 === 0,
    isOther: !isOfficer && person % 2 === 1 && person % 17 !== 0,
    officerTitle: isOfficer ? (TITLES[(person / 3) % TITLES.length] as string) : null,
    otherText: !isOfficer && person % 2 === 1 && person % 17 !== 0 ? 'Former director' : null,
  };
}

/** Prices of one issuer are of one level: other filings witness them. */
function transaction(
  row: number,
  n: number,
  code: string,
  { date, issuer }: { date: string; issuer: number },
): Form4Transaction {
  const level = 5 + chance(issuer, 17) * 400;
  const price = Math.round(level * (90 + chance(n, 16) * 20) + row) / 100;
  const derivative = code === 'M' && row % 2 === 1;
  const planned = n % 5 === 0 && (code === 'P' || code === 'S');
  return {
    row,
    table: derivative ? 'derivative' : 'non-derivative',
    securityTitle: derivative ? 'Stock Option (Right to Buy)' : 'Common Stock',
    transactionDate: date,
    transactionCode: code,
    equitySwap: false,
    timeliness: null,
    shares: 100 + pick(n * 31 + row, 15, 20_000, 3),
    pricePerShare: code === 'A' || code === 'G' ? 0 : price,
    statedTotalValue: null,
    acquiredDisposed: 'PAMJ'.includes(code) ? 'A' : 'D',
    // Unlike any other row's, so that no two rows are one lot.
    sharesOwnedAfter: 1_000_000 + n * 8 + row,
    valueOwnedAfter: null,
    ownership: n % 6 === 0 ? 'I' : 'D',
    natureOfOwnership: n % 6 === 0 ? 'By Family Trust' : null,
    conversionOrExercisePrice: derivative ? 12.5 : null,
    underlyingTitle: derivative ? 'Common Stock' : null,
    underlyingShares: derivative ? 100 : null,
    is10b5_1: planned,
    hasVwapFootnote: n % 4 === 0,
    hasAdsFootnote: false,
    hasTaxWithholdingFootnote: code === 'F',
    hasIndirectOwnershipFootnote: false,
    soldOnlyForTax: false,
    acquisition: null,
    implausible: [],
  };
}
