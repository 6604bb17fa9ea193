/** Makes a page out of one tool: the page is rendered from the typed answer of that tool. */

import { ApiError, notFound } from '../../../tools/contract/errors.js';
import type { SourceId } from '../../../tools/contract/reads.js';
import type { Tool } from '../../../tools/contract/tool.js';
import { type Filter, givenValues, plainValues, wrongFilters } from './filters.js';
import { LIST_PARAMETERS, listArguments } from './list-view.js';
import type { Content, Page, PageAnswer, PageRequest, ToolArguments } from './page.js';

export interface ToolPage<T extends Tool> {
  path: string;
  nav?: string;
  /** See `Page`. */
  name?: string;
  /** The tool whose answer the page shows. Without the tool the page does not exist. */
  tool: T;
  about?: (params: Record<string, string>) => readonly SourceId[];
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
  render(answer: PageAnswer<T>, request: PageRequest): Content | Promise<Content>;
}

export function toolPage<T extends Tool>(definition: ToolPage<T>): Page {
  const { tool, filters, given, render, ...rest } = definition;
  const fields = filters?.fields ?? [];
  return {
    ...rest,
    needs: [tool.path],
    query: [...fields.map(({ name }) => name), ...(filters?.isList === true ? LIST_PARAMETERS : [])],
    async render(received) {
      const request = { ...received, query: plainValues(received.query, fields) };
      // The name of a filter is the name of an argument of the tool, and a list has those of `listArguments`.
      const filtered = {
        ...givenValues(request, fields),
        ...(filters?.isList === true ? listArguments(request) : {}),
      } as ToolArguments<T>;
      let answer: PageAnswer<T>;
      try {
        answer = await request.callTool(tool, { ...filtered, ...given?.(request) });
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
      return render(answer, request);
    },
  };
}

function filledPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}
