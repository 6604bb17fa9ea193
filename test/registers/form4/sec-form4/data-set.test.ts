/** The SEC's quarterly data sets of insider transactions. */

import { describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import type { Form4Filing } from '../../../../src/records/form4/form4.js';
import { parse } from '../../../../src/registers/form4/sec-form4/parse.js';
import { type Parsed, ParseError } from '../../../../src/registers/register.js';

const A = '0009999999-26-000101';
const B = '0009999999-26-000102';
const C = '0009999999-26-000103';

const NONDERIV = [
  ...[
    'ACCESSION_NUMBER',
    'NONDERIV_TRANS_SK',
    'SECURITY_TITLE',
    'SECURITY_TITLE_FN',
    'TRANS_DATE',
    'TRANS_DATE_FN',
  ],
  ...[
    'DEEMED_EXECUTION_DATE',
    'DEEMED_EXECUTION_DATE_FN',
    'TRANS_FORM_TYPE',
    'TRANS_CODE',
    'EQUITY_SWAP_INVOLVED',
  ],
  ...[
    'EQUITY_SWAP_TRANS_CD_FN',
    'TRANS_TIMELINESS',
    'TRANS_TIMELINESS_FN',
    'TRANS_SHARES',
    'TRANS_SHARES_FN',
  ],
  ...['TRANS_PRICEPERSHARE', 'TRANS_PRICEPERSHARE_FN', 'TRANS_ACQUIRED_DISP_CD', 'TRANS_ACQUIRED_DISP_CD_FN'],
  ...[
    'SHRS_OWND_FOLWNG_TRANS',
    'SHRS_OWND_FOLWNG_TRANS_FN',
    'VALU_OWND_FOLWNG_TRANS',
    'VALU_OWND_FOLWNG_TRANS_FN',
  ],
  ...[
    'DIRECT_INDIRECT_OWNERSHIP',
    'DIRECT_INDIRECT_OWNERSHIP_FN',
    'NATURE_OF_OWNERSHIP',
    'NATURE_OF_OWNERSHIP_FN',
  ],
];
const DERIV = [
  ...NONDERIV.map((name) => name.replace('NONDERIV', 'DERIV')),
  ...['CONV_EXERCISE_PRICE', 'TRANS_TOTAL_VALUE', 'EXCERCISE_DATE', 'EXPIRATION_DATE'],
  ...['UNDLYNG_SEC_TITLE', 'UNDLYNG_SEC_SHARES', 'UNDLYNG_SEC_VALUE'],
];
const HOLDING = [
  'SECURITY_TITLE',
  'SHRS_OWND_FOLWNG_TRANS',
  'DIRECT_INDIRECT_OWNERSHIP',
  'NATURE_OF_OWNERSHIP_FN',
];

type Row = Record<string, string>;

/** Columns are written in the order given; a test may change it, since the heading decides. */
function table(columns: string[], rows: Row[]): string {
  return [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))]
    .map((fields) => fields.join('\t'))
    .join('\n');
}

const filing = (accession: string, more: Row = {}): Row => ({
  ACCESSION_NUMBER: accession,
  FILING_DATE: '31-JUL-2026',
  PERIOD_OF_REPORT: '29-JUL-2026',
  DOCUMENT_TYPE: '4',
  ISSUERCIK: '0001800001',
  ISSUERNAME: 'EXAMPLE WIDGETS INC',
  ISSUERTRADINGSYMBOL: 'EXWI',
  ...more,
});
const owner = (accession: string, more: Row = {}): Row => ({
  ACCESSION_NUMBER: accession,
  RPTOWNERCIK: '0001900001',
  RPTOWNERNAME: 'ROE JANE Q',
  RPTOWNER_RELATIONSHIP: 'Director',
  ...more,
});
const sale = (accession: string, key: string, more: Row = {}): Row => ({
  ACCESSION_NUMBER: accession,
  NONDERIV_TRANS_SK: key,
  DERIV_TRANS_SK: key,
  SECURITY_TITLE: 'Common Stock',
  TRANS_DATE: '29-JUL-2026',
  TRANS_FORM_TYPE: '4',
  TRANS_CODE: 'S',
  EQUITY_SWAP_INVOLVED: '0',
  TRANS_SHARES: '100.0',
  TRANS_PRICEPERSHARE: '12.35',
  TRANS_ACQUIRED_DISP_CD: 'D',
  SHRS_OWND_FOLWNG_TRANS: '900.0',
  DIRECT_INDIRECT_OWNERSHIP: 'D',
  ...more,
});

interface Tables {
  submissions?: Row[];
  submissionColumns?: string[];
  owners?: Row[];
  rows?: Row[];
  derivative?: Row[];
  holdings?: Row[];
  footnotes?: Row[];
  /** Tables as they are in the archive, put over those made from the rows. */
  raw?: Record<string, string | null>;
}

