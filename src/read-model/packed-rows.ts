/**
 * Rows without the names of their fields, which would be more than half of the read model: the JSON of each value, with
 * characters between them that JSON never contains.
 */

import { edgarIndexPage } from '../../tools/contract/edgar-address.js';
import { ACQUISITIONS, type Acquisition } from '../../tools/contract/shapes/acquisition.js';
import type { Erratum } from '../../tools/contract/shapes/erratum.js';
import type { FilingFacts } from '../../tools/contract/shapes/filing.js';
import type { FilingSumFacts } from '../../tools/contract/shapes/filing-group.js';
import type { CareerLot, CoFiler, InsiderTransaction } from '../../tools/contract/shapes/insider.js';
import { damagedRow } from './sound-json.js';

/** Between two values, and between two lists of values. */
const UNIT = '\u001f';
const RECORD = '\u001e';
/** Before the erratum of a row. */
const GROUP = '\u001d';

/** In the order of the answer, without those that follow from the columns beside it. */
type FilingField = Exclude<
  keyof FilingFacts,
  | 'filingId'
  | 'cik'
  | 'filedAt'
  | 'firstFiledAt'
  | 'footnoteUnclear'
  | 'acquisition'
  | 'erratum'
  | 'rawFilingUrl'
>;
const FILING_FIELDS = fieldNames<FilingField>({
  issuerName: 1,
  issuerTicker: 1,
  ownerName: 1,
  ownerSlug: 1,
  ownerCik: 1,
  ownerTitle: 1,
  transactionCode: 1,
  securityTitle: 1,
  transactionDate: 1,
  // Behind `filedAt`.
  filedAtApproximate: 1,
  shares: 1,
  pricePerShare: 1,
  totalValue: 1,
  sharesOwnedAfter: 1,
  ownershipType: 1,
  formType: 1,
  originalSubmissionDate: 1,
  periodOfReport: 1,
  is10b5_1: 1,
  isDirector: 1,
  isOfficer: 1,
  isTenPercentOwner: 1,
  isOther: 1,
  otherText: 1,
  isPairedExercise: 1,
  hasAdsFootnote: 1,
  hasIndirectOwnershipFootnote: 1,
  hasTaxWithholdingFootnote: 1,
  hasVwapFootnote: 1,
});
const FLAGS_FROM = FILING_FIELDS.indexOf('is10b5_1');
const OWN_FILING_FIELDS = FILING_FIELDS.slice(0, FLAGS_FROM);
const OWN_FILING_NAMES = OWN_FILING_FIELDS.map(memberName);
const APPROXIMATE_NAME = memberName('filedAtApproximate');
/**
 * A digit for each but `otherText`, which is behind them: 2 is false because the footnotes contradict themselves. Before them is the
 * place of the acquisition among ACQUISITIONS, or -.
 */
const FLAG_FIELDS = FILING_FIELDS.slice(FLAGS_FROM);
const DIGITS = FLAG_FIELDS.length - 1;
const FLAGS_TEXT = new RegExp(`^[-0-6][012]{${DIGITS}}(?:null|"[^\\u001f]*")$`);
const FLAGS_MAX = 2_000;
const flags = new Map<string, string>();

/**
 * Fields of a person's row that all rows of a filing share, between those that follow from the columns beside it; then
 * those of each row, in the order of the answer. Its label is named by its id.
 */
type SharedField = 'filedAtApproximate' | 'issuerName' | 'issuerTicker' | 'ownerName' | 'ownerTitle';
const SHARED_FIELDS = fieldNames<SharedField>({
  filedAtApproximate: 1,
  issuerName: 1,
  issuerTicker: 1,
  ownerName: 1,
  ownerTitle: 1,
});
type OwnField = Exclude<
  keyof InsiderTransaction,
  | SharedField
  | 'filingId'
  | 'filedAt'
  | 'firstFiledAt'
  | 'ownerSlug'
  | 'ownerCik'
  | 'intentLabel'
  | 'signalQuality'
  | 'implausible'
  | 'acquisition'
  | 'erratum'
  | 'rawFilingUrl'
