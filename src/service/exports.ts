/** The static exports of a store as files: those that every refresh writes, and the whole tree for an operator. */

import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { RATE_WINDOW_SECONDS } from '../../tools/contract/rules.js';
import { tools } from '../../tools/index.js';
import { diskErrorInWords } from '../backup/backup-error.js';
import { type Config, ConfigError } from '../config.js';
import type { Log } from '../pipeline/pipeline.js';
import { isTreeFolder, type TreeCounts, writeTree } from '../publish/export-tree.js';
import { EXPORT_FOLDERS, type ExportInput, PRERENDERED } from '../publish/exports.js';
import { acquireWriterLock } from '../store/database/open.js';
import { endpointsOf } from '../transports/http/rest.js';
import { dataFolder, makeFolder, modeOf, servedDay, servedMoment } from './data-folder.js';
import { isShared, openReadModel } from './read-model.js';
import { restrictReads } from './restricted-reads.js';
import { baseUrlOf } from './start.js';

const LOCK_FILE = 'writer.lock';
/** The folders that earlier versions kept beside the lock, and how many of them a refresh removes. */
const OLD_NAME = /^(?:[0-9a-f]{2}|building|state\.json)$/;
const OLD_FOLDERS_MAX = 64;

/** Sample and live exports never mix, as their stores do not. */
export function exportsFolder(config: Config): string {
  return join(dataFolder(config), 'exports', modeOf(config));
}

/**
 * Writes the exports that are prerendered to the data folder.
 * @throws ConfigError with a shared database: nodes must give the same exports
 * @throws StoreBusyError while another process writes them
 */
export async function prerenderExports(
  config: Config,
  log: Pick<Log, 'info'>,
  signal: AbortSignal,
): Promise<TreeCounts> {
  if (isShared(config))
    throw new ConfigError(
      'With DATABASE_URL every export is rendered on request. Name a folder to write all exports to it.',
    );
  const root = exportsFolder(config);
  return fromSnapshot(config, async (input) => {
    const release = acquireWriterLock(root);
    try {
      const counts = await writeTree({ ...input, root, folders: PRERENDERED, signal });
      log.info(counts, 'the exports are up to date');
      const old = await removeOldExports(root, signal);
      if (old.removed > 0) log.info(old, 'removed folders with the export files of an earlier version');
      return counts;
    } finally {
      release();
    }
  });
}

/**
 * Writes every export to `folder`, for example for a CDN.
 * @throws ConfigError if the folder holds other files, or cannot be made
 */
export async function exportTree(config: Config, folder: string, signal: AbortSignal): Promise<TreeCounts> {
  const root = resolve(folder);
  if (!(await isTreeFolder(root)))
    throw new ConfigError(
      `${root} holds other files. Export into an empty folder, or into one that an earlier export wrote.`,
    );
  return fromSnapshot(config, async (input) => {
    try {
      makeFolder(root);
    } catch (error) {
      // Node's file functions throw only Errors.
      throw new ConfigError(`${root} cannot be used: ${(error as Error).message}`);
    }
    const release = acquireWriterLock(root);
    try {
      return await writeTree({ ...input, root, folders: EXPORT_FOLDERS, signal });
    } catch (error) {
      const what = `The export ${root} is not complete, and the next one into the same folder completes it`;
      throw diskErrorInWords(error, what);
    } finally {
      // Before the release: the next writer then creates its own.
      await rm(join(root, LOCK_FILE), { force: true });
      release();
    }
  });
}

/** All files show one generation, whatever is published meanwhile. */
async function fromSnapshot<T>(
  config: Config,
  write: (input: ExportInput & { asOf: string }) => Promise<T>,
): Promise<T> {
  const model = await openReadModel(config, servedDay(config));
  const { generation, reads, close } = await model.open().catch(async (error: unknown) => {
    await model.close();
    throw error;
  });
  const { rateLimitKeyless: keyless, rateLimitKeyed: withKey } = config;
  const now = servedMoment(config);
  const context = {
    reads: restrictReads(config, reads),
    now,
    baseUrl: baseUrlOf(config, config.port),
    endpoints: endpointsOf(tools),
    rateLimits: { keyless, withKey, windowSeconds: RATE_WINDOW_SECONDS },
  };
  try {
    const sourcePrefix = modeOf(config) === 'live' ? '' : 'sample:';
    return await write({ tools, context, sourcePrefix, asOf: generation.at ?? now.toISOString() });
  } finally {
    await close();
    await model.close();
  }
}

/**
 * Earlier versions kept up to half a million files, in 256 folders named by the first digits of a hash. A refresh
 * removes a part of them, so that it never takes long. @returns how many folders were removed, and how many are left
 */
async function removeOldExports(
  root: string,
  signal: AbortSignal,
): Promise<{ removed: number; left: number }> {
  const old = (await readdir(root)).filter((name) => OLD_NAME.test(name));
  let removed = 0;
  for (const name of old.slice(0, OLD_FOLDERS_MAX)) {
    if (signal.aborted) break;
    await rm(join(root, name), { recursive: true, force: true });
    removed += 1;
  }
  return { removed, left: old.length - removed };
}
