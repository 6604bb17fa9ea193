/** Serves the pages: each is rendered once for a state of the data, from the same answers that every caller gets. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import helmet from 'helmet';
import { ApiError, notFound } from '../../../tools/contract/errors.js';
import { CURSOR_MAX } from '../../../tools/contract/parameters.js';
import type { Reads, SourceId, SourceState } from '../../../tools/contract/reads.js';
import { addressKey, clientAddress, widerKey } from '../../limits/address.js';
import { createRateLimit, type RateLimit } from '../../limits/rate.js';
import type { SharedCounters } from '../../limits/shared-counters.js';
import { countWhenReady } from '../../limits/window.js';
import type { DataVersion } from '../../pipeline/data-version.js';
import { type EncodedResponse, encodeText } from '../../pipeline/encoded-response.js';
import type { Log, RequestPipeline } from '../../pipeline/pipeline.js';
import { createResponseCache, type ResponseCache } from '../../pipeline/response-cache.js';
import type { BackupsState } from '../../publish/backups-state.js';
import { type NodeState, nodeWords } from '../../publish/node-state.js';
import { assetsFolder } from '../../publish/pages/assets.js';
import { failureContent } from '../../publish/pages/failure.js';
import type { Page, PageRequest } from '../../publish/pages/page.js';
import { createSiteFrame, type SiteFacts, type SiteFrame } from '../../publish/pages/site-frame.js';
import { feedOf } from './page-feed.js';
import { respond } from './respond.js';
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
    this.cache = createResponseCache({ bytes: CACHE_BYTES, concurrency: CONCURRENCY, dataVersion });
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
      const rendered = await this.rendered(page, params, queryOf(request, page), unknownNames(request, page));
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
        this.options.log.error({ err: error, page: page.path }, 'page failed');
      const failed =
        error instanceof ApiError
          ? error
          : new ApiError('internal', 'The page could not be made. The cause is in the log of the service.');
      await this.fail(request, response, failed, page);
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
    const content = failureContent(failed, { ...this.site, path, now, states });
    // The page itself says what the source lacks.
    const shown = isNotReady ? [] : states;
    const text = this.site.render(content, { pagePath: '', path, states: shown, now });
    const encoded = await encodeText(text, HTML_TYPE, failed.status);
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
    query: Record<string, string>,
    unknown: readonly string[],
  ): Promise<EncodedResponse> {
    const path = Object.entries(params).reduce(
      (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(value)),
      page.path,
    );
    // Every page is kept in all codings, so every caller can read it.
    const { response } = await this.cache.getOrCompute(
      `${path}?${JSON.stringify([query, ...unknown])}${page.showsNode === true ? JSON.stringify([this.nodeLine(), this.backups()]) : ''}`,
      [],
      async ({ now }) => {
        const content = await page.render(this.pageRequest(params, query, now));
        if (content.redirect !== undefined) return redirectTo(this.site.to(content.redirect));
        const states = await this.statesOf(content.about ?? page.about?.(params) ?? []);
        const text = this.site.render(content, { pagePath: page.path, path, unknown, states, now });
        return encodeText(text, HTML_TYPE, content.status ?? 200);
      },
    );
    return response;
  }

  private pageRequest(params: Record<string, string>, query: Record<string, string>, now: Date): PageRequest {
    const { pipeline, reads, baseUrl } = this.options;
    const feed = pipeline.tools.find((tool) => tool.path === '/v1/filings');
    return {
      params,
      query,
      now,
      baseUrl,
      tools: pipeline.tools,
      hasPage: this.site.hasPage,
      callTool: (tool, given) => pipeline.answer(tool, given),
      ...feedOf(reads, { now, baseUrl, feed }),
      sources: () => reads.sources(),
      node: this.nodeLine(),
      backups: this.backups(),
      to: this.site.to,
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
    if (about.length === 0) return [];
    return (await this.options.reads.sources()).filter(({ source }) => about.includes(source));
  }
}

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

function queryOf(request: Request, page: Page): Record<string, string> {
  const start = request.url.indexOf('?');
  const given = new URLSearchParams(start === -1 ? '' : request.url.slice(start + 1));
  return Object.fromEntries(
    (page.query ?? []).map((name) => {
      const text = (given.get(name) ?? '').trim().slice(0, name === 'cursor' ? CURSOR_MAX + 1 : QUERY_MAX);
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
      .filter((name) => !(page.query ?? []).includes(name) && !/^(?:utm_|fbclid$|gclid$|ref$)/.test(name))
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
