/** Which network addresses a register can have: public ones. A redirect must not lead into the operator's network. */

import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { SourceError } from '../register.js';

/** True for a literal IPv4 or IPv6 address (brackets allowed) that is not public; false for every name. */
export function isPrivateLiteral(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  // `process` unwraps IPv4-mapped addresses; every special-purpose block of the IANA registries has its own range.
  return ipaddr.isValid(address) && ipaddr.process(address).range() !== 'unicast';
}

/** Looks a name up and leaves out private addresses; fails when no other is there. */
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
