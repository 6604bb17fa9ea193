/** What the caveat keys of a tracked portfolio mean, for readers. */

import type { Archetype, CaveatKey } from './shapes/tracker.js';

const WORDS: Record<CaveatKey, string> = {
  'lag-30-45d': 'Disclosed 30 to 45 days after the fact.',
  'range-bucketed': 'Amounts are disclosed as brackets.',
  'spouse-included': 'Trades of spouse and dependent children are included.',
  'no-reason-disclosed': 'No filing says why a trade was made.',
  'options-as-underlying': 'Options are shown at the value of the underlying shares.',
  'concentration-cap': 'A few holdings make up most of the whole.',
  'quarterly-batched': 'Reported once a quarter, as of its last day.',
  'trustee-managed': 'Managed by a trustee or an adviser.',
  'values-contradicted':
    'A known price contradicts the value of a position or several in the newest report: these values are unknown, and so is the total.',
  'empty-report':
    'The newest report has no position. Mostly the positions were handed over, or the manager no longer reports: they are perhaps not sold.',
};

export const OPTIONS: CaveatKey = 'options-as-underlying';
/** The stated bracket is that of the option, not of its shares. */
export const OPTIONS_IN_NET =
  'Call options are in these sums, each by the bracket of that option’s trade. A row that names a share may consist of options alone.';

/** One sentence for each key. */
export function caveatWords(archetype: Archetype, keys: readonly CaveatKey[]): string[] {
  return keys.map((key) => (key === OPTIONS && archetype !== 'hedge_fund' ? OPTIONS_IN_NET : WORDS[key]));
}
