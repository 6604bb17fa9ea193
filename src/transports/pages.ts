/** Serves the pages: each made once for a state of the data, from the same answers that the gate gives to anybody. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Request, type Response, type Router } from 'express';
import helmet from 'helmet';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { ApiEnvelope } from '../../tools/contract/envelope.js';
import { ApiError, type ApiErrorCode, notFound } from '../../tools/contract/errors.js';
import type { Reads, SourceId, SourceState } from '../../tools/contract/reads.js';
import type { Tool } from '../../tools/contract/tool.js';
import { addressKey, widerKey } from '../limits/address.js';
import { createRate } from '../limits/rate.js';
import { assetsFolder } from '../publish/pages/assets.js';
import { failureContent } from '../publish/pages/failure.js';
import { frame } from '../publish/pages/frame.js';
import { pagesFor } from '../publish/pages/index.js';
import type { Content, Page, PageAnswer, PageRequest, ToolArguments } from '../publish/pages/page.js';
import type { Freshness, Gate, Log } from './call.js';
import { clientAddress } from './client-address.js';
import { epoch } from './freshness.js';
import { feedOf } from './page-feed.js';
import { plainOf } from './ready.js';
import { wrongMethod } from './rest.js';
import { makeVariants, sendVariants, type Variants, weightOf } from './send-variants.js';

export interface PagesOptions {
  gate: Gate;
  reads: Reads;
  freshness: () => Freshness;
  baseUrl: string;
  sample: boolean;
  trustProxy: readonly string[];
  /** False lifts the flood guard, as it lifts the limits of the interface. */
  guarded: boolean;
  /** Whether there are account pages to link. */
  accounts?: boolean;
  log: Log;
}

/** A page ready to send, or where to go instead. */
interface Made {
  status: number;
  variants: Variants;
  redirect: string | null;
}

export const ASSETS = ['/assets/style.css', '/assets/icon.svg'];
const CACHE_BYTES = 6 * 1024 * 1024;
/** Pages in the making: each holds some megabytes until it is packed. */
const AT_ONCE = 8;
/** Pages in a minute: far above what a reader needs, far below what would wear the service out. */
const FLOOD = { limit: 240, windowSeconds: 60 };
/** A page whose source was not read yet asks again by itself. */
const TRY_AGAIN_SECONDS = 60;
const QUERY_MAX = 200;
const MINUTE = 'public, max-age=60';

