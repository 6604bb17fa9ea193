/** The rows of the ledger for the read model: all of them, or those of what changed since they were last published. */

import type { ScopeRows } from '../../read-model/tables.js';
import type { Store } from '../database/store.js';
import { memberListRows, memberRows, memberSlugRows, memberTradeRows, unreadReportRows } from './congress.js';
import { clusterRows, stateDocuments, streakRows, trackerDocuments, trackerListRows } from './documents.js';
import { marketRows } from './europe.js';
import { feedRows } from './feed.js';
import { insiderFilingRows, insiderRows } from './insiders.js';
import { issuerRows, symbolRows } from './issuers.js';
import { unpublishedKeys } from './unpublished.js';

/** Everything, for a read model that is empty. In the order that makes related rows neighbours on the disk. */
export function* allRows(store: Store): Generator<ScopeRows> {
  for (const accession of texts(store, 'SELECT accession FROM form4_filing ORDER BY filed_at, accession'))
    yield* filingScopes(store, accession);
  for (const cik of texts(store, 'SELECT owner_cik FROM insider ORDER BY search_rank'))
    yield { table: 'insider', scope: [cik], rows: insiderRows(store, cik) };
  for (const memberId of texts(store, 'SELECT member_id FROM member ORDER BY member_id'))
    yield* memberScopes(store, memberId);
  for (const market of texts(store, 'SELECT DISTINCT market FROM pdmr_feed ORDER BY market'))
    yield { table: 'eu_row', scope: [market], rows: marketRows(store, market) };
  yield* symbolScopes(store);
  yield* documentScopes(store);
}

/** What changed, and the documents, which are few. */
export function* changedRows(store: Store): Generator<ScopeRows> {
  const filings = unpublishedKeys(store, 'filing');
  for (const accession of filings) yield* filingScopes(store, accession);
  for (const cik of changedOwners(store))
    yield { table: 'insider', scope: [cik], rows: insiderRows(store, cik) };
  for (const memberId of unpublishedKeys(store, 'member')) yield* memberScopes(store, memberId);
  for (const market of unpublishedKeys(store, 'market'))
    yield { table: 'eu_row', scope: [market], rows: marketRows(store, market) };
  if (unpublishedKeys(store, 'symbols').length > 0) yield* symbolScopes(store);
  yield* documentScopes(store);
}

function* filingScopes(store: Store, accession: string): Generator<ScopeRows> {
  yield { table: 'filing', scope: [accession], rows: feedRows(store, accession) };
  yield { table: 'insider_filing', scope: [accession], rows: insiderFilingRows(store, accession) };
}

/** Owners who changed, and the owners of filings that did: their career lots follow the rows of the feed. */
function changedOwners(store: Store): string[] {
  return texts(
    store,
    `SELECT "key" AS cik FROM unpublished WHERE kind = 'owner'
     UNION
     SELECT o.cik FROM unpublished u JOIN form4_filing f ON f.accession = u."key"
     JOIN form4_owner o ON o.filing_id = f.id WHERE u.kind = 'filing' ORDER BY cik`,
  );
}

function* memberScopes(store: Store, memberId: string): Generator<ScopeRows> {
  yield { table: 'member', scope: [memberId], rows: memberRows(store, memberId) };
  yield { table: 'member_trade', scope: [memberId], rows: memberTradeRows(store, memberId) };
  yield { table: 'unread_report', scope: [memberId], rows: unreadReportRows(store, memberId) };
}

function* symbolScopes(store: Store): Generator<ScopeRows> {
  yield { table: 'issuer', scope: [], rows: issuerRows(store) };
  yield { table: 'symbol', scope: [], rows: symbolRows(store) };
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
  yield { table: 'document', scope: [], rows: [...trackerDocuments(store), ...stateDocuments(store)] };
}

function texts(store: Store, query: string): string[] {
  return store
    .rows<[text: string]>(query)
    .all()
    .map(([text]) => text);
}
