/** Upserts periodic transaction reports and marks them for derivation. Nothing is ever removed. */

import { isDeepStrictEqual } from 'node:util';
import { NOT_FETCHED, type StockActReport } from '../../records/congress/stock-act.js';
import type { QueuedDocument } from '../../records/crawl.js';
import type { Store, WriteEffect } from '../database/store.js';
import { markUnpublished } from '../rows/unpublished.js';
import { insertReport, replaceReport, reportByDocument } from './stock-act-rows.js';

/**
 * Stores `report` in place of the one with its document id. Its trades count as public rows, and a report without
 * trades counts as one. A report that was read once is not replaced by one that could not be read: the document did
 * not change, the response did. One that was only listed replaces nothing, and is first seen when its document
 * arrives.
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
  markFilerUnpublished(store, stored.id);
  replaceReport(store, stored.id, report, register);
  if (stored.report.reason === NOT_FETCHED)
    store.sql('UPDATE stock_act_report SET ingested_at = ? WHERE id = ?').run(now.toISOString(), stored.id);
  markReportPending(store, stored.id);
  return { changed: true, rows: countRows(report) - countRows(stored.report) };
}

/**
 * A report that was read without trades counts as a row too: even if only such reports were filed, the register was
 * read. A report that is only queued does not count, because nothing was read yet.
 */
function countRows({ trades, reason }: StockActReport): number {
  return reason === NOT_FETCHED ? 0 : Math.max(1, trades.length);
}

/** The rows of its filer show what the report says, even before it is derived. */
function markFilerUnpublished(store: Store, reportId: number): void {
  const filer = store
    .sql<{ member_id: string }>('SELECT member_id FROM stock_act_filer WHERE report_id = ?')
    .get(reportId);
  if (filer !== undefined) markUnpublished(store, 'member', filer.member_id);
}

function markReportPending(store: Store, reportId: number): void {
  store.sql('INSERT INTO pending_report (report_id) VALUES (?) ON CONFLICT DO NOTHING').run(reportId);
}

/** Queued documents without a stored report: their register has listed them, but they were not fetched yet. */
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
