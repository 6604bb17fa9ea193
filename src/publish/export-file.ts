/**
 * One export on disk: a line that tells the sizes, then both compressed variants. One file, so
 * that a reader never sees the halves of two. Its name is a hash, so that no part of an address is ever a path.
 */

import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';

export interface ExportBytes {
  body: Buffer;
  gzip: Buffer;
  br: Buffer;
  /** SHA-256 of the plain bytes, hexadecimal. */
  sha256: string;
}

const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);
const brotli = promisify(brotliCompress);

export function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Where the export of that name stands below `root`. */
export function exportPath(root: string, folder: string, name: string): string {
  const hash = sha256(`${folder}/${name}`);
  return join(root, hash.slice(0, 2), hash.slice(2));
}

/** Files that are not whole yet stand apart, so that what a killed process left there is found without a search. */
const BUILDING = 'building';
/** No file takes so long to write. */
const ABANDONED_MS = 10 * 60_000;

/** Removes what processes that were killed left half written below `root`. */
export async function removeAbandoned(root: string): Promise<void> {
  const folder = join(root, BUILDING);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const about = await stat(path).catch(() => null);
    if (about !== null && Date.now() - about.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

/** Takes the place of the old file in one step, also when the process dies. */
export async function writeExport(path: string, text: string): Promise<void> {
  const body = Buffer.from(text);
  const [zipped, brotlied] = await Promise.all([
    gzipped(body, { level: 6 }),
    brotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  ]);
  const head = JSON.stringify({ sha256: sha256(body), gzip: zipped.length, br: brotlied.length });
  await mkdir(dirname(path), { recursive: true });
  const building = join(dirname(dirname(path)), BUILDING, String(process.pid));
  await mkdir(dirname(building), { recursive: true });
  try {
    const file = await open(building, 'w');
    try {
      // To the end or not at all: a single write may stop half-way where the disk is nearly full.
      await file.writeFile(Buffer.concat([Buffer.from(`${head}\n`), zipped, brotlied]));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(building, path);
  } catch (error) {
    // A full disk is not made fuller.
    await rm(building, { force: true });
    throw error;
  }
}

/** Null when there is none. The plain bytes are unpacked, so that the disk holds them only packed. */
export async function readExport(path: string): Promise<ExportBytes | null> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const start = bytes.indexOf(10) + 1;
  const head = JSON.parse(bytes.subarray(0, start).toString()) as {
    sha256: string;
    gzip: number;
    br: number;
  };
  const zipped = bytes.subarray(start, start + head.gzip);
  return {
    body: await gunzipped(zipped),
    gzip: zipped,
    br: bytes.subarray(start + head.gzip),
    sha256: head.sha256,
  };
}

export async function removeExport(path: string): Promise<void> {
  await rm(path, { force: true });
}
