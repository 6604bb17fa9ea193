/** What a tracked member of Congress filed: the trades that count, and every report. */

import type { Store } from '../database/store.js';
import { AMENDS } from './stock-act-rows.js';

interface PortfolioTrade {
  ticker: string;
  assetDescription: string;
  assetType: string;
  type: string;
  owner: string;
  transactionDate: string;
  disclosureDate: string;
  amountMin: number;
  amountMid: number | null;
  description: string | null;
  comments: string | null;
}

/** A trade that corrects one that is not known, or that may be the one: its day. */
interface OpenCorrection {
  transactionDate: string;
  disclosureDate: string;
}

interface PortfolioReport {
  documentId: string;
  disclosureDate: string;
  sourceLink: string;
  isRead: boolean;
  isAmendment: boolean;
  /** As filed, including those that an amendment replaced. */
  tradeCount: number;
}

/**
 * The trades are those that sums are made of, without the ones that may repeat an earlier report and without open corrections.
 * @param memberId bioguide id
 */
export function memberPortfolio(
  store: Store,
  memberId: string,
): { trades: PortfolioTrade[]; openCorrections: OpenCorrection[]; reports: PortfolioReport[] } {
  const trades = store
    .sql<PortfolioTrade>(
      `SELECT h.ticker, t.asset_description AS "assetDescription", t.asset_type AS "assetType", t.type, t.owner,
         t.transaction_date AS "transactionDate", h.disclosure_date AS "disclosureDate",
         t.amount_min AS "amountMin", t.amount_mid AS "amountMid", t.description, t.comments
       FROM member_trade h JOIN stock_act_trade t ON t.report_id = h.report_id AND t."row" = h."row"
       WHERE h.member_id = ? AND h.possible_repeat_of IS NULL AND h.is_correction_open = 0
       ORDER BY h.disclosure_date, h.transaction_date, h.document_id, h."row"`,
    )
    .all(memberId);
  const reports = store
    .sql<Omit<PortfolioReport, 'isRead' | 'isAmendment'> & { readability: string; amends: number }>(
      `SELECT r.document_id AS "documentId", r.disclosure_date AS "disclosureDate", r.source_link AS "sourceLink",
         r.readability, ${AMENDS} AS amends,
         (SELECT count(*) FROM stock_act_trade t WHERE t.report_id = r.id) AS "tradeCount"
       FROM stock_act_filer f JOIN stock_act_report r ON r.id = f.report_id
       WHERE f.member_id = ? ORDER BY r.disclosure_date, r.document_id`,
    )
    .all(memberId)
    .map(({ readability, amends, ...report }) => ({
      ...report,
      isRead: readability === 'read',
      isAmendment: amends === 1,
    }));
  const openCorrections = store
    .sql<OpenCorrection>(
      `SELECT transaction_date AS "transactionDate", disclosure_date AS "disclosureDate" FROM member_trade
       WHERE member_id = ? AND is_correction_open = 1 ORDER BY document_id, "row"`,
    )
    .all(memberId);
  return { trades, openCorrections, reports };
}
