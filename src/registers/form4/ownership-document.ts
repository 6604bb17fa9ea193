/**
 * Parses an `ownershipDocument` of the forms 3, 4 and 5 into a filing, by element name, never by schema version (section 3
 * of the notes of Form 4). Long because header, owners, footnotes and both tables report what they do not know to one reader.
 */

import type { Form4Filing, ReportingOwner } from '../../records/form4/form4.js';
import type { LineTerms, RowForm, StatedHolding } from '../../records/form4/form35.js';
import { parseDocument } from '../edgar/document-root.js';
import { canDateAFiling, type FilingTime } from '../edgar/filing-time.js';
import { readStatedSplits } from '../edgar/footnote-splits.js';
import {
  type FootnoteMeaning,
  isFiledSeparately,
  MAX_TEXT_LENGTH,
  readFootnote,
  readRemarksCurrency,
} from '../edgar/footnotes.js';
import type { PriceCurrency } from '../edgar/price-currency.js';
import { readCik, readDate, tidy } from '../edgar/values.js';
import { child, children, childText, type XmlElement } from '../formats/xml.js';
import { type Parsed, ParseError } from '../register.js';
import { dollarExercisePrice } from './dollar-prices.js';
import { FieldReader } from './field-reader.js';
import { withTitles } from './officer-title.js';
import type { OwnershipForms, OwnershipReading } from './ownership-forms.js';
import { ELEMENTS } from './ownership-vocabulary.js';
import { type FiledRow, resolveFootnotes, toTransactions } from './rows.js';

/** What the header or the list says about the document. */
export interface OwnershipHeader {
  accession: string;
  /** Form type of the header; null for a bare document. */
  formType: string | null;
  /**
   * When it was filed. If no header or list says so, the day of the signature is used, or the period of
   * report if there is no signature.
   */
  time(stated: StatedDates): (FilingTime & { filedDateKnown: boolean }) | null;
}

/** What a document says about its date. */
interface StatedDates {
  signed: string | null;
  periodOfReport: string | null;
}

/**
 * One filing, or only a warning for a form of this format that the register leaves to another one.
 *
 * @throws ParseError when the XML is not well-formed, is another document, or lacks what identifies the
 * filing.
 */
export function readOwnershipDocument(xml: string, header: OwnershipHeader, forms: OwnershipForms): Parsed {
  const root = parseDocument(xml, 'ownershipDocument');
  const report = new FieldReader(header.accession, readDate);
  reportUnknownElements(root, report);

  const documentType = childText(root, 'documentType') ?? header.formType;
  if (documentType === null) throw new ParseError('no document type');
  if (!forms.names.has(documentType)) {
    if (!/^[345](\/A)?$/i.test(documentType))
      throw new ParseError(`document type ${documentType} is not known`);
    return { records: [], warnings: [forms.notRead(documentType, header.accession)] };
  }
  if (header.formType !== null && header.formType !== documentType) {
    report.warn('form-type-differs', `header ${header.formType}, document ${documentType}`);
  }

  const records = forms.toRecords(readFiling(root, documentType, header, report));
  return { records, warnings: report.warnings };
}

/** @throws ParseError when nothing says when it was filed, or who filed it */
function readFiling(
  root: XmlElement,
  documentType: string,
  header: OwnershipHeader,
  report: FieldReader,
): OwnershipReading {
  const periodOfReport = report.date(childText(root, 'periodOfReport'), 'periodOfReport');
  const time = header.time({ signed: signatureDate(root), periodOfReport });
  if (!time) throw new ParseError('nothing says when it was filed');
  const remarks = childText(root, 'remarks');
  const rows = readRows(root, report);
  const currency = readRemarksCurrency(remarks);
  const aff10b5One = report.boolean(childText(root, 'aff10b5One'), 'aff10b5One');
  const issuer = readIssuer(root);
  const notes = readFootnotes(root, issuer.name, report);
  reportMissingFootnotes(rows.filed, notes, report);
  const stated = readStatedSplits([...notes.texts.values(), remarks ?? ''], time.filedDate);
  const box = (name: string) => report.boolean(childText(root, name), name);

  return {
    filing: {
      accession: header.accession,
      documentType,
      schemaVersion: childText(root, 'schemaVersion'),
      periodOfReport,
      dateOfOriginalSubmission: report.date(
        childText(root, 'dateOfOriginalSubmission'),
        'dateOfOriginalSubmission',
      ),
      filedAt: time.filedAt,
      filedAtApproximate: time.filedAtApproximate,
      filedDate: time.filedDate,
      precision: 'xml',
      issuer,
      owners: readOwners(root, remarks, report),
      notSubjectToSection16: box('notSubjectToSection16'),
      aff10b5One,
      remarks,
      filesSeparately: isFiledSeparately(remarks, notes.meanings),
      ...(stated.length === 0 ? {} : { statedSplits: stated }),
      transactions: toTransactions(rows.filed, {
        filedDate: time.filedDateKnown ? time.filedDate : null,
        aff10b5One,
        remarks,
        issuer,
        footnotes: notes.meanings,
        holdingFootnoteIds: new Set(rows.holdings.flatMap(({ footnoteIds: ids }) => ids)),
        report,
      }),
      holdingCount: rows.holdings.length,
    },
    terms: rows.terms.map(({ line, accountIds }) => ({
      ...line,
      account: accountOf(accountIds, notes.texts),
    })),
    holdings: rows.holdings.map((one) => finishHolding(one, notes, currency, report)),
    boxes: () => ({
      noSecuritiesOwned: box('noSecuritiesOwned'),
      form3HoldingsReported: box('form3HoldingsReported'),
      form4TransactionsReported: box('form4TransactionsReported'),
    }),
    warn: (kind, detail) => report.warn(kind, detail),
  };
}

