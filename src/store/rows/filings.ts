/**
 * The rows of one filing as the read model keeps them: those of the feed, and its transactions for each of its owners.
 */

import { issuerPage } from '../../../tools/contract/answer.js';
import { edgarIndexPage } from '../../../tools/contract/edgar-address.js';
import { insiderSortName } from '../../../tools/contract/filing-search.js';
import type { Acquisition } from '../../../tools/contract/shapes/acquisition.js';
import type { FilingFacts } from '../../../tools/contract/shapes/filing.js';
import type { InsiderTransaction, SignalQuality } from '../../../tools/contract/shapes/insider.js';
import { tickerBase } from '../../../tools/contract/ticker.js';
import { FLAGS } from '../../read-model/column-values.js';
import { packFiling, packTransactions } from '../../read-model/packed-rows.js';
import type { Row } from '../../read-model/tables.js';
import { DOUBTS_OF_PRICE, DOUBTS_OF_SHARES } from '../../records/derived-rows.js';
import type { FootnoteFlag } from '../../records/form4/form4.js';
import { rolesOfTitle } from '../../records/form4/roles.js';
import type { Store } from '../database/store.js';
import { erratumMarks, withMark } from '../errata/errata.js';
import { type FeedEntry, sharePartsOf, sumRows, toCents } from './filing-sums.js';
import { splitsOfIssuer } from './share-splits.js';

interface FilingColumns {
  id: number;
  cik: string;
  issuer_name: string;
  ticker: string;
  filed_at: string;
  filed_at_approximate: number;
  document_type: string;
  original_submission_date: string | null;
  period_of_report: string | null;
}

interface TransactionColumns {
  row: number;
  in_feed: number;
  code: string | null;
  security_title: string;
  transaction_date: string | null;
  shares: number | null;
  price: number | null;
  shares_after: number | null;
  ownership: string | null;
  is_derivative: number;
  is_10b5_1: number;
  has_ads_footnote: number;
  has_indirect_footnote: number;
  has_tax_footnote: number;
  has_vwap_footnote: number;
  /** Names of flags, separated by commas. */
  footnote_unclear: string;
  status: string;
  represented_by_accession: string | null;
  first_filed_at: string | null;
  display_owner: string;
  is_paired_exercise: number;
  total_value: number | null;
  intent_label: string;
  /** Words, separated by commas. */
  implausible: string;
  acquisition: Acquisition | null;
  signal_quality: SignalQuality;
  label_id: number;
}

interface OwnerColumns {
  cik: string;
  name: string;
  is_director: number;
  is_officer: number;
  is_ten_percent_owner: number;
  is_other: number;
  officer_title: string | null;
  other_text: string | null;
  slug: string | null;
}

const FILING = `SELECT f.id, f.issuer_cik AS cik, f.issuer_name, s.ticker, f.filed_at, f.filed_at_approximate,
    f.document_type, f.original_submission_date, f.period_of_report
  FROM form4_filing f JOIN issuer s ON s.cik = f.issuer_cik WHERE f.accession = ?`;
const TRANSACTIONS = `SELECT t."row", r.in_feed, t.code, t.security_title, t.transaction_date,
    t.shares, t.price, t.shares_after, t.ownership, t.is_derivative, t.is_10b5_1, t.has_ads_footnote,
    t.has_indirect_footnote, t.has_tax_footnote, t.has_vwap_footnote, t.footnote_unclear, r.status, r.represented_by_accession, r.first_filed_at,
    r.owner_cik AS display_owner, r.is_paired_exercise, r.total_value, l.intent_label, l.signal_quality, l.implausible, l.acquisition, r.label_id
  FROM form4_transaction t
  JOIN form4_derived r ON r.filing_id = t.filing_id AND r."row" = t."row"
  JOIN form4_label l ON l.id = r.label_id
  WHERE t.filing_id = ? ORDER BY t."row"`;
const OWNERS = `SELECT o.cik, o.name, o.is_director, o.is_officer, o.is_ten_percent_owner, o.is_other, o.officer_title,
    o.other_text, i.slug
  FROM form4_owner o LEFT JOIN insider i ON i.owner_cik = o.cik WHERE o.filing_id = ? ORDER BY o.position`;

interface StoredFiling extends FilingColumns {
  accession: string;
  marks: ReturnType<typeof erratumMarks>;
  transactions: TransactionColumns[];
  /** At least one: a filing without an owner is not a Form 4. */
  owners: OwnerColumns[];
}

