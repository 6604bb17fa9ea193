/** The data sets of Form 13F: their tables joined into filings, and what is wrong with them. */

import { describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { POSITION_FLAGS } from '../../../../src/records/portfolios/packed-positions.js';
import { parse, recognise } from '../../../../src/registers/portfolios/13f-all/parse.js';
import { ParseError } from '../../../../src/registers/register.js';
import { filingTables, holding, positionsOf, readSet, together, writtenSet } from './written-set.js';

const A = '0009100001-26-000001';
const B = '0009100002-26-000001';
const { put, principal, unknownType, unknownValue, noPrice } = POSITION_FLAGS;

describe('a data set', () => {
  it('gives each filing with its rows added up by security, option and type', () => {
    const rows = [
      holding(A),
      holding(A, { VALUE: 500_000, SSHPRNAMT: 5_000, OTHERMANAGER: '1,3' }),
      holding(A, { PUTCALL: 'PUT', VALUE: 900_000 }),
      holding(A, { SSHPRNAMTTYPE: 'PRN', VALUE: 100, SSHPRNAMT: 1_000 }),
      holding(A, { CUSIP: '990002107', NAMEOFISSUER: 'BETA INC', VALUE: '12.5', SSHPRNAMT: '1.5' }),
    ];
    const { filings, set, warnings } = readSet(writtenSet(filingTables(A, rows)));
    expect(warnings).toEqual([]);
    expect(filings).toHaveLength(1);
    expect(filings[0]).toMatchObject({
      accession: A,
      cik: '910001',
      managerName: 'Saltmarsh Capital LLC',
      formType: '13F-HR',
      amendmentType: null,
      periodEnd: '2026-06-30',
      filedDate: '2026-08-10',
      rowCount: 5,
      positionCount: 4,
      tableEntryTotal: 5,
      valueSum: 3_400_112.5,
      dataSet: '01jun2026-31aug2026',
    });
    expect(positionsOf(filings[0])).toEqual([
      ['990001109', 0, 2_500_000, 25_000],
      ['990001109', put, 900_000, 20_000],
      ['990001109', principal, 100, 1_000],
      ['990002107', POSITION_FLAGS.fraction, 12.5, 1.5],
    ]);
    expect(set).toMatchObject({ name: '01jun2026-31aug2026', filings: 1, rows: 5 });
  });

  it('joins rows that come in any order', () => {
    const tables = together(filingTables(A, []), filingTables(B, [], { CIK: '910002' }));
    const mixed = [holding(B), holding(A), holding(B, { CUSIP: '990002107' }), holding(A)];
    const { filings } = readSet(writtenSet({ ...tables, INFOTABLE: mixed }));
    expect(filings.map(({ accession, rowCount }) => [accession, rowCount])).toEqual([
      [A, 2],
      [B, 2],
    ]);
    expect(positionsOf(filings[0])).toEqual([['990001109', 0, 4_000_000, 40_000]]);
  });

  it('takes the kind of an amendment from the form and AMENDMENTTYPE, and who reports from OTHERMANAGER', () => {
    const amended = filingTables(A, [holding(A)], {
      SUBMISSIONTYPE: '13F-HR/A',
      ISAMENDMENT: '',
      AMENDMENTTYPE: 'New Holdings',
      CONFDENIEDEXPIRED: 'Y',
      ISCONFIDENTIALOMITTED: 'N',
    });
    const notice = filingTables(B, [], {
      SUBMISSIONTYPE: '13F-NT',
      REPORTTYPE: '13F NOTICE',
      TABLEENTRYTOTAL: '',
      TABLEVALUETOTAL: '',
    });
    const OTHERMANAGER = [{ ACCESSION_NUMBER: B, OTHERMANAGER_SK: 1, CIK: '0000910009', NAME: 'Parent Co' }];
    const OTHERMANAGER2 = [{ ACCESSION_NUMBER: A, SEQUENCENUMBER: 1, CIK: '910008', NAME: 'A Subsidiary' }];
    const { filings } = readSet(writtenSet({ ...together(amended, notice), OTHERMANAGER, OTHERMANAGER2 }));
    expect(filings[0]).toMatchObject({
      amendmentType: 'NEW HOLDINGS',
      isConfidentialExpired: true,
      isConfidentialOmitted: false,
      otherManagers: [],
    });
    expect(filings[1]).toMatchObject({
      formType: '13F-NT',
      reportType: '13F NOTICE',
      tableEntryTotal: null,
      rowCount: 0,
      otherManagers: [{ cik: '910009', name: 'Parent Co' }],
    });
  });

  it('counts a row of zeros as a row, and not as a position', () => {
    const sold = holding(A, { VALUE: 0, SSHPRNAMT: 0 });
    expect(readSet(writtenSet(filingTables(A, [sold]))).filings[0]).toMatchObject({
      rowCount: 1,
      positionCount: 0,
    });
    const empty = holding(A, {
      NAMEOFISSUER: '0',
      TITLEOFCLASS: '0',
      CUSIP: '000000000',
      VALUE: 0,
      SSHPRNAMT: 0,
    });
    const { filings } = readSet(writtenSet(filingTables(A, [empty])));
    expect(filings[0]).toMatchObject({ rowCount: 1, positionCount: 0, valueSum: 0 });
  });

  it('keeps rows of no value, and rows without a CUSIP under their name', () => {
    const rows = [
      holding(A, { VALUE: 0, SSHPRNAMT: 3 }),
      holding(A, { CUSIP: '000000000', NAMEOFISSUER: 'PRIVATE CO', VALUE: 7, SSHPRNAMT: 1 }),
      holding(A, { CUSIP: '37833100', NAMEOFISSUER: 'ZERO DROPPED', VALUE: 9, SSHPRNAMT: 2 }),
    ];
    const { filings } = readSet(writtenSet(filingTables(A, rows)));
    expect(positionsOf(filings[0])).toEqual([
      ['037833100', 0, 9, 2],
      ['?PRIVATE CO/COM', 0, 7, 1],
      ['990001109', 0, 0, 3],
    ]);
  });

  it('reads a line that ends with tabs or lacks its last columns, and drops one that lacks what is read', () => {
    const rows = ['990001109', '990002107', '990003105', '990004103'].map((CUSIP) => holding(A, { CUSIP }));
    const bytes = writtenSet(filingTables(A, rows), 'x/', (name, text) =>
      name === 'INFOTABLE'
        ? text
            .replace(/(990001109.*)/, '$1\t\t')
            .replace(/(990002107.*SH\t\tSOLE).*/, '$1')
            .replace(/(990003105.*SH\t)\tSOLE.*/, '$1')
            .replace(/(990004103.*)/, '$1\tmore')
        : text,
    );
    const { filings, warnings } = readSet(bytes);
    expect(positionsOf(filings[0]).map(([key]) => key)).toEqual(['990001109', '990002107']);
    expect(warnings.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
      `uneven-row ${A}: 10 fields of 15`,
      `uneven-row ${A}: 16 fields of 15`,
      `entry-total-differs ${A}: stated 4, 2 in the table`,
    ]);
  });

  it('reads carriage returns, other columns, quotation marks and every spelling of a decimal', () => {
    const rows = [holding(A, { NAMEOFISSUER: 'THE "ACME" CO', VALUE: '7.', SSHPRNAMT: '.5' })];
    const bytes = writtenSet(filingTables(A, rows), 'x/', (_, text) =>
      text
        .split('\n')
        .map((line) => (line === '' ? '' : `new\t${line.replace('ACCESSION_NUMBER', 'accession_number')}\r`))
        .join('\n'),
    );
    const { filings, set, warnings } = readSet(bytes);
    expect(warnings).toEqual([]);
    expect(positionsOf(filings[0])).toEqual([['990001109', POSITION_FLAGS.fraction, 7, 0.5]]);
    expect(set?.securities[0]?.name).toBe('THE "ACME" CO');
  });

  it('names a filing that is there twice, and periods that cannot be right', () => {
    const late = filingTables(A, [holding(A)], { PERIODOFREPORT: '30-SEP-2026' });
    const odd = filingTables(B, [holding(B)], { CIK: '910002', PERIODOFREPORT: '15-JUN-2026' });
    const twice = filingTables(A, [], { CIK: '910003' });
    const { filings, warnings } = readSet(writtenSet(together(late, odd, { SUBMISSION: twice.SUBMISSION })));
    expect(filings.map(({ cik, periodEnd }) => [cik, periodEnd])).toEqual([
      ['910001', '2026-09-30'],
      ['910002', '2026-06-15'],
    ]);
    expect(warnings.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
      `period-after-filing ${A}: 2026-09-30, filed 2026-08-10`,
      `period-not-a-quarter-end ${B}: 2026-06-15`,
      `filing-twice ${A}: the first of its rows counts`,
      `period-differs ${A}: cover 2026-06-30, filing 2026-09-30`,
      `period-differs ${B}: cover 2026-06-30, filing 2026-06-15`,
    ]);
  });

  it('calls what it cannot read unknown, never zero', () => {
    const rows = [
      holding(A, { VALUE: 'many' }),
      holding(A, { CUSIP: '990002107', PUTCALL: 'STRADDLE' }),
      holding(A, { CUSIP: '990003105', VALUE: 20_000 }),
    ];
    const { filings, warnings } = readSet(writtenSet(filingTables(A, rows, { TABLEVALUETOTAL: 1 })));
    expect(positionsOf(filings[0])).toEqual([
      ['990002107', unknownType, 2_000_000, 20_000],
      ['990003105', noPrice, 20_000, 20_000],
      ['990001109', unknownValue, null, 20_000],
    ]);
    expect(warnings.map(({ kind }) => kind).sort()).toEqual(['unknown-word', 'unreadable-number']);
  });

  it('takes a few shares that cost about 1,000 dollars, in thousands, for no value that is repeated', () => {
    const rows = [holding(A, { VALUE: 1045, SSHPRNAMT: 1000 }), holding(A, { VALUE: 11, SSHPRNAMT: 11 })];
    const { filings } = readSet(writtenSet(filingTables(A, rows, { TABLEVALUETOTAL: 1056 })));
    expect(positionsOf(filings[0])).toEqual([['990001109', 0, 1056, 1011]]);
  });

  it('keeps the name that most filers use, and warns of rows that belong to no filing', () => {
    const names = ['ACME SAMPLE CORP', 'ACME SAMPLE CORP', 'Acme', 'ACME SAMPLE CORP'];
    const rows = [...names.map((NAMEOFISSUER) => holding(A, { NAMEOFISSUER })), holding(B)];
    const { set, warnings } = readSet(writtenSet(filingTables(A, rows)));
    expect(set?.securities).toEqual([{ key: '990001109', name: 'ACME SAMPLE CORP', titleOfClass: 'COM' }]);
    expect(warnings).toContainEqual({
      kind: 'row-without-filing',
      detail: B,
      where: '01jun2026-31aug2026',
    });
  });

  it('names some cases of a warning, and counts the others', () => {
    const rows = Array.from({ length: 50 }, () => holding(A, { VALUE: 'x' }));
    const { warnings } = readSet(writtenSet(filingTables(A, rows, { TABLEVALUETOTAL: 1 })));
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)?.detail).toBe('and 30 more');
  });

  it('refuses an archive without a table, with another heading, or cut off', () => {
    const read = (bytes: Buffer) => () => readSet(bytes);
    expect(read(Buffer.from('no zip'))).toThrow(ParseError);
    expect(read(Buffer.from(zipSync({ 'INFOTABLE.tsv': strToU8('A\n') })))).toThrow('no SUBMISSION.tsv');
    const whole = writtenSet(filingTables(A, [holding(A)]));
    expect(read(whole.subarray(0, whole.length - 40))).toThrow(ParseError);
    const stored = Buffer.from(
      zipSync(
        Object.fromEntries(
          ['SUBMISSION', 'COVERPAGE', 'SUMMARYPAGE', 'OTHERMANAGER', 'INFOTABLE'].map((name) => [
            `${name}.tsv`,
            strToU8('ACCESSION_NUMBER\tX\n'),
          ]),
        ),
      ),
    );
    expect(read(stored)).toThrow('SUBMISSION.tsv has no column FILING_DATE');
  });

  it('is recognised by its tables, and named by its file', () => {
    const bytes = writtenSet(filingTables(A, [holding(A)]));
    expect(recognise({ name: '/x/01jun2026-31aug2026_form13f.zip', bytes })).toEqual({
      key: '01jun2026-31aug2026',
      kind: 'data-set',
      url: 'file:01jun2026-31aug2026_form13f.zip',
    });
    expect(recognise({ name: '2013q2_form13f.zip', bytes })?.key).toBe('2013q2');
    expect(recognise({ name: 'other.zip', bytes: Buffer.from('PK') })).toBeNull();
    expect([...parse({ key: 'k', kind: 'data-set', url: '', retrievedAt: '', bytes })]).toHaveLength(2);
  });
});
