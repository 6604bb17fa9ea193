/** Derives new rows and publishes them: soon after a register gave its first rows, then every minute. */

import { MINUTE_MS } from '../dates.js';
import type { ReadModelWriter } from '../read-model/generation.js';
import type { MemberOverride } from '../records/congress/member.js';
import type { ErratumLine } from '../records/erratum.js';
import type { CuratedTracker } from '../records/portfolios/tracker.js';
import { markShown } from '../store/crawl/readiness-marks.js';
import { bumpGeneration, isStorageError, type Store } from '../store/database/open.js';
import { publicationIds } from '../store/rows/unpublished.js';
import { deriveCongress } from './derive/congress.js';
import { deriveDigests, type ShownPrices } from './derive/digests.js';
import { deriveMarkets } from './derive/europe.js';
import { deriveForm4, deriveForm4InSteps } from './derive/form4.js';
import { deriveMajorHolders } from './derive/holders.js';
import { deriveTrackers } from './derive/portfolios.js';
import { publishGeneration, type SaveLedger } from './publication.js';

/** How often a long import shows its progress. */
export const CHECKPOINT_MS = MINUTE_MS;
/**
 * How soon the rows of a register are shown, unless the other registers finish first and everything is shown at once.
 */
const PUBLISH_DELAY_MS = 10_000;

export interface CheckpointOptions {
  store: Store;
  /** Where answers are read from; nothing is published when omitted. */
  readModel?: ReadModelWriter;
  /** Called before each publication; without it, the ledger is kept by this machine alone. */
  saveLedger?: SaveLedger | undefined;
  now: () => Date;
  /** Which prices the digests show, and the catalog's note about prices; none when omitted. */
  prices?: { shown: ShownPrices; note: string };
  /** The operator's overrides for filed names of members of Congress. */
  memberOverrides?: readonly MemberOverride[];
  /** The operator's errata; those of the last run when omitted. */
  errata?: readonly ErratumLine[];
  /** The tracked portfolios; none when omitted. */
  trackers?: readonly CuratedTracker[];
  signal: AbortSignal;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

/** Rows are in the ledger and could not be shown: PostgreSQL or the folder of the backup is away, for example. */
export class NotPublishedError extends Error {
  override name = 'NotPublishedError';

  constructor(override readonly cause: Error) {
    super(cause.message);
  }
}

/** Errors after which this process must end. */
const FINAL = new Set(['FencedError', 'PublicationRefusedError']);

export class DerivationCheckpoints {
  private publishedAt: number;
  private digestsPublishedAt: number;
  private hasUnpublished = false;
  private hasNewlyCompleteRegister = false;
  private deriving: Promise<void> | null = null;
  /** Publications run one after the other. */
  private publication: Promise<void> = Promise.resolve();
  /** The error of the last publication that failed. */
  private failure: unknown = null;

  constructor(
    private readonly options: CheckpointOptions,
    /** True while the identity files are being requested: see `deriveCongress`. */
    private readonly identityAwaited: () => boolean,
  ) {
    this.publishedAt = this.nowMs();
    this.digestsPublishedAt = this.publishedAt;
  }

  /**
   * A register was read, or has enough rows for answers for the first time. A register that was read to its end for
   * the first time (`isNewlyComplete`) is shown in digests and portfolios too. Rows that cannot be published now are published
   * by a later checkpoint: the register was read.
   */
  rowsArrived(isNewlyComplete = false): Promise<void> {
    this.hasUnpublished = true;
    this.hasNewlyCompleteRegister ||= isNewlyComplete;
    return this.checkpoint().catch((error) => this.leaveToNext(error));
  }

  /** `publishAll` while publishers are still being read: what cannot be published is left to the next checkpoint. */
  publishAllMeanwhile(): Promise<void> {
    return this.publishAll().catch((error) => this.leaveToNext(this.asNotPublished(error)));
  }

  /**
   * Called between documents. Pending rows are derived in steps first. If another register began that, only a register
   * that is writing a document of many filings (`isWriting`) waits: it would add rows faster than they are derived.
   * @throws NotPublishedError
   */
  async checkpoint(isWriting = false): Promise<void> {
    if (this.deriving !== null) return isWriting ? this.deriving : undefined;
    if (!this.areDigestsDue() && !this.isPublishDue()) return;
    const { store, signal } = this.options;
    this.deriving = deriveForm4InSteps(store, signal).finally(() => {
      this.deriving = null;
    });
    await this.deriving;
    if (signal.aborted) return;
    try {
      if (this.areDigestsDue()) await this.publishAll();
      else await this.publishIfDue();
    } catch (error) {
      throw this.asNotPublished(error);
    }
  }

