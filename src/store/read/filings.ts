/** Reads the feed: open-market Form 4 rows, newest filing first. */

import type { FilingsQuery, FilingTotals } from '../../../tools/contract/reads.js';
import type { FilingFacts } from '../../../tools/contract/shapes/filing.js';
import type { Store } from '../database/store.js';
import { tickerBase } from '../database/ticker.js';

/**
 * Up to this many rows of a code are selected by value and sorted; if more match, walking by time finds them sooner.
 */
const RARE_ROW_LIMIT = 2_500;

export function latestFilings(store: Store, question: FilingsQuery): FilingFacts[] {
  if (question.codes.length === 0 || question.ticker === '') return [];
  const { filter, values } = rowFilter(store, question);
  const rows = store.rows<JoinedFeedRow>(
    `SELECT ${COLUMNS}
     FROM (SELECT filing_id, accession, "row", code, filed_at, total_value FROM form4_feed
           WHERE ${filter} ORDER BY filed_at DESC, accession, "row" LIMIT ?) h
     JOIN form4_filing f ON f.id = h.filing_id
     JOIN form4_transaction t ON t.filing_id = h.filing_id AND t."row" = h."row"
     JOIN form4_derived r ON r.filing_id = h.filing_id AND r."row" = h."row"
     JOIN issuer s ON s.cik = f.issuer_cik
     JOIN form4_owner o ON o.filing_id = h.filing_id
     LEFT JOIN insider i ON i.owner_cik = o.cik
     ORDER BY h.filed_at DESC, h.accession, h."row", o.position`,
  );
  const facts: FilingFacts[] = [];
  let owners: JoinedFeedRow[] = [];
  for (const row of rows.iterate(...values, question.limit)) {
    const last = owners[0];
    if (last !== undefined && (last[0] !== row[0] || last[1] !== row[1])) {
      facts.push(toFilingFacts(owners));
      owners = [];
    }
    owners.push(row);
  }
  if (owners.length > 0) facts.push(toFilingFacts(owners));
  return facts;
}

/** All rows that match, from one index and without the filings behind them. */
export function filingTotals(store: Store, question: Omit<FilingsQuery, 'limit'>): FilingTotals {
  if (question.codes.length === 0 || question.ticker === '') return { rows: 0, purchases: 0, sales: 0 };
  const { filter, values } = rowFilter(store, question);
  // One row: an aggregate.
  const { rows, purchases, sales } = store
    .sql<FilingTotals>(
      `SELECT count(*) AS "rows", coalesce(sum(CASE WHEN code = 'P' THEN total_value ELSE 0 END), 0) AS purchases,
         coalesce(sum(CASE WHEN code = 'S' THEN total_value ELSE 0 END), 0) AS sales
       FROM form4_feed WHERE ${filter}`,
    )
    .get(...values) as FilingTotals;
  return { rows, purchases: rounded(purchases, 2), sales: rounded(sales, 2) };
}

/**
 * The condition, written so that SQLite uses the suitable index: `|| ''` and `+ 0` exclude a column from the choice
 * of index and change nothing else.
 */
