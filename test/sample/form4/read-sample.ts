/** An independent parser of sample submissions, which shares only the XML library with the service's own parser. */

import { parseXml, type XmlElement } from '../../../src/registers/formats/xml.js';
import type { RawDocument } from '../../../src/registers/register.js';

export interface SampleRow {
  derivative: boolean;
  code: string;
  date: string;
  shares: number | null;
  price: number | null;
  after: number | null;
}

export interface SampleFiling {
  accession: string;
  text: string;
  root: XmlElement;
  /** YYYY-MM-DD. */
  filed: string;
  type: string;
  issuerCik: string;
  issuerName: string;
  symbol: string;
  owners: string[];
  ownerNames: string[];
  rows: SampleRow[];
}

export const all = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) => (child.name === name ? [child] : []).concat(all(child, name)));

export const text = (element: XmlElement, name: string): string | null => {
  const [found] = all(element, name);
  if (!found) return null;
  const value = found.children.find((child) => child.name === 'value') ?? found;
  return value.text.trim();
};

const number = (element: XmlElement, name: string): number | null => {
  const written = text(element, name);
  return written ? Number(written) : null;
};

export function readSample(document: RawDocument): SampleFiling {
  const whole = document.bytes.toString('utf8');
  const root = parseXml(/<XML>([\s\S]*?)<\/XML>/.exec(whole)![1]!);
  const filed = /FILED AS OF DATE:\s+(\d{4})(\d\d)(\d\d)/.exec(whole)!;
  const row = (element: XmlElement): SampleRow => ({
    derivative: element.name === 'derivativeTransaction',
    code: text(element, 'transactionCode')!,
    date: text(element, 'transactionDate')!,
    shares: number(element, 'transactionShares'),
    price: number(element, 'transactionPricePerShare'),
    after: number(element, 'sharesOwnedFollowingTransaction'),
  });
  return {
    accession: document.key,
    text: whole,
    root,
    filed: `${filed[1]}-${filed[2]}-${filed[3]}`,
    type: text(root, 'documentType')!,
    issuerCik: text(root, 'issuerCik')!,
    issuerName: text(root, 'issuerName')!,
    symbol: text(root, 'issuerTradingSymbol')!,
    owners: all(root, 'rptOwnerCik').map((element) => element.text),
    ownerNames: all(root, 'rptOwnerName').map((element) => element.text),
    rows: [...all(root, 'nonDerivativeTransaction'), ...all(root, 'derivativeTransaction')].map(row),
  };
}

/** Open-market rows that have a value, worth no more than any share is. */
export const marketRows = (filing: SampleFiling, code?: string) =>
  filing.rows
    .filter((r) => !r.derivative && (code === undefined ? /^[PS]$/.test(r.code) : r.code === code))
    .filter((r) => r.shares !== null && r.price !== null && r.price > 0 && r.price < 1_000_000)
    .map((r) => ({ ...r, value: r.shares! * r.price! }));

/** The UTC moment of an acceptance time, YYYYMMDDHHMMSS in New York. */
export function utcOfEastern(accepted: string): string {
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(accepted)!.map(Number);
  const asUtc = Date.UTC(y!, mo! - 1, d!, h!, mi!, s!);
  const eastern = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    timeZoneName: 'longOffset',
  });
  const zone = eastern
    .formatToParts(asUtc + 5 * 3_600_000)
    .find((part) => part.type === 'timeZoneName')!.value;
  return new Date(asUtc - Number(zone.slice(3, 6)) * 3_600_000).toISOString();
}
