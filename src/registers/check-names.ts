/**
 * Checks every record before it is stored or shown: no name of a person, an issuer, a capacity or an asset
 * may have lost letters. A misread name is repaired where that is certain; otherwise the smallest part that
 * can be left out without making another figure wrong is left out, with a warning. Long because each kind of record has names in
 * other places.
 */

import { required } from '../collections.js';
import type { Member, MemberName } from '../records/congress/member.js';
import type { StockActReport } from '../records/congress/stock-act.js';
import type { PdmrFiling, UnparsedPdmrRow } from '../records/europe/pdmr.js';
import type { Form4Filing } from '../records/form4/form4.js';
import type { Form4Holdings, Form35Filing, StatedHolding } from '../records/form4/form35.js';
import type { PlannedSaleNotice } from '../records/form144/form144.js';
import type { Schedule13Filing } from '../records/holders/schedule13.js';
import type { RegisterRecord } from '../records/index.js';
import type { Holdings13F } from '../records/portfolios/form13f.js';
import type { ManagerFiling } from '../records/portfolios/manager-filing.js';
import type { Oge278TReport } from '../records/portfolios/oge-278t.js';
import { repairText } from './formats/damaged-text.js';
import type { Warning } from './register.js';

/** The record with sound names, or null where nothing of it can be kept, and what was wrong. */
export function checkNames(record: RegisterRecord): { record: RegisterRecord | null; warnings: Warning[] } {
  const warnings: Warning[] = [];
  return { record: checkRecord(record, warnings), warnings };
}

/** Every kind of record has an entry here: a new kind does not compile without one. */
function checkRecord(record: RegisterRecord, warnings: Warning[]): RegisterRecord | null {
  switch (record.kind) {
    case 'form4':
      return checkForm4(record, warnings);
    case 'form35':
      return checkForm35(record, warnings);
    case 'form4-holdings':
      return checkForm4Holdings(record, warnings);
    case 'schedule-13':
      return checkSchedule13(record, warnings);
    case 'form144':
      return checkForm144(record, warnings);
    case '13f':
      return check13F(record, warnings);
    case 'manager-filing':
      return checkManagerFiling(record, warnings);
    case 'manager-data-set':
      return {
        ...record,
        // A holding is known by its CUSIP: it is kept without the name.
        securities: record.securities.map(
          (one) =>
            repairFields(one, ['name', 'titleOfClass'], one.key, warnings) ?? {
              ...one,
              name: '',
              titleOfClass: '',
            },
        ),
      };
    case 'stock-act-report':
      return checkStockAct(record, warnings);
    case 'oge-278t-report':
      return checkOge278T(record, warnings);
    case 'members':
      return { ...record, members: record.members.flatMap((one) => checkMember(one, warnings) ?? []) };
    case 'company-tickers':
      return {
        ...record,
        // Only the symbol is needed from this table: it is kept without the name.
        companies: record.companies.map(
          (one) => repairFields(one, ['name'], one.cik, warnings) ?? { ...one, name: '' },
        ),
      };
    case 'pdmr':
      return checkPdmrRow(record, warnings);
    case 'pdmr-window': {
      const { rows, refused } = checkPdmrRows(record.rows, warnings);
      const unread = [...(record.unread ?? []), ...refused];
      return { ...record, rows, ...(unread.length === 0 ? {} : { unread }) };
    }
    case 'pdmr-notification': {
      const { rows } = checkPdmrRows(record.rows, warnings);
      return rows.length === 0 && record.rows.length > 0 ? null : { ...record, rows };
    }
    case 'pdmr-index':
    case 'cusip-symbols':
    case 'shares-outstanding':
    case 'closes':
    case 'splits':
      // No names, or none that are shown.
      return record;
  }
}

/** The object with `fields` repaired; null, and a warning for each, where one is damaged. */
function repairFields<T extends object>(
  one: T,
  fields: ReadonlyArray<keyof T & string>,
  where: string,
  warnings: Warning[],
): T | null {
  let result: T | null = one;
  for (const field of fields) {
    const text = one[field];
    if (typeof text !== 'string') continue;
    const name = repairText(text);
    if (name === null) {
      warnings.push({ kind: 'damaged-name', detail: `${field}: ${text}`, where });
      result = null;
    } else if (result !== null && name !== text) {
      result = { ...result, [field]: name };
    }
  }
  return result;
}

/** The object with damaged `fields` set to unknown: its other values are not affected. */
function repairOrClearFields<T extends object>(
  one: T,
  fields: ReadonlyArray<keyof T & string>,
  where: string,
  warnings: Warning[],
): T {
  let result = one;
  for (const field of fields)
    result = repairFields(result, [field], where, warnings) ?? Object.assign({}, result, { [field]: null });
  return result;
}

