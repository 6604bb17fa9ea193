/** Renders every list of rows. A column names a field of the row; the schema of the tool explains the fields below the table. */

import { z } from 'zod/v3';
import { type Erratum, erratumWords } from '../../../tools/contract/shapes/erratum.js';
import { type Html, html } from '../../html.js';
import { amount, count, day, direction, link, moment, percent, price, UNKNOWN, usd } from '../figures.js';
import { columnWords } from './column-words.js';
import type { Sorting } from './list-view.js';
import { reportPlace } from './report-error.js';

const FORMATS = {
  text: (value: string | null | undefined) =>
    value === '' || value === null || value === undefined ? UNKNOWN : value,
  dash: (value: string | null) => value || '–',
  list: (value: readonly string[]) => value.join(', '),
  usd,
  amount,
  price,
  percent,
  day,
  moment,
  direction,
};
const NUMERIC: ReadonlySet<unknown> = new Set<keyof typeof FORMATS>(['usd', 'amount', 'price', 'percent']);

/** The names of the formats that take a value of type `V`. */
type FormatFor<V> = {
  [K in keyof typeof FORMATS]: [V] extends [Parameters<(typeof FORMATS)[K]>[0]] ? K : never;
}[keyof typeof FORMATS];

interface ColumnBase<F, V, R> {
  /** Field of the row: it gives the value, and the explanation in the legend. */
  field: F;
  head: string;
  /** How the value is shown; text as it is where this is left out. */
  as?: FormatFor<V> | ((value: V, row: R) => Html | string);
  /** Right-aligned figures, where `as` does not already say so. */
  number?: boolean;
  /** Holds names and gets more width, so that words are not broken without need. */
  roomy?: boolean;
  /** The link of the value; null for none. */
  to?: (row: R) => string | null;
  /** The order of the list by this column; its head is then a link. */
  sort?: string;
  /** The legend leaves it out: the column shows more than this field. */
  isUnexplained?: boolean;
  /** Shown on a phone or a tablet only when the row is opened. */
  minor?: boolean;
  /** The value says itself what it is, so that the card of a phone shows it without its head. Names and directions do. */
  isPlain?: boolean;
  /** Left out of a table in which no row has a value of it. */
  isOptional?: boolean;
}

/** Only text can be shown without a format. */
type ColumnOf<F extends keyof R, R> = [R[F]] extends [string | null | undefined]
  ? ColumnBase<F, R[F], R>
  : ColumnBase<F, R[F], R> & { as: unknown };

/** A column of rows of type `R`: `as` gets the value of `field` with its type. */
export type Column<R> = { [F in keyof R & string]-?: ColumnOf<F, R> }[keyof R & string];

export interface TableOptions<R> {
  caption: string;
  columns: ReadonlyArray<Column<R>>;
  rows: readonly R[];
  /** Shown instead of an empty table. */
  empty: Html | string;
  /** The largest number of rows that the page shows. */
  most?: number;
  /** Shown after a cut table: where the other rows are. */
  rest?: Html | string;
  /** How heads sort the list. */
  sorting?: Sorting;
  /** How many rows match, where `rows` holds only the first of them. */
  total?: number | undefined;
  /** Schema of the rows, or of something that holds them, for the legend. */
  schema?: z.ZodTypeAny | undefined;
}

/** A column whose types are folded away: `Column` has checked that `as` takes the field. */
interface AnyColumn {
  field: string;
  head: string;
  as?: keyof typeof FORMATS | ((value: unknown, row: unknown) => Html | string);
  number?: boolean;
  roomy?: boolean;
  to?: (row: unknown) => string | null;
  sort?: string;
  minor?: boolean;
  isPlain?: boolean;
  isUnexplained?: boolean;
  isOptional?: boolean;
}

