/** The rows of the feed as the read model keeps them: open-market Form 4 rows. */

import { issuerPage } from '../../../tools/contract/answer.js';
import type { FilingFacts } from '../../../tools/contract/shapes/filing.js';
import { appendTo } from '../../collections.js';
import { packFiling, rawFilingUrl } from '../../read-model/packed-rows.js';
import type { Row } from '../../read-model/tables.js';
import { tickerBase } from '../../records/ticker.js';
import type { Store } from '../database/store.js';

/** The rows of one filing, in the order of its document. */
export function feedRows(store: Store, accession: string): Row[] {
  const joined = store.rows<JoinedFeedRow>(
    `SELECT ${COLUMNS}
     FROM form4_filing f
     JOIN form4_feed h ON h.filing_id = f.id
     JOIN form4_transaction t ON t.filing_id = h.filing_id AND t."row" = h."row"
     JOIN form4_derived r ON r.filing_id = h.filing_id AND r."row" = h."row"
     JOIN issuer s ON s.cik = f.issuer_cik
     JOIN form4_owner o ON o.filing_id = h.filing_id
     LEFT JOIN insider i ON i.owner_cik = o.cik
     WHERE f.accession = ? ORDER BY h."row", o.position`,
  );
  const byRow = new Map<number, JoinedFeedRow[]>();
  for (const row of joined.all(accession)) appendTo(byRow, row[1], row);
  return [...byRow].map(([row, owners]) => toRow(accession, row, toFilingFacts(owners)));
}

function toRow(accession: string, row: number, facts: FilingFacts): Row {
  const ticker = facts.issuerTicker.toUpperCase();
  return [
    accession,
    row,
    facts.filedAt,
    facts.transactionCode,
    toCents(facts.totalValue),
    ticker,
    tickerBase(ticker),
    facts.cik,
    issuerPage(facts.issuerTicker, facts.cik),
    packFiling(facts),
  ];
}

/** At most what numbers count exactly: an absurd value is in its row as filed, and cannot make a sum overflow. */
function toCents(dollars: number): number {
  return Math.min(Math.round(dollars * 100), Number.MAX_SAFE_INTEGER);
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

/** A sum of filed numbers without binary rounding errors. */
export function rounded(sum: number, decimals: number): number {
  return Number(sum.toFixed(decimals));
}
