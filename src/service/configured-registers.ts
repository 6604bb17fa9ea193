/** The registers with the settings that some of them need. */

import { SERVICE_VERSION } from '../../tools/contract/rules.js';
import { type Config, ConfigError } from '../config.js';
import { type CuratedTracker, managerIds } from '../records/portfolios/tracker.js';
import { type ClientSettings, createRegisters } from '../registers/index.js';
import type { Register } from '../registers/register.js';
import { curatedTrackers } from './curated-trackers.js';
import { resolvePriceSettings } from './price-settings.js';

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
 * `REGISTERS`: `all`, a list, or `all` without some (`all,-sec-form4`) or with one that is only read if it is named
 * (`all,13f-all`). It includes only the price registers that
 * `PRICES` chooses.
 */
export function enabledRegisters(config: Config, registers: readonly Register[]): Set<string> {
  const ids = registers.map((register) => register.metadata.id);
  const usual = registers.flatMap(({ metadata }) =>
    metadata.isOnlyReadIfNamed === true ? [] : [metadata.id],
  );
  const enabled = new Set<string>();
  if (config.registers.every((word) => word === ''))
    throw new ConfigError(`REGISTERS names no register. There are: ${ids.join(', ')}`);
  for (const word of config.registers) {
    if (word === 'all') for (const id of usual) enabled.add(id);
    else if (ids.includes(word)) enabled.add(word);
    else if (word.startsWith('-') && ids.includes(word.slice(1))) enabled.delete(word.slice(1));
    else throw new ConfigError(`Unknown register in REGISTERS: ${word}. There are: ${ids.join(', ')}`);
  }
  if (enabled.size === 0)
    throw new ConfigError(
      `REGISTERS leaves no register to read; all,-ID leaves one out. There are: ${ids.join(', ')}`,
    );
  const prices = resolvePriceSettings(config).registers;
  for (const { metadata } of registers)
    if (metadata.source === 'prices' && !prices.has(metadata.id)) enabled.delete(metadata.id);
  return enabled;
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
