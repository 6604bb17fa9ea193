/**
 * The reports of tracked portfolios as their history lists them. Those of members of Congress are not here: they are reports
 * of Congress already.
 */

import type { TrackerDetail } from '../../../tools/contract/shapes/tracker.js';
import { subjectOf } from '../../read-model/change-facts.js';
import type { Store } from '../database/store.js';
import { NO_FACTS, NOTHING_HIDDEN, type ShownDocument, shownHash } from './shown-document.js';

/** By archetype: the type of the reports and their register. */
const REPORTS = {
  hedge_fund: { kind: '13f', register: 'sec-13f' },
  oge_278t: { kind: 'oge_278t', register: 'oge-278t' },
} as const;
type ReportArchetype = keyof typeof REPORTS;

/** The name under which a portfolio is followed: one that is tracked later brings its history without changes. */
const followedAs = (slug: string) => `tracker/${slug}`;

interface Portfolio {
  slug: string;
  name: string;
  archetype: ReportArchetype;
  history: string;
}

type HistoryEntry = TrackerDetail['filingHistory'][number];

/** All reports of all portfolios. One that is no longer tracked has none, and is forgotten. */
export function shownTrackerReports(store: Store): ShownDocument[] {
  forgetUntracked(store);
  return portfolios(store).flatMap((portfolio) => {
    const entries = new Map<string, HistoryEntry>();
    // `filingHistory` of a stored portfolio.
    for (const entry of JSON.parse(portfolio.history) as HistoryEntry[])
      if (!entries.has(entry.sourceUrl)) entries.set(entry.sourceUrl, entry);
    const insert = store.sql('INSERT INTO tracker_report (slug, link) VALUES (?, ?) ON CONFLICT DO NOTHING');
    for (const link of entries.keys()) insert.run(portfolio.slug, link);
    return store
      .rows<[id: number, link: string]>('SELECT id, link FROM tracker_report WHERE slug = ? ORDER BY id')
      .all(portfolio.slug)
      .map(([id, link]) => toDocument(portfolio, id, link, entries.get(link)));
  });
}

/** Portfolios with reports that were compared, whose register was read to its end: they are followed from now on. */
export function portfoliosToFollow(store: Store, whole: ReadonlySet<string>): string[] {
  return portfolios(store)
    .filter(({ slug, archetype }) => whole.has(REPORTS[archetype].register) && hasReports(store, slug))
    .map(({ slug }) => followedAs(slug));
}

function portfolios(store: Store): Portfolio[] {
  return store
    .sql<Portfolio>(
      `SELECT slug, json_extract(detail, '$.identity.displayName') AS name,
         json_extract(detail, '$.identity.archetype') AS archetype, json_extract(detail, '$.filingHistory') AS history
       FROM tracker ORDER BY slug`,
    )
    .all()
    .filter(({ archetype }) => Object.hasOwn(REPORTS, archetype));
}

function hasReports(store: Store, slug: string): boolean {
  return store.rows('SELECT 1 FROM tracker_report WHERE slug = ?').get(slug) !== undefined;
}

function forgetUntracked(store: Store): void {
  const gone =
    'SELECT id FROM tracker_report t WHERE NOT EXISTS (SELECT 1 FROM tracker k WHERE k.slug = t.slug)';
  store.sql(`DELETE FROM shown_document WHERE kind = 'p' AND id IN (${gone})`).run();
  store.sql(`DELETE FROM tracker_report WHERE id IN (${gone})`).run();
  store
    .sql(
      `DELETE FROM followed WHERE name LIKE 'tracker/%'
         AND NOT EXISTS (SELECT 1 FROM tracker k WHERE name = 'tracker/' || k.slug)`,
    )
    .run();
}

function toDocument(
  { slug, name, archetype }: Portfolio,
  id: number,
  link: string,
  entry: HistoryEntry | undefined,
): ShownDocument {
  const filedAt = entry?.filedAt ?? '';
  const form = entry?.kind ?? '';
  return {
    kind: 'p',
    id,
    followed: followedAs(slug),
    hash: entry === undefined ? 0 : shownHash([filedAt, form, entry.itemCount]),
    // The words of the history for a report that a later one replaces.
    hidden: {
      ...NOTHING_HIDDEN,
      amended: /restated later/.test(form) ? 1 : 0,
      isUnread: entry?.itemCount === null,
    },
    filedAt,
    isAmendment: /\/A|\(amendment\)/.test(form),
    isWithdrawn: entry === undefined,
    windowDays: null,
    describe: () => ({
      kind: REPORTS[archetype].kind,
      facts: {
        ...NO_FACTS,
        form,
        documentId: documentIdOf(link),
        personName: name,
        slug,
        role: entry === undefined || entry.periodLabel === '' ? null : entry.periodLabel,
        filedAt: filedAt === '' ? null : filedAt,
        rows: entry?.itemCount ?? null,
        sourceLink: link,
      },
      subjects: [subjectOf.tracker(slug)],
    }),
  };
}

/** The accession number in a link to EDGAR; else the last part of the link. */
function documentIdOf(link: string): string {
  return /\d{10}-\d{2}-\d{6}/.exec(link)?.[0] ?? link.split('/').at(-1) ?? link;
}
