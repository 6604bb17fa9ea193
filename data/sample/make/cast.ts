/**
 * The invented issuers and insiders. The symbols were looked up in the ticker table of the SEC and were free;
 * CIKs start with 99000, a range that EDGAR does not give out, and CUSIPs with 99, which is kept for private use.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/package-root.js';
import { hash } from './draw.js';

export interface Issuer {
  /** The ticker as in the ticker table (a class with a hyphen); '' for an issuer without a symbol. */
  ticker: string;
  /** Ten digits. */
  cik: string;
  name: string;
  /** USD about a year ago, in shares of today. */
  price: number;
  insiders: number;
  city: string;
  state: string;
  /** Standard Industrial Classification, as the header writes it. */
  industry: string;
  exchange: string | null;
  /** The spellings of the symbol that its filers use, in turn. */
  typed: readonly string[];
  /** Further symbols of the same CIK. */
  otherTickers: readonly string[];
  /** The title of the traded security. */
  securityTitle: string;
  /** Its insiders trade all year, and its price is known on most days. */
  isBusy: boolean;
}

/** The place of the first insider in the list. */
const BUSY = 27;

const list = (text = '') => (text === '' ? [] : text.split(','));
const rows = readFileSync(join(packageRoot(), 'data/sample/make/issuers.csv'), 'utf8').trim().split('\n');

export const issuers: readonly Issuer[] = rows.slice(1).map((row, place) => {
  const [ticker = '', name = '', price, insiders, city = '', state = '', industry = '', exchange, ...more] =
    row.split('|');
  const [typed, otherTickers, securityTitle] = more;
  return {
    ticker,
    cik: String(9_900_000_101 + place * 7),
    name,
    price: Number(price),
    insiders: Number(insiders),
    city,
    state,
    industry,
    exchange: exchange || null,
    typed: typed ? list(typed) : [ticker],
    otherTickers: list(otherTickers),
    securityTitle: securityTitle || 'Common Stock',
    isBusy: place >= BUSY,
  };
});

/** Their stocks split two for one this many weekdays ago. */
export const SPLIT = { ticker: 'TQLE', newForOld: 2, back: 99 };
/** They changed their names this many weekdays ago. */
export const RENAMED = { ticker: 'GZQA', name: 'Gazquanta Telegraph Co', back: 107 };
const MARRIED = { ticker: 'LQZA', place: 2, name: "O'Brindleby-Moor Seraphina K", back: 128 };

/** The issuer of this ticker, or of this name if it has no ticker. @throws RangeError when there is none. */
export function issuerOf(tickerOrName: string): Issuer {
  const issuer = issuers.find(({ ticker, name }) => (ticker || name) === tickerOrName);
  if (issuer === undefined) throw new RangeError(`no sample issuer ${tickerOrName}`);
  return issuer;
}

/** The name of the issuer this many weekdays ago. */
export const nameAt = (issuer: Issuer, back: number): string =>
  issuer.ticker === RENAMED.ticker && back > RENAMED.back ? RENAMED.name : issuer.name;

/** An invented close in USD this many weekdays ago, in shares of that day: a slow wave and a fast one. */
export function priceAt(issuer: Issuer, back: number): number {
  const days = back * 1.4 + Number(issuer.cik.slice(-4));
  const wave = 0.12 * Math.sin(days / 41) + 0.035 * Math.sin((days * 3) / 13);
  const old = issuer.ticker === SPLIT.ticker && back > SPLIT.back ? SPLIT.newForOld : 1;
  return cents(issuer.price * (1 + wave) * old);
}

export const cents = (value: number): number => Math.round(value * 100) / 100;

