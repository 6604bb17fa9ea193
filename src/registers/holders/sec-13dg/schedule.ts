/** Parses the XML of a Schedule 13D or 13G into a filing, by element name, never by schema version. */

import {
  PURPOSE_LENGTH,
  type Schedule13Filing,
  type ScheduleForm,
} from '../../../records/holders/schedule13.js';
import { canDateAFiling, type FilingTime } from '../../edgar/filing-time.js';
import { readAmericanDate, readCik, tidy } from '../../edgar/values.js';
import { child, children, childText, type XmlElement } from '../../formats/xml.js';
import { type Parsed, ParseError } from '../../register.js';
import { ScheduleFields, statement } from './fields.js';
import type { ScheduleParties } from './parties.js';
import { readPersons } from './persons.js';
import { readScheduleXml } from './schedule-xml.js';
import { isScheduleForm } from './vocabulary.js';

/** What the header or the list says about the document. */
export interface ScheduleHeader {
  accession: string;
  /** Form type of the header; null for a bare document. */
  formType: ScheduleForm | null;
  parties: ScheduleParties;
  /** When it was filed; `signed` is used if nothing else says so. */
  time(signed: string | null): FilingTime | null;
}

/**
 * One filing.
 *
 * @throws ParseError when the XML is another document, or lacks what identifies the filing, its issuer or a person.
 */
export function readSchedule(xml: string, header: ScheduleHeader): Parsed {
  const { root, warnings } = readScheduleXml(xml, header.accession);
  const fields = new ScheduleFields(header.accession);
  const headerData = child(root, 'headerData');
  const formData = child(root, 'formData');
  const cover = child(formData, 'coverPageHeader');
  if (formData === undefined || cover === undefined) throw new ParseError('no cover page');
  const form = readForm(childText(headerData, 'submissionType'), header, fields);
  const time = header.time(signatureDate(formData));
  if (time === null) throw new ParseError('nothing says when it was filed');
  const items = child(formData, 'items1To7') ?? child(formData, 'items');
  const purpose = childText(child(items, 'item4'), 'transactionPurpose');
  const filing: Schedule13Filing = {
    kind: 'schedule-13',
    accession: header.accession,
    form,
    schemaVersion: childText(root, 'schemaVersion'),
    filedAt: time.filedAt,
    filedAtApproximate: time.filedAtApproximate,
    filedDate: time.filedDate,
    issuer: readIssuer(cover, header.parties, fields),
    filerCik: readFiler(headerData, header.parties, fields),
    filers: header.parties.filers,
    previousAccession: fields.accessionNumber(
      childText(headerData, 'previousAccessionNumber'),
      'previousAccessionNumber',
    ),
    amendmentNo: fields.amendmentNo(childText(cover, 'amendmentNo')),
    eventDate: fields.date(
      childText(cover, 'dateOfEvent') ?? childText(cover, 'eventDateRequiresFilingThisStatement'),
      'date of event',
    ),
    previouslyFiledOn13G: fields.yesNo(childText(cover, 'previouslyFiledFlag'), 'previouslyFiledFlag'),
    rules: children(
      child(cover, 'designateRulesPursuantThisScheduleFiled'),
      'designateRulePursuantThisScheduleFiled',
    ).flatMap(({ text }) => tidy(text) ?? []),
    cusips: fields.cusips(cusipTexts(cover)),
    classTitle: fields.text(childText(cover, 'securitiesClassTitle'), 'securitiesClassTitle'),
    persons: readPersons(formData, fields),
    purpose: purpose === null ? null : purpose.replace(/\r\n?/g, '\n').slice(0, PURPOSE_LENGTH),
    isPurposeCut: purpose !== null && purpose.length > PURPOSE_LENGTH,
    isFivePercentOrLess: fields.yesNo(
      childText(child(items, 'item5'), 'classOwnership5PercentOrLess'),
      'classOwnership5PercentOrLess',
    ),
    ceasedText: statement(childText(child(items, 'item5'), 'date5PercentOwnership')),
  };
  return { records: [filing], warnings: [...warnings, ...fields.warnings] };
}

function readForm(type: string | null, { formType }: ScheduleHeader, fields: ScheduleFields): ScheduleForm {
  const form = type ?? formType;
  if (form === null || !isScheduleForm(form)) throw new ParseError(`the form ${form ?? 'is not named'}`);
  if (formType !== null && formType !== form)
    fields.warn('form-type-differs', `header ${formType}, document ${form}`);
  return form;
}

/** From the document, never from the list that named it: a filer is often an issuer itself. */
function readIssuer(
  cover: XmlElement,
  { subject }: ScheduleParties,
  fields: ScheduleFields,
): Schedule13Filing['issuer'] {
  const info = child(cover, 'issuerInfo');
  const text = childText(info, 'issuerCIK') ?? childText(info, 'issuerCik');
  const cik = readCik(text);
  if (!cik) throw new ParseError(`issuer CIK: ${text ?? 'none'}`);
  if (subject !== null && subject.cik !== cik)
    fields.warn('issuer-differs', `header ${subject.cik}, document ${cik}`);
  return { cik, name: tidy(childText(info, 'issuerName')) ?? subject?.name ?? '' };
}

function readFiler(
  headerData: XmlElement | undefined,
  { filers }: ScheduleParties,
  fields: ScheduleFields,
): string | null {
  const filer = child(child(headerData, 'filerInfo'), 'filer');
  const cik = childText(child(filer, 'filerCredentials'), 'cik');
  return fields.cik(cik, 'CIK of the filer') ?? filers[0]?.cik ?? null;
}

/** One until March 2026; then a list. */
function cusipTexts(cover: XmlElement): string[] {
  const info = child(cover, 'issuerInfo');
  const listed = children(child(info, 'issuerCusips'), 'issuerCusipNumber');
  return [...children(info, 'issuerCUSIP'), ...children(info, 'issuerCusip'), ...listed].map(
    ({ text }) => text,
  );
}

/** The latest of the days on which the persons signed: a schedule is filed on that day or soon after it. */
function signatureDate(formData: XmlElement): string | null {
  const signatures = [
    ...children(child(formData, 'signatureInfo'), 'signaturePerson'),
    ...children(formData, 'signatureInformation'),
  ].flatMap((person) => children(person, 'signatureDetails'));
  const dates = signatures.flatMap((details) => readAmericanDate(childText(details, 'date')) ?? []);
  return dates.filter(canDateAFiling).sort().at(-1) ?? null;
}
