/** The whole service with account pages over an accounts.db in memory, at a moment that the test moves. */

import { accountRoutes } from '../../src/accounts/routes.js';
import { clientAddress } from '../../src/limits/address.js';
import { createKeys, type Keys } from '../../src/limits/keys.js';
import { openAccounts, type Store } from '../../src/store/accounts/open-accounts.js';
import { BASE_URL, type Service, startService } from '../transports/service.js';
import { Visitor } from './visitor.js';

export interface AccountService {
  service: Service;
  store: Store;
  keys: Keys;
  /** Unix milliseconds; move it to let time pass. */
  clock: { now: number };
  faults: Array<{ details: object; message: string }>;
  visitor(address?: string): Visitor;
  close(): Promise<void>;
}

export async function startAccounts(baseUrl = BASE_URL): Promise<AccountService> {
  const store = openAccounts(':memory:');
  const clock = { now: Date.parse('2026-11-20T12:34:56.000Z') };
  const now = () => clock.now;
  const faults: AccountService['faults'] = [];
  const keys = createKeys(store, { now });
  const limits = { keyless: 60, withKey: 600 };
  const trustProxy = ['loopback'];
  const service = await startService({
    keyRing: keys,
    rateLimits: limits,
    trustProxy,
    site: accountRoutes({
      store,
      keys,
      baseUrl,
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
    store,
    keys,
    clock,
    faults,
    visitor: (address) => new Visitor(service.port, url.origin, address),
    async close() {
      await service.close();
      keys.close();
      store.close();
    },
  };
}
