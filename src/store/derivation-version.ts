/**
 * Stores the version of the rules that made the derived rows, and makes all of them pending when the rules change.
 */

import type { PdmrMarket } from '../records/europe/pdmr.js';
import type { Store } from './database/store.js';
import { markMarketsPending } from './europe/derived-markets.js';

/** The version of the rules; null if nothing was derived yet, or only by a release that did not record it. */
export function derivationVersion(store: Store): number | null {
  const row = store
    .sql<{ version: number | null }>('SELECT derivation_version AS version FROM generation WHERE id = 1')
    .get();
  return row?.version ?? null;
}

/** Everyone with stored filings, and everyone with derived rows but without filings. */
const MARK_ALL_STATEMENTS = [
  'INSERT INTO pending_issuer (cik) SELECT DISTINCT issuer_cik FROM form4_filing WHERE true',
  'INSERT INTO pending_owner (cik) SELECT cik FROM form4_owner UNION SELECT owner_cik FROM insider WHERE true',
  'INSERT INTO pending_report (report_id) SELECT id FROM stock_act_report WHERE true',
  `INSERT INTO pending_member (member_id) SELECT member_id FROM stock_act_filer
   UNION SELECT member_id FROM member_trade WHERE true`,
];

/**
 * If rules other than `version` made the derived rows, this makes everything pending that derivation decides on, and
 * records `version`, in one transaction. A process that ends before it finds the old version again; one that ends
 * after it finds the pending rows, and rows that were derived by then are not derived twice.
 * @param registerOf the register whose journal gets the warnings about a market
 * @returns how many issuers, owners, reports, members and markets became pending; 0 if the rules are the same
 */
export function markAllPending(
  store: Store,
  version: number,
  registerOf: Readonly<Record<PdmrMarket, string>>,
): number {
  if (derivationVersion(store) === version) return 0;
  return store.transaction(() => {
    let marked = 0;
    for (const text of MARK_ALL_STATEMENTS)
      marked += store.sql(`${text} ON CONFLICT DO NOTHING`).run().changes;
    const markets = store.sql<{ market: PdmrMarket }>('SELECT DISTINCT market FROM pdmr_filing').all();
    for (const { market } of markets) markMarketsPending(store, registerOf[market], [market]);
    store.sql('UPDATE generation SET derivation_version = ? WHERE id = 1').run(version);
    return marked + markets.length;
  });
}
