/** The CIK behind a slug: the indexes of a person's rows begin with it. */

import type { GenerationTables } from '../question.js';

/** Null for an unknown slug. */
export async function cikOfSlug(
  { rows, current, currentValues }: GenerationTables,
  slug: string,
): Promise<string | null> {
  const [found] = await rows<[cik: string]>(`SELECT cik FROM insider WHERE slug = ? ${current}`, [
    slug,
    ...currentValues,
  ]);
  return found?.[0] ?? null;
}
