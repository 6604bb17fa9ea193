/** Stored sums of filings added up over time, on one basis where the shares of the issuer were split. */

import {
  type AddedShares,
  isSplitOf,
  type ShareSplit,
  type SplitMark,
  sumOnOneBasis,
} from '../../records/form4/share-basis.js';
import { SPLITS_DOCUMENT, type StoredSplits } from '../issuer-records.js';
import type { GenerationTables } from '../question.js';
import { storedDocument } from './documents.js';

/** A stored sum: shares as of its last trade, in ten-thousandths; 0 where a split within the filing makes them unknown. */
export interface StoredShares {
  firstDate: string;
  lastDate: string;
  shares: number;
  /** Null for securities of several kinds. */
  title: string | null;
}

/** By the CIK of the issuer: a few. */
export function storedSplits(tables: GenerationTables): Promise<ReadonlyMap<string, ShareSplit[]>> {
  return tables.memoised(
    'share splits',
    async () => new Map((await storedDocument<StoredSplits>(tables, SPLITS_DOCUMENT)) ?? []),
  );
}

/** In ten-thousandths; null where it is not known. */
export function sumOfFilings(
  sums: readonly StoredShares[],
  splits: readonly ShareSplit[],
): { shares: number | null; split?: SplitMark } {
  if (sums.some(({ shares }) => shares === 0)) return { shares: null, split: 'unknown' };
  const added = sums.map((one): AddedShares => ({ ...one, firstDate: one.lastDate }));
  const sum = sumOnOneBasis(added, splits);
  // A filing with trades on both sides was converted when it was stored.
  const isConverted = sums.some(({ firstDate, lastDate, title }) =>
    splits.some(
      (split) =>
        firstDate <= split.oldUntil &&
        lastDate >= split.newFrom &&
        (title === null || isSplitOf(split, title)),
    ),
  );
  return sum.split === undefined && isConverted ? { ...sum, split: 'adjusted' } : sum;
}