>;
const OWN_FIELDS = fieldNames<OwnField>({
  transactionCode: 1,
  securityTitle: 1,
  transactionDate: 1,
  shares: 1,
  pricePerShare: 1,
  totalValue: 1,
  sharesOwnedAfter: 1,
  isDerivative: 1,
});
const SHARED_NAMES = SHARED_FIELDS.map(memberName);
const OWN_NAMES = OWN_FIELDS.map(memberName);

/** The last one, for lots on both sides of a split. */
const SPLIT_NAME = memberName('split');
const LOT_FIELDS = fieldNames<Exclude<keyof CareerLot, 'split'>>({
  issuerTicker: 1,
  issuerName: 1,
  direction: 1,
  lots: 1,
  shares: 1,
  totalValue: 1,
  firstDate: 1,
  lastDate: 1,
});
const LOT_NAMES = LOT_FIELDS.map(memberName);
const LOT_AND_SPLIT = [...LOT_NAMES, SPLIT_NAME];
const CO_FILER_FIELDS = fieldNames<keyof CoFiler>({ slug: 1, name: 1, sharedFilings: 1 });
const CO_FILER_NAMES = CO_FILER_FIELDS.map(memberName);

/** What the columns beside the packed transactions of a filing say, and the row of its owner. */
export interface FilingOfPerson {
  accession: string;
  filedAt: string;
  ownerCik: string;
  ownerSlug: string;
}

/** The members that a label stands for, by the id of the label. */
export type LabelMembers = ReadonlyMap<string, string>;

/** The document of the read model that has all labels. */
export const LABELS_DOCUMENT = 'form4-labels';

/** A label as the read model keeps it: what very many rows share. `implausible`: words, separated by commas. */
export type StoredLabel = [
  id: number,
  signalQuality: string,
  intentLabel: string,
  implausible: string,
  acquisition: Acquisition | null,
];

export function labelMembers(labels: readonly StoredLabel[]): LabelMembers {
  return new Map(
    labels.map(([id, signalQuality, intentLabel, implausible, acquisition]) => [
      String(id),
      `,"intentLabel":${JSON.stringify(intentLabel)},"signalQuality":${JSON.stringify(signalQuality)}${acquisition === null ? '' : `,"acquisition":"${acquisition}"`}${implausible === '' ? '' : `,"implausible":${JSON.stringify(implausible.split(','))}`}`,
    ]),
  );
}

export function packFiling(facts: FilingFacts): string {
  const unclear: readonly string[] = facts.footnoteUnclear ?? [];
  const digits = FLAG_FIELDS.filter((name) => name !== 'otherText').map((name) =>
    facts[name] ? 1 : unclear.includes(name) ? 2 : 0,
  );
  const acquired = facts.acquisition === undefined ? '-' : ACQUISITIONS.indexOf(facts.acquisition);
  return `${joinValues(OWN_FILING_FIELDS.map((name) => facts[name]))}${UNIT}${acquired}${digits.join('')}${JSON.stringify(facts.otherText)}${packedErratum(facts)}`;
}

/** Behind the row, which very few have. */
const packedErratum = ({ erratum }: Pick<FilingFacts, 'erratum'>): string =>
  erratum === undefined ? '' : `${GROUP}${JSON.stringify(erratum)}`;

/** A row without its erratum, and the member of that. */
function erratumOf(packed: string): readonly [row: string, member: string] {
  const at = packed.indexOf(GROUP);
  return at === -1 ? [packed, ''] : [packed.slice(0, at), `,"erratum":${packed.slice(at + 1)}`];
}

/** What the columns beside a packed row say. `firstFiledAt`: '' where the filing made the lot public. */
export type FilingPlace = [
  accession: string,
  row: number,
  issuerCik: string,
  filedAt: string,
  firstFiledAt: string,
];

/** The JSON of the row. @throws SyntaxError if the text is damaged */
export function unpackFiling(
  [accession, row, issuerCik, filedAt, firstFiledAt]: Readonly<FilingPlace>,
  packed: string,
): string {
  if (packed.includes('\0')) throw damagedRow();
  let text = `{"filingId":"${accession}-${row}","cik":"${issuerCik}"`;
  let from = 0;
  for (const name of OWN_FILING_NAMES) {
    const end = packed.indexOf(UNIT, from);
    if (end === -1) throw damagedRow();
    if (name === APPROXIMATE_NAME) text += timeMembers(filedAt, firstFiledAt);
    text += name + packed.slice(from, end);
    from = end + 1;
  }
  const [digits, erratum] = erratumOf(packed.slice(from));
  return text + flagMembers(digits) + erratum + lastMember(issuerCik, accession);
}

