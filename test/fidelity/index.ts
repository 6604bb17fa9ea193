/**
 * `npm run fidelity`: reads every saved document of the registers beside the checkout, compares each row with what
 * another reader found in it, and prints the result. `--write` puts the table into docs/fidelity.md, `--differences`
 * lists what differs.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import { hasSamples, SAMPLES_FOLDER } from '../samples/folder.js';
import { MEASURED } from './documents.js';
import { measureAll, tableOf } from './measures.js';

const PAGE = join(packageRoot(), 'docs/fidelity.md');
const MARKS = ['<!-- measured -->', '<!-- /measured -->'] as const;

if (!hasSamples(...MEASURED)) {
  console.error(`${SAMPLES_FOLDER} does not have all saved documents: set SAMPLES to the folder that does.`);
  process.exit(3);
}
const scores = await measureAll();
const table = tableOf(scores);
console.log(table);
if (process.argv.includes('--differences'))
  for (const [register, , { differences }] of scores)
    for (const line of differences) console.log(`${register}: ${line}`);
if (process.argv.includes('--write')) writePage(table);

function writePage(measured: string): void {
  const text = readFileSync(PAGE, 'utf8');
  const [from, to] = MARKS.map((mark) => text.indexOf(mark)) as [number, number];
  if (from === -1 || to < from) throw new Error(`${PAGE} has no ${MARKS.join(' … ')}`);
  writeFileSync(PAGE, `${text.slice(0, from + MARKS[0].length)}\n${measured}\n${text.slice(to)}`);
}
