/** The bundled sample: which register has one, and its documents as they stand on a day. */

import type { RawDocument } from '../registers/register.js';
import { sample13F } from './13f.js';
import { sampleCompanyTickers } from './company-tickers.js';
import { sampleDealings, sampleInsyn, sampleMar19, sampleNsm } from './eu/index.js';
import { sampleFailsToDeliver } from './fails-to-deliver.js';
import { sampleForm4 } from './form4/index.js';
import { sampleHouse } from './house.js';
import { sampleMembers } from './members.js';
import { sampleOge } from './oge.js';
import { sampleSenate } from './senate.js';
import { sampleSharesFrames } from './shares-frames.js';

const samples: ReadonlyMap<string, (day: string) => RawDocument[]> = new Map([
  ['sec-companies', (day: string) => [sampleCompanyTickers(day), ...sampleSharesFrames(day)]],
  ['sec-form4', sampleForm4],
  ['sec-13f', sample13F],
  ['oge-278t', sampleOge],
  ['congress-members', sampleMembers],
  ['house-ptr', sampleHouse],
  ['senate-ptr', sampleSenate],
  ['prices-sec', sampleFailsToDeliver],
  ['de-bafin', sampleDealings],
  ['uk-nsm', sampleNsm],
  ['se-fi', sampleInsyn],
  ['nl-afm', sampleMar19],
]);

/**
 * The invented documents of one register as seen on `day` (YYYY-MM-DD, UTC), in that register's own format;
 * none for a register without a sample.
 * @throws RangeError when `day` is no calendar day.
 */
export function sampleDocuments(registerId: string, day: string): RawDocument[] {
  return samples.get(registerId)?.(day) ?? [];
}
