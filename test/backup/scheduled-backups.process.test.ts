/** When a service makes a backup, which ones it keeps, and what it says of them. */

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Config } from '../../src/config.js';
import { backupWords } from '../../src/publish/backups-state.js';
import { backupsState, isBackupDue } from '../../src/service/backups-state.js';
import { liveStoreFile } from '../../src/service/data-folder.js';
import { restoreBackup } from '../../src/service/restore.js';
import { makeScheduledBackup } from '../../src/service/scheduled-backups.js';
import { acquireWriterLock, openStore } from '../../src/store/database/open.js';
import { serve } from '../commands/program.js';
import { configOf, fillDataFolder, temporaryFolder } from './data-folder.js';

const folder = temporaryFolder();
const never = new AbortController().signal;
const at = (hours: number) => new Date(Date.UTC(2026, 10, 20, 3, 10) + hours * 3_600_000);
let number = 0;
let config: Config;
let backups: string;
beforeAll(() => openStore(join(folder.path, 'empty.db'), 'write').close());
afterAll(() => folder.remove());
beforeEach(async () => {
  number += 1;
  backups = join(folder.path, `backups-${number}`);
  config = configOf(join(folder.path, `data-${number}`), { BACKUP_DIR: backups, BACKUP_KEEP: '2' });
  await fillDataFolder(config, join(folder.path, 'empty.db'));
});
const make = (hours: number) => makeScheduledBackup(config, at(hours), never);
const names = () => readdirSync(backups).sort();

it('none are due without BACKUP_DIR', () => {
  const without = configOf(config.dataDir);
  expect([backupsState(without), isBackupDue(without, at(0))]).toEqual([null, false]);
});

it('one is due at first, and again a day after the last one began, half an hour early at most', async () => {
  expect(isBackupDue(config, at(0))).toBe(true);
  await make(0);
  for (const [hours, isDue] of [
    [0, false],
    [1, false],
    [23, false],
    [23.6, true],
    [30, true],
    // The clock was wrong when the last one was made.
    [-1, true],
  ] as const)
    expect([hours, isBackupDue(config, at(hours))]).toEqual([hours, isDue]);
  const often = configOf(config.dataDir, { BACKUP_DIR: backups, BACKUP_HOURS: '2' });
  expect([isBackupDue(often, at(1)), isBackupDue(often, at(2))]).toEqual([false, true]);
  // Those of another folder do not count.
  const elsewhere = configOf(config.dataDir, { BACKUP_DIR: join(folder.path, 'elsewhere') });
  expect([backupsState(elsewhere)?.last, isBackupDue(elsewhere, at(0))]).toEqual([null, true]);
});

it('a folder that cannot be used is named at the start, which answers all the same, and by the backup', async () => {
  const file = join(folder.path, `file-${number}`);
  writeFileSync(file, '');
  config = configOf(config.dataDir, { BACKUP_DIR: join(file, 'backups') });
  const reason = `BACKUP_DIR cannot be used: ENOTDIR: not a directory, mkdir '${join(file, 'backups')}'. Set it to a folder that the user of the service may write to.`;
  await expect(make(0)).rejects.toThrow(reason);
  expect(backupsState(config)?.failure?.reason).toBe(reason);
  const started = await serve(join(folder.path, `started-${number}`), {
    CONTACT: 'Ida Invented ida@example.org',
    AS_OF: '',
    REGISTERS: 'prices-csv',
    PRICES: 'off',
    BACKUP_DIR: join(file, 'backups'),
  });
  try {
    await started.said(`no backup can be made: ${reason}`);
    expect((await fetch(`http://127.0.0.1:${started.port}/healthz`)).status).toBe(200);
  } finally {
    await started.stop();
  }
});

it('the newest are kept, and every other file of the folder is left alone', async () => {
  mkdirSync(backups);
  for (const name of ['disclosed.tar.gz', 'notes.txt', 'disclosed-20261119T031000Z.tar.gz.unfinished'])
    writeFileSync(join(backups, name), 'a file');
  for (const hours of [0, 24, 48]) await make(hours);
  expect(names()).toEqual([
    'disclosed-20261121T031000Z.tar.gz',
    'disclosed-20261122T031000Z.tar.gz',
    'disclosed.tar.gz',
    'notes.txt',
  ]);
  const restored = configOf(join(folder.path, `restored-${number}`));
  await restoreBackup(restored, join(backups, 'disclosed-20261122T031000Z.tar.gz'), never);
});

it('the one just made is kept, whatever the names of the others say', async () => {
  await make(0);
  await make(24);
  // A clock that was a year ahead, and is right again.
  for (const day of ['20', '21'])
    renameSync(
      join(backups, `disclosed-202611${day}T031000Z.tar.gz`),
      join(backups, `disclosed-202711${day}T031000Z.tar.gz`),
    );
  await make(48);
  expect(names()).toContain('disclosed-20261122T031000Z.tar.gz');
  expect(names()).toHaveLength(2);
});

describe('an attempt that fails', () => {
  it('deletes none of those before, is said, and is repeated at the next refresh', async () => {
    await make(0);
    await make(24);
    const last = backupsState(config)?.last ?? null;
    expect(last).toMatchObject({
      at: at(24).toISOString(),
      file: join(backups, 'disclosed-20261121T031000Z.tar.gz'),
    });
    const ledger = readFileSync(liveStoreFile(config));
    writeFileSync(
      liveStoreFile(config),
      Buffer.concat([ledger.subarray(0, 8192), Buffer.alloc(ledger.length, 7)]),
    );
    await expect(make(48)).rejects.toThrow(/is damaged/);
    expect(names()).toHaveLength(2);
    const state = backupsState(config);
    expect(state).toEqual({
      last,
      failure: { at: at(48).toISOString(), reason: expect.stringContaining('is damaged') },
    });
    expect(isBackupDue(config, at(49))).toBe(true);
    expect(state && backupWords(state, (moment) => moment)).toMatch(
      /^The last backup was made 2026-11-21T03:10:00\.000Z \(0\.0 MB\)\. The last attempt, 2026-11-22T03:10:00\.000Z, failed; it is repeated/,
    );
    writeFileSync(liveStoreFile(config), ledger);
    await make(49);
    expect(backupsState(config)?.failure).toBeNull();
    expect(names()).toEqual(['disclosed-20261121T031000Z.tar.gz', 'disclosed-20261122T041000Z.tar.gz']);
  });

  it('is noted if the folder cannot be made or is in DATA_DIR', async () => {
    writeFileSync(backups, 'a file in its place');
    await expect(make(0)).rejects.toThrow();
    expect(backupsState(config)).toMatchObject({ last: null, failure: { at: at(0).toISOString() } });
    const inside = configOf(config.dataDir, { BACKUP_DIR: join(config.dataDir, 'backups') });
    await expect(makeScheduledBackup(inside, at(1), never)).rejects.toThrow(
      /BACKUP_DIR must not be in DATA_DIR/,
    );
    expect(backupWords(backupsState(inside)!, () => 'then')).toMatch(
      /^No backup was made yet\. The last attempt, then/,
    );
    rmSync(backups);
  });

  it('only because another one is running is not noted', async () => {
    const release = acquireWriterLock(join(config.dataDir, 'backup-work'));
    await expect(make(0)).rejects.toThrow(/Another disclosed process/);
    release();
    expect(backupsState(config)).toEqual({ last: null, failure: null });
  });
});

it('a state that was cut off by a power failure counts as none', async () => {
  await make(0);
  writeFileSync(join(config.dataDir, 'store/backups.json'), '{"last":');
  expect(isBackupDue(config, at(1))).toBe(true);
});
