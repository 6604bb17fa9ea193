/** The whole service with account pages over a database of accounts, at a moment that the test moves. */

import { accountRoutes } from '../../src/accounts/routes.js';
import { Watching } from '../../src/accounts/watch.js';
import { clientAddress } from '../../src/limits/address.js';
import { Keys } from '../../src/limits/keys.js';
import { accountFrame } from '../../src/service/account-pages.js';
import type { AccountsDatabase } from '../../src/store/accounts/accounts-database.js';
import { BASE_URL, type Service, startService } from '../transports/service.js';
import { Visitor } from './visitor.js';

export interface AccountService {
  service: Service;
  database: AccountsDatabase;
  keys: Keys;
  /** Unix milliseconds; move it to let time pass. */
  clock: { now: number };
  faults: Array<{ details: object; message: string }>;
  visitor(address?: string): Visitor;
  close(): Promise<void>;
}

/** Every name is known. */
const RULES = {
  targets: 'public',
  baseUrl: BASE_URL,
  license: 'https://creativecommons.org/licenses/by/4.0/',
  sample: false,
  check: async () => undefined,
} as const;

/** `database` is closed with the service. */
export async function startAccounts(database: AccountsDatabase, baseUrl = BASE_URL): Promise<AccountService> {
  const clock = { now: Date.parse('2026-11-20T12:34:56.000Z') };
  const now = () => clock.now;
  const faults: AccountService['faults'] = [];
  const keys = new Keys(database, { now });
  await keys.follow();
  const limits = { keyless: 60, withKey: 600 };
  const trustProxy = ['loopback'];
  const service = await startService({
    keyRing: keys,
    rateLimits: limits,
    trustProxy,
    site: accountRoutes({
      watching: new Watching(database, RULES, now),
      database,
      keys,
      baseUrl,
      frame: accountFrame({ baseUrl, sample: false, accounts: true }),
      addressOf: clientAddress(trustProxy),
      limits,
      log: { error: (details, message) => void faults.push({ details, message }) },
      now,
    }),
  });
  const url = new URL(baseUrl);
  if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
  return {
    service,
    database,
    keys,
    clock,
    faults,
    visitor: (address) => new Visitor(service.port, url.origin, address),
    async close() {
      await service.close();
      await keys.close();
      await database.close();
    },
  };
}
