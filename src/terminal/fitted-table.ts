/** Tables that fit the width of a terminal. Columns without room are left out and named; long texts are cut. */

import type { Cell, RowList } from '../publish/answer-lists.js';
import { cutTo, printable, widthOf } from './text-width.js';

const GAP = 2;
/** A text column gets at least, and without need at most, this many characters. */
const TEXT = { least: 10, most: 40 } as const;
/** Below this no number of a column is written with commas: it may be a year. */
const GROUPED_FROM = 10_000;
/** Texts of a column that is never cut: dates, flags, and values that are JSON. */
const WHOLE = /^(?:–|yes|no|[\d-]+(?: \d{2}:\d{2})?|[[{].*)$/;
/** Identifiers and addresses: of no use when they are cut. */
const IDENTIFIER = /(?:slug|id|cik|url)$/i;
/** Which columns are left out first; of each kind those at the right. Amounts stay longest. */
const DISPENSABLE: ReadonlyArray<(column: TextColumn) => boolean> = [
  ({ name, texts }) => IDENTIFIER.test(name) || texts.some((text) => /^[[{]/.test(text)),
  ({ name }) => /Title$|^(?:is|has)[A-Z0-9]/.test(name),
  ({ name }) => name.endsWith('At'),
  ({ name }) => !/value|amount/i.test(name),
];
const MOMENT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}(?:\.\d+)?Z$/;

export interface FittedTable {
  lines: string[];
  /** Columns for which there was no room. */
  leftOut: string[];
  /** Columns without a value in any row. */
  empty: string[];
  /** Whether a text was cut. */
  isCut: boolean;
  hasMoments: boolean;
}

interface TextColumn {
  name: string;
  /** The parts of the name between which it may be broken. */
  words: string[];
  isNumber: boolean;
  /** Dates and moments are never cut. */
  isWhole: boolean;
  texts: string[];
  width: number;
}

/** The columns in their order. Where not all fit, those that a person can do without are left out first. */
export function fitTable({ columns, rows }: Pick<RowList, 'columns' | 'rows'>, width: number): FittedTable {
  const all = columns.map((name, index) =>
    columnOf(
      name,
      rows.map((row) => row[index] ?? null),
    ),
  );
  const isEmpty = (_: unknown, index: number) =>
    rows.length > 0 && rows.every((row) => (row[index] ?? null) === null);
  const empty = columns.filter(isEmpty);
  const filled = all.filter((column) => !empty.includes(column.name));
  const shown = thoseThatFit(filled, width);
  share(shown, width);
  return {
    lines: [
      ...headLines(shown),
      ...rows.map((_, index) => line(shown, ({ texts }) => texts[index] as string)),
    ],
    leftOut: filled.filter((column) => !shown.includes(column)).map(({ name }) => name),
    empty,
    isCut: shown.some((column) => column.width < naturalWidth(column)),
    hasMoments: rows.some((row) => row.some((cell) => typeof cell === 'string' && MOMENT.test(cell))),
  };
}

function columnOf(name: string, cells: Cell[]): TextColumn {
  const numbers = cells.filter((cell) => typeof cell === 'number');
  const isNumber = numbers.length > 0 && cells.every((cell) => cell === null || typeof cell === 'number');
  const isGrouped = numbers.some((number) => Math.abs(number) >= GROUPED_FROM);
  const texts = cells.map((cell) => textOf(cell, isGrouped));
  const words = printable(name).split(/(?<=[a-z0-9])(?=[A-Z])|(?<=\.)/);
  const isWhole = isNumber || IDENTIFIER.test(name) || texts.every((text) => WHOLE.test(text));
  const column = { name, words, isNumber, isWhole, texts, width: 0 };
  const natural = naturalWidth(column);
  return { ...column, width: isWhole ? natural : Math.min(natural, Math.max(TEXT.most, headWidth(words))) };
}

const headWidth = (words: readonly string[]) => Math.max(...words.map(widthOf));
const naturalWidth = ({ words, texts }: TextColumn) => Math.max(headWidth(words), ...texts.map(widthOf));

/** Unknown is a dash, never 0 and never an empty place that could be an empty text. */
export function textOf(cell: Cell, isGrouped = true): string {
  if (cell === null) return '–';
  if (typeof cell === 'number')
    return isGrouped ? cell.toLocaleString('en-US', { maximumFractionDigits: 6 }) : String(cell);
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  const [, day, minute] = MOMENT.exec(cell) ?? [];
  return day === undefined ? printable(cell) : `${day} ${minute}`;
}

/** As narrow as it may become. */
const leastWidth = ({ isWhole, width, words }: TextColumn) =>
  isWhole ? width : Math.min(width, Math.max(TEXT.least, headWidth(words)));

function thoseThatFit(columns: readonly TextColumn[], width: number): TextColumn[] {
  const shown = [...columns];
  const least = () => shown.reduce((sum, column) => sum + leastWidth(column) + GAP, -GAP);
  while (shown.length > 1 && least() > width) {
    const places = DISPENSABLE.map((kind) => shown.findLastIndex(kind));
    shown.splice(places.find((place) => place !== -1) ?? -1, 1);
  }
  return shown;
}

/** The names, broken between their words; short ones end on the last line. */
function headLines(columns: readonly TextColumn[]): string[] {
  const heads = new Map(
    columns.map((column) => {
      const lines: string[] = [];
      for (const word of column.words) {
        const before = lines.at(-1);
        if (before !== undefined && widthOf(before + word) <= column.width)
          lines[lines.length - 1] = before + word;
        else lines.push(word);
      }
      return [column, lines];
    }),
  );
  const height = Math.max(...[...heads.values()].map((lines) => lines.length));
  return Array.from({ length: height }, (_, index) =>
    line(columns, (column) => {
      const lines = heads.get(column) ?? [];
      return lines[index - (height - lines.length)] ?? '';
    }),
  );
}

/** Narrows the widest text columns until the row fits. */
function share(columns: TextColumn[], width: number): void {
  const total = () => columns.reduce((sum, column) => sum + column.width + GAP, -GAP);
  for (let over = total() - width; over > 0; over = total() - width) {
    const [widest] = columns
      .filter((column) => column.width > leastWidth(column))
      .sort((one, other) => other.width - one.width);
    if (widest === undefined) return;
    widest.width -= 1;
  }
}

function line(columns: readonly TextColumn[], text: (column: TextColumn) => string): string {
  return columns
    .map((column) => {
      const cut = cutTo(text(column), column.width);
      const blank = ' '.repeat(column.width - widthOf(cut));
      return column.isNumber ? blank + cut : cut + blank;
    })
    .join(' '.repeat(GAP))
    .trimEnd();
}
