/**
 * Records what entered, changed or left for readers, before it is published: in one transaction with the hashes that it was
 * compared with, so that a process that dies between both neither loses nor repeats a change.
 */

import { EU_COUNTRIES } from '../../../tools/contract/markets/index.js';
import { CHANGES_KEPT_DAYS, LATE_READ_DAYS } from '../../../tools/contract/rules.js';
import type { ChangeEvent, ChangeReason } from '../../../tools/contract/shapes/change.js';
import { daysBefore } from '../../dates.js';
import { sourceStates } from '../crawl/sources.js';
import type { Store } from '../database/store.js';
import { derivationVersion } from '../derivation-version.js';
import { companiesWithChangedHolders, companiesWithHolders } from '../rows/holders.js';
import { markHoldersUnpublished, markUnpublished, unpublishedKeys } from '../rows/unpublished.js';
import { type ChangeGeneration, ChangeWriter, removeOldChanges } from './change-log.js';
import {
  type Hidden,
  packHidden,
  SHOWN_SINCE,
  SHOWN_VERSION,
  type ShownDocument,
  unpackHidden,
} from './shown-document.js';
import { shownFiling } from './shown-filings.js';
import { shownMarketRows } from './shown-market-rows.js';
import { shownNotices } from './shown-notices.js';
import { shownReports } from './shown-reports.js';
import { shownSchedules } from './shown-schedules.js';
import { portfoliosToFollow, shownTrackerReports } from './shown-tracker-reports.js';

interface ChangeState {
  hashes: number;
  derivation: number | null;
  at: string;
}

/** Call it before each publication, with the generation that is published next. Nothing happens before anything was derived. */
export function recordChanges(store: Store, { number, at }: { number: number; at: string | null }): void {
  if (at === null) return;
  store.transaction(() => {
    // The migration inserts this row.
    const state = store
      .sql<ChangeState>('SELECT hashes, derivation, at FROM change_state WHERE id = 1')
      .get() as ChangeState;
    // The places of changes are in the order of their moments, even if the clock was set back.
    const generation = { number, at: at > state.at ? at : state.at };
    const derivation = derivationVersion(store);
    const isAnew = state.hashes !== SHOWN_VERSION;
    if (isAnew) forgetNewlyShown(store, state.hashes);
    const recorder = new ChangeRecorder(store, generation, {
      isSilent: isAnew,
      hasNewRules: state.derivation !== null && derivation !== state.derivation,
    });
    for (const document of documents(store, isAnew)) recorder.compare(document);
    followWhole(store, generation.at);
    const oldest = daysBefore(new Date(generation.at), CHANGES_KEPT_DAYS);
    removeOldChanges(store, `${oldest}T00:00:00.000Z`, number);
    store
      .sql('UPDATE change_state SET hashes = ?, derivation = ?, at = ? WHERE id = 1')
      .run(SHOWN_VERSION, derivation, generation.at);
  });
}

/**
 * Documents that may have changed since the last publication, or all. Those that are not derived yet stay marked for a
 * later generation.
 */
function* documents(store: Store, isAll: boolean): Generator<ShownDocument> {
  const keys = (kind: 'filing' | 'member' | 'market', all: string) =>
    isAll ? keysIn(store, all) : unpublishedKeys(store, kind);

  for (const key of keys('filing', 'SELECT accession FROM form4_filing ORDER BY id')) {
    const filing = shownFiling(store, key);
    if (filing !== null) yield filing;
    else markUnpublished(store, 'filing', key);
  }
  for (const key of keys('member', 'SELECT member_id FROM member ORDER BY member_id')) {
    const reports = shownReports(store, key);
    if (reports !== null) yield* reports;
    else markUnpublished(store, 'member', key);
  }
  yield* companyDocuments(store, isAll);
  const markets = keys('market', 'SELECT DISTINCT market FROM pdmr_feed ORDER BY market');
  for (const market of EU_COUNTRIES) {
    if (!markets.includes(market)) continue;
    const rows = shownMarketRows(store, market);
    if (rows !== null) yield* rows;
    else markUnpublished(store, 'market', market);
  }
  // A stored portfolio marks the symbols.
  if (isAll || unpublishedKeys(store, 'symbols').length > 0) yield* shownTrackerReports(store);
}

/** Notices of planned sales and schedules, company by company. */
function* companyDocuments(store: Store, isAll: boolean): Generator<ShownDocument> {
  const noticed = isAll
    ? keysIn(store, 'SELECT DISTINCT issuer_cik FROM form144_notice ORDER BY issuer_cik')
    : unpublishedKeys(store, 'planned_sales');
  for (const cik of noticed) {
    const notices = shownNotices(store, cik);
    if (notices !== null) yield* notices;
    else markUnpublished(store, 'planned_sales', cik);
  }
  for (const cik of isAll ? companiesWithHolders(store) : companiesWithChangedHolders(store)) {
    const schedules = shownSchedules(store, cik);
    if (schedules !== null) yield* schedules;
    else markHoldersUnpublished(store, cik);
  }
}

