/** The registers with the settings that some of them need. */

import type { Config } from '../config.js';
import { managerIds } from '../records/tracker.js';
import { createRegisters } from '../registers/index.js';
import type { Register } from '../registers/register.js';
import { curatedTrackers } from './curated-trackers.js';

/** @throws ConfigError when the curated trackers cannot be used. */
export function configuredRegisters(config: Config): readonly Register[] {
  const { pricesDir, tiingoToken, ukNsmIndex, senateBaseUrl } = config;
  const trackers = curatedTrackers(config);
  return createRegisters({
    ukNsmIndex,
    senateBaseUrl,
    pricesDir,
    tiingo: { token: tiingoToken },
    managers: [...new Set(trackers.flatMap((one) => managerIds(one).map(({ cik }) => cik)))],
    filers: trackers.flatMap(({ archetype, sourceId }) =>
      archetype === 'oge_278t' && sourceId !== null ? [sourceId] : [],
    ),
  });
}
