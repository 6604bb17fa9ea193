/** The feed: open-market Form 4 rows, newest filing first. */

import type { FilingsQuestion } from '../../../tools/contract/reads.js';
import type { FilingFacts } from '../../../tools/contract/shapes/filing.js';
import type { Store } from '../store.js';
import { tickerBase } from '../ticker.js';
import { ownerTitle, rawFilingUrl } from './facts.js';

/** Up to so many rows are taken by value and sorted; where more match, walking by time finds them sooner. */
const FEW = 5_000;

export function latestFilings(store: Store, question: FilingsQuestion): FilingFacts[] {
  if (question.codes.length === 0 || question.ticker === '') return [];
  const { filter, values } = chosenRows(store, question);
  const rows = store.sql<FeedFacts>(
    `SELECT h.filing_id, h.accession, h."row", h.code, h.filed_at, f.filed_at_approximate, h.total_value,
       f.issuer_cik, f.issuer_name, f.document_type, f.original_submission_date, f.period_of_report,
       s.ticker, t.transaction_date, t.shares, t.price, t.shares_after, t.ownership, t.is_10b5_1,
       t.has_ads_footnote, t.has_indirect_footnote, t.has_tax_footnote, t.has_vwap_footnote,
       r.is_paired_exercise, r.owner_cik, o.cik, o.name, o.is_director, o.is_officer,
       o.is_ten_percent_owner, o.is_other, o.officer_title, o.other_text
     FROM (SELECT filing_id, accession, "row", code, filed_at, total_value FROM form4_feed
           WHERE ${filter} ORDER BY filed_at DESC, accession, "row" LIMIT ?) h
     JOIN form4_filing f ON f.id = h.filing_id
     JOIN form4_transaction t ON t.filing_id = h.filing_id AND t."row" = h."row"
     JOIN form4_reading r ON r.filing_id = h.filing_id AND r."row" = h."row"
     JOIN issuer s ON s.cik = f.issuer_cik
     JOIN form4_owner o ON o.filing_id = h.filing_id
     ORDER BY h.filed_at DESC, h.accession, h."row", o.position`,
  );
  const facts: FilingFacts[] = [];
  let owners: FeedFacts[] = [];
  for (const row of rows.iterate(...values, question.limit)) {
    const last = owners[0];
    if (last !== undefined && (last.filing_id !== row.filing_id || last.row !== row.row)) {
      facts.push(toFacts(owners));
      owners = [];
    }
    owners.push(row);
  }
  if (owners.length > 0) facts.push(toFacts(owners));
  return facts;
}

/**
 * The condition, written so that the index that suits it is the one that is used: `|| ''` and `+ 0` keep a
 * column out of the choice of index and change nothing else.
 */
function chosenRows(store: Store, question: FilingsQuestion): { filter: string; values: unknown[] } {
  const { codes, since, until, minValue, ticker, cik } = question;
  const places = codes.map(() => '?').join(', ');
  if (cik !== undefined)
    return {
      filter: `filing_id IN (SELECT id FROM form4_filing WHERE issuer_cik = ? AND filed_at BETWEEN ? AND ?)
        AND code || '' IN (${places}) AND total_value + 0 >= ?`,
      values: [cik, since, until, ...codes, minValue],
    };
  if (ticker !== null) {
    const wanted = ticker.toUpperCase();
    const base = tickerBase(wanted);
    const exact = base === wanted ? '' : ' AND ticker = ?';
    return {
      filter: `ticker_base = ? AND filed_at BETWEEN ? AND ? AND code || '' IN (${places}) AND total_value + 0 >= ?${exact}`,
      values: [base, since, until, ...codes, minValue, ...(base === wanted ? [] : [wanted])],
    };
  }
  if (minValue > 0 && isRare(store, codes, minValue))
    return {
      filter: `code IN (${places}) AND total_value >= ? AND filed_at || '' BETWEEN ? AND ?`,
      values: [...codes, minValue, since, until],
    };
  return {
    filter: `filed_at BETWEEN ? AND ? AND code || '' IN (${places}) AND total_value + 0 >= ?`,
    values: [since, until, ...codes, minValue],
  };
}

function isRare(store: Store, codes: readonly string[], minValue: number): boolean {
  let left = FEW + 1;
  for (const code of codes)
    left -= (
      store
        .sql<{ rows: number }>(
          `SELECT count(*) AS "rows" FROM
             (SELECT 1 FROM form4_feed WHERE code = ? AND total_value >= ? LIMIT ?) found`,
        )
        .get(code, minValue, left) as { rows: number }
    ).rows;
  return left > 0;
}

/** A row of the feed with one of the owners of its filing. */
interface FeedFacts {
  filing_id: number;
  accession: string;
  row: number;
  code: 'P' | 'S';
  filed_at: string;
  filed_at_approximate: number;
  total_value: number;
  issuer_cik: string;
  issuer_name: string;
  document_type: string;
  original_submission_date: string | null;
  period_of_report: string | null;
  ticker: string;
  transaction_date: string | null;
  shares: number;
  price: number;
  shares_after: number | null;
  ownership: string | null;
  is_10b5_1: number;
  has_ads_footnote: number;
  has_indirect_footnote: number;
  has_tax_footnote: number;
  has_vwap_footnote: number;
  is_paired_exercise: number;
  owner_cik: string;
  cik: string;
  name: string;
  is_director: number;
  is_officer: number;
  is_ten_percent_owner: number;
  is_other: number;
  officer_title: string | null;
  other_text: string | null;
}

/** One row, from itself joined with each of its owners: the one that derivation chose gives name and title. */
function toFacts(owners: FeedFacts[]): FilingFacts {
  const row = owners.find((owner) => owner.cik === owner.owner_cik) ?? (owners[0] as FeedFacts);
  const some = (flag: 'is_director' | 'is_officer' | 'is_ten_percent_owner' | 'is_other') =>
    owners.some((owner) => owner[flag] === 1);
  return {
    filingId: `${row.accession}-${row.row}`,
    cik: row.issuer_cik,
    issuerName: row.issuer_name,
    issuerTicker: row.ticker,
    ownerName: row.name,
    ownerTitle: ownerTitle(row),
    transactionCode: row.code,
    transactionDate: row.transaction_date ?? '',
    filedAt: row.filed_at,
    filedAtApproximate: row.filed_at_approximate === 1,
    shares: row.shares,
    pricePerShare: row.price,
    totalValue: row.total_value,
    sharesOwnedAfter: row.shares_after,
    ownershipType: row.ownership ?? '',
    formType: row.document_type,
    originalSubmissionDate: row.original_submission_date,
    periodOfReport: row.period_of_report,
    is10b5_1: row.is_10b5_1 === 1,
    isDirector: some('is_director'),
    isOfficer: some('is_officer'),
    isTenPercentOwner: some('is_ten_percent_owner'),
    isOther: some('is_other'),
    otherText: row.other_text ?? owners.find((owner) => owner.other_text !== null)?.other_text ?? null,
    isPairedExercise: row.is_paired_exercise === 1,
    hasAdsFootnote: row.has_ads_footnote === 1,
    hasIndirectOwnershipFootnote: row.has_indirect_footnote === 1,
    hasTaxWithholdingFootnote: row.has_tax_footnote === 1,
    hasVwapFootnote: row.has_vwap_footnote === 1,
    rawFilingUrl: rawFilingUrl(row.issuer_cik, row.accession),
  };
}
