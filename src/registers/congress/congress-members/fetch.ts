/** Fetches the two identity files once a day, and only when they changed. */

import { utcDate } from '../../../dates.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import { type Batch, type FetchContext, type Http, SourceError } from '../../register.js';
import { type LegislatorSet, parseLegislators } from './legislators-file.js';

export const LEGISLATORS_URL = 'https://unitedstates.github.io/congress-legislators';

export const CURSOR = {
  /** Day (UTC) of the last reading. */
  day: (part: LegislatorSet) => `${part}-read-on`,
  etag: (part: LegislatorSet) => `${part}-etag`,
  lastModified: (part: LegislatorSet) => `${part}-last-modified`,
  /** People in the last file, to notice one that was cut. */
  count: (part: LegislatorSet) => `${part}-count`,
} as const;

/** A file that lost more than this share of its people overnight is taken for a broken one. */
const MIN_REMAINING_SHARE = 0.5;
/** The historical file holds everybody since 1789. */
const MAX_BYTES = 96 * 1024 * 1024;
const PARTS: readonly LegislatorSet[] = ['current', 'historical'];

export const addressOf = (base: string, part: LegislatorSet) => `${base}/legislators-${part}.json`;

/** Yields each file of the day, or only cursors when it is unchanged. @throws RegisterFailure for a broken file. */
export async function* fetchMembers(base: string, http: Http, context: FetchContext): AsyncGenerator<Batch> {
  const { crawlState, now, signal, progress } = context;
  const day = utcDate(now);
  for (const [done, part] of PARTS.entries()) {
    if (signal.aborted) return;
    if (crawlState.cursor(CURSOR.day(part)) === day) continue;
    progress({ what: 'files of legislators', done, total: PARTS.length });
    const url = addressOf(base, part);
    const answer = await http.request(url, {
      etag: crawlState.cursor(CURSOR.etag(part)) || undefined,
      lastModified: crawlState.cursor(CURSOR.lastModified(part)) || undefined,
      maxBytes: MAX_BYTES,
    });
    if (answer.status === 304) {
      yield { cursors: { [CURSOR.day(part)]: day } };
      continue;
    }
    if (answer.status !== 200)
      throw new SourceError(`${url} answered ${answer.status}${refusalAdvice(answer.status)}`, answer.bytes);
    const entries = parseLegislators(answer.bytes);
    if (entries === null) throw new SourceError(`${url} is no file of legislators`, answer.bytes);
    const before = Number(crawlState.cursor(CURSOR.count(part)) ?? 0);
    if (entries.length < before * MIN_REMAINING_SHARE)
      throw new SourceError(`${url} has ${entries.length} people, ${before} the last time`, answer.bytes);
    const kind = `legislators-${part}`;
    yield {
      documents: [{ key: kind, kind, url, retrievedAt: now.toISOString(), bytes: answer.bytes }],
      cursors: {
        [CURSOR.day(part)]: day,
        [CURSOR.etag(part)]: answer.headers.etag ?? '',
        [CURSOR.lastModified(part)]: answer.headers['last-modified'] ?? '',
        [CURSOR.count(part)]: String(entries.length),
      },
    };
  }
}
