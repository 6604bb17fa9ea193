/** Runs the tests of accounts and keys on both databases: a SQLite file, and PostgreSQL where it is installed. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from '@jest/globals';
import type { AccountsDatabase } from '../../src/store/accounts/accounts-database.js';
import { openAccountsFile } from '../../src/store/accounts/accounts-file.js';
import { openAccountsServer } from '../../src/store/accounts/accounts-server.js';
import { POSTGRES_MISSING, startPostgres, type TestPostgres } from '../services/postgres.js';

export interface AccountsEngine {
  name: 'SQLite' | 'PostgreSQL';
  /** A new empty database. Each call of the result opens it once more, as another process does. */
  create(): () => Promise<AccountsDatabase>;
}

/** Describes `tests` once for each engine. */
export function describeEngines(title: string, tests: (engine: AccountsEngine) => void): void {
  describe(`${title} on SQLite`, () => {
    let folder: string;
    let count = 0;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'accounts-'));
    });
    afterAll(() => rmSync(folder, { recursive: true }));
    tests({
      name: 'SQLite',
      create() {
        count += 1;
        const file = join(folder, `accounts-${count}.db`);
        return async () => openAccountsFile(file);
      },
    });
  });

  const suite = POSTGRES_MISSING === null ? describe : describe.skip;
  suite(`${title} on PostgreSQL ${POSTGRES_MISSING ?? ''}`, () => {
    let servers: TestPostgres;
    let url: string;
    let count = 0;
    beforeAll(async () => {
      servers = await startPostgres();
      url = await servers.database();
    });
    afterAll(() => servers.close());
    tests({
      name: 'PostgreSQL',
      create() {
        count += 1;
        const schema = `test_${count}`;
        return () => openAccountsServer(url, { schema });
      },
    });
  });
}

/** The rows of a question, for tests that look into the tables. */
export async function rowsOf(database: AccountsDatabase, sql: string): Promise<unknown[][]> {
  return database.rows(sql);
}
