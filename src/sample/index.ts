/** The bundled sample: which register has one, and its documents as they stand on a day. */

import type { RawDocument } from '../registers/register.js';
import { sample13F } from './13f.js';
import { sampleCompanyTickers } from './company-tickers.js';
import { sampleForm4 } from './form4/index.js';

const samples: ReadonlyMap<string, (day: string) => RawDocument[]> = new Map([
  ['sec-companies', (day: string) => [sampleCompanyTickers(day)]],
  ['sec-form4', sampleForm4],
  ['sec-13f', sample13F],
]);

/**
 * The invented documents of one register as seen on `day` (YYYY-MM-DD, UTC), in that register's own format;
 * none for a register without a sample.
 * @throws RangeError when `day` is no calendar day.
 */
export function sampleDocuments(registerId: string, day: string): RawDocument[] {
  return samples.get(registerId)?.(day) ?? [];
}
