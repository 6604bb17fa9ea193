/** The filings behind a 13F portfolio as they are listed: their kinds, quarters and addresses. */

import { edgarIndexPage } from '../../../tools/contract/edgar-address.js';
import type { TrackerDetail } from '../../../tools/contract/shapes/tracker.js';
import { WITHHELD_MARK } from '../../../tools/contract/shapes/tracker-changes.js';
import { compareText } from '../../collections.js';
import type { AppliedFiling } from './effective-reports.js';

/** `Q2 2026`. */
export function periodLabel(periodEnd: string): string {
  return `Q${Math.ceil(Number(periodEnd.slice(5, 7)) / 3)} ${periodEnd.slice(0, 4)}`;
}

/** Newest first. */
export function filingHistory(
  applied: readonly AppliedFiling[],
  leftOut: readonly AppliedFiling[],
): TrackerDetail['filingHistory'] {
  return [...applied, ...leftOut]
    .sort((a, b) => compareText(b.filedAt, a.filedAt))
    .map((filing) => ({
      filedAt: filing.filedAt,
      kind: filingLabel(filing, leftOut.includes(filing)),
      periodLabel: periodLabel(filing.periodEnd),
      itemCount: filing.itemCount,
      sourceUrl: edgarIndexPage(filing.cik, filing.accession),
    }));
}

/** `13F-HR`, `13F-HR/A (restatement)`, and whether the manager withholds rows according to the summary page. */
export function filingLabel(filing: AppliedFiling, isLeftOut: boolean): string {
  const { formType, amendmentType, isConfidentialOmitted, isRefused, isWithdrawn } = filing;
  const isSilent = formType === '13F-HR/A' && amendmentType === null;
  const isUnapplied = (isLeftOut && !isWithdrawn) || isRefused;
  const marks = [
    ...(amendmentType === null ? [] : [amendmentType.toLowerCase()]),
    ...(isSilent && !isUnapplied ? ['taken for a restatement'] : []),
    ...(isUnapplied ? ['not applied'] : []),
    ...(isWithdrawn ? ['report withdrawn'] : []),
    ...(isConfidentialOmitted ? [WITHHELD_MARK] : []),
  ];
  return marks.length === 0 ? formType : `${formType} (${marks.join('; ')})`;
}
