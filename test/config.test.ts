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

describe('DATABASE_URL', () => {
  it.each([
    'postgres://localhost/disclosed',
    'postgresql://ada:p%40ss@[::1]:5433,db.example:5432/disclosed?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    'postgres:///disclosed?host=/var/run/postgresql',
  ])('%s is accepted as it is', (url) => {
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  it.each([
    ['mysql://ada:geheim@db/x', 'must be postgres://USER:PASSWORD@HOST:PORT/DATABASE'],
    ['postgres:/ada:geheim@db', 'must be postgres://USER:PASSWORD@HOST:PORT/DATABASE'],
    ['postgres://ada:geheim/x@db/x', 'in a password it is written %2F'],
    ['postgres://ada:12/geheim@db/x', 'in a password it is written %2F'],
    ['postgres://ada:x?geheim@db/x', 'a parameter other than'],
    ['postgres://ada:geheim@db:99999/x', 'a host that is neither'],
    ['postgres://ada:geheim@db/x?sslmode=sometimes', 'an sslmode other than'],
    ['postgres://ada:geheim@db/x?geheim=1', 'a parameter other than'],
    ['postgres://ada:%zz@db/x', 'an encoded character'],
  ])('%s is refused, and no part of it is shown', (url, why) => {
    const read = () => readConfig({ DATABASE_URL: url });
    expect(read).toThrow(`${why}`);
    expect(read).toThrow(/^DATABASE_URL [^\n]*$/);
    expect(read).not.toThrow('geheim');
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
