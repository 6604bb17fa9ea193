/** The rules of a European market: which rows are plain trades, and how readers see them. */

import type { EuCountry } from '../../../tools/contract/markets/index.js';
import type { EuRowOf } from '../../../tools/contract/shapes/eu.js';
import type { PdmrFiling } from '../../records/europe/pdmr.js';

export interface MarketRules<Country extends EuCountry = EuCountry> {
  /**
   * Why a row is not in the feed, judged without other rows, as a stable kebab-case word; null for a row that belongs
   * in it. The floor and the window are applied when rows are read from the store.
   */
  exclusion(row: PdmrFiling): string | null;
  /** Why rows are not in the feed although `exclusion` gives null for them, by filingId. Gets all rows of the market. */
  exclusionsAmong?(rows: readonly PdmrFiling[]): ReadonlyMap<string, string>;
  /** The public row may have no day: one that cannot be right is then unknown. */
  isDayOptional?: true;
  /** The public row. `row` has passed `exclusion`. */
  publicRow(row: PdmrFiling): EuRowOf<Country>;
}