function reportMissingFootnotes(
  rows: readonly FiledRow[],
  { meanings }: Footnotes,
  report: FieldReader,
): void {
  for (const id of new Set(rows.flatMap((row) => row.footnoteIds)))
    if (!meanings.has(id)) report.warn('footnote-without-text', id);
}

/** Resolves the footnotes of a holding. */
function finishHolding(
  { line, accountIds, footnoteIds: ids, exercisePriceFootnoteIds }: HoldingFields,
  { meanings, texts }: Footnotes,
  remarks: PriceCurrency | null,
  report: FieldReader,
): StatedHolding {
  const conversionOrExercisePrice = dollarExercisePrice(
    line.conversionOrExercisePrice,
    {
      own: resolveFootnotes(ids, meanings),
      onExercisePrice: resolveFootnotes(exercisePriceFootnoteIds, meanings),
      remarks,
    },
    report,
    `holding ${line.row}`,
  );
  return { ...line, conversionOrExercisePrice, account: accountOf(accountIds, texts) };
}

/** The texts of the footnotes that name who holds a line. */
function accountOf(ids: readonly string[], texts: ReadonlyMap<string, string>): string | null {
  return tidy(ids.map((id) => texts.get(id) ?? '').join(' '));
}

/** The latest of the days on which the owners signed: a form is filed on that day or soon after it. */
function signatureDate(root: XmlElement): string | null {
  const dates = children(root, 'ownerSignature')
    .map((signature) => readDate(filedText(child(signature, 'signatureDate'))))
    .filter((date) => typeof date === 'string')
    .filter(canDateAFiling);
  return dates.sort().at(-1) ?? null;
}

function reportUnknownElements(root: XmlElement, report: FieldReader): void {
  const unknown = new Set<string>();
  addUnknownElements(root, unknown);
  for (const name of unknown) report.warn('unknown-element', name);
}

function addUnknownElements(element: XmlElement, unknown: Set<string>): void {
  for (const inner of element.children) {
    if (!ELEMENTS.has(inner.name)) unknown.add(inner.name);
    addUnknownElements(inner, unknown);
  }
}

function readIssuer(root: XmlElement): Form4Filing['issuer'] {
  const issuer = child(root, 'issuer');
  const cik = readCik(childText(issuer, 'issuerCik'));
  if (!cik) throw new ParseError(`issuer CIK: ${childText(issuer, 'issuerCik') ?? 'none'}`);
  return {
    cik,
    name: tidy(childText(issuer, 'issuerName')) ?? '',
    tradingSymbol: tidy(childText(issuer, 'issuerTradingSymbol')),
    foreignTradingSymbol: tidy(childText(issuer, 'issuerForeignTradingSymbol')),
  };
}

