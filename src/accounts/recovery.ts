/** The recovery code: the only way to sign in after losing every passkey. 125 random bits, shown once, used once. */

import { randomInt } from 'node:crypto';
import { hashOf } from '../limits/secrets.js';

/** Without I, L, O and U, which are misread (Crockford's alphabet). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 5;
const LENGTH = 5;

/** A new code of five groups of five characters, and the hash that is stored. */
export function newRecoveryCode(): { code: string; hash: Buffer } {
  const group = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const groups = Array.from({ length: GROUPS }, group);
  return { code: groups.join('-'), hash: hashOf(groups.join('')) };
}

/** The stored hash of a typed code; null when `typed` cannot be a code. Case, spaces and misread letters do not matter. */
export function recoveryHash(typed: string): Buffer | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replaceAll('O', '0');
  const valid = plain.length === GROUPS * LENGTH && [...plain].every((letter) => ALPHABET.includes(letter));
  return valid ? hashOf(plain) : null;
}
