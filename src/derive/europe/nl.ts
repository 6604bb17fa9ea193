/** The Netherlands: which rows of AFM's register are plain trades, and how readers see them. */

import { groupBy } from '../../collections.js';
import type { PdmrFiling } from '../../records/europe/pdmr.js';
import { fixedWordExclusion, missingCurrencyOrDate } from './fixed-word-exclusion.js';
import type { MarketRules } from './market-rules.js';
import { isPricedInPerCent } from './per-cent-price.js';
import { completeFacts, given } from './public-row-facts.js';

/** Anywhere in a word, because Dutch joins words; those that occur inside other words must be at the start of one. */
const PLANS =
  /toekenning|award|grant|voorwaardelijk|conditional|restricted|performance|vesting|vested|\brsus?\b|share unit|optie|option|uitoefening|exercise|dividend|\bscrip|schenking|om niet|\bgift|erfenis|omwisseling|conversie|ruil|fusie|splitsing|inhouding|withh|belasting|\btax/i;

/** In the type alone: an instrument may be a loan note. A sale to repay a loan is a plain sale. */
const NO_TRADE =
  /inherit|bequest|nalatenschap|donati|merger|spin-?off|pledg|verpand|pandrecht|(?<!(?:repay|aflos).*)\b(?:loans?\b|lending|(?:uit)?lening)|to[ -]cover\b|intern(?:al|e) (?:transfer|overdracht)/i;
/** The same for acquisitions: shares from a plan may be sold in a plain trade. */
const NO_PURCHASE =
  /\bltip|incentive|\bespp\b|(?:purchase|savings?|participation|matching|share|stock|aandelen|participatie|spaar|personeels)[ -]?(?:plan|program|scheme|regeling)|matching share|bonus ?(?:share|aandel)|\bdrip\b|reinvest|herbeleg|conversion|in lieu/i;

/** Dutch, and English, which also occurs. */
const BOUGHT = /\b(aankoop|koop|inschrijving|purchase|buy|bought|acquisition|subscription)\b/i;
const SOLD = /\b(verkoop|sales?|sell|sold|disposal)\b/i;
const TRANSFERRED = /\boverdracht\b/i;

/** Whether the type names a trade in the direction of the category. */
function isTrade({ transactionType, direction }: PdmrFiling): boolean {
  const type = transactionType ?? '';
  return TRANSFERRED.test(type) || (direction === 'disposal' ? SOLD : BOUGHT).test(type);
}

function exclusion(row: PdmrFiling): string | null {
  const shared = fixedWordExclusion(row);
  if (shared !== null) return shared;
  const type = row.transactionType ?? '';
  if (PLANS.test(`${type} / ${row.instrumentType ?? ''}`)) return 'award-or-plan';
  if (!isTrade(row)) return 'unknown-type';
  if (NO_TRADE.test(type) || (row.direction === 'acquisition' && NO_PURCHASE.test(type)))
    return 'award-or-plan';
  // A plain trade has a price: at 0 it is an award with a plain word.
  if (row.price === 0) return 'no-price';
  if (isPricedInPerCent(row)) return 'amount-for-volume';
  if (row.linkedToShareProgramme === null) return 'no-programme-flag';
  return row.volume === null ? 'no-volume' : missingCurrencyOrDate(row);
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
  exclusionsAmong: (rows) => new Map(exercises(rows).map(({ filingId }) => [filingId, 'award-or-plan'])),
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
