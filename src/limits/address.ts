/**
 * Where a request comes from, and which counter an address falls into: one for each IPv4 address, one for each /64 of
 * IPv6, one for each /48 above it.
 */

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/** NAT64 (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** 6to4 (RFC 3056). */
const SIX_TO_FOUR = ipaddr.IPv6.parseCIDR('2002::/16');

/**
 * Makes the function that gives the address of a caller. X-Forwarded-For is believed only from the operator's own
 * proxies: `trusted` are addresses, CIDR ranges, or the names `loopback`, `linklocal` and `uniquelocal`.
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

/**
 * The counter of `address`: the IPv4 address itself (an IPv6 address that only wraps one counts as that one), or the
 * /64 prefix.
 */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  // How a dual-stack socket writes IPv4, without the cost of parsing.
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7);
  if (!ipaddr.IPv6.isValid(address)) return address.toLowerCase();
  const parsed = ipaddr.IPv6.parse(address);
  return wrappedIPv4(parsed) ?? `${groups(parsed).slice(0, 4).join(':')}::/64`;
}

/** The site of a counter: the /48 of an IPv6 one, because one customer often gets that many; an IPv4 address is its own. */
export function siteKey(key: string): string {
  return key.includes(':') ? `${key.split(':').slice(0, 3).join(':')}::/48` : key;
}

/** The wider network of a counter, for when there are too many single ones: IPv4 /16, IPv6 /32. */
export function widerKey(key: string): string {
  const separator = key.includes(':') ? ':' : '.';
  return key.split(separator).slice(0, 2).join(separator);
}

/** The IPv4 address inside an IPv4-mapped, NAT64 or 6to4 address; null for any other. */
function wrappedIPv4(address: ipaddr.IPv6): string | null {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  const { parts } = address;
  if (address.match(NAT64)) return dotted(parts[6], parts[7]);
  return address.match(SIX_TO_FOUR) ? dotted(parts[1], parts[2]) : null;
}

function dotted(...pair: Array<number | undefined>): string {
  return pair.flatMap((part = 0) => [part >> 8, part & 255]).join('.');
}

/** The eight groups, without leading zeros. */
function groups({ parts }: ipaddr.IPv6): string[] {
  return parts.map((part) => part.toString(16));
}
