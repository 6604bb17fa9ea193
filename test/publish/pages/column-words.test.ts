/** The meanings of columns are for readers: no field of the API, no format, no null. */

import { expect, it } from '@jest/globals';
import { columnWords, OTHER_WORDS } from '../../../src/publish/pages/column-words.js';
import { fieldMeanings } from '../../../src/publish/pages/table.js';
import { filingGroupRow } from '../../../tools/contract/shapes/filing-group.js';
import { tools } from '../../../tools/index.js';

const FOR_PROGRAMS =
  /\b[a-z]+=[a-z]|Fraction of 1|\bin a group by|\b[a-z]+[A-Z][a-z]|\b[a-z]+_[a-z]+\b|ISO 8601 UTC|YYYY-MM-DD(?! )|\b[Nn]ull\b/;
const described = [...tools.map(({ output }) => output), filingGroupRow].flatMap((schema) => [
  ...fieldMeanings(schema).values(),
]);

it.each([
  [
    'USD, totalValue divided by shares; null when the sum of shares is 0',
    'US dollars, “Value” divided by shares; unknown when the sum of shares is 0',
  ],
  ['Date of the trade, YYYY-MM-DD', 'Date of the trade'],
  ['When EDGAR accepted the filing, ISO 8601 UTC with milliseconds', 'When EDGAR accepted the filing'],
  // Tables show the day only.
  ['ISO 8601 UTC', 'The day in New York, as the SEC counts it'],
  ['As filed; see isOther', 'As filed'],
  ['The id for get_insider', null],
  ['With view=summary: disclosed value; null for brackets', 'Disclosed value; unknown for brackets'],
  ['Null with list=reports and list=history', null],
  ['Date of the signature, YYYY-MM-DD; null when unknown', 'Date of the signature'],
  ['Fraction of 1 of the report; null for an exit', 'Share of the report; unknown for an exit'],
])('%s', (meaning, words) => {
  expect(columnWords(meaning, new Map([['totalValue', 'Value']]))).toBe(words);
});

it('no meaning of any field is in the words of programs', () => {
  expect(described.length).toBeGreaterThan(100);
  const found = described.map((meaning) => columnWords(meaning, new Map()) ?? '');
  expect(found.filter((words) => FOR_PROGRAMS.test(words))).toEqual([]);
});

it('each begins with a word, and none says that the unknown is unknown', () => {
  const found = described.flatMap((meaning) => columnWords(meaning, new Map()) ?? []);
  expect(
    found.filter((words) => /^[^\p{L}\p{N}$]|unknown when (?:unknown|not known)(?:[.;]|$)/iu.test(words)),
  ).toEqual([]);
  expect(found.filter((words) => /\bthe same:|this field\b/.test(words))).toEqual([]);
});

it('every description with other words is one of a schema, and its words are for readers', () => {
  for (const [meaning, words] of Object.entries(OTHER_WORDS)) {
    expect([meaning, described.includes(meaning)]).toEqual([meaning, true]);
    expect([words, FOR_PROGRAMS.test(words)]).toEqual([words, false]);
  }
});
