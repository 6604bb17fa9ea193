/** Saved documents of the registers, and the results of the project's parsers for them. */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import type { RegisterRecord } from '../../src/records/index.js';
import { createRegisters } from '../../src/registers/index.js';
import type { Register } from '../../src/registers/register.js';
import { samplePath, samplesIn } from '../../test/samples/folder.js';

/**
 * The documents that docs/fidelity.md is measured with. A fetched set has no pages of the Senate and none of Europe.
 */
export const COMPLETE = [
  'congress/senate',
  'congress/house',
  'eu',
  'oge',
  'sec/13f',
  'sec/form4',
  'sec-forms/schedule13',
  'sec-forms/form144',
  'sec-forms/form3-5',
  'sec-forms/form13f',
];

/** Rows that a correct reader produces, by the folder of a register's tests. */
const EXPECTED = join(packageRoot(), 'test/registers');

const registers = new Map(createRegisters().map((register) => [register.metadata.id, register]));

export function filesIn(folder: string, ending: RegExp): string[] {
  return samplesIn(folder)
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));
}

/** The expected rows of each document of `folder`, by its name without an ending. */
export function expectedIn<T>(folder: string): Array<[name: string, expected: T]> {
  return readdirSync(join(EXPECTED, folder))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => [name.slice(0, -5), JSON.parse(readFileSync(join(EXPECTED, folder, name), 'utf8')) as T]);
}

export function bytesOf(file: string): Buffer {
  return readFileSync(samplePath(file));
}

/** Every record that `parsed` gave, by its register, for what is measured after derivation. */
export const readRecords: Array<[register: string, record: RegisterRecord]> = [];

/** Parses one saved file as `import` would. Null if the register does not recognise it or cannot read it. */
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
    for (const record of records) readRecords.push([id, record]);
    return records;
  } catch {
    return null;
  }
}
