/**
 * Reads rows of section 4c under column headings: which price belongs to which count, and the lots of a row.
 */

import { itemAt, required } from '../../../collections.js';
import { findAmounts, type MoneyUnit, unitInText } from './amounts.js';
import { oneDate } from './dates.js';
import { type ColumnRole, type GridCell, headerRole } from './grid.js';
import {
  AVERAGE,
  actionOf,
  EMPTY_LOT,
  type LotAction,
  NIL,
  NOT_GIVEN,
  SUMMARY,
  TRAILING_SUMMARY,
  type TransactionLot,
} from './lot.js';
import { withoutHoldings } from './lot-clauses.js';
import { isSamePrice, moneyOf, priceOf, unitOfCurrency, volumeOf } from './lot-figures.js';
import { leadingNumber, splitInline } from './numbered-items.js';

/** One heading. It may span several cells. */
export interface LotColumn {
  role: ColumnRole;
  unit: MoneyUnit | null;
  text: string;
  act: LotAction | null;
}

/** The columns of a row of headings, one for each cell. */
export function columnsOf(cells: GridCell[]): LotColumn[] {
  const columns: LotColumn[] = [];
  for (const cell of cells) {
    const before = columns.at(-1);
    if (cell.isSpanRest && before !== undefined && before.role !== 'label') {
      columns.push(before);
      continue;
    }
    const text = cell.lines.join(' ');
    const role = headerRole(cell.lines).role ?? 'label';
    columns.push({ role, text, unit: unitInText(text), act: role === 'label' ? null : actionOf(text) });
  }
  // `Price | Units` counts units; beside a volume the word names the currency.
  if (!columns.some((column) => column.role === 'volume'))
    for (const column of columns) if (/^\W*units\W*$/i.test(column.text)) column.role = 'volume';
  // `Partnership | Matching | Price` counts shares of both kinds.
  if (!columns.some((column) => column.role === 'volume'))
    for (const column of columns) if (PLAN_SHARES.test(column.text)) column.role = 'volume';
  // With no other price, `Price range` may hold one.
  if (!columns.some((column) => column.role === 'price'))
    for (const column of columns) if (/\bprices? range\b/i.test(column.text)) column.role = 'price';
  return columns;
}

const PLAN_SHARES =
  /^\W*(?:(?:partnership|matching|free)(?: shares)?|dividend shares)(?: (?:purchased|acquired|bought|awarded|allocated|received))?\W*$/i;

type PlacedCell = { cell: GridCell; column: LotColumn };
/** A count with its price, or a column of either that no other can be paired with. */
interface ColumnPair {
  price: LotColumn | null;
  volume: LotColumn | null;
}

/** The lots of one row. Columns pair with cells by position, or by order if spacer cells shift them. */
export function lotsOfRow(
  columns: LotColumn[],
  cells: GridCell[],
  labelUnit: MoneyUnit | null,
): TransactionLot[] {
  const placed = placeCells(columns, cells);
  const of = (role: ColumnRole): string[] =>
    placed.filter((p) => p.column.role === role).flatMap((p) => p.cell.lines);
  const label = of('label').join(' ');
  if (SUMMARY.test(label) || isTotalRow(placed)) return [];
  const pairs = pairsOf(placed);
  const lots = pairs.flatMap((pair) =>
    lotsOfPair(pair, placed, { label, dates: of('date'), totals: of('total'), units: of('unit') }, labelUnit),
  );
  // A total belongs to one pair of columns, and the row does not say which one.
  const own = pairs.length > 1 ? lots.map((lot) => ({ ...lot, total: null })) : lots;
  const missing = missingColumn(columns, placed);
  return missing === null ? own : own.map((lot) => ({ ...lot, warnings: [...lot.warnings, missing] }));
}

