/** The manifests of generations, and the documents that records were read from. */

import type { KeptManifest } from '../../../tools/contract/reads/sources.js';
import type { Reads } from '../../../tools/contract/reads.js';
import type { RecordSource } from '../../../tools/contract/shapes/generation.js';
import { type PackedSource, unpackSource } from '../packed-sources.js';
import type { GenerationTables } from '../question.js';
import { allReadable } from '../unreadable-rows.js';

/** Above every number of a generation. */
const NEVER = Number.MAX_SAFE_INTEGER;

export async function manifests(
  { rows, current, currentValues }: GenerationTables,
  { before, limit }: Parameters<Reads['manifests']>[0],
): Promise<KeptManifest[]> {
  const found = await rows<[number: number, sha256: string, json: string]>(
    `SELECT number, sha256, json FROM manifest WHERE number < ? ${current} ORDER BY number DESC LIMIT ?`,
    [before ?? NEVER, ...currentValues, limit],
  );
  return found.map(([number, sha256, json]) => ({ number, sha256, json }));
}

export async function countManifests(
  { rows, current, currentValues }: GenerationTables,
  { before }: Parameters<Reads['countManifests']>[0],
): Promise<number> {
  const [found] = await rows<[manifests: number]>(
    `SELECT count(*) FROM manifest WHERE number < ? ${current}`,
    [before ?? NEVER, ...currentValues],
  );
  return found?.[0] ?? 0;
}

export async function recordSources(
  tables: GenerationTables,
  ids: readonly string[],
): Promise<RecordSource[]> {
  for (const id of ids) {
    const found = await sourcesOf(tables, id);
    if (found.length > 0) return found;
  }
  return [];
}

async function sourcesOf(tables: GenerationTables, id: string): Promise<RecordSource[]> {
  const { rows, current, currentValues } = tables;
  const found = await rows<PackedSource>(
    `SELECT record, register, document, url, sha256, bytes, retrieved_at FROM source_document
     WHERE record = ? ${current} ORDER BY register`,
    [id, ...currentValues],
  );
  return allReadable(tables, found, {
    table: 'source_document',
    keyOf: ([record, register]) => `${record} ${register}`,
    read: unpackSource,
  });
}
