/**
 * Serves the pages: each is rendered once for a state of the data, from the same answers that every caller gets. Long because
 * limits, cache, earlier moments and failures are those of one request.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import helmet from 'helmet';
import { ApiError, invalidParameter, notFound, UnavailableError } from '../../../tools/contract/errors.js';
import { AS_OF, CURSOR_MAX } from '../../../tools/contract/parameters.js';
import type { SourceId, SourceState } from '../../../tools/contract/reads/sources.js';
import type { Reads } from '../../../tools/contract/reads.js';
import { SQL_LENGTH_MAX } from '../../../tools/contract/rules.js';
import { addressKey, clientAddress, widerKey } from '../../limits/address.js';
import { createRateLimit, type RateLimit } from '../../limits/rate.js';
import { requestIdOf } from '../../limits/request-id.js';
import type { SharedCounters } from '../../limits/shared-counters.js';
import { countWhenReady } from '../../limits/window.js';
import type { RequestId } from '../../pipeline/callers.js';
import type { DataVersion } from '../../pipeline/data-version.js';
import { type EncodedResponse, encodeNewText, encodeText } from '../../pipeline/encoded-response.js';
import { internalMessage, type Log, type RequestPipeline } from '../../pipeline/pipeline.js';
import { ResponseCache } from '../../pipeline/response-cache.js';
import type { BackupsState } from '../../publish/backups-state.js';
import { type NodeState, nodeWords } from '../../publish/node-state.js';
import type { OfferedDumpFacts } from '../../publish/offered-dump.js';
import { assetsFolder } from '../../publish/pages/assets.js';
import { failureContent } from '../../publish/pages/failure.js';
import type { Content, Page, PageRequest } from '../../publish/pages/page.js';
import { type PageMoment, withMoment } from '../../publish/pages/replay.js';
import { createSiteFrame, type SiteFacts, type SiteFrame } from '../../publish/pages/site-frame.js';
import { listLinks, listRoutes } from './lists.js';
import { feedOf } from './page-feed.js';
import { acceptedCodings, respond } from './respond.js';
import { unreadablePath, wrongMethod } from './rest.js';

export interface PagesOptions extends SiteFacts {
  pipeline: RequestPipeline;
  reads: Reads;
  dataVersion: () => DataVersion;
  trustProxy: readonly string[];
  /** False lifts the rate limit of pages, as it lifts the limits of the interface. */
  guarded: boolean;
  /** The state of this node; left out where nothing is shared. */
  node?: (() => NodeState) | undefined;
  /** The newest dump; left out where none is offered. */
  dump?: { facts(): OfferedDumpFacts | null } | undefined;
  /** How the backups are; null or left out where this service makes none. */
  backups?: () => BackupsState | null;
  /** Counters of several processes; without them this process counts alone. */
  sharedCounters?: SharedCounters | null;
  log: Log;
}

export const ASSETS = ['/assets/style.css', '/assets/icon.svg'];
const CACHE_BYTES = 6 * 1024 * 1024;
/** Pages that are rendered at the same time: each holds a few megabytes until it is compressed. */
const CONCURRENCY = 8;
/** Pages per minute: far more than a reader needs, and far less than the service can render. */
const PAGE_LIMIT = { limit: 240, windowSeconds: 60 };
/** A page whose source was not read yet reloads after this time. */
const RELOAD_SECONDS = 60;
const QUERY_MAX = 200;
/** Parameters that may be longer; one character more than is valid, so that it is refused and not cut. */
const LONGER: Readonly<Record<string, number>> = { cursor: CURSOR_MAX + 1, sql: SQL_LENGTH_MAX + 1 };
const [UNKNOWN_MAX, UNKNOWN_NAME_MAX] = [5, 30];
const MINUTE = 'public, max-age=60';
const HTML_TYPE = 'text/html; charset=utf-8';
/** Pages have separate headers, from helmet. */
const NO_HEADERS: readonly string[] = [];

