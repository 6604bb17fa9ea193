/** Writes a filing as EDGAR gives it: the header of the submission, and the ownership document in an agent's style. */

import { type Issuer, nameAt, type Owner, type Party, partyNameAt, RENAMED, zipOf } from './cast.js';
import { as, back, type Day } from './day.js';
import { hash } from './draw.js';

/** Where in a row a footnote can be placed. */
export type Noted =
  | 'title'
  | 'coding'
  | 'shares'
  | 'price'
  | 'after'
  | 'nature'
  | 'exercisePrice'
  | 'exerciseDate'
  | 'expirationDate';
export type Notes = Partial<Record<Noted, readonly string[]>>;

interface Derivative {
  /** Null if a footnote has it. */
  exercisePrice: number | null;
  expires: Day | null;
  underlyingShares: number;
}

export interface DraftRow {
  /** The trade date, in weekdays ago. */
  traded: number;
  /** The text that the filer typed in place of the date. */
  typedDate?: Day;
  code: string;
  timeliness?: 'E' | 'L';
  title: string;
  acquired: boolean;
  shares: number;
  /** USD; null leaves the element with footnotes alone. */
  price: number | null;
  /** The nature of an indirect holding; a direct one has none. */
  nature?: string;
  notes?: Notes;
  derivative?: Derivative;
  /** The row that this one restates: it keeps the balance of that row. */
  restates?: DraftRow;
  /** Shares owned after it; calculated when not given. */
  after?: number;
}

export type FiledHolding = Pick<DraftRow, 'title' | 'shares' | 'nature' | 'notes' | 'derivative'>;

export interface Draft {
  issuer: Issuer;
  owners: readonly Owner[];
  /** Weekdays ago. */
  filed: number;
  /** Eastern wall time, HHMMSS; random when not given. */
  clock?: string;
  rows: readonly DraftRow[];
  holdings?: readonly FiledHolding[];
  /** Makes it a 4/A: weekdays ago on which the original was filed. */
  amends?: number;
  /** The box of Rule 10b5-1. */
  planBox?: boolean;
  notSubject?: boolean;
  remarks?: string;
  /** The symbol as typed, when it is not the issuer's usual one. */
  symbol?: string;
  /** X0306 has no box of Rule 10b5-1. */
  schema?: 'X0306';
}

/** The software of a filing agent. */
export interface Style {
  schema: 'X0306' | 'X0508' | 'X0609';
  flags: 'digits' | 'words' | 'true-only';
  /** Characters beyond ASCII as numeric entities, or as they are (UTF-8). */
  entities: boolean;
}

