/**
 * The settings about prices: which registers are read, which prices are shown, and how the catalog explains missing
 * ones.
 */

import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from '../../src/config.js';
import { enabledRegisters } from '../../src/service/enabled-registers.js';
import { requirePriceFolder, resolvePriceSettings } from '../../src/service/price-settings.js';

describe('service/price-settings', () => {
  const choice = (environment: Record<string, string>) => resolvePriceSettings(readConfig(environment));
  const enabled = (environment: Record<string, string>) => {
    return [...enabledRegisters(readConfig(environment))].filter((id) => id.startsWith('prices'));
  };

  describe('the choice of prices', () => {
    it('is the public ones by default', () => {
      expect(choice({})).toMatchObject({ shown: 'sec-public' });
      expect(enabled({})).toEqual(['prices-sec']);
    });

    it('reads split events of the operator with any source of closes', () => {
      expect(enabled({ PRICES_DIR: '/prices' })).toEqual(['prices-sec', 'prices-csv']);
      expect(choice({ PRICES: 'csv', PRICES_DIR: tmpdir() })).toMatchObject({ shown: 'csv' });
      expect(enabled({ PRICES: 'csv', PRICES_DIR: tmpdir() })).toEqual(['prices-sec', 'prices-csv']);
    });

    it('neither reads nor shows Tiingo before the operator says that it may be shown', () => {
      const tiingo = { PRICES: 'tiingo', TIINGO_TOKEN: 'abc' };
      expect(choice(tiingo)).toMatchObject({
        shown: null,
        note: expect.stringContaining('PRICES_DISPLAY_ACKNOWLEDGED=yes'),
      });
      expect(enabled(tiingo)).toEqual([]);
      const acknowledged = { ...tiingo, PRICES_DISPLAY_ACKNOWLEDGED: 'yes' };
      expect(choice(acknowledged)).toMatchObject({ shown: 'tiingo' });
      expect(enabled(acknowledged)).toEqual(['prices-sec', 'prices-tiingo']);
    });

    it('shows none when switched off, and leaves out a register that REGISTERS leaves out', () => {
      expect(choice({ PRICES: 'off' })).toMatchObject({ shown: null });
      expect(enabled({ PRICES: 'off', PRICES_DIR: '/prices' })).toEqual([]);
      expect(enabled({ REGISTERS: 'all,-prices-sec' })).toEqual([]);
    });

    it.each([
      [{ PRICES: 'csv' }, /PRICES_DIR/],
      [{ PRICES: 'tiingo' }, /TIINGO_TOKEN/],
      [{ PRICES: 'yahoo' }, /must be one of sec-public, csv, tiingo, off/],
      [{ PRICES_DISPLAY_ACKNOWLEDGED: 'true' }, /must be empty or yes/],
      [{ TIINGO_TOKEN: 'two words' }, /without spaces/],
    ] as Array<[Record<string, string>, RegExp]>)('refuses %j', (environment, reason) => {
      expect(() => choice(environment)).toThrow(ConfigError);
      expect(() => choice(environment)).toThrow(reason);
    });
  });

  describe('the folder of the price files', () => {
    const start = (environment: Record<string, string>) => () => requirePriceFolder(readConfig(environment));
    const file = fileURLToPath(import.meta.url);

    it.each(['csv', 'sec-public'])('must be a folder at the start, with PRICES=%s', (prices) => {
      expect(start({ PRICES: prices, PRICES_DIR: tmpdir() })).not.toThrow();
      expect(start({ PRICES: prices, PRICES_DIR: '/no/such/folder' })).toThrow(ConfigError);
      expect(start({ PRICES: prices, PRICES_DIR: '/no/such/folder' })).toThrow(
        /PRICES_DIR cannot be read: ENOENT/,
      );
      expect(start({ PRICES: prices, PRICES_DIR: file })).toThrow(/PRICES_DIR cannot be read: ENOTDIR/);
    });

    it('is not needed where nothing reads it', () => {
      expect(start({})).not.toThrow();
      expect(start({ PRICES: 'off', PRICES_DIR: '/no/such/folder' })).not.toThrow();
      const reader = { CONTACT: 'Jane Roe jane@example.org', DATABASE_URL: 'postgres://u:p@db:5432/d' };
      const prices = { PRICES: 'csv', PRICES_DIR: '/no/such/folder' };
      expect(start({ ...reader, ...prices, ROLE: 'reader' })).not.toThrow();
    });

    it('may go away later: what other registers publish is still served', () => {
      expect(choice({ PRICES: 'csv', PRICES_DIR: '/no/such/folder' })).toMatchObject({ shown: 'csv' });
    });
  });
});
