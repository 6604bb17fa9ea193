/** Writes a Schedule 13D or 13G as EDGAR gives it: the header of the submission, and the XML or, before it, a text. */

import { as, type Day } from './day.js';

export interface DraftPerson {
  name: string;
  cik?: string;
  group?: 'a' | 'b';
  /** As typed; left out when null. */
  shares: string | null;
  percent: string | null;
  /** Shares of which the person disposes alone; all of them are shared when not given. */
  sole?: string;
  excludes?: boolean;
  types: readonly string[];
}

export interface DraftSchedule {
  form: string;
  accession: string;
  filed: Day;
  /** Eastern wall time, HHMMSS. */
  clock?: string;
  event: Day;
  issuer: { cik: string; name: string };
  classTitle: string;
  /** With a list, the schema is X0202. */
  cusip: string | readonly string[];
  filer: { cik: string; name: string };
  amendmentNo?: number;
  previous?: string;
  previouslyFiledOn13G?: boolean;
  persons: readonly DraftPerson[];
  rules?: readonly string[];
  purpose?: string;
  /** Item 5 of a 13D. */
  ceased?: string;
  /** Item 5 of a 13G. */
  isFivePercentOrLess?: boolean;
}

/** The full submission text. */
export function submission13(draft: DraftSchedule): string {
  const { form, accession, filed, issuer, filer, clock = '161502' } = draft;
  const party = (section: string, { cik, name }: { cik: string; name: string }) => `
${section}:

	COMPANY DATA:	
		COMPANY CONFORMED NAME:			${name.toUpperCase()}
		CENTRAL INDEX KEY:			${cik}
`;
  const content = form.startsWith('SCHEDULE') ? `<XML>\n${scheduleXml(draft)}\n</XML>` : TEXT;
  return `<SEC-DOCUMENT>${accession}.txt : ${as(filed, 'co')}
<SEC-HEADER>${accession}.hdr.sgml : ${as(filed, 'co')}
<ACCEPTANCE-DATETIME>${as(filed, 'co')}${clock}
ACCESSION NUMBER:		${accession}
CONFORMED SUBMISSION TYPE:	${form}
PUBLIC DOCUMENT COUNT:		1
FILED AS OF DATE:		${as(filed, 'co')}
DATE AS OF CHANGE:		${as(filed, 'co')}
${party('SUBJECT COMPANY', issuer)}${party('FILED BY', filer)}</SEC-HEADER>
<DOCUMENT>
<TYPE>${form}
<SEQUENCE>1
<FILENAME>primary_doc.xml
<TEXT>
${content}
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
`;
}

const TEXT =
  'UNITED STATES SECURITIES AND EXCHANGE COMMISSION\n\nAn invented schedule: a text without fields.';

/** The XML alone. */
export function scheduleXml(draft: DraftSchedule): string {
  return draft.form.includes('13D') ? xmlOf13D(draft) : xmlOf13G(draft);
}

