/** Notices of Form 144 of invented people and issuers, written for the tests element by element. */

import type { PlannedSaleNotice } from '../../../../src/records/form144/form144.js';
import { parse } from '../../../../src/registers/form144/sec-144/parse.js';
import { type Parsed, ParseError, type RawDocument } from '../../../../src/registers/register.js';

export const ACCESSION = '0009999999-26-000144';

export interface WrittenSecurity {
  title?: string;
  broker?: string;
  units?: string;
  value?: string;
  outstanding?: string;
  saleDate?: string;
  exchange?: string;
}

export interface WrittenNotice {
  accession?: string;
  type?: string;
  previous?: string;
  filerCik?: string | null;
  issuerCik?: string;
  issuerName?: string;
  seller?: string;
  securities?: WrittenSecurity[];
  past?: Array<{ seller?: string; title?: string; date: string; units: string; gross: string }>;
  nothingSold?: string;
  remarks?: string;
  noticeDate?: string;
  planDates?: string[];
  /** Added to `formData` as it is. */
  extra?: string;
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
/** An element of the body with its text, unless that is undefined. */
const element = (name: string, text: string | undefined) =>
  text === undefined ? '' : `<${name}>${escaped(text)}</${name}>`;
const ADDRESS = '<address><com:street1>1 Main Street</com:street1><com:city>Ostrand</com:city></address>';

function securityXml(one: WrittenSecurity): string {
  const { title = 'Common', broker = 'Vexholm Brokers LLC', units = '1000', value = '25000.00' } = one;
  const { outstanding = '50000000', saleDate = '03/02/2026', exchange = 'NYSE' } = one;
  return `<securitiesInformation>${element('securitiesClassTitle', title)}<brokerOrMarketmakerDetails>${element('name', broker)}${ADDRESS}</brokerOrMarketmakerDetails>
${element('noOfUnitsSold', units)}${element('aggregateMarketValue', value)}${element('noOfUnitsOutstanding', outstanding)}
${element('approxSaleDate', saleDate)}${element('securitiesExchangeName', exchange)}</securitiesInformation>`;
}

/** The XML of a notice, with the body as default namespace and the addresses with a prefix. */
export function noticeXml(written: WrittenNotice = {}): string {
  const {
    type = '144',
    filerCik = '0009900001',
    issuerCik = '0009800001',
    noticeDate = '03/02/2026',
  } = written;
  const past = (written.past ?? []).map(
    ({ seller = 'Marta Quillon', title = 'Common', date, units, gross }) =>
      `<securitiesSoldInPast3Months><sellerDetails>${element('name', seller)}${ADDRESS}</sellerDetails>${element('securitiesClassTitle', title)}${element('saleDate', date)}${element('amountOfSecuritiesSold', units)}${element('grossProceeds', gross)}</securitiesSoldInPast3Months>`,
  );
  const plans = (written.planDates ?? []).map((date) => element('planAdoptionDate', date)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/ownership" xmlns:com="http://www.sec.gov/edgar/common">
<headerData>${element('submissionType', type)}${element('previousAccessionNumber', written.previous)}
<filerInfo><filer><filerCredentials>${element('cik', filerCik ?? undefined)}<ccc>XXXXXXXX</ccc></filerCredentials></filer><liveTestFlag>LIVE</liveTestFlag></filerInfo></headerData>
<formData><issuerInfo>${element('issuerCik', issuerCik)}${element('issuerName', written.issuerName ?? 'Ostrand Tool & Die Co')}
${element('nameOfPersonForWhoseAccountTheSecuritiesAreToBeSold', written.seller ?? 'Marta Quillon')}
<relationshipsToIssuer><relationshipToIssuer>Officer</relationshipToIssuer></relationshipsToIssuer></issuerInfo>
${(written.securities ?? [{}]).map(securityXml).join('\n')}
<securitiesToBeSold><securitiesClassTitle>Common</securitiesClassTitle><acquiredDate>01/15/2024</acquiredDate>
<natureOfAcquisitionTransaction>Restricted Stock Units</natureOfAcquisitionTransaction>
<nameOfPersonfromWhomAcquired>Issuer</nameOfPersonfromWhomAcquired><isGiftTransaction>N</isGiftTransaction>
<amountOfSecuritiesAcquired>1000</amountOfSecuritiesAcquired><paymentDate>01/15/2024</paymentDate>
<natureOfPayment>Compensation</natureOfPayment></securitiesToBeSold>
${element('nothingToReportFlagOnSecuritiesSoldInPast3Months', written.nothingSold ?? (past.length === 0 ? 'Y' : 'N'))}
${past.join('\n')}${element('remarks', written.remarks)}${written.extra ?? ''}
<noticeSignature>${element('noticeDate', noticeDate)}${plans === '' ? '' : `<planAdoptionDates>${plans}</planAdoptionDates>`}
${element('signature', '/s/ Marta Quillon')}</noticeSignature></formData></edgarSubmission>`;
}

/** The full submission text of a notice; `accepted` is Eastern wall-clock time, YYYYMMDDhhmmss. */
export function noticeSubmission(written: WrittenNotice = {}, accepted = '20260302170501'): string {
  const { accession = ACCESSION, type = '144' } = written;
  return `<SEC-DOCUMENT>${accession}.txt : ${accepted.slice(0, 8)}
<SEC-HEADER>${accession}.hdr.sgml : ${accepted.slice(0, 8)}
<ACCEPTANCE-DATETIME>${accepted}
ACCESSION NUMBER:\t\t${accession}
CONFORMED SUBMISSION TYPE:\t${type}
FILED AS OF DATE:\t\t${accepted.slice(0, 8)}

SUBJECT COMPANY:
\tCOMPANY DATA:
\t\tCENTRAL INDEX KEY:\t\t\t${written.issuerCik ?? '0009800001'}
</SEC-HEADER>
<DOCUMENT>
<TYPE>${type}
<SEQUENCE>1
<FILENAME>primary_doc.xml
<TEXT>
<XML>
${noticeXml(written)}
</XML>
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
`;
}

export function raw(text: string, kind = 'submission', key = ACCESSION): RawDocument {
  return { key, kind, url: `file:${key}`, retrievedAt: '2026-03-03T00:00:00.000Z', bytes: Buffer.from(text) };
}

export function parsedNotice(text: string, kind?: string): Parsed & { notice: PlannedSaleNotice } {
  const [only, ...others] = [...parse(raw(text, kind))];
  if (only === undefined || others.length > 0) throw new Error('a document has one notice');
  const [record] = only.records;
  if (record?.kind !== 'form144') throw new Error('no notice');
  return { ...only, notice: record };
}

/** Why the document cannot be read; null if it can. */
export function reasonUnread(text: string, kind?: string): string | null {
  try {
    parsedNotice(text, kind);
    return null;
  } catch (error) {
    if (error instanceof ParseError) return error.message;
    throw error;
  }
}

/** The record of a written notice, filed at this moment (Eastern wall-clock time, YYYYMMDDhhmmss). */
export function writtenNotice(written: WrittenNotice, accepted?: string): PlannedSaleNotice {
  return parsedNotice(noticeSubmission(written, accepted)).notice;
}
