/** The planned sales of one issuer as the read model keeps them: the notice as filed, and what was found about it. */

import { issuerPage } from '../../../tools/contract/answer.js';
import { edgarIndexPage } from '../../../tools/contract/edgar-address.js';
import type { PlannedSaleFacts } from '../../../tools/contract/shapes/planned-sale.js';
import { tickerBase } from '../../../tools/contract/ticker.js';
import { daysBetween } from '../../dates.js';

import { PLANNED_SALE_FLAGS, UNKNOWN_CENTS } from '../../read-model/column-values.js';
import type { Row } from '../../read-model/tables.js';
import type { PlannedSaleNotice, SecurityToSell } from '../../records/form144/form144.js';
import type { DerivedPlannedSale } from '../../records/form144/planned-sale.js';
import type { Store } from '../database/store.js';
import { erratumMarks, withMark } from '../errata/errata.js';
import { toCents } from './filing-sums.js';

/** None before the issuer's notices are derived. */
export function plannedSaleRows(store: Store, cik: string): Row[] {
  const { ticker, page } = issuerOf(store, cik);
  const marks = erratumMarks(store, 'sec-144');
  return store
    .rows<[notice: string, derived: string, slug: string | null]>(
      `SELECT n.notice, n.planned_sale, i.slug FROM form144_notice n LEFT JOIN insider i ON i.owner_cik = n.filer_cik
       WHERE n.issuer_cik = ? AND n.planned_sale IS NOT NULL ORDER BY n.filed_at, n.accession`,
    )
    .all(cik)
    .map(([filed, found, slug]) => {
      const notice = JSON.parse(filed) as PlannedSaleNotice;
      const derived = JSON.parse(found) as DerivedPlannedSale;
      const facts = {
        ...toFacts(notice, derived, { ticker, slug: slug ?? '' }),
        ...withMark(marks, notice.accession),
      };
      return [
        cik,
        notice.accession,
        notice.filerCik,
        notice.filedAt,
        derived.approxSaleDate ?? '',
        derived.windowEnds,
        ticker.toUpperCase(),
        tickerBase(ticker.toUpperCase()),
        facts.marketValue === null ? UNKNOWN_CENTS : toCents(facts.marketValue),
        flagsOf(derived),
        page,
        JSON.stringify(facts),
      ];
    });
}

/** An issuer that no other register names has no page. */
function issuerOf(store: Store, cik: string): { ticker: string; page: string } {
  const [known] = store
    .rows<[ticker: string]>(
      `SELECT ticker FROM issuer WHERE cik = ?
       UNION ALL SELECT ticker FROM (SELECT ticker FROM company_ticker WHERE cik = ? ORDER BY position LIMIT 1)`,
    )
    .all(cik, cik);
  if (known === undefined) return { ticker: '', page: `/planned-sales?cik=${cik}` };
  const [ticker] = known;
  return { ticker, page: issuerPage(ticker, cik) };
}

