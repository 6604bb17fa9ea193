/** Each question, put to the tools over the sample: right, whole or said to be cut, within two calls and 5,000 tokens. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QUESTIONS } from '../../eval/agents/list.js';
import { type Answer, ask, CALLS_MAX, judge, TOKENS_MAX } from '../../eval/agents/question.js';
import { GOAL, isGoalReached, tableOf, totalsOf } from '../../eval/agents/report.js';
import { type EvaluatedStore, openSample } from '../../eval/agents/stores.js';
import { packageRoot } from '../../src/package-root.js';

const folder = mkdtempSync(join(tmpdir(), 'disclosed-agents-'));
let store: EvaluatedStore;
beforeAll(async () => {
  store = await openSample(folder);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What no register has: the tools must say so. */
const UNANSWERABLE = [7, 27];

const numbered = QUESTIONS.map((question, at) => [at + 1, question.words, question] as const);

describe('the tools answer', () => {
  it.each(numbered)('%i. %s', async (number, _words, question) => {
    const outcome = await ask(number, question, store.agent(), store.ledger);
    const { verdict, given, expected, cost, tokens } = outcome;
    const wanted = UNANSWERABLE.includes(number) ? 'not answerable' : 'right';
    // Both answers are shown when they differ.
    const shown = verdict === wanted ? {} : { given, expected };
    expect({ verdict, ignored: cost.ignored, failures: cost.failures, ...shown }).toEqual({
      verdict: wanted,
      ignored: number === 7 ? ['max_market_cap', 'sector'] : [],
      failures: [],
    });
    expect([cost.calls <= CALLS_MAX, tokens <= TOKENS_MAX]).toEqual([true, true]);
    // An empty answer is easily right: the sample has something for all questions but one.
    expect([number, isEmpty(expected)]).toEqual([number, number === 30]);
    // Who holds and who sold, which planned sales were carried out, which holders crossed five per cent.
    if ([63, 64, 65].includes(number)) expect([number, cost.calls]).toEqual([number, 1]);
  });
});

function isEmpty(answer: Answer | null): boolean {
  if (answer === null || 'cannot' in answer) return false;
  const rows = 'rows' in answer ? answer.rows : answer.value;
  return Array.isArray(rows) && rows.length === 0;
}

const heard = { saidCut: false, ignored: [], failures: [] };
const three = { rows: ['a', 'b', 'c'], total: 3 };

describe('an answer', () => {
  it.each<[string, Answer, Answer, object, string]>([
    ['equal', three, three, {}, 'right'],
    ['in another order', { rows: ['b', 'a', 'c'], total: 3 }, three, {}, 'wrong'],
    ['with a wrong total', { rows: ['a', 'b', 'c'], total: 4 }, three, {}, 'wrong'],
    ['cut, which meta says', { rows: ['a'], total: 3 }, three, { saidCut: true }, 'right'],
    ['cut, which the total says', { rows: ['a'], total: 3 }, three, {}, 'right'],
    ['cut, and nothing says so', { rows: ['a'], total: 1 }, three, {}, 'silently incomplete'],
    ['empty, and nothing says so', { rows: [], total: 0 }, three, {}, 'silently incomplete'],
    ['empty, although rows were asked for', { rows: [], total: 3 }, three, { saidCut: true }, 'wrong'],
    ['to another question, since an argument was ignored', three, three, { ignored: ['until'] }, 'wrong'],
    ['of a plan that failed', three, three, { failures: ['404'] }, 'wrong'],
    ['with another value', { value: 1 }, { value: 2 }, {}, 'wrong'],
    [
      'that says why there is none',
      { cannot: 'no sectors' },
      { cannot: '' },
      { ignored: ['sector'] },
      'not answerable',
    ],
    ['that says nothing', { cannot: '' }, { cannot: '' }, {}, 'wrong'],
  ])('%s', (_name, given, expected, more, verdict) => {
    expect(judge(given, expected, { ...heard, ...more }).verdict).toBe(verdict);
  });
});

describe('docs/agents.md', () => {
  const page = readFileSync(join(packageRoot(), 'docs/agents.md'), 'utf8');

  it('has every question in its order, and the goal', () => {
    const asked = [...page.matchAll(/^\| (\d+) \| ([^|]+) \|/gm)].map(([, number, words]) => [
      Number(number),
      words,
    ]);
    expect(asked).toEqual(QUESTIONS.map(({ words }, at) => [at + 1, words]));
    expect([QUESTIONS.length, page.includes(`the goal is ${GOAL}`)]).toEqual([71, true]);
  });

  it('has what the command writes', () => {
    const cost = { calls: 1, bytes: 40_000, tools: ['search'], ...heard };
    const outcome = {
      number: 1,
      words: 'Who?',
      verdict: 'right',
      part: null,
      cost,
      tokens: 10_000,
      given: null,
      expected: null,
    } as const;
    expect(tableOf([outcome])).toContain('| 1 | Who? | `search` | 1 | 10,000 | right |');
    expect(isGoalReached(totalsOf(Array(62).fill(outcome)))).toBe(false);
    expect(isGoalReached(totalsOf(Array(58).fill({ ...outcome, tokens: 5000 })))).toBe(true);
    const silent = { ...outcome, tokens: 10, verdict: 'silently incomplete' } as const;
    expect(isGoalReached(totalsOf([...Array(61).fill({ ...outcome, tokens: 1 }), silent]))).toBe(false);
  });
});
