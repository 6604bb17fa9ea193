/** Parses the XML of a Form 144 (`edgarSubmission`) into a notice, by local element names. */

import type {
  AcquiredSecurity,
  Form144Type,
  PastSale,
  PlannedSaleNotice,
  SecurityToSell,
} from '../../../records/form144/form144.js';
import { parseDocument } from '../../edgar/document-root.js';
import type { FilingTime } from '../../edgar/filing-time.js';
import { readFootnote } from '../../edgar/footnotes.js';
import { readAmericanDate, readBoolean, readCik, readNumber, tidy } from '../../edgar/values.js';
import { child, children, childText, descendants, type XmlElement } from '../../formats/xml.js';
import { ParseError, type Warning } from '../../register.js';
import { doubtsOf } from './doubts.js';
import { ELEMENTS, isForm144 } from './vocabulary.js';

/** What the header or the list says about the document. */
export interface Form144Header {
  accession: string;
  /** Form type of the header; null for a bare document. */
  formType: string | null;
  /** When it was filed; `stated` is the date of the notice, for a document that nothing else dates. */
  time(stated: string | null): FilingTime | null;
}

/** Names beyond this many say nothing more about the document. */
const MAX_NAMES_REPORTED = 20;

/**
 * One notice and what could not be read of it.
 *
 * @throws ParseError when the XML is not well-formed, is another document, or lacks what identifies the notice.
 */
export function readNotice(
  xml: string,
  header: Form144Header,
): { notice: PlannedSaleNotice; warnings: Warning[] } {
  const root = parseDocument(xml, 'edgarSubmission');
  const fields = new NoticeFields(header.accession);
  reportUnknownElements(root, fields);
  const head = child(root, 'headerData');
  const form = child(root, 'formData');
  const issuer = child(form, 'issuerInfo');
  const signed = child(form, 'noticeSignature');
  const noticeDate = fields.date(signed, 'noticeDate');
  const time = header.time(noticeDate);
  if (time === null) throw new ParseError('nothing says when it was filed');
  const blocks = children(form, 'securitiesInformation').map((block, row) =>
    readSecurity(block, fields, row),
  );
  const soldInPast3Months = children(form, 'securitiesSoldInPast3Months').map((block, row) =>
    readPastSale(block, fields, row),
  );
  const context = {
    filedDate: time.filedDate,
    titles: blocks.map(({ title }) => title),
    past: soldInPast3Months,
  };
  const securities = blocks.map((block, row) => {
    const implausible = doubtsOf(block, context);
    for (const doubt of implausible) fields.warn(doubt, JSON.stringify(block), row);
    return { ...block, implausible };
  });
  if (securities.length === 0) throw new ParseError('it names nothing to be sold');
  const remarks = tidy(childText(form, 'remarks'));
  const nothingSold = 'nothingToReportFlagOnSecuritiesSoldInPast3Months';
  const notice: PlannedSaleNotice = {
    kind: 'form144',
    accession: header.accession,
    documentType: typeOf(head, header, fields),
    previousAccession: previousOf(head, fields),
    filedAt: time.filedAt,
    filedAtApproximate: time.filedAtApproximate,
    filedDate: time.filedDate,
    filerCik: requiredCik(child(child(child(head, 'filerInfo'), 'filer'), 'filerCredentials'), 'cik'),
    sellerName: fields.text(issuer, 'nameOfPersonForWhoseAccountTheSecuritiesAreToBeSold') ?? '',
    issuer: { cik: requiredCik(issuer, 'issuerCik'), name: fields.text(issuer, 'issuerName') ?? '' },
    relationships: children(child(issuer, 'relationshipsToIssuer'), 'relationshipToIssuer').flatMap(
      ({ text }) => tidy(text) ?? [],
    ),
    securities,
    acquired: children(form, 'securitiesToBeSold').map((block, row) => readAcquired(block, fields, row)),
    nothingSoldInPast3Months: fields.flag(form, nothingSold),
    soldInPast3Months,
    remarks,
    noticeDate,
    planAdoptionDates: children(child(signed, 'planAdoptionDates'), 'planAdoptionDate').flatMap(
      ({ text }) => fields.dateOf(tidy(text), 'planAdoptionDate') ?? [],
    ),
    planInRemarks: planOf(remarks),
  };
  return { notice, warnings: fields.warnings };
}

function reportUnknownElements(root: XmlElement, fields: NoticeFields): void {
  const unknown = new Set<string>();
  for (const { name } of descendants(root)) if (!ELEMENTS.has(name)) unknown.add(name);
  for (const name of [...unknown].slice(0, MAX_NAMES_REPORTED)) fields.warn('unknown-element', name);
  const more = unknown.size - MAX_NAMES_REPORTED;
  if (more > 0) fields.warn('unknown-element', `and ${more} more names`);
}

function typeOf(head: XmlElement | undefined, header: Form144Header, fields: NoticeFields): Form144Type {
  const stated = childText(head, 'submissionType');
  const type = stated ?? header.formType;
  if (type === null || !isForm144(type)) throw new ParseError(`form type ${type} is not Form 144`);
  if (header.formType !== null && header.formType !== type)
    fields.warn('form-type-differs', `header ${header.formType}, document ${type}`);
  return type;
}

function previousOf(head: XmlElement | undefined, fields: NoticeFields): string | null {
  const text = childText(head, 'previousAccessionNumber');
  const bare = /^(\d{10})-?(\d{2})-?(\d{6})$/.exec(text ?? '');
  if (bare !== null) return `${bare[1]}-${bare[2]}-${bare[3]}`;
  if (text !== null) fields.warn('unreadable-accession', `previousAccessionNumber: ${text}`);
  return null;
}

