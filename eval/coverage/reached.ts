/** What runs reached of the compiled program: the characters of each file that were executed, from V8's coverage. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Range {
  startOffset: number;
  endOffset: number;
  count: number;
}

interface ScriptCoverage {
  url: string;
  functions: Array<{ ranges: Range[] }>;
}

/** By file, such as `src/cli.js`: one byte for each of its characters, 1 where it was executed in some process. */
export type Reached = Map<string, Uint8Array>;

/** Whether a script is a compiled file of the program. Node writes a URL, Jest a path. */
export function isOfProgram(url: string): boolean {
  return /\/dist\/(?:src|tools)\/[^?]*\.js$/.test(url);
}

/** Everything that the processes of a run have written into `folder`. */
export function reachedIn(folder: string): Reached {
  const reached: Reached = new Map();
  for (const name of readdirSync(folder)) {
    for (const script of scriptsIn(join(folder, name)).filter(({ url }) => isOfProgram(url)))
      add(reached, script);
  }
  return reached;
}

/** None if the process was killed while it wrote the file. */
function scriptsIn(file: string): ScriptCoverage[] {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { result: ScriptCoverage[] }).result;
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function add(reached: Reached, { url, functions }: ScriptCoverage): void {
  const [, file = ''] = /\/dist\/((?:src|tools)\/.*)$/.exec(url) ?? [];
  const ranges = functions.flatMap((one) => one.ranges);
  const length = Math.max(...ranges.map(({ endOffset }) => endOffset));
  const own = new Uint8Array(length);
  // An inner range says more exactly what the outer one says, and comes later if the outer ones come first.
  for (const { startOffset, endOffset, count } of ranges.sort(outerFirst))
    own.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  const known = reached.get(file);
  if (known === undefined) reached.set(file, own);
  else
    own.forEach((one, place) => {
      if (one === 1) known[place] = 1;
    });
}

function outerFirst(a: Range, b: Range): number {
  return a.startOffset - b.startOffset || b.endOffset - a.endOffset;
}
