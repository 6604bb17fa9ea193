/** The volumes of the invented year, its seeded random numbers, and names that no real person has. */

/** One year; everything but the number of trackers grows with the size. */
export interface Volume {
  times: number;
  filings: number;
  /** Rows of those filings, P and S rows among them. */
  rows: number;
  openMarketRows: number;
  issuers: number;
  /** People with filings of the year, and everyone who ever filed. */
  people: number;
  identities: number;
  members: number;
  trades: number;
  euRows: number;
}

export function volumeOf(times: number): Volume {
  return {
    times,
    filings: 180_000 * times,
    rows: 500_000 * times,
    openMarketRows: 170_000 * times,
    issuers: 5_000 * times,
    people: 75_000 * times,
    identities: 500_000 * times,
    members: 600 * times,
    trades: 60_000 * times,
    euRows: 4_000 * times,
  };
}

export const DAY = 86_400_000;

/** A number from 0 to 1 that depends only on the two given numbers; `salt` separates one use from another. */
export function chance(n: number, salt: number): number {
  let h = Math.imul(n ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x27d4eb2f);
  return ((h ^ (h >>> 15)) >>> 0) / 2 ** 32;
}

/** 0 to `count` - 1; the higher `skew`, the more often the low ones. 1 means equally often. */
export function pick(n: number, salt: number, count: number, skew = 1): number {
  return Math.floor(count * chance(n, salt) ** skew);
}

const STARTS = 'b br c ch d dr f fl g gr h j k kr l m n p pr qu r s sh st t th tr v w z'.split(' ');
const MIDDLES = 'a e i o u ai ea ee oa ou'.split(' ');
const ENDS = 'b ck d ff g l ll m n nd ng nt r rd rn rt s ss t th x'.split(' ');

function syllable(n: number, open: boolean): string {
  const start = STARTS[n % STARTS.length] as string;
  const middle = MIDDLES[Math.floor(n / STARTS.length) % MIDDLES.length] as string;
  if (open) return start + middle;
  return start + middle + ENDS[Math.floor(n / STARTS.length / MIDDLES.length) % ENDS.length];
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export function surname(n: number): string {
  const first = syllable(pick(n, 1, 600), true);
  return capital(first + syllable(pick(n, 2, 6300), n % 3 === 0) + (n % 7 === 0 ? 'son' : ''));
}

export function givenName(n: number): string {
  return capital(syllable(pick(n, 3, 300), true) + syllable(pick(n, 4, 300), n % 2 === 0));
}

/** In EDGAR order. Some surnames are common, most are rare, and people share names now and then. */
export function personName(person: number): string {
  const last = surname(pick(person, 5, 12_000, 2));
  const first = givenName(pick(person, 6, 800, 1.5));
  const initial = chance(person, 7) < 0.6 ? ` ${String.fromCharCode(65 + pick(person, 8, 26))}` : '';
  return `${last} ${first}${initial}${person % 97 === 0 ? ' Jr.' : ''}`;
}

/** Four letters: 0 is AAAA. */
export function letters(n: number): string {
  return [17_576, 676, 26, 1].map((unit) => String.fromCharCode(65 + (Math.floor(n / unit) % 26))).join('');
}

export const issuerCik = (issuer: number) => String(9_000_000_000 + issuer);
export const ownerCik = (person: number) => String(9_100_000_000 + person);
export const issuerName = (issuer: number) => `${capital(syllable(issuer, false))} ${surname(issuer)} Inc`;
export const formerIssuerName = (issuer: number) => `${surname(issuer + 50_000)} Holdings Inc`;

/** One issuer of a thousand has a class of shares in its symbol, and one has no symbol. */
export function symbolOf(issuer: number): string | null {
  if (issuer % 1000 === 700) return null;
  return issuer % 1000 === 600 ? `${letters(issuer)}.B` : letters(issuer);
}
