/** The sample that suites share: built once in a run, by the first suite that needs it. */

import { cpSync } from 'node:fs';
import { readConfig } from '../../src/config.js';
import { buildSample } from '../../src/service/build-sample.js';
import { sampleStoreFile } from '../../src/service/data-folder.js';

/** The day of the shared sample. */
export const SAMPLE_DAY = '2026-11-20';

/** A data folder with the sample of `SAMPLE_DAY`, for suites that only read it: its path, and that of its store. */
export async function sharedSample(): Promise<{ folder: string; store: string }> {
  const folder = process.env.TESTS_SAMPLE;
  if (folder === undefined) throw new Error('TESTS_SAMPLE is not set: jest.config.mjs makes the folder');
  const config = readConfig({ DATA_DIR: folder });
  await buildSample(config, SAMPLE_DAY);
  return { folder, store: sampleStoreFile(config, SAMPLE_DAY) };
}

/** Fills an empty data folder with a copy of the shared sample, for suites that write. @returns the path of its store */
export async function copySample(dataDir: string): Promise<string> {
  const { folder } = await sharedSample();
  cpSync(folder, dataDir, { recursive: true });
  return sampleStoreFile(readConfig({ DATA_DIR: dataDir }), SAMPLE_DAY);
}
