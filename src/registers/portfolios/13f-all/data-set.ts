/**
 * A data set of Form 13F: five tables in a zip, joined by accession number into filings. The information table is read
 * as a stream and kept as columns of numbers (holding-rows.ts); a filing is packed when it is yielded.
 */

import type { AmendmentType, ReportType } from '../../../records/portfolios/form13f.js';
import {
  type ManagerFiling,
  type ManagerForm,
  type ReportingManager,
  securityKey,
} from '../../../records/portfolios/manager-filing.js';
import { readCik, readDataSetDate } from '../../edgar/values.js';
import type { TsvLine } from '../../formats/tsv.js';
import { type Parsed, ParseError, type RawDocument } from '../../register.js';
import { checkPeriod } from '../holdings-report.js';
import { repeatsValue } from '../information-table.js';
import { readAmount, readBoolean, readCusip } from '../values.js';
import { CountedWarnings } from './counted-warnings.js';
import { type DataSetTables, openDataSet, withParseError } from './data-set-tables.js';
import { HoldingRows, rowFlags } from './holding-rows.js';

/** What the small tables say of a filing. */
type ManagerFilingDraft = Omit<ManagerFiling, 'rowCount' | 'valueSum' | 'positionCount' | 'packed'>;

const FORMS: readonly ManagerForm[] = ['13F-HR', '13F-HR/A', '13F-NT', '13F-NT/A'];
const AMENDMENT_TYPES: readonly AmendmentType[] = ['RESTATEMENT', 'NEW HOLDINGS'];
const REPORT_TYPES: readonly ReportType[] = ['13F HOLDINGS REPORT', '13F NOTICE', '13F COMBINATION REPORT'];

/**
 * Yields one filing after the other, and at the end that all were read. Nothing of a set counts before that.
 *
 * @throws ParseError when the archive, one of its tables or a required column is missing, and when the information table
 * does not have the size that the archive declares
 */
export function* readDataSet(document: RawDocument): Generator<Parsed> {
  const tables = openDataSet(document.bytes);
  const warnings = new CountedWarnings(document.key);
  const drafts = readSubmissions(tables, document.key, warnings);
  readCovers(tables, drafts, warnings);
  readSummaries(tables, drafts, warnings);
  readOtherManagers(tables, drafts);
  const ids = new Map([...drafts.keys()].map((accession, id) => [accession, id]));
  const rows = readHoldings(tables, ids, warnings);
  let filings = 0;
  for (const [accession, draft] of drafts) {
    drafts.delete(accession);
    const filing = { ...draft, ...rows.positionsOf(ids.get(accession) ?? 0, ids.size) };
    checkTable(filing, warnings);
    filings += 1;
    yield { records: [filing], warnings: [] };
  }
  const securities = [...rows.securities()];
  yield {
    records: [{ kind: 'manager-data-set', name: document.key, filings, rows: rows.rows, securities }],
    warnings: warnings.list(),
  };
}

function readSubmissions(
  tables: DataSetTables,
  dataSet: string,
  warnings: CountedWarnings,
): Map<string, ManagerFilingDraft> {
  const drafts = new Map<string, ManagerFilingDraft>();
  for (const field of tables.small('SUBMISSION').rows()) {
    const accession = field('ACCESSION_NUMBER');
    const formType = FORMS.find((form) => form === field('SUBMISSIONTYPE').toUpperCase());
    const cik = readCik(field('CIK') || null);
    const filedDate = readDataSetDate(field('FILING_DATE') || null);
    const periodEnd = readDataSetDate(field('PERIODOFREPORT') || null);
    if (formType === undefined) {
      warnings.add('unknown-form-type', `${field('SUBMISSIONTYPE')} ${accession}`);
      continue;
    }
    if (!/^\d{10}-\d{2}-\d{6}$/.test(accession) || !cik || !filedDate || !periodEnd) {
      const detail = `${accession}, filed ${field('FILING_DATE')}, CIK ${field('CIK')}, for ${field('PERIODOFREPORT')}`;
      warnings.add('unidentified-filing', detail);
      continue;
    }
    if (drafts.has(accession)) {
      warnings.add('filing-twice', `${accession}: the first of its rows counts`);
      continue;
    }
    checkPeriod(periodEnd, filedDate, (kind, detail) => warnings.add(kind, `${accession}: ${detail}`));
    drafts.set(accession, {
      kind: 'manager-filing',
      accession,
      cik,
      managerName: '',
      formType,
      amendmentType: null,
      periodEnd,
      filedDate,
      reportType: null,
      isConfidentialExpired: false,
      isConfidentialOmitted: null,
      tableEntryTotal: null,
      tableValueTotal: null,
      otherManagers: [],
      dataSet,
    });
  }
  if (drafts.size === 0) throw new ParseError('SUBMISSION.tsv names no filing that can be read');
  return drafts;
}

