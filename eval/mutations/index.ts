/**
 * `npm run mutations`: breaks the program at each place of places.tsv, runs the related tests, and writes what is noticed into
 * noticed.tsv. `-- --only-noticed` tries those again that were noticed; `-- --choose` chooses the places.
 */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import { whileBroken } from './compiled.js';
import { noticedBy, roundOf } from './notice.js';
import { choosePlaces, type Place, readPlaces, writePlaces } from './places.js';
import {
  AGAIN_FILE,
  addResult,
  described,
  isDone,
  NOTICED_FILE,
  type Result,
  readResults,
  summaryOf,
  tidyResults,
} from './results.js';
import { type Round, readImporters, roundsFor } from './rounds.js';

if (process.argv.includes('--choose')) writePlaces(choosePlaces());
else if (process.argv.includes('--only-noticed')) await tryAgain();
else await tryAll();

async function tryAll(): Promise<void> {
  const places = readPlaces();
  await tryPlaces(places, NOTICED_FILE, new Map());
  const results = readResults(NOTICED_FILE);
  const not = places.filter(({ id }) => results.get(id)?.noticed === 'no');
  console.log(['', 'Not noticed:', ...not.map(described), '', summaryOf(places, results)].join('\n'));
}

/** The exit code is 1 if a place is not noticed any more. */
async function tryAgain(): Promise<void> {
  const before = readResults(NOTICED_FILE);
  const places = readPlaces().filter(({ id }) => before.get(id)?.noticed === 'yes');
  await tryPlaces(places, AGAIN_FILE, before);
  const after = readResults(AGAIN_FILE);
  const lost = places.filter(({ id }) => after.get(id)?.noticed === 'no');
  const gone = places.filter(({ id }) => after.get(id)?.noticed === 'gone');
  if (gone.length > 0) console.log(['', 'Not in the code any more:', ...gone.map(described)].join('\n'));
  if (lost.length > 0) console.log(['', 'Not noticed any more:', ...lost.map(described)].join('\n'));
  console.log(`\n${places.length - lost.length - gone.length} of ${places.length} are noticed again`);
  rmSync(AGAIN_FILE);
  process.exitCode = lost.length > 0 ? 1 : 0;
}

/** First the nearest tests of all places, then the others. `before`: what noticed a place the last time is tried first. */
async function tryPlaces(
  places: readonly Place[],
  file: string,
  before: ReadonlyMap<string, Result>,
): Promise<void> {
  const importers = readImporters();
  // While the mark is gone, the next command builds: a stopped run leaves a broken program.
  const mark = join(packageRoot(), 'dist/.prepared');
  const built = readFileSync(mark);
  rmSync(mark);
  // A part of them is of all areas, too.
  const byChance = [...places].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const part of ['near', 'far'] as const)
    for (const place of byChance) {
      const known = readResults(file);
      const earlier = known.get(place.id);
      if (part === 'near' ? earlier !== undefined : isDone(earlier)) continue;
      const { near, far } = roundsFor(place.file, importers);
      const first = part === 'near' ? roundOf(before.get(place.id)?.by ?? '', [...near, ...far]) : [];
      const result = await tryPlace(place, part === 'near' ? [...first, ...near] : far);
      if (part === 'near' && result.noticed === 'no') result.noticed = 'later';
      result.seconds += earlier?.seconds ?? 0;
      addResult(file, result);
      console.log(`${place.id} ${place.file}: ${result.noticed} ${result.by}, ${result.seconds} s`);
    }
  tidyResults(file, places);
  writeFileSync(mark, built);
}

async function tryPlace(place: Place, rounds: readonly Round[]): Promise<Result> {
  const began = Date.now();
  const found = await whileBroken(place, async () => ({ by: await noticedBy(rounds) }));
  const seconds = Math.round((Date.now() - began) / 1000);
  const noticed = found === null ? 'gone' : found.by === null ? 'no' : 'yes';
  return { id: place.id, noticed, by: found?.by ?? '', seconds };
}
