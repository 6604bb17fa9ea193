/** Upserts periodic transaction reports and marks them for derivation. Nothing is ever removed. */

import { isDeepStrictEqual } from 'node:util';
import { NOT_FETCHED, type StockActReport } from '../../records/congress/stock-act.js';
import type { QueuedDocument } from '../../records/crawl.js';
import type { Store } from '../database/store.js';
import type { WriteEffect } from '../form4/form4-write.js';
import { insertReport, replaceReport, reportByDocument } from './stock-act-rows.js';

/**
 * Stores `report` in place of what stood under its document id; its trades count as public rows, and one without any
 * as one. A report that was read once is not replaced by one that could not be: the document did not change, the
 * answer did. One that was only listed replaces nothing, and is first seen when it comes itself.
 */
export function writeStockActReport(
  store: Store,
  report: StockActReport,
  register: string,
  now: Date,
): WriteEffect {
  const stored = reportByDocument(store, report.documentId);
  if (stored === undefined) {
    markReportPending(store, insertReport(store, report, register, now.toISOString()));
    return { changed: true, rows: countRows(report) };
  }
  const isWorse =
    report.reason === NOT_FETCHED || (stored.report.readability === 'read' && report.readability !== 'read');
  if (isWorse || isDeepStrictEqual(stored.report, report)) return { changed: false, rows: 0 };
  replaceReport(store, stored.id, report, register);
  if (stored.report.reason === NOT_FETCHED)
    store.sql('UPDATE stock_act_report SET ingested_at = ? WHERE id = ?').run(now.toISOString(), stored.id);
  markReportPending(store, stored.id);
  return { changed: true, rows: countRows(report) - countRows(stored.report) };
}

/**
 * A report that was read without trades is a row too: where only such were filed, something was read all the same. Of one
 * that waits to be fetched nothing was read yet.
 */
function countRows({ trades, reason }: StockActReport): number {
  return reason === NOT_FETCHED ? 0 : Math.max(1, trades.length);
}

function markReportPending(store: Store, reportId: number): void {
  store.sql('INSERT INTO pending_report (report_id) VALUES (?) ON CONFLICT DO NOTHING').run(reportId);
}

/** Documents of the queue that no report is stored for: their register has listed them, and nobody fetched them yet. */
export function unfetchedDocuments(store: Store, register: string): QueuedDocument[] {
  return store
    .sql<Omit<QueuedDocument, 'metadata'> & { metadata: string }>(
      `SELECT "key", kind, url, metadata FROM document d
       WHERE register = ? AND state = 'waiting' AND metadata IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM stock_act_report r WHERE r.document_id = d."key")
       ORDER BY "key"`,
    )
    .all(register)
    .map(({ metadata, ...row }) => ({ ...row, metadata: JSON.parse(metadata) }));
}
