/** What the gate asks of the issued keys. A token without a ring behind it is never valid. */

export interface KeyRing {
  /** The key that `token` stands for, or null when it was never issued or has been revoked. */
  verify(token: string): { id: string } | null;
}

/** Longer tokens are none of ours, so they are not even hashed. */
const TOKEN_MAX = 512;

/**
 * The token of an `Authorization` header: null when there is no such header, `''` when it carries something
 * that cannot be a bearer token.
 */
export function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.trim() === '') return null;
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
  return token.length > TOKEN_MAX ? '' : token;
}
