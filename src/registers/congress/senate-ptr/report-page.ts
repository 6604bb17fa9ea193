/**
 * Parses one report page: its header, its summary and its table of nine columns, each checked against the
 * others.
 */

import { itemAt } from '../../../collections.js';
import type { StockActFilerName, StockActTrade } from '../../../records/congress/stock-act.js';
import { elementsWhere, type HtmlElement, textOf } from '../../formats/html.js';
import { lookUpWord } from '../../formats/word-list.js';
import { ParseError, type Warning } from '../../register.js';
import { readFiledLine } from './dates.js';
import { filerOfPage } from './filer-name.js';
import { readTitle } from './search-response.js';
import { readRow } from './transaction-row.js';

export interface ReportHead {
  filerName: StockActFilerName;
  titleDate: string | null;
  amendment: number | null;
  /** YYYY-MM-DD, Washington; null where the page has no readable line that says it. */
  disclosureDate: string | null;
  /** ISO 8601 UTC with milliseconds; null where no time of day can be read. */
  filedAt: string | null;
  /** The line that holds both, as printed. */
  filedLine: string;
}

const COLUMNS = [
  '#',
  'Transaction Date',
  'Owner',
  'Ticker',
  'Asset Name',
  'Asset Type',
  'Type',
  'Amount',
  'Comment',
];
const OWNERS: Record<string, string> = {
  Self: 'Self',
  Joint: 'Joint',
  Spouse: 'Spouse',
  'Dependent Child': 'Child',
};

/**
 * Title, filer and filing time.
 *
 * @throws ParseError when title or filer is missing or malformed.
 */
export function readHead(page: HtmlElement): ReportHead {
  const heading = onlyElement(page, ({ tag }) => tag === 'h1', 'heading');
  const title = readTitle(textOf(heading));
  if (title === null)
    throw new ParseError(`the heading is not the title of such a report: ${textOf(heading)}`);
  const filer = onlyElement(
    page,
    ({ tag, attributes }) => tag === 'h2' && /\bfiledReport\b/.test(attributes.class ?? ''),
    'filer',
  );
  const filerName = filerOfPage(textOf(filer));
  if (filerName === null) throw new ParseError('the filer has no name');
  const lines = elementsWhere(page, ({ tag }) => tag === 'strong')
    .map(textOf)
    .filter((line) => line.startsWith('Filed'));
  const filed = lines.length === 1 ? readFiledLine(itemAt(lines, 0)) : null;
  return {
    filerName,
    ...title,
    disclosureDate: filed?.day ?? null,
    filedAt: filed?.filedAt ?? null,
    filedLine: lines.join(' | '),
  };
}

/**
 * The transactions in document order. The numbers in the first column prove nothing: after an edit eFD prints
 * them in any order, and some twice.
 *
 * @throws ParseError when a row cannot be read, or when rows and summary do not agree: a table that was read
 * in part must not pass as complete.
 */
export function readTransactions(
  page: HtmlElement,
  where: string,
): { trades: StockActTrade[]; warnings: Warning[] } {
  const table = onlyElement(page, ({ tag }) => tag === 'table', 'table of transactions');
  const header = elementsWhere(table, ({ tag }) => tag === 'th').map(textOf);
  // Another column can change what a row means: `Withdrawn`. Another order cannot.
  const places = COLUMNS.map((name) => header.indexOf(name));
  if (header.length !== COLUMNS.length || places.includes(-1))
    throw new ParseError(`the columns are others: ${header.join(', ')}`);
  const body = onlyElement(table, ({ tag }) => tag === 'tbody', 'body of the table');
  const rows = elementsWhere(body, ({ tag }) => tag === 'tr').map((row) =>
    row.children.filter((child): child is HtmlElement => child.kind === 'element' && child.tag === 'td'),
  );
  if (rows.length === 0) throw new ParseError('the report has no transactions');
  const warnings: Warning[] = [];
  const trades = rows.map((cells, row) => {
    if (cells.length !== COLUMNS.length) throw new ParseError(`row ${row + 1} has ${cells.length} cells`);
    const inOrder = places.map((place) => itemAt(cells, place));
    const read = readRow(inOrder, row, `${where} row ${row + 1}`);
    warnings.push(...read.warnings);
    return read.trade;
  });
  warnings.push(...checkSummary(page, trades, where));
  return { trades, warnings };
}

/** Compares with `(4 transactions total)` and the counts by owner next to it. */
function checkSummary(page: HtmlElement, trades: StockActTrade[], where: string): Warning[] {
  const items = elementsWhere(
    page,
    ({ tag, attributes }) => tag === 'li' && /\blist-inline-item\b/.test(attributes.class ?? ''),
  ).map(textOf);
  const warnings: Warning[] = [];
  const counted = new Map<string, number>();
  let total: number | null = null;
  let ofOthers = 0;
  for (const item of items) {
    const whole = /^\((\d+) transactions? total\)$/.exec(item);
    const part = /^(\d+) (\D+)$/.exec(item);
    const owner = part === null ? undefined : lookUpWord(OWNERS, itemAt(part, 2));
    if (whole) total = Number(whole[1]);
    else if (owner !== undefined) counted.set(owner, Number(part?.[1]));
    else {
      ofOthers += Number(part?.[1] ?? 0);
      warnings.push({ kind: 'unknown-summary', detail: item, where });
    }
  }
  if (total === null) throw new ParseError('the summary counts no transactions');
  const rowsOf = (owner: string) => trades.filter((trade) => trade.owner === owner).length;
  const missing = trades.find(({ owner }) => owner !== 'Other' && !counted.has(owner));
  if (missing !== undefined) throw new ParseError(`the summary does not count the owner ${missing.owner}`);
  // An owner whom the form does not know is counted under its word, under one that is near to it, or not at all.
  const unknown = rowsOf('Other');
  let left = unknown - ofOthers;
  for (const [owner, count] of counted) {
    const surplus = count - rowsOf(owner);
    if (surplus < 0 || (surplus > 0 && unknown === 0))
      throw new ParseError(`the summary counts ${count} ${owner}, the table ${rowsOf(owner)}`);
    left -= surplus;
  }
  if (unknown > 0 && left < 0)
    throw new ParseError(`the summary counts ${unknown - left} of other owners, the table ${unknown}`);
  if (total !== trades.length)
    throw new ParseError(`the summary counts ${total} transactions, the table ${trades.length}`);
  return warnings;
}

function onlyElement(page: HtmlElement, test: (element: HtmlElement) => boolean, what: string): HtmlElement {
  const found = elementsWhere(page, test);
  if (found.length !== 1)
    throw new ParseError(`${found.length === 0 ? 'no' : found.length} ${what} on the page`);
  return itemAt(found, 0);
}
