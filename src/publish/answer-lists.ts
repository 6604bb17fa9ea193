/** An answer as what a terminal or a spreadsheet can show: single fields, and lists of rows. */

export type Cell = string | number | boolean | null;

/** Rows under their columns. A value that is a list or an object is JSON. */
export interface RowList {
  /** Where in the answer it is, such as `snapshot.holdings`; '' if the answer is the list. */
  name: string;
  columns: string[];
  rows: Cell[][];
}

export interface AnswerParts {
  /** The fields of a record that are not lists; empty if the answer is a list. */
  fields: Array<[name: string, value: Cell]>;
  lists: RowList[];
}

type Fields = Record<string, unknown>;

export function partsOf(data: unknown): AnswerParts {
  const parts: AnswerParts = { fields: [], lists: [] };
  collect('', data, parts);
  return parts;
}

function collect(name: string, value: unknown, parts: AnswerParts): void {
  const list = listIn(name, value);
  if (list !== null) parts.lists.push(list);
  else if (isFields(value))
    for (const [key, inner] of Object.entries(value))
      collect(name === '' ? key : `${name}.${key}`, inner, parts);
  else parts.fields.push([name, cellOf(value)]);
}

/** A list of objects, or a table as `format=table` gives it; the whole answer may be an empty list. */
function listIn(name: string, value: unknown): RowList | null {
  if (Array.isArray(value) && (value.length === 0 ? name === '' : value.every(isFields))) {
    const rows = value as Fields[];
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return { name, columns, rows: rows.map((row) => columns.map((column) => cellOf(row[column]))) };
  }
  if (!isFields(value) || !Array.isArray(value.columns) || !Array.isArray(value.rows)) return null;
  const rows = value.rows as unknown[][];
  return { name, columns: value.columns.map(String), rows: rows.map((row) => row.map(cellOf)) };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number'))
    return value.join('; ');
  return JSON.stringify(value);
}
