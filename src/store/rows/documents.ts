/** Lists and whole documents as the read model keeps them: portfolios, digests, the states of the sources. */

import { insiderPage, issuerPage, trackerPage } from '../../../tools/contract/answer.js';
import { LABELS_DOCUMENT, type StoredLabel } from '../../read-model/packed-rows.js';
import type { Row } from '../../read-model/tables.js';
import { sourceStates } from '../crawl/sources.js';
import type { Store } from '../database/store.js';
import { digestTotals, readClusters, readStreaks } from '../digests/digests.js';

/** The list of the tracked portfolios in their order. */
export function trackerListRows(store: Store): Row[] {
  return store
    .rows<[slug: string, listRow: string]>('SELECT slug, list_row FROM tracker ORDER BY sort_order, slug')
    .all()
    .map(([slug, listRow], position) => ['trackers', position, trackerPage(slug), listRow]);
}

/** The name and the text of each tracked portfolio. */
export function trackerDocuments(store: Store): Array<[name: string, json: string]> {
  return store
    .rows<[slug: string, detail: string]>('SELECT slug, detail FROM tracker ORDER BY slug')
    .all()
    .map(([slug, detail]) => [`tracker/${slug}`, detail]);
}

/** Highest conviction first. */
export function clusterRows(store: Store): Row[] {
  return readClusters(store).map((card, position) => [
    'clusters',
    position,
    issuerPage(card.issuerTicker, card.issuerCik),
    JSON.stringify(card),
  ]);
}

/** Longest first. */
export function streakRows(store: Store): Row[] {
  return readStreaks(store).map((run, position) => [
    'streaks',
    position,
    insiderPage(run.ownerSlug),
    JSON.stringify(run),
  ]);
}

/** The labels that the packed transactions of people name by their id. */
export function labelDocument(store: Store): [name: string, json: string] {
  const labels = store
    .rows<StoredLabel>('SELECT id, signal_quality, intent_label FROM form4_label ORDER BY id')
    .all();
  return [LABELS_DOCUMENT, JSON.stringify(labels)];
}

/** The states of the sources, and how many cards and runs there are. */
export function stateDocuments(store: Store): Array<[name: string, json: string]> {
  return [
    ['digest-totals', JSON.stringify(digestTotals(store))],
    ['sources', JSON.stringify(sourceStates(store))],
  ];
}
