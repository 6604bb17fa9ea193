/**
 * Reads the full submission text of a 13F into one report, and recognises saved files. No network, no clock. The
 * tracked portfolios and the register of all managers share it.
 */

import { itemAt, required } from '../../collections.js';
import {
  DOLLARS_SINCE,
  type Form13FType,
  type Holdings13F,
  isQuarterEnd,
} from '../../records/portfolios/form13f.js';
import { describeSavedFile, looksLikeSubmission } from '../edgar/edgar-submission.js';
import { decodeText } from '../formats/xml.js';
import { ParseError, type RawDocument, type Warning } from '../register.js';
import { type AddWarning13F, type Cover, readCover } from './cover.js';
import { parseInformationTable, repeatsValue } from './information-table.js';
import { type Form13FHeader, filingTime, readDocuments, readHeader } from './submission.js';

export function is13F(type: string | null): type is Form13FType {
  return type === '13F-HR' || type === '13F-HR/A';
}

/** A 13F as filed: its cover page, and its rows unless it is a notice. */
export interface Report13F {
  accession: string;
  header: Form13FHeader;
  cover: Cover;
  /** Null for a notice (13F-NT), which has no table. */
  holdings: Holdings13F | null;
  warnings: Warning[];
}

const NOTICE = /^13F-NT(\/A)?$/;

/**
 * Reads the submission text of a 13F-HR or 13F-NT.
 *
 * @throws ParseError for anything that cannot be read.
 */
export function readReport(document: RawDocument): Report13F {
  const { text, header, accession } = readSubmission(document);
  const warnings: Warning[] = [];
  const warn: AddWarning13F = (kind, detail, row) => {
    warnings.push({ kind, detail, where: row === undefined ? accession : `${accession} row ${row}` });
  };
  const documents = readDocuments(text);
  const cover = readCover(documents.cover, warn);
  const formType = header.formType ?? cover.submissionType;
  if (formType !== null && NOTICE.test(formType))
    return { accession, header, cover, holdings: null, warnings };
  if (!is13F(formType)) throw new ParseError(`form type ${formType} is not a holdings report`);
  if (cover.submissionType !== null && cover.submissionType !== formType)
    warn('form-type-differs', `header ${formType}, document ${cover.submissionType}`);
  const rows = documents.table === null ? [] : parseInformationTable(documents.table, warn);
  // A report without readable rows is not an empty portfolio: as a report it would show a sale of all
  // holdings.
  if (rows.length === 0 && cover.tableEntryTotal !== 0)
    throw new ParseError(
      documents.table === null
        ? 'no information table in the submission'
        : `no row in the information table, ${cover.tableEntryTotal ?? 'an unknown number'} stated`,
    );
  const time = filingTime(header, document.metadata);
  if (time === null) throw new ParseError('nothing says when it was filed');
  const valueUnit = time.filedDate < DOLLARS_SINCE ? 'thousands' : 'dollars';
  const holdings: Holdings13F = {
    kind: '13f',
    accession,
    cik: managerOf(header, cover, warn),
    managerName: cover.managerName,
    formType,
    amendmentType: amendmentOf(formType, cover, warn),
    amendmentNo: cover.amendmentNo,
    periodEnd: periodOf(cover, time.filedDate, warn),
    ...time,
    reportType: cover.reportType,
    tableEntryTotal: cover.tableEntryTotal,
    tableValueTotal: cover.tableValueTotal,
    isConfidentialOmitted: cover.isConfidentialOmitted,
    valueUnit,
    valueUnitContradicted: false,
    rows,
  };
  holdings.valueUnitContradicted = contradictsUnit(holdings);
  if (holdings.valueUnitContradicted)
    warn(
      'value-unit-contradicted',
      `filed ${time.filedDate}, so ${valueUnit}, but the prices suggest otherwise`,
    );
  compareTotals(holdings, warn);
  return { accession, header, cover, holdings, warnings };
}

/** The text, its header, and the accession number. @throws ParseError without one */
export function readSubmission(document: RawDocument): {
  text: string;
  header: Form13FHeader;
  accession: string;
} {
  if (document.kind !== 'submission') throw new ParseError(`no document kind ${document.kind}`);
  const text = decodeText(document.bytes);
  const header = readHeader(text);
  const accession = header.accession ?? /^\d{10}-\d{2}-\d{6}$/.exec(document.key)?.[0];
  if (!accession) throw new ParseError('no accession number in the header or the key');
  return { text, header, accession };
}