export interface Details {
  accession: string;
  clock: string;
  fileName: string;
  style: Style;
  symbol: string;
  balances: ReadonlyMap<DraftRow, number>;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The full submission text. */
export function submissionText(draft: Draft, details: Details): string {
  const { accession, clock, fileName } = details;
  const formType = draft.amends === undefined ? '4' : '4/A';
  const filed = as(back(draft.filed), 'co');
  const fileNumber = `001-9${String(hash(draft.issuer.cik) % 10_000).padStart(4, '0')}`;
  const owners = draft.owners.map(({ party }) => ownerHeader(party, draft.filed, formType, fileNumber));
  return `<SEC-DOCUMENT>${accession}.txt : ${filed}
<SEC-HEADER>${accession}.hdr.sgml : ${filed}
<ACCEPTANCE-DATETIME>${filed}${clock}
ACCESSION NUMBER:		${accession}
CONFORMED SUBMISSION TYPE:	${formType}
PUBLIC DOCUMENT COUNT:		1
CONFORMED PERIOD OF REPORT:	${as(periodOf(draft), 'co')}
FILED AS OF DATE:		${filed}
DATE AS OF CHANGE:		${filed}

${owners.join('\n')}
${issuerHeader(draft.issuer, draft.filed)}</SEC-HEADER>
<DOCUMENT>
<TYPE>${formType}
<SEQUENCE>1
<FILENAME>${fileName}
<DESCRIPTION>FORM ${formType}
<TEXT>
<XML>
${ownershipXml(draft, details)}
</XML>
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
`;
}

/** The day of the earliest transaction; a form without any says when the original was filed. */
const periodOf = ({ rows, amends, filed }: Draft): Day =>
  back(rows.length > 0 ? Math.max(...rows.map(({ traded }) => traded)) : (amends ?? filed));

const formerName = (heading: string, name: string, changed: Day) => `
	${heading}:	
		FORMER CONFORMED NAME:	${name}
		DATE OF NAME CHANGE:	${as(changed, 'co')}
`;

function ownerHeader(party: Party, filed: number, formType: string, fileNumber: string): string {
  const { formerName: former } = party;
  const state = party.organisation ? `\n\t\tSTATE OF INCORPORATION:\t\t\t${party.state}` : '';
  const changed =
    former !== undefined && filed <= former.back
      ? formerName('FORMER NAME', former.name, back(former.back))
      : '';
  return `REPORTING-OWNER:	

	OWNER DATA:	
		COMPANY CONFORMED NAME:			${partyNameAt(party, filed)}
		CENTRAL INDEX KEY:			${party.cik}
		ORGANIZATION NAME:           	${state}

	FILING VALUES:
		FORM TYPE:		${formType}
		SEC ACT:		1934 Act
		SEC FILE NUMBER:	${fileNumber}
${changed}`;
}

function issuerHeader(issuer: Issuer, filed: number): string {
  const isRenamed = issuer.ticker === RENAMED.ticker && filed <= RENAMED.back;
  const changed = isRenamed ? formerName('FORMER COMPANY', RENAMED.name, back(RENAMED.back)) : '';
  return `ISSUER:		

	COMPANY DATA:	
		COMPANY CONFORMED NAME:			${nameAt(issuer, filed)}
		CENTRAL INDEX KEY:			${issuer.cik}
		STANDARD INDUSTRIAL CLASSIFICATION:	${issuer.industry}
		STATE OF INCORPORATION:			${issuer.state}
		FISCAL YEAR END:			1231

	BUSINESS ADDRESS:	
		STREET 1:		1 EXAMPLE PLAZA
		CITY:			${issuer.city}
		STATE:			${issuer.state}
		ZIP:			${zipOf(issuer.city)}
${changed}`;
}

/** One footnote text gets one id. */
function ownershipXml(draft: Draft, { style, symbol, balances }: Details): string {
  const footnotes = new Map<string, string>();
  const encode = (text: string) => {
    const escaped = text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);
    return style.entities ? escaped.replace(/[^ -~]/gu, (sign) => `&#${sign.codePointAt(0)};`) : escaped;
  };
  const leaf = (tag: string, text: string) => `<${tag}>${encode(text)}</${tag}>`;
  /** Empty parts are left out. */
  const block = (tag: string, ...parts: string[]) => {
    const lines = parts.filter((part) => part !== '').map((part) => part.replace(/^/gm, ' '));
    return [`<${tag}>`, ...lines, `</${tag}>`].join('\n');
  };
  const flag = (tag: string, on: boolean) =>
    on || style.flags !== 'true-only'
      ? leaf(tag, style.flags === 'digits' ? (on ? '1' : '0') : String(on))
      : '';
  const always = (tag: string, on: boolean) =>
    leaf(tag, style.flags === 'digits' ? (on ? '1' : '0') : String(on));
  const refer = (texts: readonly string[] = []) =>
    texts
      .map((text) => {
        if (!footnotes.has(text)) footnotes.set(text, `F${footnotes.size + 1}`);
        return `<footnoteId id="${footnotes.get(text)}"/>`;
      })
      .join('');
  const valued = (tag: string, value: string | number | null, notes?: readonly string[]) => {
    const text = typeof value === 'number' ? String(Number(value.toFixed(4))) : value;
    return `<${tag}>${text === null ? '' : leaf('value', text)}${refer(notes)}</${tag}>`;
  };