function xmlOf13D(draft: DraftSchedule): string {
  const { event, classTitle, persons, purpose, ceased, filer, filed } = draft;
  const people = persons.map(
    (person) => `      <reportingPersonInfo>
${person.cik === undefined ? '        <reportingPersonNoCIK>Y</reportingPersonNoCIK>' : tag('reportingPersonCIK', person.cik)}
${tag('reportingPersonName', person.name)}
${tag('memberOfGroup', person.group)}
${tag('fundType', 'WC')}
${tag('citizenshipOrOrganization', 'DE')}
${powers(person)}
${tag('aggregateAmountOwned', person.shares)}
${tag('isAggregateExcludeShares', yesNo(person.excludes ?? false))}
${tag('percentOfClass', person.percent)}
${person.types.map((type) => tag('typeOfReportingPerson', type)).join('\n')}
      </reportingPersonInfo>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><edgarSubmission xmlns="http://www.sec.gov/edgar/schedule13D" xmlns:com="http://www.sec.gov/edgar/common">
${header(draft)}
  <formData>
    <coverPageHeader>
${tag('amendmentNo', draft.amendmentNo)}
${tag('securitiesClassTitle', classTitle)}
${tag('dateOfEvent', as(event, 'us'))}
${tag('previouslyFiledFlag', String(draft.previouslyFiledOn13G ?? false))}
${issuerInfo(draft, 'CIK', 'CUSIP')}
    </coverPageHeader>
    <reportingPersons>
${people.join('\n')}
    </reportingPersons>
    <items1To7>
${purpose === undefined ? '' : `      <item4>\n${tag('transactionPurpose', purpose)}\n      </item4>`}
      <item5>
${tag('date5PercentOwnership', ceased ?? 'Not applicable.')}
      </item5>
    </items1To7>
    <signatureInfo>
      <signaturePerson>
${tag('signatureReportingPerson', filer.name)}
        <signatureDetails>
${tag('signature', 'Perpetua Inkpen')}
${tag('title', 'Attorney-in-fact')}
${tag('date', as(filed, 'us'))}
        </signatureDetails>
      </signaturePerson>
    </signatureInfo>
  </formData>
</edgarSubmission>`
    .split('\n')
    .filter((line) => line !== '')
    .join('\n');
}

function xmlOf13G(draft: DraftSchedule): string {
  const { event, classTitle, persons, rules = ['Rule 13d-1(b)'], isFivePercentOrLess, filer, filed } = draft;
  const people = persons.map(
    (person) => `    <coverPageHeaderReportingPersonDetails>
${tag('reportingPersonName', person.name)}
${tag('memberGroup', person.group)}
${tag('citizenshipOrOrganization', 'DE')}
      <reportingPersonBeneficiallyOwnedNumberOfShares>
${powers(person)}
      </reportingPersonBeneficiallyOwnedNumberOfShares>
${tag('reportingPersonBeneficiallyOwnedAggregateNumberOfShares', person.shares)}
${tag('aggregateAmountExcludesCertainSharesFlag', yesNo(person.excludes ?? false))}
${tag('classPercent', person.percent)}
${person.types.map((type) => tag('typeOfReportingPerson', type)).join('\n')}
    </coverPageHeaderReportingPersonDetails>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/schedule13g" xmlns:com="http://www.sec.gov/edgar/common">
${header(draft)}
  <formData>
    <coverPageHeader>
${tag('amendmentNo', draft.amendmentNo)}
${tag('securitiesClassTitle', classTitle)}
${tag('eventDateRequiresFilingThisStatement', as(event, 'us'))}
${issuerInfo(draft, 'Cik', 'Cusip')}
      <designateRulesPursuantThisScheduleFiled>
${rules.map((rule) => tag('designateRulePursuantThisScheduleFiled', rule)).join('\n')}
      </designateRulesPursuantThisScheduleFiled>
    </coverPageHeader>
${people.join('\n')}
    <items>
      <item4>
${tag('classPercent', 'See Item 11 of the cover page.')}
      </item4>
      <item5>
${tag('classOwnership5PercentOrLess', isFivePercentOrLess === undefined ? undefined : yesNo(isFivePercentOrLess))}
      </item5>
    </items>
    <signatureInformation>
${tag('reportingPersonName', filer.name)}
      <signatureDetails>
${tag('signature', 'Perpetua Inkpen')}
${tag('title', 'Chief Compliance Officer')}
${tag('date', as(filed, 'us'))}
      </signatureDetails>
    </signatureInformation>
  </formData>
</edgarSubmission>`
    .split('\n')
    .filter((line) => line !== '')
    .join('\n');
}

function header({ form, cusip, previous, filer }: DraftSchedule): string {
  return `${typeof cusip === 'string' ? '' : tag('schemaVersion', 'X0202')}
  <headerData>
${tag('submissionType', form)}
${tag('previousAccessionNumber', previous)}
    <filerInfo>
      <filer>
        <filerCredentials>
          <!-- Field: Pseudo-Tag; ID: Name; Data: ${filer.name.replaceAll('--', '')} -->
          <cik>${filer.cik.padStart(10, '0')}</cik>
          <ccc>XXXXXXXX</ccc>
        </filerCredentials>
      </filer>
      <liveTestFlag>LIVE</liveTestFlag>
    </filerInfo>
  </headerData>`;
}

/** The two schedules write the same names in other capitals. */
function issuerInfo({ issuer, cusip }: DraftSchedule, cik: 'CIK' | 'Cik', code: 'CUSIP' | 'Cusip'): string {
  const codes =
    typeof cusip === 'string'
      ? tag(`issuer${code}`, cusip)
      : `<issuerCusips>\n${cusip.map((one) => tag('issuerCusipNumber', one)).join('\n')}\n</issuerCusips>`;
  return `      <issuerInfo>
${tag(`issuer${cik}`, issuer.cik.padStart(10, '0'))}
${codes}
${tag('issuerName', issuer.name)}
        <address>
          <com:street1>1 Example Plaza</com:street1>
          <com:city>DRAYMARSH</com:city>
          <com:stateOrCountry>NY</com:stateOrCountry>
          <com:zipCode>10000</com:zipCode>
        </address>
      </issuerInfo>`;
}

function powers({ sole, shares }: DraftPerson): string {
  const [alone, together] = sole === undefined ? ['0.00', shares ?? '0.00'] : [sole, '0.00'];
  return [
    tag('soleVotingPower', alone),
    tag('sharedVotingPower', together),
    tag('soleDispositivePower', alone),
    tag('sharedDispositivePower', together),
  ].join('\n');
}

const yesNo = (value: boolean) => (value ? 'Y' : 'N');

/** Nothing for a value that is left out. */
function tag(name: string, value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  const text = String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<${name}>${text}</${name}>`;
}
