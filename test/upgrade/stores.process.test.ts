/**
 * Stores of released versions, as backups in `stores/`, are restored and rolled forward: nothing of them is lost, and every question is
 * answered. A newer store is refused in one line.
 */

import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { extract } from 'tar';
import type { Config } from '../../src/config.js';
import { deriveCongress } from '../../src/ingest/derive/congress.js';
import { deriveDigests } from '../../src/ingest/derive/digests.js';
import { deriveMarkets } from '../../src/ingest/derive/europe.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { deriveForms35 } from '../../src/ingest/derive/form35.js';
import { derivePlanned } from '../../src/ingest/derive/form144.js';
import { deriveMajorHolders } from '../../src/ingest/derive/holders.js';
import { deriveTrackers } from '../../src/ingest/derive/portfolios.js';
import { rederiveIfRulesChanged } from '../../src/ingest/derive/rule-changes.js';
import { sourceDescriptions } from '../../src/ingest/source-descriptions.js';
import { packageRoot } from '../../src/package-root.js';
import { SqliteReadModel } from '../../src/read-model/sqlite/model.js';
import { createRegisters } from '../../src/registers/index.js';
import { curatedTrackers } from '../../src/service/curated-trackers.js';
import { accountsFile, liveStoreFile } from '../../src/service/data-folder.js';
import { restoreBackup } from '../../src/service/restore.js';
import { openAccountsFile } from '../../src/store/accounts/accounts-file.js';
import { markShown } from '../../src/store/crawl/readiness-marks.js';
import { describeSources } from '../../src/store/crawl/run-journal.js';
import { migrations } from '../../src/store/database/migrate.js';
import { bumpGeneration, openStore } from '../../src/store/database/open.js';
import { answersFrom, configOf, temporaryFolder } from '../backup/data-folder.js';
import { run } from '../commands/program.js';
import { readLists } from './read-lists.js';

const STORES = join(packageRoot(), 'test/upgrade/stores');
const NOW = new Date('2026-11-20T12:00:00.000Z');
const folder = temporaryFolder();
afterAll(() => folder.remove());

/** What an upgrade must keep, in columns that every version has. The last tables are not in the oldest stores. */
const KEPT = {
  form4_filing: 'accession, document_type, filed_at',
  form4_transaction: 'filing_id, "row", code, shares, price',
  form4_owner: 'filing_id, cik, name',
  insider: 'owner_cik, slug, name, first_seen',
  stock_act_report: 'chamber, document_id',
  stock_act_trade: 'report_id, "row", asset_description, transaction_date',
  member_slug: 'slug, member_id',
  pdmr_filing: 'market, filing_id, issuer_name, pdmr_name, publication_at',
  schedule13_filing: 'accession, issuer_cik, record',
  form144_notice: 'accession, issuer_cik, filed_at, notice',
  form35_filing: 'accession, issuer_cik, filed_at, filing',
  source_document: 'register, "key", url, sha256, retrieved_at',
  record_source: 'record, register, document_id',
};

function keptIn(file: string): Record<string, unknown[]> {
  const db = new Database(file, { readonly: true });
  try {
    const isThere = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
    const tables = Object.entries(KEPT).filter(([table]) => isThere.get(table) !== undefined);
    return Object.fromEntries(
      tables.map(([table, columns]) => [
        table,
        db.prepare(`SELECT ${columns} FROM ${table} ORDER BY ${columns}`).raw().all(),
      ]),
    );
  } finally {
    db.close();
  }
}

/** The first run of this version. */
function firstRun(config: Config): void {
  const store = openStore(liveStoreFile(config), 'write');
  const registers = createRegisters();
  const ids = new Set(registers.map(({ metadata }) => metadata.id));
  describeSources(store, sourceDescriptions(registers, ids));
  rederiveIfRulesChanged(store);
  deriveForm4(store);
  deriveForms35(store);
  derivePlanned(store);
  deriveMajorHolders(store);
  deriveMarkets(store, NOW);
  deriveCongress(store, { now: NOW, overrides: [] });
  deriveDigests(store, NOW, null);
  deriveTrackers(store, NOW, curatedTrackers(config), null);
  markShown(store, true);
  bumpGeneration(store, NOW);
  store.close();
}

describe.each(readdirSync(STORES))('the store %s', (name) => {
  it('is rolled forward with all its records, slugs, first-seen moments and keys, and answers every question', async () => {
    const archive = join(STORES, name);
    const before = join(folder.path, `${name}-before`);
    mkdirSync(before);
    await extract({ file: archive, cwd: before });
    const kept = keptIn(join(before, 'live.db'));
    for (const rows of Object.values(kept)) expect(rows.length).toBeGreaterThan(5);

    const config = configOf(join(folder.path, name));
    const { manifest } = await restoreBackup(config, archive, new AbortController().signal);
    expect(name).toBe(`${manifest.program}-schema-${manifest.members[0]?.schema}.tar.gz`);
    firstRun(config);
    expect(keptIn(liveStoreFile(config))).toMatchObject(kept);
    const answers = await answersFrom(liveStoreFile(config), join(folder.path, `${name}.db`));
    expect(answers.size).toBeGreaterThan(300);
    const model = new SqliteReadModel(join(folder.path, `${name}.db`));
    const open = await model.open();
    const counts = await readLists(open.reads, () => open.unreadable.counts(), NOW);
    // The oldest have only some sources.
    expect(counts.size).toBeGreaterThan(10);
    await open.close();
    await model.close();
    const accounts = openAccountsFile(accountsFile(config));
    expect(await accounts.rows('SELECT id, name, hour FROM api_key')).toEqual([[1, 'laptop', null]]);
    await accounts.close();
  });
});

it('there is a store of each released version, of at most 200 KB', () => {
  const changelog = readFileSync(join(packageRoot(), 'CHANGELOG.md'), 'utf8');
  const versions = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version);
  expect(versions.length).toBeGreaterThan(0);
  const names = readdirSync(STORES);
  expect(versions.filter((version) => !names.some((name) => name.startsWith(`${version}-`)))).toEqual([]);
  for (const name of names)
    expect([name, readFileSync(join(STORES, name)).length <= 200 * 1024]).toEqual([name, true]);
});

it.each([
  ['ingest', 'migrations', (data: string) => join(data, 'store/live.db')],
  ['status', 'migrations', (data: string) => join(data, 'store/live.db')],
  ['keys', 'migrations-accounts', (data: string) => join(data, 'accounts.db')],
] as const)(
  '%s refuses what a newer program wrote in one line, and leaves it as it is',
  (command, set, fileIn) => {
    const data = join(folder.path, `newer-${command}`);
    const file = fileIn(data);
    mkdirSync(join(file, '..'), { recursive: true });
    if (set === 'migrations') openStore(file, 'write').close();
    else void openAccountsFile(file).close();
    const db = new Database(file);
    const newer = migrations(set).length + 1;
    db.prepare('INSERT INTO migration VALUES (?, ?, ?)').run(newer, 'later.sql', NOW.toISOString());
    db.close();
    const before = readFileSync(file);
    const words = command === 'keys' ? ['keys', 'list'] : [command];
    const { code, stderr } = run(data, words, { CONTACT: 'Jane Roe jane@example.org', LOG_LEVEL: 'silent' });
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: `disclosed: ${file} has version ${newer}, written by a newer disclosed; this program knows version ${newer - 1}. Update disclosed.\n`,
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  },
);
