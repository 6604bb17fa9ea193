/** Files and folders that an operator saved, as documents of a register. A zip is looked into. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ConfigError } from '../config.js';
import { BadZip, readZip } from '../registers/formats/zip.js';
import type { RawDocument, Register } from '../registers/register.js';

/** One file that the register does not know as its own. */
export interface Stranger {
  path: string;
  /** Where there is more to say than that nobody knows it. */
  why?: string;
}

/** Every document below `paths`, in the order of their names, so that an import can be repeated exactly. */
export function* savedDocuments(
  register: Register,
  paths: string[],
  retrievedAt: string,
): Generator<RawDocument | Stranger> {
  for (const path of paths.flatMap(filesBelow)) {
    const bytes = readFileSync(path);
    const known = register.recognise({ name: basename(path), path: resolve(path), bytes });
    if (known !== null) yield { ...known, bytes, retrievedAt };
    else if (isZip(bytes)) yield* zipped(register, path, bytes, retrievedAt);
    else yield { path };
  }
}

function* zipped(
  register: Register,
  path: string,
  bytes: Buffer,
  retrievedAt: string,
): Generator<RawDocument | Stranger> {
  let entries: ReturnType<typeof readZip>;
  try {
    entries = readZip(bytes);
  } catch (error) {
    if (!(error instanceof BadZip)) throw error;
    yield { path, why: error.message };
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

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
}

/** @throws ConfigError with the list of registers for an unknown id. */
export function registerNamed(id: string, registers: readonly Register[]): Register {
  const found = registers.find((register) => register.card.id === id);
  if (found !== undefined) return found;
  throw new ConfigError(
    `There is no register ${id}. There are: ${registers.map((register) => register.card.id).join(', ')}`,
  );
}
