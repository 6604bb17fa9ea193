/**
 * Converts a periodic transaction report to its rows and back. Both directions are here, so that a report is read
 * back exactly as written.
 */

import { appendTo } from '../../collections.js';
import type { StockActReport, StockActTrade } from '../../records/congress/stock-act.js';
import type { Store } from '../database/store.js';

type StockActValue = string | number | null;
type StockActRow = Record<string, StockActValue>;

/** Field to column; a field without a column does not compile. */
const REPORT_FIELDS = {
  documentId: 'document_id',
  chamber: 'chamber',
  stateDistrict: 'state_district',
  disclosureDate: 'disclosure_date',
  filedAt: 'filed_at',
  titleDate: 'title_date',
  amendment: 'amendment',
  sourceLink: 'source_link',
  readability: 'readability',
  reason: 'reason',
  comments: 'comments',
} as const satisfies Record<
  Exclude<keyof StockActReport, 'kind' | 'filerName' | 'trades' | 'vehicles' | 'assetCaseUncertain'>,
  string
>;

const FILER_FIELDS = {
  asFiled: 'filer_as_filed',
  prefix: 'filer_prefix',
  first: 'filer_first',
  last: 'filer_last',
  suffix: 'filer_suffix',
} as const satisfies Record<keyof StockActReport['filerName'], string>;

const TRADE_FIELDS = {
  row: '"row"',
  rowId: 'row_id',
  filingStatus: 'filing_status',
  filingStatusFiled: 'filing_status_filed',
  owner: 'owner',
  ownerFiled: 'owner_filed',
  ticker: 'ticker',
  tickerWords: 'ticker_words',
  assetDescription: 'asset_description',
  assetType: 'asset_type',
  assetTypeCode: 'asset_type_code',
  type: 'type',
  typeFiled: 'type_filed',
  transactionDate: 'transaction_date',
  notificationDate: 'notification_date',
  amountLabel: 'amount_label',
  amountMin: 'amount_min',
  amountMax: 'amount_max',
  amountMid: 'amount_mid',
  subholding: 'subholding',
  description: 'description',
  location: 'location',
  comments: 'comments',
} as const satisfies Record<Exclude<keyof StockActTrade, 'received'>, string>;

/**
 * Whether the report `r` amends an earlier one: 1 or 0. A Senate report says so in its title; one of the House in its rows, which
 * are amended or deleted.
 */
export const AMENDS = `(r.amendment IS NOT NULL OR EXISTS (SELECT 1 FROM stock_act_trade a
  WHERE a.report_id = r.id AND a.filing_status IN ('Amended', 'Deleted')))`;

/** Fields that a trade has only where there is something to say. */
const RARE_FIELDS = ['filingStatusFiled', 'tickerWords', 'typeFiled'] as const satisfies ReadonlyArray<
  keyof typeof TRADE_FIELDS
>;

const columnsOf = (map: Record<string, string>): string[] => Object.values(map);
const selectList = (map: Record<string, string>): string =>
  Object.entries(map)
    .map(([field, column]) => `${column} AS "${field}"`)
    .join(', ');
const fieldValues = <T extends object>(of: T, map: Record<string, string>): StockActValue[] =>
  // Every field of `map` is a field of `of` that holds a text, a number or null.
  Object.keys(map).map((field) => (of as Record<string, StockActValue>)[field] ?? null);

const REPORT_COLUMNS = [...columnsOf(REPORT_FIELDS), ...columnsOf(FILER_FIELDS), 'vehicles'];
const TRADE_COLUMNS = [...columnsOf(TRADE_FIELDS), 'received_ticker', 'received_asset'];
const placeholders = (count: number): string => Array(count).fill('?').join(', ');

/** Column `vehicles`: only the list, or an object with the mark if a report has it. */
const vehiclesColumn = ({ vehicles, assetCaseUncertain }: StockActReport) =>
  assetCaseUncertain ? { vehicles, assetCaseUncertain } : vehicles;

function parseVehiclesColumn(column: string): Pick<StockActReport, 'vehicles' | 'assetCaseUncertain'> {
  const stored: string[] | Pick<StockActReport, 'vehicles' | 'assetCaseUncertain'> = JSON.parse(column);
  return Array.isArray(stored) ? { vehicles: stored } : stored;
}

