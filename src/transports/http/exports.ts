/** Serves the static exports: open to every page, without a key, and not counted. */

import express, { type Request, type Response, type Router } from 'express';
import { LRUCache } from 'lru-cache';
import { Failure, notFound } from '../../../tools/contract/errors.js';
import type { Reads, SourceId } from '../../../tools/contract/reads.js';
import type { Gate } from '../../pipeline/pipeline.js';
import {
  type ExportBytes,
  exportPath,
  readExport,
  readHead,
  streamExport,
} from '../../publish/export-file.js';
import { EXPORT_FOLDERS, EXPORT_TOOLS, type ExportFolder, INDEX } from '../../publish/exports.js';
import { SHARED, send } from './respond.js';
import { READING, wrongMethod } from './rest.js';
import { sendStream, sendVariants, type Variants } from './send-variants.js';

export interface ExportRouteOptions {
  gate: Gate;
  reads: Reads;
  /** Folder on disk; without one there are no exports. */
  exportsRoot?: string;
}

/** Their routes, for the metrics. */
export const EXPORT_ROUTES = EXPORT_FOLDERS.map((folder) => `/data/${folder}/{name}.json`);

/** A symbol or a slug; everything else is no export, and no file is looked for. */
const NAME = /^[A-Za-z0-9]+(?:[./ -][A-Za-z0-9]+)*$/;
const NAME_MAX = 160;
const CACHE_BYTES = 4 * 1024 * 1024;
/** Plain bytes beyond which a file is sent as it is read, and never held: the list of half a million insiders. */
const LONG = 1024 * 1024;
const TYPE = 'application/json; charset=utf-8';
/** Others may keep a file this long, and this process too: exports follow the data within it. */
const SECONDS = 60;

export function exportRoutes({ gate, reads, exportsRoot }: ExportRouteOptions): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  if (exportsRoot === undefined) return router;
  const kept = new LRUCache<string, Variants>({
    maxSize: CACHE_BYTES,
    ttl: SECONDS * 1000,
    sizeCalculation: ({ body, gzip, br }) => body.length + (gzip?.length ?? 0) + (br?.length ?? 0) + 512,
  });
  /** A large list is unpacked once for all who ask for it at the same time. */
  const reading = new Map<string, Promise<Variants | null>>();

  async function find(folder: ExportFolder, name: string): Promise<Variants | null> {
    const path = exportPath(exportsRoot as string, folder, name);
    const ready = kept.get(path);
    if (ready !== undefined) return ready;
    let under = reading.get(path);
    if (under === undefined) {
      under = readExport(path)
        .then(variantsOf)
        .finally(() => reading.delete(path));
      reading.set(path, under);
    }
    const found = await under;
    if (found !== null) kept.set(path, found);
    return found;
  }

  /** Why there is no file. Exports are made after the data: what was not made yet may well exist. */
  async function absence(folder: ExportFolder, name: string): Promise<Failure> {
    const list = `/data/${folder}/${INDEX}.json`;
    const isMade = (await readHead(exportPath(exportsRoot as string, folder, INDEX))) !== null;
    // While a source is read for the first time, what has no file yet may well exist.
    if (isMade && (await isWhole(reads, gate, folder)))
      return notFound(`There is no export ${name}.json here; ${list} names every one.`);
    return new Failure(
      'not_ready',
      `This export of ${folder} has not been made yet. Exports follow the data; GET ${EXPORT_TOOLS[folder]} gives the same facts.`,
      { headers: { 'Retry-After': String(SECONDS) } },
    );
  }

  router
    .route('/data/:folder/:file')
    .get(async (request: Request<{ folder: string; file: string }>, response: Response, next) => {
      const { file } = request.params;
      const folder = EXPORT_FOLDERS.find((one) => one === request.params.folder);
      if (folder === undefined || !file.endsWith('.json')) return next('route');
      const name = file.slice(0, -5);
      const possible = name.length <= NAME_MAX && NAME.test(name);
      const off = await switchedOff(reads, gate, folder);
      const shared = () => {
        for (let index = 0; index < SHARED.length; index += 2)
          response.setHeader(SHARED[index] as string, SHARED[index + 1] as string);
      };
      const cacheControl = `public, max-age=${SECONDS}`;
      const long = off !== null || !possible ? null : await tooLong(exportPath(exportsRoot, folder, name));
      if (long !== null) {
        shared();
        const streamed = { ...long, type: TYPE, etag: etagOf(long.head) };
        return sendStream(request, response, streamed, cacheControl);
      }
      const found = off !== null || !possible ? null : await find(folder, name);
      if (found === null) {
        const failed = off ?? (await absence(folder, name.slice(0, NAME_MAX)));
        send(request, response, gate.refuse(failed, { address: null }, { free: true }));
        return;
      }
      shared();
      sendVariants(request, response, found, { cacheControl });
    })
    .all((request: Request, response: Response) => {
      const failed = wrongMethod(request.method, READING);
      send(request, response, gate.refuse(failed, { address: null }, { free: true }));
    });
  return router;
}

async function isWhole(reads: Reads, gate: Gate, folder: ExportFolder): Promise<boolean> {
  const source = gate.tools.find((tool) => tool.path === EXPORT_TOOLS[folder])?.source;
  return (await reads.sources()).find((one) => one.source === source)?.isWhole ?? true;
}

/** What the operator switched off is not served from files of earlier days either. */
async function switchedOff(reads: Reads, gate: Gate, folder: ExportFolder): Promise<Failure | null> {
  const source: SourceId | undefined = gate.tools.find((tool) => tool.path === EXPORT_TOOLS[folder])?.source;
  const state = (await reads.sources()).find((one) => one.source === source);
  return state?.status === 'off'
    ? new Failure('not_ready', `${source} is switched off here, so nothing is exported of it.`)
    : null;
}

function variantsOf(bytes: ExportBytes | null): Variants | null {
  if (bytes === null) return null;
  const { body, gzip, br } = bytes;
  return { type: TYPE, body, gzip, br, etag: etagOf(bytes) };
}

/** A list that must not be held, opened; null for every other file. */
async function tooLong(path: string) {
  const head = await readHead(path);
  return head === null || head.bytes <= LONG ? null : streamExport(path);
}

function etagOf({ sha256 }: { sha256: string }): string {
  return `"${sha256.slice(0, 32)}"`;
}
