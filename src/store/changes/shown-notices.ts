/**
 * Notices of planned sales (Form 144) as readers see them. Sales that are found later are those of Form 4 and change no notice.
 */

import type { PlannedSaleNotice } from '../../records/form144/form144.js';
import type { DerivedPlannedSale } from '../../records/form144/planned-sale.js';
import type { Store } from '../database/store.js';
import { toCents } from '../rows/filing-sums.js';
import { companySubjects, tickerOfIssuer } from './issuer-symbols.js';
import {
  amountOf,
  type DescribedDocument,
  NO_FACTS,
  NOTHING_HIDDEN,
  type ShownDocument,
  shownHash,
} from './shown-document.js';

const NOTICE_REGISTER = 'sec-144';

type NoticeColumns = [id: number, notice: string, derived: string, slug: string | null];

const NOTICES = `SELECT n.id, n.notice, n.planned_sale, i.slug
  FROM form144_notice n LEFT JOIN insider i ON i.owner_cik = n.filer_cik
  WHERE n.issuer_cik = ? ORDER BY n.filed_at, n.accession`;

/** Null while the notices of the company are not derived. */
export function shownNotices(store: Store, cik: string): ShownDocument[] | null {
  const pending = store.rows('SELECT 1 FROM pending_notices WHERE issuer_cik = ?').get(cik);
  if (pending !== undefined) return null;
  return store
    .rows<NoticeColumns>(NOTICES)
    .all(cik)
    .map(([id, filed, found, slug]) => {
      const notice = JSON.parse(filed) as PlannedSaleNotice;
      const { amendedBy, implausible } = JSON.parse(found) as DerivedPlannedSale;
      return {
        kind: 'n',
        id,
        followed: NOTICE_REGISTER,
        hash: shownHash([notice, amendedBy, ...(implausible ?? [])]),
        hidden: { ...NOTHING_HIDDEN, amended: amendedBy === null ? 0 : 1 },
        filedAt: notice.filedAt,
        isAmendment: notice.documentType === '144/A',
        isWithdrawn: false,
        windowDays: null,
        describe: () =>
          describeNotice(store, notice, { slug, value: implausible ? null : soundValue(notice.securities) }),
      };
    });
}

function describeNotice(
  store: Store,
  notice: PlannedSaleNotice,
  { slug, value: intendedSales }: { slug: string | null; value: number | null },
): DescribedDocument {
  const { issuer, filerCik } = notice;
  const ticker = tickerOfIssuer(store, issuer.cik);
  return {
    kind: 'form144',
    facts: {
      ...NO_FACTS,
      form: notice.documentType,
      documentId: notice.accession,
      issuerName: issuer.name,
      tickers: ticker === '' ? [] : [ticker],
      cik: issuer.cik,
      personName: notice.sellerName,
      slug,
      role: notice.relationships.length === 0 ? null : notice.relationships.join(', '),
      filedAt: notice.filedAt,
      rows: 1,
      intendedSales,
      currency: intendedSales === null ? null : 'USD',
    },
    subjects: companySubjects(ticker, issuer.cik, [filerCik]),
  };
}

/** As the list of notices shows it: null as soon as one part is unknown or cannot be right. */
function soundValue(securities: PlannedSaleNotice['securities']): number | null {
  const cents: number[] = [];
  for (const { marketValue, implausible } of securities) {
    if (marketValue === null || implausible.some((doubt) => doubt !== 'date-far-from-filing')) return null;
    cents.push(toCents(marketValue));
  }
  return amountOf(cents);
}
