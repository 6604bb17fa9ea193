/** The signed manifest of a generation: what it says, how it is made, and how it is checked. See docs/proof.md. */

import { createHash } from 'node:crypto';
import { z } from 'zod/v3';
import type { Seal } from '../read-model/generation.js';
import { isKeyId, isSignedBy, type SigningKey } from './signing-keys.js';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const publicKey = z.object({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  algorithm: z.literal('Ed25519'),
  publicKey: z.string(),
});

const manifest = z.object({
  format: z.literal('disclosed-manifest-1'),
  generation: z.number().int().nonnegative(),
  id: z.string(),
  /** SHA-256 of the signed text of the manifest before it; null for the first. */
  parent: hash.nullable(),
  /** The moment of the data, ISO 8601 UTC; null before anything was derived. */
  at: z.string().nullable(),
  /** When it was published, by the clock of the writer. */
  publishedAt: z.string(),
  /** True while the initial import of a source runs. */
  isFilling: z.boolean(),
  /** True if all data is invented. */
  sample: z.boolean(),
  program: z.string(),
  /** READ_MODEL_VERSION: tables of different versions have different hashes. */
  tablesVersion: z.number().int(),
  tables: z.array(z.object({ name: z.string(), rows: z.number().int().nonnegative(), sha256: hash })),
  /** The key that signs it. */
  key: publicKey,
});
export type GenerationManifest = z.infer<typeof manifest>;

const sealed = z.object({
  /** The signed text: the JSON of a manifest. */
  text: z.string(),
  signatures: z.array(z.object({ key: z.string(), signature: z.string() })).min(1),
});

/** A manifest that was read, with the text that is signed. */
export interface OpenedManifest {
  manifest: GenerationManifest;
  text: string;
  /** SHA-256 of the text. */
  sha256: string;
  signatures: Array<{ key: string; signature: string }>;
}

export interface SealSettings {
  keys: { current: SigningKey; previous: SigningKey | null };
  sample: boolean;
  program: string;
  tablesVersion: number;
  now: () => Date;
}

/** Makes the manifest of each generation. The first one by a new key is signed by the one before too, if that is here. */
export function sealWith({ keys, sample, program, tablesVersion, now }: SealSettings): Seal {
  const { current, previous } = keys;
  return ({ generation, tables }, last) => {
    const { number, id, at, isFilling } = generation;
    const facts: GenerationManifest = {
      format: 'disclosed-manifest-1',
      generation: number,
      id,
      parent: last?.sha256 ?? null,
      at,
      publishedAt: now().toISOString(),
      isFilling,
      sample,
      program,
      tablesVersion,
      tables: [...tables],
      key: current.public,
    };
    const text = JSON.stringify(facts);
    const signers = [current];
    if (previous !== null && last !== null && openManifest(last.json)?.manifest.key.id === previous.public.id)
      signers.push(previous);
    const signatures = signers.map((key) => key.sign('manifest', text));
    return { number, sha256: sha256Of(text), json: JSON.stringify({ text, signatures }) };
  };
}

/** Null for a text that is not a manifest. Nothing is checked yet. */
export function openManifest(json: string): OpenedManifest | null {
  const outer = sealed.safeParse(jsonOf(json));
  if (!outer.success) return null;
  const { text, signatures } = outer.data;
  const inner = manifest.safeParse(jsonOf(text));
  return inner.success ? { manifest: inner.data, text, sha256: sha256Of(text), signatures } : null;
}

/** Why the signature of a manifest is not valid; null if it is. Whose key it is, only the reader can know. */
export function signatureFault({ manifest: { key }, text, signatures }: OpenedManifest): string | null {
  if (!isKeyId(key)) return `the id ${key.id} is not that of its key`;
  const own = signatures.find((one) => one.key === key.id);
  if (own === undefined) return `there is no signature by its key ${key.id}`;
  return isSignedBy(key, 'manifest', text, own) ? null : `the signature by key ${key.id} is wrong`;
}

/** Why `next` is not the manifest that follows `last`; null if it is. Both signatures are checked elsewhere. */
export function chainFault(last: OpenedManifest, next: OpenedManifest): string | null {
  const number = next.manifest.generation;
  if (next.manifest.parent !== last.sha256)
    return `the parent of generation ${number} is not generation ${last.manifest.generation} as it was given`;
  if (number <= last.manifest.generation) return `generation ${number} is not newer than its parent`;
  if (next.manifest.key.id === last.manifest.key.id) return null;
  const old = next.signatures.find((one) => one.key === last.manifest.key.id);
  if (old !== undefined && isSignedBy(last.manifest.key, 'manifest', next.text, old)) return null;
  return `generation ${number} has another key (${next.manifest.key.id}), and the key before (${last.manifest.key.id}) did not sign it`;
}

export function sha256Of(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
