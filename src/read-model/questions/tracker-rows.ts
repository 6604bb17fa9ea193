/** Parts of tracked portfolios: the facts above their lists, and rows of the lists by any filter. */

import type {
  FoundTrackerRows,
  TrackerList,
  TrackerRowsQuery,
} from '../../../tools/contract/reads/trackers.js';
import type { MemberIdentity } from '../../../tools/contract/shapes/congress.js';
import type { TrackerHead } from '../../../tools/contract/shapes/tracker-view.js';
import type { SqlValue } from '../../database/database.js';
import { type GenerationTables, placeholders } from '../question.js';
import { parseSound, soundObject } from '../sound-json.js';
import { firstReadable, readableRecord } from '../unreadable-rows.js';
import { adderTo, type Condition } from './condition.js';
import { countMatches } from './count-matches.js';
import { storedDocument } from './documents.js';
import { tickerFilter } from './feed-filter.js';
import { behindPlace, type Order, orderText } from './feed-order.js';

const ORDER: Order = [
  ['list', 'ASC'],
  ['position', 'ASC'],
];

/** Null for an unknown slug. */
export function trackerHead(tables: GenerationTables, slug: string): Promise<TrackerHead | null> {
  return storedDocument(tables, `tracker-head/${slug}`);
}

export async function trackerRows(
  tables: GenerationTables,
  question: TrackerRowsQuery,
): Promise<FoundTrackerRows> {
  const { current, currentValues } = tables;
  const { filter, values } = rowFilter(question);
  const behind = behindPlace(ORDER, question.after);
  const ask = (limit: number) =>
    tables.rows<[list: TrackerList, position: number, kind: string, json: string]>(
      `SELECT list, position, kind, json FROM tracker_row WHERE ${filter}${behind.filter} ${current}
       ORDER BY ${orderText(ORDER)} LIMIT ?`,
      [...values, ...behind.values, ...currentValues, limit],
    );
  const { rows, unreadable } = await firstReadable(tables, question.limit, ask, {
    table: 'tracker_row',
    keyOf: ([list, position]) => `${question.slug} ${list} ${position}`,
    read: ([list, position, kind, json]) => ({ list, position, kind, json: soundObject(json) }),
  });
  const { kinds, since, until } = question;
  const isDated = since !== null || until !== null;
  return {
    rows,
    unreadable,
    total: await countMatches(tables, 'tracker_row', rowFilter(question)),
    undated: isDated ? await countMatches(tables, 'tracker_row', rowFilter(question, 'undated')) : 0,
    untyped: kinds === null ? 0 : await countMatches(tables, 'tracker_row', rowFilter(question, 'untyped')),
  };
}

/** With `unknown`, the rows that match but for their date or kind, which is unknown. */
function rowFilter(
  { slug, lists, kinds, tickers, since, until }: TrackerRowsQuery,
  unknown?: 'undated' | 'untyped',
): Condition {
  const parts = ['slug = ?', `list IN (${placeholders(lists)})`];
  const values: SqlValue[] = [slug, ...lists];
  const add = adderTo(parts, values);
  if (unknown === 'untyped') add("kind || '' = ''");
  else if (kinds !== null) add(`kind || '' IN (${placeholders(kinds)})`, ...kinds);
  if (tickers.length > 0) {
    const symbols = tickerFilter(tickers, 'none');
    add(symbols.filter, ...symbols.values);
  }
  if (unknown === 'undated') add("traded = ''");
  else {
    if (since !== null) add('traded >= ?', since);
    // A transaction without a date is before none.
    if (until !== null) add("traded <> '' AND traded <= ?", until);
  }
  return { filter: parts.join(' AND '), values };
}

/** The current slug of a member; null for an unknown id. */
export async function memberSlug(tables: GenerationTables, memberId: string): Promise<string | null> {
  const [found] = await tables.rows<[json: string]>(
    `SELECT json FROM member WHERE member_id = ? ${tables.current}`,
    [memberId, ...tables.currentValues],
  );
  if (found === undefined) return null;
  // The identity of a member.
  return readableRecord(
    tables,
    { table: 'member', key: memberId },
    () => parseSound<MemberIdentity>(found[0]).slug,
  );
}