export function pageRoutes(options: PagesOptions): Router {
  const server = new PageServer(options);
  const router = express.Router({ caseSensitive: true, strict: false });
  const headers = helmet(securityHeaders(options.baseUrl));
  for (const [name, type] of [
    ['style.css', 'text/css; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
  ] as const) {
    const asset = encodeText(readFileSync(join(assetsFolder(), name), 'utf8'), type);
    router.get(`/assets/${name}`, headers, async (request, response) => {
      respond(request, response, withCacheControl(await asset, 'public, max-age=3600'), NO_HEADERS);
    });
  }
  router.use(listRoutes(server, options));
  for (const page of server.pages)
    router
      .route(page.path.replace(/\{(\w+)\}/g, ':$1'))
      .all(headers)
      .get((request: Request, response: Response) => server.answer(page, request, response))
      .all((request: Request, response: Response) =>
        server.fail(request, response, wrongMethod(request.method, 'GET, HEAD')),
      );
  // A reader gets the error as a page; programs get the plain error of the interface.
  router.get(/^\/(?!v1\/|v1$|data\/)/, headers, async (request, response, next) => {
    if (!(request.headers.accept ?? '').includes('text/html')) return next();
    const failed = (await server.countRequest(request)) ?? notFound('There is no page at this address.');
    await server.fail(request, response, failed);
  });
  // Express could not decode the address, so no route was reached that would set the headers.
  router.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    const isPage = error instanceof URIError && (request.headers.accept ?? '').includes('text/html');
    if (!isPage || response.headersSent) return next(error);
    headers(request, response, async () => {
      await server.fail(request, response, (await server.countRequest(request)) ?? unreadablePath());
    });
  });
  return router;
}

/** Renders pages, and keeps what they need from one request to the next. */
class PageServer {
  private readonly site: SiteFrame;
  private readonly cache: ResponseCache;
  private readonly rateLimit: RateLimit | null;
  private readonly addressOf: (request: Request) => string;

  constructor(private readonly options: PagesOptions) {
    const { pipeline, dataVersion, guarded, trustProxy, sharedCounters } = options;
    this.site = createSiteFrame(pipeline.tools, options);
    this.cache = new ResponseCache({ bytes: CACHE_BYTES, concurrency: CONCURRENCY, dataVersion });
    this.rateLimit = guarded
      ? createRateLimit({ policy: 'pages', ...PAGE_LIMIT, wider: widerKey }, sharedCounters)
      : null;
    this.addressOf = clientAddress(trustProxy);
  }

  get pages(): readonly Page[] {
    return this.site.pages;
  }

  async answer(page: Page, request: Request, response: Response): Promise<void> {
    try {
      const refused = await this.countRequest(request);
      if (refused !== null) throw refused;
      // The paths of pages have only named parameters, and each holds one text.
      const params = request.params as Record<string, string>;
      const rendered = await this.rendered(page, params, request);
      if (rendered.status === 302) {
        const [, location = ''] = rendered.headers;
        response.setHeader('Cache-Control', 'no-store').redirect(302, location);
        return;
      }
      const cacheControl =
        rendered.status === 200 ? pageCacheControl(this.options.dataVersion()) : 'no-store';
      respond(request, response, withCacheControl(rendered, cacheControl), NO_HEADERS);
    } catch (error) {
      if (!(error instanceof ApiError))
        this.options.log.error(
          { err: error, page: page.path, requestId: requestIdOf(request) },
          'page failed',
        );
      const failed =
        error instanceof ApiError
          ? error
          : new ApiError(
              'internal',
              internalMessage('The page could not be made.', () => requestIdOf(request)),
            );
      await this.fail(request, response, settled(failed, queryOf(request, page)), page);
    }
  }

  async fail(
    request: Request,
    response: Response,
    failed: ApiError,
    page: Page | null = null,
  ): Promise<void> {
    for (const [name, value] of Object.entries(failed.headers)) response.setHeader(name, value);
    const isNotReady = failed.code === 'not_ready';
    if (isNotReady) response.setHeader('Refresh', String(RELOAD_SECONDS));
    const { now } = this.options.dataVersion();
    // The paths of pages have only named parameters, and each holds one text.
    const about = page?.about?.(request.params as Record<string, string>) ?? [];
    // Also when the store cannot be read at this moment.
    const states = await this.statesOf(about).catch(() => []);
    const { path } = request;
    const query = page === null ? '' : selectionOf(queryOf(request, page));
    const above = page === null ? undefined : this.site.listAbove(page.path);
    const content = failureContent(failed, { ...this.site, path, query, now, states, above });
    // The page itself says what the source lacks.
    const shown = isNotReady ? [] : states;
    const text = this.site.render(content, { pagePath: '', path, states: shown, now });
    const codings = acceptedCodings(request);
    const encoded = await encodeNewText(text, { type: HTML_TYPE, status: failed.status, codings });
    respond(request, response, withCacheControl(encoded, 'no-store'), NO_HEADERS);
  }

