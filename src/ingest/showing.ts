/** Derives what was read and makes it what is answered: soon after a register gave its first rows, else every minute. */

import type { MemberOverride } from '../records/congress/member.js';
import type { CuratedTracker } from '../records/portfolios/tracker.js';
import { markShown } from '../store/crawl/readiness.js';
import { bumpGeneration, type Store } from '../store/database/open.js';
import { deriveCongress } from './derive/congress.js';
import { deriveDigests, type ShownPrices } from './derive/digests.js';
import { deriveMarkets } from './derive/europe.js';
import { derivePending, derivePendingInSteps } from './derive/form4.js';
import { deriveTrackers } from './derive/portfolios.js';

/** A long fill shows what it has this often. */
export const CHECKPOINT_MS = 60_000;
/** What a register gave is shown this soon, unless the others end first and it is all shown at once. */
const SOON_MS = 10_000;

export interface ShowingOptions {
  store: Store;
  now: () => Date;
  /** Which prices the digests show, and what the catalog says of prices; none where it is left out. */
  prices?: { shown: ShownPrices; note: string };
  /** The operator's word on filed names of members of the Congress. */
  memberOverrides?: readonly MemberOverride[];
  /** The tracked portfolios; none where it is left out. */
  trackers?: readonly CuratedTracker[];
  signal: AbortSignal;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

export class Showing {
  private shownAt: number;
  private digestsAt: number;
  private isUnshown = false;
  private isWholeNews = false;
  private deriving: Promise<void> | null = null;

  constructor(
    private readonly options: ShowingOptions,
    /** True while the identity files are being asked for: see `deriveCongress`. */
    private readonly identityAwaited: () => boolean,
  ) {
    this.shownAt = this.clock();
    this.digestsAt = this.shownAt;
  }

  /**
   * A register was read, or can be answered from for the first time. One that was read to its end for the first time
   * (`isWholeNews`) is shown in digests and portfolios too.
   */
  soon(isWholeNews = false): Promise<void> {
    this.isUnshown = true;
    this.isWholeNews ||= isWholeNews;
    return this.checkpoint();
  }

  /**
   * Called between documents. What is pending is derived in steps first, and only who writes a document of many filings
   * (`isWriting`) waits where another register began that: it would bring more than is derived meanwhile.
   */
  async checkpoint(isWriting = false): Promise<void> {
    if (this.deriving !== null) return isWriting ? this.deriving : undefined;
    if (!this.areDigestsDue() && !this.isShownDue()) return;
    const { store, signal } = this.options;
    this.deriving = derivePendingInSteps(store, signal).finally(() => {
      this.deriving = null;
    });
    await this.deriving;
    if (signal.aborted) return;
    if (this.areDigestsDue()) this.digests();
    else this.showSoon();
  }

  /** Shows everything, digests and portfolios too. */
  digests(): void {
    const { store, now, prices, trackers, log } = this.options;
    const shown = prices?.shown ?? null;
    derivePending(store);
    const { doubts, ...made } = deriveDigests(store, now(), shown);
    log.info({ ...made, doubts: doubts.length }, 'digests were derived');
    // Before the portfolios, because a tracked member's is made of trades that stand.
    this.congress();
    const followed = deriveTrackers(store, now(), trackers ?? [], shown);
    log.info({ trackers: followed.trackers, doubts: followed.doubts.length }, 'portfolios were derived');
    this.show(true);
    this.digestsAt = this.shownAt;
    this.isWholeNews = false;
  }

  /** What is not shown yet, without digests: for a run that was stopped. */
  rest(): void {
    if (this.isUnshown) this.show(false);
  }

  /** Every time that something is shown, everything that is at hand has to be answered anew. */
  private showSoon(): void {
    if (!this.isShownDue()) return;
    if (this.isWholeNews) this.digests();
    else this.show(false);
  }

  private isShownDue(): boolean {
    return this.isUnshown && this.isPast(this.shownAt, SOON_MS);
  }

  private areDigestsDue(): boolean {
    return this.isPast(this.digestsAt, CHECKPOINT_MS);
  }

  /** Also where the clock was put back: else nothing would be shown until it is where it was. */
  private isPast(at: number, ms: number): boolean {
    const passed = this.clock() - at;
    return passed >= ms || passed < 0;
  }

  private clock(): number {
    return this.options.now().getTime();
  }

  private congress(): void {
    const { store, now, memberOverrides: overrides = [] } = this.options;
    deriveCongress(store, { now: now(), overrides, identityAwaited: this.identityAwaited() });
  }

  private show(withDigests: boolean): void {
    const { store, now } = this.options;
    derivePending(store);
    deriveMarkets(store, now());
    this.congress();
    markShown(store, withDigests);
    // Until a run has ended well, neither an answer nor a restart may count on the full hour.
    bumpGeneration(store, now(), new Date(now().getTime() + CHECKPOINT_MS).toISOString());
    this.shownAt = this.clock();
    this.isUnshown = false;
  }
}
