/**
 * What is new since a moment: what entered, changed or left, in the order of publication. Forms 3 and 5 and the 13F
 * reports of managers that are not tracked are not in it.
 */

import { z } from 'zod/v3';
import { listFor, requireLastReadAt, unreadableIn } from './contract/answer.js';
import {
  CHANGE_KINDS,
  changeRowOf,
  comparePlaces,
  isMarket,
  sourceOfKind,
  textOfPlace,
} from './contract/change-rows.js';
import {
  behindOf,
  kindsOf,
  requireKeptChanges,
  requireRecordedChanges,
  sinceOf,
} from './contract/change-search.js';
import { invalidParameter } from './contract/errors.js';
import { EU_COUNTRIES } from './contract/markets/index.js';
import {
  amountParameter,
  cikParameter,
  momentParameter,
  pageParameters,
  rowParameters,
  slugParameter,
  tickersParameter,
  wordParameter,
  wordsParameter,
} from './contract/parameters.js';
import type { ListPlace } from './contract/place.js';
import type { ChangePlace, ChangeRecord, ChangeSearch, FoundChanges } from './contract/reads/changes.js';
import type { Reads } from './contract/reads.js';
import {
  CHANGES_DEFAULT_HOURS,
  CHANGES_KEPT_DAYS,
  CHANGES_LIMIT,
  INSIDER_SLUG_MAX,
  MEMBER_SLUG_MAX,
  TRACKER_SLUG_MAX,
} from './contract/rules.js';
import { SerializedRows } from './contract/serialized-rows.js';
import {
  CHANGE_BRIEF,
  CHANGE_EVENTS,
  CHANGE_TYPES,
  type ChangeRow,
  changeRow,
} from './contract/shapes/change.js';
import { type PublicSourceId, CHANGE_SOURCE_IDS as SOURCES } from './contract/sources.js';
import { defineTool } from './contract/tool.js';

const COLUMNS = Object.keys(changeRow.shape);
const AFTER_RULE = 'after must be meta.resume of an earlier answer, or place of a row, unchanged';
const ISIN_RULE = 'isin must be 12 letters and digits, such as SE0000108656';
const CURRENCY_RULE = 'currency must be three letters, such as USD';

const input = z.object({
  since: momentParameter(
    'since',
    `First moment, YYYY-MM-DD or ISO 8601 (UTC), at most ${CHANGES_KEPT_DAYS} days ago. Default: ${CHANGES_DEFAULT_HOURS} hours before until or the newest data; with after none`,
    'start',
  ).optional(),
  until: momentParameter('until', 'Last moment, or a whole last day. Default: now', 'end').optional(),
  after: z
    .string({ invalid_type_error: AFTER_RULE })
    .regex(/^\d{1,12}-\d{1,9}-[0-9a-f]{8}$/, AFTER_RULE)
    .describe('Only what comes behind it: meta.resume of an earlier answer. Not with since')
    .optional(),
  source: wordsParameter('source', SOURCES, 'Only these sources, with commas or as a list').optional(),
  type: wordsParameter('type', CHANGE_TYPES, 'Only these types, with commas or as a list').optional(),
  event: wordsParameter('event', CHANGE_EVENTS, 'Only these events, with commas or as a list').optional(),
  ticker: tickersParameter().optional(),
  cik: cikParameter(
    'CIK of the company of a Form 4, Form 144 or schedule, for one without a symbol too',
  ).optional(),
  isin: z
    .string({ invalid_type_error: ISIN_RULE })
    .regex(/^[A-Za-z]{2}[A-Za-z0-9]{10}$/, ISIN_RULE)
    .transform((text) => text.toUpperCase())
    .describe('ISIN of a European row, any case')
    .optional(),
  owner: slugParameter(
    'owner',
    INSIDER_SLUG_MAX,
    'Only filings, notices and schedules of this insider: a slug',
  ).optional(),
  member: slugParameter(
    'member',
    MEMBER_SLUG_MAX,
    'Only reports of this member of Congress: a slug',
  ).optional(),
  tracker: slugParameter(
    'tracker',
    TRACKER_SLUG_MAX,
    'Only reports of this tracked portfolio: a slug',
  ).optional(),
  country: wordParameter('country', EU_COUNTRIES, 'Only rows of this European market').optional(),
  min_value: amountParameter(
    'min_value',
    'Only documents whose purchases, sales (lower bounds for Congress) or intended sales are at least this, in currency. Schedules, 13F, OGE and documents without a known value are then left out. Default 0',
  ).default(0),
  currency: z
    .string({ invalid_type_error: CURRENCY_RULE })
    .regex(/^[A-Za-z]{3}$/, CURRENCY_RULE)
    .transform((text) => text.toUpperCase())
    .describe('The currency of min_value; documents in another one are left out. Default USD')
    .default('USD'),
  order: wordParameter(
    'order',
    ['desc', 'asc'],
    'desc newest first, asc oldest first. Default: desc; with after asc',
  ).optional(),
  ...pageParameters(CHANGES_LIMIT, 'changes'),
  ...rowParameters(changeRow, 'data', CHANGE_BRIEF),
});
type ChangesInput = z.infer<typeof input>;

