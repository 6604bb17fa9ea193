/** The operator's errata: figures of single rows that are shown otherwise than filed, or not at all. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.js';
import { packageRoot } from '../package-root.js';
import { type ErratumLine, keyOf, readErrata } from '../records/erratum.js';
import { dataFolder } from './data-folder.js';

const FILE = join('curated', 'errata.tsv');

/**
 * The lines of `curated/errata.tsv` in the data folder, and those of the package about other figures.
 * @throws ConfigError with one line that names the file, the line and what is wrong with it
 */
export function curatedErrata(config: Config): ErratumLine[] {
  const files = new Set([ownErrataFile(config), join(packageRoot(), 'data', FILE)]);
  const lines = new Map<string, ErratumLine>();
  for (const file of files)
    if (existsSync(file))
      for (const line of readErrataFile(file)) if (!lines.has(keyOf(line))) lines.set(keyOf(line), line);
  return [...lines.values()];
}

/** The operator's file, which may be missing. */
export function ownErrataFile(config: Config): string {
  return join(dataFolder(config), FILE);
}

/** @throws ConfigError */
export function readErrataFile(file: string): ErratumLine[] {
  try {
    return readErrata(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigError(`${file} is not usable: ${error instanceof Error ? error.message : String(error)}`);
  }
}
