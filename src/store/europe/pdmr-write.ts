/** Upserts managers' transactions and records which ones left their register. Nothing is ever removed. */

import type { EuCountry } from '../../../tools/contract/markets/index.js';
import type { Warning } from '../../records/crawl.js';
import type { PdmrFiling, PdmrIndex, PdmrNotification, PdmrRecord } from '../../records/europe/pdmr.js';
import type { WriteEffect } from '../database/store.js';
import { isUnchanged, type Store } from '../database/store.js';
import { findPdmrRow, insertPdmrRow, toRow, updatePdmrRow } from './pdmr-rows.js';
import { rowsMatchingUnread } from './unread-pdmr-rows.js';

export interface PdmrEffect extends WriteEffect {
  /** Rows that do not change although the register shows them in an unreadable state. */
  warnings?: Warning[];
}

/** Stores a record as of `now`; if it changed something, its market becomes pending. */
export function writePdmr(store: Store, record: PdmrRecord, now: Date): PdmrEffect {
  const at = now.toISOString();
  switch (record.kind) {
    case 'pdmr':
      return upsertPdmrRow(store, record);
    case 'pdmr-window': {
      const before = store
        .sql<{ filing_id: string; publication_at: string }>(
          `SELECT filing_id, publication_at FROM pdmr_filing
           WHERE market = ? AND publication_at BETWEEN ? AND ? AND left_at IS NULL`,
        )
        .all(record.market, record.from, record.to);
      const kept = rowsMatchingUnread(before, record, (row) => isStoredUnchanged(store, row));
      const rows = record.rows.filter((row) => !kept.has(row.filingId));
      const left = before.filter((row) => !kept.has(row.filing_id));
      const warnings = [...kept].map((id) => ({ kind: 'kept-in-doubt', detail: id, where: id }));
      return { ...replaceRows(store, { ...record, rows }, left, at), warnings };
    }
    case 'pdmr-notification':
      return writeNotification(store, record, at);
    case 'pdmr-index':
      return writeIndex(store, record, at);
  }
}

/** A register without publication times gives the moment of each read: the first stored moment stays. */
function upsertPdmrRow(store: Store, filing: PdmrFiling): WriteEffect {
  const row = toRow(filing);
  const stored = findPdmrRow(store, filing.market, filing.filingId);
  if (stored === undefined) {
    insertPdmrRow(store, row);
    return { changed: true, rows: 1 };
  }
  if (filing.publicationApproximate) {
    row.publication_at = stored.publication_at ?? null;
    row.publication_approximate = stored.publication_approximate ?? null;
  }
  if (stored.left_at === null && isUnchanged(stored, row)) return { changed: false, rows: 0 };
  updatePdmrRow(store, row);
  return { changed: true, rows: 0 };
}

/** True if the row equals the stored one. */
function isStoredUnchanged(store: Store, filing: PdmrFiling): boolean {
  const stored = findPdmrRow(store, filing.market, filing.filingId);
  return stored !== undefined && isUnchanged(stored, toRow(filing));
}

function replaceRows(
  store: Store,
  { market, rows }: { market: EuCountry; rows: PdmrFiling[] },
  before: Array<{ filing_id: string }>,
  at: string,
): WriteEffect {
  const effect: WriteEffect = { changed: false, rows: 0 };
  for (const filing of rows) {
    const one = upsertPdmrRow(store, filing);
    effect.changed ||= one.changed;
    effect.rows += one.rows;
  }
  const shown = new Set(rows.map((row) => row.filingId));
  const leave = store.sql('UPDATE pdmr_filing SET left_at = ? WHERE market = ? AND filing_id = ?');
  for (const { filing_id } of before) {
    if (shown.has(filing_id)) continue;
    leave.run(at, market, filing_id);
    effect.changed = true;
  }
  return effect;
}

/** An older version that is read after a newer one changes nothing. */
function writeNotification(store: Store, record: PdmrNotification, at: string): WriteEffect {
  const { market, notificationKey, version = 0 } = record;
  const stored = store
    .sql<{ version: number }>(
      'SELECT version FROM pdmr_notification WHERE market = ? AND notification_key = ?',
    )
    .get(market, notificationKey);
  if (stored !== undefined && stored.version > version) return { changed: false, rows: 0 };
  if (stored?.version !== version)
    store
      .sql(
        `INSERT INTO pdmr_notification (market, notification_key, version) VALUES (?, ?, ?)
         ON CONFLICT (market, notification_key) DO UPDATE SET version = excluded.version`,
      )
      .run(market, notificationKey, version);
  const before = store
    .sql<{ filing_id: string }>(
      'SELECT filing_id FROM pdmr_filing WHERE market = ? AND notification_key = ? AND left_at IS NULL',
    )
    .all(market, notificationKey);
  return replaceRows(store, record, before, at);
}

/** Notifications that are no longer listed leave; those that are listed again return. */
function writeIndex(store: Store, { market, notificationKeys }: PdmrIndex, at: string): WriteEffect {
  const listed = new Set(notificationKeys);
  const set = store.sql('UPDATE pdmr_notification SET left_at = ? WHERE market = ? AND notification_key = ?');
  let changed = false;
  const known = store
    .sql<{ notification_key: string; left_at: string | null }>(
      'SELECT notification_key, left_at FROM pdmr_notification WHERE market = ?',
    )
    .all(market);
  for (const { notification_key, left_at } of known) {
    if (listed.has(notification_key) === (left_at === null)) continue;
    set.run(left_at === null ? at : null, market, notification_key);
    changed = true;
  }
  return { changed, rows: 0 };
}
