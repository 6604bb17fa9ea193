/** Random secrets and their hashes. Only the hash of a secret is ever kept. */

import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, base64url: 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** 128 random bits in hex, for ids that must be unique but need not be secret. */
export function newId(): string {
  return randomBytes(16).toString('hex');
}

/** SHA-256. Enough for random secrets, because they cannot be guessed from their hash. */
export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Compares in constant time. */
export function sameSecret(given: string, wanted: string): boolean {
  return timingSafeEqual(hashOf(given), hashOf(wanted));
}
