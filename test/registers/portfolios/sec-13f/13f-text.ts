/** Writes a 13F in the form in which EDGAR gives it: header, cover page and information table. */

import { formatDay } from '../../../../src/service/sample-documents.js';

export interface Report13F {
  cik: string;
  manager: string;
  city: string;
  /** Namespace prefix of the information table with its colon, or ''. */
  prefix: string;
  tableName: string;
  accession: string;
  filed: string;
  periodEnd: string;
  amendment: 'RESTATEMENT' | 'NEW HOLDINGS' | null;
  amendmentNo: number;
  isConfidentialOmitted: boolean;
  rows: readonly ReportRow[];
}

export interface ReportRow {
  name: string;
  title: string;
  cusip: string;
  /** As stated. */
  value: number;
  amount: number;
  amountType: 'SH' | 'PRN';
  putCall?: string;
  /** Numbers of other managers, or ''. */
  managers: string;
}

const american = (day: string) => formatDay(day, 'ud');
const compact = (day: string) => formatDay(day, 'co');

/** The full submission text. */
export function submission13F(report: Report13F): string {
  const { accession, filed, periodEnd: end, amendment } = report;
  const form = amendment === null ? '13F-HR' : '13F-HR/A';
  return `<SEC-DOCUMENT>${accession}.txt : ${compact(filed)}
<SEC-HEADER>${accession}.hdr.sgml : ${compact(filed)}
<ACCEPTANCE-DATETIME>${compact(filed)}161502
ACCESSION NUMBER:		${accession}
CONFORMED SUBMISSION TYPE:	${form}
PUBLIC DOCUMENT COUNT:		2
CONFORMED PERIOD OF REPORT:	${compact(end)}
FILED AS OF DATE:		${compact(filed)}
DATE AS OF CHANGE:		${compact(filed)}

FILER:

	COMPANY DATA:	
		COMPANY CONFORMED NAME:			${report.manager.toUpperCase()}
		CENTRAL INDEX KEY:			${report.cik}
		STATE OF INCORPORATION:			DE

	BUSINESS ADDRESS:	
		STREET 1:		1 EXAMPLE PLAZA
		CITY:			${report.city}
</SEC-HEADER>
<DOCUMENT>
<TYPE>${form}
<SEQUENCE>1
<FILENAME>primary_doc.xml
<TEXT>
<XML>
${cover(report, form)}
</XML>
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>INFORMATION TABLE
<SEQUENCE>2
<FILENAME>${report.tableName}
<TEXT>
<XML>
${table(report)}
</XML>
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
`;
}

function cover(report: Report13F, form: string): string {
  const { periodEnd: end, filed, rows, amendment } = report;
  const amended =
    amendment === null
      ? ''
      : `
      <isAmendment>true</isAmendment>
      <amendmentNo>${report.amendmentNo}</amendmentNo>
      <amendmentInfo>
        <amendmentType>${amendment}</amendmentType>
      </amendmentInfo>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/thirteenffiler" xmlns:com="http://www.sec.gov/edgar/common">
  <schemaVersion>X0202</schemaVersion>
  <headerData>
    <submissionType>${form}</submissionType>
    <filerInfo>
      <liveTestFlag>LIVE</liveTestFlag>
      <filer>
        <credentials>
          <cik>${report.cik}</cik>
          <ccc>XXXXXXXX</ccc>
        </credentials>
      </filer>
      <periodOfReport>${american(end)}</periodOfReport>
    </filerInfo>
  </headerData>
  <formData>
    <coverPage>
      <reportCalendarOrQuarter>${american(end)}</reportCalendarOrQuarter>${amended}
      <filingManager>
        <name>${escaped(report.manager)}</name>
        <address>
          <com:street1>1 Example Plaza</com:street1>
          <com:city>${report.city}</com:city>
          <com:stateOrCountry>NY</com:stateOrCountry>
          <com:zipCode>10000</com:zipCode>
        </address>
      </filingManager>
      <reportType>13F HOLDINGS REPORT</reportType>
      <form13FFileNumber>028-99001</form13FFileNumber>
      <provideInfoForInstruction5>N</provideInfoForInstruction5>
    </coverPage>
    <signatureBlock>
      <name>Perpetua Inkpen</name>
      <title>Chief Compliance Officer</title>
      <phone>555-0100</phone>
      <signature>Perpetua Inkpen</signature>
      <city>${report.city}</city>
      <stateOrCountry>NY</stateOrCountry>
      <signatureDate>${american(filed)}</signatureDate>
    </signatureBlock>
    <summaryPage>
      <otherIncludedManagersCount>0</otherIncludedManagersCount>
      <tableEntryTotal>${rows.length}</tableEntryTotal>
      <tableValueTotal>${rows.reduce((sum, { value }) => sum + value, 0)}</tableValueTotal>
      <isConfidentialOmitted>${report.isConfidentialOmitted}</isConfidentialOmitted>
    </summaryPage>
  </formData>
</edgarSubmission>`;
}

function table({ prefix: p, rows }: Report13F): string {
  const declared = `xmlns${p === '' ? '' : `:${p.slice(0, -1)}`}`;
  const body = rows.map((row) => {
    const option = row.putCall === undefined ? '' : `\n    <${p}putCall>${row.putCall}</${p}putCall>`;
    const others = row.managers === '' ? '' : `\n    <${p}otherManager>${row.managers}</${p}otherManager>`;
    return `  <${p}infoTable>
    <${p}nameOfIssuer>${escaped(row.name)}</${p}nameOfIssuer>
    <${p}titleOfClass>${escaped(row.title)}</${p}titleOfClass>
    <${p}cusip>${row.cusip}</${p}cusip>
    <${p}value>${row.value}</${p}value>
    <${p}shrsOrPrnAmt>
      <${p}sshPrnamt>${row.amount}</${p}sshPrnamt>
      <${p}sshPrnamtType>${row.amountType}</${p}sshPrnamtType>
    </${p}shrsOrPrnAmt>${option}
    <${p}investmentDiscretion>${row.managers === '' ? 'SOLE' : 'DFND'}</${p}investmentDiscretion>${others}
    <${p}votingAuthority>
      <${p}Sole>${row.amountType === 'SH' ? row.amount : 0}</${p}Sole>
      <${p}Shared>0</${p}Shared>
      <${p}None>0</${p}None>
    </${p}votingAuthority>
  </${p}infoTable>`;
  });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<${p}informationTable ${declared}="http://www.sec.gov/edgar/document/thirteenf/informationtable">
${body.join('\n')}
</${p}informationTable>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
