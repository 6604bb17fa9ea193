/** Serves the plain documents. They are not counted against any limit. */

import express, { type Router } from 'express';
import { DOCUMENT_PATHS, documents, type ServiceFacts } from '../../publish/documents.js';

export const DOCUMENTS: readonly string[] = DOCUMENT_PATHS;

export function documentRoutes(serving: ServiceFacts): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const { path, type, body } of documents(serving)) {
    router.get(path, (_request, response) => {
      response
        .set({
          'Content-Type': type,
          'Access-Control-Allow-Origin': '*',
          // Discovery by pages of other sites demands these two.
          'Access-Control-Allow-Methods': 'GET',
          'Access-Control-Allow-Headers': 'Content-Type',
          'Cache-Control': 'public, max-age=3600',
          'X-Content-Type-Options': 'nosniff',
        })
        .end(body);
    });
  }
  return router;
}
