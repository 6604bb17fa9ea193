/** The settings about prices: which registers bring them, which of them are shown, and why none are. */

import { readdirSync } from 'node:fs';
import { type Config, ConfigError } from '../config.js';
import type { ShownPrices } from '../ingest/derive/digests.js';
import { isReader } from './read-model.js';

interface PriceSettings {
  shown: ShownPrices;
  /** The price registers that are read. */
  registers: ReadonlySet<string>;
  /** One sentence for the catalog. */
  note: string;
}

const SEC_PRICES_NOTE =
  'Closes come from the price column of the fails-to-deliver files of the SEC (sparse, two to six weeks late) and, on days without one, from what insiders traded at. Splits are adjusted where their events are known.';

/** Read with any source of closes: its files also map the CUSIPs of a 13F to tickers. */
const CUSIP_REGISTER = 'prices-sec';

/** @throws ConfigError if a source is chosen without the settings that it needs. */
export function resolvePriceSettings(config: Config): PriceSettings {
  const { prices, pricesDir, tiingoToken, pricesDisplayAcknowledged } = config;
  // The operator's files may bring split events for closes of any source.
  const files = pricesDir === '' ? [] : ['prices-csv'];
  switch (prices) {
    case 'off':
      return {
        shown: null,
        registers: new Set(),
        note: 'Prices are switched off (PRICES=off): series are empty, returns null, and CUSIPs are resolved by the issuer’s name alone.',
      };
    case 'sec-public':
      return { shown: 'sec-public', registers: new Set(['prices-sec', ...files]), note: SEC_PRICES_NOTE };
    case 'csv':
      if (pricesDir === '')
        throw new ConfigError('PRICES=csv needs PRICES_DIR, the folder of the price files');
      return {
        shown: 'csv',
        registers: new Set([CUSIP_REGISTER, ...files]),
        note: 'Closes and splits come from files of the operator.',
      };
    case 'tiingo':
      if (tiingoToken === '') throw new ConfigError('PRICES=tiingo needs TIINGO_TOKEN');
      if (!pricesDisplayAcknowledged)
        return {
          shown: null,
          registers: new Set(),
          note: 'Tiingo does not allow its prices to be shown to the public, so none are read: series are empty, returns null. An operator who may show them sets PRICES_DISPLAY_ACKNOWLEDGED=yes.',
        };
      return {
        shown: 'tiingo',
        registers: new Set([CUSIP_REGISTER, 'prices-tiingo', ...files]),
        note: 'Closes and splits come from Tiingo, shown under the licence of the operator.',
      };
  }
}

/**
 * Only the start checks the folder. Later a disk that was unmounted is a failure of this register alone: the others are still read, and
 * what they publish is served.
 * @throws ConfigError if this node reads price files and cannot read their folder.
 */
export function requirePriceFolder(config: Config): void {
  const { pricesDir } = config;
  if (isReader(config) || !resolvePriceSettings(config).registers.has('prices-csv')) return;
  try {
    readdirSync(pricesDir);
  } catch (error) {
    // The file system throws only errors.
    throw new ConfigError(
      `PRICES_DIR cannot be read: ${(error as Error).message}. Name your folder of price files.`,
    );
  }
}
