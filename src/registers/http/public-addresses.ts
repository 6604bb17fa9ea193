/**
 * Which network addresses a register can have: only public ones. A redirect must not lead into the operator's
 * network.
 */

import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { SourceError } from '../register.js';

// Special-purpose blocks of the IANA registries (RFC 6890 and its successors). IPv4-mapped addresses are covered.
const NOT_PUBLIC = new BlockList();
for (const block of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
  NOT_PUBLIC.addSubnet(...parseCidr(block), 'ipv4');
for (const block of ['::/128', '::1/128', '64:ff9b::/96', 'fc00::/7', 'fe80::/10', 'ff00::/8'])
  NOT_PUBLIC.addSubnet(...parseCidr(block), 'ipv6');

function parseCidr(block: string): [string, number] {
  const slash = block.indexOf('/');
  return [block.slice(0, slash), Number(block.slice(slash + 1))];
}

/** True for a literal IPv4 or IPv6 address (brackets allowed) that is not public; false for host names. */
export function isPrivateLiteral(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  return family !== 0 && NOT_PUBLIC.check(address, family === 6 ? 'ipv6' : 'ipv4');
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
