/** Backups that are made while others write, what they bring back, and what keeps one from being made. */

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { inventedFiling } from '../../eval/bench/digest-year.js';
import type { Config } from '../../src/config.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { makeBackup } from '../../src/service/backup.js';
import { accountsFile, liveStoreFile } from '../../src/service/data-folder.js';
import { memberOverrides } from '../../src/service/member-overrides.js';
import { restoreBackup } from '../../src/service/restore.js';
import { acquireWriterLock, bumpGeneration, openStore } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import {
  answersFrom,
  configOf,
  contentOf,
  fillDataFolder,
  sampleLedger,
  temporaryFolder,
  until,
} from './data-folder.js';

const folder = temporaryFolder();
const never = new AbortController().signal;
let sample: string;
let config: Config;
let number = 0;
beforeAll(async () => {
  sample = await sampleLedger(folder.path);
});
afterAll(() => folder.remove());
beforeEach(async () => {
  number += 1;
  config = configOf(join(folder.path, String(number), 'data'));
  await fillDataFolder(config, sample);
});
const beside = (name: string) => join(folder.path, String(number), name);

/** What a run writes: a filing, its derivation, a new generation. */
function refresh(ledger: string, n: number): void {
  const store = openStore(ledger, 'write');
  const filing = inventedFiling({ n, person: n, filedAt: '2026-11-10T15:00:00.000Z', code: 'P' });
  writeBatch(store, { register: 'sec-form4', now: new Date('2026-11-20T13:00:00Z'), records: [filing] });
  deriveForm4(store);
  bumpGeneration(store, new Date('2026-11-20T13:00:00Z'));
  store.close();
}

