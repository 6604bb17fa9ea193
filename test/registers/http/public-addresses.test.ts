/** Which literal addresses count as private. */

import { expect, it } from '@jest/globals';
import { isPrivateLiteral } from '../../../src/registers/http/public-addresses.js';

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[::ffff:10.0.0.1]',
  '[::127.0.0.1]',
  '168.63.129.16',
  '[64:ff9b::a00:1]',
  '[2002:a00:1::]',
  '[fc00::1]',
  '[fe80::1]',
  '[ff02::1]',
])('%s is private', (address) => expect(isPrivateLiteral(address)).toBe(true));

it.each(['8.8.8.8', '104.18.0.1', '[2606:4700::1]', 'localhost', 'www.sec.gov', 'abc'])(
  '%s is not a private literal',
  (address) => expect(isPrivateLiteral(address)).toBe(false),
);
