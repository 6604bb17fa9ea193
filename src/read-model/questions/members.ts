/** The list of members of Congress with what their reports come to, by any filter and in any order. */

import { isNamed } from '../../../tools/contract/named.js';
import type { FoundMembers, MemberSearch } from '../../../tools/contract/reads/congress.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type { MemberSummary } from '../../../tools/contract/shapes/congress.js';
import {
  entriesBehind,
  placeIn,
  type ShortOrder,
  type SortValue,
  sortedBy,
} from '../../../tools/contract/short-list.js';
import { compareText } from '../../collections.js';
import type { GenerationTables } from '../question.js';
import { parseSound } from '../sound-json.js';
import { type ReadableRows, readableRows } from '../unreadable-rows.js';

interface MemberEntry {
  facts: MemberSummary;
  /** The surname first. Unique: it ends in the slug. */
  sortName: string;
  json: string;
  page: string;
}

export async function searchMembers(
  tables: GenerationTables,
  { sort, order, after, limit, ...search }: MemberSearch,
): Promise<FoundMembers> {
  const how: ShortOrder<MemberEntry> = { sortValue: VALUES[sort], idOf: ({ facts }) => facts.slug, order };
  const { rows: entries, unreadable } = await tables.memoised('summaries of members', () =>
    allEntries(tables),
  );
  const matching = entries.filter(({ facts }) => isWanted(facts, search));
  const found = entriesBehind(sortedBy(matching, how), after, how).slice(0, limit);
  return {
    rows: new SerializedPageRows(
      found.map(({ json, page }) => [json, page] as const),
      unreadable,
    ),
    places: found.map((entry) => placeIn(how, entry)),
    total: matching.length + unreadable,
  };
}

const VALUES: Record<MemberSearch['sort'], (entry: MemberEntry) => SortValue> = {
  name: ({ sortName }) => sortName,
  reports: ({ facts }) => facts.lifetimeFilings,
  trades: ({ facts }) => facts.trades,
  traded: ({ facts }) => facts.lastTraded,
  disclosed: ({ facts }) => facts.lastSeen,
  delay: ({ facts }) => facts.medianDays,
};

/** A thousand at most, by surname: parsed once in a generation. */
async function allEntries(tables: GenerationTables): Promise<ReadableRows<MemberEntry>> {
  const stored = await tables.rows<[sortName: string, page: string, json: string]>(
    `SELECT sort_name, page, summary FROM member WHERE 1 = 1 ${tables.current}`,
    [...tables.currentValues],
  );
  const { rows, unreadable } = readableRows(tables, stored, {
    table: 'member',
    keyOf: ([name]) => name,
    read: ([name, page, json]): MemberEntry => {
      // What the writer stored under this name.
      const facts = parseSound<MemberSummary>(json);
      return { facts, sortName: `${name} ${facts.slug}`, json, page };
    },
  });
  return { rows: rows.sort((a, b) => compareText(a.sortName, b.sortName)), unreadable };
}

function isWanted(
  facts: MemberSummary,
  { name, chamber, party, state }: Pick<MemberSearch, 'name' | 'chamber' | 'party' | 'state'>,
): boolean {
  return (
    (chamber === null || facts.chamber === chamber) &&
    (party === null || facts.party === party) &&
    (state === null || facts.district.startsWith(state)) &&
    (name === null || isNamed(facts, name))
  );
}
