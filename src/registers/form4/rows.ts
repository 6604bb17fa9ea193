/**
 * Turns a row as filed into a transaction: resolves footnotes, judges plausibility, leaves values unchanged.
 */

import { FIRST_TRADE_DAY } from '../../dates.js';
import {
  FOOTNOTE_FLAGS,
  type FootnoteFlag,
  type Form4Transaction,
  type Implausibility,
} from '../../records/form4/form4.js';
import { type Claim, namesDepositaryShares, together } from '../edgar/footnote-flags.js';
import { type FootnoteMeaning, readFootnote, readRemarksCurrency } from '../edgar/footnotes.js';
import { acquisitionOf, claimsOfRemarks } from './acquisition.js';
import { dollarPrices } from './dollar-prices.js';
import type { FieldReader } from './field-reader.js';

type DerivedField =
  | 'row'
  | 'is10b5_1'
  | 'hasVwapFootnote'
  | 'hasAdsFootnote'
  | 'hasTaxWithholdingFootnote'
  | 'hasIndirectOwnershipFootnote'
  | 'soldOnlyForTax'
  | 'footnoteUnclear'
  | 'acquisition'
  | 'implausible';

/** A row before it is judged, from a document or from a data set. */
export interface FiledRow extends Omit<Form4Transaction, DerivedField> {
  /** Footnotes referred to anywhere in the row, such as `F1`. */
  footnoteIds: string[];
  /** Those on what was traded, not on the holding after it and on whose it is. */
  tradeFootnoteIds: string[];
  /** Those on the price. */
  priceFootnoteIds: string[];
  exercisePriceFootnoteIds: string[];
}

/** What the rows of a filing are checked against. */
interface RowContext {
  /** Null when only a substitute is known: then no row can be later than its filing. */
  filedDate: string | null;
  aff10b5One: boolean | null;
  remarks: string | null;
  issuer: { name: string };
  footnotes: ReadonlyMap<string, FootnoteMeaning>;
  /** Footnotes that holding rows refer to, so that they do not count as footnotes of the whole form. */
  holdingFootnoteIds: ReadonlySet<string>;
  report: Pick<FieldReader, 'warn'>;
}

/**
 * Numbers the rows in the order given and sets every flag that the register's notes describe under footnotes.
 */
export function toTransactions(rows: FiledRow[], context: RowContext): Form4Transaction[] {
  const wholeForm = context.aff10b5One === null ? plansOfTheForm(rows, context) : NO_PLANS;
  const remarks = readRemarksCurrency(context.remarks);
  const remarked = claimsOfRemarks(context.remarks, rows, context.issuer.name);
  return rows.map((filed, row) => {
    const own = resolveFootnotes(filed.footnoteIds, context.footnotes);
    const atPrice = resolveFootnotes(filed.priceFootnoteIds, context.footnotes);
    const onExercisePrice = resolveFootnotes(filed.exercisePriceFootnoteIds, context.footnotes);
    const prices = dollarPrices(
      filed,
      { own, onPrice: atPrice, onExercisePrice, remarks },
      context.report,
      row,
    );
    const onTrade = resolveFootnotes(filed.tradeFootnoteIds, context.footnotes);
    const taxSales = own.map((reading) => reading.taxSale);
    const plan = planOf(filed.transactionCode, own, context.aff10b5One, wholeForm);
    const said = { is10b5_1: plan, ...flagsOf(filed, own, atPrice) };
    const unclear = FOOTNOTE_FLAGS.filter((name) => said[name] === 'unclear');
    return {
      row,
      // Field by field: copying all but two of them with a rest pattern takes several times as long.
      table: filed.table,
      securityTitle: filed.securityTitle,
      transactionDate: filed.transactionDate,
      transactionCode: filed.transactionCode,
      equitySwap: filed.equitySwap,
      timeliness: filed.timeliness,
      shares: filed.shares,
      pricePerShare: prices.pricePerShare,
      statedTotalValue: prices.statedTotalValue,
      acquiredDisposed: filed.acquiredDisposed,
      sharesOwnedAfter: filed.sharesOwnedAfter,
      valueOwnedAfter: filed.valueOwnedAfter,
      ownership: filed.ownership,
      natureOfOwnership: filed.natureOfOwnership,
      conversionOrExercisePrice: prices.conversionOrExercisePrice,
      underlyingTitle: filed.underlyingTitle,
      underlyingShares: filed.underlyingShares,
      is10b5_1: said.is10b5_1 === 'yes',
      hasVwapFootnote: said.hasVwapFootnote === 'yes',
      hasAdsFootnote: said.hasAdsFootnote === 'yes',
      hasTaxWithholdingFootnote: said.hasTaxWithholdingFootnote === 'yes',
      hasIndirectOwnershipFootnote: said.hasIndirectOwnershipFootnote === 'yes',
      ...(unclear.length === 0 ? {} : { footnoteUnclear: unclear }),
      soldOnlyForTax:
        filed.transactionCode === 'S' && taxSales.includes('only') && !taxSales.includes('partly'),
      acquisition: acquisitionOf(filed, {
        onTrade: onTrade.flatMap((reading) => reading.acquisition),
        beside: own.filter((one) => !onTrade.includes(one)).flatMap((reading) => reading.acquisition),
        remarks: remarked[row] ?? [],
        is10b5_1: said.is10b5_1 === 'yes',
      }),
      implausible: implausibilitiesOf(filed, { own, atPrice }, context.filedDate),
    };
  });
}

