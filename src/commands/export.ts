/** `disclosed export`, and the end of every run: the static exports follow the data. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { RATE_WINDOW_SECONDS, SERVICE_VERSION } from '../../tools/contract/rules.js';
import { tools } from '../../tools/index.js';
import type { Config } from '../config.js';
import { type ExportCounts, writeExports } from '../publish/exports.js';
import { generation, openStore, readGeneration, type Store } from '../store/open.js';
import { exportNames } from '../store/read/export-names.js';
import { createReads } from '../store/read/index.js';
import { type Touched, touchedSlugs } from '../store/touched.js';
import { endpointsOf } from '../transports/rest.js';
import { baseUrlOf } from './answering.js';
import { chosenReads } from './chosen-reads.js';
import { dataFolder, liveStore, modeOf, moment, sampleStore, today } from './data-folder.js';
import { priceChoice } from './price-choice.js';

/** Sample and live exports never mix, as their stores do not. */
export function exportsFolder(config: Config): string {
  return join(dataFolder(config), 'exports', modeOf(config));
}

/** @returns 0 when the exports are those of the store. */
export async function exportAll(config: Config, log: Logger): Promise<number> {
  const file = modeOf(config) === 'live' ? liveStore(config) : sampleStore(config, today(config));
  const stop = new AbortController();
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(event, () => stop.abort());
  const store = openStore(file, 'read');
  try {
    log.info(await exportStore(config, store, stop.signal), 'the exports follow the data');
    return 0;
  } finally {
    store.close();
  }
}

/** What a run that began at this generation has touched since. */
export interface SinceGeneration {
  generation: number;
  touched: Touched;
}

/**
 * Brings the exports up to date with `store`. Where the last export was of the generation at which `since` begins,
 * and of this day and these settings, only whom the run touched is asked about; else everybody is.
 */
export async function exportStore(
  config: Config,
  store: Store,
  signal: AbortSignal,
  since?: SinceGeneration,
): Promise<ExportCounts> {
  const now = moment(config);
  const reads = createReads(store);
  const root = exportsFolder(config);
  const mark = join(root, 'complete.json');
  const state = { generation: generation(store), day: today(config), settings: settingsOf(config) };
  const follows =
    since !== undefined && isDeepStrictEqual(readMark(mark), { ...state, generation: since.generation });
  const counts = await writeExports({
    root,
    changedInsiders: follows ? touchedSlugs(store, since.touched) : undefined,
    tools,
    context: {
      reads: chosenReads(config, () => reads),
      now,
      baseUrl: baseUrlOf(config, config.port),
      endpoints: endpointsOf(tools),
      rateLimits: {
        keyless: config.rateLimitKeyless,
        withKey: config.rateLimitKeyed,
        windowSeconds: RATE_WINDOW_SECONDS,
      },
    },
    sourcePrefix: modeOf(config) === 'sample' ? 'sample:' : '',
    names: exportNames(store),
    asOf: readGeneration(store)?.at ?? now.toISOString(),
    signal,
  });
  if (!signal.aborted) {
    mkdirSync(root, { recursive: true });
    writeFileSync(mark, JSON.stringify(state));
  }
  return counts;
}

/** Whatever stands in every export, or decides what may stand there. */
function settingsOf(config: Config): string {
  return JSON.stringify([
    SERVICE_VERSION,
    baseUrlOf(config, config.port),
    config.registers,
    priceChoice(config).shown,
    config.asOf,
  ]);
}

/** Null where no export was ever complete, or the file was cut off: then everything is looked at. */
function readMark(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
