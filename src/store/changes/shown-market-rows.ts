/** The rows of a European market as readers see them. */

import { EU_MARKETS, type EuCountry } from '../../../tools/contract/markets/index.js';
import { EU_WINDOW_DAYS } from '../../../tools/contract/rules.js';
import { subjectOf } from '../../read-model/change-facts.js';
import type { Store } from '../database/store.js';
import { toCents } from '../rows/filing-sums.js';
import { type DescribedDocument, NO_FACTS, type ShownDocument, shownHash } from './shown-document.js';

type MarketColumns = [
  id: number,
  filingId: string,
  publicationAt: string,
  isin: string | null,
  currency: string | null,
  value: number | null,
  direction: string | null,
  nature: string,
  price: number | null,
  volume: number | null,
  date: string | null,
  issuerName: string,
  pdmrName: string,
  capacity: string,
  amendment: number | null,
  exclusion: string | null,
  link: string,
];

const COLUMNS = `p.id, p.filing_id, p.publication_at, p.isin, %currency, %value, %direction, p.nature, p.price, p.volume,
  p.transaction_date, p.issuer_name, p.pdmr_name, p.capacity, p.amendment, p.exclusion, coalesce(p.raw_artefact_url, p.url)`;
/** The hash is made of the columns before this one: what the register says, and how the rules of the market read it. */
const SEEN = 11;

const columns = (currency: string, value: string, direction: string) =>
  COLUMNS.replace('%currency', currency).replace('%value', value).replace('%direction', direction);

const SHOWN = `SELECT ${columns('f.currency', 'f.total_value', "json_extract(f.public_row, '$.direction')")}
  FROM pdmr_feed f JOIN pdmr_filing p ON p.market = f.market AND p.filing_id = f.filing_id WHERE f.market = ? ORDER BY p.id`;
/** Rows that were shown when they were last compared, and are no longer. */
const GONE = `SELECT ${columns('NULL', 'NULL', 'NULL')}
  FROM shown_document d JOIN pdmr_filing p ON p.id = d.id
  WHERE d.kind = ? AND d.hash <> 0
    AND NOT EXISTS (SELECT 1 FROM pdmr_feed f WHERE f.market = p.market AND f.filing_id = p.filing_id)
  ORDER BY p.id`;

/** Null while the market is not derived. */
export function shownMarketRows(store: Store, market: EuCountry): ShownDocument[] | null {
  const isPending = store.rows('SELECT 1 FROM pending_market WHERE market = ?').get(market) !== undefined;
  if (isPending) return null;
  const shown = store.rows<MarketColumns>(SHOWN).all(market);
  const gone = store.rows<MarketColumns>(GONE).all(market);
  return [
    ...shown.map((row) => toDocument(market, row, shownHash([...row.slice(1, SEEN), row[11], row[12]]))),
    ...gone.map((row) => toDocument(market, row, 0)),
  ];
}

function toDocument(market: EuCountry, row: MarketColumns, hash: number): ShownDocument {
  const [id, , publicationAt, , , , , , , , , , , , amendment, exclusion] = row;
  const isGone = hash === 0;
  return {
    kind: market,
    id,
    followed: EU_MARKETS[market].register,
    hash,
    hidden: { amended: isGone && exclusion === 'revised' ? 1 : 0, repeated: 0, isUnread: false },
    filedAt: publicationAt,
    isAmendment: amendment === 1,
    isWithdrawn: isGone && (exclusion === 'left-register' || exclusion === 'cancelled'),
    windowDays: EU_WINDOW_DAYS,
    describe: () => describeRow(market, row),
  };
}

function describeRow(market: EuCountry, row: MarketColumns): DescribedDocument {
  const [, documentId, filedAt, isin, currency, value, direction, , , , , issuerName, personName, role] = row;
  const amount = value === null ? null : toCents(value) / 100;
  return {
    kind: market,
    facts: {
      ...NO_FACTS,
      documentId,
      issuerName,
      isin,
      personName,
      role,
      filedAt,
      rows: 1,
      purchases: direction === 'P' ? amount : null,
      sales: direction === 'S' ? amount : null,
      currency,
      sourceLink: row[16],
    },
    subjects: isin === null ? [] : [subjectOf.isin(isin)],
  };
}
