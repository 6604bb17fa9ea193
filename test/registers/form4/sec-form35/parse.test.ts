/** Forms 3 and 5, written for the tests, as submissions and in the SEC's quarterly data sets. */

import { describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import type { Form35Filing } from '../../../../src/records/form4/form35.js';
import { parse, recognise } from '../../../../src/registers/form4/sec-form35/parse.js';
import { type Parsed, ParseError } from '../../../../src/registers/register.js';
import { sampleDocuments } from '../../../../src/service/sample-documents.js';
import { ACCESSION, document, submission, xml } from '../sec-form4/written-filing.js';

const parsed = (text: string): Parsed => {
  const [only] = [...parse(document(text))];
  if (only === undefined) throw new Error('nothing');
  return only;
};
const filingIn = ({ records }: Parsed): Form35Filing => {
  const [record] = records;
  if (record?.kind !== 'form35') throw new Error('no Form 3 or 5');
  return record;
};
const kindsOf = ({ warnings }: Parsed) => warnings.map(({ kind }) => kind);

describe('a document', () => {
  it('of the forms 3 and 5 is read, and one of Form 4 is left to its register', () => {
    for (const type of ['3', '3/A', '5', '5/A'])
      expect(filingIn(parsed(submission(xml({ type, rows: [] }), { type }))).documentType).toBe(type);
    expect(parsed(submission(xml(), { type: '4' }))).toEqual({
      records: [],
      warnings: [{ kind: 'not-form-3-or-5', detail: 'form 4 is not read', where: ACCESSION }],
    });
  });

  it('without rows says so, unless it states that nothing is owned', () => {
    const form3 = (head: string) => parsed(submission(xml({ type: '3', rows: [], head }), { type: '3' }));
    expect(kindsOf(form3(''))).toEqual(['no-rows']);
    const none = form3('<noSecuritiesOwned>1</noSecuritiesOwned>');
    expect([kindsOf(none), filingIn(none).noSecuritiesOwned]).toEqual([[], true]);
    const both = parsed(
      submission(
        xml({ type: '3', rows: [], holdings: 1, head: '<noSecuritiesOwned>true</noSecuritiesOwned>' }),
        { type: '3' },
      ),
    );
    expect(kindsOf(both)).toEqual(['no-securities-but-rows']);
  });

  it('keeps a trade on a Form 3 with a warning', () => {
    const wrong = parsed(submission(xml({ type: '3' }), { type: '3' }));
    expect([kindsOf(wrong), filingIn(wrong).transactions.length]).toEqual([['transaction-on-form-3'], 1]);
  });

  it('says for each row of which form it is, and keeps the place of holdings', () => {
    const text = xml({ type: '5', holdings: 1 });
    const filing = filingIn(parsed(submission(text, { type: '5' })));
    expect(filing.transactions.map(({ rowForm }) => rowForm)).toEqual(['4']);
    expect(filing.holdings.map(({ row, transactionsBefore }) => [row, transactionsBefore])).toEqual([[0, 1]]);
  });

  it('leaves out the exercise price of a holding in another currency', () => {
    const held = (note: string) =>
      `<derivativeTable><derivativeHolding><securityTitle><value>Option</value></securityTitle>
<conversionOrExercisePrice><value>3.10</value><footnoteId id="F1"/></conversionOrExercisePrice></derivativeHolding></derivativeTable>
<footnotes><footnote id="F1">${note}</footnote></footnotes>`;
    const read = (note: string) =>
      parsed(submission(xml({ type: '3', rows: [], head: held(note) }), { type: '3' }));
    const abroad = read('The exercise price is in Canadian dollars.');
    expect(filingIn(abroad).holdings[0]?.conversionOrExercisePrice).toBeNull();
    expect(kindsOf(abroad)).toEqual(['price-in-another-currency']);
    expect(filingIn(read('Vests in four years.')).holdings[0]?.conversionOrExercisePrice).toBe(3.1);
  });

  it('that is not well-formed, cut off or a web page is unread', () => {
    const whole = submission(xml({ type: '3' }), { type: '3' });
    for (const damaged of [
      whole.replace('</issuerName>', '</issuer>'),
      whole.slice(0, whole.indexOf('</XML>')),
      '<html><body>Form 3</body></html>',
    ])
      expect(() => [...parse(document(damaged))]).toThrow(ParseError);
  });

  it('is recognised by its exact form', () => {
    const known = (type: string) =>
      recognise({ name: 'doc.txt', bytes: Buffer.from(submission(xml({ type }), { type })) })?.kind;
    expect(['3', '3/A', '5', '5/A', '4', '4/A'].map(known)).toEqual([
      ...Array(4).fill('submission'),
      undefined,
      undefined,
    ]);
    const bare = (type: string) => recognise({ name: 'doc.xml', bytes: Buffer.from(xml({ type })) })?.kind;
    expect(['3', '5/A', '4'].map(bare)).toEqual(['ownership-xml', 'ownership-xml', undefined]);
  });
});

describe('a data set', () => {
  const tsv = (...lines: string[][]) => strToU8(lines.map((fields) => fields.join('\t')).join('\n'));
  const [THREE, FOUR, FIVE] = ['0009999999-26-000103', '0009999999-26-000104', '0009999999-26-000105'];
  const head =
    'FILING_DATE PERIOD_OF_REPORT DOCUMENT_TYPE ISSUERCIK ISSUERNAME ISSUERTRADINGSYMBOL NO_SECURITIES_OWNED FORM4_TRANS_REPORTED';
  const trade =
    'SECURITY_TITLE TRANS_DATE TRANS_FORM_TYPE TRANS_CODE TRANS_SHARES TRANS_PRICEPERSHARE TRANS_ACQUIRED_DISP_CD SHRS_OWND_FOLWNG_TRANS DIRECT_INDIRECT_OWNERSHIP';
  const columns = (text: string) => ['ACCESSION_NUMBER', ...text.split(' ')];
  const submitted = (accession: string, type: string, none: string, late: string) => [
    accession,
    '31-JUL-2026',
    '29-JUL-2026',
    type,
    '0001800001',
    'EXAMPLE WIDGETS INC',
    'EXWI',
    none,
    late,
  ];
  const bytes = Buffer.from(
    zipSync({
      'SUBMISSION.tsv': tsv(
        columns(head),
        submitted(THREE, '3', '0', ''),
        submitted(FOUR, '4', '', ''),
        submitted(FIVE, '5/A', '', '1'),
      ),
      'REPORTINGOWNER.tsv': tsv(
        columns('RPTOWNERCIK RPTOWNERNAME RPTOWNER_RELATIONSHIP'),
        ...[THREE, FOUR, FIVE].map((one) => [one, '0001900001', 'ROE JANE Q', 'Director']),
      ),
      'NONDERIV_TRANS.tsv': tsv(
        columns(`NONDERIV_TRANS_SK ${trade}`),
        ...[FOUR, FIVE].map((one) => [
          one,
          '1',
          'Common',
          '02-JAN-2026',
          '4',
          'S',
          '10',
          '5',
          'D',
          '90',
          'D',
        ]),
      ),
      'DERIV_TRANS.tsv': tsv(columns(`DERIV_TRANS_SK ${trade}`)),
      'NONDERIV_HOLDING.tsv': tsv(
        columns(
          'NONDERIV_HOLDING_SK SECURITY_TITLE SHRS_OWND_FOLWNG_TRANS DIRECT_INDIRECT_OWNERSHIP NATURE_OF_OWNERSHIP NATURE_OF_OWNERSHIP_FN',
        ),
        [THREE, '8', 'Common', '700.0', 'I', 'Trust', 'F2'],
        [THREE, '7', 'Common', '600.0', 'I', 'Trust', 'F1'],
      ),
      'DERIV_HOLDING.tsv': tsv(
        columns(
          'DERIV_HOLDING_SK SECURITY_TITLE CONV_EXERCISE_PRICE EXPIRATION_DATE UNDLYNG_SEC_TITLE UNDLYNG_SEC_SHARES SHRS_OWND_FOLWNG_TRANS DIRECT_INDIRECT_OWNERSHIP',
        ),
        [THREE, '9', 'Option', '3.74', '14-APR-2028', 'Class B', '383594.0', '', 'D'],
      ),
      'FOOTNOTES.tsv': tsv(
        columns('FOOTNOTE_ID FOOTNOTE_TXT'),
        [THREE, 'F1', 'The elder trust.'],
        [THREE, 'F2', 'The younger trust.'],
      ),
    }),
  );
  const read = [
    ...parse({
      key: '2026q3',
      kind: 'data-set',
      url: 'file:2026q3',
      retrievedAt: '2026-10-03T00:00:00.000Z',
      bytes,
    }),
  ];

  it('gives its Forms 3 and 5, each with the submission that replaces it', () => {
    expect(read.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(read.map(filingIn).map(({ accession, documentType }) => [accession, documentType])).toEqual([
      [THREE, '3'],
      [FIVE, '5/A'],
    ]);
    expect(read.flatMap(({ toFetch = [] }) => toFetch.map(({ key }) => key))).toEqual([THREE, FIVE]);
  });

  it('has holdings in the order of their keys, with the account that the footnote names', () => {
    expect(filingIn(read[0]!).holdings.map(({ shares, account }) => [shares, account])).toEqual([
      [600, 'The elder trust.'],
      [700, 'The younger trust.'],
      [null, null],
    ]);
    expect(filingIn(read[0]!).holdings[2]).toMatchObject({
      table: 'derivative',
      conversionOrExercisePrice: 3.74,
      expirationDate: '2028-04-14',
      underlyingShares: 383594,
    });
  });

  it('says which trade a Form 4 should have had', () => {
    const { transactions, form4TransactionsReported } = filingIn(read[1]!);
    expect([form4TransactionsReported, transactions[0]?.rowForm]).toEqual([true, '4']);
  });
});

it.each(['2026-11-20', '2027-03-15', '2029-01-02'])('the sample of %s is read without a warning', (day) => {
  const found = sampleDocuments('sec-form35', day).flatMap((one) => [...parse(one)]);
  expect(found.flatMap(({ warnings }) => warnings)).toEqual([]);
  expect(new Set(found.map(filingIn).map(({ documentType }) => documentType))).toEqual(
    new Set(['3', '3/A', '5', '5/A']),
  );
});
