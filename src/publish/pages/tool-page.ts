/** Makes a page out of one tool: the page is rendered from the typed answer of that tool. */

import { ApiError, notFound } from '../../../tools/contract/errors.js';
import type { SourceId } from '../../../tools/contract/reads/sources.js';
import type { Tool } from '../../../tools/contract/tool.js';
import { type Filter, givenValues, plainValues, selectionWords, wrongFilters } from './filters.js';
import { LIST_PARAMETERS, listArguments, rowsOfPage } from './list-view.js';
import type { Content, Page, PageAnswer, PageList, PageRequest, ToolArguments } from './page.js';

export interface ToolPage<T extends Tool> {
  path: string;
  nav?: string;
  /** See `Page`. */
  under?: string;
  /** See `Page`. */
  name?: string;
  /** See `Page`. */
  isPresentOnly?: true;
  /** The tool whose answer the page shows. Without the tool the page does not exist. */
  tool: T;
  about?: (params: Record<string, string>) => readonly SourceId[];
  /** The request without an order that its rows do not have, because the reader changed what they are. */
  suited?(request: PageRequest): PageRequest;
  /** Arguments of the tool besides the filters. */
  given?(request: PageRequest): ToolArguments<T>;
  /** Filters of the tool that the page offers as a form. */
  filters?: {
    fields: ReadonlyArray<Filter & { name: keyof T['input']['shape'] }>;
    /** The orders and pages of the list are offered too. */
    isList?: true;
    /** Title of the page while a filter has an invalid value. */
    title(params: Record<string, string>): string;
    /** The message for a path parameter that no page has. */
    notFound?: string;
  };
  /** Names of the lists in the data that are the rows of the page; left out where the data is the list. */
  rows?: readonly string[];
  /** Its rows as CSV, also where the list has no orders and pages. */
  isFile?: true;
  /** The order in which the list has its newest rows first, where that is not the usual one. */
  newestBy?: string;
  render(answer: PageAnswer<T>, request: PageRequest): Content | Promise<Content>;
}

export function toolPage<T extends Tool>(definition: ToolPage<T>): Page {
  const {
    tool,
    filters,
    suited: _suited,
    given,
    render,
    rows: _rows,
    isFile,
    newestBy: _newestBy,
    ...rest
  } = definition;
  const fields = filters?.fields ?? [];
  const hasList = isFile === true || filters?.isList === true;
  const finder = fields.find(({ as }) => as === 'name');
  return {
    ...rest,
    ...(hasList ? { list: listOf(definition) } : {}),
    ...(finder === undefined ? {} : { finder: { name: finder.name, label: finder.label } }),
    needs: [tool.path],
    query: [
      ...fields.map(({ name }) => name),
      // Some lists are whole on one page.
      ...(filters?.isList === true
        ? LIST_PARAMETERS.filter((name) => name !== 'limit' || name in tool.input.shape)
        : []),
    ],
    async render(received) {
      const request = plainRequest(definition, received);
      const own = given?.(request);
      let answer: PageAnswer<T>;
      try {
        // The name of a filter is the name of an argument of the tool, and a list has those of `listArguments`.
        answer = await request.callTool(tool, {
          ...givenValues(request, fields),
          ...own,
          ...(filters?.isList === true ? listArguments(request, rowsOfPage(tool, own)) : {}),
        } as ToolArguments<T>);
      } catch (error) {
        if (filters === undefined || !(error instanceof ApiError) || error.code !== 'invalid_parameter')
          throw error;
        if (error.issues?.some(({ path }) => path in request.params)) throw notFound(filters.notFound ?? '');
        return wrongFilters(request, {
          title: filters.title(request.params),
          action: filledPath(definition.path, request.params),
          filters: fields,
          failed: error,
        });
      }
      return { selection: selectionWords(request, fields), ...(await render(answer, request)) };
    },
  };
}

function plainRequest<T extends Tool>({ filters, suited }: ToolPage<T>, received: PageRequest): PageRequest {
  const request = { ...received, query: plainValues(received.query, filters?.fields ?? []) };
  return suited?.(request) ?? request;
}

/** The rows of the page with the arguments of the page; feeds in the order of time. */
function listOf<T extends Tool>(definition: ToolPage<T>): PageList {
  const { tool, filters, given, rows, newestBy, path, isFile } = definition;
  const fields = filters?.fields ?? [];
  const isList = filters?.isList === true;
  const title = (request: PageRequest) =>
    [
      filters?.title(request.params) ?? path.slice(1),
      ...Object.values(request.params),
      selectionWords(request, fields),
    ]
      .filter((words) => words !== '')
      .join(', ');
  return {
    tool,
    ...(rows === undefined ? {} : { rows }),
    ...(isFile === true ? { isFileOnly: true } : {}),
    filters: fields.map(({ name }) => name),
    ...(isList ? { orders: ['sort', 'order'].filter((name) => name in tool.input.shape) } : {}),
    isContinued: isList && 'cursor' in tool.input.shape,
    title,
    given(received, form) {
      const request = plainRequest(definition, received);
      const { cursor = '' } = request.query;
      const newest = {
        ...(newestBy === undefined ? {} : { sort: newestBy }),
        ...(cursor === '' ? {} : { cursor }),
      };
      return {
        ...givenValues(request, fields),
        ...(form === 'csv' ? (isList ? listArguments(request) : {}) : newest),
        ...given?.(request),
      };
    },
  };
}

function filledPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}
