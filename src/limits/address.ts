/** Which counter an address falls into: one for each IPv4 address, one for each /64 of IPv6, one for each /48 above it. */

import { isIP } from 'node:net';

/**
 * The counter of `address`: the IPv4 address itself (an IPv6 address that only wraps one counts as that one), or the
 * /64 prefix.
 */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7);
  const plain = unwrapped(address);
  return isIP(plain) === 6 ? `${groups(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** The site of a counter: the /48 of an IPv6 one, because one customer is often given so much; an IPv4 address is its own. */
export function siteKey(key: string): string {
  return key.includes(':') ? `${key.split(':').slice(0, 3).join(':')}::/48` : key;
}

/** The wider network of a counter, for when single ones have become too many: IPv4 /16, IPv6 /32. */
export function widerKey(key: string): string {
  const separator = key.includes(':') ? ':' : '.';
  return key.split(separator).slice(0, 2).join(separator);
}

/** The IPv4 address inside an IPv4-mapped, NAT64 (64:ff9b::/96) or 6to4 (2002::/16) address; any other as it is. */
function unwrapped(address: string): string {
  const bare = address.replace(/%.*$/, '').toLowerCase();
  if (!bare.includes(':') || isIP(bare) !== 6) return bare;
  const parts = groups(bare);
  const prefix = parts.slice(0, 6).join(':');
  if (prefix === '0:0:0:0:0:ffff' || prefix === '64:ff9b:0:0:0:0') return dotted(parts[6], parts[7]);
  return parts[0] === '2002' ? dotted(parts[1], parts[2]) : bare;
}

function dotted(...pair: Array<string | undefined>): string {
  return pair
    .map((part) => Number.parseInt(part ?? '0', 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groups(address: string): string[] {
  const withIpv4 = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const text =
    withIpv4 === null
      ? address
      : `${withIpv4[1]}${pair(withIpv4[2] as string, withIpv4[3] as string)}:${pair(withIpv4[4] as string, withIpv4[5] as string)}`;
  const [head = '', tail] = text.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(zeros).fill('0'), ...after].map((part) =>
    Number.parseInt(part, 16).toString(16),
  );
}

function pair(high: string, low: string): string {
  return (Number(high) * 256 + Number(low)).toString(16);
}
