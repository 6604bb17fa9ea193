/** Stores which rows of a member's reports are effective: the reports that derivation compares, and its decisions. */

import { tickerBase } from '../../../tools/contract/ticker.js';
import type { StockActReport } from '../../records/congress/stock-act.js';
import type { EffectiveTrades } from '../../records/derived-rows.js';
import { type Store, StoreError } from '../database/store.js';
import { markUnpublished } from '../rows/unpublished.js';
import { reportsOfMember } from './stock-act-rows.js';
import { replaceStockActWarnings } from './stock-act-warnings.js';

/** Members whose reports changed since `writeEffectiveTrades` last wrote them. */
export function pendingMembers(store: Store): string[] {
  return store
    .sql<{ member_id: string }>('SELECT member_id FROM pending_member ORDER BY member_id')
    .all()
    .map((row) => row.member_id);
}

/** All reports of a member, exactly as written; none for a filed name that was resolved to another member. */
export function memberReports(store: Store, memberId: string): StockActReport[] {
  return reportsOfMember(store, memberId).map(({ report }) => report);
}

/**
 * Replaces the rows of a member that readers see, and takes the member off the pending list, in one transaction.
 * @throws StoreError if a row belongs to no report of the member
 */
export function writeEffectiveTrades(store: Store, memberId: string, trades: EffectiveTrades): void {
  store.transaction(() => {
    const ids = new Map(
      store
        .sql<{ id: number; document_id: string }>(
          `SELECT r.id, r.document_id FROM stock_act_filer f JOIN stock_act_report r ON r.id = f.report_id
           WHERE f.member_id = ?`,
        )
        .all(memberId)
        .map((row) => [row.document_id, row.id]),
    );
    const idOf = ({ documentId }: StockActReport): number => {
      const id = ids.get(documentId);
      if (id === undefined) throw new StoreError(`${documentId} is not a stored report of ${memberId}.`);
      return id;
    };
    markUnpublished(store, 'member', memberId);
    markUnpublished(store, 'symbols', '');
    store.sql('DELETE FROM member_trade WHERE member_id = ?').run(memberId);
    const deleteSuperseded = store.sql('DELETE FROM stock_act_superseded WHERE report_id = ?');
    for (const id of ids.values()) deleteSuperseded.run(id);
    const insertTrade = store.sql(
      `INSERT INTO member_trade (member_id, disclosure_date, transaction_date, document_id, "row", report_id, ticker_base,
         option_terms, is_date_doubtful, possible_repeat_of, is_correction_open, ticker, ticker_as_filed)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const one of trades.effective) {
      const { report, trade, optionTerms, isDateDoubtful, possibleRepeatOf, isCorrectionOpen } = one;
      const { disclosureDate, documentId } = report;
      const { transactionDate, row, ticker } = trade;
      const key = [memberId, disclosureDate, transactionDate, documentId, row];
      const terms = optionTerms === null ? null : JSON.stringify(optionTerms);
      const marks = [isDateDoubtful ? 1 : 0, possibleRepeatOf, isCorrectionOpen ? 1 : 0];
      insertTrade.run(...key, idOf(report), tickerBase(ticker), terms, ...marks, ticker, one.tickerAsFiled);
    }
    const insertSuperseded = store.sql(
      'INSERT INTO stock_act_superseded (report_id, "row", by_document, by_row) VALUES (?, ?, ?, ?)',
    );
    for (const { report, trade, supersededBy, supersededByRow } of trades.superseded)
      insertSuperseded.run(idOf(report), trade.row, supersededBy, supersededByRow);
    replaceStockActWarnings(store, memberId, trades.warnings);
    store.sql('DELETE FROM pending_member WHERE member_id = ?').run(memberId);
  });
}
