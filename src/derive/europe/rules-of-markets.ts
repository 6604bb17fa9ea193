/** The rules of each European market. */

import type { EuCountry } from '../../../tools/contract/markets/index.js';
import { de } from './de.js';
import type { MarketRules } from './market-rules.js';
import { nl } from './nl.js';
import { se } from './se.js';
import { uk } from './uk.js';

export const MARKET_RULES: { readonly [Country in EuCountry]: MarketRules<Country> } = { de, uk, se, nl };
