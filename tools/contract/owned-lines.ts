/** What a person owns, as last stated, and the words for why a figure must be read with care. */

import type { Reads } from './reads.js';
import type { LineDoubt, OwnedLines } from './shapes/owned-line.js';

export async function ownedLinesOf(
  slug: string,
  reads: Pick<Reads, 'ownedLines' | 'sources'>,
): Promise<OwnedLines> {
  const found = (await reads.ownedLines({ slug })) ?? { total: 0, lines: [] };
  const state = (await reads.sources()).find(({ source }) => source === 'sec-edgar-form35');
  if (state?.isWhole === true && state.status !== 'off') return found;
  return {
    total: found.total,
    note: 'Forms 3 and 5 are not completely read here, so that lines may be missing or older than they need be.',
    lines: found.lines,
  };
}

export const LINE_DOUBT_WORDS: Record<LineDoubt, string> = {
  'joint-filing': 'several owners filed together: it may be the account of another',
  'rows-differ': 'the rows of the filing do not follow one another: the last one is shown',
  'may-be-another-line':
    'another filing names such an account in other words, or states it as more lines or fewer: it may be the same',
  'not-in-amendment': 'an amendment of the filing does not repeat it',
  'no-longer-insider': 'no longer an insider: later changes need not be filed',
  rounded: 'from a data set with two decimals',
};
