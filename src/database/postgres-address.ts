/** Reads the address of a PostgreSQL database (`DATABASE_URL`): its servers, user, database and TLS. */

import { readFileSync } from 'node:fs';
import { type ConnectionOptions, checkServerIdentity } from 'node:tls';

export interface PostgresServer {
  /** The host name or IP address, or the folder of a Unix socket. */
  host: string;
  port: number;
}

export interface PostgresAddress {
  /** In the order of the URL; at least one. */
  servers: PostgresServer[];
  user: string | undefined;
  password: string | undefined;
  database: string | undefined;
  /** As libpq reads it; `prefer` when the URL does not say. */
  sslMode: SslMode;
  /** File of the certificates that are trusted; undefined for those of the system. */
  sslRootCert: string | undefined;
}

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

const DEFAULT_PORT = 5432;
const PARAMETERS = new Set(['sslmode', 'sslrootcert', 'host', 'port']);

/**
 * Reads `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?sslmode=…`. A folder of a Unix socket is given as
 * `?host=/folder`.
 * @throws Error whose message completes the sentence “DATABASE_URL …” and never contains the password.
 */
export function parsePostgresUrl(url: string): PostgresAddress {
  const parts = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(url);
  if (parts === null) throw new Error('must be postgres://USER:PASSWORD@HOST:PORT/DATABASE');
  const [, credentials = '', hosts = '', database = '', query = ''] = parts;
  const colon = credentials.indexOf(':');
  const user = colon < 0 ? credentials : credentials.slice(0, colon);
  const password = colon < 0 ? '' : credentials.slice(colon + 1);
  const parameters = new URLSearchParams(query);
  for (const name of parameters.keys())
    if (!PARAMETERS.has(name)) throw new Error(`has a parameter other than ${[...PARAMETERS].join(', ')}`);
  // A password with a slash would otherwise be read as hosts and database, and shown.
  if (database.includes('@')) throw new Error('has a / before the @: in a password it is written %2F');
  const sslMode = SSL_MODES.find((mode) => mode === (parameters.get('sslmode') ?? 'prefer'));
  if (sslMode === undefined) throw new Error(`has an sslmode other than ${SSL_MODES.join(', ')}`);
  return {
    servers: serversOf(parameters.get('host') ?? decoded(hosts), parameters.get('port')),
    user: decoded(user) || undefined,
    password: decoded(password) || undefined,
    database: decoded(database) || undefined,
    sslMode,
    sslRootCert: parameters.get('sslrootcert') ?? undefined,
  };
}

/** The same URL with *** in place of the password, for logs and messages. */
export function maskedPostgresUrl(url: string): string {
  // Everything between the scheme and the last @ of the authority, however it is written.
  return url.replace(/^([a-z]+:\/\/)([^/?#]*)@/i, (_all, scheme: string, credentials: string) => {
    const colon = credentials.indexOf(':');
    return `${scheme}${colon < 0 ? credentials : `${credentials.slice(0, colon)}:***`}@`;
  });
}

/** `HOST:PORT`, or the path of the Unix socket. */
export function serverName({ host, port }: PostgresServer): string {
  if (host.startsWith('/')) return socketPath({ host, port });
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

export function socketPath({ host, port }: PostgresServer): string {
  return `${host}/.s.PGSQL.${port}`;
}

/**
 * How TLS is set up with a server; false for none, `prefer` for TLS when the server offers it.
 * @throws Error if the file of `sslrootcert` cannot be read
 */
export function tlsOf(
  address: PostgresAddress,
  server: PostgresServer,
): ConnectionOptions | 'prefer' | false {
  const { sslMode, sslRootCert } = address;
  if (sslMode === 'disable' || server.host.startsWith('/')) return false;
  if (sslMode === 'prefer') return 'prefer';
  const ca = sslRootCert === undefined || sslRootCert === 'system' ? undefined : readFileSync(sslRootCert);
  // As in libpq, `require` with a root certificate checks the server's certificate.
  if (sslMode === 'require' && ca === undefined) return { rejectUnauthorized: false };
  return {
    ca,
    rejectUnauthorized: true,
    // With the host of the address: for an IP address the driver names no server, and TLS would then expect localhost.
    checkServerIdentity: (_name, certificate) =>
      sslMode === 'verify-full' ? checkServerIdentity(server.host, certificate) : undefined,
  };
}

function serversOf(hosts: string, ports: string | null): PostgresServer[] {
  return hosts.split(',').map((text) => {
    const parts = /^(\/.*|\[[^\]]+\]|[^:[\]]*)(?::(\d+))?$/.exec(text);
    const port = Number(parts?.[2] ?? ports ?? DEFAULT_PORT);
    if (parts === null || !(Number.isInteger(port) && port > 0 && port < 65_536))
      throw new Error('has a host that is neither HOST nor HOST:PORT');
    return { host: (parts[1] ?? '').replace(/^\[|\]$/g, '') || 'localhost', port };
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('has a % that does not begin an encoded character');
  }
}
