/** The signed manifest of a dump: every file with its SHA-256, and the generation that it was made from. */

import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { z } from 'zod/v3';
import { type OpenedManifest, openManifest, signatureFault } from '../proof/manifest.js';
import { isKeyId, isSignedBy, type SigningKey } from '../proof/signing-keys.js';

/** The name of its file in the folder of a dump. */
export const DUMP_MANIFEST = 'manifest.json';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const facts = z.object({
  format: z.literal('disclosed-dump-1'),
  /** The generation, and the SHA-256 of its manifest. */
  generation: z.number().int().nonnegative(),
  generationManifest: hash,
  /** Moment of the data, ISO 8601 UTC; empty before anything was derived. */
  dataAt: z.string(),
  /** When the dump was begun, ISO 8601 UTC. */
  madeAt: z.string(),
  program: z.string(),
  /** True if all data is invented. */
  sample: z.boolean(),
  tables: z.array(z.object({ name: z.string(), rows: z.number().int().nonnegative() })),
  /** Every other file, by its path in the folder. */
  files: z.array(z.object({ name: z.string(), bytes: z.number().int().nonnegative(), sha256: hash })),
  key: z.object({ id: z.string(), algorithm: z.literal('Ed25519'), publicKey: z.string() }),
});
export type DumpFacts = z.infer<typeof facts>;
export type DumpedFile = DumpFacts['files'][number];

const wrapper = z.object({
  text: z.string(),
  signature: z.object({ key: z.string(), signature: z.string() }),
  /** The signed manifest of the generation, as it was stored. */
  generation: z.string(),
});

/** The text of the file. It has one spelling, so that no byte of it can change unseen. */
export function dumpManifestText(
  dump: Omit<DumpFacts, 'format' | 'key'>,
  generation: string,
  key: SigningKey,
): string {
  const text = JSON.stringify({
    format: 'disclosed-dump-1',
    ...dump,
    key: key.public,
  } satisfies DumpFacts);
  return `${JSON.stringify({ text, signature: key.sign('dump', text), generation })}\n`;
}

/** The facts of a dump that this service made itself; null for another text. Nothing is checked: see `checkDump`. */
export function dumpFactsOf(content: string): DumpFacts | null {
  const outer = wrapper.safeParse(jsonOf(content));
  const inner = outer.success ? facts.safeParse(jsonOf(outer.data.text)) : null;
  return inner?.success === true ? inner.data : null;
}

/** What was found: the facts of a dump, and everything that is wrong with it. */
export interface CheckedDump {
  facts: DumpFacts | null;
  generation: OpenedManifest | null;
  faults: string[];
}

/** Reads every byte of the dump in `folder`. Nothing of it is believed before its signature. */
export async function checkDump(folder: string): Promise<CheckedDump> {
  const file = join(folder, DUMP_MANIFEST);
  const fault = (message: string): CheckedDump => ({ facts: null, generation: null, faults: [message] });
  if (!existsSync(file)) return fault(`${folder} has no ${DUMP_MANIFEST}`);
  const content = readFileSync(file, 'utf8');
  const outer = wrapper.safeParse(jsonOf(content));
  if (!outer.success) return fault(`${DUMP_MANIFEST} is not the manifest of a dump`);
  const { text, signature, generation: stored } = outer.data;
  if (`${JSON.stringify({ text, signature, generation: stored })}\n` !== content)
    return fault(`${DUMP_MANIFEST} was changed: it is not spelled as it was written`);
  const inner = facts.safeParse(jsonOf(text));
  if (!inner.success) return fault(`${DUMP_MANIFEST} is not the manifest of a dump`);
  const dump = inner.data;
  if (!isKeyId(dump.key) || signature.key !== dump.key.id || !isSignedBy(dump.key, 'dump', text, signature))
    return fault(`the signature of ${DUMP_MANIFEST} by key ${dump.key.id} is wrong`);
  const generation = openManifest(stored);
  return {
    facts: dump,
    generation,
    faults: [...generationFaults(dump, generation), ...(await fileFaults(folder, dump))],
  };
}

function generationFaults(dump: DumpFacts, generation: OpenedManifest | null): string[] {
  if (generation === null) return ['the manifest of its generation cannot be read'];
  const wrong = signatureFault(generation);
  return [
    ...(wrong === null ? [] : [`the manifest of generation ${dump.generation}: ${wrong}`]),
    ...(generation.sha256 === dump.generationManifest
      ? []
      : [`the manifest of generation ${dump.generation} is not the one that the dump names`]),
    ...(generation.manifest.key.id === dump.key.id
      ? []
      : [`the dump and generation ${dump.generation} are signed by different keys`]),
  ];
}

async function fileFaults(folder: string, { files }: DumpFacts): Promise<string[]> {
  const faults: string[] = [];
  const known = new Set([DUMP_MANIFEST, ...files.map(({ name }) => name)]);
  for (const name of filesBelow(folder))
    if (!known.has(name)) faults.push(`${name} does not belong to the dump`);
  for (const { name, bytes, sha256 } of files) {
    // A name that leads elsewhere is never written by `disclosed dump`.
    const path = /^[\w-]+(?:\/[\w-]+)?\.(?:db|csv|parquet|md)$/.test(name) ? join(folder, name) : null;
    if (path === null || !existsSync(path)) faults.push(`${name} is missing`);
    else if (statSync(path).size !== bytes)
      faults.push(`${name} has ${statSync(path).size} bytes, and not ${bytes}`);
    else if ((await sha256OfFile(path)) !== sha256)
      faults.push(`${name} was changed: its SHA-256 is another one`);
  }
  return faults;
}

/** Every file of a dump but its manifest, with size and SHA-256, in the order of their names. */
export async function dumpedFiles(folder: string): Promise<DumpedFile[]> {
  const files: DumpedFile[] = [];
  for (const name of filesBelow(folder).sort())
    if (name !== DUMP_MANIFEST) {
      const path = join(folder, name);
      files.push({ name, bytes: statSync(path).size, sha256: await sha256OfFile(path) });
    }
  return files;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

async function sha256OfFile(path: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const piece of createReadStream(path)) sum.update(piece as Buffer);
  return sum.digest('hex');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
