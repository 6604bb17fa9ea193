/** The rows of a market for derivation, and its decisions: why a row is excluded, or how readers see it. */

import type { EuCountry } from '../../../tools/contract/markets/index.js';
import type { Warning } from '../../records/crawl.js';
import type { DerivedPdmrRow } from '../../records/derived-rows.js';
import { recordWarnings } from '../crawl/run-journal.js';
import { isUnchanged, type Store } from '../database/store.js';
import { markUnpublished } from '../rows/unpublished.js';

export { rowsInRegister } from './pdmr-rows.js';

interface PendingMarket {
  market: EuCountry;
  /** The register that changed it. */
  register: string;
}

/** Markets whose rows changed since `writeDerivedMarket` last wrote them. */
export function pendingMarkets(store: Store): PendingMarket[] {
  return store.sql<PendingMarket>('SELECT market, register FROM pending_market ORDER BY market').all();
}

/** Written by `writeBatch` in the transaction of the change. */
export function markMarketsPending(store: Store, register: string, markets: Iterable<EuCountry>): void {
  const mark = store.sql(
    'INSERT INTO pending_market (market, register) VALUES (?, ?) ON CONFLICT (market) DO UPDATE SET register = excluded.register',
  );
  for (const market of markets) mark.run(market, register);
}

interface PdmrFeedRow {
  publication_at: string;
  isin: string | null;
  currency: string | null;
  total_value: number | null;
  public_row: string;
}

/**
 * Stores the derived rows of everything that a register shows and takes the market off the pending list, in one
 * transaction. A row without a derived row has left the register. A warning goes to the journal when its row is first
 * excluded for this reason or first shown so, and not again with every run.
 */
export function writeDerivedMarket(
  store: Store,
  { market, register }: PendingMarket,
  readings: readonly DerivedPdmrRow[],
  now: Date,
): void {
  store.transaction(() => {
    const before = new Map(
      store
        .sql<{ filing_id: string; exclusion: string | null }>(
          'SELECT filing_id, exclusion FROM pdmr_filing WHERE market = ?',
        )
        .all(market)
        .map((row) => [row.filing_id, row.exclusion]),
    );
    const feed = new Map(
      store
        .sql<PdmrFeedRow & { filing_id: string }>(
          `SELECT filing_id, publication_at, isin, currency, total_value, public_row
           FROM pdmr_feed WHERE market = ?`,
        )
        .all(market)
        .map((row) => [row.filing_id, row]),
    );
    const warnings: Warning[] = [];
    const exclude = store.sql('UPDATE pdmr_filing SET exclusion = ? WHERE market = ? AND filing_id = ?');
    const put = store.sql(
      `INSERT INTO pdmr_feed (publication_at, isin, currency, total_value, public_row, market, filing_id)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (market, filing_id) DO UPDATE SET publication_at = excluded.publication_at,
         isin = excluded.isin, currency = excluded.currency, total_value = excluded.total_value,
         public_row = excluded.public_row`,
    );
    const remove = store.sql('DELETE FROM pdmr_feed WHERE market = ? AND filing_id = ?');
    for (const { filingId, exclusion, feedRow, warning } of readings) {
      if (before.get(filingId) !== exclusion) {
        exclude.run(exclusion, market, filingId);
        if (warning !== null && feedRow === null) warnings.push(warning);
      }
      before.delete(filingId);
      if (feedRow === null) continue;
      const { publicationAt, isin, currency, totalValue, row } = feedRow;
      const after: PdmrFeedRow = {
        publication_at: publicationAt,
        isin,
        currency,
        total_value: totalValue,
        public_row: JSON.stringify(row),
      };
      const current = feed.get(filingId);
      feed.delete(filingId);
      if (isUnchanged<PdmrFeedRow>(current, after)) continue;
      put.run(...Object.values(after), market, filingId);
      if (warning !== null) warnings.push(warning);
    }
    for (const [filingId, exclusion] of before)
      if (exclusion !== LEFT_REGISTER) exclude.run(LEFT_REGISTER, market, filingId);
    for (const filingId of feed.keys()) remove.run(market, filingId);
    recordWarnings(store, register, now, warnings);
    markUnpublished(store, 'market', market);
    store.sql('DELETE FROM pending_market WHERE market = ?').run(market);
  });
}

const LEFT_REGISTER = 'left-register';
