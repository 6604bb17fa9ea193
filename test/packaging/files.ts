/** The files of packaging/, read for its tests. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { SETTINGS } from '../../src/config.js';
import { packageRoot } from '../../src/package-root.js';

export const ROOT = packageRoot();

export function fileText(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8');
}

/** The documents of a YAML file. @throws Error for a doubled key or bad syntax */
export function yamlDocuments<T>(name: string): T[] {
  return parseAllDocuments(fileText(name), { merge: true, strict: true, uniqueKeys: true }).map(
    (document) => {
      if (document.errors.length > 0) throw new Error(`${name}: ${document.errors[0]?.message}`);
      return document.toJS() as T;
    },
  );
}

const NAMES = new Set(SETTINGS.map(({ name }) => name));

/** The names that the service does not know as settings. */
export function unknownSettings(names: readonly string[]): string[] {
  return names.filter((name) => !NAMES.has(name));
}

/** Why tests with a program cannot run; null if they can. `words` are a call that succeeds everywhere. */
export function programMissing(words: readonly [string, ...string[]], debian: string): string | null {
  const [program, ...more] = words;
  return spawnSync(program, more).status === 0
    ? null
    : `there is no ${program} on this machine (Debian: apt-get install ${debian})`;
}
