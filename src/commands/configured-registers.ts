/** The registers with the settings that some of them need. */

import type { Config } from '../config.js';
import { createRegisters } from '../registers/index.js';
import type { Register } from '../registers/register.js';

export function configuredRegisters(config: Config): readonly Register[] {
  const { pricesDir, tiingoToken, ukNsmIndex, senateBaseUrl } = config;
  return createRegisters({ ukNsmIndex, senateBaseUrl, pricesDir, tiingo: { token: tiingoToken } });
}
