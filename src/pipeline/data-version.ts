/** The state of the data that an answer is made from, how the answer names it, and how long the answer may be cached. */

/** What is known of the stored data. */
export interface DataState {
  /** The number of the generation that is served. */
  generation: number;
  /** Its id: a read model that was made again may repeat a number. */
  id: string;
  /** Moment of the data that is being served, ISO 8601 UTC. */
  at: string;
  /** ISO 8601 UTC, or null when no refresh is planned. */
  nextRefreshAt: string | null;
  /**
   * Longest time that an answer may be cached, in seconds: none before anything was derived, a minute while a source is
   * read for the first time, else null.
   */
  longestSeconds?: number | null;
}

/** A state of the data at a moment. Every answer is made from exactly one. */
export interface DataVersion extends DataState {
  /** The moment that the answer stands for: default dates follow it. */
  now: Date;
}

const DAY = 86_400_000;
/** Longest Cache-Control when no refresh is planned, in seconds. */
const UNPLANNED_AGE = 3600;

/** Names a version: the generation and the day, because default dates follow the day. */
export function versionId({ id, now }: Pick<DataVersion, 'id' | 'now'>): string {
  const day = Math.floor(now.getTime() / DAY);
  if (lastId.generation !== id || lastId.day !== day) lastId = { generation: id, day, id: `${id}/${day}/` };
  return lastId.id;
}
/** The last name: thousands of requests a second need the same one. */
let lastId = { generation: '', day: -1, id: '' };

/**
 * A moment that is the same for every answer of one `versionId`: when the data was made, or the start of the day if that is
 * later; never after `now`.
 */
export function moment({ at, now }: Pick<DataVersion, 'at' | 'now'>): Date {
  const start = Math.floor(now.getTime() / DAY) * DAY;
  const made = Date.parse(at);
  return new Date(Math.min(now.getTime(), Number.isNaN(made) ? start : Math.max(start, made)));
}

/** For how many seconds an answer stays as it is: until the next refresh, but never past the end of the UTC day or `longestSeconds`. */
export function freshSeconds({ now, nextRefreshAt, longestSeconds = null }: DataVersion): number {
  const second = Math.floor(now.getTime() / 1000);
  const left = DAY / 1000 - (second % (DAY / 1000));
  const refresh =
    nextRefreshAt === null ? UNPLANNED_AGE : Math.floor(Date.parse(nextRefreshAt) / 1000) - second;
  return Math.max(0, Math.min(left, refresh, longestSeconds ?? left));
}

/** The Cache-Control of an answer, for as long as `freshSeconds`. */
export function cacheControl(version: DataVersion): string {
  const { now, nextRefreshAt, longestSeconds = null } = version;
  const second = Math.floor(now.getTime() / 1000);
  const isSame = last.nextRefreshAt === nextRefreshAt && last.longestSeconds === longestSeconds;
  if (last.second === second && isSame) return last.text;
  const text = `public, max-age=${freshSeconds(version)}`;
  last = { second, nextRefreshAt, longestSeconds, text };
  return text;
}
let last: { second: number; nextRefreshAt: string | null; longestSeconds: number | null; text: string } = {
  second: -1,
  nextRefreshAt: null,
  longestSeconds: null,
  text: '',
};
