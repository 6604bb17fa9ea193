/** Files and folders that an operator saved, as documents of a register. Zip files are opened. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { ConfigError } from '../config.js';
import { readZip, ZipError } from '../registers/formats/zip.js';
import type { RawDocument, Register } from '../registers/register.js';

/** One file that the register does not recognise. */
export interface UnrecognisedFile {
  path: string;
  /** Given if there is more to say than that it is not a document of the register. */
  reason?: string;
}

/** A file below one of the given paths. */
interface SavedFile {
  path: string;
  /** Relative to the given folder, for messages. */
  name: string;
}

/** The largest real document is a data set of some 15 MB; a whole year in one zip stays far below this. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;

/**
 * Every document below `paths`, in the order of their names, so that an import can be repeated exactly. Documents that
 * the register reads as lists come first. `onProgress` is called with the number of files that were looked at.
 * @throws ConfigError for a path that does not exist.
 */
export function* savedDocuments(
  register: Register,
  paths: readonly string[],
  retrievedAt: string,
  onProgress: (done: number, total: number) => void = () => undefined,
): Generator<RawDocument | UnrecognisedFile> {
  const { listKinds } = register;
  const files = paths.flatMap(filesBelow);
  const isList = (one: RawDocument | UnrecognisedFile) =>
    'kind' in one && listKinds?.includes(one.kind) === true;
  if (listKinds !== undefined)
    for (const file of files)
      for (const one of documentsInFile(register, file, retrievedAt)) if (isList(one)) yield one;
  for (const [done, file] of files.entries()) {
    onProgress(done, files.length);
    for (const one of documentsInFile(register, file, retrievedAt)) if (!isList(one)) yield one;
  }
  onProgress(files.length, files.length);
}

function* documentsInFile(
  register: Register,
  { path, name }: SavedFile,
  retrievedAt: string,
): Generator<RawDocument | UnrecognisedFile> {
  const reason = unreadableReason(path);
  if (reason !== null) {
    yield { path: name, reason };
    return;
  }
  const bytes = readFileSync(path);
  const known = register.recognise({ name: basename(path), path: resolve(path), bytes });
  if (known !== null) yield { ...known, bytes, retrievedAt };
  else if (isZip(bytes)) yield* documentsInZip(register, name, bytes, retrievedAt);
  else yield { path: name };
}

/** Reading a pipe or a device may never end, so only a regular file of a known size is opened. */
function unreadableReason(path: string): string | null {
  const facts = statSync(path);
  if (!facts.isFile()) return 'it is not a regular file';
  if (facts.size > MAX_FILE_BYTES)
    return `it is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB, the most that is read`;
  return null;
}

function* documentsInZip(
  register: Register,
  path: string,
  bytes: Buffer,
  retrievedAt: string,
): Generator<RawDocument | UnrecognisedFile> {
  let entries: ReturnType<typeof readZip>;
  try {
    entries = readZip(bytes);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    yield { path, reason: error.message };
    return;
  }
  for (const entry of entries) {
    const known = register.recognise({
      name: basename(entry.name),
      path: entry.name,
      bytes: entry.bytes,
    });
    if (known === null) yield { path: `${path}!${entry.name}` };
    else yield { ...known, bytes: entry.bytes, retrievedAt };
  }
}

function filesBelow(path: string): SavedFile[] {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined) throw new ConfigError(`There is no file or folder ${path}`);
  if (!facts.isDirectory()) return [{ path, name: basename(path) }];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ path: file, name: relative(path, file) }));
}

function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
}

/** @throws ConfigError with the list of registers for an unknown id. */
export function findRegister(id: string, registers: readonly Register[]): Register {
  const found = registers.find((register) => register.metadata.id === id);
  if (found !== undefined) return found;
  throw new ConfigError(
    `There is no register ${id}. There are: ${registers.map((register) => register.metadata.id).join(', ')}`,
  );
}
