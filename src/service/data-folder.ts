/** Where the data is stored, and which of the two kinds of store this process works on. */

import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type Config, ConfigError } from '../config.js';
import { utcDate } from '../dates.js';
import { packageRoot } from '../package-root.js';
import { sampleVersion } from './sample-documents.js';

/** `DATA_DIR`, else `data/` of a checkout, else `~/.disclosed` of an installed package. */
export function dataFolder(config: Config): string {
  if (config.dataDir !== '') return config.dataDir;
  const root = packageRoot();
  return existsSync(join(root, 'tsconfig.json')) ? join(root, 'data') : join(homedir(), '.disclosed');
}

/**
 * The folder of the stores, created when missing: for processes that write.
 * @throws ConfigError where no folder can be made, such as below a file or /proc, or where half of a backup was restored
 * @throws Error of the operating system where this user may not write
 */
export function ensureStoreFolder(config: Config): string {
  const folder = storeFolderPath(config);
  if (existsSync(placingFolder(config)))
    throw new ConfigError(
      `A restore into ${dataFolder(config)} was killed half-way. Run "disclosed restore FILE" again: it starts over.`,
    );
  try {
    makeFolder(folder);
  } catch (error) {
    // Node's file functions throw only Errors.
    throw new ConfigError(
      `DATA_DIR cannot be used: ${(error as Error).message}. Set it to a folder that you may write to.`,
    );
  }
  accessSync(folder, constants.W_OK);
  return folder;
}

export function isFolder(path: string): boolean {
  // A path below a file is nothing.
  return existsSync(path) && statSync(path).isDirectory();
}

/** Creates one folder at a time: below /proc Node's recursive mkdir never returns. */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) {
    try {
      mkdirSync(folder);
    } catch (error) {
      // Another process was faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function storeFolderPath(config: Config): string {
  return join(dataFolder(config), 'store');
}

/** @throws ConfigError if `folder` is in `DATA_DIR`: one lost disk or one deleted folder would take both. */
export function requireOutside(config: Config, folder: string, what: string): void {
  const data = realPath(dataFolder(config));
  const way = relative(data, realPath(folder));
  if (way === '' || (way !== '..' && !way.startsWith(`..${sep}`)))
    throw new ConfigError(
      `${what} must not be in DATA_DIR (${data}): it would be lost with it. Name another place.`,
    );
}

/**
 * The folder of the backups, created when missing.
 * @throws ConfigError where it cannot be made or written, or is in `DATA_DIR`
 */
export function makeBackupFolder(config: Config): string {
  const folder = resolve(config.backupDir);
  requireOutside(config, folder, 'BACKUP_DIR');
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    // Node's file functions throw only Errors.
    throw new ConfigError(
      `BACKUP_DIR cannot be used: ${(error as Error).message}. Set it to a folder that the user of the service may write to.`,
    );
  }
  return folder;
}

/** Also of what does not exist yet, below a link. */
function realPath(path: string): string {
  const full = resolve(path);
  return existsSync(full) ? realpathSync(full) : join(realPath(dirname(full)), basename(full));
}

/** Exists while a restore moves its files to their places: a process that is killed meanwhile leaves it. */
export function placingFolder(config: Config): string {
  return join(dataFolder(config), 'restore-work', 'placing');
}

/** Accounts and keys: separate from the stores, which can be rebuilt. */
export function accountsFile(config: Config): string {
  return join(dataFolder(config), 'accounts.db');
}

/** The dump that this service makes for its readers. */
export function ownDumpFolder(config: Config): string {
  return join(dataFolder(config), 'dumps', modeOf(config));
}

/** Live as soon as a contact is configured: the registers require a declared one. */
export function modeOf(config: Config): 'live' | 'sample' {
  return config.contact === '' ? 'sample' : 'live';
}

export function liveStoreFile(config: Config): string {
  return join(storeFolderPath(config), 'live.db');
}

/** The sample of one day and of these documents has its own file: sample and live rows never share a database. */
export function sampleStoreFile(config: Config, day: string): string {
  return join(storeFolderPath(config), `sample-${day}-${sampleVersion()}.db`);
}

/** The file of the read model that belongs to a store, beside it. */
export function readModelFile(storeFile: string): string {
  return storeFile.replace(/\.db$/, '.read-model.db');
}

/**
 * Notes how many processes answer from this folder: a command that publishes, such as an import in a shell without `WORKERS`,
 * must announce its generation to them.
 */
export function noteWorkers(config: Config, count: number): void {
  const file = workersFile(config);
  if (count > 1) writeFileSync(file, String(count));
  else rmSync(file, { force: true });
}

/** How many processes answer from this folder, as far as the last service noted it or `WORKERS` says. */
export function knownWorkers(config: Config): number {
  const file = workersFile(config);
  return Math.max(config.workers, existsSync(file) ? Number(readFileSync(file, 'utf8')) : 1);
}

function workersFile(config: Config): string {
  return join(ensureStoreFolder(config), 'workers');
}

/** Removes the samples of other days and documents; a process that still serves one keeps its open file. */
export function removeOldSamples(config: Config, day: string): void {
  const folder = ensureStoreFolder(config);
  const current = basename(sampleStoreFile(config, day), 'db');
  for (const name of readdirSync(folder))
    if (
      /^(?:building-)?sample-[\da-f-]+(?:\.read-model|\.managers)?\.db(?:-wal|-shm)?$/.test(name) &&
      !name.startsWith(current)
    )
      rmSync(join(folder, name), { force: true });
}

/** Whether no run will ever publish what the live ledger has. */
export function isNeverRefreshed(config: Config): boolean {
  return config.asOf !== null || config.offline;
}

/** The time that answers refer to. */
export function servedMoment(config: Config): Date {
  return config.asOf ?? new Date();
}

/** The UTC day of that time. */
export function servedDay(config: Config): string {
  return utcDate(servedMoment(config));
}