const reportValues = (report: StockActReport): StockActValue[] => [
  ...fieldValues(report, REPORT_FIELDS),
  ...fieldValues(report.filerName, FILER_FIELDS),
  JSON.stringify(vehiclesColumn(report)),
];

/** @returns the id of the stored report */
export function insertReport(store: Store, report: StockActReport, register: string, at: string): number {
  const done = store
    .sql(
      `INSERT INTO stock_act_report (${REPORT_COLUMNS.join(', ')}, register, ingested_at)
       VALUES (${placeholders(REPORT_COLUMNS.length + 2)})`,
    )
    .run(...reportValues(report), register, at);
  const id = Number(done.lastInsertRowid);
  insertTrades(store, id, report.trades);
  return id;
}

/** Replaces a stored report and its trades; the time when it was first seen stays. */
export function replaceReport(store: Store, id: number, report: StockActReport, register: string): void {
  store
    .sql(
      `UPDATE stock_act_report SET ${REPORT_COLUMNS.map((column) => `${column} = ?`).join(', ')}, register = ?
       WHERE id = ?`,
    )
    .run(...reportValues(report), register, id);
  store.sql('DELETE FROM stock_act_trade WHERE report_id = ?').run(id);
  insertTrades(store, id, report.trades);
}

function insertTrades(store: Store, id: number, trades: readonly StockActTrade[]): void {
  const insert = store.sql(
    `INSERT INTO stock_act_trade (report_id, ${TRADE_COLUMNS.join(', ')})
     VALUES (${placeholders(TRADE_COLUMNS.length + 1)})`,
  );
  for (const trade of trades)
    insert.run(
      id,
      ...fieldValues(trade, TRADE_FIELDS),
      trade.received?.ticker ?? null,
      trade.received?.assetDescription ?? null,
    );
}

interface StoredReport {
  id: number;
  report: StockActReport;
}

/** One report exactly as written, or none. */
export function reportByDocument(store: Store, documentId: string): StoredReport | undefined {
  return readReports(store, 'r.document_id = ?', documentId)[0];
}

/** All reports of one filer exactly as written. */
export function reportsOfMember(store: Store, memberId: string): StoredReport[] {
  return readReports(store, 'r.id IN (SELECT report_id FROM stock_act_filer WHERE member_id = ?)', memberId);
}

function readReports(store: Store, which: string, value: string): StoredReport[] {
  const trades = new Map<number, StockActTrade[]>();
  const rows = store.sql<StockActRow>(
    `SELECT r.id AS report_id, ${selectList(TRADE_FIELDS)}, received_ticker, received_asset
     FROM (SELECT r.id FROM stock_act_report r WHERE ${which}) r JOIN stock_act_trade t ON t.report_id = r.id
     ORDER BY r.id, t."row"`,
  );
  for (const row of rows.iterate(value)) {
    const { report_id, received_ticker: ticker, received_asset: assetDescription, ...fields } = row;
    const received = assetDescription === null ? null : { ticker, assetDescription };
    for (const field of RARE_FIELDS) if (fields[field] === null) delete fields[field];
    // The query names its columns after the fields of a trade.
    const trade = { ...fields, received } as unknown as StockActTrade;
    // The column refers to the key of a report, which is a number.
    appendTo(trades, report_id as number, trade);
  }
  return store
    .sql<StockActRow>(
      `SELECT id, ${selectList(REPORT_FIELDS)}, ${columnsOf(FILER_FIELDS).join(', ')}, vehicles FROM stock_act_report r
       WHERE ${which} ORDER BY id`,
    )
    .all(value)
    .map((row) => {
      const fields = Object.keys(REPORT_FIELDS).map((field) => [field, row[field] ?? null]);
      const name = Object.entries(FILER_FIELDS).map(([field, column]) => [field, row[column] ?? null]);
      // The primary key is a number.
      const id = row.id as number;
      // `REPORT_FIELDS` has a column for every field that is not set here.
      const report = {
        kind: 'stock-act-report',
        ...Object.fromEntries(fields),
        filerName: Object.fromEntries(name),
        // The column is a text and NOT NULL.
        ...parseVehiclesColumn(row.vehicles as string),
        trades: trades.get(id) ?? [],
      } as StockActReport;
      return { id, report };
    });
}
