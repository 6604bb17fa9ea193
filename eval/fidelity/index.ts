/**
 * `npm run fidelity`: reads every saved document of the registers, compares each row with the result of another
 * reader, and prints the result, and what is served after derivation. `--differences` lists the differences. `--write` puts the tables into
 * docs/fidelity.md and docs/fidelity.json, which requires all documents: `npm run samples` fetches only those that a publisher still has.
 * `--store DIR` compares rows of a live store instead: see store.ts.
 */

import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../src/package-root.js';
import { hasSamples, SAMPLES_FOLDER } from '../../test/samples/folder.js';
import { COMPLETE } from './documents.js';
import { factsOf, measureAll, type RegisterScore, tableOf } from './measures.js';
import { measureServedRows, servedTable } from './served.js';
import { measureStore } from './store.js';

const PAGE = join(packageRoot(), 'docs/fidelity.md');
const FACTS = join(packageRoot(), 'docs/fidelity.json');

const { values: options } = parseArgs({
  options: {
    differences: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    store: { type: 'string' },
    rows: { type: 'string', default: '200' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
  },
});
if (options.store === undefined) await measureSamples();
else {
  console.error(
    `Seed ${options.seed}: ${options.rows} rows are drawn, and their documents are fetched again.`,
  );
  printScores(await measureStore(options.store, { rows: Number(options.rows), seed: options.seed }));
}

async function measureSamples(): Promise<void> {
  const isComplete = hasSamples(...COMPLETE);
  if (!hasSamples('') || (options.write && !isComplete)) {
    const what = options.write ? 'Not all saved documents are' : 'There are no saved documents';
    console.error(
      `${what} in ${SAMPLES_FOLDER}. \`npm run samples\` fetches some; SAMPLES names another folder.`,
    );
    process.exit(3);
  }
  if (!isComplete)
    console.error(`Only some saved documents are in ${SAMPLES_FOLDER}; the rest is not measured.`);
  const scores = await measureAll();
  printScores(scores);
  const served = await measureServedRows();
  console.log(`\n${servedTable(served)}`);
  if (!options.write) return;
  writeTable('measured', tableOf(scores));
  writeTable('served', servedTable(served));
  const facts = factsOf(scores, served, new Date().toISOString().slice(0, 10));
  writeFileSync(FACTS, `${JSON.stringify(facts, null, 2)}\n`);
}

function printScores(scores: readonly RegisterScore[]): void {
  console.log(tableOf(scores));
  if (options.differences)
    for (const [register, , { differences }] of scores)
      for (const line of differences) console.log(`${register}: ${line}`);
}

/** Between the marks of that name. */
function writeTable(name: string, table: string): void {
  const marks = [`<!-- ${name} -->`, `<!-- /${name} -->`] as const;
  const text = readFileSync(PAGE, 'utf8');
  const [from, to] = marks.map((mark) => text.indexOf(mark)) as [number, number];
  if (from === -1 || to < from) throw new Error(`${PAGE} has no ${marks.join(' … ')}`);
  writeFileSync(PAGE, `${text.slice(0, from + marks[0].length)}\n${table}\n${text.slice(to)}`);
}