/** The rows of one filing, in the order of its document; none before it is derived. */
export function filingRows(store: Store, accession: string): { feed: Row[]; sums: Row[]; insiders: Row[] } {
  const found = store.sql<FilingColumns>(FILING).get(accession);
  if (found === undefined) return { feed: [], sums: [], insiders: [] };
  const filing: StoredFiling = {
    ...found,
    accession,
    marks: erratumMarks(store, 'sec-form4'),
    transactions: store.sql<TransactionColumns>(TRANSACTIONS).all(found.id),
    owners: store.sql<OwnerColumns>(OWNERS).all(found.id),
  };
  const feed = filing.transactions.filter((one) => one.in_feed === 1).map((one) => toFeedEntry(filing, one));
  return {
    feed: feed.map(({ columns, facts }) => [...columns, packFiling(facts)]),
    // A single row is on one basis.
    sums: sumRows(feed, feed.length > 1 ? splitsOfIssuer(store, filing.cik) : []),
    insiders: insiderFilings(store, filing),
  };
}

function toFeedEntry(filing: StoredFiling, transaction: TransactionColumns): FeedEntry {
  const facts = toFilingFacts(filing, transaction);
  const ticker = facts.issuerTicker.toUpperCase();
  const columns = [
    filing.accession,
    transaction.row,
    facts.filedAt,
    facts.transactionCode,
    toCents(facts.totalValue),
    ticker,
    tickerBase(ticker),
    facts.cik,
    facts.ownerCik,
    facts.transactionDate,
    flagsOf(facts, displayOwner(filing, transaction)),
    sharePartsOf(facts.shares),
    insiderSortName(facts.ownerName),
    // In ten-thousandths, as shares are.
    sharePartsOf(facts.pricePerShare),
    facts.firstFiledAt ?? '',
    issuerPage(facts.issuerTicker, facts.cik),
  ] as const;
  return { columns, facts };
}

/** The checkboxes are those of any owner, as the row shows them; a chief is the owner whom the row names. */
function flagsOf(facts: FilingFacts, owner: OwnerColumns): number {
  const { chief, ceo, cfo } = rolesOfTitle(owner.is_officer === 1 ? owner.officer_title : null);
  const stated = {
    chief,
    ceo,
    cfo,
    officer: facts.isOfficer,
    director: facts.isDirector,
    ten_percent: facts.isTenPercentOwner,
    planned: facts.is10b5_1,
    not_market: facts.acquisition !== undefined && facts.acquisition !== 'market',
  };
  return Object.entries(FLAGS).reduce(
    // `stated` has the names of FLAGS.
    (flags, [name, bit]) => (stated[name as keyof typeof FLAGS] ? flags | bit : flags),
    0,
  );
}

function displayOwner({ owners }: StoredFiling, { display_owner: chosen }: TransactionColumns): OwnerColumns {
  // A filing has at least one owner.
  return owners.find((owner) => owner.cik === chosen) ?? (owners[0] as OwnerColumns);
}

/** One row of the feed: the owner that derivation chose gives name and title. */
function toFilingFacts(filing: StoredFiling, transaction: TransactionColumns): FilingFacts {
  const { owners, cik, accession } = filing;
  const chosen = displayOwner(filing, transaction);
  const some = (flag: 'is_director' | 'is_officer' | 'is_ten_percent_owner' | 'is_other') =>
    owners.some((owner) => owner[flag] === 1);
  return {
    filingId: `${accession}-${transaction.row}`,
    cik,
    issuerName: filing.issuer_name,
    issuerTicker: filing.ticker,
    ownerName: chosen.name,
    ownerSlug: chosen.slug ?? '',
    ownerCik: chosen.cik,
    ownerTitle: ownerTitle(chosen),
    // Derivation puts only P and S rows with shares, a price and a value in the feed.
    transactionCode: transaction.code as 'P' | 'S',
    securityTitle: transaction.security_title,
    transactionDate: transaction.transaction_date ?? '',
    filedAt: filing.filed_at,
    filedAtApproximate: filing.filed_at_approximate === 1,
    ...firstFiled(transaction),
    // As above.
    shares: transaction.shares as number,
    // As above.
    pricePerShare: transaction.price as number,
    // As above.
    totalValue: transaction.total_value as number,
    sharesOwnedAfter: transaction.shares_after,
    ownershipType: transaction.ownership ?? '',
    formType: filing.document_type,
    originalSubmissionDate: filing.original_submission_date,
    periodOfReport: filing.period_of_report,
    is10b5_1: transaction.is_10b5_1 === 1,
    isDirector: some('is_director'),
    isOfficer: some('is_officer'),
    isTenPercentOwner: some('is_ten_percent_owner'),
    isOther: some('is_other'),
    otherText: chosen.other_text ?? owners.find((owner) => owner.other_text !== null)?.other_text ?? null,
    isPairedExercise: transaction.is_paired_exercise === 1,
    hasAdsFootnote: transaction.has_ads_footnote === 1,
    hasIndirectOwnershipFootnote: transaction.has_indirect_footnote === 1,
    hasTaxWithholdingFootnote: transaction.has_tax_footnote === 1,
    hasVwapFootnote: transaction.has_vwap_footnote === 1,
    ...unclear(transaction),
    ...(transaction.acquisition === null ? {} : { acquisition: transaction.acquisition }),
    ...withMark(filing.marks, `${accession}-${transaction.row}`),
    rawFilingUrl: edgarIndexPage(cik, accession),
  };
}

