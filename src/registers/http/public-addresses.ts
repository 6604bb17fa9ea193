/**
 * Which network addresses a register can have: only public ones. A redirect must not lead into the operator's
 * network.
 */

import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { SourceError } from '../register.js';

/** True for a literal IPv4 or IPv6 address (brackets allowed) that is not public; false for host names. */
export function isPrivateLiteral(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  // `process` unwraps IPv4-mapped addresses; every special-purpose block of the IANA registries has its own range.
  return ipaddr.isValid(address) && ipaddr.process(address).range() !== 'unicast';
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
