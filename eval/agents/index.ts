/**
 * `npm run agents`: puts the questions to the tools over the sample and compares the answers with the ledger.
 * `--data DIR` takes a filled store, `--size year` fills one with the invented year of the benchmarks. `--only 3,17`
 * takes some questions and shows both answers; `--write` puts tables into docs/agents.md: over the sample that of the other
 * forms of the SEC, which only the sample has, otherwise that of all registers.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../src/package-root.js';
import { FEED_QUESTIONS, QUESTIONS } from './list.js';
import { ask, type Outcome, reachesGoal } from './question.js';
import { isGoalReached, sizesTable, tableOf, totalsLine, totalsOf } from './report.js';
import { defaultSizes } from './sizes.js';
import { type EvaluatedStore, openFilled, openSample } from './stores.js';

const PAGE = join(packageRoot(), 'docs/agents.md');
const WRITER = fileURLToPath(new URL('../bench/size/write-child.js', import.meta.url));

const args = process.argv.slice(2);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const [data, size, only] = [option('--data'), option('--size'), option('--only')];
const isSample = data === undefined && size === undefined;
const folder = data ?? mkdtempSync(join(tmpdir(), 'disclosed-agents-'));
try {
  if (size !== undefined) await fill(size);
  const store = isSample ? await openSample(folder) : await openFilled(folder);
  const outcomes = await askAll(store);
  if (only !== undefined) show(outcomes);
  const ofFeeds = outcomes.filter((one) => one.number <= FEED_QUESTIONS);
  const ofForms = outcomes.filter((one) => one.number > FEED_QUESTIONS);
  const totals = totalsOf(ofFeeds);
  console.log(`${tableOf(outcomes)}\n\n${totalsLine(totals)}`);
  const sizes = await defaultSizes(store);
  console.log(`\n${sizesTable(sizes)}`);
  await store.close();
  if (args.includes('--write')) {
    if (isSample) writePart('forms', tableOf(ofForms));
    else {
      writePart('questions', `${totalsLine(totals)}\n\n${tableOf(ofFeeds)}`);
      writePart('sizes', sizesTable(sizes));
    }
  }
  const isMissed = isSample && !ofForms.every(reachesGoal);
  if (only === undefined && (isMissed || !isGoalReached(totals))) process.exitCode = 1;
} finally {
  if (data === undefined) rmSync(folder, { recursive: true, force: true });
}

/** A year, and two hours after it: what a first import brings is not news. */
async function fill(wanted: string): Promise<void> {
  if (wanted !== 'year') throw new Error('The only size is year: npm run agents -- --size year');
  mkdirSync(join(folder, 'store'), { recursive: true });
  for (const step of [
    ['fill', folder, '1'],
    ['refresh', folder, '1', '1', '500'],
    ['refresh', folder, '1', '2', '500'],
  ]) {
    const env = { ...process.env, BENCH_EXPORTS: 'off' };
    const child = spawn(process.execPath, [WRITER, ...step], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`the store could not be filled: ${step[0]} ended with ${code}`);
  }
}

async function askAll(store: EvaluatedStore): Promise<Outcome[]> {
  const wanted = only?.split(',').map(Number);
  const outcomes: Outcome[] = [];
  for (const [at, question] of QUESTIONS.entries())
    if (wanted === undefined || wanted.includes(at + 1))
      outcomes.push(await ask(at + 1, question, store.agent(), store.ledger));
  return outcomes;
}

function show(outcomes: readonly Outcome[]): void {
  for (const { number, given, expected, cost } of outcomes) {
    const { ignored, failures } = cost;
    console.log(JSON.stringify({ number, given, expected, ignored, failures }, null, 1));
  }
}

function writePart(name: string, text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const marks = [`<!-- measured ${name} -->`, `<!-- /measured ${name} -->`] as const;
  const [from, to] = marks.map((mark) => page.indexOf(mark)) as [number, number];
  if (from === -1 || to < from) throw new Error(`${PAGE} has no ${marks.join(' … ')}`);
  writeFileSync(PAGE, `${page.slice(0, from + marks[0].length)}\n${text}\n${page.slice(to)}`);
}
