/**
 * Which network addresses a register can have: only public ones. A redirect must not lead into the operator's
 * network.
 */

import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { SourceError } from '../register.js';

/** Public by its number, but a service of the host inside Azure. */
const OF_HOSTS: readonly string[] = ['168.63.129.16'];

/** True for a literal IPv4 or IPv6 address (brackets allowed) that is not public; false for host names. */
export function isPrivateLiteral(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  // `process` unwraps IPv4-mapped addresses; every special-purpose block of the IANA registries has its own range.
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() !== 'unicast' || holdsIpv4(parsed) || OF_HOSTS.includes(parsed.toString());
}

/** Whether it is an IPv4 address in the old form `::127.0.0.1`, for which no range is reserved. */
function holdsIpv4(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return (
    address.kind() === 'ipv6' &&
    address
      .toByteArray()
      .slice(0, 12)
      .every((byte) => byte === 0)
  );
}

/** Looks up a name and drops private addresses; fails if no other is left. */
export const publicAddressesOnly: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, []);
    const open = found.filter(({ address }) => !isPrivateLiteral(address));
    const first = open[0];
    if (first === undefined)
      return callback(new SourceError(`${hostname} leads to a private address, which is not followed`), []);
    if (options.all === true) callback(null, open);
    else callback(null, first.address, first.family);
  });
};
