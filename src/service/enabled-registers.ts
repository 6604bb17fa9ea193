/** Which registers the settings switch on. */

import { type Config, ConfigError } from '../config.js';
import { KNOWN_REGISTERS } from '../registers/known-registers.js';
import { resolvePriceSettings } from './price-settings.js';

/**
 * `REGISTERS`: `all`, a list, or `all` without some (`all,-sec-form4`) or with one that is only read if it is named
 * (`all,13f-all`). It includes only the price registers that
 * `PRICES` chooses.
 * @throws ConfigError for a register that is unknown, and when none is left
 */
export function enabledRegisters(config: Config): Set<string> {
  const ids = KNOWN_REGISTERS.map(({ metadata }) => metadata.id);
  const usual = KNOWN_REGISTERS.flatMap(({ metadata }) =>
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
  for (const { metadata } of KNOWN_REGISTERS)
    if (metadata.source === 'prices' && !prices.has(metadata.id)) enabled.delete(metadata.id);
  return enabled;
}
