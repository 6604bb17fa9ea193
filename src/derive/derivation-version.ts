/** The version numbers of the derivation rules. */

/**
 * Raise it with every change that alters stored derived rows of the same filings: Form 4 rows, identities,
 * members, European rows or quarters of all managers. The next run then derives all stored data again. Digests are derived
 * again in every run and need no new number; tracked portfolios have their own.
 */
export const DERIVATION_VERSION = 16;

/** Raise it with every change that alters the tracked portfolios of the same records: the next run then derives all of them. */
export const PORTFOLIO_VERSION = 9;
