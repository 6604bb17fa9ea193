/** The tables of a data set of Form 13F: found by base name, columns by heading, sizes checked before anything is read. */

import { required } from '../../../collections.js';
import { MAX_COLUMNS, openTsv, TsvError, type TsvLine, tsvLines } from '../../formats/tsv.js';
import { unzipMember, unzipPieces, ZipError, zipMembers } from '../../formats/zip.js';
import { ParseError } from '../../register.js';

/** The columns that must be there. Others are not read: their list differs between editions. */
const COLUMNS = {
  SUBMISSION: 'ACCESSION_NUMBER FILING_DATE SUBMISSIONTYPE CIK PERIODOFREPORT',
  COVERPAGE:
    'ACCESSION_NUMBER REPORTCALENDARORQUARTER ISAMENDMENT AMENDMENTTYPE CONFDENIEDEXPIRED FILINGMANAGER_NAME REPORTTYPE',
  SUMMARYPAGE: 'ACCESSION_NUMBER TABLEENTRYTOTAL TABLEVALUETOTAL ISCONFIDENTIALOMITTED',
  OTHERMANAGER: 'ACCESSION_NUMBER CIK NAME',
  INFOTABLE: 'ACCESSION_NUMBER NAMEOFISSUER TITLEOFCLASS CUSIP VALUE SSHPRNAMT SSHPRNAMTTYPE PUTCALL',
} as const;
type TableName13F = keyof typeof COLUMNS;

/** Thirty times the largest of them in 2025, of 2 MB. */
const MAX_SMALL_BYTES = 64 * 1024 * 1024;
/** Ten times that of the summer of 2025, of 347 MB. */
const MAX_TABLE_BYTES = 3.5 * 1024 * 1024 * 1024;

const tableName = (member: string) => /([^/\\]+)\.tsv$/i.exec(member)?.[1]?.toUpperCase() ?? '';

/** True for the zip of a data set, by the tables in it. */
export function isDataSet(bytes: Buffer): boolean {
  try {
    const names = zipMembers(bytes).map(({ name }) => tableName(name));
    return names.includes('INFOTABLE') && names.includes('COVERPAGE');
  } catch (error) {
    if (error instanceof ZipError) return false;
    throw error;
  }
}

export interface SmallTable {
  /** Rows as functions from a column to its trimmed text, '' where it is empty. */
  rows(): Generator<(column: string) => string>;
}

export interface DataSetTables {
  small(name: Exclude<TableName13F, 'INFOTABLE'>): SmallTable;
  /** The places of the columns, and the lines of the information table one by one. */
  holdings(): { places: ReadonlyMap<string, number>; width: number; lines: Iterator<TsvLine>; bytes: number };
}

/**
 * Opens a data set.
 *
 * @throws ParseError when the bytes are not a zip archive, or when a table is missing, empty or too large
 */
export function openDataSet(bytes: Buffer): DataSetTables {
  const members = new Map<string, { name: string; bytes: number }>();
  withParseError(() => {
    for (const member of zipMembers(bytes)) members.set(tableName(member.name), member);
  });
  for (const name of Object.keys(COLUMNS)) {
    const member = members.get(name);
    if (member === undefined) throw new ParseError(`the archive has no ${name}.tsv`);
    if (member.bytes === 0) throw new ParseError(`${name}.tsv is empty`);
  }
  const memberOf = (name: TableName13F) => required(members.get(name), name);
  return {
    small(name) {
      const content = withParseError(() => unzipMember(bytes, memberOf(name).name, MAX_SMALL_BYTES));
      const table = openTsv(content);
      const places = placesOf(name, table.columns);
      return {
        *rows() {
          for (const row of table.rows()) yield (column) => row[places.get(column) ?? -1]?.trim() ?? '';
        },
      };
    },
    holdings() {
      const member = memberOf('INFOTABLE');
      const lines = tsvLines(unzipPieces(bytes, member.name, MAX_TABLE_BYTES));
      const heading = withParseError(() => lines.next());
      if (heading.done === true) throw new ParseError('INFOTABLE.tsv is empty');
      const line = heading.value;
      const columns = Array.from({ length: line.width }, (_, place) => line.text(place));
      return { places: placesOf('INFOTABLE', columns), width: columns.length, lines, bytes: member.bytes };
    },
  };
}

function placesOf(name: TableName13F, columns: readonly string[]): ReadonlyMap<string, number> {
  if (columns.length > MAX_COLUMNS)
    throw new ParseError(
      `${name}.tsv has ${columns.length} columns, and no edition more than ${MAX_COLUMNS}`,
    );
  const places = new Map(
    columns.map((column, place) => [column.replace(/^\uFEFF/, '').toUpperCase(), place]),
  );
  for (const column of COLUMNS[name].split(' '))
    if (!places.has(column)) throw new ParseError(`${name}.tsv has no column ${column}`);
  return places;
}

/** The errors of the formats are faults of the document. */
export function withParseError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ZipError || error instanceof TsvError) throw new ParseError(error.message);
    throw error;
  }
}
