/**
 * Section 4c: the lots of a price and volume cell, in every layout seen so far. Figures that cannot be paired
 * are null, with a warning; size decides nothing. Rows under column headings are read in `lot-table.ts`,
 * lines and labelled cells in `lot-lines.ts`; both may occur in the same cell.
 */

import { itemAt } from '../../../collections.js';
import { findAmounts, type MoneyUnit, namesOnlyCurrency, unitInText } from './amounts.js';
import type { FormField } from './field-text.js';
import { type ColumnRole, type GridCell, gridOf, headerRole } from './grid.js';
import { EMPTY_LOT, NIL, NOT_GIVEN, SUMMARY, type TransactionLot } from './lot.js';
import { lotsOfLines, type StatedFigures } from './lot-lines.js';
import { columnsOf, type LotColumn, lotsOfRow } from './lot-table.js';
import { leadingNumber } from './numbered-items.js';
import { type UnheadedLine, unheadedLines } from './unheaded-lines.js';

/**
 * The lots of a price and volume field, in document order.
 *
 * @param stated the aggregated volume of section 4d, which can distinguish two bare numbers, and its price
 */
export function readLots(field: FormField, stated: StatedFigures): TransactionLot[] {
  const reader = new LotReader(unitOfLabel(field.label), stated);
  for (const row of gridOf(field.rows)) reader.row(row);
  const lots = withNumbersAbove(reader.finish());
  const own = lots.filter((lot) => !lot.isSummary);
  return own.some((lot) => lot.volume !== null || lot.price !== null) ? own : lots;
}

/** `2.` alone in the line above a lot, or as the heading of its column, is its number. */
function withNumbersAbove(lots: TransactionLot[]): TransactionLot[] {
  const numbers = lots.map(({ number, above }) => number ?? leadingNumber(above).number);
  if (lots.some(({ number }) => number !== null) || numbers.includes(null)) return lots;
  return lots.map((lot, i) => ({ ...lot, number: itemAt(numbers, i) }));
}

type CellHeading = { role: ColumnRole; unit: MoneyUnit | null; text: string };
/** A label that is the whole text: `Purchased at market value` is not a label. */
const SIDE_LABEL =
  /^\W*(?:total(?: (?:price|value|cost|consideration|paid))?|consideration|value|currency|date)\b\W*(?:$|\W.*\d|[A-Z]{3}$)/i;
const SIDE_ROLES: ReadonlySet<ColumnRole | null> = new Set(['total', 'unit', 'date', 'other']);

class LotReader {
  private lots: TransactionLot[] = [];
  private columns: LotColumn[] | null = null;
  private words: string[] = [];
  private loose: UnheadedLine[] = [];
  /** Labels of the cells read last, and how many values they had: values may follow in separate rows. */
  private heads: CellHeading[] = [];
  private values = 0;
  /** Words without figures: a line, or a row with the headings of columns. */
  private above: GridCell[] = [];
  /** The currency that a separate row above the headings names. */
  private currency: MoneyUnit | null = null;

  constructor(
    private labelUnit: MoneyUnit | null,
    private stated: StatedFigures,
  ) {}

  row(cells: GridCell[]): void {
    const filled = cells.filter((cell) => cell.lines.length > 0);
    if (filled.length === 0) return;
    const roles = cells.map((cell) => headerRole(cell.lines).role);
    const bare = filled.every((cell) => isWordy(cell));
    if (roles.some((role) => role === 'price' || role === 'volume')) {
      if (bare && filled.length > 1) {
        this.heads = [];
        this.columns = columnsOf(cells);
      } else if (this.columns !== null && cells.length > 1) this.tabled(this.columns, cells);
      else this.labelled(cells);
      return;
    }
    if (this.columns !== null && cells.length > 1) {
      if (bare && isRowHeading(cells)) this.above = cells;
      else this.tabled(this.columns, cells);
      return;
    }
    const first = headerRole(itemAt(filled, 0).lines).role;
    const labels = filled.length > 1 || SIDE_LABEL.test(itemAt(filled, 0).lines[0] ?? '');
    if (this.columns === null && SIDE_ROLES.has(first) && labels) this.labelled(cells);
    else if (cells.length === 1 && this.awaitsValues()) this.labelledLines(itemAt(filled, 0).lines);
    else if (bare && filled.length > 1) {
      this.above = cells;
      // `1.` and `2.` are not figures.
      if (findAmounts(wordsOf(cells)).length === 0) this.add(null, wordsOf(cells));
    } else for (const cell of filled) for (const text of cell.lines) this.add(null, text);
  }