/** `issue` distinguishes the securities of one issuer: 10 is the first share class. */
export function cusipOf(tickerOrName: string, issue = '10'): string {
  const eight = `99${String(issuers.indexOf(issuerOf(tickerOrName)) * 7 + 11).padStart(4, '0')}${issue}`;
  let sum = 0;
  for (const [place, sign] of [...eight].entries()) {
    const value = Number.parseInt(sign, 36) * (place % 2 === 0 ? 1 : 2);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return `${eight}${(10 - (sum % 10)) % 10}`;
}

export interface Party {
  /** Ten digits. */
  cik: string;
  /** EDGAR's conformed name, surname first; ASCII only. */
  name: string;
  formerName?: { name: string; back: number };
  /** Companies, funds and trusts carry more in the header than people do. */
  organisation: boolean;
  street: string;
  city: string;
  state: string;
  zip: string;
}

/** A reporting owner with the relationship to the issuer of the filing. */
export interface Owner {
  party: Party;
  director?: boolean;
  tenPercent?: boolean;
  officerTitle?: string;
  otherText?: string;
}

const words = (text: string) => text.split(' ');
const BEGINNINGS = words(
  'Brindle Quill Thistle Copper Lark Wimble Gander Pepper Nettle Tumble Bramble Cobble Marrow Puddle Saffron',
);
const ENDINGS = words('feather whistle moor stead gate thatch bottom quist worth spoon');
const GIVEN = words(
  'Ambrose Odette Caspian Leocadia Fennimore Isolde Thaddeus Marisol Barnaby Winifred Ignatius Clementine Lysander Rosalba Octavio Philippa Ephraim Seraphina Leopold Tamsin Cornelius Delphine Rufus Ottoline Evander Peregrine Zenobia Augustin Hyacinth',
);
const INITIALS = 'ABCDEGHJKLMNPRSTVW';
const TITLES = 'Chief Executive Officer||Chief Financial Officer||General Counsel & Secretary|'.split('|');

/** Surname first; one in six in capitals, some with a suffix behind the surname or without an initial. */
function personName(i: number): string {
  const surname = `${BEGINNINGS[i % 15]}${ENDINGS[Math.floor(i / 15) % 10]}`;
  const initial = i % 5 === 0 ? '' : ` ${INITIALS[(i * 5) % 18]}${i % 4 === 0 ? '.' : ''}`;
  const suffix = i % 37 === 9 ? ' III' : i % 41 === 12 ? ' JR' : '';
  const name = `${surname}${suffix} ${GIVEN[(i * 7) % 29]}${initial}`;
  return i % 6 === 2 ? name.toUpperCase() : name;
}

export function zipOf(city: string): string {
  return String(10_000 + (hash(city) % 89_000));
}

let seat = 0;
const boards = new Map(
  issuers.map((issuer) => [
    issuer.cik,
    Array.from({ length: issuer.insiders }, (_, place): Owner => {
      const address = { street: `C/O ${issuer.name.toUpperCase().replace(/[.,]/g, '')}`, city: issuer.city };
      const region = { state: issuer.state, zip: zipOf(issuer.city) };
      const cik = String(9_900_010_001 + seat * 3);
      const party: Party = { cik, name: personName(seat), organisation: false, ...address, ...region };
      seat += 1;
      const officerTitle = TITLES[place];
      const isDirector = officerTitle === '' || place === 0;
      return { party, ...(officerTitle ? { officerTitle } : {}), ...(isDirector ? { director: true } : {}) };
    }),
  ]),
);

/** The insider in this place of an issuer's board: chief executive, director, finance chief, director, counsel, director. */
export function insider(tickerOrName: string, place: number, more: Partial<Owner> = {}): Owner {
  const owner = boards.get(issuerOf(tickerOrName).cik)?.[place];
  if (owner === undefined) throw new RangeError(`no insider ${place} at ${tickerOrName}`);
  return { ...owner, ...more };
}

/** Every natural person of the sample. */
export const people: readonly Party[] = [...boards.values()].flat().map(({ party }) => party);

// Two people of one name, at two issuers: an owner is its CIK.
insider('EQXA', 3).party.name = 'Quillfeather Ambrose';
insider('MXQO', 3).party.name = 'Quillfeather Ambrose';
const married = insider(MARRIED.ticker, MARRIED.place).party;
married.formerName = { name: married.name, back: MARRIED.back };
married.name = MARRIED.name;

/** The name of a person this many weekdays ago. */
export const partyNameAt = ({ name, formerName }: Party, back: number): string =>
  formerName !== undefined && back > formerName.back ? formerName.name : name;

/** The trust, fund or company of this conformed name; the same name gives the same CIK. */
export const organisation = (name: string): Party => ({
  cik: String(9_900_050_000 + (hash(name) % 49_999)),
  name,
  organisation: true,
  street: `${1 + (hash(name) % 900)} LEDGER STREET`,
  city: 'COINSBURY',
  state: 'DE',
  zip: '19999',
});
