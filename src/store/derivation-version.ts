/** The version of the rules that made the derived rows. If the rules change, all derived rows become pending. */

import { EU_MARKETS, type EuCountry } from '../../tools/contract/markets/index.js';
import type { Store } from './database/store.js';
import { markMarketsPending } from './europe/derived-markets.js';

/** The number of the rules; null if nothing was derived yet, or by a release that did not store it. */
export function derivationVersion(store: Store): number | null {
  const row = store
    .sql<{ version: number | null }>('SELECT derivation_version AS version FROM generation WHERE id = 1')
    .get();
  return row?.version ?? null;
}

/** Everybody with filings in the store, or with derived rows and no filing left. */
const MARK_ALL_STATEMENTS = [
  'INSERT INTO pending_issuer (cik) SELECT DISTINCT issuer_cik FROM form4_filing WHERE true',
  `INSERT INTO pending_owner (cik) SELECT cik FROM form4_owner UNION SELECT cik FROM form35_owner
   UNION SELECT owner_cik FROM insider WHERE true`,
  'INSERT INTO pending_form35 (issuer_cik) SELECT DISTINCT issuer_cik FROM form35_filing WHERE true',
  'INSERT INTO pending_holders (issuer_cik) SELECT DISTINCT issuer_cik FROM schedule13_filing WHERE true',
  'INSERT INTO pending_notices (issuer_cik) SELECT DISTINCT issuer_cik FROM form144_notice WHERE true',
  'INSERT INTO pending_report (report_id) SELECT id FROM stock_act_report WHERE true',
  `INSERT INTO pending_member (member_id) SELECT member_id FROM stock_act_filer
   UNION SELECT member_id FROM member_trade WHERE true`,
];

/**
 * If other rules than `version` made the derived rows, marks everything pending that derivation decides on, and stores
 * `version`. Both happen in one transaction: a process that dies before it leaves the old number, one that dies after it
 * leaves the pending marks, and nothing is derived twice.
 * @returns how many issuers, owners, holders' companies, reports, members and markets became pending; 0 if the rules are the same
 */
export function markAllPending(store: Store, version: number): number {
  if (derivationVersion(store) === version) return 0;
  return store.transaction(() => {
    let marked = 0;
    for (const text of MARK_ALL_STATEMENTS)
      marked += store.sql(`${text} ON CONFLICT DO NOTHING`).run().changes;
    store.sql('UPDATE pending_issuer SET is_whole = 1 WHERE is_whole = 0').run();
    // Compared with the stored rows themselves, whatever was noted about them.
    store.sql('UPDATE form4_filing SET derived_hash = NULL WHERE derived_hash IS NOT NULL').run();
    const markets = store.sql<{ market: EuCountry }>('SELECT DISTINCT market FROM pdmr_filing').all();
    for (const { market } of markets) markMarketsPending(store, EU_MARKETS[market].register, [market]);
    store.sql('UPDATE generation SET derivation_version = ? WHERE id = 1').run(version);
    return marked + markets.length;
  });
}
