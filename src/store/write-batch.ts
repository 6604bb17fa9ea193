/** One step of ingestion into the store: everything that belongs together in one transaction. */

import { required } from '../collections.js';
import type { QueuedDocument, Warning } from '../records/crawl.js';
import type { RegisterRecord } from '../records/index.js';
import type { ManagerDataSet, ManagerFiling } from '../records/portfolios/manager-filing.js';
import { writeMembers } from './congress/legislators.js';
import { writeStockActReport } from './congress/stock-act-write.js';
import { completeDocuments, type DocumentOutcome, enqueue, writeCursors } from './crawl/queue.js';
import { type ReadSource, writeSources } from './crawl/record-sources.js';
import { countBatch, isKnownWarning, recordWarnings } from './crawl/run-journal.js';
import type { Store } from './database/store.js';
import { BatchErrata } from './errata/errata.js';
import { markMarketsPending } from './europe/derived-markets.js';
import { type PdmrEffect, writePdmr } from './europe/pdmr-write.js';
import { writeCompanyTickers } from './form4/company-tickers.js';
import { markPending, type PendingChanges, writeForm4Filing } from './form4/form4-write.js';
import { writeForm4Holdings, writeForm35 } from './form4/form35.js';
import { writeSharesOutstanding } from './form4/shares-outstanding.js';
import { writeNotice } from './form144/notices.js';
import { writeSchedule13 } from './holders/schedules.js';
import { writeManagerRecords } from './managers/filings.js';
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
  /** The documents that the records were read from. */
  sources?: readonly ReadSource[];
}

/**
 * Stores records, warnings, queue and cursors of one step: all of it or, if the process dies or a value is refused,
 * nothing. Returns how many records changed something and how many were stored already.
 */
export function writeBatch(store: Store, batch: WriteBatch): { changed: number; unchanged: number } {
  const { register, now } = batch;
  // Into their own store first: if the process dies before the ledger is written, they are written again.
  const records = [...(batch.records ?? [])];
  const managers = records.filter(isManagerRecord);
  const ofManagers = managers.length === 0 ? null : writeManagerRecords(store, managers);
  return store.transaction(() => {
    const pending: PendingChanges = {
      issuers: new Set(),
      issuersOfNew: new Set(),
      owners: new Set(),
      markets: new Set(),
    };
    const changedRecords = new Set<RegisterRecord>();
    let changed = 0;
    let unchanged = 0;
    let rows = 0;
    const keptWarnings: Warning[] = [];
    const trackerInputs = new Set<string>();
    const errata = new BatchErrata(store, register);
    for (const record of records) {
      const effect: PdmrEffect = isManagerRecord(record)
        ? required(ofManagers?.get(record), 'effect')
        : writeCorrected(store, record, errata, { pending, register, now });
      if (effect.changed) {
        changed += 1;
        changedRecords.add(record);
      } else unchanged += 1;
      const input = effect.changed ? trackerInputOf(record) : null;
      if (input !== null) trackerInputs.add(input);
      rows += effect.rows;
      keptWarnings.push(...(effect.warnings ?? []));
    }
    writeSources(store, register, batch.sources ?? [], changedRecords);
    markPending(store, pending);
    markMarketsPending(store, register, pending.markets);
    countTrackerInputs(store, trackerInputs);
    completeDocuments(store, register, now, batch.outcomes ?? []);
    enqueue(store, register, now, batch.queued ?? []);
    writeCursors(store, register, batch.cursors ?? {});
    countBatch(store, register, now, { rows, changed: changed > 0 });
    // A window is read every hour: a repeated warning is recorded once.
    keptWarnings.push(...errata.warnings);
    const newWarnings = keptWarnings.filter((warning) => !isKnownWarning(store, register, warning));
    recordWarnings(store, register, now, [...(batch.warnings ?? []), ...newWarnings]);
    return { changed, unchanged };
  });
}

const isManagerRecord = (record: RegisterRecord): record is ManagerFiling | ManagerDataSet =>
  record.kind === 'manager-filing' || record.kind === 'manager-data-set';

type LedgerRecord = Exclude<RegisterRecord, ManagerFiling | ManagerDataSet>;

interface BatchContext {
  pending: PendingChanges;
  register: string;
  now: Date;
}

/** The one place where errata are applied: everything else sees the record as it is shown. */
function writeCorrected(
  store: Store,
  filed: LedgerRecord,
  errata: BatchErrata,
  context: BatchContext,
): PdmrEffect {
  const { record, written } = errata.apply(filed);
  const effect = writeRecord(store, record, context);
  written(effect.changed);
  return effect;
}

function writeRecord(
  store: Store,
  record: LedgerRecord,
  { pending, register, now }: BatchContext,
): PdmrEffect {
  switch (record.kind) {
    case 'form4':
      return writeForm4Filing(store, record, pending);
    case 'form35':
      return writeForm35(store, record, pending);
    case 'form4-holdings':
      return writeForm4Holdings(store, record);
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
      return writeCloses(store, record, pending);
    case 'splits':
      return writeSplits(store, record);
    case '13f':
      return writeHoldings(store, record);
    case 'cusip-symbols':
      return writeCusipSymbols(store, record, pending);
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
