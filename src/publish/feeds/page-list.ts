/**
 * The rows of a page in other forms: Atom, JSON Feed and CSV. The address is that of the page with another end, and takes the
 * filters of the page.
 */

import { invalidParameter } from '../../../tools/contract/errors.js';
import { AS_OF } from '../../../tools/contract/parameters.js';
import type { TrackerDetail } from '../../../tools/contract/shapes/tracker.js';
import type { Tool } from '../../../tools/contract/tool.js';
import { partsOf, type RowList } from '../answer-lists.js';
import { toCsv } from '../csv.js';
import { safeHref } from '../figures.js';
import type { ListForm, Page, PageList, PageRequest } from '../pages/page.js';
import { USE_OF_REPORTS } from '../pages/use-of-reports.js';
import { dataSchema, parameterSchema } from '../schema.js';
import { entryOf, type FeedRow, hasEntries, type ListEntry } from './entries.js';
import { atomText, type Feed, jsonFeedText } from './feed-text.js';

/** The ends of the addresses. */
export const FORM_ENDS: Readonly<Record<ListForm, string>> = {
  atom: '.atom',
  jsonFeed: '.feed.json',
  csv: '.csv',
};
export const FORM_TYPES: Readonly<Record<ListForm, string>> = {
  atom: 'application/atom+xml; charset=utf-8',
  jsonFeed: 'application/feed+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};
/** Entries of one feed, and rows of one CSV file: the rest follows by the link to the next ones. */
const FEED_ENTRIES = 50;
const CSV_ROWS = 1000;

/** The forms that the list of a page has. */
export function formsOf({ list }: Pick<Page, 'list'>): ListForm[] {
  if (list === undefined) return [];
  return hasEntries(list.tool.path) && list.isFileOnly !== true ? ['atom', 'jsonFeed', 'csv'] : ['csv'];
}

/** The parameters of a form: the filters of the page, its order for CSV, and where to continue. */
export function formParameters(list: PageList, form: ListForm): string[] {
  const { filters, feedFilters, orders = [], isContinued } = list;
  if (form !== 'csv' && feedFilters !== undefined) return [...feedFilters];
  const names = new Set([...filters, ...(isContinued ? ['cursor'] : [])]);
  // A feed follows the present. The moment is a filter of some pages already.
  if (form !== 'csv') names.delete(AS_OF);
  return [...(form === 'csv' ? new Set([...names, ...orders, AS_OF]) : names)];
}

/** A file of rows. */
export interface ListText {
  text: string;
  type: string;
  /** Names and values, flat. */
  headers: readonly string[];
}

export interface FormRequest {
  page: Page & { list: PageList };
  request: PageRequest;
  form: ListForm;
  /** The path of the request without the end of the form. */
  path: string;
}

/** @throws ApiError for what the tool refuses */
export async function listText(asked: FormRequest): Promise<ListText> {
  const { page, request, form } = asked;
  const { tool } = page.list;
  const given = {
    ...(await page.list.given(request, form)),
    // A list that a feed has instead of the rows of the page comes whole.
    ...(form !== 'csv' && page.list.feedFilters !== undefined
      ? {}
      : limitOf(tool, form === 'csv' ? CSV_ROWS : FEED_ENTRIES)),
  };
  const { data, meta } = await request.callTool(tool, given);
  const rows = rowsIn(data, page.list.rows ?? []);
  const next = meta.nextCursor === undefined ? null : addressOf(asked, { cursor: meta.nextCursor });
  const headers = next === null ? [] : ['Link', `<${next}>; rel="next"`];
  if (form === 'csv') {
    const name = fileName(asked, { ...meta, given: rows.length });
    const disposition = ['Content-Disposition', `attachment; filename="${name}"`];
    return {
      text: toCsv(columnsFor(tool, rows)),
      type: FORM_TYPES.csv,
      headers: [...disposition, ...headers],
    };
  }
  const feed = feedOf(asked, { rows, meta, use: useOf(tool, data) });
  return {
    text: form === 'atom' ? atomText(feed) : jsonFeedText(feed),
    type: FORM_TYPES[form],
    headers,
  };
}

interface FeedAnswer {
  rows: readonly FeedRow[];
  /** What the law forbids, where it does; otherwise empty. */
  use: string;
  meta: { fetchedAt: string; total?: number; sample?: true; license: string; sourceLicense?: string };
}

function feedOf(asked: FormRequest, { rows, meta, use }: FeedAnswer): Feed {
  const { page, request, path } = asked;
  const sample = meta.sample === true ? 'SAMPLE, all invented: ' : '';
  // A row without a date cannot be placed in a feed.
  const { country } = request.params;
  // Rows of one European market do not name it.
  const market = country === undefined || country === 'all' ? {} : { market: country };
  const entries = rows
    .map((row) => safe(entryOf(page.list.tool.path, { ...market, ...row })))
    .filter(({ updated }) => MOMENT.test(updated));
  const total = Math.max(rows.length, meta.total ?? 0);
  // Two rows may be of one document, such as a report that is listed twice.
  const shown = [...new Map(entries.map((entry) => [entry.id, entry])).values()].slice(0, FEED_ENTRIES);
  const isContinued = (request.query.cursor ?? '') !== '';
  const extent =
    total > shown.length
      ? `${isContinued ? '' : 'The newest '}${shown.length} of ${total} that match.`
      : `All ${total} that match.`;
  return {
    title: `${sample}${page.list.title(request)}`,
    subtitle: `${sample}${extent} Reproduced from public filings; not investment advice.${use}`,
    page: request.baseUrl + (page.list.page ?? path + queryText(asked, { cursor: '' })),
    self: addressOf(asked, {}),
    host: new URL(request.baseUrl).hostname.replace(/[[\]]/g, '').replaceAll(':', '-'),
    author: 'disclosed',
    rights: meta.license + (meta.sourceLicense === undefined ? '' : `; filings: ${meta.sourceLicense}`),
    readAt: meta.fetchedAt,
    entries: sample === '' ? shown : shown.map((one) => ({ ...one, title: sample + one.title })),
  };
}

/** What the law forbids with reports of Congress and of officials, after a space; empty where a list has none of them. */
function useOf({ path }: Tool, data: unknown): string {
  if (path === '/v1/changes' || path === '/v1/trackers')
    return ` ${USE_OF_REPORTS.replace('these reports', 'reports of members of Congress and of officials')}`;
  const isFund = (data as Partial<TrackerDetail>).identity?.archetype === 'hedge_fund';
  return /^\/v1\/(?:congress|trackers)/.test(path) && !isFund ? ` ${USE_OF_REPORTS}` : '';
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** Addresses in filings are those of their filers. */
function safe(entry: ListEntry): ListEntry {
  const web = (address: string | null) => {
    const href = safeHref(address);
    return href !== null && URL.canParse(href) ? href : null;
  };
  return { ...entry, url: web(entry.url), original: web(entry.original) };
}

function addressOf(asked: FormRequest, more: Record<string, string>): string {
  const { request, path, form } = asked;
  return request.baseUrl + path + FORM_ENDS[form] + queryText(asked, more);
}

function queryText({ request }: FormRequest, more: Record<string, string>): string {
  const { asOf } = request;
  const moment = asOf === null ? {} : { [AS_OF]: asOf.given };
  const given = Object.entries({ ...request.query, ...moment, ...more }).filter(([, value]) => value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** The most rows that are wanted, or that the tool gives; none for a tool that gives all. */
function limitOf(tool: Tool, wanted: number): { limit?: number } {
  if (!('limit' in tool.input.shape)) return {};
  const { maximum = wanted } = parameterSchema(tool).properties.limit as { maximum?: number };
  return { limit: Math.min(maximum, wanted) };
}

/** The data, or the first of its lists `names` that it has with rows. */
function rowsIn(data: unknown, names: readonly string[]): FeedRow[] {
  if (Array.isArray(data)) return data as FeedRow[];
  const lists = names.map((name) => (data as Record<string, unknown>)[name]).filter(Array.isArray);
  return (lists.find(({ length }) => length > 0) ?? []) as FeedRow[];
}

/** The columns of the schema in their order, also where no row has one: all parts of a list then have the same. */
function columnsFor(tool: Tool, rows: readonly FeedRow[]): Pick<RowList, 'columns' | 'rows'> {
  const list = rows.length === 0 ? undefined : partsOf(rows).lists[0];
  const named = schemaColumns(tool);
  const known: Pick<RowList, 'columns' | 'rows'> = list ?? { columns: [], rows: [] };
  if (list === undefined) return { columns: named ?? anyColumns(tool), rows: [] };
  if (named === null || known.columns.some((column) => !named.includes(column))) return known;
  const places = named.map((name) => known.columns.indexOf(name));
  return {
    columns: named,
    rows: known.rows.map((row) => places.map((at) => (at === -1 ? null : (row[at] ?? null)))),
  };
}

/** Where rows have one of several forms: the columns of all, for a file without rows. */
function anyColumns(tool: Tool): string[] {
  const { schema, rows } = dataSchema(tool);
  const { anyOf = [] } =
    ((rows ?? schema) as { items?: { anyOf?: Array<{ properties?: object }> } }).items ?? {};
  return [...new Set(anyOf.flatMap(({ properties = {} }) => Object.keys(properties)))];
}

const columnsByTool = new WeakMap<Tool, string[] | null>();

function schemaColumns(tool: Tool): string[] | null {
  let columns = columnsByTool.get(tool);
  if (columns === undefined) {
    const { schema, rows } = dataSchema(tool);
    const items = ((rows ?? schema) as { items?: { properties?: object } }).items;
    columns = items?.properties === undefined ? null : Object.keys(items.properties);
    columnsByTool.set(tool, columns);
  }
  return columns;
}

/** It says where it is read that rows are invented, or that others follow. */
function fileName(
  { path, request }: FormRequest,
  { given, total = given, sample }: { given: number; total?: number; sample?: true },
): string {
  const name = path.slice(1).replace(/[^A-Za-z0-9.-]+/g, '-');
  const isContinued = (request.query.cursor ?? '') !== '';
  const part = given >= total ? '' : `-${isContinued ? 'next' : 'first'}-${given}-of-${total}`;
  return `${sample === true ? 'SAMPLE-invented-' : ''}${name}${part}.csv`;
}

/** @throws ApiError for a parameter without effect: the file would have other rows than its reader believes */
export function refuseUnknown(list: PageList, form: ListForm, names: readonly string[]): void {
  const known = formParameters(list, form);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const rule = known.length === 0 ? 'takes no parameters' : `takes ${known.join(', ')}`;
  throw invalidParameter(
    unknown.map((path) => ({
      path,
      message: `${path.slice(0, 30)} is not a parameter here; this file ${rule}`,
    })),
  );
}
