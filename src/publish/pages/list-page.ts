/** A page that is the list of one tool: filters, orders, rows, and the next ones. */

import type { z } from 'zod/v3';
import type { Meta } from '../../../tools/contract/envelope.js';
import type { SourceId } from '../../../tools/contract/reads/sources.js';
import type { Tool } from '../../../tools/contract/tool.js';
import { type Html, html } from '../../html.js';
import { type Filter, filterQuery, givenValues } from './filters.js';
import {
  jsonAddress,
  type ListView,
  listBody,
  type Preset,
  rowsOfPage,
  rowsShown,
  sortingOf,
} from './list-view.js';
import type { Content, Page, PageAnswer, PageRequest, ToolArguments } from './page.js';
import { emptyWords, stateOf } from './source-state.js';
import { type Column, table } from './table.js';
import { toolPage } from './tool-page.js';

/** A row of the tool's answer. */
type RowOf<T extends Tool> = PageAnswer<T>['data'] extends Array<infer R> ? R : never;

export interface ListPage<T extends Tool> {
  path: string;
  nav?: string;
  /** See `Page`. */
  under?: string;
  /** See `Page`. */
  name?: string;
  /** The tool whose rows the page lists. */
  tool: T;
  source: SourceId;
  title: string;
  lede: string | ((request: PageRequest) => string);
  filters: ReadonlyArray<Filter & { name: keyof T['input']['shape'] }>;
  /** The orders that heads of columns offer; the first is the default. */
  sorts: readonly string[];
  /** Those of a period depend on the day. */
  presets: readonly Preset[] | ((request: PageRequest) => readonly Preset[]);
  /** See `ToolPage`. */
  isFile?: true;
  /** See `ToolPage`. */
  newestBy?: string;
  /** Arguments of the tool besides the filters; the address of the same rows as JSON has them too. */
  given?(request: PageRequest): ToolArguments<T>;
  /** Shown above the list. */
  tabs?(request: PageRequest): Html | '';
  /** Shown below the whole list, where neither a filter nor an order is in use. */
  below?(request: PageRequest): Promise<Html | ''>;
  caption: string;
  /** Shown instead of an empty list: without filters, and with some. */
  empty: Readonly<Record<'all' | 'filtered', string>>;
  schema: z.ZodTypeAny;
  columns(request: PageRequest): Array<Column<RowOf<T>>> | Promise<Array<Column<RowOf<T>>>>;
  /** The rows in another form than the table; null for the table. */
  otherRows?(request: PageRequest, rows: ReadonlyArray<RowOf<T>>): Html | null;
  sources: NonNullable<Content['sources']>;
  caveats: NonNullable<Content['caveats']> | ((request: PageRequest) => NonNullable<Content['caveats']>);
}

export function listPage<T extends Tool>(page: ListPage<T>): Page {
  const { path, tool, source, title, filters, given } = page;
  return toolPage({
    path,
    ...(page.nav === undefined ? {} : { nav: page.nav }),
    ...(page.under === undefined ? {} : { under: page.under }),
    ...(page.name === undefined ? {} : { name: page.name }),
    ...(page.isFile === undefined ? {} : { isFile: page.isFile }),
    ...(page.newestBy === undefined ? {} : { newestBy: page.newestBy }),
    tool,
    about: () => [source],
    ...(given === undefined ? {} : { given }),
    filters: { fields: filters, title: () => title, isList: true },
    async render({ data, meta }, request) {
      // The tool gives a list.
      const rows = data as Array<RowOf<T>>;
      const most = rowsOfPage(tool, given?.(request));
      const view: ListView = { request, path, filters, most, sorts: page.sorts };
      const { lede, caveats } = page;
      const isWhole = !Object.values(request.query).some((value) => value !== '');
      return {
        title,
        lede: typeof lede === 'string' ? lede : lede(request),
        body: html`${page.tabs?.(request)}
${await list(page, view, { rows, meta })}
${isWhole && (await page.below?.(request))}`,
        json: jsonAddress(view, tool.path, { ...givenValues(request, filters), ...texts(given?.(request)) }),
        sources: page.sources,
        caveats: typeof caveats === 'function' ? caveats(request) : caveats,
        fetchedAt: meta.fetchedAt,
        unlisted: !isWhole,
      };
    },
  });
}

async function list<T extends Tool>(
  { source, filters, presets, caption, empty, schema, columns, otherRows }: ListPage<T>,
  view: ListView,
  { rows, meta }: { rows: Array<RowOf<T>>; meta: Meta },
): Promise<Html> {
  const { request } = view;
  const isAll = filterQuery(request, filters) === '';
  const other = rows.length === 0 ? null : otherRows?.(request, rows);
  return listBody(view, {
    presets: typeof presets === 'function' ? presets(request) : presets,
    summary: rows.length > 0 && html`<p class="summary">${rowsShown(view, meta)}.</p>`,
    meta,
    rows:
      other ??
      table<RowOf<T>>({
        caption,
        rows,
        most: rows.length,
        empty: await emptyWordsOf(request, source, isAll ? empty.all : empty.filtered),
        schema,
        columns: await columns(request),
        sorting: sortingOf(view),
      }),
  });
}

/** The catalog is what the operator and the service say themselves, which is always whole. */
async function emptyWordsOf(request: PageRequest, source: SourceId, text: string): Promise<string> {
  return source === 'catalog' ? text : emptyWords(await stateOf(request, source), text);
}

function texts(given: object | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(given ?? {}).map(([name, value]) => [name, String(value)]));
}