/** Only where another filing made the lot public before. */
const firstFiled = ({ first_filed_at: firstFiledAt }: TransactionColumns): { firstFiledAt?: string } =>
  firstFiledAt === null ? {} : { firstFiledAt };

/** The store writes only names of flags into the column. */
const unclear = ({ footnote_unclear: names }: TransactionColumns): { footnoteUnclear?: FootnoteFlag[] } =>
  names === '' ? {} : { footnoteUnclear: names.split(',') as FootnoteFlag[] };

/**
 * The transactions for each owner. Rows that a 4/A restates are left out, and so are copies of a row that the owner's
 * record shows already; a copy stays if it is the only one that names the owner.
 */
function insiderFilings(store: Store, filing: StoredFiling): Row[] {
  const { accession, cik: issuerCik, filed_at: filedAt } = filing;
  const rows: Row[] = [];
  const seen = new Set<string>();
  for (const owner of filing.owners) {
    const { cik, slug } = owner;
    // A document may name an owner twice; an owner without a slug has no page yet.
    if (slug === null || seen.has(cik)) continue;
    seen.add(cik);
    const transactions = filing.transactions
      .filter(
        ({ status, row }) =>
          status !== 'superseded' &&
          !(status === 'duplicate' && isStatedElsewhere(store, filing.id, row, cik)),
      )
      .map((one) => toTransaction(filing, one, { ...owner, slug }));
    if (transactions.length > 0)
      rows.push([accession, cik, filedAt, transactions.length, packTransactions(issuerCik, transactions)]);
  }
  return rows;
}

/**
 * Whether the record of the owner `o` has another row in place of the copy `d` of the filing `f`: the one that represents it, or a
 * copy in another filing, which is the newest amendment, else the first filing.
 */
export const STATED_ELSEWHERE = `(
  EXISTS (SELECT 1 FROM form4_filing c JOIN form4_owner w ON w.filing_id = c.id
    WHERE c.accession = d.represented_by_accession AND w.cik = o.cik)
  OR EXISTS (SELECT 1 FROM form4_derived e JOIN form4_filing g ON g.id = e.filing_id
    JOIN form4_owner w ON w.filing_id = g.id AND w.cik = o.cik
    WHERE e.status = 'duplicate' AND e.represented_by_accession = d.represented_by_accession
      AND e.represented_by_row = d.represented_by_row AND g.id <> f.id
      AND CASE WHEN g.document_type <> f.document_type THEN g.document_type = '4/A'
        WHEN g.document_type = '4/A' THEN (g.filed_at, g.accession) > (f.filed_at, f.accession)
        ELSE (g.filed_at, g.accession) < (f.filed_at, f.accession) END))`;

/** Whether the record of this owner does not need a copy. */
export function isStatedElsewhere(store: Store, filingId: number, row: number, cik: string): boolean {
  const found = store
    .rows(
      `SELECT 1 FROM form4_filing f JOIN form4_derived d ON d.filing_id = f.id AND d."row" = ?
       CROSS JOIN (SELECT ? AS cik) o WHERE f.id = ? AND d.status = 'duplicate' AND ${STATED_ELSEWHERE}`,
    )
    .get(row, cik, filingId);
  return found !== undefined;
}

function toTransaction(
  filing: StoredFiling,
  transaction: TransactionColumns,
  owner: OwnerColumns & { slug: string },
): InsiderTransaction & { row: number; labelId: number } {
  const { accession } = filing;
  const doubts = transaction.implausible.split(',');
  const isKnown = (of: readonly string[]) => !doubts.some((one) => of.includes(one));
  return {
    row: transaction.row,
    labelId: transaction.label_id,
    filingId: `${accession}-${transaction.row}`,
    filedAt: filing.filed_at,
    filedAtApproximate: filing.filed_at_approximate === 1,
    ...firstFiled(transaction),
    issuerName: filing.issuer_name,
    issuerTicker: filing.ticker,
    ownerName: owner.name,
    ownerSlug: owner.slug,
    ownerCik: owner.cik,
    ownerTitle: ownerTitle(owner),
    transactionCode: transaction.code ?? '',
    securityTitle: transaction.security_title,
    transactionDate: transaction.transaction_date,
    shares: isKnown(DOUBTS_OF_SHARES) ? transaction.shares : null,
    pricePerShare: isKnown(DOUBTS_OF_PRICE) ? transaction.price : null,
    totalValue: transaction.total_value,
    sharesOwnedAfter: transaction.shares_after,
    isDerivative: transaction.is_derivative === 1,
    intentLabel: transaction.intent_label,
    signalQuality: transaction.signal_quality,
    ...withMark(filing.marks, `${accession}-${transaction.row}`),
    rawFilingUrl: edgarIndexPage(filing.cik, accession),
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