/** The roles are explicit because narrow screens show rows as blocks, and a table shown as blocks loses its own roles. */
export function table<R>(options: TableOptions<R>): Html {
  const { caption, rows, empty, most = 200, rest, schema } = options;
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
  // TypeScript cannot match each column of a list with the field that it names.
  const all = options.columns as unknown as readonly AnyColumn[];
  const shown = rows.slice(0, most);
  const columns = all.filter(
    (one) => one.isOptional !== true || shown.some((row) => !isEmpty(cell(one, row))),
  );
  if (columns.length > MOST_COLUMNS) throw new RangeError(`A table has at most ${MOST_COLUMNS} columns.`);
  const total = Math.max(options.total ?? 0, rows.length);
  return html`<table role="table"${columnClasses(columns)}>
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((column) => head(column, options.sorting))}</tr></thead>
<tbody role="rowgroup">
${shown.map((row) => tableRow(columns, row))}</tbody>
</table>
${shown.length < total && html`<p class="rest">Rows 1 to ${count(shown.length)} of ${count(total)}. ${rest}</p>`}
${schema !== undefined && legend(columns, schema)}`;
}

/** `; newest 25 of 123`: how many of all rows a table has, newest first, for its caption; '' where it has all. */
export function newest(shown: number, total = shown): string {
  return total > shown ? `; newest ${count(shown)} of ${count(total)}` : '';
}

/** The head of a column; with an order of the list a link to it, or to its reverse where the list already has it. */
function head(column: AnyColumn, sorting: Sorting | undefined): Html {
  const { sort, head: words } = column;
  if (sort === undefined || sorting === undefined)
    return html`<th role="columnheader" scope="col"${classOf(column)}>${words}</th>`;
  const isCurrent = sorting.sort === sort;
  const now = sorting.isAscending ? 'ascending' : 'descending';
  const sign = isCurrent ? html` <span aria-hidden="true">${sorting.isAscending ? '↑' : '↓'}</span>` : '';
  return html`<th role="columnheader" scope="col"${classOf(column)}${isCurrent && html` aria-sort="${now}"`}><a href="${isCurrent ? sorting.href(sort, !sorting.isAscending) : sorting.href(sort)}">${words}${sign}</a></th>`;
}

/** Cells and rows end where the next ones begin: a hundred rows have a thousand end tags that HTML does not need. */
function tableRow(columns: readonly AnyColumn[], row: unknown): Html {
  const opener = columns.some(({ minor }) => minor === true) ? OPENER : '';
  const notes = html`${erratumNote(row)}${reportPlace(row)}`;
  return html`<tr role="row">${columns.map((column, at) => {
    const shown = cell(column, row);
    // On a phone the first cell has its value and the opener side by side.
    const content =
      at === 0 && opener !== ''
        ? html`<span>${shown}</span>${opener}`
        : at === columns.length - 1
          ? html`${shown}${notes}`
          : shown;
    const mark = isEmpty(shown) ? 'none' : hasLongWord(shown) ? 'long' : null;
    return html`<td role="cell" data-head="${column.head}"${mark !== null && html` class="${mark}"`}>${content}`;
  })}
`;
}

/** The mark of a row that the operator corrected. */
function erratumNote(row: unknown): Html | '' {
  // A row is an object of any fields.
  const { erratum } = row as { erratum?: Erratum };
  return erratum === undefined ? '' : html` <small class="note erratum">${erratumWords(erratum)}</small>`;
}

/** Shows the minor cells of a row on a phone or a tablet: see the style sheet. */
const OPENER = html`<details class="opener"><summary>More</summary></details>`;

function cell({ field, as = 'text', to }: AnyColumn, row: unknown): Html | string {
  // `Column` has checked that `field` is a key of the row and that `as` takes its value.
  const value = (row as Record<string, unknown>)[field];
  // The same check ensures that the format takes the value.
  const made =
    typeof as === 'function' ? as(value, row) : (FORMATS[as] as (value: unknown) => Html | string)(value);
  const shown = typeof made === 'string' ? breakable(made) : made;
  return to === undefined || isEmpty(shown) ? shown : link(to(row), shown);
}

