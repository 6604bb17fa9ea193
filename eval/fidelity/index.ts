/**
 * `npm run fidelity`: reads every saved document of the registers, compares each row with the result of another
 * reader, and prints the result. `--differences` lists the differences. `--write` puts the table into
 * docs/fidelity.md and docs/fidelity.json, which requires all documents: `npm run samples` fetches only those that a publisher still has.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import { hasSamples, SAMPLES_FOLDER } from '../../test/samples/folder.js';
import { COMPLETE } from './documents.js';
import { factsOf, measureAll, tableOf } from './measures.js';

const PAGE = join(packageRoot(), 'docs/fidelity.md');
const FACTS = join(packageRoot(), 'docs/fidelity.json');
const MARKS = ['<!-- measured -->', '<!-- /measured -->'] as const;

const isComplete = hasSamples(...COMPLETE);
const isWriting = process.argv.includes('--write');
if (!hasSamples('') || (isWriting && !isComplete)) {
  const what = isWriting ? 'Not all saved documents are' : 'There are no saved documents';
  console.error(
    `${what} in ${SAMPLES_FOLDER}. \`npm run samples\` fetches some; SAMPLES names another folder.`,
  );
  process.exit(3);
}
if (!isComplete)
  console.error(`Only some saved documents are in ${SAMPLES_FOLDER}; the rest is not measured.`);
const scores = await measureAll();
const table = tableOf(scores);
console.log(table);
if (process.argv.includes('--differences'))
  for (const [register, , { differences }] of scores)
    for (const line of differences) console.log(`${register}: ${line}`);
if (isWriting) {
  writePage(table);
  const facts = factsOf(scores, new Date().toISOString().slice(0, 10));
  writeFileSync(FACTS, `${JSON.stringify(facts, null, 2)}\n`);
}

function writePage(measured: string): void {
  const text = readFileSync(PAGE, 'utf8');
  const [from, to] = MARKS.map((mark) => text.indexOf(mark)) as [number, number];
  if (from === -1 || to < from) throw new Error(`${PAGE} has no ${MARKS.join(' … ')}`);
  writeFileSync(PAGE, `${text.slice(0, from + MARKS[0].length)}\n${measured}\n${text.slice(to)}`);
}
