/** `disclosed status`: shows what was read and when, what could not be parsed, and what is queued. */

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Config, ConfigError } from '../config.js';
import { backupsState } from '../service/backups-state.js';
import { liveStoreFile, modeOf, sampleStoreFile, servedDay } from '../service/data-folder.js';
import { hasLedgerOf } from '../service/ledger-backup.js';
import { isShared } from '../service/read-model.js';
import { sharedLines, sharedStatus } from '../service/shared-status.js';
import { queueCounts } from '../store/crawl/queue.js';
import {
  INTERRUPTED,
  listRuns,
  listUnreadDocuments,
  listWarnings,
  type RegisterRun,
  sourceStates,
} from '../store/crawl/run-journal.js';
import { isBeingWritten, openStore, readGeneration, type Store } from '../store/database/open.js';
import { digestWarnings } from '../store/digests/digests.js';
import { cusipCoverage, trackerWarnings } from '../store/portfolios/trackers.js';
import { type StatusManner, sourceLines, statusText } from '../terminal/status-report.js';

/**
 * Shows the store that is served. If it does not exist, shows the other one, because an import fills the live store
 * without CONTACT too. @returns 0 when all is well, 1 when a source, a backup or a save failed or a run was interrupted, 3 when there is no store yet.
 */
export async function status(config: Config, options: StatusOptions): Promise<number> {
  const notes = config.offline ? { offline: true } : {};
  if (config.offline && options.json !== true)
    console.log('OFFLINE=1: no register is read, and nothing is refreshed.\n');
  if (!isShared(config) || options.store === 'sample') return storeStatus(config, options, notes);
  const shared = await sharedStatus(config);
  // The journal, the queue and the warnings are in the ledger, and the ledger is where the writer is.
  const isHere = shared.writer !== null && hasLedgerOf(config, shared.writer.epoch);
  if (isHere && options.json !== true) console.log(`${sharedLines(shared).join('\n')}\n`);
  if (isHere) {
    const code = storeStatus(config, options, { ...notes, shared });
    return shared.saveFailure === null ? code : 1;
  }
  if (options.json === true) console.log(JSON.stringify({ ...notes, shared }, null, 2));
  else
    console.log(
      [
        ...sharedLines(shared),
        '',
        'Sources',
        ...sourceLines(shared.sources, mannerOf(options)),
        '',
        `Runs, queues and warnings are shown where the registers are read${shared.writer === null ? '' : `: on ${shared.writer.node}`}.`,
      ].join('\n'),
    );
  return shared.saveFailure === null ? exitCodeOf(shared.sources) : 1;
}

interface StatusOptions {
  json?: boolean;
  verbose?: boolean;
  limit?: string;
  store?: string;
}

/** Without a terminal, a table is as wide as this. */
const WIDTH = 100;

function mannerOf(options: StatusOptions): StatusManner {
  const width = process.stdout.columns ?? WIDTH;
  return { isVerbose: options.verbose === true, now: new Date(), width, limit: limitOf(options) };
}

function limitOf({ limit: text = '10' }: StatusOptions): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
    throw new ConfigError('--limit must be a whole number from 1 to 10000');
  return limit;
}

/** `more` is added to the JSON. */
function storeStatus(config: Config, options: StatusOptions, more: object = {}): number {
  const limit = limitOf(options);
  const files = { live: liveStoreFile(config), sample: sampleStoreFile(config, servedDay(config)) };
  const wanted = options.store ?? modeOf(config);
  if (wanted !== 'live' && wanted !== 'sample')
    throw new ConfigError(`--store must be live or sample (it is ${JSON.stringify(wanted)})`);
  const other = wanted === 'live' ? 'sample' : 'live';
  const isElse = options.store === undefined && !existsSync(files[wanted]) && existsSync(files[other]);
  const file = files[isElse ? other : wanted];
  if (!existsSync(file)) {
    console.error(`There is no store yet: ${file}. Start with "disclosed serve" or "disclosed ingest".`);
    return 3;
  }
  if (isElse) console.error(`There is no ${wanted} store: this is the ${other} store.`);
  else if (wanted === 'sample' && options.store === undefined && existsSync(files.live))
    console.error('This is the sample. There is a live store too: --store live shows it.');
  const store = openStore(file, 'read');
  try {
    const runs = runsOf(store, file, limit);
    const state = {
      ...more,
      store: file,
      backups: wanted === 'live' ? backupsState(config) : null,
      generation: readGeneration(store),
      sources: sourceStates(store),
      queues: queueCounts(store),
      runs,
      warnings: listWarnings(store, {}, limit),
      digestWarnings: digestWarnings(store).slice(0, limit),
      cusipCoverage: cusipCoverage(store),
      trackerWarnings: trackerWarnings(store).slice(0, limit),
      unread: listUnreadDocuments(store, limit),
    };
    if (options.json === true) console.log(JSON.stringify(state, null, 2));
    else console.log(statusText(state, mannerOf(options)));
    const isInterrupted = runs.some(
      ({ finishedAt, reason }) => finishedAt === null && reason === INTERRUPTED,
    );
    return isInterrupted || state.backups?.failure ? 1 : exitCodeOf(state.sources);
  } finally {
    store.close();
  }
}

/** The latest runs. One that has no end and no process any more was interrupted: by a kill, or by a full disk. */
function runsOf(store: Store, file: string, limit: number): RegisterRun[] {
  const runs = listRuns(store, limit);
  if (runs.every(({ outcome }) => outcome !== null) || isBeingWritten(dirname(file))) return runs;
  return runs.map((run) =>
    run.outcome === null ? { ...run, outcome: 'stopped', reason: INTERRUPTED } : run,
  );
}

function exitCodeOf(sources: ReturnType<typeof sourceStates>): number {
  return sources.some((source) => source.status === 'failing') ? 1 : 0;
}
