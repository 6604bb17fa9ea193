/** Which address a caller is counted under. */

import { expect, it } from '@jest/globals';
import { addressKey, siteKey, widerKey } from '../../src/limits/address.js';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '192.0.2.33'],
  ['64:ff9b:1::192.0.2.33', '64:ff9b:1:0::/64'],
  ['2002:c000:0221::5', '192.0.2.33'],
  ['2002:c000:0221:7::5', '192.0.2.33'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

it('two addresses of one /64 share a counter, two of neighbouring /64 do not', () => {
  expect(addressKey('2001:db8:1:2::1')).toBe(addressKey('2001:db8:1:2:ffff::2'));
  expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'));
});

it('the wider network is the /16 of IPv4 and the /32 of IPv6', () => {
  expect(widerKey('192.0.2.1')).toBe('192.0');
  expect(widerKey('2001:db8:1:2::/64')).toBe('2001:db8');
});

it('the site of an IPv6 counter is its /48; an IPv4 address is its own', () => {
  expect(siteKey(addressKey('2001:db8:1:2::1'))).toBe('2001:db8:1::/48');
  expect(siteKey(addressKey('2001:db8:1:ffff::1'))).toBe('2001:db8:1::/48');
  expect(siteKey('192.0.2.1')).toBe('192.0.2.1');
});
