/** The number of the rules of derivation. */

/**
 * Raise it with every change that makes other stored readings of the same filings: other readings, identities, members or
 * European rows. The next run then derives everything that is stored anew. Digests and portfolios are made anew by every
 * run and need no new number.
 */
export const DERIVATION_VERSION = 6;