function keysIn(store: Store, query: string): string[] {
  return store
    .rows<[key: string]>(query)
    .all()
    .map(([key]) => key);
}

/** Changes of these registers are recorded from now on, whatever was noted before. */
function forgetNewlyShown(store: Store, hashes: number): void {
  const forget = store.sql('DELETE FROM followed WHERE name = ?');
  for (const [register, since] of Object.entries(SHOWN_SINCE)) if (hashes < since) forget.run(register);
}

/** Registers, and portfolios, that were read to their end: what they bring from now on is a change. */
function followWhole(store: Store, at: string): void {
  const whole = new Set(
    sourceStates(store).flatMap(({ registers }) =>
      registers.flatMap(({ register, isWhole }) => (isWhole ? [register] : [])),
    ),
  );
  const follow = store.sql('INSERT INTO followed (name, since) VALUES (?, ?) ON CONFLICT DO NOTHING');
  for (const name of [...whole, ...portfoliosToFollow(store, whole)]) follow.run(name, at);
}

class ChangeRecorder {
  private readonly writer: ChangeWriter;
  private readonly followed: ReadonlySet<string>;
  /** Documents whose errata changed. */
  private readonly corrected: Set<string>;

  constructor(
    private readonly store: Store,
    private readonly generation: ChangeGeneration,
    /** `isSilent`: all hashes are made again. `hasNewRules`: derivation used other rules than before. */
    private readonly how: { isSilent: boolean; hasNewRules: boolean },
  ) {
    this.writer = new ChangeWriter(store, generation);
    this.corrected = new Set(
      store
        .rows<[document: string]>('SELECT document FROM unlogged_erratum')
        .all()
        .map(([document]) => document),
    );
    this.followed = new Set(
      store
        .rows<[name: string]>('SELECT name FROM followed')
        .all()
        .map(([name]) => name),
    );
  }

  /** Compares a document with what readers saw of it. */
  compare(document: ShownDocument): void {
    const { store } = this;
    const { kind, id, hash } = document;
    const hidden = packHidden(document.hidden);
    const before = store
      .rows<[hash: number, hidden: number]>(
        'SELECT hash, hidden FROM shown_document WHERE kind = ? AND id = ?',
      )
      .get(kind, id);
    const isCorrected = this.isCorrected(document);
    if (before?.[0] === hash && before[1] === hidden && !isCorrected) return;
    store
      .sql(
        `INSERT INTO shown_document (kind, id, hash, hidden) VALUES (?, ?, ?, ?)
         ON CONFLICT (kind, id) DO UPDATE SET hash = excluded.hash, hidden = excluded.hidden`,
      )
      .run(kind, id, hash, hidden);
    const event = eventOf(before?.[0] ?? 0, hash) ?? (isCorrected && hash !== 0 ? 'changed' : null);
    if (event === null || this.how.isSilent || !this.followed.has(document.followed)) return;
    // No list has it because of its age.
    if (this.isFiledBefore(document, document.windowDays)) return;
    const reason =
      before === undefined
        ? this.reasonOfNew(document)
        : isCorrected
          ? 'erratum'
          : this.reasonOf(document, unpackHidden(before[1]));
    this.writer.add(event, reason, document.describe());
  }

  /** Whether the operator's corrections of its rows are others than when it was last compared. */
  private isCorrected(document: ShownDocument): boolean {
    if (this.corrected.size === 0) return false;
    const id = document.describe().facts.documentId;
    if (!this.corrected.delete(id)) return false;
    this.store.sql('DELETE FROM unlogged_erratum WHERE document = ?').run(id);
    return true;
  }

  private reasonOfNew(document: ShownDocument): ChangeReason {
    if (document.isAmendment) return 'amendment';
    return this.isFiledBefore(document, LATE_READ_DAYS) ? 'late' : 'new';
  }

  private reasonOf({ hidden, isWithdrawn }: ShownDocument, before: Hidden): ChangeReason {
    if (isWithdrawn) return 'withdrawn';
    if (this.how.hasNewRules) return 'rules';
    if (before.isUnread && !hidden.isUnread) return 'read';
    if (hidden.amended > before.amended) return 'amended';
    return hidden.repeated !== before.repeated ? 'repeated' : 'content';
  }

  /** Whether more than `days` passed since then; false if the date is unknown. */
  private isFiledBefore({ filedAt }: ShownDocument, days: number | null): boolean {
    if (days === null || filedAt === '') return false;
    return filedAt.slice(0, 10) < daysBefore(new Date(this.generation.at), days);
  }
}

function eventOf(before: number, after: number): ChangeEvent | null {
  if (before === after) return null;
  if (before === 0) return 'entered';
  return after === 0 ? 'left' : 'changed';
}