/** The row has no such value. That a value is unknown is another matter, and is said. */
function isEmpty(shown: Html | string): boolean {
  return ['', '–'].includes(String(shown));
}

/** Whether a word is too long for a line, such as an identifier. It may break anywhere, so that its column stays narrow. */
function hasLongWord(shown: Html | string): boolean {
  return /\S{40}/.test(
    String(shown)
      .replace(/<wbr>/g, ' ')
      .replace(/<[^>]*>/g, ''),
  );
}

/** A title such as Ekonomichef/finanschef may break after the sign between its words, and only there. */
export function breakable(text: string): Html | string {
  const parts = text.split(/(?<=[\p{L})][/;,])(?=[\p{L}(])/u);
  return parts.length === 1 ? text : html`${parts.map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}`;
}

function classOf(column: AnyColumn): Html | '' {
  return withClasses([
    ...(isNumber(column) ? ['number'] : []),
    ...(column.roomy === true ? ['roomy'] : []),
    ...(column.minor === true ? ['minor'] : []),
  ]);
}

/** The style sheet knows the columns of this many places. */
const MOST_COLUMNS = 14;

/**
 * How many columns are always shown, and the place of each column of figures, each minor and each plain one: once for the
 * table instead of in each cell.
 */
function columnClasses(columns: readonly AnyColumn[]): Html | '' {
  return withClasses([
    `c${columns.filter(({ minor }) => minor !== true).length}`,
    ...columns.flatMap((column, at) => [
      ...(isNumber(column) ? [`n${at + 1}`] : []),
      ...(column.minor === true ? [`m${at + 1}`] : []),
      ...(isPlain(column) ? [`p${at + 1}`] : []),
    ]),
  ]);
}

function isPlain({ isPlain: given, roomy, as }: AnyColumn): boolean {
  return given ?? (roomy === true || as === 'direction');
}

function isNumber({ number, as }: AnyColumn): boolean {
  return number ?? NUMERIC.has(as);
}

function withClasses(names: readonly string[]): Html | '' {
  return names.length === 0 ? '' : html` class="${names.join(' ')}"`;
}

/** What each column means, and its name in the API. */
function legend(columns: readonly AnyColumn[], schema: z.ZodTypeAny): Html | '' {
  const meanings = fieldMeanings(schema);
  const heads = new Map(columns.map(({ field, head }) => [field, head]));
  const known = columns.flatMap(({ field, head, isUnexplained }) => {
    const words = isUnexplained === true ? null : columnWords(meanings.get(field) ?? '', heads);
    return words === null ? [] : [{ field, head, words }];
  });
  if (known.length === 0) return '';
  return html`<details class="legend"><summary>What the columns mean</summary><dl>
${known.map(({ field, head, words }) => html`<div><dt>${head}</dt><dd>${words} <small>API: <code>${field}</code></small></dd></div>`)}
</dl></details>`;
}

/** The description of each field in `schema`. Where several objects have the field, the outermost and first one counts. */
export function fieldMeanings(schema: z.ZodTypeAny): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (one: z.ZodTypeAny): void => {
    const inner = unwrapped(one);
    if (inner instanceof z.ZodObject) {
      const fields = Object.entries<z.ZodTypeAny>(inner.shape);
      for (const [name, field] of fields) {
        const text = field.description ?? unwrapped(field).description;
        if (text !== undefined && !found.has(name)) found.set(name, text);
      }
      for (const [, field] of fields) walk(field);
    } else if (inner instanceof z.ZodUnion) for (const option of inner.options) walk(option);
  };
  walk(schema);
  return found;
}

/** The schema inside of optional, nullable, default, effect and array. */
function unwrapped(schema: z.ZodTypeAny): z.ZodTypeAny {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrapped(schema.unwrap());
  if (schema instanceof z.ZodDefault) return unwrapped(schema.removeDefault());
  if (schema instanceof z.ZodEffects) return unwrapped(schema.innerType());
  if (schema instanceof z.ZodArray) return unwrapped(schema.element);
  return schema;
}