function rowFilter(
  store: Store,
  question: Omit<FilingsQuery, 'limit'>,
): { filter: string; values: unknown[] } {
  const { codes, since, until, minValue, ticker, cik } = question;
  const places = codes.map(() => '?').join(', ');
  if (cik !== undefined)
    return {
      filter: `filing_id IN (SELECT id FROM form4_filing WHERE issuer_cik = ? AND filed_at BETWEEN ? AND ?)
        AND code || '' IN (${places}) AND total_value + 0 >= ?`,
      values: [cik, since, until, ...codes, minValue],
    };
  if (ticker !== null) {
    const symbol = ticker.toUpperCase();
    const base = tickerBase(symbol);
    const exact = base === symbol ? '' : ' AND ticker = ?';
    return {
      filter: `ticker_base = ? AND filed_at BETWEEN ? AND ? AND code || '' IN (${places}) AND total_value + 0 >= ?${exact}`,
      values: [base, since, until, ...codes, minValue, ...(base === symbol ? [] : [symbol])],
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

/** Whether few rows have one of the codes and that value: by the largest values of each code, looked up once. */
function isRare(store: Store, codes: readonly string[], minValue: number): boolean {
  return codes.every((code) => {
    const common = store.memoisedPerDataVersion(`common value ${code}`, () =>
      store
        .rows<[value: number]>(
          'SELECT total_value FROM form4_feed WHERE code = ? ORDER BY total_value DESC LIMIT 1 OFFSET ?',
        )
        .get(code, RARE_ROW_LIMIT),
    );
    return common === undefined || minValue > common[0];
  });
}

/** A row of the feed with one of the owners of its filing: the columns in the order of FeedRow. */
const COLUMNS = `h.accession, h."row", r.owner_cik, f.issuer_cik, f.issuer_name, s.ticker, h.code, t.transaction_date,
  h.filed_at, f.filed_at_approximate, t.shares, t.price, h.total_value, t.shares_after, t.ownership,
  f.document_type, f.original_submission_date, f.period_of_report, t.is_10b5_1, r.is_paired_exercise,
  t.has_ads_footnote, t.has_indirect_footnote, t.has_tax_footnote, t.has_vwap_footnote,
  o.cik, o.name, o.officer_title, o.other_text, o.is_director, o.is_officer, o.is_ten_percent_owner, o.is_other,
  t.security_title, i.slug`;
type JoinedFeedRow = [
  accession: string,
  row: number,
  chosenOwner: string,
  cik: string,
  issuerName: string,
  issuerTicker: string,
  transactionCode: 'P' | 'S',
  transactionDate: string | null,
  filedAt: string,
  filedAtApproximate: number,
  shares: number,
  pricePerShare: number,
  totalValue: number,
  sharesOwnedAfter: number | null,
  ownershipType: string | null,
  formType: string,
  originalSubmissionDate: string | null,
  periodOfReport: string | null,
  is10b5_1: number,
  isPairedExercise: number,
  hasAds: number,
  hasIndirect: number,
  hasTax: number,
  hasVwap: number,
  owner: string,
  ownerName: string,
  officerTitle: string | null,
  otherText: string | null,
  isDirector: number,
  isOfficer: number,
  isTenPercentOwner: number,
  isOther: number,
  securityTitle: string,
  ownerSlug: string | null,
];
/**
 * Positions in a FeedRow: the owner that derivation chose, the owner of this row, and the columns read for all
 * owners.
 */
const DISPLAY_OWNER_INDEX = 2;
const OWNER_CIK_INDEX = 24;
const OTHER_TEXT_INDEX = 27;
const [DIRECTOR, OFFICER, TEN_PERCENT_OWNER, OTHER] = [28, 29, 30, 31] as const;

/** One row, from its join with each of its owners: the one that derivation chose gives name and title. */
function toFilingFacts(owners: JoinedFeedRow[]): FilingFacts {
  // Long: one row, field by field, in the order of its columns.
  const chosen =
    owners.find((one) => one[OWNER_CIK_INDEX] === one[DISPLAY_OWNER_INDEX]) ?? (owners[0] as JoinedFeedRow);
  const [
    accession,
    row,
    ,
    cik,
    issuerName,
    issuerTicker,
    transactionCode,
    transactionDate,
    filedAt,
    filedAtApproximate,
    shares,
    pricePerShare,
    totalValue,
    sharesOwnedAfter,
    ownershipType,
    formType,
    originalSubmissionDate,
    periodOfReport,
    is10b5_1,
    isPairedExercise,
    hasAds,
    hasIndirect,
    hasTax,
    hasVwap,
    ownerCik,
    ownerName,
    officer_title,
    other_text,
    is_director,
    is_officer,
    is_ten_percent_owner,
    ,
    securityTitle,
    ownerSlug,
  ] = chosen;
  const some = (flag: 28 | 29 | 30 | 31) => owners.some((one) => one[flag] === 1);
  return {
    filingId: `${accession}-${row}`,
    cik,
    issuerName,
    issuerTicker,
    ownerName,
    ownerSlug: ownerSlug ?? '',
    ownerCik,
    ownerTitle: ownerTitle({ is_director, is_officer, is_ten_percent_owner, officer_title, other_text }),
    transactionCode,
    securityTitle,
    transactionDate: transactionDate ?? '',
    filedAt,
    filedAtApproximate: filedAtApproximate === 1,
    shares,
    pricePerShare,
    totalValue,
    sharesOwnedAfter,
    ownershipType: ownershipType ?? '',
    formType,
    originalSubmissionDate,
    periodOfReport,
    is10b5_1: is10b5_1 === 1,
    isDirector: some(DIRECTOR),
    isOfficer: some(OFFICER),
    isTenPercentOwner: some(TEN_PERCENT_OWNER),
    isOther: some(OTHER),
    otherText: other_text ?? owners.find((one) => one[OTHER_TEXT_INDEX] !== null)?.[OTHER_TEXT_INDEX] ?? null,
    isPairedExercise: isPairedExercise === 1,
    hasAdsFootnote: hasAds === 1,
    hasIndirectOwnershipFootnote: hasIndirect === 1,
    hasTaxWithholdingFootnote: hasTax === 1,
    hasVwapFootnote: hasVwap === 1,
    rawFilingUrl: rawFilingUrl(cik, accession),
  };
}

interface OwnerRelationship {
  is_director: number;
  is_officer: number;
  is_ten_percent_owner: number;
  officer_title: string | null;
  other_text: string | null;
}

/** The officer title as filed, else the strongest relationship that the filing states; never empty. */
export function ownerTitle(owner: OwnerRelationship): string {
  const officerTitle = owner.officer_title?.trim() ?? '';
  if (officerTitle !== '') return officerTitle;
  if (owner.is_director === 1) return 'Director';
  if (owner.is_ten_percent_owner === 1) return '10% Owner';
  const otherText = owner.other_text?.trim() ?? '';
  if (otherText !== '') return otherText;
  return owner.is_officer === 1 ? 'Officer' : 'Reporting owner';
}

/** The filing's index page on EDGAR. */
export function rawFilingUrl(issuerCik: string, accession: string): string {
  const folder = accession.replaceAll('-', '');
  return `https://www.sec.gov/Archives/edgar/data/${issuerCik}/${folder}/${accession}-index.htm`;
}

/** A sum of filed numbers without binary rounding errors. */
export function rounded(sum: number, decimals: number): number {
  return Number(sum.toFixed(decimals));
}