/** Behind `filingId` and what follows from it. */
const timeMembers = (filedAt: string, firstFiledAt: string): string =>
  firstFiledAt === ''
    ? `,"filedAt":"${filedAt}"`
    : `,"filedAt":"${filedAt}","firstFiledAt":"${firstFiledAt}"`;

/**
 * The last fields of a row, nearly all true or false: a few hundred different texts in all filings. Looking them up takes
 * half of the time of putting a row together.
 */
function flagMembers(packed: string): string {
  let members = flags.get(packed);
  if (members === undefined) {
    if (!FLAGS_TEXT.test(packed)) throw damagedRow();
    let at = 1;
    const unclear: FilingField[] = [];
    const jsonOf = (name: FilingField) => {
      if (name === 'otherText') return packed.slice(1 + DIGITS);
      const digit = packed[at++];
      if (digit === '2') unclear.push(name);
      return digit === '1' ? 'true' : 'false';
    };
    const acquired = ACQUISITIONS[Number(packed[0])];
    const filed = FLAG_FIELDS.map((name) => memberName(name) + jsonOf(name));
    // Joined into one piece: a text made with + stays a tree of its parts, which every answer would walk again.
    members = [
      ...filed,
      ...(unclear.length === 0 ? [] : [memberName('footnoteUnclear'), JSON.stringify(unclear)]),
      ...(acquired === undefined ? [] : [memberName('acquisition'), JSON.stringify(acquired)]),
    ].join('');
    if (flags.size >= FLAGS_MAX) flags.clear();
    flags.set(packed, members);
  }
  return members;
}

export function packSum(facts: FilingSumFacts): string {
  const { securityTitle, ownershipType, sharesOwnedAfter, isOfSeveralKinds, erratum } = facts;
  return JSON.stringify([
    securityTitle,
    ownershipType,
    sharesOwnedAfter,
    ...(isOfSeveralKinds || erratum !== undefined ? [isOfSeveralKinds] : []),
    ...(erratum === undefined ? [] : [erratum]),
  ]);
}

/** @throws SyntaxError if the text is damaged */
export function unpackSum(packed: string): FilingSumFacts {
  // What `packSum` wrote, or damaged.
  const [securityTitle, ownershipType, sharesOwnedAfter, isOfSeveralKinds = false, erratum] = JSON.parse(
    packed,
  ) as [string | null, string | null, number | null, boolean?, Erratum?];
  return {
    ...{ securityTitle, ownershipType, sharesOwnedAfter, isOfSeveralKinds },
    ...(erratum === undefined ? {} : { erratum }),
  };
}

const rowHead = ({ row, labelId, firstFiledAt }: PackedTransaction): string =>
  firstFiledAt === undefined ? `${row} ${labelId}` : `${row} ${labelId} ${firstFiledAt}`;

type PackedTransaction = InsiderTransaction & { row: number; labelId: number };

/** The transactions of one filing for one owner, at least one, in the order of the document. */
export function packTransactions(issuerCik: string, transactions: readonly PackedTransaction[]): string {
  const [first] = transactions;
  if (first === undefined) throw new Error('a filing without transactions has nothing to pack');
  const shared = joinValues(SHARED_FIELDS.map((name) => first[name]));
  const rows = transactions.map(
    (one) =>
      `${rowHead(one)}${RECORD}${joinValues(OWN_FIELDS.map((name) => one[name]))}${packedErratum(one)}`,
  );
  return [issuerCik, shared, ...rows].join(RECORD);
}

/**
 * The JSON of each transaction.
 * @throws SyntaxError if the text is damaged
 * @throws Error if a label is missing: rows and labels are published together
 */
