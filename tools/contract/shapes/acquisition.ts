/** How a purchase was made: rows of code P of Form 4. */

import { z } from 'zod/v3';

export const ACQUISITIONS = [
  'market',
  'issuer',
  'offering',
  'plan',
  'dividend',
  'unpaid',
  'unclear',
] as const;
export type Acquisition = (typeof ACQUISITIONS)[number];

/** Absent for every other code. */
export const acquisition = z
  .enum(ACQUISITIONS)
  .optional()
  .describe(
    'Rows of code P: how it was acquired. market unless the own footnotes, or remarks that name the row, say else: from the issuer, in an offering or placement, under a purchase, savings or pay plan, with reinvested dividends, or unpaid. unclear: the words contradict each other. All but market are in no sum of purchases, cluster, streak or ranking',
  );

const WORDS: Record<Acquisition, string> = {
  market: '',
  issuer: 'from the issuer',
  offering: 'in an offering or placement',
  plan: 'under a plan',
  dividend: 'with reinvested dividends',
  unpaid: 'nothing paid',
  unclear: 'how acquired is unclear',
};

/** For pages and texts; '' for a purchase in the market, and for other codes. */
export const acquisitionWords = (how: Acquisition | undefined): string =>
  how === undefined ? '' : WORDS[how];
