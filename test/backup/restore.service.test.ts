/** What a restore refuses, and that it then leaves nothing. */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { create } from 'tar';
import type { Config } from '../../src/config.js';
import { makeBackup } from '../../src/service/backup.js';
import {
  accountsFile,
  ensureStoreFolder,
  liveStoreFile,
  readModelFile,
} from '../../src/service/data-folder.js';
import { exitStatusOf } from '../../src/service/exit-status.js';
import { ownOverridesFile } from '../../src/service/member-overrides.js';
import { restoreBackup } from '../../src/service/restore.js';
import { acquireWriterLock, openStore } from '../../src/store/database/open.js';
import { configOf, fillDataFolder, temporaryFolder, until } from './data-folder.js';

const folder = temporaryFolder();
const never = new AbortController().signal;
const beside = (name: string) => join(folder.path, name);
let archive: string;
let target: Config;
let number = 0;
beforeAll(async () => {
  const config = configOf(beside('data'));
  const empty = beside('empty.db');
  openStore(empty, 'write').close();
  await fillDataFolder(config, empty);
  archive = (await makeBackup(config, beside('all.tar.gz'), never)).file;
});
afterAll(() => folder.remove());
beforeEach(() => {
  number += 1;
  target = configOf(beside(`restored-${number}/deeper`));
});

/** The one line that an operator sees, and the exit code. Nothing may be left of the data folder. */
async function refusal(file: string): Promise<string> {
  const error = await restoreBackup(target, file, never).then(
    () => new Error('it was restored'),
    (reason: unknown) => reason,
  );
  const { code, message } = exitStatusOf(error);
  expect(message).not.toContain('\n');
  expect(existsSync(beside(`restored-${number}`))).toBe(false);
  return `${code} ${message}`;
}

/** The archive with other members: `change` works on its unpacked files. */
async function changed(names: string[], change: (folder: string) => void): Promise<string> {
  const unpacked = beside(`unpacked-${number}`);
  mkdirSync(unpacked);
  const { extract } = await import('tar');
  await extract({ file: archive, cwd: unpacked });
  change(unpacked);
  const file = beside(`changed-${number}.tar.gz`);
  await create({ file, cwd: unpacked, gzip: true, preservePaths: true }, names);
  return file;
}