  const owner = ({ party, director, officerTitle, tenPercent, otherText }: Owner) =>
    block(
      'reportingOwner',
      block(
        'reportingOwnerId',
        leaf('rptOwnerCik', party.cik),
        leaf('rptOwnerName', partyNameAt(party, draft.filed)),
      ),
      block(
        'reportingOwnerAddress',
        leaf('rptOwnerStreet1', party.street),
        leaf('rptOwnerCity', party.city),
        leaf('rptOwnerState', party.state),
        leaf('rptOwnerZipCode', party.zip),
      ),
      block(
        'reportingOwnerRelationship',
        flag('isDirector', director ?? false),
        flag('isOfficer', officerTitle !== undefined),
        flag('isTenPercentOwner', tenPercent ?? false),
        flag('isOther', otherText !== undefined),
        officerTitle === undefined ? '' : leaf('officerTitle', officerTitle),
        otherText === undefined ? '' : leaf('otherText', otherText),
      ),
    );
  const strike = ({ derivative, notes }: FiledHolding) =>
    derivative === undefined
      ? ''
      : valued('conversionOrExercisePrice', derivative.exercisePrice, notes?.exercisePrice);
  const terms = ({ derivative, notes }: FiledHolding) =>
    derivative === undefined
      ? []
      : [
          valued('exerciseDate', null, notes?.exerciseDate),
          valued('expirationDate', derivative.expires, notes?.expirationDate),
          block(
            'underlyingSecurity',
            valued('underlyingSecurityTitle', 'Common Stock'),
            valued('underlyingSecurityShares', derivative.underlyingShares),
          ),
        ];
  const ending = (after: number, { nature, notes }: FiledHolding) => [
    block('postTransactionAmounts', valued('sharesOwnedFollowingTransaction', after, notes?.after)),
    block(
      'ownershipNature',
      valued('directOrIndirectOwnership', nature === undefined ? 'D' : 'I'),
      nature === undefined ? '' : valued('natureOfOwnership', nature, notes?.nature),
    ),
  ];
  const transaction = (row: DraftRow) =>
    block(
      row.derivative ? 'derivativeTransaction' : 'nonDerivativeTransaction',
      valued('securityTitle', row.title, row.notes?.title),
      strike(row),
      valued('transactionDate', row.typedDate ?? back(row.traded)),
      block(
        'transactionCoding',
        leaf('transactionFormType', '4'),
        leaf('transactionCode', row.code),
        always('equitySwapInvolved', false),
        refer(row.notes?.coding),
      ),
      row.timeliness === undefined ? '' : valued('transactionTimeliness', row.timeliness),
      block(
        'transactionAmounts',
        valued('transactionShares', row.shares, row.notes?.shares),
        valued('transactionPricePerShare', row.price, row.notes?.price),
        valued('transactionAcquiredDisposedCode', row.acquired ? 'A' : 'D'),
      ),
      ...terms(row),
      ...ending(row.after ?? balances.get(row) ?? 0, row),
    );
  const holding = (held: FiledHolding) =>
    block(
      held.derivative ? 'derivativeHolding' : 'nonDerivativeHolding',
      valued('securityTitle', held.title, held.notes?.title),
      strike(held),
      ...terms(held),
      ...ending(held.shares, held),
    );
  const table = (tag: string, isDerivative: boolean) => {
    const isHere = ({ derivative }: FiledHolding) => (derivative !== undefined) === isDerivative;
    const parts = [
      ...draft.rows.filter(isHere).map(transaction),
      ...(draft.holdings ?? []).filter(isHere).map(holding),
    ];
    return parts.length === 0 ? '' : block(tag, ...parts);
  };
  const schema = draft.schema ?? style.schema;
  const parts = [
    leaf('schemaVersion', schema),
    leaf('documentType', draft.amends === undefined ? '4' : '4/A'),
    leaf('periodOfReport', periodOf(draft)),
    draft.amends === undefined ? '' : leaf('dateOfOriginalSubmission', back(draft.amends)),
    flag('notSubjectToSection16', draft.notSubject ?? false),
    block(
      'issuer',
      leaf('issuerCik', draft.issuer.cik),
      leaf('issuerName', nameAt(draft.issuer, draft.filed)),
      leaf('issuerTradingSymbol', symbol),
    ),
    ...draft.owners.map(owner),
    schema === 'X0306' ? '' : always('aff10b5One', draft.planBox ?? false),
    table('nonDerivativeTable', false),
    table('derivativeTable', true),
  ];
  const notes = [...footnotes].map(([text, id]) => `<footnote id="${id}">${encode(text)}</footnote>`);
  const signature = block(
    'ownerSignature',
    leaf('signatureName', '/s/ Perpetua Inkpen, attorney-in-fact'),
    leaf('signatureDate', back(draft.filed)),
  );
  const ends = [
    notes.length === 0 ? '' : block('footnotes', ...notes),
    draft.remarks === undefined ? '' : leaf('remarks', draft.remarks),
    signature,
  ];
  return `<?xml version="1.0"?>\n${block('ownershipDocument', ...parts, ...ends)}`;
}