export function managerOf(
  header: Form13FHeader,
  cover: Cover,
  warn: (kind: string, detail: string) => void,
): string {
  const cik = header.cik ?? cover.cik;
  if (cik === null) throw new ParseError('nothing says who filed it');
  if (header.cik !== null && cover.cik !== null && header.cik !== cover.cik)
    warn('manager-differs', `header ${header.cik}, document ${cover.cik}`);
  return cik;
}

/** The form type decides what is an amendment: `isAmendment` may be missing. */
function amendmentOf(
  formType: Form13FType,
  cover: Cover,
  warn: (kind: string, detail: string) => void,
): Holdings13F['amendmentType'] {
  const isAmendment = formType === '13F-HR/A';
  if (cover.isAmendment !== null && cover.isAmendment !== isAmendment)
    warn('amendment-flag-differs', `form ${formType}, isAmendment ${cover.isAmendment}`);
  if (isAmendment && cover.amendmentType === null)
    warn('no-amendment-type', 'the amendment does not say whether it restates or adds');
  return isAmendment ? cover.amendmentType : null;
}

export function periodOf(
  cover: Cover,
  filedDate: string,
  warn: (kind: string, detail: string) => void,
): string {
  if (cover.periodEnd === null) throw new ParseError('no period of report');
  checkPeriod(cover.periodEnd, filedDate, warn);
  return cover.periodEnd;
}

/** Warns of a period that is a typing mistake. The filing is kept; a quarter is derived without it. */
export function checkPeriod(
  periodEnd: string,
  filedDate: string,
  warn: (kind: string, detail: string) => void,
): void {
  if (!isQuarterEnd(periodEnd)) warn('period-not-a-quarter-end', periodEnd);
  if (periodEnd > filedDate) warn('period-after-filing', `${periodEnd}, filed ${filedDate}`);
}

/** The summary page states the number of rows and the total, which check the table. */
function compareTotals(record: Holdings13F, warn: (kind: string, detail: string) => void): void {
  const { rows, tableEntryTotal, tableValueTotal } = record;
  if (tableEntryTotal === null) warn('no-entry-total', 'the summary page states no number of rows');
  else if (tableEntryTotal !== rows.length)
    warn('entry-total-differs', `stated ${tableEntryTotal}, ${rows.length} in the table`);
  const sum = rows.reduce((total, { value }) => total + (value ?? 0), 0);
  if (tableValueTotal === null) warn('no-value-total', 'the summary page states no total');
  // Half a cent covers the rounding of added decimals.
  else if (Math.abs(tableValueTotal - sum) >= 0.005)
    warn(
      'value-total-differs',
      `stated ${tableValueTotal}, ${sum} in the table, ${sum - tableValueTotal} more`,
    );
}

/** Fewer rows prove nothing: two rows, one of them a warrant, look like thousands and are dollars. */
const MIN_ROWS_FOR_UNIT_CHECK = 8;

/**
 * Half of the implied prices below a dollar do not fit dollars; half of them above 20,000 do not fit
 * thousands. This only raises a warning: the decision needs known prices.
 */
function contradictsUnit({ rows, valueUnit }: Holdings13F): boolean {
  const prices = rows
    .filter((row) => row.amountType === 'SH' && row.putCall === null && !repeatsValue(row))
    .filter((row) => (row.value ?? 0) > 0 && (row.amount ?? 0) > 0)
    .map(
      (row) =>
        (required(row.value, 'value') / required(row.amount, 'amount')) *
        (valueUnit === 'thousands' ? 1000 : 1),
    )
    .sort((a, b) => a - b);
  if (prices.length < MIN_ROWS_FOR_UNIT_CHECK) return false;
  const median = itemAt(prices, Math.floor(prices.length / 2));
  return valueUnit === 'dollars' ? median < 1 : median > 20_000;
}

/** A saved submission text of a 13F; null for any other file. */
export function recognise(file: {
  name: string;
  bytes: Buffer;
}): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null {
  const start = decodeText(file.bytes.subarray(0, 65_536));
  if (!looksLikeSubmission(start)) return null;
  const header = readHeader(start);
  if (!/^13F-(HR|NT|CTR)(\/A)?$/.test(header.formType ?? '')) return null;
  const name = file.name.split(/[\\/]/).pop() ?? file.name;
  return describeSavedFile('submission', header.accession, header.cik, name);
}
