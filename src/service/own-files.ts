/** The files in which the operator keeps own entries, beside the databases: a backup has them, by these names. */

import { existsSync, readFileSync } from 'node:fs';
import type { ArchivedName } from '../backup/manifest.js';
import type { Config } from '../config.js';
import { ownErrataFile } from './errata.js';
import { ownOverridesFile } from './member-overrides.js';

const OWN_FILES: ReadonlyArray<readonly [name: ArchivedName, fileOf: (config: Config) => string]> = [
  ['member-overrides.json', ownOverridesFile],
  ['errata.tsv', ownErrataFile],
];

/** Where the file of this name is; undefined for a database. */
export function ownFile(config: Config, name: ArchivedName): string | undefined {
  return OWN_FILES.find(([one]) => one === name)?.[1](config);
}

/** Those with entries. */
export function ownFiles(config: Config): Array<readonly [name: ArchivedName, file: string]> {
  return OWN_FILES.map(([name, fileOf]) => [name, fileOf(config)] as const).filter(([, file]) =>
    hasEntries(file),
  );
}

/** An empty list, or a table with its head alone, is as good as none: a checkout has both. */
function hasEntries(file: string): boolean {
  if (!existsSync(file)) return false;
  const text = readFileSync(file, 'utf8').trim();
  return file.endsWith('.tsv') ? text.includes('\n') : text !== '[]';
}
