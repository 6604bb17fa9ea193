/** One renderer for every list of rows: columns are chosen, meanings come from the schema of the tool. */

import { z } from 'zod/v3';
import { type Html, html } from '../../html.js';
import { amount, day, direction, link, moment, percent, price, UNKNOWN, usd } from '../figures.js';

export type Row = Record<string, unknown>;

export interface Column {
  /** Field of the row: gives the value, and the meaning in the legend. */
  field: string;
  head: string;
  as?: keyof typeof KINDS | ((value: unknown, row: Row) => Html | string);
  /** Right-aligned figures, where `as` does not say so. */
  number?: boolean;
  /** Holds names: gets room, so that words are not broken where they need not be. */
  roomy?: boolean;
  /** Where the value links to; null for nowhere. */
  to?: (row: Row) => string | null;
}

const KINDS = {
  text: (value: unknown) => (value === '' || value === null || value === undefined ? UNKNOWN : String(value)),
  words: (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? '')),
  flag: (value: unknown) => (value === true ? 'yes' : 'no'),
  usd,
  amount,
  price,
  percent,
  day,
  moment,
  direction,
};
const NUMERIC = new Set(['usd', 'amount', 'price', 'percent']);

export interface TableOptions {
  caption: string;
  columns: Column[];
  rows: readonly Row[];
  /** Said instead of an empty table. */
  empty: string;
  /** At most so many rows are shown; the words after them say where the rest is. */
  most?: number;
  rest?: Html | string;
  /** How many rows match, where `rows` are only the first of them. */
  total?: number | undefined;
  /** Schema of the rows, or of something that holds them, for the legend. */
  schema?: z.ZodTypeAny | undefined;
}

/** The roles are written out because narrow screens turn rows into blocks, which takes a table's own roles away. */
export function table(options: TableOptions): Html {
  const { caption, columns, rows, empty, most = 200, rest, schema } = options;
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
  const shown = rows.slice(0, most);
  const total = Math.max(options.total ?? 0, rows.length);
  return html`<table role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th role="columnheader" scope="col"${classOf(column)}>${column.head}</th>`)}</tr></thead>
<tbody role="rowgroup">
${shown.map(
  (row) => html`<tr role="row">${columns.map((column) => {
    const shown = cell(column, row);
    return html`<td role="cell" data-head="${column.head}"${classOf(column)}><span${hasLongWord(shown) && html` class="long"`}>${shown}</span></td>`;
  })}</tr>
`,
)}</tbody>
</table>
${shown.length < total && html`<p class="rest">Rows 1 to ${shown.length} of ${total.toLocaleString('en-US')}. ${rest}</p>`}
${schema !== undefined && legend(columns, schema)}`;
}

function cell(column: Column, row: Row): Html | string {
  const value = row[column.field];
  const made = typeof column.as === 'function' ? column.as(value, row) : KINDS[column.as ?? 'text'](value);
  const shown = typeof made === 'string' ? breakable(made) : made;
  return column.to === undefined ? shown : link(column.to(row), shown);
}

/** No word of a language: it may be broken anywhere, where others would rather make the column wider. */
function hasLongWord(shown: Html | string): boolean {
  return /\S{40}/.test(
    String(shown)
      .replace(/<wbr>/g, ' ')
      .replace(/<[^>]*>/g, ''),
  );
}

/** Titles such as Ekonomichef/finanschef may break at the sign between their words, and only there. */
function breakable(text: string): Html | string {
  const parts = text.split(/(?<=[\p{L})][/;,])(?=[\p{L}(])/u);
  return parts.length === 1 ? text : html`${parts.map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}`;
}

function classOf(column: Column): Html | '' {
  if (isNumber(column)) return html` class="number"`;
  return column.roomy === true ? html` class="roomy"` : '';
}

function isNumber(column: Column): boolean {
  return column.number ?? (typeof column.as === 'string' && NUMERIC.has(column.as));
}

/** What each column means, in the words of the schema. */
function legend(columns: Column[], schema: z.ZodTypeAny): Html | '' {
  const meanings = fieldMeanings(schema);
  const known = columns.filter(({ field }) => meanings.has(field));
  if (known.length === 0) return '';
  return html`<details class="legend"><summary>What the columns mean</summary><dl>
${known.map(({ field, head }) => html`<div><dt>${head} <code>${field}</code></dt><dd>${meanings.get(field)}</dd></div>`)}
</dl></details>`;
}

/** Field to description, of the first object in `schema` that describes it; outer objects before inner ones. */
export function fieldMeanings(schema: z.ZodTypeAny): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (one: z.ZodTypeAny): void => {
    const inner = unwrapped(one);
    if (inner instanceof z.ZodObject) {
      const fields = Object.entries(inner.shape as z.ZodRawShape);
      for (const [name, field] of fields) {
        const text = field.description ?? unwrapped(field).description;
        if (text !== undefined && !found.has(name)) found.set(name, text);
      }
      for (const [, field] of fields) walk(field);
    } else if (inner instanceof z.ZodUnion)
      for (const option of inner.options as z.ZodTypeAny[]) walk(option);
  };
  walk(schema);
  return found;
}

function unwrapped(schema: z.ZodTypeAny): z.ZodTypeAny {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrapped(schema.unwrap());
  if (schema instanceof z.ZodDefault) return unwrapped(schema.removeDefault());
  if (schema instanceof z.ZodEffects) return unwrapped(schema.innerType());
  if (schema instanceof z.ZodArray) return unwrapped(schema.element);
  return schema;
}
