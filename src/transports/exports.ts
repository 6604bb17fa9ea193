/** Serves the static exports: open to every page, without a key, and not counted. */

import express, { type Router } from 'express';
import { LRUCache } from 'lru-cache';
import { type ExportBytes, exportPath, readExport } from '../publish/export-file.js';
import { EXPORT_FOLDERS } from '../publish/exports.js';
import type { Freshness } from './call.js';
import { SHARED } from './send.js';
import { sendVariants, type Variants } from './send-variants.js';

export interface ExportRouteOptions {
  /** Folder on disk; without one there are no exports. */
  exportsRoot?: string;
  freshness: () => Freshness;
}

/** A symbol or a slug; everything else is no export, and no file is looked for. */
const NAME = /^[A-Za-z0-9]+(?:[./ -][A-Za-z0-9]+)*$/;
const NAME_MAX = 160;
const CACHE_BYTES = 16 * 1024 * 1024;
/** Others may keep a file this long, and this process too: exports follow the data within it. */
const SECONDS = 60;

export function exportRoutes({ exportsRoot }: ExportRouteOptions): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  if (exportsRoot === undefined) return router;
  const kept = new LRUCache<string, Variants>({
    maxSize: CACHE_BYTES,
    ttl: SECONDS * 1000,
    sizeCalculation: ({ body, gzip, br }) => body.length + (gzip?.length ?? 0) + (br?.length ?? 0) + 512,
  });
  router.get('/data/:folder/:file', async (request, response, next) => {
    const { folder, file } = request.params;
    const name = file.endsWith('.json') ? file.slice(0, -5) : '';
    if (!EXPORT_FOLDERS.some((one) => one === folder) || name.length > NAME_MAX || !NAME.test(name))
      return next();
    const path = exportPath(exportsRoot, folder, name);
    const found = kept.get(path) ?? variantsOf(await readExport(path));
    if (found === null) return next();
    kept.set(path, found);
    for (let index = 0; index < SHARED.length; index += 2)
      response.setHeader(SHARED[index] as string, SHARED[index + 1] as string);
    sendVariants(request, response, found, { cacheControl: `public, max-age=${SECONDS}` });
  });
  return router;
}

function variantsOf(bytes: ExportBytes | null): Variants | null {
  if (bytes === null) return null;
  const { body, gzip, br, sha256 } = bytes;
  return { type: 'application/json; charset=utf-8', body, gzip, br, etag: `"${sha256.slice(0, 32)}"` };
}
