/** Bonds whose volume is a nominal amount and whose price is in per cent: the product is a hundred times their value. */

import type { PdmrFiling } from '../../records/europe/pdmr.js';

const BOND =
  /^(?!.*(?:konvert|convert|option)).*(?:obligation|obligatie|\bbonds?\b|\bMTN\b|\bnotes\b|loan stock|debentures?|\bdebt (?:instruments?|securit)|skuld(?:instrument|förbindelse|värdepapper)|räntebärande|företagscertifikat|commercial paper|schuld(?:instrument|bewijs|papier))/i;
/** A loan note of one pound costs about 1: price times volume is then its value. */
const HIGHEST_PER_UNIT = 2;
/** No bond of these registers has traded this high, and none is smaller than one thousand of its currency. */
const HIGHEST_PER_CENT = 200;
const LEAST_NOMINAL = 1_000;

/** Words for a bond or another debt. */
export const isDebt = (words: string): boolean => BOND.test(words);

/**
 * True for `2,000,000 at 101.5` of a bond.
 * @param bond the words for one
 */
export function isPricedInPerCent(row: PdmrFiling, bond = BOND): boolean {
  const { price, volume, instrumentType, instrumentName } = row;
  if (price === null || volume === null || price <= HIGHEST_PER_UNIT || price > HIGHEST_PER_CENT)
    return false;
  return volume >= LEAST_NOMINAL && volume % 1_000 === 0 && bond.test(instrumentType ?? instrumentName ?? '');
}
