/** Fetches the two identity files once a day, and only when they changed. */

import { whyRefused } from '../../http/refusal.js';
import { type Batch, type FetchContext, type Http, RegisterFailure } from '../../register.js';
import { entriesOf, type Part } from './table.js';

export const LEGISLATORS = 'https://unitedstates.github.io/congress-legislators';

export const CURSOR = {
  /** Day (UTC) of the last reading. */
  day: (part: Part) => `${part}-read-on`,
  etag: (part: Part) => `${part}-etag`,
  lastModified: (part: Part) => `${part}-last-modified`,
  /** People in the last file, to notice one that was cut. */
  count: (part: Part) => `${part}-count`,
} as const;

/** A file that lost more than this share of its people overnight is taken for a broken one. */
const LEAST_SHARE = 0.5;
/** The historical file holds everybody since 1789. */
const MAX_BYTES = 96 * 1024 * 1024;
const PARTS: readonly Part[] = ['current', 'historical'];

export const addressOf = (base: string, part: Part) => `${base}/legislators-${part}.json`;

/** Yields each file of the day, or only cursors when it is unchanged. @throws RegisterFailure for a broken file. */
export async function* fetchMembers(base: string, http: Http, context: FetchContext): AsyncGenerator<Batch> {
  const { memory, now, signal, progress } = context;
  const day = now.toISOString().slice(0, 10);
  for (const [done, part] of PARTS.entries()) {
    if (signal.aborted) return;
    if (memory.cursor(CURSOR.day(part)) === day) continue;
    progress({ what: 'files of legislators', done, total: PARTS.length });
    const url = addressOf(base, part);
    const answer = await http.request(url, {
      etag: memory.cursor(CURSOR.etag(part)) || undefined,
      lastModified: memory.cursor(CURSOR.lastModified(part)) || undefined,
      maxBytes: MAX_BYTES,
    });
    if (answer.status === 304) {
      yield { cursors: { [CURSOR.day(part)]: day } };
      continue;
    }
    if (answer.status !== 200)
      throw new RegisterFailure(`${url} answered ${answer.status}${whyRefused(answer.status)}`, answer.bytes);
    const entries = entriesOf(answer.bytes);
    if (entries === null) throw new RegisterFailure(`${url} is no file of legislators`, answer.bytes);
    const before = Number(memory.cursor(CURSOR.count(part)) ?? 0);
    if (entries.length < before * LEAST_SHARE)
      throw new RegisterFailure(`${url} has ${entries.length} people, ${before} the last time`, answer.bytes);
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
