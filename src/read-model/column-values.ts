/** What numbers in the columns of the read model mean: the bits of `flags`, and what stands for an unknown value. */

import { ROLE_BITS } from '../records/form4/roles.js';

/** Bits of `flags`: the roles that the filing states, a 10b5-1 plan, and a purchase that was not made in the market. */
export const FLAGS = { ...ROLE_BITS, planned: 64, not_market: 128 } as const;

/** Bits of `flags` of a member's trade; a party, type or owner that is none of these has no bit. */
export const TRADE_FLAGS = {
  house: 1,
  senate: 2,
  D: 4,
  R: 8,
  I: 16,
  purchase: 32,
  sale: 64,
  exchange: 128,
  self: 256,
  spouse: 512,
  joint: 1024,
  child: 2048,
  other: 4096,
} as const;
/** The bit beside them of a trade that may repeat one of an earlier report: it is in no sum. */
export const POSSIBLE_REPEAT = 8192;
/** The bit of a trade that an amended one may stand for, and of one that amends another that is not known: they are in no sum. */
export const OPEN_CORRECTION = 16_384;
/** Trades that are in no sum. */
export const NOT_SUMMED = POSSIBLE_REPEAT | OPEN_CORRECTION;
/** `delay` of a trade whose disclosure cannot be timed. */
export const UNKNOWN_DELAY = -1;
/** `change` of a sum whose holding before it is not known: no one can sell more than they own. */
export const UNKNOWN_CHANGE = -1_000_000;
/** `row` of the first holding of a Form 3 or 5, of which a document has sixty at most; of the statement that nothing is owned, too. */
export const FORM35_HOLDING_ROW = 1_000_000;
/** `cents` of a row of a portfolio without a known value. */
export const UNKNOWN_CENTS = -1;

/** Bits of `flags` of a Schedule 13D or 13G. `below`: it states five per cent or less. */
export const HOLDER_FLAGS = { '13D': 1, '13G': 2, current: 4, below: 8 } as const;
/** The bit of `flags` for a crossing of one of HOLDER_LEVELS, by its place among them. */
export const crossingBit = (level: number, direction: 'up' | 'down'): number =>
  1 << (4 + 2 * level + (direction === 'up' ? 0 : 1));
/** `percent` and `shares` of a schedule that does not state them, and a `percent` that is contradicted. */
export const UNKNOWN_STAKE = -1;

/** Bits of `flags` of a planned sale. What they leave open, the date of the answer decides. */
export const PLANNED_SALE_FLAGS = { planned: 1, findable: 2, amended: 4, partlySold: 8, sold: 16 } as const;