function readOwners(root: XmlElement, remarks: string | null, report: FieldReader): ReportingOwner[] {
  const owners = children(root, 'reportingOwner').map((element) => {
    const id = child(element, 'reportingOwnerId');
    const cik = readCik(childText(id, 'rptOwnerCik'));
    if (!cik) throw new ParseError(`reporting owner's CIK: ${childText(id, 'rptOwnerCik') ?? 'none'}`);
    const relationship = child(element, 'reportingOwnerRelationship');
    // An absent flag is not set: eleven samples in 461 write the true ones only.
    const flag = (name: string) => report.boolean(childText(relationship, name), name) ?? false;
    return {
      cik,
      name: tidy(childText(id, 'rptOwnerName')) ?? '',
      isDirector: flag('isDirector'),
      isOfficer: flag('isOfficer'),
      isTenPercentOwner: flag('isTenPercentOwner'),
      isOther: flag('isOther'),
      officerTitle: tidy(childText(relationship, 'officerTitle')),
      otherText: tidy(childText(relationship, 'otherText')),
    };
  });
  if (owners.length === 0) throw new ParseError('no reporting owner');
  return withTitles(owners, remarks);
}

interface Footnotes {
  meanings: Map<string, FootnoteMeaning>;
  texts: Map<string, string>;
}

function readFootnotes(root: XmlElement, issuer: string, report: FieldReader): Footnotes {
  const [meanings, texts] = [new Map<string, FootnoteMeaning>(), new Map<string, string>()];
  for (const footnote of children(child(root, 'footnotes'), 'footnote')) {
    const id = footnote.attributes.id?.trim();
    const text = footnote.text.trim();
    if (!id || meanings.has(id))
      report.warn('footnote-id', id ? `${id} is there twice` : 'a footnote without id');
    else if (text) {
      meanings.set(id, readFootnote(text, issuer));
      texts.set(id, text.slice(0, MAX_TEXT_LENGTH));
    }
    if (text.length > MAX_TEXT_LENGTH) report.warn('footnote-too-long', `${id}: ${text.length} characters`);
  }
  return { meanings, texts };
}

/** Terms of a line while the footnotes on its account are not resolved. */
interface FiledTerms {
  line: Omit<LineTerms, 'account'> & { rowForm: RowForm | null };
  accountIds: string[];
}

/** As `FiledTerms`. */
interface HoldingFields {
  line: Omit<StatedHolding, 'account'>;
  accountIds: string[];
  footnoteIds: string[];
  exercisePriceFootnoteIds: string[];
}

interface FiledRows {
  filed: FiledRow[];
  /** In the order of `filed`. */
  terms: FiledTerms[];
  holdings: HoldingFields[];
}

const TABLES = [
  ['nonDerivativeTable', 'nonDerivativeTransaction', 'nonDerivativeHolding', 'non-derivative'],
  ['derivativeTable', 'derivativeTransaction', 'derivativeHolding', 'derivative'],
] as const;

function readRows(root: XmlElement, report: FieldReader): FiledRows {
  const rows: FiledRows = { filed: [], terms: [], holdings: [] };
  for (const [tableName, transaction, holding, table] of TABLES) {
    for (const element of children(root, tableName).flatMap((found) => found.children)) {
      if (element.name === transaction) {
        rows.terms.push(readTerms(element, rows.filed.length, report));
        rows.filed.push(readRow(element, table, rows.filed.length, report));
      } else if (element.name === holding) {
        rows.holdings.push(readHolding(element, table, rows, report));
      }
    }
  }
  return rows;
}

/** The terms that holdings and transactions have in common. */
function readTerms(element: XmlElement, row: number | string, report: FieldReader): FiledTerms {
  const date = (name: string) => report.date(filedText(child(element, name)), name, row);
  const nature = child(element, 'ownershipNature');
  const isIndirect = filedText(child(nature, 'directOrIndirectOwnership'))?.toUpperCase() === 'I';
  const onNature = footnoteIds(nature);
  // Some filers put the footnote on the number.
  const accountIds =
    onNature.length > 0 || !isIndirect ? onNature : footnoteIds(child(element, 'postTransactionAmounts'));
  const form = filedText(child(child(element, 'transactionCoding'), 'transactionFormType'));
  return {
    line: {
      rowForm: report.oneOf(form, ['3', '4', '5'], 'transactionFormType', row),
      exerciseDate: date('exerciseDate'),
      expirationDate: date('expirationDate'),
    },
    accountIds: isIndirect ? accountIds : [],
  };
}

