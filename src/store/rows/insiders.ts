/** People as the read model keeps them: identity, career lots, co-filers, and the rows of their filings. */

import type { CareerLot, CoFiler, InsiderTransaction } from '../../../tools/contract/shapes/insider.js';
import { appendTo } from '../../collections.js';
import { packTransactions, rawFilingUrl } from '../../read-model/packed-rows.js';
import { joinedWords, sortWords, splitWords } from '../../read-model/search-text.js';
import type { Row } from '../../read-model/tables.js';
import type { Store } from '../database/store.js';
import { ownerTitle, rounded } from './feed.js';

const MAX_CO_FILERS = 100;

type IdentityColumns = [
  slug: string,
  name: string,
  tickers: string,
  firstSeen: string,
  lastSeen: string,
  lifetimeFilings: number,
  lifetimeDistinctFilings: number,
  directionalFilings: number,
  searchRank: number,
];

/** The row of one owner; none for an owner whom no stored filing names. */
export function insiderRows(store: Store, cik: string): Row[] {
  const found = store
    .rows<IdentityColumns>(
      `SELECT slug, name, tickers, first_seen, last_seen, lifetime_filings, lifetime_distinct_filings,
         directional_filings, search_rank
       FROM insider WHERE owner_cik = ? AND lifetime_distinct_filings > 0`,
    )
    .get(cik);
  if (found === undefined) return [];
  const [, name] = found;
  const [joined, split] = [sortWords(joinedWords(name)), sortWords(splitWords(name))];
  const parts = [careerLots(store, cik), coFilers(store, cik)].map((part) => JSON.stringify(part));
  return [[cik, ...found, joined, split === joined ? null : split, ...parts]];
}

interface InsiderTransactionColumns {
  cik: string;
  slug: string;
  accession: string;
  row: number;
  filed_at: string;
  filed_at_approximate: number;
  issuer_cik: string;
  issuer_name: string;
  ticker: string;
  name: string;
  is_director: number;
  is_officer: number;
  is_ten_percent_owner: number;
  officer_title: string | null;
  other_text: string | null;
  code: string | null;
  security_title: string;
  transaction_date: string | null;
  shares: number | null;
  price: number | null;
  total_value: number | null;
  shares_after: number | null;
  is_derivative: number;
  intent_label: string;
  signal_quality: InsiderTransaction['signalQuality'];
}

/**
 * The transactions of one filing, once for each of its owners. Rows that a 4/A restates are left out, and so are copies of a
 * row that the owner's record shows already; a copy stays if it is the only one that names the owner.
 */
export function insiderFilingRows(store: Store, accession: string): Row[] {
  const byOwner = new Map<string, InsiderTransactionColumns[]>();
  const joined = store
    .sql<InsiderTransactionColumns>(
      `SELECT o.cik, i.slug, f.accession, t."row", f.filed_at, f.filed_at_approximate, f.issuer_cik, f.issuer_name, s.ticker,
         o.name, o.is_director, o.is_officer, o.is_ten_percent_owner, o.officer_title, o.other_text, t.code,
         t.security_title, t.transaction_date, t.shares, t.price, r.total_value, t.shares_after, t.is_derivative,
         r.intent_label, r.signal_quality
       FROM form4_filing f
       JOIN form4_owner o ON o.filing_id = f.id
       JOIN form4_transaction t ON t.filing_id = f.id
       JOIN form4_derived r ON r.filing_id = f.id AND r."row" = t."row"
       JOIN issuer s ON s.cik = f.issuer_cik
       JOIN insider i ON i.owner_cik = o.cik
       WHERE f.accession = ? AND r.status <> 'superseded'
         AND NOT EXISTS (SELECT 1 FROM form4_owner e
           WHERE e.filing_id = o.filing_id AND e.cik = o.cik AND e.position < o.position)
         AND NOT (r.status = 'duplicate' AND EXISTS (
           SELECT 1 FROM form4_filing c JOIN form4_owner co ON co.filing_id = c.id
           WHERE c.accession = r.represented_by_accession AND co.cik = o.cik))
       ORDER BY t."row", o.position`,
    )
    .all(accession);
  for (const row of joined) appendTo(byOwner, row.cik, row);
  return [...byOwner].map(([cik, rows]) => {
    // Each owner has a row at least.
    const { filed_at: filedAt, issuer_cik: issuerCik } = rows[0] as InsiderTransactionColumns;
    const transactions = rows.map((row) => ({ ...toTransaction(row), row: row.row }));
    return [accession, cik, filedAt, transactions.length, packTransactions(issuerCik, transactions)];
  });
}

function toTransaction(row: InsiderTransactionColumns): InsiderTransaction {
  return {
    filingId: `${row.accession}-${row.row}`,
    filedAt: row.filed_at,
    filedAtApproximate: row.filed_at_approximate === 1,
    issuerName: row.issuer_name,
    issuerTicker: row.ticker,
    ownerName: row.name,
    ownerSlug: row.slug,
    ownerCik: row.cik,
    ownerTitle: ownerTitle(row),
    transactionCode: row.code ?? '',
    securityTitle: row.security_title,
    transactionDate: row.transaction_date,
    shares: row.shares,
    pricePerShare: row.price,
    totalValue: row.total_value,
    sharesOwnedAfter: row.shares_after,
    isDerivative: row.is_derivative === 1,
    intentLabel: row.intent_label,
    signalQuality: row.signal_quality,
    rawFilingUrl: rawFilingUrl(row.issuer_cik, row.accession),
  };
}

/** The open-market lots of the whole record, by issuer and direction, the largest total first. */
function careerLots(store: Store, cik: string): CareerLot[] {
  return store
    .sql<CareerLot>(
      `SELECT s.ticker AS "issuerTicker", s.name AS "issuerName", d.code AS direction, count(*) AS lots,
         sum(t.shares) AS shares, sum(d.total_value) AS "totalValue",
         coalesce(min(t.transaction_date), '') AS "firstDate",
         coalesce(max(t.transaction_date), '') AS "lastDate"
       FROM (SELECT DISTINCT filing_id FROM form4_owner WHERE cik = ?) o
       JOIN form4_feed d ON d.filing_id = o.filing_id
       JOIN form4_transaction t ON t.filing_id = d.filing_id AND t."row" = d."row"
       JOIN form4_filing f ON f.id = o.filing_id
       JOIN issuer s ON s.cik = f.issuer_cik
       GROUP BY s.cik, s.ticker, s.name, d.code
       ORDER BY sum(d.total_value) DESC, s.name, s.cik, d.code`,
    )
    .all(cik)
    .map((lot) => ({ ...lot, shares: rounded(lot.shares, 4), totalValue: rounded(lot.totalValue, 2) }));
}

/** People named as reporting owners on the same documents, most shared documents first. */
function coFilers(store: Store, cik: string): CoFiler[] {
  return store
    .sql<CoFiler>(
      `SELECT i.slug, i.name, count(DISTINCT other.filing_id) AS "sharedFilings"
       FROM form4_owner own JOIN form4_owner other ON other.filing_id = own.filing_id AND other.cik <> own.cik
       JOIN insider i ON i.owner_cik = other.cik
       WHERE own.cik = ? GROUP BY i.slug, i.name ORDER BY count(DISTINCT other.filing_id) DESC, i.slug LIMIT ?`,
    )
    .all(cik, MAX_CO_FILERS);
}
