/** Serves the static exports: open to every page, without a key, and not counted. */

import { createHash } from 'node:crypto';
import express, { type Request, type Response, type Router } from 'express';
import { ApiError, invalidParameter, notFound } from '../../../tools/contract/errors.js';
import { AS_OF } from '../../../tools/contract/parameters.js';
import type { Reads } from '../../../tools/contract/reads.js';
import { RATE_WINDOW_SECONDS, SERVICE_VERSION } from '../../../tools/contract/rules.js';
import { addressKey, clientAddress, widerKey } from '../../limits/address.js';
import { createRateLimit, type RateLimit } from '../../limits/rate.js';
import { requestIdOf } from '../../limits/request-id.js';
import type { SharedCounters } from '../../limits/shared-counters.js';
import { countWhenReady } from '../../limits/window.js';
import type { DataVersion } from '../../pipeline/data-version.js';
import { type EncodedResponse, JSON_TYPE, withGzip } from '../../pipeline/encoded-response.js';
import type { RequestPipeline } from '../../pipeline/pipeline.js';
import { ResponseCache } from '../../pipeline/response-cache.js';
import { readTree, readTreeFile } from '../../publish/export-tree.js';
import {
  EXPORT_ENDPOINTS,
  EXPORT_FOLDERS,
  type ExportFolder,
  type ExportInput,
  exportNames,
  exportSource,
  INDEX,
  isExportName,
  type ListedExport,
  listedName,
  PRERENDERED,
  renderExport,
  renderExportList,
} from '../../publish/exports.js';
import { API_HEADERS, acceptedCodings, respond, respondWithStream } from './respond.js';
import { endpointsOf, READ_METHODS, wrongMethod } from './rest.js';

export interface ExportRouteOptions {
  pipeline: RequestPipeline;
  reads: Reads;
  dataVersion: () => DataVersion;
  baseUrl: string;
  trustProxy: readonly string[];
  /** False lifts the rate limit of exports, as it lifts the limits of the interface. */
  guarded: boolean;
  /** The folder of the prerendered files; null if all exports are rendered on request, undefined if there are none. */
  exportsRoot?: string | null;
  /** Counters of several processes; without them this process counts alone. */
  sharedCounters?: SharedCounters | null;
}

/** The routes of the exports, for the metrics. */
export const EXPORT_ROUTES = EXPORT_FOLDERS.map((folder) => `/data/${folder}/{name}.json`);

/** Exports and lists that are made for one address in a minute, as many as pages; those in the cache do not count. */
const EXPORT_LIMIT = { limit: 240, windowSeconds: 60 };
const NAME_SHOWN = 160;
const NOT_REPLAYED = `Exports show the present. Leave ${AS_OF} out, or give it to the endpoints below /v1.`;
const CACHE_BYTES = 4 * 1024 * 1024;
/** Exports that are rendered at the same time. */
const CONCURRENCY = 16;
/** Clients and this process may cache an export this long. */
const SECONDS = 60;
const CACHE_CONTROL = ['Cache-Control', `public, max-age=${SECONDS}`];

export function exportRoutes(options: ExportRouteOptions): Router {
  const { pipeline, exportsRoot } = options;
  const router = express.Router({ caseSensitive: true, strict: true });
  if (exportsRoot === undefined) return router;
  const server = new ExportServer(options, exportsRoot);
  router
    .route('/data/:folder/:file')
    .get(async (request: Request<{ folder: string; file: string }>, response: Response, next) => {
      const { file } = request.params;
      const folder = EXPORT_FOLDERS.find((one) => one === request.params.folder);
      if (folder === undefined || !file.endsWith('.json')) return next('route');
      try {
        await server.answer(folder, file.slice(0, -'.json'.length), request, response);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        respond(
          request,
          response,
          pipeline.uncountedError(error, () => requestIdOf(request)),
        );
      }
    })
    .all((request: Request, response: Response) => {
      respond(request, response, pipeline.uncountedError(wrongMethod(request.method, READ_METHODS)));
    });
  return router;
}

/** The server reads no query: exports have no other parameter. */
function queryOf({ url }: Request): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
}

class ExportServer {
  private readonly cache: ResponseCache;
  private readonly rateLimit: RateLimit | null;
  private readonly addressOf: (request: Request) => string;

  constructor(
    private readonly options: ExportRouteOptions,
    private readonly root: string | null,
  ) {
    this.cache = new ResponseCache({
      bytes: CACHE_BYTES,
      concurrency: CONCURRENCY,
      milliseconds: SECONDS * 1000,
      dataVersion: options.dataVersion,
    });
    this.rateLimit = options.guarded
      ? createRateLimit({ policy: 'exports', ...EXPORT_LIMIT, wider: widerKey }, options.sharedCounters)
      : null;
    this.addressOf = clientAddress(options.trustProxy);
  }

