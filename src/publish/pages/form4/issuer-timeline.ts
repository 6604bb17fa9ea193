/** A year of a company: its closes where they may be shown, and the trades of every register by the day of the trade. */

import { isEuCountry } from '../../../../tools/contract/markets/index.js';
import { WINDOW_DAYS } from '../../../../tools/contract/rules.js';
import { acquisitionWords } from '../../../../tools/contract/shapes/acquisition.js';
import type { TimedTrade } from '../../../../tools/contract/shapes/congress.js';
import type { AnyMarketRow } from '../../../../tools/contract/shapes/eu.js';
import type { ApiFilingRow } from '../../../../tools/contract/shapes/filing.js';
import type { IssuerDetail, OfficialTrade } from '../../../../tools/contract/shapes/issuer.js';
import { groupBy } from '../../../collections.js';
import { daysBefore, utcDate } from '../../../dates.js';
import { type Html, html } from '../../../html.js';
import { type FilingMark, type Lane, tradeLine } from '../../charts/price-line.js';
import { count, shortUsd } from '../../figures.js';

interface IssuerYear {
  now: Date;
  /** Open-market rows of the window. */
  rows: readonly ApiFilingRow[];
  detail: IssuerDetail | null;
  /** None where they are not known, or may not be shown. */
  closes: ReadonlyArray<{ date: string; close: number }>;
}

export function issuerTimeline({ now, rows, detail, closes }: IssuerYear): Html | '' {
  const days = [daysBefore(now, WINDOW_DAYS), utcDate(now)] as const;
  const lane = (name: string, marks: FilingMark[]): Lane => ({
    name,
    marks: joined(marks.filter(({ date }) => date >= days[0] && date <= days[1])),
  });
  const lanes = [
    lane('Insiders', insiderMarks(rows)),
    lane('Congress', (rowsOf(detail?.congressTrades) as TimedTrade[]).flatMap(congressMark)),
    lane('Officials', (rowsOf(detail?.officials) as OfficialTrade[]).flatMap(officialMark)),
    lane('Europe', (rowsOf(detail?.europe) as AnyMarketRow[]).flatMap(marketMark)),
  ];
  const prices = closes.filter(({ date }) => date >= days[0]);
  const title =
    prices.length > 1
      ? 'Closes of a year, split-adjusted, and trades by the day of the trade'
      : 'Trades of a year by the day of the trade';
  const drawn = tradeLine({ title, prices, lanes, days });
  return drawn === '' ? '' : html`${drawn}${notes(detail, prices.length > 1)}`;
}

const NO_CLOSES =
  'No closes: this service shows them for companies in the list of clusters or streaks, where it has a price source.';

interface ListedPart {
  rows: unknown[] | null;
  total: number | null;
}

/** The output of the tool has checked the rows of each part. */
function rowsOf(part: ListedPart | undefined): unknown[] {
  return part?.rows ?? [];
}

/** Why there is no close, and which registers have more trades than are drawn. */
function notes(detail: IssuerDetail | null, hasCloses: boolean): Html | '' {
  const parts: Array<[string, ListedPart | undefined]> = [
    ['Congress', detail?.congressTrades],
    ['officials', detail?.officials],
    ['Europe', detail?.europe],
  ];
  const cut = parts.flatMap(([name, part]) => {
    const shown = part?.rows?.length ?? 0;
    const total = part?.total ?? 0;
    return total > shown
      ? [`The newest ${count(shown)} of ${count(total)} trades of ${name} are drawn.`]
      : [];
  });
  const words = [...(hasCloses ? [] : [NO_CLOSES]), ...cut];
  return words.length === 0 ? '' : html`<p class="hint">${words.join(' ')}</p>`;
}

/** The lots of an insider in one direction and day are one trade. */
function insiderMarks(rows: readonly ApiFilingRow[]): FilingMark[] {
  const trades = groupBy(rows, (row) =>
    JSON.stringify([row.transactionDate, row.transactionCode, row.ownerName, row.acquisition]),
  );
  return [...trades.values()].flatMap((lots) => {
    const [first] = lots;
    if (first === undefined) return [];
    const value = lots.reduce((sum, { totalValue }) => sum + totalValue, 0);
    const code = first.transactionCode;
    const label =
      `${first.ownerName} ${code === 'P' ? 'bought' : 'sold'} ${shortUsd(value)} ${acquisitionWords(first.acquisition)}`.trim();
    return [{ date: first.transactionDate, code, label }];
  });
}

/** None for a trade whose filed day cannot be right, and for one that may count another twice. */
function congressMark(trade: TimedTrade): FilingMark[] {
  const {
    transactionDate: date,
    dateDoubtful,
    possibleRepeatOf,
    correction,
    type,
    memberName,
    assetType,
    amountLabel,
  } = trade;
  if (dateDoubtful === true || possibleRepeatOf !== undefined || correction !== undefined) return [];
  const label = `${memberName}: ${type}${assetType === 'Stock' ? '' : ` (${assetType})`}, ${amountLabel}`;
  return [{ date, code: codeOf(type), label }];
}

function officialMark(trade: OfficialTrade): FilingMark[] {
  const { transactionDate: date, dateDoubtful, type, name, valueLabel } = trade;
  if (date === null || dateDoubtful === true) return [];
  const label = [`${name}: ${type ?? 'trade'}`, valueLabel].filter(Boolean).join(', ');
  return [{ date, code: codeOf(type ?? ''), label }];
}

/** `Sale (Partial)` is a sale; an exchange is neither. */
function codeOf(type: string): FilingMark['code'] {
  return type.startsWith('Purchase') ? 'P' : type.startsWith('Sale') ? 'S' : null;
}

function marketMark(row: AnyMarketRow): FilingMark[] {
  const { transactionDate: date, direction: code, pdmrName, market } = row;
  if (date === null) return [];
  const words = code === null ? 'trade' : code === 'P' ? 'purchase' : 'sale';
  const where = isEuCountry(market) ? market.toUpperCase() : market;
  return [{ date, code, label: `${pdmrName || 'a manager'}: ${words} (${where})` }];
}

/** Words of a day that name more trades than this end with their number. */
const MOST_NAMED = 4;

/** Trades of one day and direction are one mark. */
function joined(marks: readonly FilingMark[]): FilingMark[] {
  const groups = groupBy(marks, ({ date, code }) => date + code);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const more = group.length - MOST_NAMED;
    const words = [
      ...group.slice(0, MOST_NAMED).map(({ label }) => label),
      ...(more > 0 ? [`and ${more} more`] : []),
    ];
    return [{ ...first, label: words.join('; ') }];
  });
}