const ALL = ['manifest.json', 'live.db', 'accounts.db', 'member-overrides.json'];
const editManifest =
  (edit: (manifest: Record<string, unknown> & { members: Array<Record<string, unknown>> }) => void) =>
  (unpacked: string) => {
    const file = join(unpacked, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    edit(manifest);
    writeFileSync(file, JSON.stringify(manifest));
  };

describe('an archive is refused in one line, and nothing is written,', () => {
  it.each([
    ['if it does not exist', () => beside('none.tar.gz'), /^2 .*none\.tar\.gz does not exist/],
    ['if it is a folder', () => folder.path, /^1 .* cannot be read: EISDIR/],
  ])('%s', async (_why, file, message) => {
    expect(await refusal(file())).toMatch(message);
  });

  it.each([
    ['is empty', Buffer.alloc(0), /^1 .*not a backup of disclosed/],
    ['is no archive', Buffer.from('not an archive\n'.repeat(200)), /^1 .*damaged or not a backup/],
    ['is another compressed file', gzipSync('text\n'.repeat(500)), /^1 .*not a backup/],
  ])('if it %s', async (_why, bytes, message) => {
    const file = beside(`wrong-${number}.tar.gz`);
    writeFileSync(file, bytes);
    expect(await refusal(file)).toMatch(message);
  });

  it('if it was cut off, wherever', async () => {
    const bytes = readFileSync(archive);
    for (const part of [0.001, 0.1, 0.5, 0.9, 0.99999]) {
      const file = beside('cut.tar.gz');
      writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * part)));
      expect([part, await refusal(file)]).toEqual([
        part,
        expect.stringMatching(/^1 .*(?:damaged|not a backup)/),
      ]);
    }
  });

  it('if a byte of its content changed, wherever', async () => {
    // Compressed again, so that only the manifest can notice it: gzip has its own checksum.
    const bytes = gunzipSync(readFileSync(archive));
    const last = bytes.lastIndexOf(Buffer.from('I999102'));
    for (const at of [600, 2100, 50_000, 200_000, bytes.length >> 1, last]) {
      const wrong = Buffer.from(bytes);
      wrong[at] = (wrong[at] ?? 0) ^ 1;
      const file = beside('flipped.tar.gz');
      writeFileSync(file, gzipSync(wrong, { level: 1 }));
      expect([at, await refusal(file)]).toEqual([at, expect.stringMatching(/^[13] .*(?:damaged|backup)/)]);
    }
    const compressed = readFileSync(archive);
    // The last eight bytes are gzip's checksum: the manifest has hashes of the content.
    for (const at of [4, 30, compressed.length >> 2, compressed.length >> 1]) {
      const wrong = Buffer.from(compressed);
      wrong[at] = (wrong[at] ?? 0) ^ 0x10;
      // The first bytes hold a time that nothing depends on.
      const isHeader = at < 10;
      const file = beside('flipped.tar.gz');
      writeFileSync(file, wrong);
      if (!isHeader) expect([at, await refusal(file)]).toEqual([at, expect.stringMatching(/^1 /)]);
    }
  });

  it.each([
    ['has a path out of the folder', [...ALL, '../outside.txt'], 'it has a member "../outside.txt"'],
    ['has an absolute path', [...ALL, '/etc/hostname'], 'it has a member "/etc/hostname"'],
    ['has a link', ['manifest.json', 'live.db'], 'live.db in it is not a plain file'],
    ['has another file', [...ALL, 'more.txt'], 'it has a member "more.txt", which no backup has'],
    ['does not begin with its manifest', [...ALL].reverse(), 'manifest.json is not its first member'],
    ['has a file twice', [...ALL, 'live.db'], 'it has "live.db" twice'],
    ['lacks a file', ALL.slice(0, 2), 'damaged: accounts.db is missing in it'],
  ])('if it %s', async (why, names, message) => {
    const file = await changed(names, (unpacked) => {
      writeFileSync(beside('outside.txt'), 'outside');
      writeFileSync(join(unpacked, 'more.txt'), 'more');
      if (why !== 'has a link') return;
      rmSync(join(unpacked, 'live.db'));
      symlinkSync('/etc/hostname', join(unpacked, 'live.db'));
    });
    expect(await refusal(file)).toContain(message);
  });

  it.each([
    [
      'a ledger of a newer version',
      editManifest(({ members }) => Object.assign(members[0] ?? {}, { schema: 999 })),
      /^3 live\.db in .* has version 999, written by a newer disclosed; this program knows version \d+\. Update disclosed\.$/,
    ],
    [
      'accounts of a newer version',
      editManifest(({ members }) => Object.assign(members[1] ?? {}, { schema: 999 })),
      /^3 accounts\.db in .* has version 999, written by a newer disclosed/,
    ],
    [
      'a form of a newer version',
      editManifest((manifest) => Object.assign(manifest, { format: 3, files: [] })),
      /^3 .* is an archive of format 3, written by a newer disclosed; this program knows format 2\. Update/,
    ],
    [
      'a manifest of another program',
      (unpacked: string) => writeFileSync(join(unpacked, 'manifest.json'), '{}'),
      /^1 .*manifest\.json cannot be read/,
    ],
    [
      'a file that its manifest leaves out',
      editManifest(({ members }) => void members.pop()),
      /^1 .* its manifest does not list "member-overrides\.json"/,
    ],
  ])('if it has %s', async (_what, change, message) => {
    expect(await refusal(await changed(ALL, change))).toMatch(message);
  });
});

