/** The recovery code: the one way back for who lost every passkey. 125 random bits, shown once, used once. */

import { randomInt } from 'node:crypto';
import { hashOf } from '../limits/secrets.js';

/** Without I, L, O and U, which are misread (Crockford's alphabet). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 5;
const LENGTH = 5;

/** Five groups of five characters. */
export function newRecoveryCode(): string {
  const group = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** The hash under which a code is kept; null when `typed` cannot be one. Case, spaces and misread letters are forgiven. */
export function recoveryHash(typed: string): Buffer | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replaceAll('O', '0');
  const valid = plain.length === GROUPS * LENGTH && [...plain].every((letter) => ALPHABET.includes(letter));
  return valid ? hashOf(plain) : null;
}
