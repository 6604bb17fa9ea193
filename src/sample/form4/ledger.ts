/** Shares owned following each transaction: every balance runs through the owner's rows in the order of trading. */

import { hash } from '../random.js';
import type { Draft, DraftRow } from './draft.js';

interface Entry {
  row: DraftRow;
  key: string;
}

const TEN_THOUSANDTHS = 10_000;
/** Sums in ten-thousandths, so that fractional shares leave no float artefacts. */
const units = (shares: number) => Math.round(shares * TEN_THOUSANDTHS);

/** One balance for each owner, security and kind of holding. */
const keyOf = (draft: Draft, row: DraftRow) =>
  [
    draft.owners[0]?.party.cik,
    draft.issuer.cik,
    row.title,
    row.nature ?? 'D',
    row.derivative?.exercisePrice ?? '',
  ].join('|');

/** Gives every row its balance. No balance falls below zero: what is sold was owned before. */
export function balance(drafts: readonly Draft[]): Map<DraftRow, number> {
  const entries: Entry[] = drafts
    .flatMap((draft) => draft.rows.map((row) => ({ row, key: keyOf(draft, row) })))
    .filter(({ row }) => !row.restates && row.after === undefined);
  // The sort is stable: rows of one day keep the order of the documents.
  entries.sort((a, b) => (a.row.date < b.row.date ? -1 : a.row.date > b.row.date ? 1 : 0));

  const moves = (row: DraftRow) => units(row.shares ?? 0) * (row.acquired ? 1 : -1);
  const running = new Map<string, number>();
  const lowest = new Map<string, number>();
  for (const { row, key } of entries) {
    const now = (running.get(key) ?? 0) + moves(row);
    running.set(key, now);
    lowest.set(key, Math.min(lowest.get(key) ?? 0, now));
  }
  const opening = (row: DraftRow, key: string) => (row.derivative ? 0 : units(2_000 + (hash(key) % 180_000)));

  const result = new Map<DraftRow, number>();
  const current = new Map<string, number>();
  for (const { row, key } of entries) {
    const before = current.get(key) ?? opening(row, key) - (lowest.get(key) ?? 0);
    const now = before + moves(row);
    current.set(key, now);
    result.set(row, now / TEN_THOUSANDTHS);
  }
  for (const draft of drafts)
    for (const row of draft.rows) if (row.after !== undefined) result.set(row, row.after);
  // Restated rows last: they lean on the rows that they say again.
  for (const draft of drafts) {
    for (const row of draft.rows) {
      if (!row.restates) continue;
      const original = result.get(row.restates) ?? 0;
      const change = (units(row.shares ?? 0) - units(row.restates.shares ?? 0)) * (row.acquired ? 1 : -1);
      result.set(row, Math.max(0, (units(original) + change) / TEN_THOUSANDTHS));
    }
  }
  return result;
}
