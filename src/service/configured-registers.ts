/** The registers with the settings that some of them need. */

import { SERVICE_VERSION } from '../../tools/contract/rules.js';
import { type Config, ConfigError } from '../config.js';
import { type CuratedTracker, managerIds } from '../records/portfolios/tracker.js';
import { type ClientSettings, createRegisters } from '../registers/index.js';
import type { Register } from '../registers/register.js';
import { curatedTrackers } from './curated-trackers.js';

/**
 * @param trackers whose managers and filers are queried; by default the set that the settings choose
 * @throws ConfigError when the curated trackers cannot be used.
 */
export function configuredRegisters(
  config: Config,
  trackers: readonly CuratedTracker[] = curatedTrackers(config),
): readonly Register[] {
  const { pricesDir, tiingoToken, ukNsmIndex, senateBaseUrl } = config;
  return createRegisters({
    ukNsmIndex,
    senateBaseUrl,
    pricesDir,
    tiingo: { token: tiingoToken },
    managerQuarters: config.managerQuarters,
    managers: [...new Set(trackers.flatMap((one) => managerIds(one).map(({ cik }) => cik)))],
    filers: trackers.flatMap(({ archetype, sourceId }) =>
      archetype === 'oge_278t' && sourceId !== null ? [sourceId] : [],
    ),
  });
}

/**
 * What the HTTP clients of the registers need: how they name this operator, how fast and where they may go.
 * @throws ConfigError with `OFFLINE`
 */
export function clientSettings(config: Config, signal: AbortSignal): ClientSettings {
  const { contact, secRequestsPerSecond, allowedHosts, offline } = config;
  // The only way to a client for a register.
  if (offline)
    throw new ConfigError('OFFLINE=1 forbids every request to a register. Run this command without it.');
  return { contact, version: SERVICE_VERSION, secRequestsPerSecond, allowedHosts, signal };
}