function readCovers(
  tables: DataSetTables,
  drafts: Map<string, ManagerFilingDraft>,
  warnings: CountedWarnings,
): void {
  for (const field of tables.small('COVERPAGE').rows()) {
    const draft = drafts.get(field('ACCESSION_NUMBER'));
    if (draft === undefined) continue;
    draft.managerName = field('FILINGMANAGER_NAME').replace(/\s+/g, ' ');
    draft.reportType = wordOf(REPORT_TYPES, field('REPORTTYPE'));
    const quarter = readDataSetDate(field('REPORTCALENDARORQUARTER') || null);
    if (quarter && quarter !== draft.periodEnd)
      warnings.add('period-differs', `${draft.accession}: cover ${quarter}, filing ${draft.periodEnd}`);
    draft.isConfidentialExpired = readBoolean(field('CONFDENIEDEXPIRED') || null) === true;
    // The form decides what is an amendment: ISAMENDMENT is often blank.
    if (!draft.formType.endsWith('/A')) continue;
    draft.amendmentType = wordOf(AMENDMENT_TYPES, field('AMENDMENTTYPE'));
    if (draft.amendmentType === null && draft.formType === '13F-HR/A')
      warnings.add('no-amendment-type', `${draft.accession}: ${field('AMENDMENTTYPE') || 'blank'}`);
  }
}

function readSummaries(
  tables: DataSetTables,
  drafts: Map<string, ManagerFilingDraft>,
  warnings: CountedWarnings,
): void {
  for (const field of tables.small('SUMMARYPAGE').rows()) {
    const draft = drafts.get(field('ACCESSION_NUMBER'));
    if (draft === undefined) continue;
    const number = (column: string) => {
      const found = readAmount(field(column) || null);
      if (found === undefined)
        warnings.add('unreadable-number', `${draft.accession} ${column}: ${field(column)}`);
      return found ?? null;
    };
    draft.tableEntryTotal = number('TABLEENTRYTOTAL');
    draft.tableValueTotal = number('TABLEVALUETOTAL');
    draft.isConfidentialOmitted = readBoolean(field('ISCONFIDENTIALOMITTED') || null) ?? null;
  }
}

/** The cover page: who reports for this manager. OTHERMANAGER2 is the opposite, and is not read. */
function readOtherManagers(tables: DataSetTables, drafts: Map<string, ManagerFilingDraft>): void {
  for (const field of tables.small('OTHERMANAGER').rows()) {
    const other: ReportingManager = { cik: readCik(field('CIK') || null) ?? null, name: field('NAME') };
    drafts.get(field('ACCESSION_NUMBER'))?.otherManagers.push(other);
  }
}

function readHoldings(
  tables: DataSetTables,
  ids: ReadonlyMap<string, number>,
  warnings: CountedWarnings,
): HoldingRows {
  const { places, width, lines, bytes } = tables.holdings();
  const place = (column: string) => places.get(column) ?? -1;
  const columns = {
    accession: place('ACCESSION_NUMBER'),
    name: place('NAMEOFISSUER'),
    title: place('TITLEOFCLASS'),
    cusip: place('CUSIP'),
    value: place('VALUE'),
    amount: place('SSHPRNAMT'),
    type: place('SSHPRNAMTTYPE'),
    putCall: place('PUTCALL'),
  };
  const needed = Math.max(...Object.values(columns));
  const rows = new HoldingRows(bytes);
  const keys = new Map<string, string | null>();
  let accession: Buffer = Buffer.alloc(0);
  let filing: number | undefined;
  for (;;) {
    const next = withParseError(() => lines.next());
    if (next.done === true) return rows;
    const line = next.value;
    if (!isWhole(line, width, needed)) {
      warnings.add('uneven-row', `${line.text(columns.accession)}: ${line.width} fields of ${width}`);
      continue;
    }
    // Rows of a filing mostly follow each other.
    if (filing === undefined || !line.equals(columns.accession, accession)) {
      const text = line.text(columns.accession);
      accession = Buffer.from(text);
      filing = ids.get(text);
      if (filing === undefined) {
        warnings.add('row-without-filing', text);
        continue;
      }
    }
    addRow(rows, filing, { line, columns, keys, warnings });
  }
}

