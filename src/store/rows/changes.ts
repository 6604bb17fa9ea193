/** The rows of the ledger for the read model: all of them, or those of what changed since they were last published. */

import type { ScopeRows, TableName } from '../../read-model/tables.js';
import { allChangeScopes, changeDocument, changedChangeScopes } from '../changes/change-log.js';
import type { Store } from '../database/store.js';
import { memberListRows, memberScopeRows, memberSlugRows } from './congress.js';
import {
  closeDocuments,
  clusterRows,
  labelDocument,
  stateDocuments,
  streakRows,
  trackerListRows,
} from './documents.js';
import { marketRows } from './europe.js';
import { filingRows } from './filings.js';
import { form35Rows } from './form35.js';
import { companiesWithChangedHolders, companiesWithHolders, holderScopes } from './holders.js';
import { insiderRows } from './insiders.js';
import { cusipOwners, issuerCusipRows } from './issuer-cusips.js';
import { changedIssuers, issuerRecordRows } from './issuer-records.js';
import { issuerRows, symbolRows, withCodes } from './issuers.js';
import { managerScopes, storedManagerQuarters } from './managers.js';
import { manifestScopes } from './manifests.js';
import { ownedLineRows } from './owned-lines.js';
import { plannedSaleRows } from './planned-sales.js';
import { sourceRows } from './record-sources.js';
import {
  issuerEntries,
  issuerEntryRows,
  marketEntryRows,
  memberEntryRows,
  trackerEntryRows,
} from './search-entries.js';
import { splitsDocument } from './share-splits.js';
import { trackerPositionRows } from './tracker-positions.js';
import { quarterDocuments, quarterRows, storedQuarters } from './tracker-quarters.js';
import { trackerParts } from './trackers.js';
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
  for (const cik of texts(store, 'SELECT DISTINCT issuer_cik FROM form4_filing ORDER BY issuer_cik'))
    yield* issuerScopes(store, cik);
  yield* insiderScopes(store, texts(store, 'SELECT owner_cik FROM insider ORDER BY search_rank'));
  for (const accession of texts(store, 'SELECT accession FROM form35_filing ORDER BY id DESC'))
    yield* form35Scopes(store, accession);
  for (const cik of texts(store, 'SELECT DISTINCT issuer_cik FROM form144_notice ORDER BY issuer_cik'))
    yield* plannedSaleScopes(store, cik);
  for (const memberId of texts(store, 'SELECT member_id FROM member ORDER BY member_id'))
    yield* memberScopes(store, memberId);
  for (const market of texts(store, 'SELECT DISTINCT market FROM pdmr_feed ORDER BY market'))
    yield* marketScopes(store, market);
  for (const cik of companiesWithHolders(store)) yield* holderScopes(store, cik);
  for (const record of texts(store, 'SELECT DISTINCT record FROM record_source ORDER BY record'))
    yield* sourceScopes(store, record);
  yield* manifestScopes(store);
  yield* symbolScopes(store);
  yield* quarterScopes(store, storedQuarters(store));
  yield* managerScopes(store, storedManagerQuarters(store));
  yield* allChangeScopes(store);
  yield* documentScopes(store);
}

/** What changed, and the documents, which are few. */
export function* changedRows(store: Store): Generator<ScopeRows> {
  const filings = unpublishedKeys(store, 'filing');
  for (const accession of filings) yield* filingScopes(store, accession);
  for (const cik of changedIssuers(store)) yield* issuerScopes(store, cik);
  yield* insiderScopes(store, changedOwners(store));
  for (const accession of unpublishedKeys(store, 'form35')) yield* form35Scopes(store, accession);
  for (const cik of unpublishedKeys(store, 'planned_sales')) yield* plannedSaleScopes(store, cik);
  for (const memberId of unpublishedKeys(store, 'member')) yield* memberScopes(store, memberId);
  for (const market of unpublishedKeys(store, 'market')) yield* marketScopes(store, market);
  for (const cik of companiesWithChangedHolders(store)) yield* holderScopes(store, cik);
  for (const record of unpublishedKeys(store, 'source')) yield* sourceScopes(store, record);
  if (unpublishedKeys(store, 'symbols').length > 0) yield* symbolScopes(store);
  const quarters = unpublishedKeys(store, 'quarter').map((key) => key.split(' '));
  // A slug has no space.
  yield* quarterScopes(store, quarters as Array<[slug: string, periodEnd: string]>);
  yield* managerScopes(store, unpublishedKeys(store, 'manager_quarter'));
  yield* changedChangeScopes(store);
  yield* documentScopes(store);
}