describe('a data folder that is not empty is left as it is, if it has', () => {
  it.each([
    ['a ledger', (config: Config) => liveStoreFile(config)],
    ['a read model', (config: Config) => readModelFile(liveStoreFile(config))],
    ['accounts', (config: Config) => accountsFile(config)],
    ['identities of its own', (config: Config) => ownOverridesFile(config)],
  ])('%s', async (_what, fileOf) => {
    const file = fileOf(target);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, 'mine');
    const before = readdirSync(target.dataDir, { recursive: true });
    const error = await restoreBackup(target, archive, never).catch((reason: unknown) => reason);
    expect(exitStatusOf(error)).toEqual({ code: 2, message: expect.stringMatching(/exists.*Move/) });
    expect(readdirSync(target.dataDir, { recursive: true })).toEqual(before);
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});

it('an empty list of identities, as every checkout has it, is replaced', async () => {
  const file = ownOverridesFile(target);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '[]\n');
  await restoreBackup(target, archive, never);
  expect(readFileSync(file, 'utf8')).toContain('I999102');
});

describe('a restore that does not end', () => {
  it('because the program is stopped leaves nothing', async () => {
    const stop = new AbortController();
    const restoring = restoreBackup(target, archive, stop.signal);
    await until(() => existsSync(join(target.dataDir, 'restore-work/unpacked')));
    stop.abort();
    expect(existsSync(beside(`restored-${number}`))).toBe(false);
    await expect(restoring).rejects.toThrow();
    expect(existsSync(beside(`restored-${number}`))).toBe(false);
  });

  it('because it was killed between two files keeps every writer away until it is done again', async () => {
    await restoreBackup(target, archive, never);
    // As a process leaves it that was killed when it had placed the ledger alone.
    const placing = join(target.dataDir, 'restore-work/placing');
    mkdirSync(placing, { recursive: true });
    const unpacked = await changed(ALL, () => undefined);
    expect(existsSync(unpacked)).toBe(true);
    copyFileSync(join(beside(`unpacked-${number}`), 'manifest.json'), join(placing, 'manifest.json'));
    renameSync(accountsFile(target), join(placing, 'accounts.db'));
    renameSync(ownOverridesFile(target), join(placing, 'member-overrides.json'));
    expect(() => ensureStoreFolder(target)).toThrow(
      /^A restore into .* was killed half-way\. Run "disclosed restore FILE" again/,
    );
    const { places } = await restoreBackup(target, archive, never);
    expect(places).toEqual([liveStoreFile(target), accountsFile(target), ownOverridesFile(target)]);
    expect(places.every((file) => existsSync(file))).toBe(true);
    ensureStoreFolder(target);
    expect(readdirSync(target.dataDir).sort()).toEqual(['accounts.db', 'curated', 'store']);
  });

  it('because a file cannot be placed takes back what it placed', async () => {
    // A file is in the place of the folder that the last file needs.
    mkdirSync(target.dataDir, { recursive: true });
    writeFileSync(join(target.dataDir, 'curated'), 'a file');
    await expect(restoreBackup(target, archive, never)).rejects.toThrow(
      /could not be restored, and nothing of it was kept: ENOTDIR/,
    );
    expect(readdirSync(target.dataDir)).toEqual(['curated']);
  });
});

it('says in words that DATA_DIR cannot be made', async () => {
  const file = join(folder.path, 'a-file');
  writeFileSync(file, '');
  await expect(restoreBackup(configOf(join(file, 'data')), archive, never)).rejects.toThrow(
    /could not be restored, and nothing of it was kept: ENOTDIR/,
  );
});

it('two restores into one folder do not mix', async () => {
  const work = join(target.dataDir, 'restore-work');
  const release = acquireWriterLock(work);
  await expect(restoreBackup(target, archive, never)).rejects.toThrow(/Another disclosed process/);
  expect(existsSync(work)).toBe(true);
  release();
  await restoreBackup(target, archive, never);
});
