/** What was noticed: one line for each place, written as soon as it is known, so that a stopped run continues. */

import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { KINDS } from './candidates.js';
import { AREAS, areaOf, FOLDER, type Place } from './places.js';

export const NOTICED_FILE = join(FOLDER, 'noticed.tsv');
/** The results of `--only-noticed`. Git ignores it. */
export const AGAIN_FILE = join(FOLDER, 'again.tsv');

const COLUMNS = ['place', 'noticed', 'by', 'seconds'];

export interface Result {
  id: string;
  /**
   * `gone`: the lines of the place are not in its file any more. `later`: the nearest tests do not notice it, and the others were
   * not run yet.
   */
  noticed: 'yes' | 'no' | 'gone' | 'later';
  by: string;
  seconds: number;
}

export const isDone = (result: Result | undefined) => result !== undefined && result.noticed !== 'later';

/** A later line of the same place counts. */
export function readResults(file: string): Map<string, Result> {
  if (!existsSync(file)) return new Map();
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);
  return new Map(
    rows.map((row) => {
      const [id = '', noticed = '', by = '', seconds = ''] = row.split('\t');
      return [id, { id, noticed: noticed as Result['noticed'], by, seconds: Number(seconds) }];
    }),
  );
}

export function addResult(file: string, { id, noticed, by, seconds }: Result): void {
  if (!existsSync(file)) appendFileSync(file, `${COLUMNS.join('\t')}\n`);
  appendFileSync(file, `${[id, noticed, by, seconds].join('\t')}\n`);
}

/** Writes one line for each place, in their order. */
export function tidyResults(file: string, places: readonly Place[]): void {
  const results = readResults(file);
  rmSync(file, { force: true });
  for (const { id } of places) {
    const result = results.get(id);
    if (result !== undefined) addResult(file, result);
  }
}

/** How many are noticed, by kind and area. */
export function summaryOf(places: readonly Place[], results: ReadonlyMap<string, Result>): string {
  const tried = places.filter(({ id }) => isDone(results.get(id)));
  const count = (area: string, kind: string) => {
    const some = tried.filter(
      (place) => (area === '' || areaOf(place.file) === area) && (kind === '' || place.kind === kind),
    );
    return `${some.filter(({ id }) => results.get(id)?.noticed === 'yes').length} of ${some.length}`;
  };
  const rows = [...AREAS, ''].map((area) => [
    area || 'all',
    ...[...KINDS, ''].map((kind) => count(area, kind)),
  ]);
  const table = [['', ...KINDS, 'all'], ...rows];
  return table
    .map(([name = '', ...cells]) => [name.padEnd(14), ...cells.map((cell) => cell.padStart(11))].join(''))
    .join('\n');
}

/** One paragraph for a place: where it is, what it is and what it becomes. */
export function described({ id, file, kind, before, after }: Place): string {
  const marked = (sign: string, text: string) => text.split('\n').map((line) => `  ${sign} ${line.trim()}`);
  return [`${id} ${file} (${kind})`, ...marked('-', before), ...marked('+', after)].join('\n');
}
