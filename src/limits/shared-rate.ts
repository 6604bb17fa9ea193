/**
 * A rate limit that several processes keep together. Each takes blocks of calls from a shared counter and counts inside
 * them at once; only taking a block is asynchronous. While the counters do not answer, a process allows its share.
 */

import { CounterTable } from './counter-table.js';
import type { Announcement, Block, BlockRequest, SharedCounters } from './shared-counters.js';
import { type RateLimit, type RateLimitOptions, RateLimitPolicy, type RateLimitState } from './window.js';

/** How long a process that allows its share waits until it requests a block again. */
const RETRY_MS = 1000;
/**
 * Two clocks run apart by less than this part of the time. A block ends that much before its window, so that none of
 * its calls is answered in the next window of the shared counter.
 */
const CLOCK_DRIFT = 0.0005;
/** Callers that are reported at the same time when the counters came back. */
const REPORTS_AT_ONCE = 200;
/** Two answers about one window may differ by this much, and by the drift of the clocks between them. */
const SAME_WINDOW_MS = 500;

/** What this process holds of the limit of one caller. */
interface CallsHeld {
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
  private readonly holdings: CounterTable<CallsHeld>;
  /** Requests for a block that were sent, by name: the requests of one caller share one. */
  private readonly pending = new Map<string, Promise<void>>();

  constructor(
    options: RateLimitOptions,
    private readonly shared: SharedCounters,
  ) {
    this.policy = new RateLimitPolicy(options);
    this.holdings = new CounterTable(options);
    shared.onAnnounced((announcement) => this.heard(announcement));
    shared.onReturn(() => this.settleAll());
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
    // Not ready: only calls that were taken may be answered.
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
    if (holding === undefined || !this.isReady(key))
      return this.policy.state(limit, false, windowMilliseconds);
    const left = holding.block + holding.left;
    return this.policy.state(Math.max(0, left - 1), left === 0, holding.endsAt - now);
  }

  private async take(name: string): Promise<void> {
    const sentAt = Date.now();
    const before = this.holdings.find(name, sentAt);
    try {
      const holding = await this.ask(name, before, sentAt);
      // An announcement may have come in the meantime.
      const isBeyondShare = holding.isBeyondShare || this.isKnownBeyondShare(name);
      this.holdings.set(name, { ...holding, isBeyondShare });
    } catch {
      const alone = this.alone(before, Date.now());
      if (this.isKnownBeyondShare(name)) this.holdings.set(name, { ...alone, block: 0, isBeyondShare: true });
      else this.holdings.set(name, alone);
    }
  }

  private isKnownBeyondShare(name: string): boolean {
    return this.holdings.find(name, Date.now())?.isBeyondShare === true;
  }

  /** @throws Error when the counters do not answer */
  private async ask(name: string, before: CallsHeld | undefined, sentAt: number): Promise<CallsHeld> {
    const { limit } = this.policy;
    const { nodes, isReturning } = this.shared;
    const { taken = 0, owed = 0 } = before ?? {};
    const most = isReturning ? this.restOfShare(before) : limit;
    if (most <= 0) throw new Error('this process had its share, and others have not reported yet');
    const isBeyondShare =
      before?.isBeyondShare === true || (!isReturning && (await this.announceBeyond(name, before)));
    // Other nodes have taken blocks since: as many as this one, if the caller is spread evenly.
    const probablyLeft = before === undefined ? limit : before.left - (nodes - 1) * before.lastBlock;
    const block = await this.request(name, { owed, probablyLeft, most });
    const holding = this.held(block, { sentAt, taken: taken + owed, isBeyondShare });
    // A window that this node began alone says nothing about that of the counter.
    if (before === undefined || (taken === 0 && before.retryAt !== Infinity)) return holding;
    if (!this.isOtherWindow(before.endsAt, holding.endsAt)) return holding;
    // The counter lost its memory while its window ran: what was answered in that window still counts.
    if (before.isBeyondShare) {
      if (taken > 0) await this.request(name, { owed: taken, probablyLeft: 0, most: 0 });
      return { ...before, block: 0, left: 0, owed: 0, taken: holding.taken, retryAt: Infinity };
    }
    const again = await this.request(name, { owed: taken, probablyLeft: limit - taken, most });
    return this.held(again, { sentAt, taken: taken + block.granted, isBeyondShare });
  }

  private request(name: string, calls: Pick<BlockRequest, 'owed' | 'probablyLeft' | 'most'>): Promise<Block> {
    const { name: policy, limit, windowSeconds } = this.policy;
    return this.shared.take({ policy, name, limit, windowSeconds, ...calls });
  }

