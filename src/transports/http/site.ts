/** What people and crawlers use besides the interface: documents, exports and pages. None of it counts against a key. */

import express, { type Router } from 'express';
import type { Tool } from '../../../tools/contract/tool.js';
import { pagesFor } from '../../publish/pages/index.js';
import { CRAWLER_ROUTES, crawlerRoutes } from './crawlers.js';
import { DOCUMENTS, documentRoutes } from './documents.js';
import { type DumpRouteOptions, dumpRoutes } from './dumps.js';
import { EXPORT_ROUTES, type ExportRouteOptions, exportRoutes } from './exports.js';
import { listPaths } from './lists.js';
import { type OpenApiRouteOptions, openApiRoute } from './openapi.js';
import { ASSETS, type PagesOptions, pageRoutes } from './pages.js';
import { PROOF_ROUTES, proofRoutes } from './proof.js';

export type SiteOptions = PagesOptions & OpenApiRouteOptions & ExportRouteOptions & DumpRouteOptions;

/** The addresses of pages, documents, files for crawlers and exports: the routes of the metrics. */
export function sitePaths(tools: readonly Tool[]): string[] {
  const pages = pagesFor(tools).map((page) => page.path);
  return [
    ...pages,
    ...listPaths(tools),
    ...ASSETS,
    ...CRAWLER_ROUTES,
    ...DOCUMENTS,
    ...EXPORT_ROUTES,
    ...PROOF_ROUTES,
  ];
}

export function siteRoutes(options: SiteOptions): Router {
  const router = express.Router({ caseSensitive: true, strict: false });
  router.use(documentRoutes(options));
  router.use(exportRoutes(options));
  router.use(proofRoutes(options));
  router.use(dumpRoutes(options));
  router.use(openApiRoute(options));
  router.use(crawlerRoutes(options));
  router.use(pageRoutes(options));
  return router;
}
