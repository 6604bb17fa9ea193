/** `disclosed export`, and the end of every run: the static exports follow the data. */

import { join } from 'node:path';
import type { Logger } from 'pino';
import { RATE_WINDOW_SECONDS } from '../../tools/contract/rules.js';
import { tools } from '../../tools/index.js';
import type { Config } from '../config.js';
import { type ExportCounts, writeExports } from '../publish/exports.js';
import { openStore, readGeneration, type Store } from '../store/open.js';
import { exportNames } from '../store/read/export-names.js';
import { createReads } from '../store/read/index.js';
import { endpointsOf } from '../transports/rest.js';
import { baseUrlOf } from './answering.js';
import { chosenReads } from './chosen-reads.js';
import { dataFolder, liveStore, modeOf, moment, sampleStore, today } from './data-folder.js';

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

/** Brings the exports up to date with `store`. */
export async function exportStore(config: Config, store: Store, signal: AbortSignal): Promise<ExportCounts> {
  const now = moment(config);
  const reads = createReads(store);
  return writeExports({
    root: exportsFolder(config),
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
}
