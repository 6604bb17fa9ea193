/** Upserts periodic transaction reports and marks them for derivation. Nothing is ever removed. */

import { isDeepStrictEqual } from 'node:util';
import type { StockActReport } from '../records/stock-act.js';
import type { Effect } from './form4-write.js';
import { insertReport, replaceReport, reportByDocument } from './stock-act-rows.js';
import type { Store } from './store.js';

/**
 * Stores `report` in place of what stood under its document id; its trades count as public rows, and one without any
 * as one. A report that was read once is not replaced by one that could not be: the document did not change, the
 * answer did.
 */
export function writeReport(store: Store, report: StockActReport, register: string, now: Date): Effect {
  const stored = reportByDocument(store, report.documentId);
  if (stored === undefined) {
    mark(store, insertReport(store, report, register, now.toISOString()));
    return { changed: true, rows: rowsOf(report) };
  }
  const isWorse = stored.report.readability === 'read' && report.readability !== 'read';
  if (isWorse || isDeepStrictEqual(stored.report, report)) return { changed: false, rows: 0 };
  replaceReport(store, stored.id, report, register);
  mark(store, stored.id);
  return { changed: true, rows: rowsOf(report) - rowsOf(stored.report) };
}

/** A report that is listed without trades is a row too: where only such were filed, something was read all the same. */
function rowsOf({ trades }: StockActReport): number {
  return Math.max(1, trades.length);
}

function mark(store: Store, reportId: number): void {
  store.sql('INSERT INTO pending_report (report_id) VALUES (?) ON CONFLICT DO NOTHING').run(reportId);
}