function checkForm4(record: Form4Filing, warnings: Warning[]): Form4Filing | null {
  const { accession } = record;
  const issuer = repairFields(record.issuer, ['name'], accession, warnings);
  const owners = record.owners.flatMap((owner) => repairFields(owner, ['name'], accession, warnings) ?? []);
  const transactions = record.transactions.flatMap(
    (row) =>
      repairFields(row, ['securityTitle', 'underlyingTitle'], `${accession}-${row.row}`, warnings) ?? [],
  );
  const isEmptied = transactions.length === 0 && record.transactions.length > 0;
  if (issuer === null || owners.length < record.owners.length || isEmptied) return null;
  return {
    ...record,
    issuer,
    owners: owners.map((owner) =>
      repairOrClearFields(owner, ['officerTitle', 'otherText'], accession, warnings),
    ),
    transactions,
  };
}

/** As a Form 4. Rows without a sound name are left out; a filing of which nothing remains is not kept. */
function checkForm35(record: Form35Filing, warnings: Warning[]): Form35Filing | null {
  const { accession } = record;
  const issuer = repairFields(record.issuer, ['name'], accession, warnings);
  const owners = record.owners.flatMap((owner) => repairFields(owner, ['name'], accession, warnings) ?? []);
  const transactions = record.transactions.flatMap(
    (row) =>
      repairFields(row, ['securityTitle', 'underlyingTitle'], `${accession}-${row.row}`, warnings) ?? [],
  );
  const holdings = checkHoldings(record.holdings, accession, warnings);
  const hadRows = record.transactions.length + record.holdings.length > 0;
  const isEmptied = hadRows && transactions.length + holdings.length === 0;
  if (issuer === null || owners.length < record.owners.length || isEmptied) return null;
  return {
    ...record,
    issuer,
    owners: owners.map((owner) =>
      repairOrClearFields(owner, ['officerTitle', 'otherText'], accession, warnings),
    ),
    transactions,
    holdings,
  };
}

function checkForm4Holdings(record: Form4Holdings, warnings: Warning[]): Form4Holdings {
  return { ...record, holdings: checkHoldings(record.holdings, record.accession, warnings) };
}

function checkHoldings(
  holdings: readonly StatedHolding[],
  accession: string,
  warnings: Warning[],
): StatedHolding[] {
  return holdings.flatMap(
    (row) =>
      repairFields(row, ['securityTitle', 'underlyingTitle'], `${accession}-h${row.row}`, warnings) ?? [],
  );
}

/** The figures of a person whose name cannot be read are kept: without them another one would be the holder. */
function checkSchedule13(record: Schedule13Filing, warnings: Warning[]): Schedule13Filing | null {
  const { accession } = record;
  const issuer = repairFields(record.issuer, ['name'], accession, warnings);
  if (issuer === null) return null;
  const named = <T extends { name: string | null }>(one: T) =>
    repairOrClearFields(one, ['name'], accession, warnings);
  return {
    ...repairOrClearFields(record, ['classTitle'], accession, warnings),
    issuer,
    filers: record.filers.map(named),
    persons: record.persons.map(named),
    // A quotation: where a letter of it is not certain, it stays as filed.
    purpose: record.purpose === null ? null : (repairText(record.purpose) ?? record.purpose),
  };
}

/** Who sells, what and of whom must be sound; other texts of a notice can be unknown. */
function checkForm144(record: PlannedSaleNotice, warnings: Warning[]): PlannedSaleNotice | null {
  const { accession } = record;
  const named = repairFields(record, ['sellerName'], accession, warnings);
  const issuer = repairFields(record.issuer, ['name'], accession, warnings);
  const securities = record.securities.flatMap(
    (one) => repairFields(one, ['title'], accession, warnings) ?? [],
  );
  if (named === null || issuer === null || securities.length < record.securities.length) return null;
  return {
    ...repairOrClearFields(named, ['remarks'], accession, warnings),
    issuer,
    relationships: record.relationships.flatMap((text) => repairText(text) ?? []),
    securities: securities.map((one) =>
      repairOrClearFields(one, ['broker', 'exchange'], accession, warnings),
    ),
    acquired: record.acquired.map((one) => {
      const sound = repairOrClearFields(one, ['nature', 'from', 'payment'], accession, warnings);
      return { ...sound, title: repairText(one.title) ?? '' };
    }),
    soldInPast3Months: record.soldInPast3Months.map((one) => ({
      ...one,
      seller: repairText(one.seller) ?? '',
      title: repairText(one.title) ?? '',
    })),
  };
}

