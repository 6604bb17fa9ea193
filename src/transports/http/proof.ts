/** The public key of this service at an address that everybody knows. */

import express, { type Response, type Router } from 'express';
import type { Reads } from '../../../tools/contract/reads.js';
import { openManifest } from '../../proof/manifest.js';

export const PROOF_ROUTES = ['/.well-known/disclosed-keys.json'] as const;

export interface ProofRouteOptions {
  reads: Reads;
  baseUrl: string;
}

/** The key of the newest generation. How an earlier key handed over to it is in the manifests. */
export function proofRoutes({ reads, baseUrl }: ProofRouteOptions): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get(PROOF_ROUTES[0], async (_request, response: Response) => {
    const [newest] = await reads.manifests({ before: null, limit: 1 });
    const opened = newest === undefined ? null : openManifest(newest.json);
    const body = {
      keys: opened === null ? [] : [opened.manifest.key],
      generations: `${baseUrl}/v1/generations`,
    };
    response
      .set({
        'Content-Type': 'application/json; charset=utf-8',
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': 'public, max-age=60',
        'X-Content-Type-Options': 'nosniff',
      })
      .end(`${JSON.stringify(body, null, 2)}\n`);
  });
  return router;
}