function toFacts(
  notice: PlannedSaleNotice,
  derived: DerivedPlannedSale,
  { ticker, slug }: { ticker: string; slug: string },
): PlannedSaleFacts {
  const { securities } = notice;
  const titles = [...new Set(securities.map(({ title }) => title))];
  const { approxSaleDate } = derived;
  return {
    noticeId: notice.accession,
    formType: notice.documentType,
    filedAt: notice.filedAt,
    filedAtApproximate: notice.filedAtApproximate,
    noticeDate: notice.noticeDate,
    cik: notice.issuer.cik,
    issuerName: notice.issuer.name,
    issuerTicker: ticker,
    sellerName: notice.sellerName,
    sellerCik: notice.filerCik,
    sellerSlug: slug === '' ? null : slug,
    relationships: notice.relationships,
    securityTitle: titles.join('; '),
    // Null if the number of one block is unreadable or cannot be right.
    shares: derived.sharesToSell,
    marketValue: derived.implausible === undefined ? sum(securities.map(soundValue)) : null,
    sharesOutstanding: titles.length === 1 ? (securities[0]?.sharesOutstanding ?? null) : null,
    approxSaleDate,
    windowEnds: derived.windowEnds,
    isPlanned: derived.isPlanned,
    planAdoptionDates: notice.planAdoptionDates,
    planDays: planDays(notice, approxSaleDate),
    sharesSold: knownSold(derived),
    sales: derived.sales.map((sale) => ({
      ...sale,
      rawFilingUrl: urlOfRow(notice.issuer.cik, sale.filingId),
    })),
    filesForm4: derived.filesForm4,
    statedLater: derived.statedLater,
    soldInPast3Months: notice.soldInPast3Months.map(({ title: securityTitle, seller, ...sale }) => ({
      seller,
      securityTitle,
      ...sale,
    })),
    nothingSoldInPast3Months: notice.nothingSoldInPast3Months,
    amends: derived.amends,
    amendedBy: derived.amendedBy,
    securities: securities.map(({ implausible: _implausible, ...block }) => block),
    acquired: notice.acquired,
    remarks: notice.remarks,
    implausible: [
      ...new Set([...securities.flatMap(({ implausible }) => implausible), ...(derived.implausible ?? [])]),
    ],
    rawFilingUrl: edgarIndexPage(notice.issuer.cik, notice.accession),
  };
}

/** The SEC adopted Rule 10b5-1 in this month: no plan under it is older. */
const FIRST_PLAN = '2000-08-01';

/** A plan that is adopted after the notice, or after the sale, is a typing error: nothing is counted from it. */
function planDays(
  { planAdoptionDates, filedDate }: PlannedSaleNotice,
  approxSaleDate: string | null,
): number | null {
  const adopted = [...planAdoptionDates].sort().at(-1);
  if (adopted === undefined || approxSaleDate === null || adopted < FIRST_PLAN || adopted > filedDate)
    return null;
  return adopted > approxSaleDate ? null : daysBetween(adopted, approxSaleDate);
}

/** Without a Form 4, and where nothing is found and a sale may be of the notice, it is unknown: not 0. */
function knownSold(derived: DerivedPlannedSale): number | null {
  return derived.filesForm4 && (isFindable(derived) || derived.sharesSold > 0) ? derived.sharesSold : null;
}

/** Whether no sale found means that Form 4 reports none: a number that cannot be right takes no sale. */
function isFindable({ filesForm4, sharesToSell, mayBeSold }: DerivedPlannedSale): boolean {
  return filesForm4 && sharesToSell !== null && !mayBeSold;
}

/** Unknown as soon as one part is. In cents, or whole shares, so that the sum is exact. */
function sum(values: ReadonlyArray<number | null>): number | null {
  let total = 0;
  for (const value of values) {
    if (value === null) return null;
    total += Math.round(value * 100);
  }
  return total / 100;
}

/** A value that cannot be right is shown in its block and orders nothing. */
function soundValue({ marketValue, implausible }: SecurityToSell): number | null {
  const isSound = !implausible.some((doubt) => doubt !== 'date-far-from-filing');
  return isSound ? marketValue : null;
}

function urlOfRow(cik: string, filingId: string): string {
  return edgarIndexPage(cik, filingId.slice(0, filingId.lastIndexOf('-')));
}

function flagsOf(derived: DerivedPlannedSale): number {
  const { isPlanned, amendedBy, sharesSold, sharesToSell } = derived;
  const isSold = sharesSold > 0 && sharesToSell !== null && sharesSold >= sharesToSell;
  return (
    (isPlanned ? PLANNED_SALE_FLAGS.planned : 0) |
    (isFindable(derived) ? PLANNED_SALE_FLAGS.findable : 0) |
    (amendedBy === null ? 0 : PLANNED_SALE_FLAGS.amended) |
    (isSold ? PLANNED_SALE_FLAGS.sold : 0) |
    (sharesSold > 0 && !isSold ? PLANNED_SALE_FLAGS.partlySold : 0)
  );
}