function* filingScopes(store: Store, accession: string): Generator<ScopeRows> {
  const { feed, sums, insiders } = filingRows(store, accession);
  yield { table: 'filing', scope: [accession], rows: feed };
  yield { table: 'filing_sum', scope: [accession], rows: sums };
  yield { table: 'insider_filing', scope: [accession], rows: insiders };
}

function* issuerScopes(store: Store, cik: string): Generator<ScopeRows> {
  yield { table: 'issuer_record', scope: [cik], rows: issuerRecordRows(store, cik) };
}

function* insiderScopes(store: Store, ciks: readonly string[]): Generator<ScopeRows> {
  for (let from = 0; from < ciks.length; from += INSIDER_BATCH_SIZE) {
    const batch = ciks.slice(from, from + INSIDER_BATCH_SIZE);
    const rows = insiderRows(store, batch);
    const owned = ownedLineRows(store, batch);
    for (const cik of batch) {
      const [row, lines] = [rows.get(cik), owned.get(cik)];
      yield { table: 'insider', scope: [cik], rows: row === undefined ? [] : [row] };
      // A person without an identity has no page to show them on.
      yield {
        table: 'owned_lines',
        scope: [cik],
        rows: row === undefined || lines === undefined ? [] : [lines],
      };
    }
  }
}

function* form35Scopes(store: Store, accession: string): Generator<ScopeRows> {
  yield { table: 'form35_row', scope: [accession], rows: form35Rows(store, accession) };
}

function* plannedSaleScopes(store: Store, cik: string): Generator<ScopeRows> {
  yield { table: 'planned_sale', scope: [cik], rows: plannedSaleRows(store, cik) };
}

function* sourceScopes(store: Store, record: string): Generator<ScopeRows> {
  yield { table: 'source_document', scope: [record], rows: sourceRows(store, record) };
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
  // The keys of that record are tables.
  for (const [table, rows] of Object.entries(memberScopeRows(store, memberId)))
    yield { table: table as TableName, scope: [memberId], rows };
}

function* symbolScopes(store: Store): Generator<ScopeRows> {
  const [issuers, symbols] = [issuerRows(store), symbolRows(store)];
  const entries = issuerEntries(store, issuers, symbols);
  const owners = cusipOwners(store, entries);
  yield { table: 'issuer', scope: [], rows: withCodes(issuers, entries, owners) };
  yield { table: 'issuer_cusip', scope: [], rows: issuerCusipRows(owners) };
  yield { table: 'symbol', scope: [], rows: symbols };
  yield { table: 'search_chunk', scope: ['issuer'], rows: issuerEntryRows(entries) };
  yield { table: 'tracker_position', scope: [], rows: trackerPositionRows(store) };
}

function* quarterScopes(
  store: Store,
  quarters: ReadonlyArray<readonly [slug: string, periodEnd: string]>,
): Generator<ScopeRows> {
  for (const [slug, periodEnd] of quarters)
    yield {
      table: 'tracker_holding',
      scope: [slug, periodEnd],
      rows: quarterRows(store, slug, periodEnd),
    };
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
    members: memberListRows(store),
    trackers: trackerListRows(store),
    ...clusterRows(store),
    ...streakRows(store),
  };
  for (const [list, rows] of Object.entries(lists)) yield { table: 'list_row', scope: [list], rows };
  yield { table: 'search_chunk', scope: ['member'], rows: memberEntryRows(store) };
  yield { table: 'search_chunk', scope: ['tracker'], rows: trackerEntryRows(store) };
  const { documents, rows } = trackerParts(store);
  yield { table: 'tracker_row', scope: [], rows };
  yield {
    table: 'document',
    scope: [],
    rows: [
      ...documents,
      ...quarterDocuments(store),
      labelDocument(store),
      splitsDocument(store),
      changeDocument(store),
      ...stateDocuments(store),
      ...closeDocuments(store),
    ],
  };
}

function texts(store: Store, query: string): string[] {
  return store
    .rows<[text: string]>(query)
    .all()
    .map(([text]) => text);
}
