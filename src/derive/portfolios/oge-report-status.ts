/**
 * Decides which reports of an official are effective: a report posted twice counts once, and an amendment replaces
 * the report that it restates.
 */

import { compareText } from '../../collections.js';
import type { Warning } from '../../records/crawl.js';
import {
  isSameFiler,
  type Oge278TReport,
  type Oge278TTransaction,
} from '../../records/portfolios/oge-278t.js';

interface OgeReportStatus {
  report: Oge278TReport;
  status:
    | 'effective'
    | 'duplicate' // the same report under another document id
    | 'restated'; // restated by an amendment
  /** Document id of the report that represents it; null for an effective report. */
  representedBy: string | null;
}

/** An amendment restates at least this share of the rows of its original. */
const MIN_RESTATED_SHARE = 0.5;

/**
 * The status of all reports, in the order of posting. Two rules, both based on what was filed and never on file
 * names:
 * - Duplicate: same filer, same day of signature, and all rows equal and in the same order. The one posted first is
 *   effective. Equal rows inside one report are separate trades and stay.
 * - Amendment: a report that the index marks as amended replaces the earlier effective report of the filer with which
 *   it shares most rows (description, type and date as filed), if these are at least half of the rows there. An
 *   amendment that shares no rows with any of them is added, with a warning; so is one that cannot be read. If no
 *   earlier report of the filer was read, there is nothing to restate and no warning.
 */
export function classifyOgeReports(reports: readonly Oge278TReport[]): {
  statuses: OgeReportStatus[];
  warnings: Warning[];
} {
  const statuses: OgeReportStatus[] = [];
  const warnings: Warning[] = [];
  for (const report of [...reports].sort(byPosting)) {
    const earlier = statuses.filter((one) => isSameFiler(one.report.filerName, report.filerName));
    const entry: OgeReportStatus = { report, status: 'effective', representedBy: null };
    const twin = earlier.find((one) => one.status !== 'duplicate' && isDuplicateReport(one.report, report));
    if (twin !== undefined) {
      entry.status = 'duplicate';
      entry.representedBy = twin.report.documentId;
    } else if (report.amended !== null) {
      const original = restatedOriginal(report, earlier);
      if (original !== null) {
        original.status = 'restated';
        original.representedBy = report.documentId;
      } else if (earlier.some((one) => one.report.readability === 'read')) {
        const kind = report.readability === 'read' ? 'amendment-without-original' : 'amendment-unread';
        warnings.push({ kind, detail: report.amended, where: report.documentId });
      }
    }
    statuses.push(entry);
  }
  return { statuses, warnings };
}

/** On one day an original comes before its amendment, and the earlier signature first. The ids are not in order of time. */
function byPosting(one: Oge278TReport, other: Oge278TReport): number {
  const day = (report: Oge278TReport) => report.postedAt ?? report.signedDate ?? '';
  return (
    compareText(day(one), day(other)) ||
    Number(one.amended !== null) - Number(other.amended !== null) ||
    compareText(one.signedDate ?? '', other.signedDate ?? '') ||
    compareText(one.documentId, other.documentId)
  );
}

function isDuplicateReport(one: Oge278TReport, other: Oge278TReport): boolean {
  if (one.readability !== 'read' || other.readability !== 'read') return false;
  if (one.signedDate !== other.signedDate || one.transactions.length === 0) return false;
  const content = ({ transactions, headings }: Oge278TReport) => JSON.stringify([transactions, headings]);
  return content(one) === content(other);
}

function restatedOriginal(
  amendment: Oge278TReport,
  earlier: readonly OgeReportStatus[],
): OgeReportStatus | null {
  let best: OgeReportStatus | null = null;
  let most = 0;
  for (const other of earlier) {
    const { transactions } = other.report;
    if (other.status !== 'effective' || transactions.length === 0) continue;
    const shared = sharedRows(amendment.transactions, transactions);
    // If two share the same number, the later one: it was posted closer to its amendment.
    if (shared >= Math.max(most, transactions.length * MIN_RESTATED_SHARE)) [best, most] = [other, shared];
  }
  return best;
}

/** How many rows of `rows` are also in `among`, each one counted once. */
function sharedRows(among: readonly Oge278TTransaction[], rows: readonly Oge278TTransaction[]): number {
  const key = ({ description, type, dateFiled }: Oge278TTransaction) =>
    JSON.stringify([description.toLowerCase(), type, dateFiled]);
  const left = new Map<string, number>();
  for (const row of among) left.set(key(row), (left.get(key(row)) ?? 0) + 1);
  let shared = 0;
  for (const row of rows) {
    const count = left.get(key(row)) ?? 0;
    if (count === 0) continue;
    left.set(key(row), count - 1);
    shared += 1;
  }
  return shared;
}