  finish(): TransactionLot[] {
    this.flush();
    // Words next to lots are remarks; words in place of lots are lots that could not be read.
    const text = this.words.join(' / ').slice(0, 160);
    if (this.lots.length === 0 && text !== '')
      return [{ ...EMPTY_LOT, warnings: [`price and volume not read: ${text}`] }];
    const { currency } = this;
    return this.lots.map((lot) =>
      lot.headerUnit === null && lot.price?.unit === null ? { ...lot, headerUnit: currency } : lot,
    );
  }

  private tabled(columns: LotColumn[], cells: GridCell[]): void {
    this.flush();
    const above = wordsOf(this.above);
    const lots = lotsOfRow(columns, cells, this.labelUnit).map((lot) => ({ ...lot, above }));
    // `Aggregated volume | Average price` below the lots, in the same table.
    const sums = columns.some((column) => column.role === 'volume' && SUMMARY.test(column.text));
    this.lots.push(...(sums ? lots.map((lot) => ({ ...lot, isSummary: true })) : lots));
  }

  /** Cells that carry their own label: above the value (`Price` / `£0.17`) or to the left of it. */
  private labelled(cells: GridCell[]): void {
    this.heads = [];
    this.values = 0;
    const columned = this.above.length === cells.length;
    cells.forEach((cell, i) => {
      this.labelledLines(cell.lines, columned ? wordsOf(this.above.slice(i, i + 1)) : '');
    });
  }

  /** Headings that follow each other, `Price` and `Volume`, share the values below in turn. */
  private labelledLines(lines: string[], above = ''): void {
    for (const text of lines) {
      const { role, rest } = headerRole([text]);
      if (role !== null) {
        if (this.values > 0) this.heads = [];
        this.values = 0;
        this.heads.push({
          role,
          unit: unitInText(text),
          text: rest.length > 0 ? itemAt(text.split(':'), 0) : text,
        });
      }
      for (const value of role === null ? [text] : rest) {
        const turn = this.heads[this.values % Math.max(this.heads.length, 1)];
        const head = role === null ? turn : this.heads.at(-1);
        this.add(head ?? null, value, above);
        this.values += 1;
      }
    }
  }

  /** A label without a value, or several labels that share the values below. */
  private awaitsValues(): boolean {
    return this.heads.length > 1 || (this.heads.length === 1 && this.values === 0);
  }

  private add(head: CellHeading | null, text: string, above = ''): void {
    this.loose.push(
      ...unheadedLines(head?.role ?? null, text, head?.unit ?? null, { head: head?.text ?? '', above }),
    );
  }

  private flush(): void {
    const lines = this.loose;
    this.loose = [];
    if (lines.length === 0) return;
    const found = lotsOfLines(lines, this.labelUnit, this.stated);
    const above = wordsOf(this.above);
    if (typeof found !== 'string')
      this.lots.push(...found.map((lot) => ({ ...lot, above: lot.above || above })));
    else if (found !== '') {
      this.words.push(found);
      this.above = [{ lines: [found], isRepeated: false }];
    }
    if (typeof found === 'string' && this.lots.length === 0 && namesOnlyCurrency(found))
      this.currency = unitInText(found);
  }
}

function isWordy({ lines }: GridCell): boolean {
  const text = lines.join(' ');
  return findAmounts(leadingNumber(text).rest).length === 0 && !NIL.test(text);
}

function wordsOf(cells: GridCell[]): string {
  return cells.flatMap((cell) => cell.lines).join(' ');
}

/** A lone text, in whatever column: the rows below belong to it. */
function isRowHeading(cells: GridCell[]): boolean {
  const [only, ...others] = cells.filter((cell) => cell.lines.length > 0);
  return only !== undefined && others.length === 0 && !NOT_GIVEN.test(only.lines.join(' '));
}

function unitOfLabel(label: string): MoneyUnit | null {
  return unitInText(label.replace(/section to be repeated.*$/i, ''));
}
