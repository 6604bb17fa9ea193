/** Rows of section 4c under column headings: which price belongs to which count, and the lots of a row. */

import { amounts, type Unit, unitOfWords } from './amounts.js';
import { oneDate } from './dates.js';
import { type GridCell, headerRole, type Role } from './grid.js';
import {
  type Act,
  AVERAGE,
  actOf,
  type Lot,
  NIL,
  NO_LOT,
  NOT_GIVEN,
  SUMMARY,
  SUMMARY_BEHIND,
} from './lot.js';
import { moneyOf, priceOf, samePrice, volumeOf } from './lot-figures.js';
import { leadingNumber, splitInline } from './numbered.js';

/** One heading. It may span several cells. */
export interface Column {
  role: Role;
  unit: Unit | null;
  text: string;
  act: Act | null;
}

/** The columns of a row of headings, one for each cell. */
export function columnsOf(cells: GridCell[]): Column[] {
  const columns: Column[] = [];
  for (const cell of cells) {
    const before = columns.at(-1);
    if (cell.spanned && before !== undefined && before.role !== 'label') {
      columns.push(before);
      continue;
    }
    const text = cell.lines.join(' ');
    const role = headerRole(cell.lines).role ?? 'label';
    columns.push({ role, text, unit: unitOfWords(text), act: role === 'label' ? null : actOf(text) });
  }
  return columns;
}

type Placed = { cell: GridCell; column: Column };
/** A count with its price, or a column of either that no other can be paired with. */
interface Pair {
  price: Column | null;
  volume: Column | null;
}

/** The lots of one row. Columns pair with cells by position, or by order when spacer cells shift them. */
export function lotsOfRow(columns: Column[], cells: GridCell[], labelUnit: Unit | null): Lot[] {
  const placed = place(columns, cells);
  const of = (role: Role): string[] =>
    placed.filter((p) => p.column.role === role).flatMap((p) => p.cell.lines);
  const label = of('label').join(' ');
  if (SUMMARY.test(label) || isTotalRow(placed)) return [];
  const pairs = pairsOf(placed);
  const lots = pairs.flatMap((pair) =>
    lotsOfPair(pair, placed, { label, dates: of('date'), totals: of('total'), units: of('unit') }, labelUnit),
  );
  // A total belongs to one pair of columns, and which of them it is the row does not say.
  return pairs.length > 1 ? lots.map((lot) => ({ ...lot, total: null })) : lots;
}

function isTotalRow(placed: Placed[]): boolean {
  const first = placed[0]?.cell.lines[0] ?? '';
  return SUMMARY.test(first) && !AVERAGE.test(first);
}

function place(columns: Column[], cells: GridCell[]): Placed[] {
  const none: Column = { role: 'label', unit: null, text: '', act: null };
  const filled = cells
    .map((cell, i) => ({ cell, column: columns[i] ?? none }))
    .filter((p) => p.cell.lines.length > 0);
  const roles = [...new Set(columns)].filter((c) => c.role !== 'label');
  const inOrder = filled.map(({ cell }, i) => ({
    cell,
    column: roles[i - (filled.length - roles.length)] ?? none,
  }));
  const counts = (some: Placed[]): boolean =>
    some.some((p) => p.column.role === 'volume' && volumeOf(p.cell.lines.join(' ')) !== null);
  return filled.length >= roles.length && !counts(filled) && counts(inOrder) ? inOrder : filled;
}

/** Which columns belong together: the only two, else those whose headings say the same was done. */
function pairsOf(placed: Placed[]): Pair[] {
  const of = (role: Role): Column[] => [
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
  const pairs: Pair[] = [];
  for (const volume of volumes) {
    const alike = (columns: Column[]): Column[] =>
      volume.act === null ? [] : columns.filter((c) => c.act === volume.act);
    const [price] = alike(prices);
    pairs.push({ volume, price: alike(prices).length === 1 && alike(volumes).length === 1 ? price! : null });
  }
  const read = (column: Column) => {
    const price = priceOf(textsOf(placed, column).join(' '));
    return price === null ? null : { ...price, unit: price.unit ?? column.unit };
  };
  // One price quoted in pence and in pounds.
  const [first, ...others] = prices.map(read);
  const plain = [...prices, ...volumes].every((c) => c.act !== 'exercise') && volumes.length === 1;
  if (plain && first && others.every((o) => o && first.unit && o.unit && samePrice(o, first)))
    return [{ volume: volumes[0]!, price: prices[0]! }];
  for (const price of prices) if (!pairs.some((p) => p.price === price)) pairs.push({ price, volume: null });
  return pairs;
}

/** A count that is repeated from a row above is none of this row; a price may be. */
function textsOf(placed: Placed[], column: Column | null): string[] {
  return placed
    .filter((p) => p.column === column && !(column?.role === 'volume' && p.cell.carried))
    .flatMap((p) => p.cell.lines);
}

interface Beside {
  label: string;
  dates: string[];
  totals: string[];
  units: string[];
}

function lotsOfPair(pair: Pair, placed: Placed[], beside: Beside, labelUnit: Unit | null): Lot[] {
  const { dates, totals, units } = beside;
  const prices = textsOf(placed, pair.price)
    .flatMap(splitInline)
    .filter((text) => !SUMMARY.test(text) || AVERAGE.test(text));
  const volumes = textsOf(placed, pair.volume)
    .flatMap(splitInline)
    .filter((text) => !SUMMARY.test(text));
  if (prices.length === 0 && volumes.length === 0) return [];
  const column = units.join(' ');
  const unit = column === '' ? (pair.price?.unit ?? null) : unitOfWords(column);
  const heads = [pair.volume, pair.price].filter((c) => c !== null);
  const count = prices.length === volumes.length && isList(prices) && isList(volumes) ? prices.length : 1;
  return Array.from({ length: count }, (_, i) => ({
    ...lotOf(
      count > 1 ? prices[i]! : prices.join(' '),
      count > 1 ? volumes[i]! : volumes.join(' '),
      beside.label,
    ),
    act: pair.volume?.act ?? pair.price?.act ?? null,
    heading: heads.map((c) => c.text).join(' / '),
    headerUnit: unit ?? labelUnit,
    total: moneyOf(totals.length === count ? totals[i]! : totals.join(' ')),
    date: oneDate(dates.length === count ? dates[i]! : dates.join(' ')),
  }));
}

function lotOf(priceText: string, volumeText: string, labelText: string): Lot {
  const price = leadingNumber(priceText);
  const volume = leadingNumber(volumeText);
  const label = leadingNumber(labelText);
  const nil = NIL.test(price.rest);
  const read = nil ? null : priceOf(price.rest);
  const count = volumeOf(volume.rest);
  const doubts: string[] = [];
  if (!nil && read === null && !NOT_GIVEN.test(price.rest))
    doubts.push(`price not read: ${price.rest.slice(0, 120)}`);
  if (count === null && !NOT_GIVEN.test(volume.rest))
    doubts.push(`volume not read: ${volume.rest.slice(0, 120)}`);
  return {
    ...NO_LOT,
    number: label.number ?? price.number ?? volume.number,
    label: label.rest,
    price: read,
    nil,
    volume: count,
    summary: AVERAGE.test(price.rest) || SUMMARY_BEHIND.test(price.rest) || SUMMARY_BEHIND.test(volume.rest),
    doubts,
  };
}

function isList(lines: string[]): boolean {
  return (
    lines.length > 1 && lines.every((text) => NIL.test(text) || amounts(leadingNumber(text).rest).length > 0)
  );
}
