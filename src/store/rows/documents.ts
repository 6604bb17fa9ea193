/** Lists and whole documents as the read model keeps them: portfolios, digests, the states of the sources. */

import { insiderPage, issuerPage, trackerPage } from '../../../tools/contract/answer.js';
import { clusterOrder, streakOrder } from '../../../tools/contract/digest-search.js';
import { CLUSTERS_MAX, STREAKS_MAX } from '../../../tools/contract/rules.js';
import type { StoredClose } from '../../read-model/issuer-records.js';
import { listRowsOf, type NamedRow } from '../../read-model/list-rows.js';
import { LABELS_DOCUMENT, type StoredLabel } from '../../read-model/packed-rows.js';
import type { Row } from '../../read-model/tables.js';
import { qualityDocument } from '../crawl/quality.js';
import { sourceStates } from '../crawl/sources.js';
import type { Store } from '../database/store.js';
import { digestTotals, readAllStreaks, readClusterEntries, readIssuerCloses } from '../digests/digests.js';
import { correctionsDocument } from '../errata/errata.js';

/** The list of the tracked portfolios in their order. */
export function trackerListRows(store: Store): Row[] {
  const entries = store
    .rows<[slug: string, listRow: string]>('SELECT slug, list_row FROM tracker ORDER BY sort_order, slug')
    .all()
    .map(([slug, listRow]): NamedRow => [slug, trackerPage(slug), listRow]);
  return listRowsOf('trackers', entries);
}

/** Highest conviction first: the cards of the plain list, those behind it, and the insiders of all. */
export function clusterRows(store: Store): Record<'clusters' | 'clusters-more' | 'cluster-insiders', Row[]> {
  const { idOf } = clusterOrder({});
  const all = readClusterEntries(store);
  const entries = all.map(({ insiders: _insiders, ...card }): NamedRow => {
    return [idOf(card), issuerPage(card.issuerTicker, card.issuerCik), JSON.stringify(card)];
  });
  return {
    clusters: listRowsOf('clusters', entries.slice(0, CLUSTERS_MAX)),
    'clusters-more': listRowsOf('clusters-more', entries.slice(CLUSTERS_MAX)),
    'cluster-insiders': all.flatMap(({ insiders, ...card }): Row[] =>
      insiders === undefined ? [] : [['cluster-insiders', idOf(card), '', JSON.stringify({ insiders })]],
    ),
  };
}

/** Longest first: the runs of the plain list, and those behind it. */
export function streakRows(store: Store): Record<'streaks' | 'streaks-more', Row[]> {
  const { idOf } = streakOrder({});
  const entries = readAllStreaks(store).map((run, place): NamedRow => {
    const entry = place < STREAKS_MAX ? run : { ...run, pricesLeftOut: true };
    return [idOf(run), insiderPage(run.ownerSlug), JSON.stringify(entry)];
  });
  return {
    streaks: listRowsOf('streaks', entries.slice(0, STREAKS_MAX)),
    'streaks-more': listRowsOf('streaks-more', entries.slice(STREAKS_MAX)),
  };
}

/** The labels that the packed transactions of people name by their id. */
export function labelDocument(store: Store): [name: string, json: string] {
  const labels = store
    .rows<StoredLabel>(
      'SELECT id, signal_quality, intent_label, implausible, acquisition FROM form4_label ORDER BY id',
    )
    .all();
  return [LABELS_DOCUMENT, JSON.stringify(labels)];
}

/** A year of closes for each issuer of the digests. */
export function closeDocuments(store: Store): Array<[name: string, json: string]> {
  return readIssuerCloses(store).map(({ issuerCik, closes }) => [
    `closes/${issuerCik}`,
    JSON.stringify(closes.map(({ date, close }): StoredClose => [date, close])),
  ]);
}

/** The states of the sources, and how many cards and runs there are. */
export function stateDocuments(store: Store): Array<[name: string, json: string]> {
  return [
    ['digest-totals', JSON.stringify(digestTotals(store))],
    ['sources', JSON.stringify(sourceStates(store))],
    qualityDocument(store),
    correctionsDocument(store),
  ];
}
