/** The results as text: the table of the questions, the totals, and the large answers. */

import { CALLS_MAX, type Outcome, reachesGoal, TOKENS_MAX } from './question.js';
import { type DefaultSize, HOST_LIMIT_TOKENS } from './sizes.js';

/** How many questions must be answered right within the bounds. */
export const GOAL = 58;

const number = (value: number) => value.toLocaleString('en-US');

interface Totals {
  questions: number;
  reached: number;
  right: number;
  unanswerable: number;
  silent: number;
  calls: number;
  tokens: number;
}

export function totalsOf(outcomes: readonly Outcome[]): Totals {
  const of = (verdict: Outcome['verdict']) => outcomes.filter((one) => one.verdict === verdict).length;
  return {
    questions: outcomes.length,
    reached: outcomes.filter(reachesGoal).length,
    right: of('right'),
    unanswerable: of('not answerable'),
    silent: of('silently incomplete'),
    calls: outcomes.reduce((sum, { cost }) => sum + cost.calls, 0),
    tokens: outcomes.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

export function isGoalReached({ reached, silent }: Totals): boolean {
  return reached >= GOAL && silent === 0;
}

export function totalsLine(totals: Totals): string {
  const { questions, reached, right, unanswerable, silent, calls, tokens } = totals;
  return (
    `${right} of ${questions} answers are right, ${reached} of them within ${CALLS_MAX} calls and ${number(TOKENS_MAX)} tokens (the goal is ${GOAL}). ` +
    `${unanswerable} questions cannot be answered, and the tools say so. ${silent} answers are silently incomplete. ` +
    `All questions together took ${calls} calls and ${number(tokens)} tokens.`
  );
}

const WORDS: Readonly<Record<Outcome['verdict'], string>> = {
  right: 'right',
  wrong: '**wrong**',
  'silently incomplete': '**silently incomplete**',
  'not answerable': 'cannot, and says so',
  'not asked': 'nothing to ask about',
};

export function tableOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((outcome) => {
    const { words, cost, tokens, verdict, part } = outcome;
    const tools = [...new Set(cost.tools)].map((tool) => `\`${tool}\``).join(', ');
    const cut = part === null ? '' : `, first ${number(part.given)} of ${number(part.total)}`;
    return `| ${outcome.number} | ${words} | ${tools} | ${cost.calls} | ${number(tokens)} | ${WORDS[verdict]}${cut} |`;
  });
  return ['| # | Question | Tools | Calls | Tokens | Answer |', '|--:|---|---|--:|--:|---|', ...rows].join(
    '\n',
  );
}

export function sizesTable(sizes: readonly DefaultSize[]): string {
  const large = sizes.filter(({ tokens }) => tokens > HOST_LIMIT_TOKENS);
  const rows = large.map(({ call, tokens }) => `| ${call} | ${number(tokens)} |`);
  return ['| Answer of the contract | Tokens |', '|---|--:|', ...rows].join('\n');
}
