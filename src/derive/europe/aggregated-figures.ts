/** What a Dutch notification adds up itself, compared with its rows. */

import { groupBy } from '../../collections.js';
import type { PdmrFiling } from '../../records/europe/pdmr.js';
import type { Witness } from '../witnesses.js';
import type { FigureContradiction } from './contradiction-reasons.js';
import { isDecimalOff } from './misplaced-decimals.js';
import { timesApart } from './priced-trade.js';

/** People compute these sums by hand. */
const TOLERANCE = 0.01;
/** Lots of one day are nearer to their average. */
const FAR = 1.5;

type SummedRow = PdmrFiling & {
  price: number;
  volume: number;
  aggregatedPrice: number;
  aggregatedVolume: number;
};

type AggregateWitness = Witness<FigureContradiction>;

/** By filingId; nothing for a row of which the notification states no sum. Expects all rows of the market. */
export function aggregateWitnesses(rows: readonly PdmrFiling[]): Map<string, AggregateWitness[]> {
  const found = new Map<string, AggregateWitness[]>();
  const summed = rows.filter(({ aggregatedVolume }) => (aggregatedVolume ?? 0) > 0);
  for (const alike of groupBy(summed, addedUpWith).values()) {
    if (!alike.every(isStated)) continue;
    const wrong = new Set(contradictedRows(alike));
    for (const row of alike)
      found.set(row.filingId, [
        {
          says: wrong.has(row) ? 'contradicts' : 'agrees',
          isStrong: true,
          reason: 'unlike-aggregated-table',
        },
      ]);
  }
  return found;
}

const isStated = (row: PdmrFiling): row is SummedRow =>
  row.price !== null && row.volume !== null && (row.aggregatedPrice ?? 0) > 0;

/** A notification over two days is two entries, whose ids differ in the day only: it may add up both. */
const notificationOf = ({ notificationKey }: PdmrFiling) => notificationKey.slice('YYYYMMDD'.length);

const addedUpWith = (row: PdmrFiling): string =>
  [
    notificationOf(row),
    ...[row.instrumentType, row.isin, row.nature, row.transactionType, row.currency],
    ...[row.aggregatedPrice, row.aggregatedVolume],
  ]
    .join('|')
    .toLowerCase();

/** None if they add up to what is stated; else those whose price is far from the average, or whose number is wrong. */
function contradictedRows(rows: readonly SummedRow[]): readonly SummedRow[] {
  const days = [...groupBy(rows, ({ notificationKey }) => notificationKey).values()];
  if ([rows, ...days].some((some) => hasNumber(some) && hasAverage(some))) return [];
  const far = rows.filter(
    ({ price, aggregatedPrice }) =>
      !isNear(price, aggregatedPrice) && timesApart(price, aggregatedPrice) > FAR,
  );
  if (far.length > 0 && far.length < rows.length) return far;
  return [rows, ...days].some(hasNumber) ? far : wrongNumbers(rows);
}

/** One of several rows that is off by decimals, or all of them; it is not known which of them has another mistake. */
function wrongNumbers(rows: readonly SummedRow[]): readonly SummedRow[] {
  const number = sum(rows.map(({ volume }) => volume));
  const isOff = (volume: number, right: number) =>
    isDecimalOff(Math.max(volume, right), Math.min(volume, right), 1 + TOLERANCE);
  if (rows.length === 1 || rows.every(({ aggregatedVolume }) => isOff(number, aggregatedVolume))) return rows;
  const off = rows.filter(({ volume, aggregatedVolume }) => {
    const right = aggregatedVolume - (number - volume);
    return right > 0 && isOff(volume, right);
  });
  return off.length === 1 ? off : [];
}

function hasNumber(rows: readonly SummedRow[]): boolean {
  const number = sum(rows.map(({ volume }) => volume));
  return rows.every(({ aggregatedVolume }) => isNear(number, aggregatedVolume));
}

/** Some state an average that is not weighted, or the total in its place. */
function hasAverage(rows: readonly SummedRow[]): boolean {
  const total = sum(rows.map(({ price, volume }) => price * volume));
  const average = total / sum(rows.map(({ volume }) => volume));
  const plain = sum(rows.map(({ price }) => price)) / rows.length;
  return rows.every(({ aggregatedPrice }) =>
    [average, plain, total].some((amount) => isNear(amount, aggregatedPrice)),
  );
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** 0.01 may be 0.0066, rounded. */
function isNear(amount: number, stated: number): boolean {
  const [, decimals = ''] = String(stated).split('.');
  return Math.abs(amount - stated) <= Math.max(TOLERANCE * stated, 0.5 / 10 ** decimals.length);
}
