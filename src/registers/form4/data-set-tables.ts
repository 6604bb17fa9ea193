/** The tables of a quarterly data set: their columns in all editions, and one opened table at a time. */

import { required } from '../../collections.js';
import { MAX_COLUMNS, openTsv } from '../formats/tsv.js';
import { unzipMember, ZipError, zipMembers } from '../formats/zip.js';
import { ParseError, type RawDocument, type Warning } from '../register.js';

type DataSetTableName =
  | 'SUBMISSION'
  | 'REPORTINGOWNER'
  | 'NONDERIV_TRANS'
  | 'NONDERIV_HOLDING'
  | 'DERIV_TRANS'
  | 'DERIV_HOLDING'
  | 'FOOTNOTES';

interface TableColumns {
  /** Without these the table is useless. */
  needed: string[];
  /** Required columns, those read if an edition has them, and those ignored on purpose. */
  known: ReadonlySet<string>;
}

const columns = (needed: string, others: string): TableColumns => ({
  needed: ['ACCESSION_NUMBER', ...needed.split(/\s+/)],
  known: new Set(['ACCESSION_NUMBER', ...needed.split(/\s+/), ...others.split(/\s+/)]),
});

const AFTER = 'SHRS_OWND_FOLWNG_TRANS DIRECT_INDIRECT_OWNERSHIP';
const TRANSACTION = `SECURITY_TITLE TRANS_DATE TRANS_CODE TRANS_SHARES TRANS_PRICEPERSHARE TRANS_ACQUIRED_DISP_CD ${AFTER}`;
const OTHERS =
  'DEEMED_EXECUTION_DATE TRANS_FORM_TYPE EQUITY_SWAP_INVOLVED TRANS_TIMELINESS VALU_OWND_FOLWNG_TRANS NATURE_OF_OWNERSHIP';
const DERIVATIVE =
  'EXERCISE_DATE EXCERCISE_DATE EXPIRATION_DATE UNDLYNG_SEC_TITLE UNDLYNG_SEC_SHARES UNDLYNG_SEC_VALUE CONV_EXERCISE_PRICE';

/**
 * Columns of the data sets in all editions, without those that end in `_FN` and hold footnote ids. The
 * metadata file promises CONTACT columns that no edition seen has; AFF10B5ONE came after the 2024 Q3 edition.
 */
const COLUMNS: Record<DataSetTableName, TableColumns> = {
  SUBMISSION: columns(
    'FILING_DATE PERIOD_OF_REPORT DOCUMENT_TYPE ISSUERCIK ISSUERNAME ISSUERTRADINGSYMBOL',
    'DATE_OF_ORIG_SUB NO_SECURITIES_OWNED NOT_SUBJECT_SEC16 FORM3_HOLDINGS_REPORTED FORM4_TRANS_REPORTED REMARKS ' +
      'CONTACT_NAME CONTACT_PHONE_NUMBER CONTACT_EMAIL_ADDRESS NOTIFICATION_EMAIL_ADDRESS AFF10B5ONE ' +
      'ISSUERFOREIGNTRADINGSYMBOL',
  ),
  REPORTINGOWNER: columns(
    'RPTOWNERCIK RPTOWNERNAME RPTOWNER_RELATIONSHIP',
    'RPTOWNER_TITLE RPTOWNER_TXT RPTOWNER_STREET1 RPTOWNER_STREET2 RPTOWNER_CITY RPTOWNER_STATE RPTOWNER_ZIPCODE ' +
      'RPTOWNER_STATE_DESC FILE_NUMBER',
  ),
  NONDERIV_TRANS: columns(`NONDERIV_TRANS_SK ${TRANSACTION}`, OTHERS),
  NONDERIV_HOLDING: columns(`NONDERIV_HOLDING_SK ${AFTER}`, `SECURITY_TITLE ${OTHERS}`),
  DERIV_TRANS: columns(`DERIV_TRANS_SK ${TRANSACTION}`, `TRANS_TOTAL_VALUE ${OTHERS} ${DERIVATIVE}`),
  DERIV_HOLDING: columns(`DERIV_HOLDING_SK ${AFTER}`, `SECURITY_TITLE ${OTHERS} ${DERIVATIVE}`),
  FOOTNOTES: columns('FOOTNOTE_ID FOOTNOTE_TXT', 'FOOTNOTE_ID'),
};