function readHolding(
  element: XmlElement,
  table: FiledRow['table'],
  before: FiledRows,
  report: FieldReader,
): HoldingFields {
  const row = before.holdings.length;
  const where = `holding ${row}`;
  const after = child(element, 'postTransactionAmounts');
  const nature = child(element, 'ownershipNature');
  const underlying = child(element, 'underlyingSecurity');
  const number = (parent: XmlElement | undefined, name: string) =>
    report.number(filedText(child(parent, name)), name, where);
  const direct = filedText(child(nature, 'directOrIndirectOwnership'));
  const { line: terms, accountIds } = readTerms(element, where, report);
  return {
    line: {
      ...terms,
      row,
      transactionsBefore: before.filed.length,
      table,
      securityTitle: report.title(filedText(child(element, 'securityTitle')), where),
      shares: number(after, 'sharesOwnedFollowingTransaction'),
      value: number(after, 'valueOwnedFollowingTransaction'),
      ownership: report.oneOf(direct, ['D', 'I'], 'directOrIndirectOwnership', where),
      natureOfOwnership: tidy(filedText(child(nature, 'natureOfOwnership'))),
      conversionOrExercisePrice: number(element, 'conversionOrExercisePrice'),
      underlyingTitle: tidy(filedText(child(underlying, 'underlyingSecurityTitle'))),
      underlyingShares: number(underlying, 'underlyingSecurityShares'),
      underlyingValue: number(underlying, 'underlyingSecurityValue'),
    },
    accountIds,
    footnoteIds: footnoteIds(element),
    exercisePriceFootnoteIds: footnoteIds(child(element, 'conversionOrExercisePrice')),
  };
}

function readRow(element: XmlElement, table: FiledRow['table'], row: number, report: FieldReader): FiledRow {
  const coding = child(element, 'transactionCoding');
  const amounts = child(element, 'transactionAmounts');
  const after = child(element, 'postTransactionAmounts');
  const nature = child(element, 'ownershipNature');
  const underlying = child(element, 'underlyingSecurity');
  const number = (parent: XmlElement | undefined, name: string) =>
    report.number(filedText(child(parent, name)), name, row);

  return {
    table,
    securityTitle: report.title(filedText(child(element, 'securityTitle')), row),
    transactionDate: report.date(filedText(child(element, 'transactionDate')), 'transactionDate', row),
    transactionCode: report.code(filedText(child(coding, 'transactionCode')), row),
    equitySwap:
      report.boolean(filedText(child(coding, 'equitySwapInvolved')), 'equitySwapInvolved', row) ?? false,
    timeliness: report.oneOf(
      filedText(child(element, 'transactionTimeliness')),
      ['E', 'L'],
      'transactionTimeliness',
      row,
    ),
    shares: number(amounts, 'transactionShares'),
    pricePerShare: number(amounts, 'transactionPricePerShare'),
    statedTotalValue: number(amounts, 'transactionTotalValue'),
    acquiredDisposed: report.oneOf(
      filedText(child(amounts, 'transactionAcquiredDisposedCode')),
      ['A', 'D'],
      'transactionAcquiredDisposedCode',
      row,
    ),
    sharesOwnedAfter: number(after, 'sharesOwnedFollowingTransaction'),
    valueOwnedAfter: number(after, 'valueOwnedFollowingTransaction'),
    ownership: report.oneOf(
      filedText(child(nature, 'directOrIndirectOwnership')),
      ['D', 'I'],
      'directOrIndirectOwnership',
      row,
    ),
    natureOfOwnership: tidy(filedText(child(nature, 'natureOfOwnership'))),
    conversionOrExercisePrice: number(element, 'conversionOrExercisePrice'),
    underlyingTitle: tidy(filedText(child(underlying, 'underlyingSecurityTitle'))),
    underlyingShares: number(underlying, 'underlyingSecurityShares'),
    footnoteIds: footnoteIds(element),
    tradeFootnoteIds: footnoteIds({
      ...element,
      children: element.children.filter(({ name }) => !BESIDE_TRADE.has(name)),
    }),
    priceFootnoteIds: footnoteIds(child(amounts, 'transactionPricePerShare')),
    exercisePriceFootnoteIds: footnoteIds(child(element, 'conversionOrExercisePrice')),
  };
}

/** Most fields wrap their content in `value`; those of the coding block do not. */
function filedText(field: XmlElement | undefined): string | null {
  if (!field) return null;
  return childText(field, 'value') ?? (field.text.trim() || null);
}

/** The cells of a row that are not about the trade. */
const BESIDE_TRADE: ReadonlySet<string> = new Set(['postTransactionAmounts', 'ownershipNature']);

function footnoteIds(element: XmlElement | undefined): string[] {
  const ids: string[] = [];
  if (element) addFootnoteIds(element, ids);
  return ids;
}

function addFootnoteIds(element: XmlElement, ids: string[]): void {
  for (const inner of element.children) {
    const id = inner.name === 'footnoteId' ? inner.attributes.id?.trim() : undefined;
    if (id && !ids.includes(id)) ids.push(id);
    addFootnoteIds(inner, ids);
  }
}
