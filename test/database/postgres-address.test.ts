/** The address of a PostgreSQL database: hosts, TLS, and a password that is never shown. */

import type { PeerCertificate } from 'node:tls';
import { expect, it } from '@jest/globals';
import {
  maskedPostgresUrl,
  parsePostgresUrl,
  serverName,
  tlsOf,
} from '../../src/database/postgres-address.js';
import { copyLine, postgresText } from '../../src/database/postgres-text.js';

it('has several hosts with their ports, and decodes user, password and database', () => {
  const address = parsePostgresUrl('postgres://a%20b:p%40%2Fs%3A@one:5433,[fd00::2],10.0.0.3:6000/my%20data');
  expect(address.servers.map(serverName)).toEqual(['one:5433', '[fd00::2]:5432', '10.0.0.3:6000']);
  expect(address).toMatchObject({ user: 'a b', password: 'p@/s:', database: 'my data', sslMode: 'prefer' });
});

it('can be a folder of a Unix socket, which has no TLS', () => {
  const address = parsePostgresUrl('postgres:///disclosed?host=/var/run/postgresql&sslmode=require');
  expect(address.servers.map(serverName)).toEqual(['/var/run/postgresql/.s.PGSQL.5432']);
  expect(address.servers.map((server) => tlsOf(address, server))).toEqual([false]);
});

it.each([
  ['', 'prefer'],
  ['?sslmode=disable', false],
  ['?sslmode=require', { rejectUnauthorized: false }],
  ['?sslmode=verify-full', { rejectUnauthorized: true, checkServerIdentity: expect.any(Function) }],
  ['?sslmode=verify-ca', { rejectUnauthorized: true, checkServerIdentity: expect.any(Function) }],
])('with %j TLS is %j', (query, expected) => {
  const address = parsePostgresUrl(`postgres://db.example/x${query}`);
  const tls = tlsOf(address, { host: 'db.example', port: 5432 });
  if (typeof expected === 'object') expect(tls).toMatchObject(expected);
  else expect(tls).toBe(expected);
});

it.each([
  ['db.example', 'its name', 'DNS:db.example'],
  ['10.0.0.3', 'its address', 'IP Address:10.0.0.3'],
])('verify-full at %s takes a certificate with %s, and not one for localhost', (host, _kind, names) => {
  const server = { host, port: 5432 };
  const tls = tlsOf(parsePostgresUrl(`postgres://${host}/x?sslmode=verify-full`), server);
  if (typeof tls !== 'object') throw new Error('no TLS');
  // Only the names matter here. The name that TLS gives is localhost if the driver named no server.
  const errorOf = (subjectaltname: string) =>
    tls.checkServerIdentity?.('localhost', { subject: { CN: '' }, subjectaltname } as PeerCertificate);
  expect(errorOf(names)).toBeUndefined();
  expect(errorOf('DNS:localhost')).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
});

it('is shown without its password', () => {
  expect(maskedPostgresUrl('postgres://ada:geheim@one,two:6000/x?sslmode=require')).toBe(
    'postgres://ada:***@one,two:6000/x?sslmode=require',
  );
  expect(maskedPostgresUrl('postgres://one/x')).toBe('postgres://one/x');
});

it('numbers the values of a statement, but nothing in quotes or comments', () => {
  expect(postgresText(`SELECT ?, '?''?', "a?", ? -- ?\n FROM t /* ? */ WHERE a = ?`)).toBe(
    `SELECT $1, '?''?', "a?", $2 -- ?\n FROM t /* ? */ WHERE a = $3`,
  );
});

it('writes a row for COPY', () => {
  expect(copyLine([1.5, null, 'a\tb\\N\r\n', Buffer.from([0, 92])])).toBe(
    '1.5\t\\N\ta\\tb\\\\N\\r\\n\t\\\\x005c\n',
  );
});
