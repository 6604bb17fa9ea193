/** The rows of the ledger for the read model: all of them, or those of what changed since they were last published. */

import type { ScopeRows } from '../../read-model/tables.js';
import type { Store } from '../database/store.js';
import { memberListRows, memberRows, memberSlugRows, memberTradeRows, unreadReportRows } from './congress.js';
import {
  clusterRows,
  labelDocument,
  stateDocuments,
  streakRows,
  trackerDocuments,
  trackerListRows,
} from './documents.js';
import { marketRows } from './europe.js';
import { filingRows } from './filings.js';
import { insiderRows } from './insiders.js';
import { issuerRows, symbolRows } from './issuers.js';
import { issuerEntryRows, marketEntryRows, memberEntryRows, trackerEntryRows } from './search-entries.js';
import { unpublishedKeys } from './unpublished.js';

/** People whose rows are made together: a question for each of them would take twice the time. */
const INSIDER_BATCH_SIZE = 500;

/**
 * Everything, for a read model that is empty. Filings come in the order in which they are stored, the last ones first: what
 * was filed together is read from few pages, and is together again in the read model.
 */
export function* allRows(store: Store): Generator<ScopeRows> {
  for (const accession of texts(store, 'SELECT accession FROM form4_filing ORDER BY id DESC'))
    yield* filingScopes(store, accession);
  yield* insiderScopes(store, texts(store, 'SELECT owner_cik FROM insider ORDER BY search_rank'));
  for (const memberId of texts(store, 'SELECT member_id FROM member ORDER BY member_id'))
    yield* memberScopes(store, memberId);
  for (const market of texts(store, 'SELECT DISTINCT market FROM pdmr_feed ORDER BY market'))
    yield* marketScopes(store, market);
  yield* symbolScopes(store);
  yield* documentScopes(store);
}

/** What changed, and the documents, which are few. */
export function* changedRows(store: Store): Generator<ScopeRows> {
  const filings = unpublishedKeys(store, 'filing');
  for (const accession of filings) yield* filingScopes(store, accession);
  yield* insiderScopes(store, changedOwners(store));
  for (const memberId of unpublishedKeys(store, 'member')) yield* memberScopes(store, memberId);
  for (const market of unpublishedKeys(store, 'market')) yield* marketScopes(store, market);
  if (unpublishedKeys(store, 'symbols').length > 0) yield* symbolScopes(store);
  yield* documentScopes(store);
}

function* filingScopes(store: Store, accession: string): Generator<ScopeRows> {
  const { feed, sums, insiders } = filingRows(store, accession);
  yield { table: 'filing', scope: [accession], rows: feed };
  yield { table: 'filing_sum', scope: [accession], rows: sums };
  yield { table: 'insider_filing', scope: [accession], rows: insiders };
}

function* insiderScopes(store: Store, ciks: readonly string[]): Generator<ScopeRows> {
  for (let from = 0; from < ciks.length; from += INSIDER_BATCH_SIZE) {
    const batch = ciks.slice(from, from + INSIDER_BATCH_SIZE);
    const rows = insiderRows(store, batch);
    for (const cik of batch) {
      const row = rows.get(cik);
      yield { table: 'insider', scope: [cik], rows: row === undefined ? [] : [row] };
    }
  }
}

/** Owners who changed, and the owners of filings that did: their career lots follow the rows of the feed. */
function changedOwners(store: Store): string[] {
  return texts(
    store,
    // In the order that the search index of SQLite takes fastest.
    `SELECT c.cik FROM (SELECT "key" AS cik FROM unpublished WHERE kind = 'owner'
     UNION
     SELECT o.cik FROM unpublished u JOIN form4_filing f ON f.accession = u."key"
     JOIN form4_owner o ON o.filing_id = f.id WHERE u.kind = 'filing') c
     LEFT JOIN insider i ON i.owner_cik = c.cik ORDER BY i.search_rank`,
  );
}

function* memberScopes(store: Store, memberId: string): Generator<ScopeRows> {
  yield { table: 'member', scope: [memberId], rows: memberRows(store, memberId) };
  yield { table: 'member_trade', scope: [memberId], rows: memberTradeRows(store, memberId) };
  yield { table: 'unread_report', scope: [memberId], rows: unreadReportRows(store, memberId) };
}

function* symbolScopes(store: Store): Generator<ScopeRows> {
  const [issuers, symbols] = [issuerRows(store), symbolRows(store)];
  yield { table: 'issuer', scope: [], rows: issuers };
  yield { table: 'symbol', scope: [], rows: symbols };
  yield { table: 'search_chunk', scope: ['issuer'], rows: issuerEntryRows(store, issuers, symbols) };
}

function* marketScopes(store: Store, market: string): Generator<ScopeRows> {
  yield { table: 'eu_row', scope: [market], rows: marketRows(store, market) };
  const { issuers, managers } = marketEntryRows(store, market);
  yield { table: 'search_chunk', scope: [`eu_issuer/${market}`], rows: issuers };
  yield { table: 'search_chunk', scope: [`eu_manager/${market}`], rows: managers };
}

function* documentScopes(store: Store): Generator<ScopeRows> {
  yield { table: 'member_slug', scope: [], rows: memberSlugRows(store) };
  const lists = {
    members: memberListRows,
    trackers: trackerListRows,
    clusters: clusterRows,
    streaks: streakRows,
  };
  for (const [list, rows] of Object.entries(lists))
    yield { table: 'list_row', scope: [list], rows: rows(store) };
  yield { table: 'search_chunk', scope: ['member'], rows: memberEntryRows(store) };
  yield { table: 'search_chunk', scope: ['tracker'], rows: trackerEntryRows(store) };
  yield {
    table: 'document',
    scope: [],
    rows: [...trackerDocuments(store), labelDocument(store), ...stateDocuments(store)],
  };
}

function texts(store: Store, query: string): string[] {
  return store
    .rows<[text: string]>(query)
    .all()
    .map(([text]) => text);
}
