/** Repeatable random numbers: the same name gives the same draws, on every machine and every day. */

export interface Draw {
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  /** One of the items; there must be at least one. */
  of<T>(items: readonly T[]): T;
  /** True in `percent` of 100 draws. */
  chance(percent: number): boolean;
}

/** FNV-1a, 32 bits: turns a name into a seed. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** Each name has its own draws, so that a change in one story leaves the others as they are. */
export function draws(name: string): Draw {
  let state = hash(name);
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    between,
    of: (items) => items[between(0, items.length - 1)]!,
    chance: (percent) => between(1, 100) <= percent,
  };
}
