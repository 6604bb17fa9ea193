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

it('TOOLS is each set of tools that there is over HTTP, also as a flag', () => {
  expect(readConfig({}).toolSet).toBe('nine');
  for (const set of ['nine', 'all', 'pair']) expect(readConfig({}, { TOOLS: set }).toolSet).toBe(set);
  expect(() => readConfig({ TOOLS: 'two' })).toThrow(/^TOOLS must be nine, all or pair .*"two"/);
});

it('ALLOWED_HOSTS is a list of hosts, in small letters', () => {
  expect(readConfig({}).allowedHosts).toEqual([]);
  const given = ' Mirror.example:8443, .example.org,,127.0.0.1:9,localhost:80 ';
  expect(readConfig({ ALLOWED_HOSTS: given }).allowedHosts).toEqual([
    'mirror.example:8443',
    '.example.org',
    '127.0.0.1:9',
    'localhost:80',
  ]);
});

it.each(['https://x.example', 'x.example/path', '*', '.', '.com.', 'com', 'a b.example', 'x.example:'])(
  'ALLOWED_HOSTS=%s is refused',
  (value) => {
    expect(() => readConfig({ ALLOWED_HOSTS: value })).toThrow(/^ALLOWED_HOSTS must be host names, such as/);
  },
);

it('OFFLINE is 1 or 0, and contradicts ROLE=writer', () => {
  expect(['0', '1'].map((value) => readConfig({ OFFLINE: value }).offline)).toEqual([false, true]);
  expect(readConfig({}).offline).toBe(false);
  expect(() => readConfig({ OFFLINE: 'yes' })).toThrow(/^OFFLINE must be 1 or 0 \(it is "yes"\)/);
  const writer = { ROLE: 'writer', CONTACT: 'Ida ida@example.org', DATABASE_URL: 'postgres://u@db/d' };
  expect(() => readConfig({ ...writer, OFFLINE: '1' })).toThrow(/^ROLE=writer .*OFFLINE=1/);
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

describe('REDIS_URL', () => {
  it.each(['redis://10.0.0.5:6379', 'rediss://:p%40ss@redis.example/', 'redis://ada:x@[::1]:6379/2'])(
    '%s is accepted as it is',
    (url) => {
      expect(readConfig({ REDIS_URL: url }).redisUrl).toBe(url);
    },
  );

  it.each([
    'http://:geheim@redis.example',
    'redis://',
    'redis://:geheim@redis.example:99999',
    'redis://:geheim#x@redis.example:6379',
    'redis://:geheim%zz@redis.example',
    'redis://:geheim@redis.example/first',
  ])('%s is refused, and the password is not shown', (url) => {
    const read = () => readConfig({ REDIS_URL: url });
    expect(read).toThrow(/^REDIS_URL must be empty or the address of a Redis server/);
    expect(read).not.toThrow('geheim');
  });
});

it('the token of a service is not shown', () => {
  const read = () => readConfig({ TIINGO_TOKEN: 'geheim x' });
  expect(read).toThrow(/^TIINGO_TOKEN must be the token only/);
  expect(read).not.toThrow('geheim');
});

describe('LEDGER_BACKUP', () => {
  const withBackup = (ledgerBackup: string) =>
    readConfig({ DATABASE_URL: 'postgres://db/x', LEDGER_BACKUP: ledgerBackup });

  it.each(['', 'database', '/mnt/shared'])('%p is accepted', (place) => {
    expect(withBackup(place).ledgerBackup).toBe(place);
  });

  it.each(['databse', 'Database', './shared'])('%p is refused: no other node has that folder', (place) => {
    expect(() => withBackup(place)).toThrow(/^LEDGER_BACKUP must be .*absolute path/);
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
