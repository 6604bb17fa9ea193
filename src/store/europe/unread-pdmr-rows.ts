/** Finds the stored rows of a window that the register shows today in an unreadable state. */

import type { PdmrFiling, PdmrWindow, UnparsedPdmrRow } from '../../records/europe/pdmr.js';

interface StoredPdmrKey {
  filing_id: string;
  publication_at: string;
}

/** Parts of a filingId that must be legible if the time of publication is: it is one of them, to the second. */
const MIN_AGREEING_PARTS = 2;
/** The same if it is not. */
const MIN_AGREEING_PARTS_WITHOUT_TIME = 4;

/**
 * The ids of the rows of `before` that stay as they were stored. Each unread row of the window keeps at most one: the
 * row with its id, else the missing row with which most of its parts agree. `isStored` says that a row was equally
 * incomplete when it was stored: then its id does not give a better version.
 */
export function rowsMatchingUnread(
  before: readonly StoredPdmrKey[],
  { rows, unread = [] }: PdmrWindow,
  isStored: (row: PdmrFiling) => boolean,
): Set<string> {
  const kept = new Set<string>();
  if (unread.length === 0) return kept;
  const shown = new Map(rows.map((row) => [row.filingId, row]));
  const stored = new Set(before.map((row) => row.filing_id));
  for (const one of unread) {
    const id = one.parts.join('|');
    const now = shown.get(id);
    if (stored.has(id) && !(now !== undefined && isStored(now))) {
      kept.add(id);
      continue;
    }
    let best: { id: string; agreeing: number } | null = null;
    for (const row of before) {
      if (shown.has(row.filing_id) || kept.has(row.filing_id)) continue;
      const agreeing = countAgreeingParts(row, one);
      if (agreeing > (best?.agreeing ?? 0)) best = { id: row.filing_id, agreeing };
    }
    if (best !== null) kept.add(best.id);
  }
  return kept;
}

/** How many parts of the stored id are legible; 0 if they are too few, or the time differs. */
function countAgreeingParts(
  { filing_id, publication_at }: StoredPdmrKey,
  { publicationAt, parts }: UnparsedPdmrRow,
): number {
  if (publicationAt !== null && publicationAt !== publication_at) return 0;
  const legible = new Set(parts);
  const agreeing = filing_id.split('|').filter((part) => part !== '' && legible.has(part)).length;
  return agreeing >= (publicationAt === null ? MIN_AGREEING_PARTS_WITHOUT_TIME : MIN_AGREEING_PARTS)
    ? agreeing
    : 0;
}
