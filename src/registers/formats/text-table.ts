/**
 * Tables drawn with characters in preformatted text: cells between `|`, or columns set apart by blanks. Rows of text
 * in, rows of cells out, each cell the lines that it holds.
 */

import { itemAt, required } from '../../collections.js';

/** The rows of a text, or null where nothing in it is set in columns. A row of one cell is a line of prose. */
export function readTextTable(text: string): string[][][] | null {
  const lines = text
    .replace(/\t/g, '        ')
    .split(/\r?\n/)
    .map((line) => line.trimEnd());
  const piped = lines.filter((line) => /\|.*\|/.test(line)).length;
  const spaced = lines.filter((line) => COLUMN_GAP.test(line)).length;
  if (piped >= 2) return ruledRows(lines);
  return spaced >= 2 ? alignedRows(lines) : null;
}

/** At least two blanks between two columns, and no full stop before them: prose may have two behind a sentence. */
const COLUMN_GAP = /[^\s.!?]\s{2,}\S/;
/** More columns than this are no table. */
const MAX_COLUMNS = 24;

function isRule(line: string): boolean {
  return /^[\s|+=_*-]+$/.test(line) && /[-=_]{3}/.test(line);
}

/** Rows between rules, cells between pipes; without any rule each line is a row. */
function ruledRows(lines: string[]): string[][][] {
  const rows: string[][][] = [];
  const ruled = lines.filter((line) => isRule(line)).length > 2;
  let open: string[][] | null = null;
  for (const line of lines) {
    const piped = /\|.*\|/.test(line);
    if (isRule(line) || line.trim() === '' || !piped) {
      open = null;
      if (!isRule(line) && line.trim() !== '') rows.push([[line.trim()]]);
      continue;
    }
    const cells = line.trim().replace(/^\|/, '').replace(/\|$/, '').split('|');
    if (open === null || !ruled || cells.length !== open.length) {
      open = cells.map(() => []);
      rows.push(open);
    }
    cells.forEach((cell, i) => {
      if (cell.trim() !== '') itemAt(required(open, 'rows'), i).push(cell.trim());
    });
  }
  return rows;
}

/**
 * Rows begin after a blank line, and at a line that begins left of the columns. A line that begins under a column goes
 * on with the row above.
 */
function alignedRows(lines: string[]): string[][][] {
  const rows: string[][][] = [];
  let group: string[] = [];
  const close = (): void => {
    if (group.length > 0) rows.push(cellsOf(group));
    group = [];
  };
  for (const line of lines) {
    if (line.trim() === '' || isRule(line)) close();
    else {
      if (/^\s{0,3}(?:\(?[a-h]\)|\d(?:\.\d{1,2})?[.)]?)(?:\s|$)/.test(line)) close();
      group.push(line);
    }
  }
  close();
  return rows;
}

/** One cell for each column: a piece of text goes to the column that begins nearest to it. */
function cellsOf(group: string[]): string[][] {
  const pieces = group.map((line) =>
    [...line.matchAll(/\S+(?: \S+)*/g)].map((match) => ({ text: match[0], at: match.index })),
  );
  const starts = [...new Set(pieces.flat().map((piece) => piece.at))].sort((a, b) => a - b);
  // Starts that differ by a blank or two are one column, set in or centred.
  const columns = starts.filter((start, i) => i === 0 || start - itemAt(starts, i - 1) > 2);
  if (columns.length > MAX_COLUMNS) return [group.map((line) => line.trim())];
  const cells: string[][] = columns.map(() => []);
  for (const piece of pieces.flat()) {
    const nearest = columns.reduce(
      (best, at, i) => (Math.abs(at - piece.at) < Math.abs(itemAt(columns, best) - piece.at) ? i : best),
      0,
    );
    itemAt(cells, nearest).push(piece.text);
  }
  return cells;
}
