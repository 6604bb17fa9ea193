/** A manager by CIK or by the words of its name: one call instead of two where only one manager has the words. */

import { z } from 'zod/v3';
import type { SourceFreshness } from './answer.js';
import { severalNamed } from './named.js';
import type { Reads } from './reads.js';
import { MANAGER_NAME_MAX } from './rules.js';

/** How many managers an error names. */
const NAMED = 8;

export function managerParameter(description: string) {
  const message = `cik must be 1 to 10 digits, such as 320193, or words of a name of at most ${MANAGER_NAME_MAX} characters`;
  return z
    .union([z.string(), z.number()], { errorMap: () => ({ message }) })
    .transform((given) => String(given).trim().replace(/\s+/g, ' '))
    .refine(
      (text) => /^\d{1,10}$/.test(text) || (/\p{L}/u.test(text) && text.length <= MANAGER_NAME_MAX),
      message,
    )
    .transform((text) => text.replace(/^0+(?=\d+$)/, ''))
    .describe(description);
}

/**
 * The CIK of the only manager whose name has these words, or has no others; a CIK as it is. Names are never compared by likeness.
 * @throws ApiError for words that no manager has, and for words of several, which the message names
 */
export async function managerCik(
  given: string,
  reads: Pick<Reads, 'searchManagers'>,
  read: Pick<SourceFreshness, 'notFoundError'>,
): Promise<string> {
  if (/^\d+$/.test(given)) return given;
  const { rows, total } = await reads.searchManagers({ q: given, cik: null, after: undefined, limit: NAMED });
  const found = rows.rows();
  if (found.length === 0)
    throw read.notFoundError(
      `No manager whose name has these words has filed a Form 13F for a quarter that is here: ${given}`,
    );
  const exact = found.filter(({ name }) => plain(name) === plain(given));
  const [only] = exact.length === 1 ? exact : found;
  if (only !== undefined && (total === 1 || exact.length === 1)) return only.cik;
  throw severalNamed({ path: 'cik', who: 'managers', code: 'CIK' }, [
    ...found.map(({ name, cik }) => `${name} (${cik})`),
    ...(total > found.length ? [`and ${total - found.length} more`] : []),
  ]);
}

/** Without case, accents and punctuation. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
