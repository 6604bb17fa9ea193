/**
 * Where tests find the real documents of the registers: in SAMPLES, else beside the checkout in ../shared/registers, else
 * in .samples, which `npm run samples` fills. What is not there is skipped by name.
 */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';

/** What `npm run samples` fills. Git ignores it. */
export const FETCHED_FOLDER = join(packageRoot(), '.samples');

/** The complete set of the maintainers. */
const COMPLETE_FOLDER = join(packageRoot(), '../shared/registers');

export const SAMPLES_FOLDER =
  process.env.SAMPLES ?? (existsSync(COMPLETE_FOLDER) ? COMPLETE_FOLDER : FETCHED_FOLDER);

/** The path of one document, or of a folder of them. */
export function samplePath(...names: string[]): string {
  return join(SAMPLES_FOLDER, ...names);
}

/** Whether all of them are there. */
export function hasSamples(...names: string[]): boolean {
  return names.every((name) => existsSync(samplePath(name)));
}

/** Names of the documents in a folder, in order; none where there is no folder. */
export function samplesIn(folder: string): string[] {
  return hasSamples(folder) ? readdirSync(samplePath(folder)).sort() : [];
}