export default defineTool({
  mcp: 'get_changes',
  isWider: true,
  title: 'What is new',
  path: '/v1/changes',
  purpose:
    'What entered, changed or left since a moment (not Forms 3 and 5, nor 13F of untracked managers), with a place from which a later call continues',
  description: `What is new since a moment: each document that entered, changed or left, with the reason, in the order in which this service first published it. Documents: Form 4 filings, notices of planned sales (Form 144), Schedules 13D and 13G, reports of Congress, rows of the European registers, 13F and OGE reports of tracked portfolios. Not in it: Forms 3 and 5, and the 13F reports of managers that are not tracked; for new Forms 3 and 5 use get_latest_filings with forms=3,5 and since.

Use it for "what is new today", "what was amended or withdrawn", or to follow a company, person, member or fund. For the trades themselves use call of the row; for filings by their dates get_latest_filings or get_congress_trades, for notices get_planned_sales, because a document that was read late is new here and old there.

To follow: call again with after=meta.resume, and nothing is missed or given twice, whatever time passes up to ${CHANGES_KEPT_DAYS} days. With after the oldest come first, and meta.resume is the last row while more follow (meta.truncated), else the end of the log; an empty list gives one too. Without after the newest come first; meta.nextCursor continues.

What a first import of a register brings is not news and not here. meta.recordedSince names the sources that the log does not have for the whole time, and from when it has them (null: not yet). ticker finds Form 4, Form 144, Schedules 13D and 13G and Congress; 13F, OGE and European rows have no symbol. at is the moment of the data, and filedAt that of the register. A new name or symbol alone changes nothing.

Typical size: 270 tokens a row, so the default ${CHANGES_LIMIT.default} are about 14,000 tokens. view=brief with format=table takes less than half.

Errors: 400 names the wrong parameter and what it accepts, also since or after older than ${CHANGES_KEPT_DAYS} days; 503 nothing is recorded yet, which does not mean "no changes".`,
  input,
  output: z.array(changeRow),
  async run(given, context) {
    const { reads, baseUrl } = context;
    const kinds = kindsOf(given);
    if (context.after === undefined) requireKeptChanges(given, context.now);
    const record = await reads.changeRecord();
    const behind = behindOf(given, record);
    const sources = SOURCES.filter((source) => kinds.some((kind) => sourceOfKind(kind) === source));
    await requireRecorded(reads, record, sources, given.source);
    const since = sinceOf(given, context);
    const order = given.order ?? (behind === null ? 'desc' : 'asc');
    const search = { kinds, behind, since, until: untilOf(given, context.now), order, after: context.after };
    const found = await reads.changes(searchOf(given, search));
    if (typeof found === 'string') throw unknownSlug(found, given[found]);
    if (found.total === 0) requireRecordedChanges(given, record, sources);
    const items = found.items.slice(0, given.limit);
    const last = items.at(-1);
    const next = found.items.length > given.limit && last !== undefined ? last : null;
    const rows = items.map((item) => JSON.stringify(changeRowOf(item, { baseUrl, log: record.log })));
    const resume = resumeOf({
      order,
      next,
      behind,
      found,
      log: record.log,
      isContinued: context.after !== undefined,
    });
    return {
      data: listFor(new SerializedRows<ChangeRow>(rows), context, given, {
        columns: COLUMNS,
        brief: CHANGE_BRIEF,
      }),
      count: rows.length,
      rows: {
        given: rows.length,
        total: Math.max(rows.length, found.total),
        next: next === null ? null : [next.generation, next.position],
        ...unreadableIn(found),
        ...(resume === null ? {} : { resume }),
        ...partlyRecorded(record, sources, since),
      },
      source: sources,
      fetchedAt: await oldestRead(reads, sources, context.now),
      page: null,
      governmentWork: !kinds.some(isMarket),
    };
  },
});

