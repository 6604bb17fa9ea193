/** What derivation asks for of a market, and what it decided: why a row stays out, or how readers see it. */

import type { EuMarket } from '../../records/europe/pdmr.js';
import type { Doubt } from '../../records/journal.js';
import type { PdmrReading } from '../../records/readings.js';
import { recordDoubts } from '../crawl/journal.js';
import { type Store, saysAlready } from '../database/store.js';

export { rowsInRegister } from './pdmr-rows.js';

export interface PendingMarket {
  market: EuMarket;
  /** The register that changed it. */
  register: string;
}

/** Markets whose rows changed since `writeMarketReading` last wrote them. */
export function pendingMarkets(store: Store): PendingMarket[] {
  return store.sql<PendingMarket>('SELECT market, register FROM pending_market ORDER BY market').all();
}

/** Written by `writeBatch` in the transaction of the change. */
export function markMarkets(store: Store, register: string, markets: Iterable<EuMarket>): void {
  const mark = store.sql(
    'INSERT INTO pending_market (market, register) VALUES (?, ?) ON CONFLICT (market) DO UPDATE SET register = excluded.register',
  );
  for (const market of markets) mark.run(market, register);
}

interface FeedRow {
  publication_at: string;
  isin: string | null;
  currency: string | null;
  total_value: number | null;
  public_row: string;
}

/**
 * Stores the readings of all rows that a register shows and takes the market off the pending list, in one
 * transaction. A row without a reading has left the register. A doubt goes to the journal when its row is first
 * kept out for this reason, and not again with every run.
 */
export function writeMarketReading(
  store: Store,
  { market, register }: PendingMarket,
  readings: readonly PdmrReading[],
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
        .sql<FeedRow & { filing_id: string }>(
          `SELECT filing_id, publication_at, isin, currency, total_value, public_row
           FROM pdmr_feed WHERE market = ?`,
        )
        .all(market)
        .map((row) => [row.filing_id, row]),
    );
    const doubts: Doubt[] = [];
    const exclude = store.sql('UPDATE pdmr_filing SET exclusion = ? WHERE market = ? AND filing_id = ?');
    const put = store.sql(
      `INSERT OR REPLACE INTO pdmr_feed (publication_at, isin, currency, total_value, public_row, market, filing_id)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    const remove = store.sql('DELETE FROM pdmr_feed WHERE market = ? AND filing_id = ?');
    for (const { filingId, exclusion, shown, doubt } of readings) {
      if (before.get(filingId) !== exclusion) {
        exclude.run(exclusion, market, filingId);
        if (doubt !== null) doubts.push(doubt);
      }
      before.delete(filingId);
      if (shown === null) continue;
      const { publicationAt, isin, currency, totalValue, row } = shown;
      const after: FeedRow = {
        publication_at: publicationAt,
        isin,
        currency,
        total_value: totalValue,
        public_row: JSON.stringify(row),
      };
      const stands = feed.get(filingId);
      feed.delete(filingId);
      if (!saysAlready<FeedRow>(stands, after)) put.run(...Object.values(after), market, filingId);
    }
    for (const [filingId, exclusion] of before) if (exclusion !== LEFT) exclude.run(LEFT, market, filingId);
    for (const filingId of feed.keys()) remove.run(market, filingId);
    recordDoubts(store, register, now, doubts);
    store.sql('DELETE FROM pending_market WHERE market = ?').run(market);
  });
}

const LEFT = 'left-register';
