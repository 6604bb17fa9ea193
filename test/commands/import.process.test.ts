/** `disclosed import` and `disclosed parse`: what they read, what they print, and what they refuse. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { importSaved } from '../../src/commands/import.js';
import { parseSaved } from '../../src/commands/parse.js';
import { status } from '../../src/commands/status.js';
import { type Config, ConfigError, readConfig } from '../../src/config.js';
import { liveStoreFile } from '../../src/service/data-folder.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';
import { openStore, type Store } from '../../src/store/database/open.js';
import { derivedRows, importSample } from '../ingest/derived-rows.js';
import { publishedReads } from '../published-reads.js';

let config: Config;
/** What went to standard output and to standard error. */
let printed: string[];
let warned: string[];
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-import-'));
  config = readConfig({ DATA_DIR: folder, CONTACT: 'Ida Invented ida@example.org' });
  printed = [];
  warned = [];
  jest.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
  jest.spyOn(console, 'error').mockImplementation((text: string) => void warned.push(text));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(config.dataDir, { recursive: true, force: true });
});

async function inStore<T>(work: (store: Store) => T | Promise<T>): Promise<T> {
  const store = openStore(liveStoreFile(config), 'write');
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

it('rows of other rules of derivation are derived again by an import too', async () => {
  await inStore((store) => importSample(store, ['sec-form4', 'se-fi'], 30));
  await importSaved(config, 'sec-form4', []);
  const right = await inStore(derivedRows);
  expect(right.pdmr_feed!.length).toBeGreaterThan(0);
  await inStore(({ db }) => {
    db.exec(`UPDATE form4_label SET intent_label = 'old ' || id; UPDATE pdmr_feed SET public_row = '{}'`);
    db.exec('UPDATE generation SET derivation_version = NULL');
  });
  await importSaved(config, 'sec-form4', []);
  expect(await inStore(derivedRows)).toEqual(right);
});

it.each(['sec-form4', 'sec-form35', 'sec-144', 'sec-13dg', 'se-fi'])(
  'leaves nothing of %s to be derived by a later run',
  async (register) => {
    const folder = join(config.dataDir, 'saved');
    mkdirSync(folder, { recursive: true });
    for (const [at, { bytes }] of sampleDocuments(register, '2026-11-20').slice(-3).entries())
      writeFileSync(join(folder, `${at}.bin`), bytes);
    await importSaved(config, register, [folder], { json: true });
    expect(JSON.parse(printed[0]!).records).toBeGreaterThan(0);
    const pending = await inStore(({ db }) =>
      db
        .prepare<[], { name: string }>(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'pending_%'",
        )
        .all()
        .map(({ name }) => [
          name,
          db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${name}`).get()!.n,
        ]),
    );
    expect(pending.filter(([, rows]) => rows !== 0)).toEqual([]);
  },
);

/** A folder with two filings of the sample, one unparseable file, and some files of no register. */
function savedFolder(strangers = 2): string {
  const folder = join(config.dataDir, 'saved');
  mkdirSync(join(folder, 'deep'), { recursive: true });
  const [one, other] = sampleDocuments('sec-form4', '2026-11-20').slice(-2);
  writeFileSync(join(folder, `${one!.key}.txt`), one!.bytes);
  writeFileSync(join(folder, 'deep', `${other!.key}.txt`), other!.bytes);
  const broken = other!.bytes
    .toString('utf8')
    .replaceAll(other!.key, '9900090009-26-000009')
    .replace(/<ownershipDocument>[\s\S]*<\/ownershipDocument>/, '<ownershipDocument><issuer>');
  writeFileSync(join(folder, '9900090009-26-000009.txt'), broken);
  for (let n = 0; n < strangers; n += 1) writeFileSync(join(folder, `notes-${n}.md`), 'nothing');
  return folder;
}

describe('the output of an import', () => {
  it('is a table of read, new, unread and skipped documents, with reasons and short names', async () => {
    const folder = savedFolder();
    expect(await importSaved(config, 'sec-form4', [folder])).toBe(1);
    const text = printed.join('\n');
    expect(text.split('\n').slice(0, 2)).toEqual([
      'register   documents  read  records  new  warnings  unread  skipped',
      'sec-form4          3     2        2    2         0       1        2',
    ]);
    expect(text).toMatch(/Could not be parsed, kept for a later parser:\n {2}9900090009-26-000009: \S/);
    expect(text).toMatch(/Skipped, not a document of sec-form4:\n {2}notes-0\.md\n {2}notes-1\.md$/);
    expect(text).not.toContain(folder);
    expect(warned[0]).toMatch(/^a new key that signs what is published was made: \S+signing-key\.pem\. /);
    expect(warned[1]).toMatch(/^sec-form4: 0 of 5 files$/);
    printed = [];
    await importSaved(config, 'sec-form4', [folder]);
    expect(printed.join('\n')).toMatch(/sec-form4 +3 +2 +2 +0 +0 +1 +2\n/);
  });

  it('shortens a long list by default, and is one line of JSON for a program', async () => {
    const folder = savedFolder(40);
    await importSaved(config, 'sec-form4', [folder]);
    expect(printed.join('\n')).toMatch(/and 30 more \(--verbose lists them all\)$/);
    expect(printed.join('\n').match(/notes-/g)).toHaveLength(10);
    printed = [];
    await importSaved(config, 'sec-form4', [folder], { verbose: true });
    expect(printed.join('\n').match(/notes-/g)).toHaveLength(40);
    printed = [];
    await importSaved(config, 'sec-form4', [folder], { json: true });
    expect(printed).toHaveLength(1);
    expect(JSON.parse(printed[0]!)).toMatchObject({
      register: 'sec-form4',
      documents: 3,
      unread: 1,
      unreadReasons: [{ key: '9900090009-26-000009' }],
    });
  });
});

it('an import without a contact has the real trackers in the live store, and status shows that store', async () => {
  config = readConfig({ DATA_DIR: config.dataDir });
  await importSaved(config, 'sec-form4', [savedFolder()]);
  const slugs = await inStore(async (store) =>
    (await publishedReads(store).trackers()).map(({ slug }) => slug),
  );
  expect(slugs).toEqual(expect.arrayContaining(['berkshire', 'pelosi-tracker', 'kupor', 'trump']));
  expect(slugs).not.toContain('marrowgate');
  printed = [];
  expect(await status(config, {})).toBe(0);
  expect(printed.join('\n')).toContain(`Store ${liveStoreFile(config)}`);
  expect(warned.at(-1)).toBe('There is no sample store: this is the live store.');
  expect(await status(config, { store: 'sample' })).toBe(3);
  await expect(status(config, { store: 'other' })).rejects.toThrow(ConfigError);
});

describe('a file that is not regular', () => {
  it('is skipped with the reason, and never opened', async () => {
    const folder = join(config.dataDir, 'odd');
    mkdirSync(folder);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const endless = join(folder, 'endless');
    symlinkSync('/dev/zero', endless);
    expect(await importSaved(config, 'sec-form4', [pipe, endless, '/dev/null'])).toBe(1);
    const text = printed.join('\n');
    for (const name of ['pipe', 'endless', 'null'])
      expect(text).toContain(`  ${name}: it is not a regular file`);
    const lines: string[] = [];
    jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    expect(await parseSaved(config, 'sec-form4', [pipe])).toBe(1);
    expect(JSON.parse(lines[0]!)).toEqual({ notRecognised: 'pipe', why: 'it is not a regular file' });
  });

  it('is reported in one line if it does not exist', async () => {
    await expect(importSaved(config, 'sec-form4', ['/nowhere/at/all'])).rejects.toThrow(
      'There is no file or folder /nowhere/at/all',
    );
  });
});
