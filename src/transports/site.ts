/** What people and crawlers find around the interface: documents and pages. Nothing here is counted. */

import express, { type Router } from 'express';
import { documentRoutes } from './documents.js';
import { type OpenApiRouteOptions, openApiRoute } from './openapi.js';
import { type PagesOptions, pageRoutes } from './pages.js';

export type SiteOptions = PagesOptions & OpenApiRouteOptions;

export function siteRoutes(options: SiteOptions): Router {
  const router = express.Router({ caseSensitive: true, strict: false });
  router.use(documentRoutes(options.baseUrl));
  router.use(openApiRoute(options));
  router.use(pageRoutes(options));
  return router;
}
