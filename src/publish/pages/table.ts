/** Renders every list of rows. A column names a field of the row; the schema of the tool explains the fields below the table. */

import { z } from 'zod/v3';
import { type Html, html } from '../../html.js';
import { amount, count, day, direction, link, moment, percent, price, UNKNOWN, usd } from '../figures.js';

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
  empty: string;
  /** The largest number of rows that the page shows. */
  most?: number;
  /** Shown after a cut table: where the other rows are. */
  rest?: Html | string;
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
}

/** The roles are explicit because narrow screens show rows as blocks, and a table shown as blocks loses its own roles. */
export function table<R>(options: TableOptions<R>): Html {
  const { caption, rows, empty, most = 200, rest, schema } = options;
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
  // TypeScript cannot match each column of a list with the field that it names.
  const columns = options.columns as unknown as readonly AnyColumn[];
  const shown = rows.slice(0, most);
  const total = Math.max(options.total ?? 0, rows.length);
  return html`<table role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th role="columnheader" scope="col"${classOf(column)}>${column.head}</th>`)}</tr></thead>
<tbody role="rowgroup">
${shown.map((row) => tableRow(columns, row))}</tbody>
</table>
${shown.length < total && html`<p class="rest">Rows 1 to ${shown.length} of ${count(total)}. ${rest}</p>`}
${schema !== undefined && legend(columns, schema)}`;
}

function tableRow(columns: readonly AnyColumn[], row: unknown): Html {
  return html`<tr role="row">${columns.map((column) => {
    const shown = cell(column, row);
    return html`<td role="cell" data-head="${column.head}"${classOf(column)}><span${hasLongWord(shown) && html` class="long"`}>${shown}</span></td>`;
  })}</tr>
`;
}

function cell({ field, as = 'text', to }: AnyColumn, row: unknown): Html | string {
  // `Column` has checked that `field` is a key of the row and that `as` takes its value.
  const value = (row as Record<string, unknown>)[field];
  // The same check ensures that the format takes the value.
  const made =
    typeof as === 'function' ? as(value, row) : (FORMATS[as] as (value: unknown) => Html | string)(value);
  const shown = typeof made === 'string' ? breakable(made) : made;
  return to === undefined ? shown : link(to(row), shown);
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
function breakable(text: string): Html | string {
  const parts = text.split(/(?<=[\p{L})][/;,])(?=[\p{L}(])/u);
  return parts.length === 1 ? text : html`${parts.map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}`;
}

function classOf(column: AnyColumn): Html | '' {
  if (column.number ?? NUMERIC.has(column.as)) return html` class="number"`;
  return column.roomy === true ? html` class="roomy"` : '';
}

/** What each column means, in the words of the schema. */
function legend(columns: readonly AnyColumn[], schema: z.ZodTypeAny): Html | '' {
  const meanings = fieldMeanings(schema);
  const known = columns.filter(({ field }) => meanings.has(field));
  if (known.length === 0) return '';
  return html`<details class="legend"><summary>What the columns mean</summary><dl>
${known.map(({ field, head }) => html`<div><dt>${head} <code>${field}</code></dt><dd>${meanings.get(field)}</dd></div>`)}
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
