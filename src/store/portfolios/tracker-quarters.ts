/** Stores the quarters of 13F portfolios: only those that differ. */

import type { FundQuarter } from '../../records/portfolios/fund-quarter.js';
import type { Store } from '../database/store.js';
import { markUnpublished } from '../rows/unpublished.js';

/** Makes these the quarters of the portfolio. Call it in the transaction that stores it. */
export function writeQuarters(store: Store, slug: string, quarters: readonly FundQuarter[]): void {
  const stored = new Map(
    store
      .rows<[periodEnd: string, facts: string, positions: string]>(
        'SELECT period_end, facts, positions FROM tracker_quarter WHERE slug = ?',
      )
      .all(slug)
      .map(([periodEnd, facts, positions]) => [periodEnd, [facts, positions]]),
  );
  const write = store.sql(
    `INSERT INTO tracker_quarter (slug, period_end, facts, positions) VALUES (?, ?, ?, ?)
     ON CONFLICT (slug, period_end) DO UPDATE SET facts = excluded.facts, positions = excluded.positions`,
  );
  for (const { facts, positions } of quarters) {
    const { periodEnd } = facts;
    const next = [JSON.stringify(facts), JSON.stringify(positions)] as const;
    const before = stored.get(periodEnd);
    stored.delete(periodEnd);
    if (before?.every((text, at) => text === next[at])) continue;
    write.run(slug, periodEnd, ...next);
    markQuarter(store, slug, periodEnd);
  }
  for (const periodEnd of stored.keys()) {
    store.sql('DELETE FROM tracker_quarter WHERE slug = ? AND period_end = ?').run(slug, periodEnd);
    markQuarter(store, slug, periodEnd);
  }
}

function markQuarter(store: Store, slug: string, periodEnd: string): void {
  markUnpublished(store, 'quarter', `${slug} ${periodEnd}`);
}
