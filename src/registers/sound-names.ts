/**
 * The gate that every record passes before it is stored or shown: no name of a person, an issuer, a capacity or an
 * asset with letters that were lost. A name that was misread is repaired where that is certain; else the smallest part
 * that can be left out without making another figure wrong is left out, and a doubt says so.
 */

import type { Member, MemberName } from '../records/congress/member.js';
import type { StockActReport } from '../records/congress/stock-act.js';
import type { PdmrFiling, UnreadRow } from '../records/europe/pdmr.js';
import type { Form4Filing } from '../records/form4/form4.js';
import type { RegisterRecord } from '../records/index.js';
import type { Holdings13F } from '../records/portfolios/holdings.js';
import type { Oge278TReport } from '../records/portfolios/oge-278t.js';
import { repairText } from './formats/damaged-text.js';
import type { Doubt } from './register.js';

/** The record with sound names, null where nothing of it can be kept, and what was wrong. */
export function soundNames(record: RegisterRecord): { record: RegisterRecord | null; doubts: Doubt[] } {
  const doubts: Doubt[] = [];
  return { record: checked(record, doubts), doubts };
}

/** Every kind of record has its place here: a new one does not compile without. */
function checked(record: RegisterRecord, doubts: Doubt[]): RegisterRecord | null {
  switch (record.kind) {
    case 'form4':
      return form4(record, doubts);
    case '13f':
      return holdings(record, doubts);
    case 'stock-act-report':
      return stockAct(record, doubts);
    case 'oge-278t-report':
      return oge278T(record, doubts);
    case 'members':
      return { ...record, members: record.members.flatMap((one) => member(one, doubts) ?? []) };
    case 'company-tickers':
      return {
        ...record,
        // The symbol is what is wanted of this table: it stays without its name.
        companies: record.companies.map(
          (one) => sound(one, ['name'], one.cik, doubts) ?? { ...one, name: '' },
        ),
      };
    case 'pdmr':
      return pdmrRow(record, doubts);
    case 'pdmr-window': {
      const { rows, refused } = pdmrRows(record.rows, doubts);
      const unread = [...(record.unread ?? []), ...refused];
      return { ...record, rows, ...(unread.length === 0 ? {} : { unread }) };
    }
    case 'pdmr-notification': {
      const { rows } = pdmrRows(record.rows, doubts);
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

/** The object with `fields` repaired; null, and a doubt for each, where one is damaged. */
function sound<T extends object>(
  one: T,
  fields: ReadonlyArray<keyof T & string>,
  where: string,
  doubts: Doubt[],
): T | null {
  let result: T | null = one;
  for (const field of fields) {
    const text = one[field];
    if (typeof text !== 'string') continue;
    const name = repairText(text);
    if (name === null) {
      doubts.push({ kind: 'damaged-name', detail: `${field}: ${text}`, where });
      result = null;
    } else if (result !== null && name !== text) {
      result = { ...result, [field]: name };
    }
  }
  return result;
}

/** The object with damaged `fields` unknown: what else it says is not in doubt by them. */
function soundOrNull<T extends object>(
  one: T,
  fields: ReadonlyArray<keyof T & string>,
  where: string,
  doubts: Doubt[],
): T {
  let result = one;
  for (const field of fields)
    result = sound(result, [field], where, doubts) ?? Object.assign({}, result, { [field]: null });
  return result;
}

function form4(record: Form4Filing, doubts: Doubt[]): Form4Filing | null {
  const { accession } = record;
  const issuer = sound(record.issuer, ['name'], accession, doubts);
  const owners = record.owners.flatMap((owner) => sound(owner, ['name'], accession, doubts) ?? []);
  const transactions = record.transactions.flatMap(
    (row) => sound(row, ['securityTitle', 'underlyingTitle'], `${accession}-${row.row}`, doubts) ?? [],
  );
  const isEmptied = transactions.length === 0 && record.transactions.length > 0;
  if (issuer === null || owners.length < record.owners.length || isEmptied) return null;
  return {
    ...record,
    issuer,
    owners: owners.map((owner) => soundOrNull(owner, ['officerTitle', 'otherText'], accession, doubts)),
    transactions,
  };
}

/** A holding without its name still has its CUSIP; without either nothing tells it from another. */
function holdings(record: Holdings13F, doubts: Doubt[]): Holdings13F | null {
  const { accession } = record;
  const named = sound(record, ['managerName'], accession, doubts);
  if (named === null) return null;
  let isLost = false;
  const rows = record.rows.map((row) => {
    const checkedRow = sound(row, ['nameOfIssuer', 'titleOfClass'], `${accession}-${row.row}`, doubts);
    if (checkedRow !== null) return checkedRow;
    isLost ||= row.cusip === '';
    const [nameOfIssuer, titleOfClass] = [row.nameOfIssuer, row.titleOfClass].map(
      (text) => repairText(text) ?? '',
    );
    return { ...row, nameOfIssuer: nameOfIssuer!, titleOfClass: titleOfClass! };
  });
  return isLost ? null : { ...named, rows };
}

/** A report with a trade whose asset cannot be named is listed as one that could not be read: sums would lack it. */
function stockAct(record: StockActReport, doubts: Doubt[]): StockActReport | null {
  const where = record.documentId;
  const filerName = sound(record.filerName, ['asFiled', 'prefix', 'first', 'last', 'suffix'], where, doubts);
  if (filerName === null) return null;
  const trades = record.trades.flatMap((trade) => {
    const place = `${where}-${trade.row}`;
    const one = sound(trade, ['assetDescription'], place, doubts);
    const received = trade.received && sound(trade.received, ['assetDescription'], place, doubts);
    if (one === null || (trade.received !== null && received === null)) return [];
    return soundOrNull({ ...one, received }, ['subholding', 'description'], place, doubts);
  });
  const vehicles = record.vehicles.filter((name) => repairText(name) !== null);
  if (trades.length === record.trades.length) return { ...record, filerName, trades, vehicles };
  return { ...record, filerName, vehicles, trades: [], readability: 'failed', reason: DAMAGED };
}

const DAMAGED = 'The name of an asset has letters that cannot be read.';

function oge278T(record: Oge278TReport, doubts: Doubt[]): Oge278TReport | null {
  const where = record.documentId;
  const named = sound(record, ['filerName', 'title', 'agency'], where, doubts);
  if (named === null) return null;
  const header = soundOrNull(named, ['nameOnReport', 'position'], where, doubts);
  const transactions = record.transactions.flatMap(
    (row) => sound(row, ['description', 'headingAbove'], `${where}-${row.number}`, doubts) ?? [],
  );
  if (transactions.length === record.transactions.length) return { ...header, transactions };
  return { ...header, transactions: [], headings: [], endnotes: [], readability: 'failed', reason: DAMAGED };
}

const MEMBER_NAMES = ['first', 'last', 'middle', 'suffix', 'nickname', 'officialFull'] as const;

function member(one: Member, doubts: Doubt[]): Member | null {
  const name = sound<MemberName>(one.name, MEMBER_NAMES, one.bioguide, doubts);
  return name && { ...one, name };
}

/** The id holds the names of two registers, so that it is repaired with them. */
function pdmrRow(row: PdmrFiling, doubts: Doubt[]): PdmrFiling | null {
  const fields = ['issuerName', 'pdmrName', 'capacity'] as const;
  const named = sound(row, fields, row.filingId, doubts);
  return named && sound(named, ['filingId'], row.filingId, doubts);
}

function pdmrRows(
  rows: readonly PdmrFiling[],
  doubts: Doubt[],
): { rows: PdmrFiling[]; refused: UnreadRow[] } {
  const refused: UnreadRow[] = [];
  const kept = rows.flatMap((row) => {
    const one = pdmrRow(row, doubts);
    if (one === null) refused.push({ publicationAt: row.publicationAt, parts: row.filingId.split('|') });
    return one ?? [];
  });
  return { rows: kept, refused };
}
