/** People with typing errors, from the table of the words of names. */

import type { SqlValue } from '../../database/database.js';
import type { SqliteDatabase } from '../../database/sqlite-database.js';
import type { StoredPerson } from '../near-people.js';
import {
  byOwners,
  hasWords,
  Vocabulary,
  type WantedWord,
  type WantedWords,
  WORD_RANGE,
} from '../near-people.js';
import { searchText } from '../search-text.js';
import {
  answerOrder,
  HIT_COLUMNS,
  type HitColumns,
  lastSeenSecond,
  type SearchHit,
  toHit,
} from './search-hits.js';

/** The words of all names, with how many owners each has. */
export function readVocabulary(database: SqliteDatabase): Vocabulary {
  return new Vocabulary(readWordLines(database));
}

/** A word and the number of its owners in each line. */
export function readWordLines(database: SqliteDatabase): string {
  const [row] = database.rowsNow<[lines: string | null]>(
    `SELECT group_concat(substr(gram, 2) || ' ' || owners, char(10)) FROM insider_gram
     WHERE gram >= ? AND gram < ? AND owners > 0`,
    WORD_RANGE,
  );
  return row?.[0] ?? '';
}

/** A query for the ranks of people who match as they are called now. */
export interface RankQuery {
  text: string;
  values: SqlValue[];
}

/** Ranks of a word that more people have are not read to look through fewer of another one. */
const SHARED_MAX = 20_000;

/** The people who match one of `alternatives`: those with the two rarest words of each are looked through. */
export function nearHits(
  database: SqliteDatabase,
  alternatives: readonly WantedWords[],
  limit: number,
): { hits: StoredPerson[]; total: number } {
  const { text: ranks, values } = candidateRanks(alternatives);
  const rows = database.iterate<HitColumns>(
    `SELECT ${HIT_COLUMNS} FROM insider i WHERE i.search_rank IN (${ranks}) ORDER BY i.search_rank`,
    values,
  );
  const found: SearchHit[] = [];
  let total = 0;
  for (const columns of rows) {
    const hit = toHit(columns);
    const text = searchText(hit);
    if (!alternatives.some((words) => hasWords(text, words))) continue;
    total += 1;
    const last = found.at(-1);
    if (last === undefined || found.length < limit || lastSeenSecond(hit) === lastSeenSecond(last))
      found.push(hit);
  }
  return { hits: found.sort(answerOrder).slice(0, limit), total };
}

/** The rarest word, and the next one if few enough have it. */
function driversOf(alternative: WantedWords): WantedWord[] {
  const [rarest, ...others] = byOwners(alternative);
  // Every query has a word.
  return [rarest as WantedWord, ...others.slice(0, 1).filter(({ owners }) => owners <= SHARED_MAX)];
}

/** A query for the ranks of at least everybody who has the words of an alternative: those with its two rarest ones. */
export function candidateRanks(alternatives: readonly WantedWords[]): RankQuery {
  const drivers = alternatives.map((words) => driversOf(words).map(ranksOf));
  const ranks = drivers.map(
    (words) => `SELECT rank FROM (${words.map(({ text }) => text).join(' INTERSECT ')})`,
  );
  return { text: ranks.join(' UNION '), values: drivers.flat().flatMap((one) => one.values) };
}

/** The ranks of those who have a word. */
const ranksOf = ({ start, words }: WantedWord): RankQuery =>
  start === null
    ? {
        text: 'SELECT rank FROM insider_word WHERE word IN (SELECT value FROM json_each(?))',
        values: [JSON.stringify(words)],
      }
    : {
        text: 'SELECT rank FROM insider_word WHERE word >= ? AND word < ?',
        values: [start, `${start}\u{10FFFF}`],
      };