/** Without it nothing can be said about whose notice it is. */
function requiredCik(element: XmlElement | undefined, name: string): string {
  const text = childText(element, name);
  const cik = readCik(text);
  if (typeof cik === 'string') return cik;
  throw new ParseError(text === null ? `it has no ${name}` : `${name} is not a CIK: ${text}`);
}

function readSecurity(
  block: XmlElement,
  fields: NoticeFields,
  row: number,
): Omit<SecurityToSell, 'implausible'> {
  return {
    title: fields.text(block, 'securitiesClassTitle', row) ?? '',
    broker: tidy(childText(child(block, 'brokerOrMarketmakerDetails'), 'name')),
    exchange: tidy(childText(block, 'securitiesExchangeName')),
    shares: fields.shares(block, 'noOfUnitsSold', row),
    marketValue: fields.dollars(block, 'aggregateMarketValue', row),
    sharesOutstanding: fields.shares(block, 'noOfUnitsOutstanding', row),
    approxSaleDate: fields.date(block, 'approxSaleDate', row),
  };
}

function readAcquired(block: XmlElement, fields: NoticeFields, row: number): AcquiredSecurity {
  return {
    title: tidy(childText(block, 'securitiesClassTitle')) ?? '',
    acquiredDate: fields.date(block, 'acquiredDate', row),
    nature: tidy(childText(block, 'natureOfAcquisitionTransaction')),
    from: tidy(childText(block, 'nameOfPersonfromWhomAcquired')),
    shares: fields.shares(block, 'amountOfSecuritiesAcquired', row),
    isGift: fields.flag(block, 'isGiftTransaction', row),
    // The element is spelt so.
    donorAcquiredDate: fields.dateOf(childText(block, 'donarAcquiredDate'), 'donarAcquiredDate', row),
    paymentDate: fields.dateOf(childText(block, 'paymentDate'), 'paymentDate', row),
    payment: tidy(childText(block, 'natureOfPayment')),
  };
}

function readPastSale(block: XmlElement, fields: NoticeFields, row: number): PastSale {
  return {
    seller: tidy(childText(child(block, 'sellerDetails'), 'name')) ?? '',
    title: tidy(childText(block, 'securitiesClassTitle')) ?? '',
    saleDate: fields.date(block, 'saleDate', row),
    shares: fields.shares(block, 'amountOfSecuritiesSold', row),
    grossProceeds: fields.dollars(block, 'grossProceeds', row),
  };
}

/** The sale of a notice is to come: "the shares will be sold under a Rule 10b5-1 plan" speaks of it. On Form 4 it announces another one. */
const TO_COME = /\b(?:will|shall|may|intends? to|expects? to|plans to)(?= (?:[\w-]+ ){0,4}?(?:be|sell)\b)/gi;
const ANOTHER_SALE = /\b(?:additional|further|subsequent|future|after|later|other)\b/i;
/** A plan that does not exist yet: no sale is under it for certain. */
const PLAN_TO_COME =
  /\b(?:may|will|shall|intends? to|expects? to|plans to|before|prior to) (?:[\w-]+ ){0,2}?(?:adopt|adopted|adopting|enter|entered|entering|establish|established)\b/i;

/** Null when the remarks say nothing of a plan. */
function planOf(remarks: string | null): boolean | null {
  if (remarks === null) return null;
  const { plan } = readFootnote(
    ANOTHER_SALE.test(remarks) || PLAN_TO_COME.test(remarks) ? remarks : remarks.replace(TO_COME, ''),
  );
  return plan === null || plan === 'unclear' ? null : plan === 'yes';
}

/** Reads single values strictly and records a warning for each one that is not understood. */
class NoticeFields {
  readonly warnings: Warning[] = [];

  constructor(private readonly accession: string) {}

  warn(kind: string, detail: string, row?: number): void {
    const where = row === undefined ? this.accession : `${this.accession} row ${row}`;
    this.warnings.push({ kind, detail, where });
  }

  /** A name that must be there. */
  text(element: XmlElement | undefined, name: string, row?: number): string | null {
    const text = tidy(childText(element, name));
    if (text === null) this.warn('missing-value', name, row);
    return text;
  }

  /** A day that must be there. */
  date(element: XmlElement | undefined, name: string, row?: number): string | null {
    const text = childText(element, name);
    if (text === null) this.warn('missing-value', name, row);
    return this.dateOf(text, name, row);
  }

  dateOf(text: string | null, name: string, row?: number): string | null {
    return this.valueOrWarning(readAmericanDate(text), 'unreadable-date', text, name, row);
  }

  flag(element: XmlElement | undefined, name: string, row?: number): boolean | null {
    const text = childText(element, name);
    return this.valueOrWarning(readBoolean(text), 'unreadable-boolean', text, name, row);
  }

  shares(element: XmlElement, name: string, row: number): number | null {
    return this.amount(element, name, row, () => true);
  }

  /** Dollars and cents: no more than two decimals. */
  dollars(element: XmlElement, name: string, row: number): number | null {
    return this.amount(element, name, row, (text) => !/\.\d\d0*[1-9]/.test(text));
  }

  private amount(element: XmlElement, name: string, row: number, accepts: (text: string) => boolean) {
    const text = childText(element, name);
    if (text === null) this.warn('missing-value', name, row);
    const number = readNumber(text);
    const isKnown =
      typeof number === 'number' && number <= Number.MAX_SAFE_INTEGER / 100 && accepts(text ?? '');
    return this.valueOrWarning(
      number === null || isKnown ? number : undefined,
      'unreadable-number',
      text,
      name,
      row,
    );
  }

  private valueOrWarning<T>(
    value: T | undefined,
    kind: string,
    text: string | null,
    name: string,
    row?: number,
  ): T | null {
    if (value !== undefined) return value;
    this.warn(kind, `${name}: ${text}`, row);
    return null;
  }
}