const SUBMISSION = [
  ...[
    'ACCESSION_NUMBER',
    'FILING_DATE',
    'PERIOD_OF_REPORT',
    'DATE_OF_ORIG_SUB',
    'NO_SECURITIES_OWNED',
    'NOT_SUBJECT_SEC16',
  ],
  ...[
    'FORM3_HOLDINGS_REPORTED',
    'FORM4_TRANS_REPORTED',
    'DOCUMENT_TYPE',
    'ISSUERCIK',
    'ISSUERNAME',
    'ISSUERTRADINGSYMBOL',
  ],
  ...['REMARKS', 'AFF10B5ONE'],
];

function archive(tables: Tables): Buffer {
  const files: Record<string, string | null> = {
    'SUBMISSION.tsv': table(tables.submissionColumns ?? SUBMISSION, tables.submissions ?? [filing(A)]),
    'REPORTINGOWNER.tsv': table(
      [
        'ACCESSION_NUMBER',
        'RPTOWNERCIK',
        'RPTOWNERNAME',
        'RPTOWNER_RELATIONSHIP',
        'RPTOWNER_TITLE',
        'RPTOWNER_TXT',
      ],
      tables.owners ?? [owner(A)],
    ),
    'NONDERIV_TRANS.tsv': table(NONDERIV, tables.rows ?? []),
    'DERIV_TRANS.tsv': table(DERIV, tables.derivative ?? []),
    'NONDERIV_HOLDING.tsv': table(
      ['ACCESSION_NUMBER', 'NONDERIV_HOLDING_SK', ...HOLDING],
      tables.holdings ?? [],
    ),
    'DERIV_HOLDING.tsv': table(['ACCESSION_NUMBER', 'DERIV_HOLDING_SK', ...HOLDING], []),
    'FOOTNOTES.tsv': table(['ACCESSION_NUMBER', 'FOOTNOTE_ID', 'FOOTNOTE_TXT'], tables.footnotes ?? []),
    'OWNER_SIGNATURE.tsv': 'ACCESSION_NUMBER\tOWNERSIGNATURENAME\n',
    'FORM_345_readme.htm': '<html></html>',
    ...tables.raw,
  };
  const kept = Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== null);
  return Buffer.from(zipSync(Object.fromEntries(kept.map(([name, text]) => [name, strToU8(text)]))));
}

function read(bytes: Buffer, metadata?: Record<string, string>): Parsed[] {
  const url = 'https://www.sec.gov/files/2026q3_form345.zip';
  return [
    ...parse({
      key: '2026q3',
      kind: 'data-set',
      url,
      retrievedAt: '2026-10-03T00:00:00.000Z',
      bytes,
      metadata,
    }),
  ];
}
const filings = (tables: Tables) => read(archive(tables)).flatMap((step) => step.records as Form4Filing[]);
const warnings = (tables: Tables) =>
  read(archive(tables)).flatMap((step) =>
    step.warnings.map(({ kind, detail, where }) => `${kind} | ${detail} | ${where}`),
  );

