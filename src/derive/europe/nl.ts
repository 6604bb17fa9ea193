/** The Netherlands: which rows of AFM's register are plain trades, and how readers see them. */

import { groupBy } from '../../collections.js';
import { wordsOf } from '../../records/europe/nature-words.js';
import type { PdmrFiling } from '../../records/europe/pdmr.js';
import { fixedWordExclusion, missingCurrencyOrDate } from './fixed-word-exclusion.js';
import type { MarketRules } from './market-rules.js';
import { has, instrumentReason, isEmployeesTrust, natureReason } from './nature-evidence.js';
import { isPricedInPerCent } from './per-cent-price.js';
import { completeFacts, given } from './public-row-facts.js';

/** What names a trade in the direction of the category. */
const WORDS = {
  acquisition: ['buy', 'trade', 'acquire', 'transferred'],
  disposal: ['sell', 'trade', 'dispose', 'transferred'],
} as const;

function exclusion(row: PdmrFiling): string | null {
  const shared = fixedWordExclusion(row);
  if (shared !== null) return shared;
  const reason = typeReason(row);
  if (reason !== null) return reason;
  // A plain trade has a price: at 0 it is an award with a plain word.
  if (row.price === 0) return 'no-price';
  if (isPricedInPerCent(row)) return 'amount-for-volume';
  if (row.linkedToShareProgramme === null) return 'no-programme-flag';
  return row.volume === null ? 'no-volume' : missingCurrencyOrDate(row);
}

/** Why type and instrument are not those of a plain trade. */
function typeReason(row: PdmrFiling): string | null {
  if (isEmployeesTrust(wordsOf(row.pdmrName), wordsOf(row.capacity))) return 'employee-trust';
  const names = { person: row.pdmrName, issuer: row.issuerName };
  const type = wordsOf(row.transactionType ?? '', names);
  const reason =
    natureReason(type, row.volume) ?? instrumentReason(wordsOf(row.instrumentType ?? '', names), type);
  if (reason !== null) return reason === 'unknown-nature' ? 'unknown-type' : reason;
  return has(type, ...WORDS[row.direction ?? 'acquisition']) ? null : 'unknown-type';
}

/** The shares of an exercise are acquired at the price in the option, and sold far above it. */
const EXERCISE_RATIO = 1.2;

/**
 * Acquisitions in an option program that the same notification sells again, as many and at a far higher price: exercises of options,
 * of whatever type they are filed. The sale is a trade.
 */
function exercises(rows: readonly PdmrFiling[]): PdmrFiling[] {
  const keyOf = (row: PdmrFiling) =>
    [row.notificationKey, row.isin, row.volume, row.currency, row.transactionDate].join('|');
  const sales = groupBy(
    rows.filter(({ direction }) => direction === 'disposal'),
    keyOf,
  );
  return rows.filter(
    (row) =>
      row.direction === 'acquisition' &&
      row.linkedToShareProgramme === true &&
      sales.get(keyOf(row))?.some(({ price }) => (price ?? 0) > (row.price ?? 0) * EXERCISE_RATIO) === true,
  );
}

export const nl: MarketRules<'nl'> = {
  exclusion,
  exclusionsAmong: (rows) => new Map(exercises(rows).map(({ filingId }) => [filingId, 'option-exercise'])),
  publicRow: (row) => ({
    ...completeFacts(row),
    isin: row.isin,
    capacity: row.capacity,
    transactionCategory: row.nature,
    stockOptionProgram: given(row, row.linkedToShareProgramme, 'option flag'),
    price: given(row, row.price, 'price'),
    quantity: given(row, row.volume, 'quantity'),
    totalValue: given(row, row.totalValue, 'value'),
    rawArtefactUrl: given(row, row.rawArtefactUrl, 'artefact'),
  }),
};
