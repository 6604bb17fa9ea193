/** Saved documents of the registers, and what the project's own parsers make of them. */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import type { RegisterRecord } from '../../src/records/index.js';
import { createRegisters } from '../../src/registers/index.js';
import type { Register } from '../../src/registers/register.js';

/** Beside the checkout; not part of it. */
export const SAMPLES = process.env.SAMPLES ?? join(packageRoot(), '../shared/registers');

const registers = new Map(createRegisters().map((register) => [register.metadata.id, register]));

export function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(SAMPLES, folder))
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => join(folder, name));
}

export function bytesOf(file: string): Buffer {
  return readFileSync(join(SAMPLES, file));
}

export function jsonOf<T>(file: string): T {
  return JSON.parse(bytesOf(file).toString('utf8')) as T;
}

/** Parses one saved file as `import` would. Null where the register does not know it or cannot read it. */
export async function parsed(
  id: string,
  file: string,
  more: { facts?: Record<string, string>; key?: string; kind?: string } = {},
): Promise<RegisterRecord[] | null> {
  const register = registers.get(id) as Register;
  const bytes = bytesOf(file);
  const known = register.recognise({ name: basename(file), bytes });
  if (known === null && more.kind === undefined) return null;
  const document = {
    key: more.key ?? known?.key ?? basename(file),
    kind: more.kind ?? known?.kind ?? '',
    url: `file:${basename(file)}`,
    retrievedAt: '2026-10-01T00:00:00.000Z',
    bytes,
    metadata: { ...known?.metadata, ...more.facts },
  };
  try {
    const records: RegisterRecord[] = [];
    for await (const step of register.parse(document)) records.push(...step.records);
    return records;
  } catch {
    return null;
  }
}
