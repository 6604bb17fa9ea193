/** Lots whose own words contradict their nature. */

import { directionOf } from '../../../records/europe/uk-nature-words.js';
import type { Warning } from '../../register.js';
import type { TransactionLot } from './lot.js';

/** Why the figures of a lot may not be those of its nature, or null. */
export function doubtOf(
  lot: TransactionLot,
  nature: string,
  natures: string[],
): Omit<Warning, 'where'> | null {
  const direction = directionOf(nature);
  const { action, heading } = lot;
  // The columns speak of a purchase and the nature of a sale: it cannot be known which is wrong.
  if ((action === 'acquisition' || action === 'disposal') && direction !== null && direction !== action)
    return { kind: 'columns-contradict-nature', detail: `${nature}: ${heading}` };
  // So does a label that is nothing but `Purchase`, next to a lot of `Sale of shares`.
  const said = ONE_ACTION.test(lot.label) ? directionOf(lot.label) : null;
  if (said !== null && direction !== null && said !== direction)
    return { kind: 'columns-contradict-nature', detail: `${nature}: ${lot.label}` };
  // A purchase of -40,000: the sign or the nature is wrong.
  if (direction === 'acquisition' && MINUS.test(lot.words))
    return { kind: 'sign-contradicts-nature', detail: `${nature}: ${lot.words}` };
  // `1. Exercise 2. Sale`: the price is that of one of them.
  if (lot.isPriceShared === true && new Set(natures).size > 1)
    return { kind: 'price-and-volume', detail: `one price for several natures: ${nature}` };
  return null;
}

const ONE_ACTION =
  /^\W*(?:(?:market|share) )?(?:purchased?|bought|buy|acquired|acquisition|sale|sold|sell|disposal|disposed)(?: of shares)?\W*$/i;

/** A dash that touches a number and nothing before it: `-40,000`, but not `12-13` or `£1.25 - 40,000`. */
const MINUS = /(?<!\S)[-−–][£€$]?\d/;
