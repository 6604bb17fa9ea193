/** `disclosed accounts list|delete`: shows what the operator may know about the accounts, and deletes them. */

import type { Config } from '../config.js';
import { openAccounts } from '../service/key-store.js';
import { type AccountSummary, deleteAccount, listAccounts } from '../store/accounts/accounts.js';
import type { AccountsDatabase } from '../store/accounts/accounts-database.js';

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
