/** What is being served, how long it stays true, and how an answer names it. */

/** What is being served, and until when. Whoever starts the service keeps it up to date; the gate only reads it. */
export interface Freshness {
  /** Grows whenever the data changed. */
  generation: number;
  /** Moment of the data that is being served, ISO 8601 UTC. */
  at: string;
  /** ISO 8601 UTC, or null when no refresh is planned. */
  nextRefreshAt: string | null;
  /**
   * Longest time that an answer may be kept, in seconds: none before anything was derived, a minute while a source is
   * read for the first time, else null.
   */
  longestSeconds?: number | null;
  /** The moment that answers stand for. */
  now: Date;
}

const DAY = 86_400_000;
/** Longest Cache-Control when no refresh is planned, in seconds. */
const UNPLANNED_AGE = 3600;

/** What an answer stands for: the data and the day, because default dates follow the day. */
export function epoch({ generation, now }: Freshness): string {
  const day = Math.floor(now.getTime() / DAY);
  if (lastEpoch.generation !== generation || lastEpoch.day !== day)
    lastEpoch = { generation, day, name: `${generation}/${day}/` };
  return lastEpoch.name;
}
let lastEpoch = { generation: -1, day: -1, name: '' };

/** The Cache-Control of an answer: until the next refresh, but never past the end of the UTC day, or `longestSeconds`. */
export function maxAge({ now, nextRefreshAt, longestSeconds = null }: Freshness): string {
  const second = Math.floor(now.getTime() / 1000);
  const isSame = lastAge.nextRefreshAt === nextRefreshAt && lastAge.longestSeconds === longestSeconds;
  if (lastAge.second === second && isSame) return lastAge.text;
  const left = DAY / 1000 - (second % (DAY / 1000));
  const refresh =
    nextRefreshAt === null ? UNPLANNED_AGE : Math.floor(Date.parse(nextRefreshAt) / 1000) - second;
  const age = Math.min(left, refresh, longestSeconds ?? left);
  const text = `public, max-age=${Math.max(0, age)}`;
  lastAge = { second, nextRefreshAt, longestSeconds, text };
  return text;
}
let lastAge: { second: number; nextRefreshAt: string | null; longestSeconds: number | null; text: string } = {
  second: -1,
  nextRefreshAt: null,
  longestSeconds: null,
  text: '',
};