  /** Shows everything, digests and portfolios too. */
  async publishAll(): Promise<void> {
    const { store, now, prices, trackers, log } = this.options;
    const shown = prices?.shown ?? null;
    deriveForm4(store);
    const { warnings, ...made } = deriveDigests(store, now(), shown);
    log.info({ ...made, warnings: warnings.length }, 'digests were derived');
    // Before the portfolios, because a tracked member's portfolio is made of effective trades.
    this.deriveCongressRows();
    const followed = deriveTrackers(store, now(), trackers ?? [], shown);
    log.info({ trackers: followed.trackers, warnings: followed.warnings.length }, 'portfolios were derived');
    const published = this.publish(true);
    this.digestsPublishedAt = this.publishedAt;
    this.hasNewlyCompleteRegister = false;
    await published;
  }

  /** Shows pending rows without digests, for a run that was stopped. */
  async publishRest(): Promise<void> {
    if (this.hasUnpublished) await this.publish(false);
  }

  /** Publishes the ledger as it is if the read model does not show it: after an upgrade, or after it was deleted. */
  async publishIfDifferent(): Promise<void> {
    const { store, readModel } = this.options;
    if (readModel === undefined) return;
    const newest = await readModel.newest();
    const { published, publishing } = publicationIds(store);
    if (newest === null || (newest.id !== published && newest.id !== publishing)) await this.publishState();
  }

  /** Each checkpoint makes every cached answer out of date. */
  private async publishIfDue(): Promise<void> {
    if (!this.isPublishDue()) return;
    if (this.hasNewlyCompleteRegister) await this.publishAll();
    else await this.publish(false);
  }

  private isPublishDue(): boolean {
    return this.hasUnpublished && this.hasElapsed(this.publishedAt, PUBLISH_DELAY_MS);
  }

  private areDigestsDue(): boolean {
    return this.hasElapsed(this.digestsPublishedAt, CHECKPOINT_MS);
  }

  /** Also true if the clock was set back: otherwise nothing would be shown until it catches up. */
  private hasElapsed(at: number, ms: number): boolean {
    const passed = this.nowMs() - at;
    return passed >= ms || passed < 0;
  }

  private nowMs(): number {
    return this.options.now().getTime();
  }

  private deriveCongressRows(): void {
    const { store, now, memberOverrides: overrides = [] } = this.options;
    deriveCongress(store, { now: now(), overrides, identityAwaited: this.identityAwaited() });
  }

  /** Derives at once; the returned promise ends with the publication. */
  private publish(withDigests: boolean): Promise<void> {
    const { store, now } = this.options;
    deriveForm4(store);
    deriveMarkets(store, now());
    deriveMajorHolders(store);
    this.deriveCongressRows();
    markShown(store, withDigests);
    // Until a run has ended well, neither an answer nor a restart may count on the full hour.
    bumpGeneration(store, now(), new Date(now().getTime() + CHECKPOINT_MS).toISOString());
    this.publishedAt = this.nowMs();
    this.hasUnpublished = false;
    return this.publishState();
  }

  /** Publishes what is derived, after the publications that began before. */
  private publishState(): Promise<void> {
    const { store, readModel, saveLedger, log } = this.options;
    if (readModel === undefined) return Promise.resolve();
    const turn = this.publication.then(async () => {
      const { isWhole } = await publishGeneration(store, readModel, saveLedger);
      if (isWhole) log.info({}, 'everything was published to the read model');
    });
    this.publication = turn.catch((error) => {
      this.failure = error;
    });
    return turn;
  }

  /** Only what came from the publication, and only if a later one may succeed. */
  private asNotPublished(error: unknown): unknown {
    const isLasting = isStorageError(error) || (error instanceof Error && FINAL.has(error.name));
    return error === this.failure && error instanceof Error && !isLasting
      ? new NotPublishedError(error)
      : error;
  }

  private leaveToNext(error: unknown): void {
    if (!(error instanceof NotPublishedError)) throw error;
    this.hasUnpublished = true;
    const message = 'what was read could not be published: the next checkpoint tries again';
    this.options.log.warn({ err: error.cause }, message);
  }
}
