/** Answers from the local store for a command that needs one: nothing is refreshed, and only a missing sample is written. */

import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import type { ApiEnvelope } from '../../tools/contract/envelope.js';
import type { Tool } from '../../tools/contract/tool.js';
import { type Config, ConfigError } from '../config.js';
import { RequestPipeline } from '../pipeline/pipeline.js';
import { StoreError } from '../store/database/open.js';
import { buildSample } from './build-sample.js';
import { liveStoreFile, modeOf, readModelFile, servedDay } from './data-folder.js';
import { isShared } from './read-model.js';
import { openServedData } from './served-data.js';
import { baseUrlOf, pipelineOptions } from './start.js';

/** In place of a contact, for a process that reads only the store: it is sent nowhere. */
const READING_ONLY = 'reading only';

export interface LocalAnswers {
  mode: 'live' | 'sample';
  /** @throws ApiError for what a caller would get as an error. */
  answer(tool: Tool, given: Readonly<Record<string, unknown>>): Promise<ApiEnvelope>;
  close(): Promise<void>;
}

/**
 * Opens the store that is named, else the one that is served, else the live store if there is one. The sample is built if
 * it is missing. @throws StoreError if there is no live store
 */
export async function openLocalAnswers(
  config: Config,
  log: Logger,
  store: string | undefined,
): Promise<LocalAnswers> {
  const chosen = await withPreparedStore(config, store);
  const mode = modeOf(chosen);
  const data = await openServedData(chosen);
  const pipeline = new RequestPipeline({
    ...pipelineOptions(chosen, baseUrlOf(chosen, chosen.port), log),
    readsOf: data.readsOf,
    dataVersion: data.dataVersion,
    replay: data.replay,
  });
  return { mode, answer: (tool, given) => pipeline.answer(tool, { ...given }), close: () => data.close() };
}

/**
 * The settings with which the chosen store is read. The sample is built if it is missing.
 * @throws StoreError if there is no live store
 */
export async function withPreparedStore(config: Config, store: string | undefined): Promise<Config> {
  const chosen = withStore(config, store);
  if (modeOf(chosen) === 'sample') await buildSample(chosen, servedDay(chosen));
  else if (!isShared(chosen) && !existsSync(readModelFile(liveStoreFile(chosen))))
    throw new StoreError(
      `There is no live store yet: ${liveStoreFile(chosen)}. Start with CONTACT="…" disclosed serve, or ask the sample with --store sample.`,
    );
  return chosen;
}

function withStore(config: Config, store: string | undefined): Config {
  if (store !== undefined && store !== 'live' && store !== 'sample')
    throw new ConfigError(`--store must be live or sample (it is ${JSON.stringify(store)})`);
  const isLive =
    store === undefined
      ? config.contact !== '' || existsSync(readModelFile(liveStoreFile(config)))
      : store === 'live';
  return { ...config, contact: isLive ? config.contact || READING_ONLY : '' };
}
