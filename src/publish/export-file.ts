/**
 * One export on disk: a line that tells the sizes, then both compressed variants. One file, so
 * that a reader never sees the halves of two. Its name is a hash, so that no part of an address is ever a path.
 */

import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
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
  const building = `${path}.${process.pid}`;
  const file = await open(building, 'w');
  try {
    await file.writev([Buffer.from(`${head}\n`), zipped, brotlied]);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(building, path);
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
