/**
 * Congress: House reports against rows that were read by word positions and compared by eye, Senate pages against the
 * cells of the table on the page.
 */

import type { StockActReport, StockActTrade } from '../../src/records/congress/stock-act.js';
import { judgedTicker } from '../../test/invented/known-symbols.js';
import { hasSamples } from '../../test/samples/folder.js';
import { bytesOf, expectedIn, filesIn, parsed } from './documents.js';
import { type ComparedRow, type Score, Tally } from './tally.js';

const HOUSE = 'congress/house';
const EXPECTED = 'congress/house-ptr/expected';
const SENATE = 'congress/senate';
const TYPES: Record<string, string> = {
  P: 'Purchase',
  S: 'Sale',
  'S (partial)': 'Sale (Partial)',
  E: 'Exchange',
};
const OWNERS: Record<string, string> = { SP: 'Spouse', JT: 'Joint', DC: 'Child' };

interface HouseRow {
  owner: string | null;
  asset: string;
  ticker: string | null;
  type: string;
  transactionDate: string;
  notificationDate: string;
  amountLabel: string;
  amountMin: number;
  amountMax: number;
  description: string | null;
}

/** Reports since May 2022. */
export async function measureHouse(): Promise<Score> {
  const tally = new Tally();
  for (const [id, { rows }] of expectedIn<{ rows: HouseRow[] }>(EXPECTED)) {
    const pdf = `${HOUSE}/ptr/${id}.pdf`;
    if (!hasSamples(pdf)) continue;
    const trades = await tradesOf('house-ptr', pdf);
    tally.document(
      pdf,
      rows.map(({ owner, asset, ticker, type, ...row }) => ({
        owner: owner === null ? 'Self' : OWNERS[owner],
        asset,
        ticker: ticker ?? '',
        type: TYPES[type],
        transactionDate: row.transactionDate,
        notificationDate: row.notificationDate,
        amount: row.amountLabel,
        amountMin: row.amountMin,
        amountMax: row.amountMax,
        description: row.description,
      })),
      trades?.map(houseRow) ?? null,
    );
  }
  return tally.score;
}

type OldHouseRow = [
  owner: string,
  type: string,
  date: string,
  notified: string,
  amount: string,
  asset: string,
];

/** Reports until April 2022, whose text layer has no reliable letter case: assets are compared without it. */
export async function measureOldHouse(): Promise<Score> {
  const tally = new Tally();
  for (const [id, { rows }] of expectedIn<{ rows: OldHouseRow[] }>(`${EXPECTED}/before-2022`)) {
    const pdf = `${HOUSE}/ptr-before-2022/${id}.pdf`;
    if (!hasSamples(pdf)) continue;
    const trades = await tradesOf('house-ptr', pdf);
    tally.document(
      pdf,
      rows.map(([owner, type, transactionDate, notificationDate, amount, asset]) => ({
        owner,
        type,
        transactionDate,
        notificationDate,
        amount,
        asset: caseless(asset),
      })),
      trades?.map(houseRow).map((row) => ({ ...row, asset: caseless(String(row.asset)) })) ?? null,
    );
  }
  return tally.score;
}

function houseRow(trade: StockActTrade): ComparedRow {
  return {
    owner: trade.owner,
    asset: trade.assetDescription,
    // As derived: a word in brackets is judged by the names that are known for it.
    ticker: judgedTicker(trade, trade.assetDescription),
    type: trade.type,
    transactionDate: trade.transactionDate,
    notificationDate: trade.notificationDate,
    amount: trade.amountLabel,
    amountMin: trade.amountMin,
    amountMax: trade.amountMax,
    description: trade.description,
  };
}

function caseless(text: string): string {
  return text.replace(/\s+/g, ' ').toUpperCase();
}

export async function measureSenate(): Promise<Score> {
  const tally = new Tally();
  const folders = ['ptr', 'ptr-row-order', 'amendments'];
  const files = folders.flatMap((folder) => filesIn(`${SENATE}/${folder}`, /^[0-9a-f-]{36}\.html$/));
  for (const file of files) {
    const trades = await tradesOf('senate-ptr', file);
    tally.document(file, cellsOf(bytesOf(file).toString('utf8')), trades?.map(senateRow) ?? null);
  }
  return tally.score;
}

export function senateRow(trade: StockActTrade): ComparedRow {
  const [year, month, day] = trade.transactionDate.split('-');
  return {
    date: `${month}/${day}/${year}`,
    owner: trade.owner,
    asset: squeezed([trade.assetDescription, trade.received?.assetDescription ?? ''].join(' ')),
    assetType: trade.assetType,
    type: trade.type,
    amount: trade.amountLabel,
    comment: trade.comments ?? '--',
  };
}

/** The cells of the one table of a page. Details below an asset's name are muted text, and left out. */
export function cellsOf(page: string): ComparedRow[] {
  const table = /<tbody>([\s\S]*?)<\/tbody>/.exec(page)?.[1] ?? '';
  return [...table.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) => {
    const cells = [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => cell);
    const [, date, owner, , asset = '', assetType, type, amount, comment] = cells;
    const name = asset.replace(/<div class="text-muted">[\s\S]*?<\/div>/g, '');
    return {
      date: text(date),
      owner: text(owner),
      asset: text(name),
      assetType: text(assetType),
      type: text(type),
      amount: text(amount),
      comment: text(comment),
    };
  });
}

function text(cell = ''): string {
  const plain = cell
    .replace(/<br\s*\/?>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&#x27;|&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
  return squeezed(plain);
}

function squeezed(words: string): string {
  return words.replace(/\s+/g, ' ').trim();
}

async function tradesOf(register: string, file: string): Promise<StockActTrade[] | null> {
  const records = await parsed(register, file);
  const report = records?.find((record): record is StockActReport => record.kind === 'stock-act-report');
  return report?.readability === 'read' ? report.trades : null;
}
