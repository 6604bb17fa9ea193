/** Serves the files of the newest dump, where the operator offers dumps. */

import { join } from 'node:path';
import express, { type Request, type Response, type Router } from 'express';
import { ApiError, notFound } from '../../../tools/contract/errors.js';
import { addressKey, clientAddress, widerKey } from '../../limits/address.js';
import { createRateLimit } from '../../limits/rate.js';
import { requestIdOf } from '../../limits/request-id.js';
import type { SharedCounters } from '../../limits/shared-counters.js';
import { countWhenReady } from '../../limits/window.js';
import type { RequestPipeline } from '../../pipeline/pipeline.js';
import type { OfferedDumpFacts } from '../../publish/offered-dump.js';
import { respond } from './respond.js';

export interface OfferedDump {
  /** Null while there is none. */
  facts(): OfferedDumpFacts | null;
  folder: string;
}

export interface DumpRouteOptions {
  pipeline: RequestPipeline;
  trustProxy: readonly string[];
  /** False lifts the rate limit, as it lifts the limits of the interface. */
  guarded: boolean;
  sharedCounters?: SharedCounters | null;
  /** Left out where no dump is offered. */
  dump?: OfferedDump | undefined;
}

/** Files an hour for one address: two whole dumps. */
const DUMP_LIMIT = { limit: 120, windowSeconds: 3600 };
const MANIFEST = 'manifest.json';
const TYPES: Readonly<Record<string, string>> = {
  db: 'application/vnd.sqlite3',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
};

export function dumpRoutes({
  pipeline,
  trustProxy,
  guarded,
  sharedCounters,
  dump,
}: DumpRouteOptions): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  if (dump === undefined) return router;
  const limit = guarded
    ? createRateLimit({ policy: 'dumps', ...DUMP_LIMIT, wider: widerKey }, sharedCounters)
    : null;
  const addressOf = clientAddress(trustProxy);
  router.get(/^\/dumps\/(.+)$/, async (request: Request, response: Response) => {
    try {
      // The pattern has one group.
      const name = request.path.slice('/dumps/'.length);
      const known = dump.facts()?.files.some((file) => file.name === name) === true || name === MANIFEST;
      if (!known || dump.facts() === null)
        throw notFound('The newest dump has no such file; /dumps/manifest.json lists them.');
      const state = limit === null ? null : await countWhenReady(limit, addressKey(addressOf(request)));
      if (state?.isRefused === true)
        throw new ApiError(
          'rate_limited',
          `That is more than ${DUMP_LIMIT.limit} files an hour. Try again in ${state.resetSeconds} seconds.`,
          { headers: { 'Retry-After': String(state.resetSeconds) } },
        );
      await send(response, dump.folder, name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      respond(
        request,
        response,
        pipeline.uncountedError(error, () => requestIdOf(request)),
      );
    }
  });
  return router;
}

/** Only a name that the manifest has comes here. */
function send(response: Response, folder: string, name: string): Promise<void> {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return new Promise((resolve, reject) => {
    response.sendFile(
      join(folder, name),
      {
        headers: {
          'Content-Type': type,
          'Access-Control-Allow-Origin': '*',
          'X-Content-Type-Options': 'nosniff',
          'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
        },
      },
      (error) => {
        // A caller who went away, or a dump that was replaced meanwhile.
        if (error === undefined || response.headersSent) resolve();
        else reject(notFound('The dump was replaced meanwhile. Request its manifest again.'));
      },
    );
  });
}