export function pageRoutes(options: PagesOptions): Router {
  const { gate, reads, freshness, baseUrl, sample, log } = options;
  const root = new URL(baseUrl).pathname.replace(/\/$/, '');
  const to = (path: string) => root + path;
  const pages = pagesFor(gate.tools);
  const paths = new Set(pages.map((page) => page.path));
  const toolOf = new Map(gate.tools.map((tool) => [tool.path, tool]));
  const addressOf = clientAddress(options.trustProxy);
  const rate = options.guarded ? createRate({ policy: 'pages', ...FLOOD, wider: widerKey }) : null;
  const style = readFileSync(join(assetsFolder(), 'style.css'), 'utf8');
  const styleVersion = createHash('sha256').update(style).digest('hex').slice(0, 8);
  const cache = new LRUCache<string, Made>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ variants }) => weightOf(variants),
  });
  const making = new Map<string, Promise<Made>>();
  const queue = new PQueue({ concurrency: AT_ONCE });
  let stamp = '';

  async function ask<T extends Tool>(asked: T, given: ToolArguments<T> = {}): Promise<PageAnswer<T>> {
    const tool = toolOf.get(asked.path);
    if (tool === undefined) throw new Error(`no tool answers ${asked.path}`);
    const ready = await gate.call(tool, given, { address: null });
    const envelope = JSON.parse(plainOf(ready).toString()) as ApiEnvelope;
    // A success has the shape of the output schema of its tool.
    if (envelope.error === null) return envelope as PageAnswer<T>;
    const { code, message, issues } = envelope.error;
    throw new ApiError(code as ApiErrorCode, message, issues === undefined ? {} : { issues });
  }

  function requestOf(params: Record<string, string>, query: Record<string, string>, now: Date): PageRequest {
    return {
      params,
      query,
      now,
      baseUrl,
      tools: gate.tools,
      hasPage: (path) => paths.has(path) || (path === '/account' && options.accounts === true),
      ask,
      ...feedOf(reads, { now, baseUrl, feed: toolOf.get('/v1/filings') }),
      sources: () => reads.sources(),
      to,
    };
  }

  async function made(
    page: Page,
    params: Record<string, string>,
    query: Record<string, string>,
  ): Promise<Made> {
    const fresh = { ...freshness() };
    const { now } = fresh;
    // Pages of other days and other data are asked for no more, and take room.
    if (stamp !== epoch(fresh)) cache.clear();
    stamp = epoch(fresh);
    const path = Object.entries(params).reduce(
      (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(value)),
      page.path,
    );
    const key = `${stamp}${path}?${JSON.stringify(query)}`;
    const kept = cache.get(key);
    if (kept !== undefined) return kept;
    const under = making.get(key);
    if (under !== undefined) return under;
    const make = async (): Promise<Made> => {
      const content = await page.render(requestOf(params, query, now));
      const redirect = content.redirect === undefined ? null : to(content.redirect);
      const states = await statesOf(content.about ?? page.about?.(params) ?? []);
      const text = framed(content, page.path, path, states, now);
      const variants = await makeVariants(text, 'text/html; charset=utf-8');
      const done = { status: content.status ?? 200, variants, redirect };
      if (epoch(freshness()) === epoch(fresh)) cache.set(key, done);
      return done;
    };
    const work = (queue.add(make) as Promise<Made>).finally(() => making.delete(key));
    making.set(key, work);
    return work;
  }

  async function statesOf(about: readonly SourceId[]): Promise<SourceState[]> {
    return about.length === 0 ? [] : (await reads.sources()).filter(({ source }) => about.includes(source));
  }

  function framed(
    content: Content,
    pagePath: string,
    path: string,
    states: readonly SourceState[],
    now: Date,
  ): string {
    const nav = pages.filter((page) => page.nav !== undefined);
    return frame({
      content,
      states,
      now,
      nav,
      pagePath,
      path,
      sample,
      baseUrl,
      styleVersion,
      accounts: options.accounts === true,
      to,
      canSearch: paths.has('/insiders') && pagePath !== '/' && pagePath !== '/insiders',
    }).toString();
  }

  async function fail(
    request: Request,
    response: Response,
    failed: ApiError,
    page: Page | null = null,
  ): Promise<void> {
    for (const [name, value] of Object.entries(failed.headers)) response.setHeader(name, value);
    if (failed.code === 'not_ready') response.setHeader('Refresh', String(TRY_AGAIN_SECONDS));
    const { now } = freshness();
    // Also of a store that cannot be read at this moment.
    const states = await statesOf(page?.about?.(request.params as Record<string, string>) ?? []).catch(
      () => [],
    );
    const content = failureContent(failed, { to, now, states });
    // The page itself says what the source lacks.
    const text = framed(content, '', request.path, failed.code === 'not_ready' ? [] : states, now);
    const variants = await makeVariants(text, 'text/html; charset=utf-8');
    sendVariants(request, response, variants, { status: failed.status, cacheControl: 'no-store' });
  }

  async function flooding(request: Request): Promise<ApiError | null> {
    const state = await rate?.count(addressKey(addressOf(request)));
    if (state?.refused !== true) return null;
    return new ApiError(
      'rate_limited',
      `That is more than ${FLOOD.limit} pages a minute. Come back in ${state.resetSeconds} seconds.`,
      {
        headers: { 'Retry-After': String(state.resetSeconds) },
      },
    );
  }

  async function answer(page: Page, request: Request, response: Response): Promise<void> {
    try {
      const flood = await flooding(request);
      if (flood !== null) throw flood;
      const { status, variants, redirect } = await made(
        page,
        request.params as Record<string, string>,
        queryOf(request, page),
      );
      if (redirect === null)
        sendVariants(request, response, variants, {
          status,
          cacheControl: status === 200 ? cacheControl(freshness()) : 'no-store',
        });
      else response.setHeader('Cache-Control', 'no-store').redirect(302, redirect);
    } catch (error) {
      if (!(error instanceof ApiError)) log.error({ err: error, page: page.path }, 'page failed');
      await fail(
        request,
        response,
        error instanceof ApiError
          ? error
          : new ApiError('internal', 'The page could not be made. The cause is in the log of the service.'),
        page,
      );
    }
  }

  const router = express.Router({ caseSensitive: true, strict: false });
  const headers = helmet(SECURITY(baseUrl));
  for (const [name, type] of [
    ['style.css', 'text/css; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
  ] as const) {
    const variants = makeVariants(readFileSync(join(assetsFolder(), name), 'utf8'), type);
    router.get(`/assets/${name}`, headers, async (request, response) => {
      sendVariants(request, response, await variants, { cacheControl: 'public, max-age=3600' });
    });
  }
  for (const page of pages)
    router
      .route(page.path.replace(/\{(\w+)\}/g, ':$1'))
      .all(headers)
      .get((request: Request, response: Response) => answer(page, request, response))
      .all((request: Request, response: Response) =>
        fail(request, response, wrongMethod(request.method, 'GET, HEAD')),
      );
  // A reader who lost the way gets a page; programs get the plain failure of the interface.
  router.get(/^\/(?!v1\/|v1$|data\/)/, headers, async (request, response, next) => {
    if (!(request.headers.accept ?? '').includes('text/html')) return next();
    await fail(request, response, (await flooding(request)) ?? notFound('There is no page at this address.'));
  });
  return router;
}

/** No script, no frame, nothing from elsewhere. */
const SECURITY = (baseUrl: string) => ({
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
    (page.query ?? []).map((name) => [name, (given.get(name) ?? '').trim().slice(0, QUERY_MAX)]),
  );
}

/** A page is kept for a minute at most by others, so that a new state of the data is soon seen. */
function cacheControl({ nextRefreshAt, now }: Freshness): string {
  if (nextRefreshAt === null) return MINUTE;
  const left = Math.floor((Date.parse(nextRefreshAt) - now.getTime()) / 1000);
  return `public, max-age=${Math.max(0, Math.min(60, left))}`;
}
