/** Serves the files for search engines, link previews and browsers: robots.txt, sitemaps, the search, and the icons. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Request, type Response, type Router } from 'express';
import type { Reads } from '../../../tools/contract/reads.js';
import { SERVICE_VERSION } from '../../../tools/contract/rules.js';
import { addressKey, clientAddress, widerKey } from '../../limits/address.js';
import { createRateLimit, type RateLimit } from '../../limits/rate.js';
import type { SharedCounters } from '../../limits/shared-counters.js';
import { countWhenReady } from '../../limits/window.js';
import type { DataVersion } from '../../pipeline/data-version.js';
import type { RequestPipeline } from '../../pipeline/pipeline.js';
import {
  type CrawledSite,
  openSearchXml,
  robotsText,
  sitemapIndex,
  sitemapPart,
} from '../../publish/crawler-files.js';
import { assetsFolder } from '../../publish/pages/assets.js';
import { createSiteFrame, isListed, type SiteFacts } from '../../publish/pages/site-frame.js';
import { respondWithStream } from './respond.js';

export interface CrawlerOptions extends SiteFacts {
  pipeline: RequestPipeline;
  reads: Reads;
  dataVersion: () => DataVersion;
  trustProxy: readonly string[];
  /** False lifts the rate limit of sitemaps, as it lifts the limits of the interface. */
  guarded: boolean;
  /** Counters of several processes; without them this process counts alone. */
  sharedCounters?: SharedCounters | null;
}

/** Address, file below the assets, and media type. */
const IMAGES = [
  ['/favicon.ico', 'favicon.ico', 'image/x-icon'],
  ['/apple-touch-icon.png', 'apple-touch-icon.png', 'image/png'],
  ['/assets/card.png', 'card.png', 'image/png'],
] as const;
/** The routes, for the metrics. */
export const CRAWLER_ROUTES: readonly string[] = [
  '/robots.txt',
  '/sitemap.xml',
  '/sitemaps/{file}',
  '/opensearch.xml',
  ...IMAGES.map(([path]) => path),
];

/** A crawler needs each sitemap once a day. */
const SITEMAP_LIMIT = { limit: 60, windowSeconds: 60 };
const HOUR = 'public, max-age=3600';
const XML_TYPE = 'application/xml; charset=utf-8';
const NO_SNIFFING = ['X-Content-Type-Options', 'nosniff'];

export function crawlerRoutes(options: CrawlerOptions): Router {
  const { pipeline, baseUrl } = options;
  const { to, hasPage } = createSiteFrame(pipeline.tools, options);
  const site: CrawledSite = { baseUrl, isListed: isListed(options), to, hasPage };
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const [path, file, type] of IMAGES) {
    const bytes = readFileSync(join(assetsFolder(), file));
    router.get(path, (_request, response) => sendFile(response, type, bytes));
  }
  router.get('/robots.txt', (_request, response) =>
    sendFile(response, 'text/plain; charset=utf-8', robotsText(site)),
  );
  if (hasPage('/search'))
    router.get('/opensearch.xml', (_request, response) =>
      sendFile(response, 'application/opensearchdescription+xml; charset=utf-8', openSearchXml(baseUrl)),
    );
  if (site.isListed) addSitemaps(router, options, site);
  return router;
}

function sendFile(response: Response, type: string, body: string | Buffer): void {
  response
    .set({ 'Content-Type': type, 'Cache-Control': HOUR, 'X-Content-Type-Options': 'nosniff' })
    .end(body);
}

function addSitemaps(router: Router, options: CrawlerOptions, site: CrawledSite): void {
  const { reads, sharedCounters, guarded } = options;
  const rateLimit = guarded
    ? createRateLimit({ policy: 'sitemaps', ...SITEMAP_LIMIT, wider: widerKey }, sharedCounters)
    : null;
  const addressOf = clientAddress(options.trustProxy);
  const send = async (
    request: Request,
    response: Response,
    open: () => AsyncGenerator<string>,
  ): Promise<void> => {
    const { at } = options.dataVersion();
    const etag = `W/"${SERVICE_VERSION}-${at}"`;
    await respondWithStream(request, response, { type: XML_TYPE, etag, open }, [
      'Cache-Control',
      HOUR,
      ...NO_SNIFFING,
    ]);
  };
  router.use(['/sitemap.xml', '/sitemaps'], async (request, response, next) => {
    const wait = await secondsToWait(rateLimit, addressOf(request));
    if (wait === null) return next();
    response.status(429).set({ 'Retry-After': String(wait), 'Content-Type': 'text/plain' });
    response.end(`Too many sitemaps. Try again in ${wait} seconds.\n`);
  });
  router.get('/sitemap.xml', (request, response) => send(request, response, () => sitemapIndex(site, reads)));
  router.get('/sitemaps/:file', async (request, response, next) => {
    const open = await sitemapPart(site, reads, request.params.file);
    if (open === null) return next();
    await send(request, response, open);
  });
}

/** Null while the address may request more. */
async function secondsToWait(rateLimit: RateLimit | null, address: string): Promise<number | null> {
  if (rateLimit === null) return null;
  const { isRefused, resetSeconds } = await countWhenReady(rateLimit, addressKey(address));
  return isRefused ? resetSeconds : null;
}
