/** What a person owns, as text: the values without their names, a third of the JSON. Half a million people have some. */

import { edgarIndexPage } from '../../tools/contract/edgar-address.js';
import type { OwnedLine } from '../../tools/contract/shapes/owned-line.js';

import { damagedRow } from './sound-json.js';

/** JSON escapes both, so that no value has one. */
const UNIT = '\u001f';
const RECORD = '\u001e';
/** Digits and hyphens before the row in a `filingId`. */
const ACCESSION_LENGTH = 20;

type Field = Exclude<keyof OwnedLine, 'rawFilingUrl'>;
/** In the order of the answer. The address of the filing follows from them. True: left out where it has no value, and not null. */
const IS_OPTIONAL: Readonly<Record<Field, boolean>> = {
  issuerCik: false,
  issuerName: false,
  issuerTicker: false,
  isDerivative: false,
  securityTitle: false,
  ownership: false,
  nature: false,
  account: false,
  shares: false,
  value: false,
  whyUnknown: true,
  underlyingTitle: false,
  underlyingShares: false,
  underlyingValue: false,
  exercisePrice: false,
  exerciseDate: false,
  expirationDate: false,
  asOf: false,
  form: false,
  filingId: false,
  filedAt: false,
  notStatedSince: true,
  doubts: false,
};
// The keys of a record of all fields are the fields.
const FIELDS = Object.keys(IS_OPTIONAL) as Field[];

/** Most values of a line are null or left out, and both are nothing here. */
export function packOwnedLines(lines: readonly OwnedLine[]): string {
  return lines
    .map((line) => FIELDS.map((field) => JSON.stringify(line[field] ?? undefined) ?? '').join(UNIT))
    .join(RECORD);
}

/** @throws SyntaxError if the text is damaged */
export function unpackOwnedLines(packed: string): OwnedLine[] {
  return packed.split(RECORD).map((text) => {
    const values = text.split(UNIT);
    if (values.length !== FIELDS.length) throw damagedRow();
    const members = FIELDS.flatMap((field, at): Array<[string, unknown]> => {
      const value = values[at];
      if (value) return [[field, JSON.parse(value)]];
      return IS_OPTIONAL[field] ? [] : [[field, null]];
    });
    // What `packOwnedLines` was given.
    const line = Object.fromEntries(members) as Omit<OwnedLine, 'rawFilingUrl'>;
    const accession = line.filingId.slice(0, ACCESSION_LENGTH);
    return { ...line, rawFilingUrl: edgarIndexPage(line.issuerCik, accession) };
  });
}
