/** One step of ingestion into the store: everything that belongs together in one transaction. */

import type { QueuedDocument, Warning } from '../records/crawl.js';
import type { RegisterRecord } from '../records/index.js';
import { writeMembers } from './congress/legislators.js';
import { writeStockActReport } from './congress/stock-act-write.js';
import { completeDocuments, type DocumentOutcome, enqueue, writeCursors } from './crawl/queue.js';
import { countBatch, isKnownWarning, recordWarnings } from './crawl/run-journal.js';
import type { Store } from './database/store.js';
import { markMarketsPending } from './europe/derived-markets.js';
import { type PdmrEffect, writePdmr } from './europe/pdmr-write.js';
import { writeCompanyTickers } from './form4/company-tickers.js';
import { markPending, type PendingChanges, writeForm4Filing } from './form4/form4-write.js';
import { writeSharesOutstanding } from './form4/shares-outstanding.js';
import { writeNotice } from './form144/notices.js';
import { writeSchedule13 } from './holders/schedules.js';
import { countTrackerInputs, trackerInputOf } from './portfolios/tracker-inputs.js';
import { writeCusipSymbols, writeHoldings, writeOgeReport } from './portfolios/tracker-records.js';
import { writeCloses, writeSplits } from './prices/prices.js';

export type { DocumentOutcome } from './crawl/queue.js';

interface WriteBatch {
  register: string;
  now: Date;
  records?: Iterable<RegisterRecord>;
  warnings?: Warning[];
  queued?: QueuedDocument[];
  cursors?: Record<string, string>;
  outcomes?: DocumentOutcome[];
}

/**
 * Stores records, warnings, queue and cursors of one step: all of it or, if the process dies or a value is refused,
 * nothing. Returns how many records changed something and how many were stored already.
 */
export function writeBatch(store: Store, batch: WriteBatch): { changed: number; unchanged: number } {
  const { register, now } = batch;
  return store.transaction(() => {
    const pending: PendingChanges = {
      issuers: new Set(),
      issuersOfNew: new Set(),
      owners: new Set(),
      markets: new Set(),
    };
    let changed = 0;
    let unchanged = 0;
    let rows = 0;
    const keptWarnings: Warning[] = [];
    const trackerInputs = new Set<string>();
    for (const record of batch.records ?? []) {
      const effect = writeRecord(store, record, pending, register, now);
      if (effect.changed) changed += 1;
      else unchanged += 1;
      const input = effect.changed ? trackerInputOf(record) : null;
      if (input !== null) trackerInputs.add(input);
      rows += effect.rows;
      keptWarnings.push(...(effect.warnings ?? []));
    }
    markPending(store, pending);
    markMarketsPending(store, register, pending.markets);
    countTrackerInputs(store, trackerInputs);
    completeDocuments(store, register, now, batch.outcomes ?? []);
    enqueue(store, register, now, batch.queued ?? []);
    writeCursors(store, register, batch.cursors ?? {});
    countBatch(store, register, now, { rows, changed: changed > 0 });
    // A window is read every hour: a repeated warning is recorded once.
    const newWarnings = keptWarnings.filter((warning) => !isKnownWarning(store, register, warning));
    recordWarnings(store, register, now, [...(batch.warnings ?? []), ...newWarnings]);
    return { changed, unchanged };
  });
}

function writeRecord(
  store: Store,
  record: RegisterRecord,
  pending: PendingChanges,
  register: string,
  now: Date,
): PdmrEffect {
  switch (record.kind) {
    case 'form4':
      return writeForm4Filing(store, record, pending);
    case 'schedule-13':
      return writeSchedule13(store, record);
    case 'form144':
      return writeNotice(store, record);
    case 'company-tickers':
      return writeCompanyTickers(store, record, pending);
    case 'members':
      return writeMembers(store, record);
    case 'stock-act-report':
      return writeStockActReport(store, record, register, now);
    case 'shares-outstanding':
      return writeSharesOutstanding(store, record);
    case 'closes':
      return writeCloses(store, record);
    case 'splits':
      return writeSplits(store, record);
    case '13f':
      return writeHoldings(store, record);
    case 'cusip-symbols':
      return writeCusipSymbols(store, record);
    case 'oge-278t-report':
      return writeOgeReport(store, record);
    case 'pdmr':
    case 'pdmr-window':
    case 'pdmr-notification':
    case 'pdmr-index': {
      const effect = writePdmr(store, record, now);
      if (effect.changed) pending.markets.add(record.market);
      return effect;
    }
  }
}
