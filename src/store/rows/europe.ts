/** The rows of a European market as the read model keeps them. Derivation has written their JSON. */

import type { EuRowFacts } from '../../../tools/contract/shapes/eu.js';
import { foldedWords, sortName } from '../../read-model/search-text.js';
import type { Row } from '../../read-model/tables.js';
import type { Store } from '../database/store.js';
import { erratumMarks, marketOfRegister, withMark } from '../errata/errata.js';

type Columns = [
  market: string,
  filingId: string,
  publicationAt: string,
  isin: string | null,
  currency: string | null,
  value: number | null,
  lei: string | null,
  json: string,
];

export function marketRows(store: Store, market: string): Row[] {
  const rows = store
    .rows<Columns>(
      `SELECT feed.market, feed.filing_id, feed.publication_at, feed.isin, feed.currency, feed.total_value, filed.lei, feed.public_row
       FROM pdmr_feed feed LEFT JOIN pdmr_filing filed ON filed.market = feed.market AND filed.filing_id = feed.filing_id
       WHERE feed.market = ? ORDER BY feed.filing_id`,
    )
    .all(market);
  const registers = [...marketOfRegister].flatMap(([register, one]) => (one === market ? register : []));
  const marks = erratumMarks(store, ...registers);
  return rows.map((columns) => {
    // What derivation wrote.
    const facts = JSON.parse(columns[7]) as EuRowFacts;
    const { direction, issuerName, pdmrName, transactionDate } = facts;
    const json = marks.has(columns[1])
      ? JSON.stringify({ ...facts, ...withMark(marks, columns[1]) })
      : columns[7];
    const lei = columns[6]?.toUpperCase() ?? null;
    const words = [foldedWords(issuerName), foldedWords(pdmrName)];
    const order = [sortName(issuerName), sortName(pdmrName), transactionDate ?? ''];
    return [...columns.slice(0, 6), lei, direction ?? '', ...words, ...order, json];
  });
}
