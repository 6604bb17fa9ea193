/** The archive: a tar file, compressed with gzip, that any system can list and unpack. The manifest is its first member. */

import { createHash } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create, extract, list, type ReadEntry } from 'tar';
import { BackupError } from './backup-error.js';
import { MANIFEST, type Manifest, MEMBERS, manifestText, readManifest } from './manifest.js';

/** Higher levels take two to four times as long for a tenth less. */
const LEVEL = 1;
const MANIFEST_BYTES_MAX = 1 << 20;

/** Writes the members of `folder` that `facts` lists to the new file `file`, which only its owner may read, and flushes it to the disk. */
export async function writeArchive(
  folder: string,
  facts: Omit<Manifest, 'format'>,
  file: string,
): Promise<void> {
  writeFileSync(join(folder, MANIFEST), manifestText(facts));
  const names = [MANIFEST, ...facts.members.map(({ name }) => name)];
  await create({ cwd: folder, file, gzip: { level: LEVEL }, mode: 0o600, portable: true }, names);
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Reads the whole archive and compares every member with the manifest. Writes nothing.
 * @throws BackupError in one line that says what is wrong
 * @throws StoreError if a newer program wrote it
 */
export async function checkArchive(file: string): Promise<Manifest> {
  const found = new Map<string, { bytes: number; sha256: string }>();
  const texts: Buffer[] = [];
  let wrong: string | null = null;
  const onReadEntry = (entry: ReadEntry) => {
    const { path } = entry;
    wrong ??= found.has(path) ? `it has ${shown(path)} twice` : problemOf(entry, found.size === 0);
    found.set(path, { bytes: 0, sha256: '' });
    const hash = createHash('sha256');
    entry.on('data', (piece: Buffer) => {
      hash.update(piece);
      if (path === MANIFEST && wrong === null) texts.push(piece);
    });
    entry.on('end', () => found.set(path, { bytes: entry.size, sha256: hash.digest('hex') }));
  };
  try {
    await list({ file, strict: true, onReadEntry });
  } catch (error) {
    throw unreadable(file, error);
  }
  if (wrong !== null) throw new BackupError(`${file} is not a backup of disclosed: ${wrong}.`);
  if (texts.length === 0) throw new BackupError(`${file} is not a backup of disclosed: it is empty.`);
  const manifest = readManifest(Buffer.concat(texts).toString(), file);
  found.delete(MANIFEST);
  for (const { name, bytes, sha256 } of manifest.members) {
    const one = found.get(name);
    if (one === undefined) throw new BackupError(`${file} is damaged: ${name} is missing in it.`);
    if (one.bytes !== bytes || one.sha256 !== sha256)
      throw new BackupError(
        `${file} is damaged: ${name} is not what was backed up (SHA-256). Use another backup.`,
      );
    found.delete(name);
  }
  const [extra] = found.keys();
  if (extra !== undefined)
    throw new BackupError(`${file} is damaged: its manifest does not list ${shown(extra)}.`);
  return manifest;
}

/**
 * Unpacks an archive that `checkArchive` has accepted into the empty folder `folder`.
 * @throws an error of the operating system, for example of a full disk
 */
export async function unpackArchive(file: string, folder: string): Promise<void> {
  await extract({ file, cwd: folder, strict: true, preserveOwner: false });
}

/** SHA-256 of a file, in hexadecimal digits. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/** What is wrong with a member; null if nothing is. Only plain files with known names are ever unpacked. */
function problemOf({ path, type, size }: ReadEntry, isFirst: boolean): string | null {
  if (isFirst !== (path === MANIFEST)) return `${MANIFEST} is not its first member`;
  if (!isFirst && !(MEMBERS as readonly string[]).includes(path))
    return `it has a member ${shown(path)}, which no backup has`;
  if (type !== 'File') return `${path} in it is not a plain file`;
  return isFirst && size > MANIFEST_BYTES_MAX ? `its ${MANIFEST} is too long` : null;
}

function unreadable(file: string, error: unknown): unknown {
  // Every field is optional, so any error fits.
  const { syscall, message, code } = error as { syscall?: string; message?: string; code?: string };
  if (typeof syscall === 'string')
    return new BackupError(`${file} cannot be read: ${message}`, { cause: error });
  return new BackupError(
    `${file} is damaged or not a backup of disclosed: ${message ?? code}. Use another backup.`,
    { cause: error },
  );
}

/** A name from an archive may contain anything. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}
