/** `disclosed keys create|list|revoke`: lets the operator manage API keys, with or without account pages. */

import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config.js';
import type { KeyListing } from '../limits/keys.js';
import { type OpenKeyStore, openKeyStore } from '../service/key-store.js';

interface KeyCommandOptions {
  json?: boolean;
  account?: string;
}

const NAME_MAX = 60;

/** Prints the new key on standard output, alone unless `json`. @returns 0 */
export async function createKey(
  config: Config,
  log: Logger,
  options: KeyCommandOptions & { name?: string },
): Promise<number> {
  const name = (options.name ?? '').trim();
  if (name === '' || name.length > NAME_MAX || /\p{C}/u.test(name))
    throw new ConfigError(`--name must be 1 to ${NAME_MAX} characters without control characters`);
  return withKeys(config, log, async ({ keys }) => {
    const { account } = options;
    const made = await keys.issue(name, account ?? null);
    if (made === null)
      throw new ConfigError(`--account names no account: ${account}. "disclosed accounts list" shows them.`);
    const { id, prefix, key } = made;
    if (options.json === true)
      console.log(JSON.stringify({ id, prefix, name, accountId: account ?? null, key }));
    else {
      console.error(`Key ${id}, ${name}. It cannot be shown again:`);
      console.log(key);
    }
    return 0;
  });
}

/** @returns 0 */
export function listKeys(config: Config, log: Logger, options: KeyCommandOptions): Promise<number> {
  return withKeys(config, log, async ({ keys }) => {
    const rows = await keys.list(options.account);
    console.log(options.json === true ? JSON.stringify(rows, null, 2) : plain(rows));
    return 0;
  });
}

/** @returns 1 if one of `wanted` is unknown or matches several keys; the others are revoked. */
export function revokeKeys(
  config: Config,
  log: Logger,
  wanted: string[],
  options: KeyCommandOptions,
): Promise<number> {
  return withKeys(config, log, async ({ keys }) => {
    const rows = await keys.list();
    const revoked: KeyListing[] = [];
    let missed = 0;
    for (const word of wanted) {
      const whole = await keys.find(word);
      const found = rows.filter(
        (row) => row.id === whole || String(row.id) === word || row.prefix === word.replace(/…$/, ''),
      );
      const [row] = found;
      if (row !== undefined && found.length === 1 && (await keys.revoke(row.id))) revoked.push(row);
      else {
        missed += 1;
        // Only the beginning: it may be a whole key.
        const shown = word.length > 12 ? `${word.slice(0, 11)}…` : word;
        const why =
          found.length > 1 ? `matches keys ${found.map((one) => one.id).join(', ')}` : 'is not a key';
        console.error(`${shown} ${why}. "disclosed keys list" shows them.`);
      }
    }
    const names = revoked.map(({ id, prefix, name }) => ({ id, prefix, name }));
    if (options.json === true) console.log(JSON.stringify({ revoked: names }));
    else for (const { id, prefix, name } of names) console.log(`revoked ${id} ${prefix}… ${name}`);
    return missed === 0 ? 0 : 1;
  });
}

function plain(rows: KeyListing[]): string {
  if (rows.length === 0) return 'There is no key.';
  return rows
    .map(
      (row) =>
        `${String(row.id).padStart(5)} ${row.prefix}… ${row.name}: ${row.accountId === null ? 'of the operator' : `of account ${row.accountId}`}, created ${row.createdAt}, last used ${row.lastUsedAt ?? 'never'}, calls in this hour ${row.callsThisHour}`,
    )
    .join('\n');
}

async function withKeys(
  config: Config,
  log: Logger,
  work: (open: OpenKeyStore) => Promise<number>,
): Promise<number> {
  const open = await openKeyStore(config, log);
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}
