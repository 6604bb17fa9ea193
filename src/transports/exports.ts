/** Serves the static exports: open to every page, without a key, and not counted. */

import express, { type Router } from 'express';
import { LRUCache } from 'lru-cache';
import { type ExportBytes, exportPath, readExport, readHead, streamExport } from '../publish/export-file.js';
import { EXPORT_FOLDERS } from '../publish/exports.js';
import type { Freshness } from './call.js';
import { SHARED } from './send.js';
import { sendStream, sendVariants, type Variants } from './send-variants.js';

export interface ExportRouteOptions {
  /** Folder on disk; without one there are no exports. */
  exportsRoot?: string;
  freshness: () => Freshness;
}

/** A symbol or a slug; everything else is no export, and no file is looked for. */
const NAME = /^[A-Za-z0-9]+(?:[./ -][A-Za-z0-9]+)*$/;
const NAME_MAX = 160;
const CACHE_BYTES = 16 * 1024 * 1024;
/** Plain bytes beyond which a file is sent as it is read, and never held: the list of half a million insiders. */
const LONG = 1024 * 1024;
const TYPE = 'application/json; charset=utf-8';
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
    const shared = () => {
      for (let index = 0; index < SHARED.length; index += 2)
        response.setHeader(SHARED[index] as string, SHARED[index + 1] as string);
    };
    const cacheControl = `public, max-age=${SECONDS}`;
    let found = kept.get(path);
    if (found === undefined) {
      const long = ((await readHead(path))?.bytes ?? 0) > LONG ? await streamExport(path) : null;
      if (long !== null) {
        shared();
        await sendStream(request, response, { ...long, type: TYPE, etag: etagOf(long.head) }, cacheControl);
        return;
      }
      const read = variantsOf(await readExport(path));
      if (read === null) return next();
      kept.set(path, read);
      found = read;
    }
    shared();
    sendVariants(request, response, found, { cacheControl });
  });
  return router;
}

function variantsOf(bytes: ExportBytes | null): Variants | null {
  if (bytes === null) return null;
  const { body, gzip, br } = bytes;
  return { type: TYPE, body, gzip, br, etag: etagOf(bytes) };
}

function etagOf({ sha256 }: { sha256: string }): string {
  return `"${sha256.slice(0, 32)}"`;
}
