/** People as the read model keeps them: identity, career lots and co-filers, made for many people at a time. */

import type { CareerLot, CoFiler } from '../../../tools/contract/shapes/insider.js';
import { appendTo } from '../../collections.js';
import { packCoFilers, packLots } from '../../read-model/packed-rows.js';
import { sortWords } from '../../read-model/search-text.js';
import type { Row } from '../../read-model/tables.js';
import { type AddedShares, sumOnOneBasis } from '../../records/form4/share-basis.js';
import { joinedWords, splitWords } from '../../records/words.js';
import type { Store } from '../database/store.js';
import { STATED_ELSEWHERE } from './filings.js';
import { shareSplits } from './share-splits.js';

/** Co-filers of one person that are shown. */
const MAX_CO_FILERS = 100;

type IdentityColumns = [
  cik: string,
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

/** The rows of these owners by CIK; none for an owner whom no stored filing names. */
export function insiderRows(store: Store, ciks: readonly string[]): Map<string, Row> {
  const wanted = JSON.stringify(ciks);
  const identities = store
    .rows<IdentityColumns>(
      `SELECT i.owner_cik, i.slug, i.name, i.tickers, i.first_seen, i.last_seen, i.lifetime_filings,
         i.lifetime_distinct_filings, i.directional_filings, i.search_rank
       FROM json_each(?) k JOIN insider i ON i.owner_cik = k.value
       WHERE i.lifetime_distinct_filings > 0 OR EXISTS (SELECT 1 FROM form35_owner w WHERE w.cik = i.owner_cik)`,
    )
    .all(wanted);
  const lots = careerLots(store, wanted);
  const others = coFilers(store, wanted);
  return new Map(
    identities.map((identity) => {
      const [cik, , name] = identity;
      const [joined, split] = [sortWords(joinedWords(name)), sortWords(splitWords(name))];
      const known = (others.get(cik) ?? []).slice(0, MAX_CO_FILERS);
      const words = [joined, split === joined ? null : split];
      return [cik, [...identity, ...words, packLots(lots.get(cik) ?? []), packCoFilers(known)]];
    }),
  );
}

/** The rows of the whole record that count, without purchases that were not made in the market, each for the owner `o` whose record has it. A copy counts for the owners whom the filing that represents it does not name. */
const CAREER_ROWS = `(SELECT DISTINCT w.cik, w.filing_id FROM json_each(?) k JOIN form4_owner w ON w.cik = k.value) o
       JOIN form4_derived d ON d.filing_id = o.filing_id AND (d.in_feed = 1 OR d.status = 'duplicate')
       JOIN form4_transaction t ON t.filing_id = d.filing_id AND t."row" = d."row"
       JOIN form4_label l ON l.id = d.label_id AND coalesce(l.acquisition, 'market') = 'market'
       JOIN form4_filing f ON f.id = o.filing_id
       JOIN issuer s ON s.cik = f.issuer_cik
       WHERE (d.in_feed = 1 OR t.is_derivative = 0 AND t.code IN ('P', 'S') AND d.total_value IS NOT NULL AND EXISTS (
         SELECT 1 FROM form4_filing c JOIN form4_derived r ON r.filing_id = c.id AND r."row" = d.represented_by_row
         WHERE c.accession = d.represented_by_accession AND r.in_feed = 1) AND NOT ${STATED_ELSEWHERE})`;

/**
 * The open-market lots of the whole record, by issuer and direction, the largest total first. Shares are on one basis.
 */
function careerLots(store: Store, wanted: string): Map<string, CareerLot[]> {
  const found = store
    .sql<CareerLot & { cik: string; issuerCik: string; shares: number }>(
      `SELECT o.cik, s.cik AS "issuerCik", s.ticker AS "issuerTicker", s.name AS "issuerName", t.code AS direction, count(*) AS lots,
         sum(t.shares) AS shares, sum(d.total_value) AS "totalValue",
         coalesce(min(t.transaction_date), '') AS "firstDate",
         coalesce(max(t.transaction_date), '') AS "lastDate"
       FROM ${CAREER_ROWS}
       GROUP BY o.cik, s.cik, s.ticker, s.name, t.code
       ORDER BY o.cik, sum(d.total_value) DESC, s.name, s.cik, t.code`,
    )
    .all(wanted);
  const lots = new Map<string, CareerLot[]>();
  const splits = shareSplits(store);
  for (const { cik, issuerCik, shares: filed, ...lot } of found) {
    const known = splits.get(issuerCik);
    const sum =
      known === undefined
        ? { shares: filed }
        : sumOnOneBasis(careerShares(store, { cik, issuerCik, code: lot.direction }), known);
    appendTo(lots, cik, {
      ...lot,
      ...sum,
      shares: sum.shares === null ? null : rounded(sum.shares, 4),
      totalValue: rounded(lot.totalValue, 2),
    });
  }
  return lots;
}

function careerShares(
  store: Store,
  { cik, issuerCik, code }: { cik: string; issuerCik: string; code: 'P' | 'S' },
): AddedShares[] {
  return store
    .rows<[day: string | null, shares: number, title: string]>(
      `SELECT t.transaction_date, t.shares, t.security_title FROM ${CAREER_ROWS} AND s.cik = ? AND t.code = ?`,
    )
    .all(JSON.stringify([cik]), issuerCik, code)
    .map(([day, shares, title]) => ({ firstDate: day ?? '', lastDate: day ?? '', shares, title }));
}

/** A sum of filed numbers without binary rounding errors. */
function rounded(sum: number, decimals: number): number {
  return Number(sum.toFixed(decimals));
}

/** People named as reporting owners on the same documents, most shared documents first. */
function coFilers(store: Store, wanted: string): Map<string, CoFiler[]> {
  const found = store
    .sql<CoFiler & { cik: string }>(
      `SELECT own.cik, i.slug, i.name, count(DISTINCT other.filing_id) AS "sharedFilings"
       FROM json_each(?) k JOIN form4_owner own ON own.cik = k.value
       JOIN form4_owner other ON other.filing_id = own.filing_id AND other.cik <> own.cik
       JOIN insider i ON i.owner_cik = other.cik
       GROUP BY own.cik, i.slug, i.name
       ORDER BY own.cik, count(DISTINCT other.filing_id) DESC, i.slug`,
    )
    .all(wanted);
  const others = new Map<string, CoFiler[]>();
  for (const { cik, ...other } of found) appendTo(others, cik, other);
  return others;
}
