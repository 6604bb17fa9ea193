/** `disclosed status`: shows what was read and when, what could not be parsed, and what is queued. */

import { existsSync } from 'node:fs';
import { type Config, ConfigError } from '../config.js';
import { liveStoreFile, modeOf, sampleStoreFile, servedDay } from '../service/data-folder.js';
import { hasLedgerOf } from '../service/ledger-backup.js';
import { isShared } from '../service/read-model.js';
import { sharedLines, sharedStatus } from '../service/shared-status.js';
import { queueCounts } from '../store/crawl/queue.js';
import { listRuns, listUnreadDocuments, listWarnings, sourceStates } from '../store/crawl/run-journal.js';
import { openStore, readGeneration } from '../store/database/open.js';
import { digestWarnings } from '../store/digests/digests.js';
import { cusipCoverage, trackerWarnings } from '../store/portfolios/trackers.js';

/**
 * Shows the store that is served. If it does not exist, shows the other one, because an import fills the live store
 * without CONTACT too. @returns 0 when all is well, 1 when a source is failing, 3 when there is no store yet.
 */
export async function status(config: Config, options: StatusOptions): Promise<number> {
  if (!isShared(config) || options.store === 'sample') return storeStatus(config, options);
  const shared = await sharedStatus(config);
  // The journal, the queue and the warnings are in the ledger, and the ledger is where the writer is.
  const isHere = shared.writer !== null && hasLedgerOf(config, shared.writer.epoch);
  if (isHere && options.json !== true) console.log(`${sharedLines(shared).join('\n')}\n`);
  if (isHere) return storeStatus(config, options, { shared });
  if (options.json === true) console.log(JSON.stringify({ shared }, null, 2));
  else
    console.log(
      [
        ...sharedLines(shared),
        '',
        ...sourceLines(shared.sources),
        '',
        `Runs, queues and warnings are shown where the registers are read${shared.writer === null ? '' : `: on ${shared.writer.node}`}.`,
      ].join('\n'),
    );
  return exitCodeOf(shared.sources);
}

interface StatusOptions {
  json?: boolean;
  limit?: string;
  store?: string;
}

/** `more` is added to the JSON. */
function storeStatus(config: Config, options: StatusOptions, more: object = {}): number {
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
  const limit = Number(options.limit ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
    throw new ConfigError('--limit must be a whole number from 1 to 10000');
  const store = openStore(file, 'read');
  try {
    const state = {
      ...more,
      store: file,
      generation: readGeneration(store),
      sources: sourceStates(store),
      queues: queueCounts(store),
      runs: listRuns(store, limit),
      warnings: listWarnings(store, {}, limit),
      digestWarnings: digestWarnings(store).slice(0, limit),
      cusipCoverage: cusipCoverage(store),
      trackerWarnings: trackerWarnings(store).slice(0, limit),
      unread: listUnreadDocuments(store, limit),
    };
    if (options.json === true) console.log(JSON.stringify(state, null, 2));
    else console.log(plain(state));
    return exitCodeOf(state.sources);
  } finally {
    store.close();
  }
}

interface StatusReport {
  store: string;
  generation: { at: string } | null;
  sources: ReturnType<typeof sourceStates>;
  queues: ReturnType<typeof queueCounts>;
  runs: ReturnType<typeof listRuns>;
  warnings: ReturnType<typeof listWarnings>;
  digestWarnings: ReturnType<typeof digestWarnings>;
  cusipCoverage: ReturnType<typeof cusipCoverage>;
  trackerWarnings: ReturnType<typeof trackerWarnings>;
  unread: ReturnType<typeof listUnreadDocuments>;
}

function plain(state: StatusReport): string {
  const lines = [
    `Store ${state.store}, data of ${state.generation?.at ?? 'no run yet'}`,
    '',
    ...sourceLines(state.sources),
  ];
  lines.push('', 'Queues');
  for (const [register, count] of Object.entries(state.queues))
    lines.push(
      `  ${register.padEnd(26)} waiting ${count.waiting}, done ${count.done}, unread ${count.unread}, gone ${count.gone}`,
    );
  lines.push('', 'Latest runs');
  for (const run of state.runs)
    lines.push(
      `  ${run.startedAt} ${run.register.padEnd(16)} ${run.outcome ?? 'running'} documents ${run.documents}, records ${run.records}${run.reason === '' ? '' : `: ${run.reason}`}${run.firstBytes === '' ? '' : `\n      first bytes: ${JSON.stringify(run.firstBytes)}`}`,
    );
  lines.push('', 'Warnings, most frequent first');
  for (const warning of state.warnings)
    lines.push(
      `  ${String(warning.count).padStart(6)} ${warning.register} ${warning.kind}: ${warning.detail} (such as ${warning.where})`,
    );
  lines.push('', 'Warnings of the latest digests');
  for (const warning of state.digestWarnings)
    lines.push(`  ${warning.where} ${warning.kind}: ${warning.detail}`);
  lines.push('', 'Part of the disclosed value whose CUSIP has a ticker');
  for (const { slug, valueUsd, resolvedUsd } of state.cusipCoverage)
    lines.push(
      `  ${slug.padEnd(26)} ${valueUsd > 0 ? `${((resolvedUsd / valueUsd) * 100).toFixed(1)}%` : 'no value'} of $${Math.round(valueUsd)}`,
    );
  lines.push('', 'Warnings of the latest portfolios');
  for (const warning of state.trackerWarnings)
    lines.push(`  ${warning.where} ${warning.kind}: ${warning.detail}`);
  lines.push('', 'Unread documents');
  for (const one of state.unread) lines.push(`  ${one.register} ${one.key}: ${one.reason}`);
  return lines.join('\n');
}

function sourceLines(sources: ReturnType<typeof sourceStates>): string[] {
  const lines = ['Sources'];
  for (const one of sources)
    lines.push(
      `  ${one.source.padEnd(26)} ${one.status.padEnd(10)} rows ${one.rows}, warnings ${one.warnings}, last success ${one.lastReadAt ?? 'never'}, last attempt ${one.lastAttemptAt ?? 'never'}. ${one.note}`,
    );
  return lines;
}

function exitCodeOf(sources: ReturnType<typeof sourceStates>): number {
  return sources.some((source) => source.status === 'failing') ? 1 : 0;
}