/** `Price | Amount`: the heading of a column with figures does not say that it holds the counts, or the prices. */
function missingColumn(columns: LotColumn[], placed: PlacedCell[]): string | null {
  const roles = columns.map((column) => column.role);
  const numeric = placed.filter(
    ({ cell, column }) => column.role === 'label' && findAmounts(cell.lines.join(' ')).length > 0,
  );
  const said = numeric.map(({ column }) => column.text || '-').join(' / ');
  if (said === '' || (roles.includes('price') && roles.includes('volume'))) return null;
  return `no heading of a ${roles.includes('price') ? 'volume' : 'price'}: ${said}`;
}

function isTotalRow(placed: PlacedCell[]): boolean {
  const first = placed[0]?.cell.lines[0] ?? '';
  return SUMMARY.test(first) && !AVERAGE.test(first);
}

function placeCells(columns: LotColumn[], cells: GridCell[]): PlacedCell[] {
  const none: LotColumn = { role: 'label', unit: null, text: '', act: null };
  const filled = cells
    .map((cell, i) => ({ cell, column: columns[i] ?? none }))
    .filter((p) => p.cell.lines.length > 0);
  const roles = [...new Set(columns)].filter((c) => c.role !== 'label');
  const inOrder = filled.map(({ cell }, i) => ({
    cell,
    column: roles[i - (filled.length - roles.length)] ?? none,
  }));
  const counts = (some: PlacedCell[]): boolean =>
    some.some((p) => p.column.role === 'volume' && volumeOf(p.cell.lines.join(' ')) !== null);
  return filled.length >= roles.length && !counts(filled) && counts(inOrder) ? inOrder : filled;
}

/** Which columns belong together: the only two, otherwise those whose headings describe the same action. */
function pairsOf(placed: PlacedCell[]): ColumnPair[] {
  const of = (role: ColumnRole): LotColumn[] => [
    ...new Set(placed.filter((p) => p.column.role === role).map((p) => p.column)),
  ];
  const prices = of('price');
  const volumes = of('volume');
  if (prices.length === 0 && volumes.length === 0) return [];
  if (prices.length <= 1 && volumes.length <= 1) {
    const [price = null, volume = null] = [prices[0], volumes[0]];
    const apart = price?.act === 'exercise' && volume?.act && volume.act !== 'exercise';
    return apart
      ? [
          { price, volume: null },
          { price: null, volume },
        ]
      : [{ price, volume }];
  }
  // Partnership shares are paid for; matching shares next to them have no price, or one that the row does not give.
  const [partnership, ...more] = volumes.filter(({ text }) => /\bpartnership\b/i.test(text));
  if (prices.length === 1 && partnership !== undefined && more.length === 0)
    return volumes.map((volume) => ({ volume, price: volume === partnership ? itemAt(prices, 0) : null }));
  const pairs: ColumnPair[] = [];
  for (const volume of volumes) {
    const alike = (columns: LotColumn[]): LotColumn[] =>
      volume.act === null ? [] : columns.filter((c) => c.act === volume.act);
    const [price] = alike(prices);
    pairs.push({
      volume,
      price: alike(prices).length === 1 && alike(volumes).length === 1 ? required(price, 'price') : null,
    });
  }
  const read = (column: LotColumn) => {
    const price = priceOf(textsOf(placed, column).join(' '));
    return price === null ? null : { ...price, unit: price.unit ?? column.unit };
  };
  // One price quoted in pence and in pounds.
  const [first, ...others] = prices.map(read);
  const plain = [...prices, ...volumes].every((c) => c.act !== 'exercise') && volumes.length === 1;
  if (plain && first && others.every((o) => o && first.unit && o.unit && isSamePrice(o, first)))
    return [{ volume: itemAt(volumes, 0), price: itemAt(prices, 0) }];
  for (const price of prices) if (!pairs.some((p) => p.price === price)) pairs.push({ price, volume: null });
  return pairs;
}

/** A count that is repeated from a row above does not belong to this row; a price may. */
function textsOf(placed: PlacedCell[], column: LotColumn | null): string[] {
  return placed
    .filter((p) => p.column === column && !(column?.role === 'volume' && p.cell.isRepeated))
    .flatMap((p) => p.cell.lines);
}

