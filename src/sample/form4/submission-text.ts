/** Wraps an ownership document in the full submission text of EDGAR: SGML header, documents, end marks. */

import { addDays } from '../calendar.js';
import { nameAt } from '../issuers.js';
import type { Party } from '../people.js';
import { hash } from '../random.js';
import type { Draft } from './draft.js';
import { partyName } from './ownership-xml.js';

const compact = (day: string) => day.replaceAll('-', '');

/** Lines of a changed name; `changed` is YYYY-MM-DD. */
const formerName = (heading: string, name: string, changed: string) => `
	${heading}:	
		FORMER CONFORMED NAME:	${name}
		DATE OF NAME CHANGE:	${compact(changed)}
`;

function ownerBlock(
  party: Party,
  draft: Draft,
  formType: string,
  fileNumber: string,
  daysAgo: number,
): string {
  const former =
    party.formerName && daysAgo <= party.formerName.daysAgo
      ? formerName(
          'FORMER NAME',
          party.formerName.name,
          addDays(draft.filed, daysAgo - party.formerName.daysAgo),
        )
      : '';
  const state = party.organisation
    ? `\n\t\tSTATE OF INCORPORATION:\t\t\t${party.state}\n\t\tFISCAL YEAR END:\t\t\t1231`
    : '';
  return `REPORTING-OWNER:	

	OWNER DATA:	
		COMPANY CONFORMED NAME:			${partyName(party, daysAgo)}
		CENTRAL INDEX KEY:			${party.cik}
		ORGANIZATION NAME:           	${state}

	FILING VALUES:
		FORM TYPE:		${formType}
		SEC ACT:		1934 Act
		SEC FILE NUMBER:	${fileNumber}
		FILM NUMBER:		${26_000_000 + (hash(party.cik) % 999_999)}

	MAIL ADDRESS:	
		STREET 1:		${party.street}
		CITY:			${party.city}
		STATE:			${party.state}
		ZIP:			${party.zip}
${former}`;
}

function issuerBlock({ issuer, ...draft }: Draft, daysAgo: number): string {
  const former =
    issuer.formerName && daysAgo <= issuer.formerName.daysAgo
      ? formerName(
          'FORMER COMPANY',
          issuer.formerName.name,
          addDays(draft.filed, daysAgo - issuer.formerName.daysAgo),
        )
      : '';
  return `ISSUER:		

	COMPANY DATA:	
		COMPANY CONFORMED NAME:			${nameAt(issuer, daysAgo)}
		CENTRAL INDEX KEY:			${issuer.cik}
		STANDARD INDUSTRIAL CLASSIFICATION:	${issuer.industry}
		STATE OF INCORPORATION:			${issuer.state}
		FISCAL YEAR END:			1231

	BUSINESS ADDRESS:	
		STREET 1:		1 EXAMPLE PLAZA
		CITY:			${issuer.city}
		STATE:			${issuer.state}
		ZIP:			${10_000 + (hash(issuer.city) % 89_000)}
		BUSINESS PHONE:		555-0100
${former}`;
}

const POWER = `<DOCUMENT>
<TYPE>EX-24
<SEQUENCE>2
<FILENAME>poa.txt
<DESCRIPTION>POWER OF ATTORNEY
<TEXT>
POWER OF ATTORNEY

The undersigned lets Perpetua Inkpen sign and file Forms 3, 4 and 5 for the undersigned
under Section 16(a) of the Securities Exchange Act of 1934.
</TEXT>
</DOCUMENT>
`;

/** One complete submission; `accession` with dashes, `accepted` as YYYYMMDDHHMMSS in Eastern wall time. */
export function submissionText(
  draft: Draft,
  about: { accession: string; accepted: string; fileName: string; daysAgo: number; xml: string },
): string {
  const { accession, accepted, fileName, daysAgo, xml } = about;
  const formType = draft.amends ? '4/A' : '4';
  const filed = compact(draft.filed);
  const period = /<periodOfReport>(.*)<\/periodOfReport>/.exec(xml)?.[1] ?? draft.filed;
  const fileNumber = `001-9${String(hash(draft.issuer.cik) % 10_000).padStart(4, '0')}`;
  const owners = draft.owners
    .map(({ party }) => ownerBlock(party, draft, formType, fileNumber, daysAgo))
    .join('\n');
  return `<SEC-DOCUMENT>${accession}.txt : ${filed}
<SEC-HEADER>${accession}.hdr.sgml : ${filed}
<ACCEPTANCE-DATETIME>${accepted}
ACCESSION NUMBER:		${accession}
CONFORMED SUBMISSION TYPE:	${formType}
PUBLIC DOCUMENT COUNT:		${draft.withPower ? 2 : 1}
CONFORMED PERIOD OF REPORT:	${compact(period)}
FILED AS OF DATE:		${filed}
DATE AS OF CHANGE:		${filed}

${owners}
${issuerBlock(draft, daysAgo)}</SEC-HEADER>
<DOCUMENT>
<TYPE>${formType}
<SEQUENCE>1
<FILENAME>${fileName}
<DESCRIPTION>FORM ${formType}
<TEXT>
<XML>
${xml}
</XML>
</TEXT>
</DOCUMENT>
${draft.withPower ? POWER : ''}</SEC-DOCUMENT>
`;
}
