/** The Forms 3 and 5: what people hold when they become insiders, gifts and late trades, and what is typed wrongly. */

import {
  type Issuer,
  insider,
  issuerOf,
  type Owner,
  organisation,
  type Party,
  priceAt,
  zipOf,
} from './cast.js';
import { as, back } from './day.js';
import { hash } from './draw.js';
import type { MadeDocument } from './made-document.js';

/** The invented agent that sends them: the first part of an accession number. */
const AGENT = '9900090005';
/** An issuer without a symbol that nothing but Form 144 and this names. */
const CASK: Pick<Issuer, 'cik' | 'name' | 'ticker'> = {
  cik: '9900000991',
  name: 'Penumbrel Cask & Cooperage Co',
  ticker: 'NONE',
};

interface Line {
  title: string;
  /** Held; after a trade, if there is one. Null leaves it out. */
  held: number | null;
  /** The nature of an indirect line, and the footnote that names the account. */
  nature?: string;
  account?: string;
  right?: { price: number | null; expires: string; underlying: number };
  trade?: { back: number; code: string; form: '4' | '5'; shares: number; price: number; acquired: boolean };
  /** On a holding of a Form 5: it belongs to a Form 3. */
  form?: '3';
}

interface Statement {
  form: '3' | '3/A' | '5' | '5/A';
  issuer: Pick<Issuer, 'cik' | 'name' | 'ticker'>;
  owners: readonly Owner[];
  /** Weekdays ago: of the filing, and of the event or the end of the fiscal year. */
  filed: number;
  period: number;
  /** On an amendment: weekdays ago on which the original was filed. */
  original?: number;
  lines: readonly Line[];
}

/** Somebody whom no Form 4 names. */
function newcomer(place: number, name: string, issuer: Issuer): Party {
  return {
    cik: String(9_900_091_001 + place * 7),
    name,
    organisation: false,
    street: `C/O ${issuer.name.toUpperCase().replace(/[.,]/g, '')}`,
    city: issuer.city,
    state: issuer.state,
    zip: zipOf(issuer.city),
  };
}

const option = (held: number | null, underlying: number): Pick<Line, 'title' | 'held' | 'right'> => ({
  title: 'Stock Option (right to buy)',
  held,
  right: { price: 14.25, expires: '2031-05-12', underlying },
});

/** A fund and the person who manages it file one form for one account. */
function fundStatement(): Statement {
  const fund = organisation('Larchmere Hollow Partners LP');
  const manager: Party = { ...newcomer(2, 'Tumblequist Ingram D', issuerOf('ZYLO')), state: 'DE' };
  const owners = [
    { party: fund, tenPercent: true },
    { party: manager, tenPercent: true },
  ];
  const account = 'The shares are held by Larchmere Hollow Partners LP, which Mr. Tumblequist manages.';
  const lines = [{ title: 'Class A Common Stock', held: 1_225_000, nature: 'See footnote', account }];
  return { form: '3', issuer: CASK, owners, filed: 15, period: 20, lines };
}