  /** @throws ApiError when there is no such export. */
  async answer(folder: ExportFolder, name: string, request: Request, response: Response): Promise<void> {
    const { pipeline, reads, dataVersion } = this.options;
    // An export of the present must not be taken for one of an earlier day.
    if (queryOf(request).has(AS_OF)) throw invalidParameter([{ path: AS_OF, message: NOT_REPLAYED }]);
    const codings = acceptedCodings(request);
    const key = `${folder}/${name}`;
    const cached = this.cache.get(dataVersion(), key, codings);
    if (cached !== undefined) return respond(request, response, cached);
    await this.countRequest(request);
    const source = await exportSource(pipeline.tools, reads, folder);
    if (source?.status === 'off')
      throw new ApiError('not_ready', `${source.source} is switched off here, so nothing is exported of it.`);
    if (name === INDEX) return this.answerList(folder, request, response);
    const found = await this.cache.getOrCompute(key, codings, async (version) => {
      const text = await this.render(folder, name, version);
      if (text === null) throw absence(folder, name.slice(0, NAME_SHOWN), source?.isWhole ?? true);
      const encoded = encodeExport(text);
      return codings.length > 0 ? withGzip(encoded) : encoded;
    });
    respond(request, response, found.response);
  }

  /**
   * Counts a request that needs work. Before the cache, so that a caller who waits for another is never refused for it.
   * @throws ApiError `rate_limited` when the address is beyond the limit
   */
  private async countRequest(request: Request): Promise<void> {
    if (this.rateLimit === null) return;
    const state = await countWhenReady(this.rateLimit, addressKey(this.addressOf(request)));
    if (!state.isRefused) return;
    throw new ApiError(
      'rate_limited',
      `That is more than ${EXPORT_LIMIT.limit} exports a minute. Try again in ${state.resetSeconds} seconds.`,
      { headers: { 'Retry-After': String(state.resetSeconds) } },
    );
  }

  private async render(folder: ExportFolder, name: string, version: DataVersion): Promise<string | null> {
    if (!isExportName(name)) return null;
    const file =
      this.root !== null && PRERENDERED.includes(folder) ? await readTreeFile(this.root, folder, name) : null;
    if (file !== null) return file;
    const listed = await listedName(this.options.reads, folder, name);
    if (listed === null) return null;
    const text = await renderExport(this.input(version), folder, listed);
    return text === null ? null : text(version.at);
  }

  private async answerList(folder: ExportFolder, request: Request, response: Response): Promise<void> {
    const version = this.options.dataVersion();
    const files = new Map<string, string>();
    if (this.root !== null && PRERENDERED.includes(folder))
      for await (const file of readTree(this.root))
        if (file.folder === folder) files.set(file.name, file.as_of);
    const entries = this.entriesOf(folder, files, version.at);
    const list = {
      type: JSON_TYPE,
      etag: listEtag([folder, SERVICE_VERSION, version.at, ...files.values()]),
      open: () => renderExportList(this.input(version), folder, entries, version.at),
    };
    await respondWithStream(request, response, list, CACHE_CONTROL.concat(API_HEADERS));
  }

  private async *entriesOf(
    folder: ExportFolder,
    files: ReadonlyMap<string, string>,
    asOf: string,
  ): AsyncGenerator<ListedExport> {
    for await (const name of exportNames(this.options.reads, folder))
      yield { name, as_of: files.get(name) ?? asOf };
  }

  private input({ now }: DataVersion): ExportInput {
    const { pipeline, reads, baseUrl } = this.options;
    const { tools, sample } = pipeline;
    const rateLimits = { ...pipeline.rateLimits, windowSeconds: RATE_WINDOW_SECONDS };
    const context = { reads, now, baseUrl, endpoints: endpointsOf(tools), rateLimits, sample };
    return { tools, context, sourcePrefix: sample ? 'sample:' : '' };
  }
}

/** Why there is no export. While a source is read for the first time, the entity may well exist. */
function absence(folder: ExportFolder, name: string, isWhole: boolean): ApiError {
  if (isWhole)
    return notFound(`There is no export ${name}.json here; /data/${folder}/${INDEX}.json lists every one.`);
  return new ApiError(
    'not_ready',
    `There is no such export of ${folder} yet: its source is still being read for the first time. GET ${EXPORT_ENDPOINTS[folder]} gives the same facts.`,
    { headers: { 'Retry-After': String(SECONDS) } },
  );
}

function encodeExport(text: string): EncodedResponse {
  const body = Buffer.from(text);
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
  return {
    status: 200,
    type: JSON_TYPE,
    body,
    etag,
    gzip: null,
    br: null,
    headers: CACHE_CONTROL,
    message: null,
  };
}

/** Weak, because a list is never held in memory: its bytes are not known before they are sent. */
function listEtag(parts: readonly string[]): string {
  return `W/"${createHash('sha256').update(parts.join()).digest('hex').slice(0, 32)}"`;
}
