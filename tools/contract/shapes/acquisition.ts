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
    'Rows of code P: how the shares were acquired. market unless footnotes of the row, or remarks that name it, say something else; it includes private purchases, and filings that were read before this was known. unclear: the words contradict each other. All but market are in no sum over filings, cluster, streak or ranking',
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
