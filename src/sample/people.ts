/** The invented reporting owners: 150 people on the boards of the sample issuers, and the trusts and funds beside them. */

import { issuerOf, issuers, type SampleIssuer } from './issuers.js';
import { hash } from './random.js';

export interface Party {
  /** Ten digits, starting with 99000. */
  cik: string;
  /** EDGAR's conformed name, surname first; ASCII only. */
  name: string;
  formerName?: { name: string; daysAgo: number };
  /** Companies, funds and trusts carry more in the header than people do. */
  organisation: boolean;
  street: string;
  city: string;
  state: string;
  zip: string;
}

/** Reporting owner with the relationship to the issuer of the filing. */
export interface Owner {
  party: Party;
  director?: boolean;
  tenPercent?: boolean;
  officerTitle?: string;
  otherText?: string;
}

const BEGINNINGS = [
  'Brindle',
  'Quill',
  'Thistle',
  'Copper',
  'Lark',
  'Wimble',
  'Gander',
  'Pepper',
  'Nettle',
  'Tumble',
  'Bramble',
  'Cobble',
  'Marrow',
  'Puddle',
  'Saffron',
];
const ENDINGS = [
  'feather',
  'whistle',
  'moor',
  'stead',
  'gate',
  'thatch',
  'bottom',
  'quist',
  'worth',
  'spoon',
];
const GIVEN = [
  'Ambrose',
  'Odette',
  'Caspian',
  'Leocadia',
  'Fennimore',
  'Isolde',
  'Thaddeus',
  'Marisol',
  'Barnaby',
  'Winifred',
  'Ignatius',
  'Clementine',
  'Lysander',
  'Rosalba',
  'Octavio',
  'Philippa',
  'Ephraim',
  'Seraphina',
  'Leopold',
  'Tamsin',
  'Cornelius',
  'Delphine',
  'Rufus',
  'Ottoline',
  'Evander',
  'Peregrine',
  'Zenobia',
  'Augustin',
  'Hyacinth',
];
const INITIALS = 'ABCDEGHJKLMNPRSTVW';
const ROLES = [
  'Chief Executive Officer',
  '',
  'Chief Financial Officer',
  '',
  'General Counsel & Secretary',
  '',
  'Chief Technology Officer',
];

/** Surname first; one in six in capitals, some with a suffix behind the surname or without an initial. */
function nameOf(i: number): string {
  const surname = `${BEGINNINGS[i % BEGINNINGS.length]}${ENDINGS[Math.floor(i / BEGINNINGS.length) % ENDINGS.length]}`;
  const given = GIVEN[(i * 7) % GIVEN.length]!;
  const initial = i % 5 === 0 ? '' : ` ${INITIALS[(i * 5) % INITIALS.length]}${i % 4 === 0 ? '.' : ''}`;
  const suffix = i % 37 === 9 ? ' III' : i % 41 === 12 ? ' JR' : '';
  const name = `${surname}${suffix} ${given}${initial}`;
  return i % 6 === 2 ? name.toUpperCase() : name;
}

const address = (issuer: SampleIssuer) => ({
  street: `C/O ${issuer.name.toUpperCase().replace(/[.,]/g, '')}`,
  city: issuer.city,
  state: issuer.state,
  zip: String(10_000 + (hash(issuer.city) % 89_000)),
});

const boards = new Map<string, Owner[]>();
let seat = 0;
for (const issuer of issuers) {
  const board: Owner[] = [];
  for (let i = 0; i < issuer.insiders; i++, seat++) {
    const officerTitle = ROLES[i];
    board.push({
      party: {
        cik: String(9_900_010_001 + seat * 3),
        name: nameOf(seat),
        organisation: false,
        ...address(issuer),
      },
      ...(officerTitle ? { officerTitle } : {}),
      ...(officerTitle === '' || i === 0 ? { director: true } : {}),
    });
  }
  boards.set(issuer.cik, board);
}

// Two people of one name, at two issuers: an owner is its CIK.
seatOf('EQXA', 3).party.name = 'Quillfeather Ambrose';
seatOf('MXQO', 3).party.name = 'Quillfeather Ambrose';
// A marriage, half a year ago.
const married = seatOf('LQZA', 2).party;
married.formerName = { name: married.name, daysAgo: 180 };
married.name = "O'Brindleby-Moor Seraphina K";

function seatOf(tickerOrName: string, place: number): Owner {
  const owner = boards.get(issuerOf(tickerOrName).cik)?.[place];
  if (!owner) throw new RangeError(`nobody has place ${place} at ${tickerOrName}`);
  return owner;
}

/** The insiders of an issuer: chief executive, director, finance chief, director, counsel, director, technology chief. */
export const boardOf = (tickerOrName: string): readonly Owner[] => boards.get(issuerOf(tickerOrName).cik)!;

/** Every natural person of the sample. */
export const people: readonly Party[] = [...boards.values()].flat().map((owner) => owner.party);

const organisations = new Map<string, Party>();

/** The trust, fund or company of this conformed name; the same name gives the same CIK. */
export function organisation(name: string): Party {
  let party = organisations.get(name);
  if (!party) {
    party = {
      cik: String(9_900_050_000 + (hash(name) % 49_999)),
      name,
      organisation: true,
      street: `${1 + (hash(name) % 900)} LEDGER STREET`,
      city: 'COINSBURY',
      state: 'DE',
      zip: '19999',
    };
    organisations.set(name, party);
  }
  return party;
}
