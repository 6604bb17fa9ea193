/** Backups of a service whose accounts and answers are in PostgreSQL. */

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventedFiling } from '../../eval/bench/digest-year.js';
import type { Config } from '../../src/config.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import { makeBackup } from '../../src/service/backup.js';
import { accountsFile, liveStoreFile } from '../../src/service/data-folder.js';
import { openWritableLedger } from '../../src/service/ledger-backup.js';
import { openLiveWriter } from '../../src/service/read-model.js';
import { restoreBackup } from '../../src/service/restore.js';
import { openAccountsFile } from '../../src/store/accounts/accounts-file.js';
import { openAccountsServer } from '../../src/store/accounts/accounts-server.js';
import { copyAccounts } from '../../src/store/accounts/copy.js';
import { bumpGeneration, openStore } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { POSTGRES_MISSING, startPostgres, type TestPostgres } from '../services/postgres.js';
import { configOf, contentOf, fillDataFolder, temporaryFolder } from './data-folder.js';

const suite = POSTGRES_MISSING === null ? describe : describe.skip;
const folder = temporaryFolder();
const never = new AbortController().signal;
const quiet = { info: () => undefined, warn: () => undefined };
afterAll(() => folder.remove());

/** What two databases of accounts must have alike: keys get new numbers in another one. */
const SAME = {
  account: 'id, display_name, recovery_hash, created_at, recovery_saved',
  passkey: 'id, account_id, public_key, counter, transports, created_at, last_used_at',
  session: 'hash, account_id, created_at, expires_at',
  api_key: 'hash, prefix, name, account_id, created_at, last_used_at, hour, calls',
};

suite(`a backup with PostgreSQL ${POSTGRES_MISSING ?? ''}`, () => {
  let servers: TestPostgres;
  let config: Config;
  let archive: string;
  const on = (name: string, url: string) =>
    configOf(join(folder.path, name), { DATABASE_URL: url, CONTACT: 'Jane Roe jane@example.org' });

  beforeAll(async () => {
    servers = await startPostgres();
    config = on('data', await servers.database());
    const empty = join(folder.path, 'empty.db');
    openStore(empty, 'write').close();
    await fillDataFolder(config, empty);
    const file = openAccountsFile(accountsFile(config));
    const server = await openAccountsServer(config.databaseUrl);
    await copyAccounts(file, server);
    await file.close();
    // A file of an earlier setting: the accounts of the service are in PostgreSQL.
    await server.run('DELETE FROM account WHERE id = ?', ['ben']);
    await server.close();
    await runOn(config, 1);
    archive = (await makeBackup(config, join(folder.path, 'all.tar.gz'), never)).file;
  });
  afterAll(() => servers?.close());

  /** A run of the writer. @returns the generation that it published */
  async function runOn(node: Config, n: number): Promise<number | undefined> {
    const ledger = await openWritableLedger(node, quiet);
    const model = await openLiveWriter(node, ledger.epoch);
    const filing = inventedFiling({ n, person: n, filedAt: '2026-11-10T15:00:00.000Z', code: 'P' });
    writeBatch(ledger.store, { register: 'sec-form4', now: new Date(), records: [filing] });
    deriveForm4(ledger.store);
    bumpGeneration(ledger.store, new Date());
    await publishGeneration(ledger.store, model, ledger.save);
    const newest = await model.newest();
    await model.close();
    await ledger.close();
    return newest?.number;
  }

  async function accountsIn(one: Config): Promise<unknown> {
    const database =
      one.databaseUrl === ''
        ? openAccountsFile(accountsFile(one))
        : await openAccountsServer(one.databaseUrl);
    try {
      const tables = Object.entries(SAME).map(async ([table, columns]) => [
        table,
        await database.rows(`SELECT ${columns} FROM ${table} ORDER BY created_at, 1`),
      ]);
      return Object.fromEntries(await Promise.all(tables));
    } finally {
      await database.close();
    }
  }

  it('has the accounts of the server, and is restored into files', async () => {
    const files = configOf(join(folder.path, 'files'));
    const { manifest } = await restoreBackup(files, archive, never);
    expect(manifest.members.map(({ name }) => name)).toEqual([
      'live.db',
      'accounts.db',
      'member-overrides.json',
    ]);
    const accounts = await accountsIn(config);
    expect(accounts).toMatchObject({
      account: [expect.arrayContaining(['ada'])],
      api_key: [expect.anything()],
    });
    expect(await accountsIn(files)).toEqual(accounts);
  });

  it('is restored into an empty database, and the node continues from there', async () => {
    const other = on('other', await servers.database());
    const { places } = await restoreBackup(other, archive, never);
    expect(places.at(-1)).toMatch(/^postgres:\/\//);
    expect(await accountsIn(other)).toEqual(await accountsIn(config));
    const { form4_filing: filings, insider } = contentOf(liveStoreFile(config));
    expect(contentOf(liveStoreFile(other))).toMatchObject({ form4_filing: filings, insider });
    expect(await runOn(other, 2)).toBeGreaterThan(0);
    expect(contentOf(liveStoreFile(other)).form4_filing).toHaveLength(2);
  });

  it('is not restored into a database that has something', async () => {
    // What a service has published and saved.
    const used = on('used', config.databaseUrl);
    await expect(restoreBackup(used, archive, never)).rejects.toThrow(
      /^the database holds a ledger that was saved at .* continues automatically: start it/,
    );
    const accounts = on('accounts', await servers.database());
    const server = await openAccountsServer(accounts.databaseUrl);
    await server.run('INSERT INTO api_key (hash, prefix, name, created_at) VALUES (?, ?, ?, ?)', [
      Buffer.from('x'),
      'dk_x',
      'x',
      '2026-11-20T12:00:00.000Z',
    ]);
    await server.close();
    await expect(restoreBackup(accounts, archive, never)).rejects.toThrow(
      /has accounts \(0\) or keys \(1\) already: a backup is restored only into an empty database/,
    );
    for (const one of [used, accounts]) expect(() => contentOf(liveStoreFile(one))).toThrow();
  });

  it('is made where the writer is', async () => {
    const elsewhere = on('elsewhere', config.databaseUrl);
    await expect(makeBackup(elsewhere, join(folder.path, 'elsewhere.tar.gz'), never)).rejects.toThrow(
      /^The newest ledger is on .*, which wrote last\. Make the backup there/,
    );
  });
});
