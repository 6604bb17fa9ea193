/**
 * A rate limit that several processes keep together. Each takes blocks of calls from a shared counter and counts inside
 * them at once; only taking a block is asynchronous. While the counters do not answer, a process allows its share.
 */

import { CounterTable } from './counter-table.js';
import type { Announcement, Block, SharedCounters } from './shared-counters.js';
import { type RateLimit, type RateLimitOptions, RateLimitPolicy, type RateLimitState } from './window.js';

/** How long a process that allows its share waits until it asks the counters again. */
const RETRY_MS = 1000;
/**
 * Two clocks run apart by less than this part of the time. A block ends that much before its window, so that none of
 * its calls is answered in the next window of the shared counter.
 */
const CLOCK_DRIFT = 0.0005;
/** A window that ends this much later than the one before it, which still runs, is another window. */
const OTHER_WINDOW_MS = 2000;

/** What this process holds of the limit of one caller. */
interface Holding {
  /** Calls that it may answer at once. */
  block: number;
  /** What the shared counter had left; 0 means that there is nothing to ask for in this window. */
  left: number;
  /** Calls that it was granted in this window, answered or not. */
  taken: number;
  /** Calls in the last block. */
  lastBlock: number;
  /** Calls that it answered without the shared counter, which does not know them yet. */
  owed: number;
  /** End of the window. */
  endsAt: number;
  /** End of the block. */
  usableUntil: number;
  /** When to ask again although nothing seems left: the block is this process's share. Else Infinity. */
  retryAt: number;
  /** A node used more than its share: without the shared counter, no node may answer this caller. */
  isBeyondShare: boolean;
}

export class SharedRateLimit implements RateLimit {
  private readonly policy: RateLimitPolicy;
  private readonly holdings: CounterTable<Holding>;
  /** Requests for a block that were sent, by name: the requests of one caller share one. */
  private readonly pending = new Map<string, Promise<void>>();

  constructor(
    options: RateLimitOptions,
    private readonly shared: SharedCounters,
  ) {
    this.policy = new RateLimitPolicy(options);
    this.holdings = new CounterTable(options);
    shared.onAnnounced((announcement) => this.heard(announcement));
  }

  get limit(): number {
    return this.policy.limit;
  }

  get size(): number {
    return this.holdings.size;
  }

  isReady(key: string): boolean {
    const now = Date.now();
    const holding = this.holdings.find(key, now);
    if (holding === undefined || now >= holding.retryAt) return false;
    return holding.block > 0 ? now < holding.usableUntil : holding.left === 0;
  }

  prepare(key: string): Promise<void> {
    const name = this.holdings.nameOf(key, Date.now());
    const sent = this.pending.get(name);
    if (sent !== undefined) return sent;
    const asked = this.take(name).finally(() => this.pending.delete(name));
    this.pending.set(name, asked);
    return asked;
  }

  count(key: string): RateLimitState {
    const now = Date.now();
    const holding = this.holdings.find(key, now);
    // Not ready: nobody may count on what was not taken.
    if (holding === undefined) return this.policy.state(0, true, this.policy.windowMilliseconds);
    if (holding.block === 0 || now >= holding.usableUntil)
      return this.policy.state(0, true, holding.endsAt - now);
    holding.block -= 1;
    if (holding.retryAt !== Infinity) holding.owed += 1;
    return this.policy.state(holding.block + holding.left, false, holding.endsAt - now);
  }

  peek(key: string): RateLimitState {
    const now = Date.now();
    const holding = this.holdings.find(key, now);
    const { limit, windowMilliseconds } = this.policy;
    if (holding === undefined || !this.isReady(key)) return this.policy.state(limit, false, windowMilliseconds);
    const left = holding.block + holding.left;
    return this.policy.state(Math.max(0, left - 1), left === 0, holding.endsAt - now);
  }