/** Three times the largest table of a quarter. */
const MAX_TABLE_BYTES = 192 * 1024 * 1024;

/** True for the zip of a quarter, by the tables in it. */
export function isDataSet(bytes: Buffer): boolean {
  try {
    const names = zipMembers(bytes).map((member) => tableName(member.name));
    return names.includes('SUBMISSION') && names.includes('NONDERIV_TRANS');
  } catch (error) {
    if (error instanceof ZipError) return false;
    throw error;
  }
}

/** One table, with its columns located by the file's own heading. */
export interface DataSetTable {
  name: DataSetTableName;
  /** The accession number's place; it is the first column of every table. */
  accession: number;
  /** Reads a column of a row: trimmed, null when empty or when this edition has no such column. */
  field(row: string[], column: string): string | null;
  /** Ids in all footnote columns of a row, or in those of one field. */
  footnoteIds(row: string[], field?: string): string[];
  rows(): Generator<string[]>;
}

function tableName(member: string): string {
  return /([^/\\]+)\.tsv$/i.exec(member)?.[1]?.toUpperCase() ?? '';
}

/**
 * Opens the tables of a quarter one at a time; oddities of a table are added to `warnings` while it is read.
 *
 * @throws ParseError when the bytes are not a zip archive, or lack a table or a required column.
 */
export function openDataSet(
  document: RawDocument,
): (name: DataSetTableName, warnings: Warning[]) => DataSetTable {
  const members = new Map<string, string>();
  withParseError(() => {
    for (const member of zipMembers(document.bytes)) members.set(tableName(member.name), member.name);
  });
  for (const name of Object.keys(COLUMNS)) {
    if (!members.has(name)) throw new ParseError(`the archive has no ${name}.tsv`);
  }
  return (name, warnings) => {
    const bytes = withParseError(() =>
      unzipMember(document.bytes, required(members.get(name), 'members'), MAX_TABLE_BYTES),
    );
    return openTable(name, bytes, document.key, warnings);
  };
}

function withParseError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ZipError) throw new ParseError(error.message);
    throw error;
  }
}

function openTable(name: DataSetTableName, bytes: Buffer, key: string, warnings: Warning[]): DataSetTable {
  const tsv = openTsv(bytes);
  const { needed, known } = COLUMNS[name];
  if (tsv.columns.length > MAX_COLUMNS)
    throw new ParseError(
      `${name}.tsv has ${tsv.columns.length} columns, and no edition more than ${MAX_COLUMNS}`,
    );
  const places = new Map(tsv.columns.map((column, place) => [column, place]));
  for (const column of needed) {
    if (!places.has(column)) throw new ParseError(`${name}.tsv has no column ${column}`);
  }
  const where = `${key} ${name}`;
  for (const column of tsv.columns) {
    if (!known.has(column) && !column.endsWith('_FN'))
      warnings.push({ kind: 'unknown-column', detail: column, where });
  }
  const notes = tsv.columns.flatMap((column, place) => (column.endsWith('_FN') ? [place] : []));
  const width = tsv.columns.length;
  return {
    name,
    accession: required(places.get('ACCESSION_NUMBER'), 'places'),
    field: (row, column) => {
      const place = places.get(column);
      return place === undefined ? null : row[place]?.trim() || null;
    },
    footnoteIds: (row, field) => {
      const ids = new Set<string>();
      const chosen = field === undefined ? notes : [places.get(`${field}_FN`) ?? -1];
      for (const place of chosen) {
        const text = row[place];
        if (text) for (const id of text.match(/F\d+/gi) ?? []) ids.add(id.toUpperCase());
      }
      return [...ids];
    },
    *rows() {
      for (const row of tsv.rows()) {
        if (row.length === width) yield row;
        else
          warnings.push({ kind: 'uneven-row', detail: `${row.length} fields of ${width}: ${row[0]}`, where });
      }
    },
  };
}
