/** Which reports of an official stand: the same report posted twice counts once, and an amendment takes the place of what it restates. */

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
    | 'stands'
    | 'duplicate' // the same report under another document id
    | 'restated'; // an amendment says it anew
  /** Document id of the report that stands for it; null for one that stands. */
  representedBy: string | null;
}

/** An amendment restates at least this share of the rows of its original. */
const MIN_RESTATED_SHARE = 0.5;

/**
 * The readings of all reports, in the order of posting. Two rules, both on what was filed and never on file names:
 *
 * - Duplicate: same filer, same day of signature, and all rows equal and in the same order. The one posted first
 *   stands. Equal rows inside one report are trades of their own and stay.
 * - Amendment: a report that the index marks as amended takes the place of that earlier standing report of the filer
 *   which shares most rows with it (description, type and date as filed), if these are at least half of the rows
 *   there. One that shares them with none stands beside the others, with a warning; so does one that cannot be read. Where
 *   no earlier report of the filer was read, there is nothing to restate and no warning.
 */
export function classifyOgeReports(reports: readonly Oge278TReport[]): {
  statuses: OgeReportStatus[];
  warnings: Warning[];
} {
  const statuses: OgeReportStatus[] = [];
  const warnings: Warning[] = [];
  for (const report of [...reports].sort(byPosting)) {
    const earlier = statuses.filter((one) => isSameFiler(one.report.filerName, report.filerName));
    const reading: OgeReportStatus = { report, status: 'stands', representedBy: null };
    const twin = earlier.find((one) => one.status !== 'duplicate' && isDuplicateReport(one.report, report));
    if (twin !== undefined) {
      reading.status = 'duplicate';
      reading.representedBy = twin.report.documentId;
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
    statuses.push(reading);
  }
  return { statuses, warnings };
}

function byPosting(one: Oge278TReport, other: Oge278TReport): number {
  const day = (report: Oge278TReport) => report.postedAt ?? report.signedDate ?? '';
  return compareText(day(one), day(other)) || compareText(one.documentId, other.documentId);
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
  for (const reading of earlier) {
    const { transactions } = reading.report;
    if (reading.status !== 'stands' || transactions.length === 0) continue;
    const shared = sharedRows(amendment.transactions, transactions);
    // Of two that share as many, the later one: it was posted nearer to its amendment.
    if (shared >= Math.max(most, transactions.length * MIN_RESTATED_SHARE)) [best, most] = [reading, shared];
  }
  return best;
}

/** How many rows of `rows` stand in `among` too, each one counted once. */
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
