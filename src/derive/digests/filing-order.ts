/** The order of lots within a digest: acceptance, then accession number. */

import { compareText } from '../../collections.js';
import type { OpenMarketLot } from '../../records/form4/open-market-lots.js';

export function byFiling(a: OpenMarketLot, b: OpenMarketLot): number {
  return compareText(a.filedAt, b.filedAt) || compareText(a.filingId, b.filingId);
}
