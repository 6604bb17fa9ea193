/** The version number of the derivation rules. */

/**
 * Raise it with every change that alters stored derived rows of the same filings: Form 4 rows, identities,
 * members or European rows. The next run then derives all stored data again. Digests and portfolios are
 * derived again in every run and need no new number.
 */
export const DERIVATION_VERSION = 6;
