/** Which counter an address falls into: one for each IPv4 address, one for each /64 of IPv6. */

import { isIP } from 'node:net';

/** The counter of `address`: the IPv4 address itself (IPv4-mapped IPv6 folded into it), or the /64 prefix. */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7);
  const plain = unmapped(address);
  return isIP(plain) === 6 ? `${groups(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** The wider network of a counter, for when single ones have become too many: IPv4 /16, IPv6 /32. */
export function widerKey(key: string): string {
  const separator = key.includes(':') ? ':' : '.';
  return key.split(separator).slice(0, 2).join(separator);
}

function unmapped(address: string): string {
  const bare = address.replace(/%.*$/, '').toLowerCase();
  if (!bare.includes(':') || isIP(bare) !== 6) return bare;
  const parts = groups(bare);
  const mapped = parts.slice(0, 5).every((part) => part === '0') && parts[5] === 'ffff';
  if (!mapped) return bare;
  const [high, low] = parts.slice(6).map((part) => Number.parseInt(part, 16)) as [number, number];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groups(address: string): string[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const text =
    dotted === null
      ? address
      : `${dotted[1]}${pair(dotted[2] as string, dotted[3] as string)}:${pair(dotted[4] as string, dotted[5] as string)}`;
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
