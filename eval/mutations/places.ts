/** `places.tsv`: the places that are broken. They are chosen once, and each is known by its text. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import { type Candidate, candidatesOf, KINDS, type Kind } from './candidates.js';
import { compiled, compiledBroken } from './compiled.js';

export const AREAS = ['src/registers', 'src/derive', 'tools', 'src/pipeline'] as const;
export const FOLDER = join(packageRoot(), 'eval/mutations');

const PLACES_FILE = join(FOLDER, 'places.tsv');
const COLUMNS = ['place', 'file', 'kind', 'ordinal', 'before', 'after'];
const SEED = 41;
const COUNT = 200;
const MOST_IN_FILE = 2;

export interface Place extends Candidate {
  id: string;
  file: string;
}

export const areaOf = (file: string) => AREAS.find((area) => file.startsWith(`${area}/`)) ?? '';

/** Each area has as many places as its part of all candidates, and the kinds take turns. */
export function choosePlaces(): Place[] {
  const areas = AREAS.map((area) => filesBelow(area).flatMap(placesOfFile).sort(byId));
  const all = areas.flat().length;
  return areas.flatMap((candidates) => chooseFrom(candidates, Math.round((COUNT * candidates.length) / all)));
}

export function writePlaces(places: readonly Place[]): void {
  const rows = places.map(({ id, file, kind, ordinal, before, after }) =>
    [id, file, kind, ordinal, escaped(before), escaped(after)].join('\t'),
  );
  writeFileSync(PLACES_FILE, `${[COLUMNS.join('\t'), ...rows].join('\n')}\n`);
}

export function readPlaces(): Place[] {
  const rows = readFileSync(PLACES_FILE, 'utf8').trimEnd().split('\n').slice(1);
  return rows.map((row) => {
    const [id = '', file = '', kind = '', ordinal = '', before = '', after = ''] = row.split('\t');
    const texts = { before: unescaped(before), after: unescaped(after) };
    return { id, file, kind: kind as Kind, ordinal: Number(ordinal), ...texts };
  });
}

/** The candidates of a file. The id follows from the seed and the text, so its order is by chance and always the same. */
function placesOfFile(file: string): Place[] {
  const text = readFileSync(join(packageRoot(), file), 'utf8');
  return candidatesOf(text).map((candidate) => {
    const { before, after, ordinal } = candidate;
    const key = [SEED, file, ordinal, before, after].join('\t');
    return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), file, ...candidate };
  });
}

function chooseFrom(candidates: readonly Place[], count: number): Place[] {
  const chosen: Place[] = [];
  const left = new Set(candidates);
  const isFree = ({ file }: Place) => chosen.filter((one) => one.file === file).length < MOST_IN_FILE;
  while (chosen.length < count) {
    const kind = KINDS[chosen.length % KINDS.length];
    const free = [...left].filter(isFree);
    const next = free.find((place) => place.kind === kind) ?? free[0];
    if (next === undefined) break;
    left.delete(next);
    if (changesProgram(next)) chosen.push(next);
  }
  return chosen.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : byId(a, b)));
}

function changesProgram(place: Place): boolean {
  const text = readFileSync(join(packageRoot(), place.file), 'utf8');
  return compiledBroken(place) !== compiled(text);
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name.replaceAll(sep, '/')}`)
    .sort();
}

const byId = (a: Place, b: Place) => (a.id < b.id ? -1 : 1);

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

const unescaped = (text: string) => text.replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign));