export function unpackTransactions(
  { accession, filedAt, ownerCik, ownerSlug }: FilingOfPerson,
  packed: string,
  labels: LabelMembers,
): string[] {
  if (packed.includes('\0')) throw damagedRow();
  const [issuerCik, shared, ...rows] = packed.split(RECORD);
  // What `packTransactions` wrote: pairs, at least one.
  if (issuerCik === undefined || shared === undefined || rows.length === 0 || rows.length % 2 !== 0)
    throw damagedRow();
  const titleAt = shared.lastIndexOf(UNIT);
  if (titleAt === -1) throw damagedRow();
  const names = withNames(SHARED_NAMES.slice(0, -1), shared.slice(0, titleAt));
  const sharedText = `${names},"ownerSlug":${JSON.stringify(ownerSlug)},"ownerCik":"${ownerCik}","ownerTitle":${shared.slice(titleAt + 1)}`;
  const last = lastMember(issuerCik, accession);
  const texts: string[] = [];
  for (let at = 0; at < rows.length; at += 2) {
    // A row is its number, its label and perhaps its first filing, and its values.
    const [row, labelId, firstFiledAt = ''] = (rows[at] as string).split(' ') as [string, string, string?];
    const label = labels.get(labelId);
    if (label === undefined) throw new Error(`label ${labelId} of ${accession}-${row} is not published`);
    // As above.
    const [values, erratum] = erratumOf(rows[at + 1] as string);
    texts.push(
      `{"filingId":"${accession}-${row}"${timeMembers(filedAt, firstFiledAt)}${sharedText}${withNames(OWN_NAMES, values)}${label}${erratum}${last}`,
    );
  }
  return texts;
}

/** The issuer of packed transactions, as their filing names it. @throws SyntaxError if the text is damaged */
export function issuerOfPacked(packed: string): { cik: string; name: string; ticker: string } {
  const [cik, shared] = packed.split(RECORD, 2);
  if (cik === undefined || shared === undefined) throw damagedRow();
  // The JSON of each value, as `packTransactions` wrote it.
  const [, name, ticker] = shared.split(UNIT).map((text) => JSON.parse(text) as string);
  if (name === undefined || ticker === undefined) throw damagedRow();
  return { cik, name, ticker };
}

export function packLots(lots: readonly CareerLot[]): string {
  return lots
    .map(({ split, ...lot }) =>
      joinValues([...LOT_FIELDS.map((name) => lot[name]), ...(split === undefined ? [] : [split])]),
    )
    .join(RECORD);
}

/** The JSON of all. @throws SyntaxError if the text is damaged */
export function unpackLots(packed: string): string {
  return objectsOf((one) => (one.split(UNIT).length > LOT_NAMES.length ? LOT_AND_SPLIT : LOT_NAMES), packed);
}

export function packCoFilers(people: readonly CoFiler[]): string {
  return people.map((one) => joinValues(CO_FILER_FIELDS.map((name) => one[name]))).join(RECORD);
}

/** The JSON of all. @throws SyntaxError if the text is damaged */
export function unpackCoFilers(packed: string): string {
  return objectsOf(() => CO_FILER_NAMES, packed);
}

/** Nothing in a CIK or an accession number has to be escaped. */
function lastMember(issuerCik: string, accession: string): string {
  return `,"rawFilingUrl":"${edgarIndexPage(issuerCik, accession)}"}`;
}

function joinValues(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(UNIT);
}

/** An array of objects with the members that each has; an empty text is none. */
function objectsOf(namesOf: (one: string) => readonly string[], packed: string): string {
  if (packed === '') return '[]';
  // Without the comma before the first name.
  return `[${packed.split(RECORD).map((one) => `{${withNames(namesOf(one), one).slice(1)}}`)}]`;
}

/**
 * The values as members of an object. Loops over positions: this runs for every row of every answer.
 * @throws SyntaxError if there are not as many values as names
 */
function withNames(names: readonly string[], packed: string): string {
  let text = '';
  let from = 0;
  const last = names.length - 1;
  for (let place = 0; place <= last; place++) {
    const end = packed.indexOf(UNIT, from);
    // Only the last value has no separator behind it.
    if ((end === -1) !== (place === last)) throw damagedRow();
    text += names[place] + (end === -1 ? packed.slice(from) : packed.slice(from, end));
    from = end + 1;
  }
  return text;
}

function memberName(field: string): string {
  return `,${JSON.stringify(field)}:`;
}

/** The names of a record that has them all: a field that is missing in it does not compile. */
function fieldNames<Name extends string>(all: Record<Name, 1>): Name[] {
  // The keys of a record of all names are the names.
  return Object.keys(all) as Name[];
}
