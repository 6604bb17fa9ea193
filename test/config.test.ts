/** Settings: from flags and environment, with a clear error for each wrong value. */

import { describe, expect, it } from '@jest/globals';
import { ConfigError, contactWarning, readConfig } from '../src/config.js';

describe('settings', () => {
  it.each([
    ['60', '600', 600],
    ['900', '600', 900],
    ['off', '600', null],
    ['60', 'off', null],
  ])('a key never lowers a limit: %s an hour without one, %s set, %p with one', (without, set, withKey) => {
    const config = readConfig({ RATE_LIMIT_KEYLESS: without, RATE_LIMIT_KEYED: set });
    expect(config.rateLimitKeyed).toBe(withKey);
  });

  it('a flag takes precedence over the environment, and the error of a wrong value names it', () => {
    expect(readConfig({ PORT: '1' }, { PORT: '2' }).port).toBe(2);
    expect(() => readConfig({ PORT: 'many' })).toThrow(ConfigError);
    expect(() => readConfig({ PORT: 'many' })).toThrow(/^PORT .*"many"/);
  });
});

describe('a contact that the SEC is known to refuse', () => {
  it.each([
    ['Jane Roe jane@example.org', null],
    ['Roe-Doe & Sons, jane.roe+x@example.org', null],
    ['Jane Roe (jane@example.org)', 'brackets'],
    ['Jane Roe <jane@example.org>', 'brackets'],
    ['https://example.org jane@example.org', 'a web address'],
    ['www.example.org jane@example.org', 'a web address'],
  ])('%s: %s', (contact, held) => {
    const warning = contactWarning(contact);
    if (held === null) expect(warning).toBeNull();
    else expect(warning).toMatch(new RegExp(`^CONTACT contains ${held}: .* 403\\. `));
    // It is a warning: the contact itself is accepted.
    expect(readConfig({ CONTACT: contact }).contact).toBe(contact);
  });
});