  /** Null while the address may request more pages. */
  async countRequest(request: Request): Promise<ApiError | null> {
    if (this.rateLimit === null) return null;
    const state = await countWhenReady(this.rateLimit, addressKey(this.addressOf(request)));
    if (!state.isRefused) return null;
    return new ApiError(
      'rate_limited',
      `That is more than ${PAGE_LIMIT.limit} pages a minute. Try again in ${state.resetSeconds} seconds.`,
      { headers: { 'Retry-After': String(state.resetSeconds) } },
    );
  }

  /** The page, cached or rendered now; for a redirect status 302 with its location. */
  private async rendered(
    page: Page,
    params: Record<string, string>,
    request: Request,
  ): Promise<EncodedResponse> {
    const query = queryOf(request, page);
    const unknown = unknownNames(request, page);
    const codings = acceptedCodings(request);
    const path = filledPath(page, params);
    const { response } = await this.cache.getOrCompute(
      `${path}?${JSON.stringify([query, ...unknown])}${page.showsNode === true ? JSON.stringify([this.nodeLine(), this.backups()]) : ''}`,
      codings,
      async ({ now }) => {
        const received = await this.pageRequest(params, query, now, () => requestIdOf(request));
        const { asked, lacksRows } = notingUnreadable(received);
        const { asOf } = asked;
        const content = await page.render(asked);
        if (content.redirect !== undefined) return redirectTo(asked.to(content.redirect));
        const about = content.about ?? page.about?.(params) ?? [];
        const states = about.length === 0 ? [] : ofSources(await asked.sources(), about);
        const forms = content.status === undefined ? listLinks(page, path, asked) : [];
        const text = this.site.render(
          { ...content, forms, ...(asOf === null ? {} : asOfMoment(content, asOf)) },
          {
            ...{ pagePath: page.path, path, query: selectionOf(query), asOf },
            ...{ unknown, states, now: asked.now, lacksRows: lacksRows() },
          },
        );
        return encodeNewText(text, { type: HTML_TYPE, status: content.status ?? 200, codings });
      },
    );
    return response;
  }

  async pageRequest(
    params: Record<string, string>,
    { [AS_OF]: given = '', ...query }: Record<string, string>,
    present: Date,
    requestId: RequestId,
  ): Promise<PageRequest> {
    const { pipeline, baseUrl } = this.options;
    const replayed = given === '' ? null : await pipeline.replayed(given);
    const asOf = replayed === null ? null : { given, servedFrom: replayed.servedFrom };
    const reads = replayed?.reads ?? this.options.reads;
    const now = replayed?.version.now ?? present;
    const feed = pipeline.tools.find((tool) => tool.path === '/v1/filings');
    return {
      params,
      query,
      now,
      asOf,
      baseUrl,
      tools: pipeline.tools,
      hasPage: this.site.hasPage,
      callTool: (tool, asked) =>
        asOf === null
          ? pipeline.answer(tool, asked, requestId)
          : pipeline.answer(tool, { ...asked, [AS_OF]: given }, requestId).catch(asUnread),
      ...feedOf(reads, { now, baseUrl, feed }),
      sources: () => reads.sources(),
      node: this.nodeLine(),
      dump: this.options.dump?.facts() ?? null,
      backups: this.backups(),
      to: this.site.toAt(asOf),
    };
  }

  private nodeLine(): string | null {
    const { node } = this.options;
    return node === undefined ? null : nodeWords(node());
  }

  private backups(): BackupsState | null {
    return this.options.backups?.() ?? null;
  }

  private async statesOf(about: readonly SourceId[]): Promise<SourceState[]> {
    return about.length === 0 ? [] : ofSources(await this.options.reads.sources(), about);
  }
}

