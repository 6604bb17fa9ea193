/** Schedules 13D and 13G as filed. Each is written as a whole, and makes the rows of its company pending. */

import type { Schedule13Filing } from '../../records/holders/schedule13.js';
import type { Store, WriteEffect } from '../database/store.js';

/** A repeated schedule replaces the one with its accession number. */
export function writeSchedule13(store: Store, filing: Schedule13Filing): WriteEffect {
  const record = JSON.stringify(filing);
  const { accession, issuer } = filing;
  const before = store
    .sql<{ issuer: string; record: string }>(
      'SELECT issuer_cik AS issuer, record FROM schedule13_filing WHERE accession = ?',
    )
    .get(accession);
  if (before?.record === record) return { changed: false, rows: 0 };
  store
    .sql(
      `INSERT INTO schedule13_filing (accession, issuer_cik, record) VALUES (?, ?, ?)
       ON CONFLICT (accession) DO UPDATE SET issuer_cik = excluded.issuer_cik, record = excluded.record`,
    )
    .run(accession, issuer.cik, record);
  for (const cik of new Set([issuer.cik, before?.issuer ?? issuer.cik]))
    store.sql('INSERT INTO pending_holders (issuer_cik) VALUES (?) ON CONFLICT DO NOTHING').run(cik);
  return { changed: true, rows: before === undefined ? 1 : 0 };
}

/** Companies whose schedules changed since `writeDerivedHolders`, at most `limit`. */
export function pendingHolders(store: Store, limit: number): string[] {
  return store
    .rows<[cik: string]>('SELECT issuer_cik FROM pending_holders ORDER BY issuer_cik LIMIT ?')
    .all(limit)
    .map(([cik]) => cik);
}

/** Every schedule about one company. */
export function schedulesOf(store: Store, issuerCik: string): Schedule13Filing[] {
  return store
    .rows<[record: string]>('SELECT record FROM schedule13_filing WHERE issuer_cik = ? ORDER BY accession')
    .all(issuerCik)
    .map(([record]): Schedule13Filing => JSON.parse(record));
}
