/**
 * One export on disk: a line that tells the sizes, then the compressed variants. One file, so that a reader never
 * sees the halves of two. Its name is a hash, so that no part of an address is ever a path.
 */

import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGunzip, createGzip, gunzip, gzip } from 'node:zlib';

/** What the first line of the file says. */
export interface ExportHead {
  /** SHA-256 of the plain bytes, hexadecimal. */
  sha256: string;
  /** Plain bytes. */
  bytes: number;
  /** Bytes of each variant; a list that was written in one go has no br. */
  gzip: number;
  br: number;
  /** When this content came to be, ISO 8601 UTC. */
  as_of: string;
}

export interface ExportBytes {
  body: Buffer;
  gzip: Buffer;
  br: Buffer | null;
  sha256: string;
}

/** Room for the first line, with its end: what it says of a list is known only when the list is written. */
const HEAD_BYTES = 256;

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

/** Takes the place of the old file in one step, also when the process dies. Gives the head of the new one. */
export async function writeExport(path: string, text: string, asOf: string): Promise<ExportHead> {
  const body = Buffer.from(text);
  const [zipped, brotlied] = await Promise.all([
    gzipped(body, { level: 6 }),
    brotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  ]);
  const sizes = { bytes: body.length, gzip: zipped.length, br: brotlied.length };
  const head: ExportHead = { sha256: sha256(body), ...sizes, as_of: asOf };
  await replace(path, async (file) => {
    // To the end or not at all: a single write may stop half-way where the disk is nearly full.
    await file.writeFile(Buffer.concat([headLine(head), zipped, brotlied]));
  });
  return head;
}

/**
 * The same for a text too long to be held in memory, as it comes; packed with gzip alone, and lightly, because lists
 * are mostly hashes. When `parts` throws, the old file stays.
 */
export async function writeLongExport(
  path: string,
  parts: AsyncIterable<string>,
  asOf: string,
): Promise<ExportHead> {
  const hash = createHash('sha256');
  const head: ExportHead = { sha256: '', bytes: 0, gzip: 0, br: 0, as_of: asOf };
  const counted = async function* () {
    for await (const part of parts) {
      const bytes = Buffer.from(part);
      hash.update(bytes);
      head.bytes += bytes.length;
      yield bytes;
    }
  };
  await replace(path, async (file) => {
    await file.write(Buffer.alloc(HEAD_BYTES, ' '));
    await pipeline(Readable.from(counted()), createGzip({ level: 3 }), async (packed) => {
      for await (const bytes of packed as AsyncIterable<Buffer>) {
        head.gzip += bytes.length;
        await file.writeFile(bytes);
      }
    });
    head.sha256 = hash.digest('hex');
    await file.write(headLine(head), 0, HEAD_BYTES, 0);
  });
  return head;
}

function headLine(head: ExportHead): Buffer {
  return Buffer.from(`${JSON.stringify(head).padEnd(HEAD_BYTES - 1)}\n`);
}

async function replace(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  started += 1;
  const building = join(dirname(dirname(path)), BUILDING, `${process.pid}.${started}`);
  for (const folder of [dirname(path), dirname(building)]) {
    if (!made.has(folder)) await mkdir(folder, { recursive: true });
    made.add(folder);
  }
  try {
    const file = await open(building, 'w');
    try {
      await write(file);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(building, path);
  } catch (error) {
    made.clear();
    // A full disk is not made fuller.
    await rm(building, { force: true });
    throw error;
  }
}

/** Folders that are known to stand: half a million files lie in 256 of them. */
const made = new Set<string>();
/** Tells files apart that are written side by side. */
let started = 0;

/** What the file says of itself; null where there is none, one of an earlier version that says less, or a damaged one. */
export async function readHead(path: string): Promise<ExportHead | null> {
  const file = await openIfThere(path);
  if (file === null) return null;
  try {
    return await headOf(file);
  } finally {
    await file.close();
  }
}

async function headOf(file: FileHandle): Promise<ExportHead | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  if (bytesRead < HEAD_BYTES || buffer.indexOf(10) !== HEAD_BYTES - 1) return null;
  const head = headIn(buffer);
  // What lost its end would be sent under a length that it does not have, and never be written anew.
  return head !== null && (await file.stat()).size === HEAD_BYTES + head.gzip + head.br ? head : null;
}

function headIn(line: Buffer): ExportHead | null {
  try {
    return JSON.parse(line.toString()) as ExportHead;
  } catch {
    return null;
  }
}

/**
 * Null when there is none. The plain bytes are unpacked, so that the disk holds them only packed.
 * @throws Error of a damaged file.
 */
export async function readExport(path: string): Promise<ExportBytes | null> {
  const file = await openIfThere(path);
  if (file === null) return null;
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } finally {
    await file.close();
  }
  const start = bytes.indexOf(10) + 1;
  const head = headIn(bytes.subarray(0, start));
  if (head === null || bytes.length !== start + head.gzip + head.br)
    throw new Error(`${path} is damaged. Remove the folder of exports, and the next run makes all anew.`);
  const zipped = bytes.subarray(start, start + head.gzip);
  return {
    body: await gunzipped(zipped),
    gzip: zipped,
    br: head.br === 0 ? null : bytes.subarray(start + head.gzip),
    sha256: head.sha256,
  };
}

export interface ExportStream {
  head: ExportHead;
  /** The gzip variant as it lies on the disk, or unpacked on the way. To be called once, and read or destroyed. */
  open(how: 'gzip' | 'plain'): Readable;
  /** In place of `open`. */
  close(): Promise<void>;
}

/** For what is too long to be held in memory; null where `readHead` gives null. */
export async function streamExport(path: string): Promise<ExportStream | null> {
  const file = await openIfThere(path);
  if (file === null) return null;
  let head: ExportHead | null = null;
  try {
    head = await headOf(file);
  } finally {
    if (head === null) await file.close();
  }
  if (head === null) return null;
  const { gzip } = head;
  return {
    head,
    open(how) {
      // The file closes with the stream.
      const packed = file.createReadStream({ start: HEAD_BYTES, end: HEAD_BYTES + gzip - 1 });
      if (how === 'gzip') return packed;
      const plain = createGunzip();
      packed.once('error', (error) => plain.destroy(error));
      plain.once('close', () => packed.destroy());
      return packed.pipe(plain);
    },
    close: () => file.close(),
  };
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export async function removeExport(path: string): Promise<void> {
  await rm(path, { force: true });
}