interface SharedCells {
  label: string;
  dates: string[];
  totals: string[];
  units: string[];
}

function lotsOfPair(
  pair: ColumnPair,
  placed: PlacedCell[],
  beside: SharedCells,
  labelUnit: MoneyUnit | null,
): TransactionLot[] {
  const { dates, totals, units } = beside;
  const prices = textsOf(placed, pair.price)
    .flatMap(splitInline)
    .filter((text) => !SUMMARY.test(text) || AVERAGE.test(text));
  const volumes = textsOf(placed, pair.volume)
    .flatMap(splitInline)
    .filter((text) => !SUMMARY.test(text));
  if (prices.length === 0 && volumes.length === 0) return [];
  const column = units.join(' ');
  const unit = column === '' ? (pair.price?.unit ?? null) : unitInText(column);
  const heads = [pair.volume, pair.price].filter((c) => c !== null);
  const shared = prices.length === 1 && isNumberedList(volumes);
  const count =
    isList(volumes) && (shared || (prices.length === volumes.length && isList(prices))) ? volumes.length : 1;
  const read = Array.from({ length: count }, (_, i) =>
    lotOf(
      count > 1 && !shared ? itemAt(prices, i) : prices.join(' '),
      count > 1 ? itemAt(volumes, i) : volumes.join(' '),
      beside.label,
    ),
  );
  return read.map((lot, i) => ({
    ...lot,
    isPriceShared: count > 1 && shared,
    action: pair.volume?.act ?? pair.price?.act ?? null,
    heading: heads.map((c) => c.text).join(' / '),
    headerUnit: (column === '' ? unit : unitOfCurrency(unit, lot.price)) ?? labelUnit,
    total: moneyOf(totals.length === count ? itemAt(totals, i) : totals.join(' ')),
    date: oneDate(dates.length === count ? itemAt(dates, i) : dates.join(' ')),
  }));
}

function lotOf(priceText: string, volumeText: string, labelText: string): TransactionLot {
  const price = leadingNumber(priceText);
  const volume = leadingNumber(volumeText);
  const label = leadingNumber(labelText);
  const isNil = isNilPrice(price.rest);
  const read = isNil ? null : priceOf(price.rest);
  const count = volumeOf(volume.rest) ?? volumeOf(withoutHoldings(volume.rest));
  const warnings: string[] = [];
  if (!isNil && read === null && !NOT_GIVEN.test(price.rest))
    warnings.push(`price not read: ${price.rest.slice(0, 120)}`);
  if (count === null && !NOT_GIVEN.test(volume.rest))
    warnings.push(`volume not read: ${volume.rest.slice(0, 120)}`);
  return {
    ...EMPTY_LOT,
    number: label.number ?? price.number ?? volume.number,
    label: label.rest,
    words: `${price.rest} ${volume.rest}`,
    price: read,
    isNil,
    volume: count,
    isSummary:
      AVERAGE.test(price.rest) || TRAILING_SUMMARY.test(price.rest) || TRAILING_SUMMARY.test(volume.rest),
    warnings,
  };
}

/** `1. 10,000` and `2. 8,000` next to one price: that of each. `2. Holding: 50,000` is not a count of a lot. */
function isNumberedList(lines: string[]): boolean {
  const items = lines.map(leadingNumber);
  return lines.length > 1 && items.every(({ number, rest }, i) => number === i + 1 && COUNT_ALONE.test(rest));
}

const COUNT_ALONE = /^\d[\d,]*(?: (?:ordinary )?shares)?$/i;

function isList(lines: string[]): boolean {
  return (
    lines.length > 1 &&
    lines
      .map((text) => leadingNumber(text).rest)
      .every((text) => isNilPrice(text) || findAmounts(text).length > 0)
  );
}

/** `Nil`, `Matching shares: nil`. */
function isNilPrice(text: string): boolean {
  return NIL.test(text.replace(/^[^\d:]{3,40}:(?=\s)/, ''));
}
