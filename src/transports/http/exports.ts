/** Serves the static exports: open to every page, without a key, and not counted. */

import express, { type Request, type Response, type Router } from 'express';
import { ApiError, notFound } from '../../../tools/contract/errors.js';
import type { Reads, SourceId } from '../../../tools/contract/reads.js';
import type { DataVersion } from '../../pipeline/data-version.js';
import { type EncodedResponse, JSON_TYPE } from '../../pipeline/encoded-response.js';
import type { RequestPipeline } from '../../pipeline/pipeline.js';
import { createResponseCache, type ResponseCache } from '../../pipeline/response-cache.js';
import { exportPath, readExport, readHead, streamExport } from '../../publish/export-file.js';
import { EXPORT_FOLDERS, EXPORT_TOOLS, type ExportFolder, INDEX } from '../../publish/exports.js';
import { API_HEADERS, respond, respondWithFile } from './respond.js';
import { READ_METHODS, wrongMethod } from './rest.js';

export interface ExportRouteOptions {
  pipeline: RequestPipeline;
  reads: Reads;
  dataVersion: () => DataVersion;
  /** Folder on disk; without one there are no exports. */
  exportsRoot?: string;
}

/** Their routes, for the metrics. */
export const EXPORT_ROUTES = EXPORT_FOLDERS.map((folder) => `/data/${folder}/{name}.json`);

/** A symbol or a slug; everything else is no export, and no file is looked for. */
const NAME = /^[A-Za-z0-9]+(?:[./ -][A-Za-z0-9]+)*$/;
const NAME_MAX = 160;
const CACHE_BYTES = 4 * 1024 * 1024;
/** Files that are read at the same time. */
const CONCURRENCY = 16;
/** A longer file is sent as it is read, and never held: the list of half a million insiders. */
const STREAMED_BYTES = 1024 * 1024;
/** Others may cache a file this long, and this process too: exports follow the data within it. */
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
        respond(request, response, pipeline.uncountedError(error));
      }
    })
    .all((request: Request, response: Response) => {
      respond(request, response, pipeline.uncountedError(wrongMethod(request.method, READ_METHODS)));
    });
  return router;
}

class ExportServer {
  private readonly cache: ResponseCache;

  constructor(
    private readonly options: ExportRouteOptions,
    private readonly root: string,
  ) {
    this.cache = createResponseCache({
      bytes: CACHE_BYTES,
      concurrency: CONCURRENCY,
      milliseconds: SECONDS * 1000,
      dataVersion: options.dataVersion,
    });
  }

  /** @throws ApiError when there is no such file. */
  async answer(folder: ExportFolder, name: string, request: Request, response: Response): Promise<void> {
    await this.refuseSwitchedOff(folder);
    if (name.length > NAME_MAX || !NAME.test(name)) throw await this.absence(folder, name.slice(0, NAME_MAX));
    const path = exportPath(this.root, folder, name);
    const file = await longFile(path);
    if (file !== null) return respondWithFile(request, response, file, CACHE_CONTROL.concat(API_HEADERS));
    // Files come compressed from disk, so they suit every caller.
    const { response: found } = await this.cache.getOrCompute(path, [], async () => {
      const encoded = await encodedFile(path);
      if (encoded === null) throw await this.absence(folder, name);
      return encoded;
    });
    respond(request, response, found);
  }

  /** Why there is no file. Exports are made after the data: what was not made yet may well exist. */
  private async absence(folder: ExportFolder, name: string): Promise<ApiError> {
    const list = `/data/${folder}/${INDEX}.json`;
    const isMade = (await readHead(exportPath(this.root, folder, INDEX))) !== null;
    // While a source is read for the first time, what has no file yet may well exist.
    if (isMade && ((await this.stateOf(folder))?.isWhole ?? true))
      return notFound(`There is no export ${name}.json here; ${list} names every one.`);
    return new ApiError(
      'not_ready',
      `This export of ${folder} has not been made yet. Exports follow the data; GET ${EXPORT_TOOLS[folder]} gives the same facts.`,
      { headers: { 'Retry-After': String(SECONDS) } },
    );
  }

  /** What the operator switched off is not served from files of earlier days either. */
  private async refuseSwitchedOff(folder: ExportFolder): Promise<void> {
    if ((await this.stateOf(folder))?.status !== 'off') return;
    const source = this.sourceOf(folder);
    throw new ApiError('not_ready', `${source} is switched off here, so nothing is exported of it.`);
  }

  private async stateOf(folder: ExportFolder) {
    const source = this.sourceOf(folder);
    return (await this.options.reads.sources()).find((one) => one.source === source);
  }

  private sourceOf(folder: ExportFolder): SourceId | undefined {
    return this.options.pipeline.tools.find((tool) => tool.path === EXPORT_TOOLS[folder])?.source;
  }
}

async function encodedFile(path: string): Promise<EncodedResponse | null> {
  const bytes = await readExport(path);
  if (bytes === null) return null;
  const { body, gzip, br } = bytes;
  const etag = etagOf(bytes);
  return { status: 200, type: JSON_TYPE, body, gzip, br, etag, headers: CACHE_CONTROL, message: null };
}

/** A file that must not be held in memory, opened; null for every other one. */
async function longFile(path: string) {
  const head = await readHead(path);
  if (head === null || head.bytes <= STREAMED_BYTES) return null;
  const file = await streamExport(path);
  if (file === null) return null;
  const { open, close } = file;
  return { type: JSON_TYPE, etag: etagOf(file.head), gzipLength: file.head.gzip, open, close };
}

function etagOf({ sha256 }: { sha256: string }): string {
  return `"${sha256.slice(0, 32)}"`;
}
