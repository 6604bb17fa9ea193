/** Turns one printed row of a report into a trade, or gives the reason why it cannot be one. */

import { required } from '../../../collections.js';
import type { StockActOwner, StockActTrade, StockActType } from '../../../records/congress/stock-act.js';
import { withTickerWords } from '../../../records/ticker-words.js';
import { lookUpWord } from '../../formats/word-list.js';
import type { Warning } from '../../register.js';
import { parseStockActAmount } from '../stock-act-amounts.js';
import { type AssetLayout, readAsset } from './asset-types.js';
import type { HousePtrRow } from './layout.js';

/** A row that is not understood: the whole report then fails, because part of a report misleads. */
export class RowError extends Error {
  override name = 'RowError';
}

/**
 * The code is optional on the form. A blank means not stated, usually the member: served as Self, filed ''.
 */
export const OWNERS: Readonly<Record<string, StockActOwner>> = {
  '': 'Self',
  SP: 'Spouse',
  JT: 'Joint',
  DC: 'Child',
};

const TYPES: Readonly<Record<string, StockActType>> = {
  P: 'Purchase',
  S: 'Sale',
  'S (PARTIAL)': 'Sale (Partial)',
  E: 'Exchange',
};

const STATUSES: Readonly<Record<string, 'New' | 'Amended' | 'Deleted'>> = {
  new: 'New',
  amended: 'Amended',
  deleted: 'Deleted',
};

const KNOWN_LABELS = new Set(['F S', 'S O', 'D', 'C', 'L']);

/**
 * Reads one row. `row` is its place from 0; `where` names it in warnings, which are pushed to `warnings`. An unknown owner, type
 * or status costs its field: the counts of the report say whether a row was lost.
 *
 * @throws RowError for an unknown bracket, a missing asset or status, and for a date that does not exist.
 */
export function readTrade(
  printed: HousePtrRow,
  row: number,
  layout: AssetLayout,
  where: string,
  warnings: Warning[],
): StockActTrade {
  // Long: one field of the record after the other, each next to its warning.
  const raw = withMarkedGaps(printed);
  const { cells } = raw;
  const warn = (kind: string, detail: string) => warnings.push({ kind, detail: detail.slice(0, 300), where });
  for (const text of [...Object.values(cells), ...raw.labels.map(({ value }) => value)])
    if (text.includes('\0'))
      throwRowError(row, `unreadable characters in ${JSON.stringify(text.slice(0, 80))}`);
    else if (text.includes('\ufffd')) warn('character-lost', text);
  // Codes are read in any letter case: the layout before May 2022 gives some capitals as lower case.
  const ownerFiled = cells.owner.toUpperCase();
  const owner = lookUpWord(OWNERS, ownerFiled);
  if (owner === undefined) warn('unknown-owner', cells.owner);
  const { assetDescription, typeFiled } = withoutSpill(cells);
  const type = lookUpWord(TYPES, typeFiled.toUpperCase());
  // A code of the asset in this column: its text and the type cannot be kept apart.
  if (typeFiled.includes('[')) throwRowError(row, `unknown type ${JSON.stringify(typeFiled)}`);
  if (type === undefined) warn('unknown-type', typeFiled);
  const amount =
    parseStockActAmount(cells.amount) ?? throwRowError(row, `unknown amount ${JSON.stringify(cells.amount)}`);
  if (assetDescription === '') throwRowError(row, 'no asset');
  const filed = labelValue(raw, 'F S');
  if (filed === null) throwRowError(row, 'no filing status');
  const filingStatus = lookUpWord(STATUSES, filed.toLowerCase());
  if (filingStatus === undefined) warn('unknown-filing-status', filed);
  const asset = readAsset(assetDescription, layout);
  if (asset.code === null && layout.hasCodes) warn('no-asset-type', assetDescription);
  else if (asset.code !== null && asset.typeName === '') warn('unknown-asset-type', asset.code);
  if (cells.id !== '' && !/^\d{10}$/.test(cells.id)) warn('unknown-row-id', cells.id);
  if (filingStatus !== undefined && filingStatus !== 'New' && cells.id === '')
    warn(`${filingStatus.toLowerCase()}-without-id`, assetDescription);
  if (cells.gains !== '') warn('text-in-gains-column', cells.gains);
  for (const { initials, value } of raw.labels)
    if (!KNOWN_LABELS.has(initials)) warn('unknown-label', `${initials}: ${value}`);
  return {
    row,
    rowId: cells.id || null,
    filingStatus: filingStatus ?? null,
    ...(filingStatus === undefined ? { filingStatusFiled: filed } : {}),
    owner: owner ?? 'Other',
    ownerFiled: owner === undefined ? cells.owner : ownerFiled,
    ticker: asset.ticker,
    ...withTickerWords(asset.tickerWords),
    assetDescription,
    assetType: asset.typeName,
    assetTypeCode: asset.code,
    type: type ?? '',
    ...(type === undefined ? { typeFiled } : {}),
    transactionDate: readDate(cells.date) ?? throwRowError(row, `no such day ${cells.date}`),
    notificationDate: readDate(cells.notified) ?? throwRowError(row, `no such day ${cells.notified}`),
    amountLabel: amountLabel(cells.amount),
    amountMin: amount.min,
    amountMax: amount.max,
    amountMid: amount.mid,
    received: null,
    subholding: labelValue(raw, 'S O'),
    description: labelValue(raw, 'D'),
    location: labelValue(raw, 'L'),
    comments: labelValue(raw, 'C'),
  };
}

/** Text of the filer with U+FFFD for a character that the font of the report does not give; several are a label. */
export const markGaps = (text: string): string => text.replace(/(?<!\0)\0(?!\0)/g, '\ufffd');

function withMarkedGaps({ cells, labels }: HousePtrRow): HousePtrRow {
  return {
    cells: { ...cells, asset: markGaps(cells.asset) },
    labels: labels.map(({ initials, value }) => ({ initials, value: markGaps(value) })),
  };
}

/**
 * An asset that fills its column can push the code at its end into the column of the type. No type has square
 * brackets.
 */
function withoutSpill({ asset, type }: HousePtrRow['cells']): {
  assetDescription: string;
  typeFiled: string;
} {
  const code = /\[[A-Z0-9]{2}\]/i.exec(type)?.[0];
  if (code === undefined || asset === '' || asset.endsWith(']'))
    return { assetDescription: asset, typeFiled: type };
  const typeFiled = type.replace(code, ' ').replace(/\s+/g, ' ').trim();
  return { assetDescription: `${asset} ${code}`, typeFiled };
}

/** YYYY-MM-DD of MM/DD/YYYY or M/D/YYYY; null when the calendar has no such day. */
export function readDate(text: string): string | null {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
  if (year === undefined) return null;
  const date = `${year}-${required(month, 'month').padStart(2, '0')}-${required(day, 'day').padStart(2, '0')}`;
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : null;
}

/** The words of an open bracket, in the letters used on the form. */
const amountLabel = (filed: string): string =>
  filed.replace(/\bover\b/i, 'Over').replace(/\bspouse\/dc\b/i, 'Spouse/DC');

function labelValue(raw: HousePtrRow, initials: string): string | null {
  const values = raw.labels.filter((one) => one.initials === initials).map(({ value }) => value);
  return values.filter((value) => value !== '').join(' ') || null;
}

function throwRowError(row: number, what: string): never {
  throw new RowError(`row ${row + 1}: ${what}`);
}
