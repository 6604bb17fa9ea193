/** People with typing errors in PostgreSQL, from the words in the index of the search. */

import type { SqlValue } from '../../database/database.js';
import {
  byOwners,
  type StoredPerson,
  Vocabulary,
  type WantedWord,
  type WantedWords,
  WORD_RANGE,
} from '../near-people.js';
import type { GenerationTables } from '../question.js';
import { arrayText, gramNumbers, wordNumber } from './search-grams.js';

/** `gramRows` queries the index of trigrams, `rows` everything else. */
export type GramTables = Omit<GenerationTables, 'search'> & { gramRows: GenerationTables['rows'] };

/** The words of all names, with how many owners each has. */
export async function readVocabulary({ rows, current, currentValues }: GramTables): Promise<Vocabulary> {
  const [row] = await rows<[lines: string | null]>(
    `SELECT string_agg(substr(part, 2) || ' ' || owners, chr(10)) FROM search_part
     WHERE part >= ? AND part < ? ${current}`,
    [...WORD_RANGE, ...currentValues],
  );
  return new Vocabulary(row?.[0] ?? '');
}

/** The people who match one of `alternatives`: those with the rarest word of each are looked through. */
export async function nearHits(
  { gramRows, current, currentValues }: GramTables,
  alternatives: readonly WantedWords[],
  limit: number,
): Promise<{ hits: StoredPerson[]; total: number }> {
  const conditions = alternatives.map(conditionOf);
  const found = await gramRows<
    [slug: string, name: string, tickers: string, lastSeen: string, total: number]
  >(
    `SELECT i.slug, i.name, i.tickers, i.last_seen, f.total FROM (
       SELECT s.cik, s.last_seen, s.slug, count(*) OVER () AS total FROM insider_search s
       WHERE (${conditions.map(({ text }) => text).join(' OR ')}) ${current}
       ORDER BY s.last_seen || '' DESC, s.slug LIMIT ?) f
     JOIN insider i ON i.cik = f.cik ${current.replaceAll('valid_', 'i.valid_')} ORDER BY f.last_seen DESC, f.slug`,
    [...conditions.flatMap(({ values }) => values), ...currentValues, limit, ...currentValues],
  );
  return {
    hits: found.map(([slug, name, tickers, lastSeen]) => ({
      slug,
      name,
      tickers,
      lastSeen,
    })),
    total: found[0]?.[4] ?? 0,
  };
}

interface WordCondition {
  text: string;
  values: SqlValue[];
}

/** The index finds the rarest word; numbers in it may be shared, so the text is compared too. */
function conditionOf(words: WantedWords): WordCondition {
  // A start of one letter has no trigram. Some word has an edit, and so is not one.
  const inIndex = words.filter(({ start }) => start === null || Array.from(start).length > 1);
  // There is one.
  const [rarest] = byOwners(inIndex) as [WantedWord];
  const parts = [indexCondition(rarest), ...words.map(textCondition)];
  return {
    text: `(${parts.map(({ text }) => text).join(' AND ')})`,
    values: parts.flatMap(({ values }) => values),
  };
}

function indexCondition({ start, words }: WantedWord): WordCondition {
  if (start !== null)
    return { text: 's.grams @> ?::integer[]', values: [arrayText(gramNumbers(` ${start}`))] };
  return { text: 's.grams && ?::integer[]', values: [arrayText(words.map(wordNumber))] };
}

function textCondition({ start, words }: WantedWord): WordCondition {
  if (start !== null) return { text: 'strpos(s.search_text, ?) > 0', values: [` ${start}`] };
  return {
    text: `string_to_array(s.search_text, ' ') && ARRAY(SELECT json_array_elements_text(?::text::json) COLLATE "C")`,
    values: [JSON.stringify(words)],
  };
}
