/** Manifests of generations as answers: what every tool about them shares. */

import { ApiError, notFound } from './errors.js';
import type { KeptManifest } from './reads/sources.js';
import type { Reads } from './reads.js';
import type { GenerationDetail, PublishedGeneration } from './shapes/generation.js';

/** What the writer put into the signed text; see src/proof/manifest.ts. */
interface ManifestText {
  generation: number;
  parent: string | null;
  at: string | null;
  publishedAt: string;
  isFilling: boolean;
  program: string;
  tablesVersion: number;
  tables: GenerationDetail['tables'];
  key: GenerationDetail['publicKey'];
}

interface SealedText {
  text: string;
  signatures: GenerationDetail['signatures'];
}

export function toPublished({ sha256, json }: KeptManifest, baseUrl: string): PublishedGeneration {
  const { text } = JSON.parse(json) as SealedText;
  return publishedOf(JSON.parse(text) as ManifestText, sha256, baseUrl);
}

export function toDetail({ sha256, json }: KeptManifest, baseUrl: string): GenerationDetail {
  // What the writer wrote.
  const { text, signatures } = JSON.parse(json) as SealedText;
  const manifest = JSON.parse(text) as ManifestText;
  const { isFilling, program, tablesVersion, tables, key } = manifest;
  return {
    ...publishedOf(manifest, sha256, baseUrl),
    isFilling,
    program,
    tablesVersion,
    tables,
    publicKey: key,
    text,
    signatures,
  };
}

function publishedOf(manifest: ManifestText, sha256: string, baseUrl: string): PublishedGeneration {
  const { generation, publishedAt, at, parent, key, tables } = manifest;
  return {
    generation,
    publishedAt,
    at,
    sha256,
    parent,
    key: key.id,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    url: `${baseUrl}/v1/generations/${generation}`,
  };
}

/** The newest manifest. @throws ApiError `not_ready` while no generation is signed */
export async function requireNewest(reads: Reads): Promise<KeptManifest> {
  const [newest] = await reads.manifests({ before: null, limit: 1 });
  if (newest !== undefined) return newest;
  throw new ApiError(
    'not_ready',
    'No generation here has a manifest yet: the next refresh signs one. See docs/proof.md.',
    { headers: { 'Retry-After': '60' } },
  );
}

/** @throws ApiError `not_found` */
export async function requireManifest(reads: Reads, generation: number): Promise<KeptManifest> {
  const [found] = await reads.manifests({ before: generation + 1, limit: 1 });
  if (found !== undefined && found.number === generation) return found;
  throw notFound(
    `There is no manifest of generation ${generation}; /v1/generations lists those that there are.`,
  );
}
