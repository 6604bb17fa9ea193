/**
 * The words by which footnotes say something, from data/curated/footnote-words.tsv: a role, the words, and a real document that has them,
 * where one is known. A star is the rest of a word.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.js';

/** What words do in a sentence; the file's readme explains each. */
const ROLES = [
  'smallWords',
  'passive',
  'negations',
  'noNegations',
  'done',
  'ways',
  'trades',
  'plans',
  'deniedBehind',
  'adopts',
  'future',
  'otherTimes',
  'beginsOrEnds',
  'beganOrEnded',
  'mistakes',
  'otherPlans',
  'thatPlan',
  'weighted',
  'averages',
  'price',
  'ofTrades',
  'otherPrices',
  'tax',
  'taxPurpose',
  'otherTax',
  'sold',
  'afterTax',
  'forTax',
  'paid',
  'rest',
  'otherReasons',
  'partly',
  'indirect',
  'notIndirect',
  'held',
  'trusts',
  'by',
  'thePerson',
  'perAds',
  'perHomeShare',
  'converted',
  'convertedFrom',
  'byRatio',
  'conditions',
  'asAds',
  'represents',
  'homeShares',
  'parts',
  'dollars',
  'inDollars',
  'inCurrency',
  'intoCurrency',
  'atRate',
  'atExchange',
  'equivalent',
  'allFigures',
  'traded',
  'exercisePrice',
  'includes',
  'otherMoney',
  'moneyOfPrice',
  'apartFrom',
  'also',
  'listed',
  'ofATrade',
  'here',
  'notHere',
] as const;

type Role = (typeof ROLES)[number];

/** Each as text to look for in a clause (see footnote-text.ts): " sold ", " withh". */
export const WORDS: Readonly<Record<Role, readonly string[]>> = readWords();

export const has = (text: string, sought: readonly string[]): boolean =>
  sought.some((one) => text.includes(one));

function readWords(): Record<Role, string[]> {
  // Each role has its list.
  const words = Object.fromEntries(ROLES.map((role): [Role, string[]] => [role, []])) as Record<
    Role,
    string[]
  >;
  const [, ...lines] = readFileSync(join(packageRoot(), 'data/curated/footnote-words.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  for (const line of lines) {
    const [name = '', phrase = ''] = line.split('\t');
    const role = ROLES.find((one) => one === name);
    if (role === undefined || phrase === '') throw new Error(`data/curated/footnote-words.tsv: ${line}`);
    words[role].push(phrase.endsWith('*') ? ` ${phrase.slice(0, -1)}` : ` ${phrase} `);
  }
  return words;
}