describe('a data set', () => {
  it('gives one filing at a time, approximate in time and precision, and queues its submission text', () => {
    const steps = read(
      archive({
        submissions: [filing(A, { NOT_SUBJECT_SEC16: 'false' }), filing(B, { ISSUERCIK: '0001800002' })],
        owners: [owner(A), owner(B)],
        rows: [sale(A, '1')],
        holdings: [{ ACCESSION_NUMBER: A }, { ACCESSION_NUMBER: A }],
        derivative: [
          sale(B, '1', {
            TRANS_CODE: 'M',
            UNDLYNG_SEC_TITLE: 'Common Stock',
            UNDLYNG_SEC_SHARES: '100.0',
            CONV_EXERCISE_PRICE: '4.0',
          }),
        ],
      }),
    );
    expect(steps.map((step) => step.records.length)).toEqual([1, 1]);
    expect(steps[0]).toMatchObject({
      warnings: [],
      records: [
        {
          accession: A,
          documentType: '4',
          schemaVersion: null,
          periodOfReport: '2026-07-29',
          filedAt: '2026-08-01T03:59:59.000Z',
          filedAtApproximate: true,
          filedDate: '2026-07-31',
          precision: 'dataset',
          notSubjectToSection16: false,
          issuer: {
            cik: '1800001',
            name: 'EXAMPLE WIDGETS INC',
            tradingSymbol: 'EXWI',
            foreignTradingSymbol: null,
          },
          holdingCount: 2,
          transactions: [
            {
              row: 0,
              table: 'non-derivative',
              transactionCode: 'S',
              transactionDate: '2026-07-29',
              shares: 100,
              pricePerShare: 12.35,
              sharesOwnedAfter: 900,
              acquiredDisposed: 'D',
              ownership: 'D',
            },
          ],
        },
      ],
      toFetch: [
        {
          key: A,
          kind: 'submission',
          url: `https://www.sec.gov/Archives/edgar/data/1800001/${A}.txt`,
          metadata: { filedDate: '2026-07-31' },
        },
      ],
    });
    expect(steps[1]?.records[0]).toMatchObject({
      transactions: [
        {
          table: 'derivative',
          underlyingTitle: 'Common Stock',
          underlyingShares: 100,
          conversionOrExercisePrice: 4,
        },
      ],
    });
    expect(steps[0]!.toFetch![0]!.priority).toBeGreaterThan(steps[1]!.toFetch![0]!.priority!);
  });

  it('takes the host of the queued documents from the facts', () => {
    const [step] = read(archive({}), { base: 'http://127.0.0.1:9' });
    expect(step?.toFetch?.[0]?.url).toBe(`http://127.0.0.1:9/Archives/edgar/data/1800001/${A}.txt`);
  });

  it('keeps forms 4 and 4/A only', () => {
    const found = filings({
      submissions: [
        filing(A, { DOCUMENT_TYPE: '3' }),
        filing(B, { DOCUMENT_TYPE: '5/A' }),
        filing(C, { DOCUMENT_TYPE: '4/A', DATE_OF_ORIG_SUB: '01-JUL-2026' }),
      ],
      owners: [owner(A), owner(B), owner(C)],
      rows: [sale(A, '1'), sale(C, '2')],
    });
    expect(found).toMatchObject([
      { accession: C, documentType: '4/A', dateOfOriginalSubmission: '2026-07-01' },
    ]);
  });

  it('orders rows by their key, the non-derivative table first', () => {
    const [found] = filings({
      rows: [sale(A, '30', { TRANS_CODE: 'P' }), sale(A, '4', { TRANS_CODE: 'S' })],
      derivative: [sale(A, '2', { TRANS_CODE: 'X' }), sale(A, '1', { TRANS_CODE: 'M' })],
    });
    expect(found?.transactions.map(({ row, transactionCode }) => `${row}${transactionCode}`)).toEqual([
      '0S',
      '1P',
      '2M',
      '3X',
    ]);
  });

  it('finds columns by the heading, in any order, also in an edition without the checkbox', () => {
    const [before, after] = [SUBMISSION.slice(0, -1).reverse(), SUBMISSION].map(
      (submissionColumns) =>
        filings({
          submissionColumns,
          submissions: [filing(A, { AFF10B5ONE: 'true' })],
          rows: [sale(A, '1')],
        })[0],
    );
    expect(before).toMatchObject({ accession: A, aff10b5One: null, transactions: [{ is10b5_1: false }] });
    expect(after).toMatchObject({ accession: A, aff10b5One: true, transactions: [{ is10b5_1: true }] });
  });

  it('reads quotation marks as ordinary signs', () => {
    const [found] = filings({
      submissions: [filing(A, { REMARKS: '"unbalanced' }), filing(B)],
      owners: [owner(A), owner(B)],
    });
    expect(found?.remarks).toBe('"unbalanced');
    expect(
      filings({ submissions: [filing(A, { REMARKS: '"x' }), filing(B)], owners: [owner(A), owner(B)] }),
    ).toHaveLength(2);
  });

  it('reads several owners and their relationships', () => {
    const [found] = filings({
      owners: [
        owner(A, { RPTOWNER_RELATIONSHIP: 'Director,Officer', RPTOWNER_TITLE: 'See Remarks' }),
        owner(A, {
          RPTOWNERCIK: '0001900002',
          RPTOWNER_RELATIONSHIP: 'TenPercentOwner, Other',
          RPTOWNER_TXT: 'Former director',
        }),
      ],
      submissions: [filing(A, { REMARKS: 'Title: Chief Widget Officer' })],
    });
    expect(found?.owners).toEqual([
      {
        cik: '1900001',
        name: 'ROE JANE Q',
        isDirector: true,
        isOfficer: true,
        isTenPercentOwner: false,
        isOther: false,
        officerTitle: 'Chief Widget Officer',
        otherText: null,
      },
      {
        cik: '1900002',
        name: 'ROE JANE Q',
        isDirector: false,
        isOfficer: false,
        isTenPercentOwner: true,
        isOther: true,
        officerTitle: null,
        otherText: 'Former director',
      },
    ]);
  });

  it('resolves footnotes by row, those on the price separately', () => {
    const [found] = filings({
      rows: [
        sale(A, '1', { TRANS_PRICEPERSHARE_FN: 'F1', SECURITY_TITLE_FN: 'F2, F3' }),
        sale(A, '2', { TRANS_PRICEPERSHARE_FN: 'F3', SECURITY_TITLE_FN: 'F1' }),
        sale(A, '3', { TRANS_PRICEPERSHARE: '' }),
      ],
      footnotes: [
        {
          ACCESSION_NUMBER: A,
          FOOTNOTE_ID: 'F1',
          FOOTNOTE_TXT: 'Weighted average price of trades at prices ranging from $1 to $2.',
        },
        {
          ACCESSION_NUMBER: A,
          FOOTNOTE_ID: 'F2',
          FOOTNOTE_TXT: 'Sold solely to cover tax withholding obligations.',
        },
        {
          ACCESSION_NUMBER: A,
          FOOTNOTE_ID: 'F3',
          FOOTNOTE_TXT: 'Sold pursuant to a Rule 10b5-1 plan; shares held by the "Roe Trust".',
        },
      ],
    });
    expect(
      found?.transactions.map((one) => [
        one.hasVwapFootnote,
        one.soldOnlyForTax,
        one.is10b5_1,
        one.hasIndirectOwnershipFootnote,
        one.pricePerShare,
      ]),
    ).toEqual([
      [true, true, true, true, 12.35],
      [false, false, true, true, 12.35],
      [false, false, false, false, null],
    ]);
  });
});

