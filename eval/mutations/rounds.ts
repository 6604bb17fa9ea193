/** Which tests can notice a broken file: those whose imports reach it, nearest first, in rounds. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { packageRoot } from '../../src/package-root.js';

/** One run of jest. */
export interface Round {
  project: 'pure' | 'service';
  /** Paths below the root, without the suffix of the language: `test/derive/form4/lots.test`. */
  suites: string[];
  /** The cases of a bundle, by the first words of their names: `derive/form4/copies`; all if it is empty. */
  cases: string[];
}

/** How many a round of pure suites has. */
const MOST_SUITES = 25;
/** Farther away, a case of another folder is not run. */
const FARTHEST = 3;
/** How many the last two rounds have, which take longest. */
const MOST_CASES = 10;
const MOST_ALONE = 2;

/** For each compiled file, those that import it when they are loaded. Types are imported by none. */
export type Importers = ReadonlyMap<string, string[]>;

export function readImporters(): Importers {
  const importers = new Map<string, string[]>();
  for (const folder of ['src', 'tools', 'eval', 'data', 'test'])
    for (const file of filesBelow(folder))
      for (const imported of importsOf(file))
        importers.set(imported, [...(importers.get(imported) ?? []), file]);
  return importers;
}

/** The rounds for one source file: those of the folder that mirrors it, and the others, which take longer and notice less. */
export function roundsFor(file: string, importers: Importers): { near: Round[]; far: Round[] } {
  const reached = reachedFrom(file.replace(/\.ts$/, ''), importers);
  const mirror = mirrorOf(file, reached);
  const own = mirror.split('/').slice(0, 2).join('/');
  const bundleOf = (name: string) => importers.get(name)?.find(isService);
  const alone = reached.filter(
    ({ name }) => isService(name) && !reached.some((one) => isCases(one.name) && bundleOf(one.name) === name),
  );
  const pure = reached.filter(({ name }) => isPure(name));
  const cases = reached.filter(({ name }) => isCases(name));
  const isMirrored = ({ name }: Reached) => name.startsWith(`${mirror}/`);
  const isOwn = ({ name }: Reached) => name.startsWith(`${own}/`);
  const othersOf = (list: Reached[]) => [
    ...list.filter((one) => isOwn(one) && !isMirrored(one)),
    ...list.filter((one) => !isOwn(one) && one.distance <= FARTHEST),
  ];
  const near = pure.filter(isMirrored).slice(0, MOST_SUITES);
  const others = pure.filter((one) => !near.includes(one)).slice(0, MOST_SUITES);
  const isNeeded = ({ suites }: Round) => suites.length > 0;
  return {
    near: [
      pureRound(near),
      bundleRound(cases.filter(isMirrored), bundleOf),
      aloneRound(alone.filter(isMirrored)),
    ].filter(isNeeded),
    far: [
      pureRound(others),
      bundleRound(othersOf(cases).slice(0, MOST_CASES), bundleOf),
      aloneRound(othersOf(alone).slice(0, MOST_ALONE)),
    ].filter(isNeeded),
  };
}

interface Reached {
  name: string;
  distance: number;
}

const isPure = (name: string) => name.endsWith('.test') && !/\.(?:service|process)\.test$/.test(name);
const isService = (name: string) => name.endsWith('.service.test');
const isCases = (name: string) => name.endsWith('.cases');

const pureRound = (reached: Reached[]): Round => ({ project: 'pure', suites: namesOf(reached), cases: [] });
const aloneRound = (reached: Reached[]): Round => ({
  project: 'service',
  suites: namesOf(reached),
  cases: [],
});

function bundleRound(reached: Reached[], bundleOf: (name: string) => string | undefined): Round {
  const suites = namesOf(reached).flatMap((name) => bundleOf(name) ?? []);
  const cases = namesOf(reached).map((name) => name.replace(/^test\/|\.cases$/g, ''));
  return { project: 'service', suites: [...new Set(suites)], cases };
}

const namesOf = (reached: Reached[]) => reached.map(({ name }) => name);

/** Everything that loads a file, nearest first. */
function reachedFrom(file: string, importers: Importers): Reached[] {
  const reached: Reached[] = [{ name: file, distance: 0 }];
  const known = new Set([file]);
  for (const { name, distance } of reached)
    for (const importer of importers.get(name) ?? [])
      if (!known.has(importer)) {
        known.add(importer);
        reached.push({ name: importer, distance: distance + 1 });
      }
  return reached;
}

/** The folder of the tests that is like the folder of the file, or the nearest above it that has a suite. */
function mirrorOf(file: string, reached: readonly Reached[]): string {
  let mirror = `test/${dirname(file).replace(/^src\//, '')}`;
  const has = (folder: string) =>
    reached.some(({ name }) => name.startsWith(`${folder}/`) && /\.(?:test|cases)$/.test(name));
  while (mirror.split('/').length > 2 && !has(mirror)) mirror = dirname(mirror);
  return mirror;
}

function importsOf(file: string): string[] {
  const code = readFileSync(join(packageRoot(), 'dist', `${file}.js`), 'utf8');
  const imports = /^(?:import|export)\b[^;'"]*?['"](\.[^'"]+)['"]|\bimport\(['"](\.[^'"]+)['"]\)/gm;
  const names = [...code.matchAll(imports)].map(([, fixed, later]) => fixed ?? later ?? '');
  return [...new Set(names)].map((name) =>
    normalize(join(dirname(file), name.replace(/\.js$/, '')))
      .split(sep)
      .join('/'),
  );
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(packageRoot(), 'dist', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${folder}/${name.slice(0, -'.js'.length).replaceAll(sep, '/')}`);
}
