/** The daily indexes, the truth for each past day; quarterly ones where many days are missing. */

import { itemAt } from '../../collections.js';
import { addDays, daysBetween, localTime, NEW_YORK } from '../../dates.js';
import { type Batch, SourceError } from '../register.js';
import { type CrawlPass, CURSOR, withoutSeen } from './crawl-pass.js';
import { fileOrNull, lastWeekdays, type Quarter, quarterDays, quarters, weekdays } from './edgar.js';
import { type MasterIndex, readMasterIndex } from './indexes.js';

/** The index of a day is built from about 22:00 in New York. */
const INDEX_READY_MINUTES = 22 * 60 + 30;
/** A late filing can be in a later index, and an index can be rebuilt: the last days are read again. */
const REREAD_DAYS = 3;
const REREAD_AFTER_WRONG_CLOCK = 10;
/** From this many missing days in one quarter, its single quarterly index is the smaller download. */
const MIN_QUARTERLY_GAP = 10;
/**
 * EDGAR has closed for three weekdays in a row (24 to 26 December 2025); more days without an index are an
 * outage.
 */
const LONGEST_CLOSURE = 4;
const DAILY = { hasNoEndMark: true } as const;
const QUARTERLY = { ...DAILY, maxBytes: 128 * 1024 * 1024, timeoutMs: 300_000 };

/**
 * Reads the index of every weekday after the last confirmed day, and of the last three confirmed days again.
 * A day is confirmed once its index was read in full, or when it still has none two days later (a holiday).
 */
export async function* readIndexDays(pass: CrawlPass): AsyncGenerator<Batch> {
  const { context } = pass;
  const { day: today, minutes } = localTime(NEW_YORK, context.now);
  const last = minutes >= INDEX_READY_MINUTES ? today : addDays(today, -1);
  const stored = context.crawlState.cursor(CURSOR.day);
  if (stored === null) return;
  // A run under a wrong clock took days to come for holidays: the last two weeks are read again.
  const confirmed = stored > today ? itemAt(lastWeekdays(last, REREAD_AFTER_WRONG_CLOCK), 0) : stored;
  const due = weekdays(addDays(confirmed, 1), last).length;
  if (due === 0) return;
  const reading = new DailyIndexCrawl(pass, confirmed, today, due);
  // This comes first because evening filings of a quarter's last day are missing in that quarter's data set.
  yield* reading.days(lastWeekdays(confirmed, REREAD_DAYS));
  for (const quarter of quarters(addDays(confirmed, 1), last)) {
    const end = earlier(quarterDays(quarter).last, last);
    if (weekdays(addDays(reading.confirmed, 1), end).length > MIN_QUARTERLY_GAP)
      yield* reading.quarter(quarter, last);
    yield* reading.days(weekdays(addDays(reading.confirmed, 1), end));
  }
}

class DailyIndexCrawl {
  private done = 0;
  private isUnbroken = true;
  private closedInARow = 0;

  constructor(
    private readonly pass: CrawlPass,
    public confirmed: string,
    private readonly today: string,
    private readonly total: number,
  ) {}

  /** Reads daily indexes in their order. */
  async *days(days: string[]): AsyncGenerator<Batch> {
    const { context, http, addresses, forms } = this.pass;
    for (const day of days) {
      if (context.signal.aborted) return;
      context.progress({ what: 'daily indexes', done: this.done, total: this.total });
      const url = addresses.dailyIndex(day);
      const bytes = fileOrNull(await http.request(url, DAILY));
      if (bytes === null) this.missing(day);
      else this.closedInARow = 0;
      const isNew = day > this.confirmed;
      if (isNew) this.done += 1;
      const listing = bytes === null ? null : readMasterIndex(bytes, url, addresses, forms);
      yield this.batch(listing, listing?.filings ?? [], isNew && this.isUnbroken ? day : null);
    }
  }

  /** Reads one quarterly index, if there is one with new days. */
  async *quarter(quarter: Quarter, last: string): AsyncGenerator<Batch> {
    const { context, http, addresses, forms } = this.pass;
    if (context.signal.aborted) return;
    context.progress({ what: 'daily indexes', done: this.done, total: this.total });
    const url = addresses.quarterlyIndex(quarter);
    const bytes = fileOrNull(await http.request(url, QUARTERLY));
    if (bytes === null) return;
    const listing = readMasterIndex(bytes, url, addresses, forms);
    if (listing.lastFiled === null) return;
    const end = quarterDays(quarter).last;
    // A past quarter is complete; the running one only up to the day before its latest entries.
    const past = end < last && daysBetween(listing.lastFiled, end) < 7;
    const whole = past ? end : addDays(earlier(listing.lastFiled, last), -1);
    if (whole <= this.confirmed) return;
    const from = this.confirmed;
    this.done += weekdays(addDays(from, 1), whole).length;
    const toFetch = listing.filings.filter(({ metadata }) => (metadata?.filedDate ?? whole) > from);
    yield this.batch(listing, toFetch, whole);
  }

  private missing(day: string): void {
    this.closedInARow += 1;
    if (this.closedInARow > LONGEST_CLOSURE)
      throw new SourceError(`EDGAR has no daily index for ${this.closedInARow} weekdays up to ${day}`);
    // A holiday or a late index: after two days it is assumed to be a holiday.
    if (daysBetween(day, this.today) < 2) this.isUnbroken = false;
  }

  private batch(
    listing: MasterIndex | null,
    toFetch: MasterIndex['filings'],
    confirmed: string | null,
  ): Batch {
    if (confirmed !== null) this.confirmed = confirmed;
    const cursors = confirmed === null ? undefined : { [CURSOR.day]: confirmed };
    return { toFetch: withoutSeen(this.pass, toFetch), warnings: listing?.warnings ?? [], cursors };
  }
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
