/** Serves the rows of pages as feeds and as CSV files. They are cached as pages are, and count against the same limit. */

import express, { type Request, type Response, type Router } from 'express';
import { ApiError } from '../../../tools/contract/errors.js';
import { AS_OF, CURSOR_MAX } from '../../../tools/contract/parameters.js';
import type { Tool } from '../../../tools/contract/tool.js';
import { requestIdOf } from '../../limits/request-id.js';
import type { RequestId } from '../../pipeline/callers.js';
import type { DataVersion } from '../../pipeline/data-version.js';
import { type EncodedResponse, encodeNewText } from '../../pipeline/encoded-response.js';
import { internalMessage, type Log, type RequestPipeline } from '../../pipeline/pipeline.js';
import { ResponseCache } from '../../pipeline/response-cache.js';
import { type ListedPage, listedPages } from '../../publish/feeds/listed-pages.js';
import {
  FORM_ENDS,
  FORM_TYPES,
  formParameters,
  formsOf,
  listText,
  refuseUnknown,
} from '../../publish/feeds/page-list.js';
import type { Content, ListForm, Page, PageRequest } from '../../publish/pages/page.js';
import { acceptedCodings, respond } from './respond.js';
import { wrongMethod } from './rest.js';

/** What lists need of the pages. */
export interface PageHost {
  /** Null while the address may request more. */
  countRequest(request: Request): Promise<ApiError | null>;
  pageRequest(
    params: Record<string, string>,
    query: Record<string, string>,
    now: Date,
    requestId: RequestId,
  ): Promise<PageRequest>;
}

export interface ListOptions {
  pipeline: RequestPipeline;
  dataVersion: () => DataVersion;
  log: Log;
}

const CACHE_BYTES = 6 * 1024 * 1024;
/** Each holds its rows until they are compressed. */
const CONCURRENCY = 4;
const VALUE_MAX = 200;
const LABELS: Readonly<Record<ListForm, string>> = { atom: 'Atom', jsonFeed: 'JSON Feed', csv: 'CSV' };
/** For people who mark the links that they share. */
const MARKS = /^(?:utm_|fbclid$|gclid$|ref$)/;

/** The addresses of lists that have no value in them: routes of the metrics. */
export function listPaths(tools: readonly Tool[]): string[] {
  return listedPages(tools)
    .filter(({ path }) => !path.includes('{'))
    .flatMap((page) => formsOf(page).map((form) => page.path + FORM_ENDS[form]));
}

/** The links of a page to the other forms of its rows, with its selection. */
export function listLinks(
  page: Page,
  path: string,
  { query: own, asOf }: Pick<PageRequest, 'query' | 'asOf'>,
): NonNullable<Content['forms']> {
  const { list } = page;
  const query: Record<string, string> = asOf === null ? own : { ...own, [AS_OF]: asOf.given };
  if (list === undefined || (list.needed !== undefined && !query[list.needed])) return [];
  // A feed follows the present.
  const forms = formsOf(page).filter((form) => asOf === null || form === 'csv');
  return forms.map((form) => {
    const known = formParameters(list, form).filter((name) => name !== 'cursor');
    const given = known.flatMap(
      (name): Array<[string, string]> => (query[name] ? [[name, query[name]]] : []),
    );
    const selection = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
    const [type = ''] = FORM_TYPES[form].split(';');
    return { label: LABELS[form], type, path: path + FORM_ENDS[form] + selection };
  });
}

export function listRoutes(host: PageHost, options: ListOptions): Router {
  const server = new ListServer(host, options);
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const page of listedPages(options.pipeline.tools))
    for (const form of formsOf(page))
      router
        .route(page.path.replace(/\{(\w+)\}/g, ':$1') + FORM_ENDS[form])
        .get((request: Request, response: Response) => server.answer(page, form, request, response))
        .all((request: Request, response: Response) =>
          server.fail(request, response, wrongMethod(request.method, 'GET, HEAD')),
        );
  return router;
}

class ListServer {
  private readonly cache: ResponseCache;

  constructor(
    private readonly host: PageHost,
    private readonly options: ListOptions,
  ) {
    const { dataVersion } = options;
    this.cache = new ResponseCache({ bytes: CACHE_BYTES, concurrency: CONCURRENCY, dataVersion });
  }

  async answer(page: ListedPage, form: ListForm, request: Request, response: Response): Promise<void> {
    try {
      const refused = await this.host.countRequest(request);
      if (refused !== null) throw refused;
      const encoded = await this.encoded(page, form, request);
      respond(request, response, {
        ...encoded,
        headers: [...encoded.headers, 'Cache-Control', 'public, max-age=60'],
      });
    } catch (error) {
      this.fail(request, response, this.explain(error, page, request));
    }
  }

  fail(request: Request, response: Response, failed: ApiError): void {
    const { pipeline } = this.options;
    respond(
      request,
      response,
      pipeline.uncountedError(failed, () => requestIdOf(request)),
    );
  }

  private async encoded(page: ListedPage, form: ListForm, request: Request): Promise<EncodedResponse> {
    const given = [...new URLSearchParams(request.url.split('?')[1] ?? '')].filter(
      ([name]) => !MARKS.test(name),
    );
    refuseUnknown(
      page.list,
      form,
      given.map(([name]) => name),
    );
    const query = Object.fromEntries(
      given.map(([name, value]) => [
        name,
        value.trim().slice(0, name === 'cursor' ? CURSOR_MAX + 1 : VALUE_MAX),
      ]),
    );
    // The paths have only named parameters, and each holds one text.
    const params = request.params as Record<string, string>;
    const path = Object.entries(params).reduce(
      (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(value)),
      page.path,
    );
    const codings = acceptedCodings(request);
    const { response } = await this.cache.getOrCompute(
      `${form} ${path}?${JSON.stringify(query)}`,
      codings,
      async ({ now }) => {
        const requested = await this.host.pageRequest(params, query, now, () => requestIdOf(request));
        const { text, type, headers } = await listText({ page, request: requested, form, path });
        return { ...(await encodeNewText(text, { type, codings })), headers };
      },
    );
    return response;
  }

  private explain(error: unknown, page: Page, request: Request): ApiError {
    if (error instanceof ApiError) return error;
    const requestId = requestIdOf(request);
    this.options.log.error({ err: error, page: page.path, requestId }, 'list failed');
    return new ApiError(
      'internal',
      internalMessage('The list could not be made.', () => requestId),
    );
  }
}
