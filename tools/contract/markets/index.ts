/** The European markets. Types, texts, pages and rules are derived from this list. */

import { de } from './de.js';
import { nl } from './nl.js';
import { se } from './se.js';
import { uk } from './uk.js';

/** In the order in which the catalog and the pages show them. */
export const EU_MARKETS = { de, uk, se, nl } as const;

/** The code of a market, as in `/v1/eu/{country}`. */
export type EuCountry = keyof typeof EU_MARKETS;

// `Object.keys` loses the type of the keys; there is more than one.
export const EU_COUNTRIES = Object.keys(EU_MARKETS) as [EuCountry, ...EuCountry[]];

export function isEuCountry(text: string): text is EuCountry {
  return Object.hasOwn(EU_MARKETS, text);
}
