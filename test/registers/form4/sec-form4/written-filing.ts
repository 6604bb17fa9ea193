/** Filings of invented issuers and people, written for the tests element by element. */

import type { Form4Filing, Form4Transaction } from '../../../../src/records/form4/form4.js';
import { parse } from '../../../../src/registers/form4/sec-form4/parse.js';
import { type Parsed, ParseError, type RawDocument } from '../../../../src/registers/register.js';

export const ACCESSION = '0009999999-26-000017';

export interface WrittenRow {
  table?: 'nonDerivative' | 'derivative';
  title?: string;
  date?: string | null;
  code?: string | null;
  shares?: string;
  /** Whole content of the price element; it may be a footnote instead of a value. */
  price?: string | null;
  direction?: string;
  /** Shares owned after it. */
  after?: string;
  ownership?: string;
  nature?: string;
  /** Footnotes at the coding block. */
  notes?: string[];
  priceNotes?: string[];
  /** Elements added to the row as they are. */
  extra?: string;
}

export interface WrittenFiling {
  type?: string;
  period?: string | null;
  /** Elements before the issuer, as they are. */
  head?: string;
  owners?: string[];
  box?: string | null;
  rows?: WrittenRow[];
  holdings?: number;
  footnotes?: Record<string, string>;
  remarks?: string;
  symbol?: string;
  foreignSymbol?: string;
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
const value = (name: string, text: string | null | undefined, notes: string[] = []) =>
  text === null && notes.length === 0
    ? ''
    : `<${name}>${text === null || text === undefined ? '' : `<value>${text}</value>`}${refs(notes)}</${name}>`;
const refs = (notes: string[]) => notes.map((id) => `<footnoteId id="${id}"/>`).join('');

export function owner(
  options: { cik?: string; name?: string; flags?: string; title?: string; address?: string } = {},
): string {
  const title = options.title === undefined ? '' : `<officerTitle>${escaped(options.title)}</officerTitle>`;
  return `<reportingOwner><reportingOwnerId><rptOwnerCik>${options.cik ?? '0001900001'}</rptOwnerCik>
<rptOwnerName>${escaped(options.name ?? 'ROE JANE Q')}</rptOwnerName></reportingOwnerId>${options.address ?? ''}
<reportingOwnerRelationship>${options.flags ?? '<isDirector>1</isDirector>'}${title}</reportingOwnerRelationship></reportingOwner>`;
}

function rowXml(row: WrittenRow): string {
  const table = row.table ?? 'nonDerivative';
  const coding =
    row.code === null
      ? ''
      : `<transactionCoding><transactionFormType>4</transactionFormType><transactionCode>${row.code ?? 'S'}</transactionCode>` +
        `<equitySwapInvolved>0</equitySwapInvolved>${refs(row.notes ?? [])}</transactionCoding>`;
  return `<${table}Transaction>${value('securityTitle', row.title ?? 'Common Stock')}
${value('transactionDate', row.date === undefined ? '2026-03-02' : row.date)}<deemedExecutionDate/>${coding}<transactionTimeliness/>
<transactionAmounts>${value('transactionShares', row.shares ?? '100')}
${value('transactionPricePerShare', row.price === undefined ? '12.5' : row.price, row.priceNotes)}
${value('transactionAcquiredDisposedCode', row.direction ?? 'D')}</transactionAmounts>${row.extra ?? ''}
<postTransactionAmounts>${value('sharesOwnedFollowingTransaction', row.after ?? '900')}</postTransactionAmounts>
<ownershipNature>${value('directOrIndirectOwnership', row.ownership ?? 'D')}${row.nature ? value('natureOfOwnership', row.nature) : ''}</ownershipNature>
</${table}Transaction>`;
}

export function xml(filing: WrittenFiling = {}): string {
  const rows = filing.rows ?? [{}];
  const table = (name: 'nonDerivative' | 'derivative', holdings: number) =>
    `<${name}Table>${rows
      .filter((row) => (row.table ?? 'nonDerivative') === name)
      .map(rowXml)
      .join(
        '',
      )}${`<${name}Holding><securityTitle><value>Common Stock</value></securityTitle></${name}Holding>`.repeat(holdings)}</${name}Table>`;
  return `<?xml version="1.0"?>
<ownershipDocument><schemaVersion>X0609</schemaVersion><documentType>${filing.type ?? '4'}</documentType>
${filing.period === null ? '' : `<periodOfReport>${filing.period ?? '2026-03-02'}</periodOfReport>`}${filing.head ?? ''}
<issuer><issuerCik>0001800001</issuerCik><issuerName>EXAMPLE WIDGETS INC</issuerName>
<issuerTradingSymbol>${filing.symbol ?? 'EXWI'}</issuerTradingSymbol><issuerForeignTradingSymbol>${filing.foreignSymbol ?? ''}</issuerForeignTradingSymbol></issuer>
${(filing.owners ?? [owner()]).join('')}${filing.box === undefined || filing.box === null ? '' : `<aff10b5One>${filing.box}</aff10b5One>`}
${table('nonDerivative', filing.holdings ?? 0)}${table('derivative', 0)}
<footnotes>${Object.entries(filing.footnotes ?? {})
    .map(([id, text]) => `<footnote id="${id}">${escaped(text)}</footnote>`)
    .join('')}</footnotes>
<remarks>${escaped(filing.remarks ?? '')}</remarks>
<ownerSignature><signatureName>/s/ Jane Q. Roe</signatureName><signatureDate>2026-03-04</signatureDate></ownerSignature>
</ownershipDocument>`;
}

export function submission(
  body: string,
  options: { type?: string; accepted?: string; before?: string } = {},
): string {
  const type = options.type ?? '4';
  return `<SEC-DOCUMENT>${ACCESSION}.txt : 20260304
<SEC-HEADER>${ACCESSION}.hdr.sgml : 20260304
<ACCEPTANCE-DATETIME>${options.accepted ?? '20260304183057'}
ACCESSION NUMBER:\t\t${ACCESSION}
CONFORMED SUBMISSION TYPE:\t${type}
PUBLIC DOCUMENT COUNT:\t\t1
CONFORMED PERIOD OF REPORT:\t20260302
FILED AS OF DATE:\t\t20260304

REPORTING-OWNER:

\tOWNER DATA:
\t\tCOMPANY CONFORMED NAME:\t\t\tROE JANE Q
\t\tCENTRAL INDEX KEY:\t\t\t0001900001

ISSUER:

\tCOMPANY DATA:
\t\tCOMPANY CONFORMED NAME:\t\t\tEXAMPLE WIDGETS INC
\t\tCENTRAL INDEX KEY:\t\t\t0001800001
</SEC-HEADER>
${options.before ?? ''}<DOCUMENT>
<TYPE>${type}
<SEQUENCE>1
<FILENAME>form4.xml
<TEXT>
<XML>
${body}
</XML>
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
`;
}

export function document(text: string | Buffer, more: Partial<RawDocument> = {}): RawDocument {
  return {
    key: ACCESSION,
    kind: 'submission',
    url: `https://www.sec.gov/Archives/edgar/data/1800001/${ACCESSION}.txt`,
    retrievedAt: '2026-03-05T00:00:00.000Z',
    bytes: Buffer.from(text),
    ...more,
  };
}

export function parsed(raw: RawDocument): Parsed {
  const all = [...parse(raw)];
  if (all.length !== 1) throw new Error(`${all.length} steps`);
  return all[0]!;
}

/** A text as EDGAR serves those from before about 2011, in the envelope of privacy-enhanced mail. */
export const enveloped = (text: string) => `-----BEGIN PRIVACY-ENHANCED MESSAGE-----
Proc-Type: 2001,MIC-CLEAR
Originator-Name: webmaster@www.example.org
Originator-Key-Asymmetric:
 MFgwCgYEVQgBAQICAf8DSgAwRwJAW2sNKK9AVtBzYZmr6aGjlWyK3XmZv3dTINen
MIC-Info: RSA-MD5,RSA,
 AbCdEfGh0123456789==

${text}-----END PRIVACY-ENHANCED MESSAGE-----
`;

/** The filing of a written submission, which must give no warning unless the test looks at them itself. */
export function filing(written: WrittenFiling = {}): Form4Filing {
  const { records, warnings } = parsed(document(submission(xml(written), { type: written.type })));
  if (warnings.length > 0) throw new Error(JSON.stringify(warnings));
  return records[0] as Form4Filing;
}

export function row(written: WrittenRow, rest: Omit<WrittenFiling, 'rows'> = {}): Form4Transaction {
  return filing({ ...rest, rows: [written] }).transactions[0]!;
}

export function warningsOf(written: WrittenFiling): string[] {
  return parsed(document(submission(xml(written)))).warnings.map(
    ({ kind, detail, where }) => `${kind} | ${detail} | ${where}`,
  );
}

/** The reason why a document is unreadable. */
export function reason(raw: RawDocument): string {
  try {
    parsed(raw);
  } catch (error) {
    if (error instanceof ParseError) return error.message;
    throw error;
  }
  throw new Error('it was read');
}