function statements(): Statement[] {
  const [zylo, pqva, qvex, vyxt] = ['ZYLO', 'PQVA', 'QVEX', 'VYXT'].map(issuerOf) as [
    Issuer,
    Issuer,
    Issuer,
    Issuer,
  ];
  const trusts = ['Elder', 'Younger'].map((which) => ({
    ...option(null, 9_500),
    nature: 'By Trust',
    account: `The option is held by the ${which} Cobblegate Trust, of which the reporting person is a trustee.`,
  }));
  const late = {
    issuer: qvex,
    owners: [{ party: newcomer(1, 'Cobblegate Winifred A', qvex), officerTitle: 'Treasurer' }],
  };
  const shares = { title: 'Common Stock', held: 6_400 };
  const sale = { code: 'S', form: '4', price: priceAt(vyxt, 180), acquired: false, back: 180 } as const;
  const yearEnd = { period: 60, issuer: vyxt, owners: [insider('VYXT', 1)] };
  return [
    // A start value: shares, a trust and an option.
    {
      form: '3',
      issuer: zylo,
      owners: [insider('ZYLO', 1)],
      filed: 236,
      period: 240,
      lines: [
        { title: 'Common Stock', held: 12_000 },
        { title: 'Common Stock', held: 4_000, nature: 'By Trust', account: 'Held by a family trust.' },
        option(null, 20_000),
      ],
    },
    // Nothing is owned, and the form says so.
    {
      form: '3',
      issuer: pqva,
      owners: [{ party: newcomer(0, 'Fennelworth Odalys R', pqva), director: true }],
      filed: 8,
      period: 12,
      lines: [],
    },
    fundStatement(),
    // Filed weeks after its deadline, and amended: one number was wrong.
    { ...late, form: '3', filed: 20, period: 60, lines: [{ ...shares, held: 640 }, ...trusts] },
    { ...late, form: '3/A', filed: 14, period: 60, original: 20, lines: [shares] },
    // A gift, and holdings beside it.
    {
      form: '5',
      issuer: qvex,
      owners: [insider('QVEX', 2)],
      filed: 33,
      period: 60,
      lines: [
        {
          title: 'Common Stock',
          held: 31_500,
          trade: { back: 90, code: 'G', form: '5', shares: 2_500, price: 0, acquired: false },
        },
        { title: 'Common Stock', held: 8_000, nature: 'By Trust', account: 'Held by the 2011 family trust.' },
        {
          title: 'Common Stock',
          held: 8_000,
          nature: 'By Trust',
          account: 'Held by the 2019 family trust.',
          form: '3',
        },
      ],
    },
    // A sale that a Form 4 should have reported; the amendment corrects its number.
    {
      ...yearEnd,
      form: '5',
      filed: 35,
      lines: [{ title: 'Common Stock', held: 18_800, trade: { ...sale, shares: 120 } }],
    },
    {
      ...yearEnd,
      form: '5/A',
      filed: 28,
      original: 35,
      lines: [{ title: 'Common Stock', held: 18_800, trade: { ...sale, shares: 1_200 } }],
    },
  ];
}