/** What the footnotes say of each flag but that of a plan. */
function flagsOf(
  filed: FiledRow,
  own: readonly FootnoteMeaning[],
  atPrice: readonly FootnoteMeaning[],
): Record<Exclude<FootnoteFlag, 'is10b5_1'>, Claim> {
  const average = filed.priceFootnoteIds.length > 0 ? atPrice : own;
  const titles = [filed.securityTitle, filed.underlyingTitle ?? ''];
  const isIndirect = filed.ownership === 'I';
  return {
    hasVwapFootnote: together([
      ...average.map((one) => one.weightedAveragePrice),
      ...atPrice.map((one) => one.severalPrices),
    ]),
    hasAdsFootnote: titles.some(namesDepositaryShares)
      ? 'yes'
      : together(own.map((one) => one.depositaryShares)),
    hasTaxWithholdingFootnote: together(own.map((one) => one.taxWithholding)),
    hasIndirectOwnershipFootnote: isIndirect ? 'yes' : together(own.map((one) => one.indirectOwnership)),
  };
}

interface PlannedCodes {
  P: boolean;
  S: boolean;
}

const NO_PLANS: PlannedCodes = { P: false, S: false };

/** The row's own statement takes precedence over the checkbox, which does not say which row it means. */
function planOf(
  code: string | null,
  own: FootnoteMeaning[],
  checkbox: boolean | null,
  wholeForm: PlannedCodes,
): Claim {
  // Beside a purchase a footnote may speak of the sales that it is matched with.
  const isOfSales = ({ plan, planCodes }: FootnoteMeaning) =>
    plan === 'yes' && code === 'P' && planCodes === 'S';
  const said = together(own.map((reading) => (isOfSales(reading) ? null : reading.plan)));
  if (said === 'yes' || said === 'no') return said;
  const isPlanned = (code === 'P' || code === 'S') && (checkbox ?? wholeForm[code]);
  return isPlanned && (said === null || checkbox) ? 'yes' : said;
}

/**
 * For forms without the checkbox: remarks, footnotes that no row refers to, and footnotes about the whole
 * form.
 */
function plansOfTheForm(rows: FiledRow[], context: RowContext): PlannedCodes {
  const referred = new Set(context.holdingFootnoteIds);
  for (const row of rows) for (const id of row.footnoteIds) referred.add(id);
  const plans: PlannedCodes = { P: false, S: false };
  const add = (reading: FootnoteMeaning) => {
    if (reading.plan !== 'yes') return;
    if (reading.planCodes.includes('P')) plans.P = true;
    if (reading.planCodes.includes('S')) plans.S = true;
  };
  if (context.remarks) add(readFootnote(context.remarks));
  for (const [id, reading] of context.footnotes) if (reading.wholeForm || !referred.has(id)) add(reading);
  return plans;
}

/** The named footnotes, and those that they refer to. */
export function resolveFootnotes(
  ids: readonly string[],
  footnotes: ReadonlyMap<string, FootnoteMeaning>,
): FootnoteMeaning[] {
  const readings: FootnoteMeaning[] = [];
  if (ids.length === 0) return readings;
  const seen = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const reading = footnotes.get(id);
    if (!reading) continue;
    readings.push(reading);
    waiting.push(...reading.references);
  }
  return readings;
}

/** Berkshire A has the highest share price; a price far above it is a total typed as a price. */
const HIGHEST_PRICE = 1_000_000;
/** No insider ever traded this much at once: the count or the price is a typing error. USD. */
const HIGHEST_VALUE = 100_000_000_000;

function implausibilitiesOf(
  row: FiledRow,
  { own, atPrice }: Record<'own' | 'atPrice', FootnoteMeaning[]>,
  filedDate: string | null,
): Implausibility[] {
  const found: Implausibility[] = [];
  if (row.pricePerShare !== null && row.pricePerShare > HIGHEST_PRICE) found.push('price-above-any-share');
  const { shares } = row;
  // An impossible price is reason enough.
  const sound = found.length === 0 && shares !== null;
  if (sound && (shares > Number.MAX_SAFE_INTEGER || shares * (row.pricePerShare ?? 0) > HIGHEST_VALUE))
    found.push('value-above-any-trade');
  if (row.transactionDate === null || row.transactionDate < FIRST_TRADE_DAY) found.push('date-impossible');
  else if (filedDate !== null && row.transactionDate > filedDate) found.push('date-after-filing');
  if (row.pricePerShare && !namesDepositaryShares(row.securityTitle) && isPricedByDepositaryShare(own)) {
    found.push('price-per-ads-shares-ordinary');
  }
  if (isOutsideRange(row, atPrice)) found.push('price-outside-stated-range');
  return found;
}

/** Averages are rounded to cents, and a little more. */
const ROUNDING = { dollars: 0.0051, ratio: 0.005 };

/** A purchase or sale whose price is not in the range that its footnotes state. */
function isOutsideRange(
  { transactionCode: code, pricePerShare: price }: FiledRow,
  footnotes: readonly FootnoteMeaning[],
): boolean {
  const ranges = footnotes.flatMap(({ priceRange }) => priceRange ?? []);
  if ((code !== 'P' && code !== 'S') || !price || ranges.length === 0) return false;
  const beyond = Math.max(Math.min(...ranges) - price, price - Math.max(...ranges));
  return beyond > Math.max(ROUNDING.dollars, ROUNDING.ratio * price);
}

/** Also where it may be: shares held in that form, of which several are one depositary share. */
function isPricedByDepositaryShare(own: readonly FootnoteMeaning[]): boolean {
  const prices = own.map((reading) => reading.pricePerDepositaryShare);
  const ratios = own.map((reading) => reading.depositaryRatio);
  if (ratios.includes('one') && !ratios.includes('other')) return false;
  if (prices.includes('corrected')) return false;
  return prices.includes('stated') || (prices.includes('possible') && ratios.includes('other'));
}
