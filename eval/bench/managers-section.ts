/** The section of BENCHMARKS.md about all managers: written by the bench that measures it, kept by the run that writes the rest. */

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';

export interface Result {
  what: string;
  measured: string;
}

const FILE = join(packageRoot(), 'BENCHMARKS.md');
const HEADING = '## All managers (Form 13F)';
const resultsFile = (folder: string) => join(folder, 'results.jsonl');

/** Kept beside the stores: each step of the bench is a separate process. */
export function addResult(folder: string, result: Result): void {
  appendFileSync(resultsFile(folder), `${JSON.stringify({ ...result, load: loadavg()[0] })}\n`);
}

/** The later result of what was measured twice. */
export function resultsIn(folder: string): Array<Result & { load: number }> {
  const all = readFileSync(resultsFile(folder), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Result & { load: number });
  return [...new Map(all.map((one) => [one.what, one])).values()];
}

/** The section as it is in the file, with an empty line behind it; nothing if there is none. */
export function managersSection(text = readFileSync(FILE, 'utf8')): string {
  const start = text.indexOf(HEADING);
  if (start < 0) return '';
  const end = text.indexOf('\n## ', start);
  return end < 0 ? text.slice(start) : text.slice(start, end + 1);
}

export function writeSection(
  results: ReadonlyArray<Result & { load: number }>,
  size: { managers: number; securities: number; periods: readonly string[] },
  print: (line: string) => void,
): void {
  const loads = results.map(({ load }) => load);
  const load = `${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`;
  const [rows, ...others] = results;
  const section = [
    HEADING,
    '',
    `\`BENCH_WRITE=on npm run bench managers\` measures and writes this section alone: ${size.periods.length} data sets of invented reports of`,
    `${size.managers.toLocaleString('en-US')} managers and ${size.securities.toLocaleString('en-US')} securities, ${Number(rows?.measured).toLocaleString('en-US')} rows. Load of the machine meanwhile: ${load} on ${cpus().length} cores. Each question is new, so`,
    'no answer comes from a cache; the processor time of one is that of the service alone, at the p99. PostgreSQL is on the same machine, with 32 MB of shared buffers.',
    '',
    '| What | Measured |',
    '|---|---|',
    ...others.map(({ what, measured }) => `| ${what} | ${measured} |`),
    '',
    '',
  ].join('\n');
  const text = readFileSync(FILE, 'utf8');
  const old = managersSection(text);
  writeFileSync(FILE, old === '' ? `${text}\n${section.trimEnd()}\n` : text.replace(old, () => section));
  print(`written: ${FILE}`);
}