/** A holding without its name still has its CUSIP; without either it cannot be distinguished from another. */
function check13F(record: Holdings13F, warnings: Warning[]): Holdings13F | null {
  const { accession } = record;
  const named = repairFields(record, ['managerName'], accession, warnings);
  if (named === null) return null;
  let isLost = false;
  const rows = record.rows.map((row) => {
    const checkedRow = repairFields(
      row,
      ['nameOfIssuer', 'titleOfClass'],
      `${accession}-${row.row}`,
      warnings,
    );
    if (checkedRow !== null) return checkedRow;
    isLost ||= row.cusip === '';
    const [nameOfIssuer, titleOfClass] = [row.nameOfIssuer, row.titleOfClass].map(
      (text) => repairText(text) ?? '',
    );
    return {
      ...row,
      nameOfIssuer: required(nameOfIssuer, 'nameOfIssuer'),
      titleOfClass: required(titleOfClass, 'titleOfClass'),
    };
  });
  return isLost ? null : { ...named, rows };
}

/** The manager is known by its CIK: a report whose names cannot be read is kept without them. */
function checkManagerFiling(record: ManagerFiling, warnings: Warning[]): ManagerFiling {
  const { accession } = record;
  const named = repairFields(record, ['managerName'], accession, warnings) ?? { ...record, managerName: '' };
  const otherManagers = record.otherManagers.map(
    (one) => repairFields(one, ['name'], accession, warnings) ?? { ...one, name: '' },
  );
  if (record.securities === undefined) return { ...named, otherManagers };
  const securities = record.securities.map(
    (one) =>
      repairFields(one, ['name', 'titleOfClass'], accession, warnings) ?? {
        ...one,
        name: '',
        titleOfClass: '',
      },
  );
  return { ...named, otherManagers, securities };
}

/**
 * A report with a trade whose asset cannot be named is listed as one that could not be read: sums would be
 * too low without it.
 */
function checkStockAct(record: StockActReport, warnings: Warning[]): StockActReport | null {
  const where = record.documentId;
  const filerName = repairFields(
    record.filerName,
    ['asFiled', 'prefix', 'first', 'last', 'suffix'],
    where,
    warnings,
  );
  if (filerName === null) return null;
  const trades = record.trades.flatMap((trade) => {
    const place = `${where}-${trade.row}`;
    const one = repairFields(trade, ['assetDescription'], place, warnings);
    const received = trade.received && repairFields(trade.received, ['assetDescription'], place, warnings);
    if (one === null || (trade.received !== null && received === null)) return [];
    return repairOrClearFields({ ...one, received }, ['subholding', 'description'], place, warnings);
  });
  const vehicles = record.vehicles.filter((name) => repairText(name) !== null);
  if (trades.length === record.trades.length) return { ...record, filerName, trades, vehicles };
  return { ...record, filerName, vehicles, trades: [], readability: 'failed', reason: DAMAGED_ASSET_NAME };
}

const DAMAGED_ASSET_NAME = 'The name of an asset has letters that cannot be read.';

function checkOge278T(record: Oge278TReport, warnings: Warning[]): Oge278TReport | null {
  const where = record.documentId;
  const named = repairFields(record, ['filerName', 'title', 'agency'], where, warnings);
  if (named === null) return null;
  const header = repairOrClearFields(named, ['nameOnReport', 'position'], where, warnings);
  const transactions = record.transactions.flatMap(
    (row) => repairFields(row, ['description', 'headingAbove'], `${where}-${row.number}`, warnings) ?? [],
  );
  if (transactions.length === record.transactions.length) return { ...header, transactions };
  return {
    ...header,
    transactions: [],
    headings: [],
    endnotes: [],
    readability: 'failed',
    reason: DAMAGED_ASSET_NAME,
  };
}

const MEMBER_NAMES = ['first', 'last', 'middle', 'suffix', 'nickname', 'officialFull'] as const;

function checkMember(one: Member, warnings: Warning[]): Member | null {
  const name = repairFields<MemberName>(one.name, MEMBER_NAMES, one.bioguide, warnings);
  return name && { ...one, name };
}

/** The id holds the names of two registers, so it is repaired together with them. */
function checkPdmrRow(row: PdmrFiling, warnings: Warning[]): PdmrFiling | null {
  const fields = ['issuerName', 'pdmrName', 'capacity'] as const;
  const named = repairFields(row, fields, row.filingId, warnings);
  return named && repairFields(named, ['filingId'], row.filingId, warnings);
}

function checkPdmrRows(
  rows: readonly PdmrFiling[],
  warnings: Warning[],
): { rows: PdmrFiling[]; refused: UnparsedPdmrRow[] } {
  const refused: UnparsedPdmrRow[] = [];
  const kept = rows.flatMap((row) => {
    const one = checkPdmrRow(row, warnings);
    if (one === null) refused.push({ publicationAt: row.publicationAt, parts: row.filingId.split('|') });
    return one ?? [];
  });
  return { rows: kept, refused };
}