/** Oldest first, in the order of their accession numbers. */
export function form35(): MadeDocument[] {
  return statements()
    .sort((a, b) => b.filed - a.filed)
    .map((one, place) => {
      const accession = `${AGENT}-${as(back(one.filed), 'yy')}-${String(place + 1).padStart(6, '0')}`;
      return {
        key: accession,
        kind: 'submission',
        url: `https://www.sec.gov/Archives/edgar/data/${one.issuer.cik}/${accession}.txt`,
        body: submission(one, accession),
      };
    });
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function submission(one: Statement, accession: string): string {
  const filed = as(back(one.filed), 'co');
  const clock = `17${String(hash(accession) % 60).padStart(2, '0')}41`;
  const owners = one.owners.map(
    ({ party }) => `REPORTING-OWNER:	

	OWNER DATA:	
		COMPANY CONFORMED NAME:			${party.name}
		CENTRAL INDEX KEY:			${party.cik}
`,
  );
  return `<SEC-DOCUMENT>${accession}.txt : ${filed}
<SEC-HEADER>${accession}.hdr.sgml : ${filed}
<ACCEPTANCE-DATETIME>${filed}${clock}
ACCESSION NUMBER:		${accession}
CONFORMED SUBMISSION TYPE:	${one.form}
PUBLIC DOCUMENT COUNT:		1
CONFORMED PERIOD OF REPORT:	${as(back(one.period), 'co')}
FILED AS OF DATE:		${filed}

${owners.join('\n')}
ISSUER:		

	COMPANY DATA:	
		COMPANY CONFORMED NAME:			${one.issuer.name}
		CENTRAL INDEX KEY:			${one.issuer.cik}
</SEC-HEADER>
<DOCUMENT>
<TYPE>${one.form}
<SEQUENCE>1
<FILENAME>ownership.xml
<TEXT>
<XML>
${xml(one)}
</XML>
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
`;
}

function xml(one: Statement): string {
  const notes = one.lines.flatMap(({ account }) => (account === undefined ? [] : [account]));
  const table = (tag: string, isRight: boolean) => {
    const rows = one.lines.filter(({ right }) => (right !== undefined) === isRight);
    return rows.length === 0
      ? ''
      : ` <${tag}>\n${rows.map((line) => rowXml(line, notes)).join('\n')}\n </${tag}>\n`;
  };
  const isYear = one.form.startsWith('5');
  const has = (test: (line: Line) => boolean) => (one.lines.some(test) ? '1' : '0');
  const boxes = isYear
    ? ` <notSubjectToSection16>0</notSubjectToSection16>
 <form3HoldingsReported>${has(({ form }) => form === '3')}</form3HoldingsReported>
 <form4TransactionsReported>${has(({ trade }) => trade?.form === '4')}</form4TransactionsReported>
`
    : ` <noSecuritiesOwned>${one.lines.length === 0 ? '1' : '0'}</noSecuritiesOwned>\n`;
  const original =
    one.original === undefined
      ? ''
      : ` <dateOfOriginalSubmission>${back(one.original)}</dateOfOriginalSubmission>\n`;
  return `<?xml version="1.0"?>
<ownershipDocument>
 <schemaVersion>${isYear ? 'X0306' : 'X0206'}</schemaVersion>
 <documentType>${one.form}</documentType>
 <periodOfReport>${back(one.period)}</periodOfReport>
${original}${boxes} <issuer>
  <issuerCik>${one.issuer.cik}</issuerCik>
  <issuerName>${escaped(one.issuer.name)}</issuerName>
  <issuerTradingSymbol>${one.issuer.ticker}</issuerTradingSymbol>
 </issuer>
${one.owners.map(ownerXml).join('\n')}
${table('nonDerivativeTable', false)}${table('derivativeTable', true)} <footnotes>${notes
    .map((text, at) => `\n  <footnote id="F${at + 1}">${escaped(text)}</footnote>`)
    .join('')}</footnotes>
 <ownerSignature>
  <signatureName>/s/ Perpetua Inkpen, attorney-in-fact</signatureName>
  <signatureDate>${back(one.filed)}</signatureDate>
 </ownerSignature>
</ownershipDocument>`;
}

function ownerXml({ party, director, tenPercent, officerTitle }: Owner): string {
  const title = officerTitle === undefined ? '' : `<officerTitle>${escaped(officerTitle)}</officerTitle>`;
  return ` <reportingOwner>
  <reportingOwnerId><rptOwnerCik>${party.cik}</rptOwnerCik><rptOwnerName>${party.name}</rptOwnerName></reportingOwnerId>
  <reportingOwnerRelationship><isDirector>${director ? 1 : 0}</isDirector><isOfficer>${officerTitle === undefined ? 0 : 1}</isOfficer><isTenPercentOwner>${tenPercent ? 1 : 0}</isTenPercentOwner><isOther>0</isOther>${title}</reportingOwnerRelationship>
 </reportingOwner>`;
}

const valued = (tag: string, value: string | number | null) =>
  `<${tag}>${value === null ? '' : `<value>${value}</value>`}</${tag}>`;

function rowXml(
  { title, held, nature, account, right, trade, form }: Line,
  notes: readonly string[],
): string {
  const kind = `${right === undefined ? 'nonDerivative' : 'derivative'}${trade === undefined ? 'Holding' : 'Transaction'}`;
  const coding = (type: string, code = '') =>
    `   <transactionCoding><transactionFormType>${type}</transactionFormType>${code}</transactionCoding>\n`;
  const traded =
    trade === undefined
      ? form === undefined
        ? ''
        : coding(form)
      : `   ${valued('transactionDate', back(trade.back))}
${coding(trade.form, `<transactionCode>${trade.code}</transactionCode><equitySwapInvolved>0</equitySwapInvolved>`)}   <transactionAmounts>${valued('transactionShares', trade.shares)}${valued('transactionPricePerShare', trade.price)}${valued('transactionAcquiredDisposedCode', trade.acquired ? 'A' : 'D')}</transactionAmounts>\n`;
  const terms =
    right === undefined
      ? ''
      : `   ${valued('exerciseDate', null)}
   ${valued('expirationDate', right.expires)}
   <underlyingSecurity>${valued('underlyingSecurityTitle', 'Common Stock')}${valued('underlyingSecurityShares', `${right.underlying}.0`)}</underlyingSecurity>\n`;
  const note = account === undefined ? '' : `<footnoteId id="F${notes.indexOf(account) + 1}"/>`;
  const after =
    held === null
      ? ''
      : `   <postTransactionAmounts>${valued('sharesOwnedFollowingTransaction', held)}</postTransactionAmounts>\n`;
  return `  <${kind}>
   ${valued('securityTitle', title)}
${right === undefined ? '' : `   ${valued('conversionOrExercisePrice', right.price)}\n`}${traded}${terms}${after}   <ownershipNature>${valued('directOrIndirectOwnership', nature === undefined ? 'D' : 'I')}${nature === undefined ? '' : `<natureOfOwnership><value>${nature}</value>${note}</natureOfOwnership>`}</ownershipNature>
  </${kind}>`;
}
