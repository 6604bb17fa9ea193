/** `disclosed export`, and the end of every run: the static exports follow the data. */

import { join } from 'node:path';
import type { Logger } from 'pino';
import { daysBefore } from '../../tools/contract/answer.js';
import { RATE_WINDOW_SECONDS, SERVICE_VERSION, WINDOW_DAYS } from '../../tools/contract/rules.js';
import { tools } from '../../tools/index.js';
import type { Config } from '../config.js';
import { readExportState, writeExportState } from '../publish/export-state.js';
import { type ExportCounts, writeExports } from '../publish/exports.js';
import {
  dataFolder,
  liveStoreFile,
  modeOf,
  sampleStoreFile,
  servedDay,
  servedMoment,
} from '../service/data-folder.js';
import { resolvePriceSettings } from '../service/price-settings.js';
import { restrictReads } from '../service/restricted-reads.js';
import { baseUrlOf } from '../service/start.js';
import { acquireWriterLock, openStore, readGeneration, type Store } from '../store/database/open.js';
import {
  claimDirty,
  clearClaimedDirty,
  type DirtyTrackedFolder,
  dirtyExports,
  type ExportSpan,
  storeCreatedAt,
} from '../store/exports/dirty-exports.js';
import { exportedInsiders, exportedTickers } from '../store/read/export-names.js';
import { createReads } from '../store/read/index.js';
import { endpointsOf } from '../transports/http/rest.js';

/** Sample and live exports never mix, as their stores do not. */
export function exportsFolder(config: Config): string {
  return join(dataFolder(config), 'exports', modeOf(config));
}

/** @returns 0 when the exports are those of the store. */
export async function exportAll(config: Config, log: Logger): Promise<number> {
  const file = modeOf(config) === 'live' ? liveStoreFile(config) : sampleStoreFile(config, servedDay(config));
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

/**
 * Brings the exports up to date with `store`.
 * @param scope `touched` looks only at what changed since, and notes in the store that it did; `all` at everything
 * @throws StoreBusy while another process makes them: what one has just read must not go over what the other wrote since
 */
export async function exportStore(
  config: Config,
  store: Store,
  signal: AbortSignal,
  scope: 'touched' | 'all' = 'all',
): Promise<ExportCounts> {
  const release = acquireWriterLock(exportsFolder(config));
  try {
    return await writeExportFolders(config, store, signal, scope);
  } finally {
    release();
  }
}

async function writeExportFolders(
  config: Config,
  store: Store,
  signal: AbortSignal,
  scope: 'touched' | 'all',
): Promise<ExportCounts> {
  const now = servedMoment(config);
  const root = exportsFolder(config);
  const baseUrl = baseUrlOf(config, config.port);
  const sourcePrefix = modeOf(config) === 'sample' ? 'sample:' : '';
  const reads = createReads(store);
  const { registers, asOf } = config;
  const madeBy = JSON.stringify([
    SERVICE_VERSION,
    baseUrl,
    registers,
    resolvePriceSettings(config).shown,
    asOf,
    storeCreatedAt(store),
  ]);
  const span: ExportSpan = { since: daysBefore(now, WINDOW_DAYS), until: now.toISOString() };
  const before = readExportState(root);
  const spans = before?.madeBy === madeBy ? { ...before.spans } : {};
  // From the first file on that is made otherwise, the note of how they were made is void.
  if (before !== null && before.madeBy !== madeBy) writeExportState(root, { madeBy, spans });
  const touched: Partial<Record<DirtyTrackedFolder, string[]>> = {};
  for (const folder of INCREMENTAL_FOLDERS) {
    if (scope === 'touched') claimDirty(store, folder);
    const known = spans[folder];
    if (scope === 'touched' && known !== undefined)
      touched[folder] = dirtyExports(store, folder, known, span);
  }
  const counts = await writeExports({
    root,
    tools,
    context: {
      reads: restrictReads(config, reads),
      now,
      baseUrl,
      endpoints: endpointsOf(tools),
      rateLimits: {
        keyless: config.rateLimitKeyless,
        withKey: config.rateLimitKeyed,
        windowSeconds: RATE_WINDOW_SECONDS,
      },
    },
    sourcePrefix,
    names: { insiders: touched.insiders ?? exportedInsiders(store), tickers: exportedTickers(store) },
    touched,
    asOf: readGeneration(store)?.at ?? now.toISOString(),
    signal,
    finished: (folder) => {
      spans[folder] = span;
      if (scope === 'touched' && isIncremental(folder)) clearClaimedDirty(store, folder);
    },
  });
  if (Object.keys(spans).length > 0) writeExportState(root, { madeBy, spans });
  return counts;
}

const INCREMENTAL_FOLDERS: readonly DirtyTrackedFolder[] = ['insiders', 'tickers', 'congress'];
const isIncremental = (folder: string): folder is DirtyTrackedFolder =>
  INCREMENTAL_FOLDERS.some((one) => one === folder);
