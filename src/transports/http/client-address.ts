/** Where a request comes from. X-Forwarded-For is believed only from the operator's own proxies. */

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

/**
 * Makes the function that names the caller's address. `trusted` are addresses, CIDR ranges, or the names
 * `loopback`, `linklocal` and `uniquelocal`.
 * @throws TypeError when one of them is none of these.
 */
export function clientAddress(trusted: readonly string[]): (request: IncomingMessage) => string {
  const own = (request: IncomingMessage) => request.socket.remoteAddress ?? 'unknown';
  if (trusted.length === 0) return own;
  const trust = proxyAddr.compile([...trusted]);
  return (request) => {
    if (request.headers['x-forwarded-for'] === undefined) return own(request);
    const forwarded = withoutPort(proxyAddr(request, trust) ?? '');
    return isIP(forwarded) === 0 ? own(request) : forwarded;
  };
}

/** Some proxies add the port. */
function withoutPort(address: string): string {
  return (
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? address
  );
}