/**
 * Whether every column that is read is there, as its heading says. A line may end with tabs, or lack columns at its end:
 * the last column that is read must then be followed by another one, so that it is not cut off itself.
 */
function isWhole(line: TsvLine, width: number, needed: number): boolean {
  if (line.width < width) return line.width > needed + 1;
  for (let place = width; place < line.width; place += 1) if (line.text(place) !== '') return false;
  return true;
}

interface HoldingLine {
  line: TsvLine;
  columns: Record<'accession' | 'name' | 'title' | 'cusip' | 'value' | 'amount' | 'type' | 'putCall', number>;
  /** The CUSIP that a spelling means; null for none. */
  keys: Map<string, string | null>;
  warnings: CountedWarnings;
}

function addRow(rows: HoldingRows, filing: number, context: HoldingLine): void {
  const { line, columns, keys, warnings } = context;
  const spelled = line.text(columns.cusip);
  let cusip = keys.get(spelled);
  if (cusip === undefined) {
    const read = readCusip(spelled || null);
    if (read === undefined) warnings.add('unreadable-cusip', `${line.text(columns.accession)}: ${spelled}`);
    cusip = read ?? null;
    // A hostile file could name millions of them.
    if (keys.size < 1_000_000) keys.set(spelled, cusip);
  }
  const name = (): [string, string] => [
    line.text(columns.name).replace(/\s+/g, ' '),
    line.text(columns.title).replace(/\s+/g, ' '),
  ];
  const security = rows.securityOf(cusip ?? securityKey(null, ...name()), name);
  const value = figureOf(line, columns.value, warnings, 'VALUE', columns.accession);
  const amount = figureOf(line, columns.amount, warnings, 'SSHPRNAMT', columns.accession);
  const option = line.text(columns.putCall).toUpperCase();
  const putCall = option === 'PUT' ? 'Put' : option === 'CALL' ? 'Call' : null;
  const type = line.text(columns.type).toUpperCase();
  const isKnown = option === '' || putCall !== null;
  // An unknown kind of option: its amount must not count as shares.
  const amountType = isKnown && (type === 'SH' || type === 'PRN') ? type : null;
  if (amountType === null)
    warnings.add('unknown-word', `${line.text(columns.accession)}: ${type || 'no type'} ${option}`.trim());
  const repeats = repeatsValue({ amountType, value, amount });
  rows.add(filing, security, rowFlags(amountType, putCall, repeats), value, amount);
}

function figureOf(
  line: TsvLine,
  place: number,
  warnings: CountedWarnings,
  name: string,
  accession: number,
): number | null {
  const digits = line.digits(place);
  if (digits >= 0) return digits;
  const text = line.text(place);
  const read = readAmount(text || null);
  if (read === undefined || read === null)
    warnings.add(
      text === '' ? 'missing-value' : 'unreadable-number',
      `${line.text(accession)} ${name}: ${text}`,
    );
  return read ?? null;
}

/** The summary page checks the table; the rows are kept either way, and the report is marked where it is derived. */
function checkTable(filing: ManagerFiling, warnings: CountedWarnings): void {
  const { accession, formType, rowCount, tableEntryTotal } = filing;
  if (formType.startsWith('13F-NT')) return;
  if (tableEntryTotal !== null && tableEntryTotal !== rowCount)
    warnings.add('entry-total-differs', `${accession}: stated ${tableEntryTotal}, ${rowCount} in the table`);
  if (filing.managerName === '') warnings.add('no-manager-name', accession);
}

const wordOf = <W extends string>(words: readonly W[], text: string): W | null =>
  words.find((word) => word === text.replace(/\s+/g, ' ').trim().toUpperCase()) ?? null;
