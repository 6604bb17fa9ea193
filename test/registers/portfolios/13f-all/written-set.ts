/** Data sets of Form 13F written for the tests: invented managers, the tables and headings of the SEC's own files. */

import { strToU8, zipSync } from 'fflate';
import type { ManagerDataSet, ManagerFiling } from '../../../../src/records/portfolios/manager-filing.js';
import { unpackPositions } from '../../../../src/records/portfolios/packed-positions.js';
import { parse } from '../../../../src/registers/portfolios/13f-all/parse.js';
import type { Warning } from '../../../../src/registers/register.js';

export type TableRow = Record<string, string | number>;
export type SetTables = Partial<Record<keyof typeof HEADINGS, TableRow[]>>;

const HEADINGS = {
  SUBMISSION: 'ACCESSION_NUMBER FILING_DATE SUBMISSIONTYPE CIK PERIODOFREPORT',
  COVERPAGE:
    'ACCESSION_NUMBER REPORTCALENDARORQUARTER ISAMENDMENT AMENDMENTNO AMENDMENTTYPE CONFDENIEDEXPIRED DATEDENIEDEXPIRED DATEREPORTED REASONFORNONCONFIDENTIALITY FILINGMANAGER_NAME FILINGMANAGER_STREET1 FILINGMANAGER_STREET2 FILINGMANAGER_CITY FILINGMANAGER_STATEORCOUNTRY FILINGMANAGER_ZIPCODE REPORTTYPE FORM13FFILENUMBER CRDNUMBER SECFILENUMBER PROVIDEINFOFORINSTRUCTION5 ADDITIONALINFORMATION',
  SUMMARYPAGE:
    'ACCESSION_NUMBER OTHERINCLUDEDMANAGERSCOUNT TABLEENTRYTOTAL TABLEVALUETOTAL ISCONFIDENTIALOMITTED',
  OTHERMANAGER: 'ACCESSION_NUMBER OTHERMANAGER_SK CIK FORM13FFILENUMBER CRDNUMBER SECFILENUMBER NAME',
  OTHERMANAGER2: 'ACCESSION_NUMBER SEQUENCENUMBER CIK FORM13FFILENUMBER CRDNUMBER SECFILENUMBER NAME',
  SIGNATURE: 'ACCESSION_NUMBER NAME TITLE PHONE SIGNATURE CITY STATEORCOUNTRY SIGNATUREDATE',
  INFOTABLE:
    'ACCESSION_NUMBER INFOTABLE_SK NAMEOFISSUER TITLEOFCLASS CUSIP FIGI VALUE SSHPRNAMT SSHPRNAMTTYPE PUTCALL INVESTMENTDISCRETION OTHERMANAGER VOTING_AUTH_SOLE VOTING_AUTH_SHARED VOTING_AUTH_NONE',
} as const;

const text = (name: keyof typeof HEADINGS, rows: readonly TableRow[]) => {
  const columns = HEADINGS[name].split(' ');
  return `${[columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((fields) => fields.join('\t'))
    .join('\n')}\n`;
};

/** A data set as a zip, its tables in a folder; `change` is made in the text of each table. */
export function writtenSet(
  tables: SetTables,
  folder = '01JUN2026-31AUG2026_form13f/',
  change: (name: string, text: string) => string = (_, whole) => whole,
): Buffer {
  const names = Object.keys(HEADINGS) as Array<keyof typeof HEADINGS>;
  return Buffer.from(
    zipSync(
      Object.fromEntries(
        names.map(
          (name) => [`${folder}${name}.tsv`, strToU8(change(name, text(name, tables[name] ?? [])))] as const,
        ),
      ),
    ),
  );
}

export const holding = (accession: string, over: TableRow = {}): TableRow => ({
  ACCESSION_NUMBER: accession,
  INFOTABLE_SK: 1,
  NAMEOFISSUER: 'ACME SAMPLE CORP',
  TITLEOFCLASS: 'COM',
  CUSIP: '990001109',
  VALUE: 2_000_000,
  SSHPRNAMT: 20_000,
  SSHPRNAMTTYPE: 'SH',
  INVESTMENTDISCRETION: 'SOLE',
  OTHERMANAGER: '0',
  ...over,
});

/** A filing in all tables but the last, with these rows of it. */
export function filingTables(
  accession: string,
  rows: TableRow[],
  over: TableRow = {},
): Required<Pick<SetTables, 'SUBMISSION' | 'COVERPAGE' | 'SUMMARYPAGE' | 'INFOTABLE'>> {
  const total = rows.reduce((sum, { VALUE }) => sum + Number(VALUE), 0);
  const facts: TableRow = {
    ACCESSION_NUMBER: accession,
    FILING_DATE: '10-AUG-2026',
    SUBMISSIONTYPE: '13F-HR',
    CIK: '0000910001',
    PERIODOFREPORT: '30-JUN-2026',
    REPORTCALENDARORQUARTER: '30-JUN-2026',
    FILINGMANAGER_NAME: 'Saltmarsh Capital LLC',
    REPORTTYPE: '13F HOLDINGS REPORT',
    TABLEENTRYTOTAL: rows.length,
    TABLEVALUETOTAL: total,
    ...over,
  };
  return { SUBMISSION: [facts], COVERPAGE: [facts], SUMMARYPAGE: [facts], INFOTABLE: rows };
}

/** The tables of several filings as those of one set. */
export function together(...filings: SetTables[]): SetTables {
  const all: SetTables = {};
  for (const filing of filings)
    for (const [name, rows] of Object.entries(filing) as Array<[keyof typeof HEADINGS, TableRow[]]>)
      all[name] = [...(all[name] ?? []), ...rows];
  return all;
}

export function readSet(bytes: Buffer): {
  filings: ManagerFiling[];
  set: ManagerDataSet | undefined;
  warnings: Warning[];
} {
  const steps = [
    ...parse({
      key: '01jun2026-31aug2026',
      kind: 'data-set',
      url: 'u',
      retrievedAt: '2026-09-03T00:00:00.000Z',
      bytes,
    }),
  ];
  const records = steps.flatMap((step) => step.records);
  return {
    filings: records.filter((one) => one.kind === 'manager-filing'),
    set: records.find((one) => one.kind === 'manager-data-set'),
    warnings: steps.flatMap((step) => step.warnings),
  };
}

export const positionsOf = (filing: ManagerFiling | undefined) =>
  unpackPositions(filing?.packed ?? Buffer.alloc(0)).map(({ key, flags, value, amount }) => [
    key,
    flags,
    value,
    amount,
  ]);