it('leaves out prices that a footnote of a data set says are in another currency', () => {
  const tables = {
    rows: [sale(A, '1', { TRANS_PRICEPERSHARE_FN: 'F1' }), sale(A, '2')],
    footnotes: [{ ACCESSION_NUMBER: A, FOOTNOTE_ID: 'F1', FOOTNOTE_TXT: 'Price in Canadian dollars.' }],
  };
  expect(filings(tables)[0]?.transactions.map((one) => one.pricePerShare)).toEqual([null, 12.35]);
  expect(warnings(tables)).toEqual([`price-in-another-currency | pricePerShare 12.35 | ${A} row 0`]);
});

describe('oddities in a data set are reported', () => {
  it('an unknown column, an uneven row, an unknown form type, a filing without its marks', () => {
    expect(
      warnings({
        submissionColumns: [...SUBMISSION, 'SHOE_SIZE'],
        submissions: [
          filing(A),
          filing(B, { DOCUMENT_TYPE: '6' }),
          filing(C, { FILING_DATE: '31-FEB-2026' }),
        ],
        raw: { 'FOOTNOTES.tsv': `ACCESSION_NUMBER\tFOOTNOTE_ID\tFOOTNOTE_TXT\n${A}\tF1` },
      }),
    ).toEqual([
      'unknown-column | SHOE_SIZE | 2026q3 SUBMISSION',
      `unknown-form-type | 6 | 2026q3 ${B}`,
      `unidentified-filing | accession ${C}, filed 31-FEB-2026, issuer 0001800001 | 2026q3 ${C}`,
      `uneven-row | 2 fields of 3: ${A} | 2026q3 FOOTNOTES`,
    ]);
  });

  it('an unreadable value, with its row', () => {
    expect(
      warnings({
        rows: [sale(A, '7', { TRANS_CODE: 'B', TRANS_SHARES: 'many' })],
        owners: [owner(A, { RPTOWNER_RELATIONSHIP: 'Cousin' })],
      }),
    ).toEqual([
      `unknown-word | RPTOWNER_RELATIONSHIP: Cousin | ${A}`,
      `unknown-code | B | ${A} row NONDERIV_TRANS 7`,
      `unreadable-number | TRANS_SHARES: many | ${A} row NONDERIV_TRANS 7`,
    ]);
  });

  it('a filing without an owner is left to its submission text', () => {
    const [step] = read(archive({ owners: [] }));
    expect(step).toMatchObject({
      records: [],
      warnings: [{ kind: 'no-reporting-owner' }],
      toFetch: [{ key: A }],
    });
  });

  it.each([
    ['a missing table', archive({ raw: { 'DERIV_TRANS.tsv': null } }), /no DERIV_TRANS.tsv/],
    [
      'a missing column',
      archive({ raw: { 'FOOTNOTES.tsv': 'ACCESSION_NUMBER\tFOOTNOTE_ID\n' } }),
      /FOOTNOTES.tsv has no column FOOTNOTE_TXT/,
    ],
    ['no archive', Buffer.from('<html>Request Rate Threshold Exceeded</html>'), /not a readable zip archive/],
    ['an archive that is cut off', archive({}).subarray(0, 500), /not a readable zip archive/],
  ])('%s makes it unreadable', (_what, bytes, expected) => {
    expect(() => read(bytes)).toThrow(expected);
    expect(() => read(bytes)).toThrow(ParseError);
  });
});
