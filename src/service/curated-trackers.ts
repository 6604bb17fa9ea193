/** The tracked portfolios: the curated file of the package, or the invented set of the sample. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.js';
import { packageRoot } from '../package-root.js';
import { type CuratedTracker, readCuratedTrackers } from '../records/portfolios/tracker.js';
import { modeOf } from './data-folder.js';

/** @throws ConfigError that says in one line what is wrong with the file. */
export function curatedTrackers(config: Config): CuratedTracker[] {
  return modeOf(config) === 'sample' ? sampleTrackers() : curatedLiveTrackers();
}

/** The trackers of the live store, whatever the settings say. @throws ConfigError */
export function curatedLiveTrackers(): CuratedTracker[] {
  return readTrackerFile(join(packageRoot(), 'data/curated/trackers.json'));
}

/** Those of the sample. */
export function sampleTrackers(): CuratedTracker[] {
  return readTrackerFile(join(packageRoot(), 'data/sample/trackers.json'));
}

/** @throws ConfigError */
export function readTrackerFile(file: string): CuratedTracker[] {
  try {
    return readCuratedTrackers(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    // The message of a syntax error quotes the file, line breaks included.
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
    throw new ConfigError(`${file} is not usable: ${reason}`);
  }
}