function ofSources(states: readonly SourceState[], about: readonly SourceId[]): SourceState[] {
  return states.filter(({ source }) => about.includes(source));
}

/** The request, and whether an answer to it left out rows that cannot be read. */
function notingUnreadable(received: PageRequest): { asked: PageRequest; lacksRows(): boolean } {
  let isNoted = false;
  const asked: PageRequest = {
    ...received,
    async callTool(tool, given) {
      const answer = await received.callTool(tool, given);
      isNoted ||= answer.meta.unreadable !== undefined;
      return answer;
    },
  };
  return { asked, lacksRows: () => isNoted };
}

/** The path of a page with its parameters. */
function filledPath({ path }: Page, params: Record<string, string>): string {
  return Object.entries(params).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
}

/** The same facts of that moment. Search engines need only the present. */
function asOfMoment({ json }: Content, asOf: PageMoment): Pick<Content, 'json' | 'unlisted'> {
  return {
    ...(json === undefined ? {} : { json: [json].flat().map((path) => withMoment(path, asOf)) }),
    unlisted: true,
  };
}

/** A part whose source had not been read at the moment of the page is left out, as one that is not read yet. */
function asUnread(error: unknown): never {
  const isOfMoment = error instanceof ApiError && error.issues?.some(({ path }) => path === AS_OF);
  throw isOfMoment === true ? new ApiError('not_ready', error.message) : error;
}

/** The state of an earlier moment does not change, so that reloading the page is useless. */
function settled(failed: ApiError, query: Record<string, string>): ApiError {
  const isUnread = failed.code === 'not_ready' && !(failed instanceof UnavailableError);
  if (!isUnread || (query[AS_OF] ?? '') === '') return failed;
  return invalidParameter([{ path: AS_OF, message: UNREAD_THEN }]);
}
const UNREAD_THEN = 'The source of this page had not been read at that moment. Choose a later day.';

function withCacheControl(encoded: EncodedResponse, value: string): EncodedResponse {
  return { ...encoded, headers: ['Cache-Control', value] };
}

function redirectTo(location: string): EncodedResponse {
  return {
    status: 302,
    type: HTML_TYPE,
    body: Buffer.alloc(0),
    etag: null,
    gzip: null,
    br: null,
    headers: ['Location', location],
    message: null,
  };
}

/** No script, no frame, nothing from another origin. */
const securityHeaders = (baseUrl: string) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: baseUrl.startsWith('https:'),
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
});

/** The parameters that have a value, as the end of an address. */
function selectionOf(query: Record<string, string>): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** The parameters that a page knows. */
function namesOf({ query = [], isPresentOnly }: Page): readonly string[] {
  return isPresentOnly === true ? query : [...query, AS_OF];
}

function queryOf(request: Request, page: Page): Record<string, string> {
  const start = request.url.indexOf('?');
  const given = new URLSearchParams(start === -1 ? '' : request.url.slice(start + 1));
  return Object.fromEntries(
    namesOf(page).map((name) => {
      const text = (given.get(name) ?? '').trim().slice(0, LONGER[name] ?? QUERY_MAX);
      return [name, text];
    }),
  );
}

/** Names of parameters that the page does not have, a few: a filter that has no effect must not go unnoticed. */
function unknownNames(request: Request, page: Page): string[] {
  const start = request.url.indexOf('?');
  const names = start === -1 ? [] : [...new URLSearchParams(request.url.slice(start + 1)).keys()];
  return (
    [...new Set(names)]
      // Marks of links, which say nothing about the list.
      .filter((name) => !namesOf(page).includes(name) && !/^(?:utm_|fbclid$|gclid$|ref$)/.test(name))
      .slice(0, UNKNOWN_MAX)
      .map((name) => name.slice(0, UNKNOWN_NAME_MAX))
  );
}

/** Others may cache a page for a minute at most, so that new data is soon seen. */
function pageCacheControl({ nextRefreshAt, now }: DataVersion): string {
  if (nextRefreshAt === null) return MINUTE;
  const left = Math.floor((Date.parse(nextRefreshAt) - now.getTime()) / 1000);
  return `public, max-age=${Math.max(0, Math.min(60, left))}`;
}