describe('a backup', () => {
  it('that is made while a run writes is the state of one moment, and brings back every answer, slug, moment and key', async () => {
    const ledger = liveStoreFile(config);
    const before = await answersFrom(ledger, beside('before.db'));
    const content = contentOf(ledger);
    const copy = join(ledger, '../../backup-work/live.db');
    let made = false;
    let runs = 0;
    const writing = (async () => {
      // From the moment at which the copy has begun until the archive is complete.
      await until(() => existsSync(copy));
      for (; !made; runs += 1) {
        refresh(ledger, 900 + runs);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const backup = await makeBackup(config, beside('all.tar.gz'), never);
    made = true;
    await writing;
    expect(runs).toBeGreaterThan(0);
    expect(contentOf(ledger).form4_filing?.length).toBe((content.form4_filing?.length ?? 0) + runs);

    const restored = configOf(beside('restored'));
    const { manifest } = await restoreBackup(restored, backup.file, never);
    expect(manifest).toEqual(backup.manifest);
    const { change_state: state, ...rest } = contentOf(liveStoreFile(restored));
    const { change_state: stateBefore, ...restBefore } = content;
    expect(rest).toEqual(restBefore);
    expect(rest.insider?.length).toBeGreaterThan(20);
    // Only the name of the log of changes is new: places that were given after the backup are refused.
    const logs = [stateBefore, state].map((rows) => (rows as unknown[][])[0]?.at(-1));
    expect(logs[0]).not.toBe(logs[1]);
    expect(state?.map((row) => (row as unknown[]).slice(0, -1))).toEqual(
      stateBefore?.map((row) => (row as unknown[]).slice(0, -1)),
    );
    const after = await answersFrom(liveStoreFile(restored), beside('after.db'));
    const inNewLog = (answers: Map<string, string>) =>
      new Map(
        [...answers].map(([question, answer]) => [
          question,
          answer.replaceAll(String(logs[1]), String(logs[0])),
        ]),
      );
    expect(after.size).toBeGreaterThan(500);
    expect(inNewLog(after)).toEqual(before);

    expect(contentOf(accountsFile(restored))).toEqual(contentOf(accountsFile(config)));
    expect(contentOf(accountsFile(restored)).api_key).toHaveLength(2);
    expect(memberOverrides(restored)).toEqual(memberOverrides(config));
  });

  it('is for its owner alone, as the accounts in it are, and leaves nothing else', async () => {
    const { file } = await makeBackup(config, beside('all.tar.gz'), never);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(beside('.')).sort()).toEqual(['all.tar.gz', 'data']);
    // Every reader of a database makes the files of its log.
    const files = readdirSync(config.dataDir).filter((name) => !/-(?:wal|shm)$/.test(name));
    expect(files.sort()).toEqual(['accounts.db', 'accounts.db.reserve', 'curated', 'store']);
    const restored = configOf(beside('restored'));
    await restoreBackup(restored, file, never);
    expect(statSync(accountsFile(restored)).mode & 0o777).toBe(0o600);
    expect(readdirSync(restored.dataDir).sort()).toEqual(['accounts.db', 'curated', 'store']);
  });

  it('of a ledger whose log is not yet in its file has what the log has', async () => {
    const store = openStore(liveStoreFile(config), 'write');
    bumpGeneration(store, new Date('2026-11-20T14:00:00Z'));
    const { manifest } = await makeBackup(config, beside('all.tar.gz'), never);
    store.close();
    expect(manifest.generation?.at).toBe('2026-11-20T14:00:00.000Z');
  });

  it('has accounts alone where there is no live ledger', async () => {
    const only = configOf(beside('accounts-only'));
    mkdirSync(only.dataDir);
    writeFileSync(accountsFile(only), readFileSync(accountsFile(config)));
    const { manifest, file } = await makeBackup(only, beside('accounts.tar.gz'), never);
    expect(manifest).toMatchObject({ generation: null, members: [{ name: 'accounts.db', schema: 4 }] });
    await restoreBackup(configOf(beside('restored')), file, never);
    expect(readdirSync(beside('restored'))).toEqual(['accounts.db']);
  });
});

describe('no backup is made', () => {
  it.each([
    ['over a file that exists', () => beside('data/accounts.db'), /exists already\. Name another file/],
    ['in DATA_DIR', () => beside('data/all.tar.gz'), /must not be in DATA_DIR .* would be lost with it/],
    ['in a folder of DATA_DIR', () => beside('data/store/all.tar.gz'), /must not be in DATA_DIR/],
    ['below a file', () => beside('data/accounts.db/all.tar.gz'), /folder .* does not exist\. Make it/],
    [
      'in a folder that is missing',
      () => beside('none/all.tar.gz'),
      /folder .*none does not exist\. Make it/,
    ],
  ])('%s', async (_where, file, message) => {
    const before = readdirSync(beside('.'), { recursive: true }).sort();
    await expect(makeBackup(config, file(), never)).rejects.toThrow(message);
    expect(readdirSync(beside('.'), { recursive: true }).sort()).toEqual(before);
  });

  it('of an empty folder', async () => {
    const empty = configOf(beside('empty'));
    await expect(makeBackup(empty, beside('all.tar.gz'), never)).rejects.toThrow(
      /nothing to back up in .*Set DATA_DIR/,
    );
    expect(readdirSync(beside('.'))).toEqual(['data']);
  });

  it('of a damaged ledger: the good ones before it would be deleted in its favour', async () => {
    const file = liveStoreFile(config);
    const bytes = readFileSync(file);
    bytes.fill(0xff, 40_960, 40_960 + 4096 * 20);
    writeFileSync(file, bytes);
    await expect(makeBackup(config, beside('all.tar.gz'), never)).rejects.toThrow(
      /live\.db is damaged \(.*see "A damaged store"/,
    );
    expect(readdirSync(beside('.'))).toEqual(['data']);
  });

  it('while another process makes one of the same folder', async () => {
    const work = join(config.dataDir, 'backup-work');
    const release = acquireWriterLock(work);
    await expect(makeBackup(config, beside('all.tar.gz'), never)).rejects.toThrow(
      /Another disclosed process/,
    );
    expect(existsSync(work)).toBe(true);
    release();
    await makeBackup(config, beside('all.tar.gz'), never);
  });

  it('when the program is stopped: nothing stays of what it did', async () => {
    const stop = new AbortController();
    const making = makeBackup(config, beside('all.tar.gz'), stop.signal);
    await until(() => existsSync(join(config.dataDir, 'backup-work/live.db')));
    stop.abort();
    expect(existsSync(join(config.dataDir, 'backup-work'))).toBe(false);
    // The program ends here; in this test the work meets what is missing.
    await expect(making).rejects.toThrow();
    expect(readdirSync(beside('.'))).toEqual(['data']);
  });
});

it('what a killed backup left is removed by the next one', async () => {
  const work = join(config.dataDir, 'backup-work');
  mkdirSync(work);
  writeFileSync(join(work, 'live.db'), 'half of a copy');
  writeFileSync(beside('all.tar.gz.unfinished'), 'half of an archive');
  await makeBackup(config, beside('all.tar.gz'), never);
  expect(readdirSync(beside('.')).sort()).toEqual(['all.tar.gz', 'data']);
  expect(existsSync(work)).toBe(false);
});