  private async take(name: string): Promise<void> {
    const sentAt = Date.now();
    const before = this.holdings.find(name, sentAt);
    try {
      this.holdings.set(name, await this.ask(name, before, sentAt));
    } catch {
      this.holdings.set(name, this.alone(before, Date.now()));
    }
  }

  /** @throws Error when the counters do not answer */
  private async ask(name: string, before: Holding | undefined, sentAt: number): Promise<Holding> {
    const { limit } = this.policy;
    const { nodes } = this.shared;
    const taken = before?.taken ?? 0;
    const isBeyondShare = before?.isBeyondShare === true || (await this.announceBeyond(name, before));
    // Other nodes have taken blocks since: as many as this one, if the caller is spread evenly.
    const probablyLeft = before === undefined ? limit : before.left - (nodes - 1) * before.lastBlock;
    const block = await this.request(name, before?.owed ?? 0, probablyLeft);
    const holding = this.held(block, { sentAt, taken: taken + (before?.owed ?? 0), isBeyondShare });
    if (before === undefined || before.retryAt !== Infinity) return holding;
    if (holding.endsAt < before.endsAt + OTHER_WINDOW_MS || Date.now() >= before.endsAt) return holding;
    // The counter lost its memory while its window ran: what was answered in that window still counts.
    if (before.isBeyondShare) return { ...before, block: 0, left: 0, usableUntil: before.endsAt };
    const again = await this.request(name, taken, limit - taken);
    return this.held(again, { sentAt, taken: taken + block.granted, isBeyondShare });
  }

  private request(name: string, owed: number, probablyLeft: number): Promise<Block> {
    const { name: policy, limit, windowSeconds } = this.policy;
    return this.shared.take({ policy, name, limit, windowSeconds, owed, probablyLeft });
  }

  private held(
    { granted, left, millisecondsLeft }: Block,
    { sentAt, taken, isBeyondShare }: { sentAt: number; taken: number; isBeyondShare: boolean },
  ): Holding {
    return {
      block: granted,
      left,
      taken: taken + granted,
      lastBlock: granted,
      owed: 0,
      // From when it was sent: the window of the counter ends no sooner.
      endsAt: sentAt + millisecondsLeft,
      usableUntil: sentAt + millisecondsLeft * (1 - CLOCK_DRIFT),
      retryAt: Infinity,
      isBeyondShare,
    };
  }

  /** Before this node takes more than its share. @returns whether it may now have more */
  private async announceBeyond(name: string, before: Holding | undefined): Promise<boolean> {
    const { limit, windowMilliseconds, name: policy } = this.policy;
    const share = this.shared.share(limit);
    const next = Math.max(1, Math.floor(limit / (2 * this.shared.nodes)));
    if ((before?.taken ?? 0) + next <= share) return false;
    await this.shared.announce({ policy, name, endsAt: before?.endsAt ?? Date.now() + windowMilliseconds });
    return true;
  }

  private heard({ policy, name, endsAt }: Announcement): void {
    const now = Date.now();
    if (policy !== this.policy.name || endsAt <= now) return;
    const known = this.holdings.find(name, now);
    if (known !== undefined) known.isBeyondShare = true;
    else if (this.holdings.nameOf(name, now) === name)
      this.holdings.set(name, {
        ...this.alone(undefined, now),
        block: 0,
        left: this.policy.limit,
        endsAt,
        retryAt: Infinity,
        isBeyondShare: true,
      });
  }

  /** While the counters do not answer: this node's share of the window, less what it had of it. */
  private alone(before: Holding | undefined, now: number): Holding {
    const { limit, windowMilliseconds } = this.policy;
    const { taken = 0, owed = 0, isBeyondShare = false } = before ?? {};
    const endsAt = before?.endsAt ?? now + windowMilliseconds;
    const rest = isBeyondShare ? 0 : this.shared.share(limit) - taken - owed;
    const block = Math.max(0, rest);
    const retryAt = now + RETRY_MS;
    return { block, left: 0, taken, lastBlock: 0, owed, endsAt, usableUntil: endsAt, retryAt, isBeyondShare };
  }
}