  /** The counters came back. @throws Error when they are gone again */
  private async settleAll(): Promise<void> {
    const names = this.holdings.live(Date.now()).map(([name]) => name);
    for (let at = 0; at < names.length; at += REPORTS_AT_ONCE)
      await Promise.all(names.slice(at, at + REPORTS_AT_ONCE).map((name) => this.settleInTurn(name)));
  }

  private async settleInTurn(name: string): Promise<void> {
    // A request for a block that is under way carries a report too.
    for (let sent = this.pending.get(name); sent !== undefined; sent = this.pending.get(name)) await sent;
    const holding = this.holdings.find(name, Date.now());
    if (holding === undefined || (holding.taken === 0 && holding.owed === 0 && holding.block === 0)) return;
    const settled = this.settle(name, holding);
    const pending = settled.catch(() => undefined).finally(() => this.pending.delete(name));
    this.pending.set(name, pending);
    await settled;
  }

  /** Reports what `holding` has had without the counters, and all that it has had if they forgot its window. */
  private async settle(name: string, holding: CallsHeld): Promise<void> {
    const { name: policy, limit, windowSeconds } = this.policy;
    const isAlone = holding.retryAt !== Infinity;
    // The rest of its share is reported too, and so becomes a block like any other.
    const owed = holding.owed + (isAlone ? holding.block : 0);
    const { taken, endsAt } = holding;
    Object.assign(holding, { owed: 0, taken: taken + owed, retryAt: Infinity });
    const report = (calls: number) => this.shared.report({ policy, name, limit, windowSeconds, owed: calls });
    try {
      const sentAt = Date.now();
      let { left, millisecondsLeft } = await report(owed);
      if (taken > 0 && this.isOtherWindow(endsAt, sentAt + millisecondsLeft))
        ({ left, millisecondsLeft } = await report(taken));
      Object.assign(holding, { left, endsAt: sentAt + millisecondsLeft });
      holding.usableUntil = sentAt + millisecondsLeft * (1 - CLOCK_DRIFT);
    } catch (error) {
      Object.assign(holding, { owed, taken, block: 0, left: 0, retryAt: Date.now() + RETRY_MS });
      throw error;
    }
  }

  /** Whether a window that ends at `endsAt` began while the one that was known still ran. */
  private isOtherWindow(knownEnd: number, endsAt: number): boolean {
    const now = Date.now();
    const elapsed = Math.max(0, this.policy.windowMilliseconds - (knownEnd - now));
    return now < knownEnd && endsAt > knownEnd + SAME_WINDOW_MS + elapsed * CLOCK_DRIFT;
  }

  private held(
    { granted, left, millisecondsLeft }: Block,
    { sentAt, taken, isBeyondShare }: { sentAt: number; taken: number; isBeyondShare: boolean },
  ): CallsHeld {
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
  private async announceBeyond(name: string, before: CallsHeld | undefined): Promise<boolean> {
    const { limit, windowMilliseconds, name: policy } = this.policy;
    const share = this.shared.share(limit);
    const next = Math.max(1, Math.floor(limit / (2 * this.shared.nodes)));
    if ((before?.taken ?? 0) + (before?.owed ?? 0) + next <= share) return false;
    const announcement = { policy, name, endsAt: before?.endsAt ?? Date.now() + windowMilliseconds };
    await this.shared.announce(announcement);
    // Others do not announce it again, so this node must keep to it too.
    this.heard(announcement);
    return true;
  }

  private heard({ policy, name, endsAt }: Announcement): void {
    const now = Date.now();
    if (policy !== this.policy.name || endsAt <= now) return;
    const known = this.holdings.find(name, now);
    if (known !== undefined) {
      known.isBeyondShare = true;
      if (known.retryAt !== Infinity) known.block = 0;
    } else if (this.holdings.nameOf(name, now) === name)
      this.holdings.set(name, {
        ...this.alone(undefined, now),
        block: 0,
        left: this.policy.limit,
        endsAt,
        retryAt: Infinity,
        isBeyondShare: true,
      });
  }

  private restOfShare(before: CallsHeld | undefined): number {
    const { taken = 0, owed = 0, isBeyondShare = false } = before ?? {};
    return isBeyondShare ? 0 : this.shared.share(this.policy.limit) - taken - owed;
  }

  /** While the counters do not answer: this node's share of the window, less what it had of it. */
  private alone(before: CallsHeld | undefined, now: number): CallsHeld {
    const { taken = 0, owed = 0, isBeyondShare = false } = before ?? {};
    const endsAt = before?.endsAt ?? now + this.policy.windowMilliseconds;
    const block = this.shared.isReturning ? 0 : Math.max(0, this.restOfShare(before));
    const retryAt = now + RETRY_MS;
    return { block, left: 0, taken, lastBlock: 0, owed, endsAt, usableUntil: endsAt, retryAt, isBeyondShare };
  }
}
