/** A question that people ask, how an agent answers it with tools, and what the ledger says. */

import type { Agent, Cost } from './agent.js';
import type { Ledger } from './ledger.js';

/** One value, the first rows of a list with the number of all, or why the question cannot be answered. */
export type Answer = { value: unknown } | { rows: unknown[]; total: number } | { cannot: string };

export interface Question {
  /** As people ask it. */
  words: string;
  /** Calls the tools; undefined if the store has nothing that the question could be about. */
  answer(agent: Agent, ledger: Ledger): Promise<{ given: Answer; expected: Answer } | undefined>;
}

/** The parts of a question; `about` is what it is about in this store. */
interface Parts<S> {
  words: string;
  about(ledger: Ledger): S | undefined;
  /** The calls that a careful model chooses from the descriptions, and how it reads the answer. */
  plan(agent: Agent, about: S, ledger: Ledger): Promise<Answer>;
  expected(ledger: Ledger, about: S): Answer;
}

export function question<S>({ words, about, plan, expected }: Parts<S>): Question {
  return {
    words,
    async answer(agent, ledger) {
      const subject = about(ledger);
      if (subject === undefined) return undefined;
      return { given: await plan(agent, subject, ledger), expected: expected(ledger, subject) };
    },
  };
}

/** What a question without a subject is about. */
export const anything = () => ({});

type Verdict = 'right' | 'wrong' | 'silently incomplete' | 'not answerable' | 'not asked';

export interface Outcome {
  number: number;
  words: string;
  verdict: Verdict;
  /** Rows of the answer, and of all that there are, if it has not all; otherwise null. */
  part: { given: number; total: number } | null;
  cost: Cost;
  tokens: number;
  given: Answer | null;
  expected: Answer | null;
}

export const CALLS_MAX = 2;
export const TOKENS_MAX = 5000;

export async function ask(number: number, one: Question, agent: Agent, ledger: Ledger): Promise<Outcome> {
  const { cost } = agent;
  let answered: Awaited<ReturnType<Question['answer']>>;
  try {
    answered = await one.answer(agent, ledger);
  } catch (error) {
    // An answer without what its description promises.
    cost.failures.push(String(error));
    answered = { given: { cannot: '' }, expected: { value: undefined } };
  }
  const { tokens } = agent;
  const about = { number, words: one.words, cost, tokens };
  if (answered === undefined)
    return { ...about, verdict: 'not asked', part: null, given: null, expected: null };
  const { given, expected } = answered;
  return { ...about, ...judge(given, expected, cost), given, expected };
}

/** Whether the question counts as answered within two calls and 5,000 tokens. */
export function reachesGoal({ verdict, cost, tokens }: Outcome): boolean {
  return verdict === 'right' && cost.calls <= CALLS_MAX && tokens <= TOKENS_MAX;
}

export function judge(
  given: Answer,
  expected: Answer,
  { saidCut, ignored, failures }: Pick<Cost, 'saidCut' | 'ignored' | 'failures'>,
): Pick<Outcome, 'verdict' | 'part'> {
  if (failures.length > 0) return { verdict: 'wrong', part: null };
  if ('cannot' in expected)
    return {
      verdict: 'cannot' in given && given.cannot !== '' ? 'not answerable' : 'wrong',
      part: null,
    };
  if ('cannot' in given || ignored.length > 0) return { verdict: 'wrong', part: null };
  if ('value' in expected || 'value' in given)
    return { verdict: isSame(given, expected) ? 'right' : 'wrong', part: null };
  const [some, all] = [given.rows, expected.rows];
  const isBeginning = isSame(some, all.slice(0, some.length));
  if (!isBeginning) return { verdict: 'wrong', part: null };
  const saysMore = saidCut || given.total > some.length;
  if (some.length < expected.total && !saysMore) return { verdict: 'silently incomplete', part: null };
  const hasTotal = given.total === expected.total && (some.length > 0 || all.length === 0);
  const part = some.length < expected.total ? { given: some.length, total: expected.total } : null;
  return { verdict: hasTotal ? 'right' : 'wrong', part };
}

/** Equal values, whatever realm their objects come from: node:util compares prototypes too. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const [names, others] = [Object.keys(a), Object.keys(b)];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    names.length === others.length &&
    // `b` has the names of `a`, or the values differ.
    names.every((name) => Object.hasOwn(b, name) && isSame(a[name as never], b[name as never]))
  );
}
