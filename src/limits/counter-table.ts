/**
 * Counters by caller, bounded: once that many are live, new callers share the counter of their wider network until
 * older windows end.
 */

/** Live counters before new callers share wider ones. */
const KEYS_MAX = 100_000;
/** Shared counters beyond that. */
const SHARED_MAX = 4096;
/** Clocks of several nodes differ by less: a window that ends later than that after its length began before the clock was set back. */
const CLOCKS_APART_MS = 60_000;
/** No key of a caller begins with it: addresses, networks and ids of keys do not. */
const SHARED_MARK = '~';

export interface CounterTableOptions {
  /** The network whose counter `key` shares when there are too many. */
  wider?: ((key: string) => string) | undefined;
  keysMax?: number | undefined;
  windowSeconds: number;
}

export class CounterTable<C extends { endsAt: number }> {
  private readonly wider: (key: string) => string;
  private readonly keysMax: number;
  private readonly longestMs: number;
  /** By key, about in the order in which their windows end: all windows are equally long. */
  private readonly own = new Map<string, C>();
  private readonly shared = new Map<string, C>();

  constructor({ wider, keysMax, windowSeconds }: CounterTableOptions) {
    this.wider = wider ?? ((key) => key);
    this.longestMs = windowSeconds * 1000 + CLOCKS_APART_MS;
    this.keysMax = keysMax ?? KEYS_MAX;
  }

  /** Counters in memory. */
  get size(): number {
    return this.own.size + this.shared.size;
  }

  /** The counter of `key` while its window lasts: its own, or the shared one where there is no room for its own. */
  find(key: string, now: number): C | undefined {
    const own = this.own.get(key);
    if (own !== undefined && this.lasts(own, now)) return own;
    this.dropEnded(now);
    if (this.own.size < this.keysMax) return undefined;
    const shared = this.shared.get(this.sharedName(key));
    return shared !== undefined && this.lasts(shared, now) ? shared : undefined;
  }

  /** The name under which the calls of `key` are counted: the key, or that of a shared counter. */
  nameOf(key: string, now: number): string {
    const own = this.own.get(key);
    if (own !== undefined && this.lasts(own, now)) return key;
    this.dropEnded(now);
    return this.own.size < this.keysMax ? key : this.sharedName(key);
  }

  /** Keeps `counter` under a name that `nameOf` gave. */
  set(name: string, counter: C): void {
    if (name.startsWith(SHARED_MARK)) {
      this.shared.set(name, counter);
      return;
    }
    // A window that begins goes to the end: those that end sooner are dropped first.
    if (this.own.get(name) !== counter) this.own.delete(name);
    this.own.set(name, counter);
  }

  /** The live counters with the names under which they are kept. */
  live(now: number): Array<[name: string, counter: C]> {
    return [...this.own, ...this.shared].filter(([, counter]) => this.lasts(counter, now));
  }

  /** After the clock was set back, a window would last until the time that it showed: callers would be refused for hours, or for good. */
  private lasts({ endsAt }: C, now: number): boolean {
    return endsAt > now && endsAt <= now + this.longestMs;
  }

  private dropEnded(now: number): void {
    for (const [key, counter] of this.own) {
      if (this.lasts(counter, now)) break;
      this.own.delete(key);
    }
  }

  private sharedName(key: string): string {
    // On a node that has no room either, the name stays what it is.
    return key.startsWith(SHARED_MARK) ? key : SHARED_MARK + (hash(this.wider(key)) % SHARED_MAX);
  }
}

/** FNV-1a: spreads networks over the shared counters. It need not be secure. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