/** @throws ApiError `not_ready` if a requested source was not read yet, or nothing that is requested was recorded yet */
async function requireRecorded(
  reads: Reads,
  { recordedSince }: ChangeRecord,
  sources: readonly PublicSourceId[],
  named: string | undefined,
): Promise<void> {
  const isRecorded = (source: PublicSourceId) => (recordedSince[source] ?? null) !== null;
  const [first] = sources;
  if (first !== undefined && !sources.some(isRecorded))
    (await requireLastReadAt(reads, first)).requireRowsUnlessComplete(0);
  if (named !== undefined) for (const source of sources) await requireLastReadAt(reads, source);
}

/** Nothing after the moment that the answer stands for. */
function untilOf({ until }: ChangesInput, now: Date): string {
  const moment = now.toISOString();
  return until === undefined || until > moment ? moment : until;
}

interface SearchParts extends Pick<ChangeSearch, 'kinds' | 'behind' | 'since' | 'until' | 'order'> {
  after: ListPlace | undefined;
}

function searchOf(
  given: ChangesInput,
  { kinds, behind, since, until, order, after }: SearchParts,
): ChangeSearch {
  if (after !== undefined && !z.tuple([z.number().int(), z.number().int()]).safeParse(after).success)
    throw invalidParameter([
      { path: 'cursor', message: 'The cursor is damaged. Begin again: give the arguments without cursor.' },
    ]);
  return {
    since,
    until,
    behind,
    kinds: kinds.length === CHANGE_KINDS.length ? [] : kinds,
    // The schema accepts nothing else.
    events: (given.event?.split(',') ?? []) as ChangeSearch['events'],
    minValue: given.min_value,
    currency: given.currency,
    tickers: given.ticker?.split(',') ?? [],
    cik: given.cik ?? null,
    isin: given.isin ?? null,
    owner: given.owner ?? null,
    member: given.member ?? null,
    tracker: given.tracker ?? null,
    order,
    after,
    limit: given.limit + 1,
  };
}

/**
 * Where a later call continues. Oldest first: behind the last row while more follow, else at the end of the log. Newest
 * first: at the end of the log when the list began, so later pages do not say it.
 */
function resumeOf({
  order,
  next,
  behind,
  found,
  log,
  isContinued,
}: {
  order: 'asc' | 'desc';
  next: { generation: number; position: number } | null;
  behind: ChangePlace | null;
  found: FoundChanges;
  log: string;
  isContinued: boolean;
}): string | null {
  if (order === 'desc' && isContinued) return null;
  if (order === 'asc' && next !== null) return textOfPlace([next.generation, next.position], log);
  // A node may be a generation behind the one that gave `after`.
  const end = behind !== null && comparePlaces(behind, found.newest) > 0 ? behind : found.newest;
  return textOfPlace(end, log);
}

/** The sources that the log does not have since then, or for all the time that it is kept. */
function partlyRecorded(
  { recordedSince }: ChangeRecord,
  sources: readonly PublicSourceId[],
  since: string | null,
): { recordedSince?: Record<string, string | null> } {
  const partly = sources.flatMap((source) => {
    const from = recordedSince[source] ?? null;
    return from === null || since === null || from > since ? [[source, from] as const] : [];
  });
  return partly.length === 0 ? {} : { recordedSince: Object.fromEntries(partly) };
}

/** When the source was last read that was read longest ago. */
async function oldestRead(reads: Reads, sources: readonly PublicSourceId[], now: Date): Promise<string> {
  const times = (await reads.sources()).flatMap(({ source, lastReadAt }) =>
    sources.some((one) => one === source) ? (lastReadAt ?? []) : [],
  );
  return times.sort()[0] ?? now.toISOString();
}

/** An empty list would look like "nothing new". */
function unknownSlug(name: 'owner' | 'member' | 'tracker', slug: string | undefined): Error {
  const from = { owner: 'search_insiders finds', member: 'get_catalog lists', tracker: 'get_catalog lists' };
  const of = { owner: 'an insider', member: 'a member of Congress', tracker: 'a tracked portfolio' };
  const message = `${name} must be the slug of ${of[name]}; ${slug} is none. ${from[name]} slugs`;
  return invalidParameter([{ path: name, message }]);
}
