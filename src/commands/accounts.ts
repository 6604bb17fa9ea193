/** `disclosed accounts list|delete|copy`: shows what the operator may know about the accounts, deletes and moves them. */

import { existsSync } from 'node:fs';
import { type Config, ConfigError } from '../config.js';
import { maskedPostgresUrl } from '../database/postgres-address.js';
import { accountsFile } from '../service/data-folder.js';
import { openAccounts } from '../service/key-store.js';
import { type AccountSummary, deleteAccount, listAccounts } from '../store/accounts/accounts.js';
import type { AccountsDatabase } from '../store/accounts/accounts-database.js';
import { openAccountsFile } from '../store/accounts/accounts-file.js';
import { copyAccounts } from '../store/accounts/copy.js';

/** @returns 0 */
export function showAccounts(config: Config, options: { json?: boolean }): Promise<number> {
  return withAccounts(config, async (database) => {
    const rows = await listAccounts(database);
    console.log(options.json === true ? JSON.stringify(rows, null, 2) : plain(rows));
    return 0;
  });
}

/** A running service refuses their sessions at once and their keys within two seconds. @returns 1 if one of `ids` is unknown */
export function removeAccounts(config: Config, ids: string[], options: { json?: boolean }): Promise<number> {
  return withAccounts(config, async (database) => {
    const deleted: string[] = [];
    for (const id of ids) if (await deleteAccount(database, id)) deleted.push(id);
    for (const id of ids)
      if (!deleted.includes(id))
        console.error(`${id} is not an account. "disclosed accounts list" shows them.`);
    if (options.json === true) console.log(JSON.stringify({ deleted }));
    else for (const id of deleted) console.log(`deleted ${id}`);
    return deleted.length === ids.length ? 0 : 1;
  });
}

/**
 * Copies accounts.db of `DATA_DIR` to PostgreSQL, before the first start with `DATABASE_URL` or after it.
 * @returns 1 if it was copied before
 */
export async function copyAccountsToServer(config: Config, options: { json?: boolean }): Promise<number> {
  if (config.databaseUrl === '')
    throw new ConfigError('DATABASE_URL must be set: it says to which PostgreSQL accounts.db is copied');
  const file = accountsFile(config);
  if (!existsSync(file)) throw new ConfigError(`${file} does not exist: there is nothing to copy`);
  const source = openAccountsFile(file);
  try {
    return await withAccounts(config, async (database) => {
      const copied = await copyAccounts(source, database);
      const place = maskedPostgresUrl(config.databaseUrl);
      if (copied === null) {
        console.error(
          `${place} has accounts or keys of ${file} already. Nothing was copied: it would bring back what was revoked since.`,
        );
        return 1;
      }
      const { accounts, passkeys, sessions, keys } = copied;
      if (options.json === true) console.log(JSON.stringify({ copied }));
      else
        console.log(
          `copied to ${place}: accounts ${accounts}, passkeys ${passkeys}, sessions ${sessions}, keys ${keys}`,
        );
      return 0;
    });
  } finally {
    await source.close();
  }
}

function plain(rows: AccountSummary[]): string {
  if (rows.length === 0) return 'There is no account.';
  return rows
    .map(
      ({ id, displayName, createdAt, passkeys, keys }) =>
        `${id} ${displayName === '' ? '(no name)' : displayName}: created ${createdAt}, passkeys ${passkeys}, keys ${keys}`,
    )
    .join('\n');
}

async function withAccounts(
  config: Config,
  work: (database: AccountsDatabase) => Promise<number>,
): Promise<number> {
  const database = await openAccounts(config);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
