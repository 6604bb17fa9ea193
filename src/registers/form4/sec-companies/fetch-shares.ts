/** Fetches the share counts of the cover pages once a week: five frames, one for each of the last five quarters. */

import { itemAt } from '../../../collections.js';
import { addDays, daysBetween, localTime, NEW_YORK } from '../../../dates.js';
import { type EdgarAddresses, fileOrNull, frameName, type Quarter, quarters } from '../../edgar/edgar.js';
import { type Batch, type FetchContext, type Http, SourceError } from '../../register.js';
import { parseSharesFrame } from './shares-frame.js';

const SHARES_CURSOR = {
  /** New York day on which all frames were last read. */
  day: 'shares-read-on',
} as const;

const EVERY_DAYS = 7;
/** A year and the running quarter: the cover date of an annual report is never older. */
const FRAMES = 5;
/** One frame is about 1 MB. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The newest quarter whose frame must exist. */
export function settledQuarter(now: Date): Quarter {
  const { day } = localTime(NEW_YORK, now);
  return itemAt(quarters(addDays(day, -500), day), -3);
}

/**
 * Yields one document for each frame that exists, then the cursor. A frame of the last two quarters may not
 * exist yet; a missing older one is a warning.
 *
 * @throws SourceError when no frame exists, or a response is not a frame.
 */
export async function* fetchShares(
  addresses: EdgarAddresses,
  http: Http,
  context: FetchContext,
): AsyncGenerator<Batch> {
  const { crawlState, now, progress, signal } = context;
  const { day } = localTime(NEW_YORK, now);
  const last = crawlState.cursor(SHARES_CURSOR.day);
  // A day ahead of the clock was written under a wrong clock: it counts as none.
  if (last !== null && last <= day && daysBetween(last, day) < EVERY_DAYS) return;
  const frames = quarters(addDays(day, -500), day).slice(-FRAMES);
  let found = 0;
  for (const [index, quarter] of frames.entries()) {
    progress({ what: 'frames of share counts', done: index, total: frames.length });
    const frame = frameName(quarter);
    const url = addresses.sharesFrame(quarter);
    const bytes = fileOrNull(await http.request(url, { maxBytes: MAX_BYTES }));
    if (bytes === null) {
      // Nothing is filed for the running quarter before its first reports, and little for the previous one.
      if (index < FRAMES - 2) yield { warnings: [{ kind: 'frame-missing', detail: frame, where: url }] };
      continue;
    }
    if (parseSharesFrame(bytes) === null) throw new SourceError(`${url} is not an XBRL frame`, bytes);
    found += 1;
    yield {
      documents: [
        {
          key: `${frame} ${day}`,
          kind: 'shares-frame',
          url,
          retrievedAt: now.toISOString(),
          bytes,
          metadata: { frame },
        },
      ],
    };
    if (signal.aborted) return;
  }
  if (found === 0) throw new SourceError('none of the last five frames of share counts exists', '');
  yield { cursors: { [SHARES_CURSOR.day]: day } };
}
