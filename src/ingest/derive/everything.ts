/** Derives all that is pending, for a process that reads no register: an import, or a start that no run follows. */

import type { MemberOverride } from '../../records/congress/member.js';
import type { ErratumLine } from '../../records/erratum.js';
import type { CuratedTracker } from '../../records/portfolios/tracker.js';
import type { Store } from '../../store/database/open.js';
import { replaceErrata } from '../../store/errata/replace-errata.js';
import { deriveCongress } from './congress.js';
import { deriveDigests, type ShownPrices } from './digests.js';
import { deriveMarkets } from './europe.js';
import { deriveForm4 } from './form4.js';
import { deriveMajorHolders } from './holders.js';
import { deriveManagers } from './managers.js';
import { deriveTrackers } from './portfolios.js';
import { rederiveIfRulesChanged } from './rule-changes.js';

export interface EverythingOptions {
  now: Date;
  overrides: readonly MemberOverride[];
  trackers: readonly CuratedTracker[];
  /** The operator's errata; those of the last run when omitted. */
  errata?: readonly ErratumLine[];
  /** Which prices digests and portfolios show. */
  shown: ShownPrices;
  /** How many quarters of all managers are kept; all if null. */
  managerQuarters: number | null;
}

/** After an upgrade with other rules, all rows are pending. */
export async function deriveEverything(store: Store, options: EverythingOptions): Promise<void> {
  const { now, overrides, trackers, shown, managerQuarters } = options;
  rederiveIfRulesChanged(store);
  if (options.errata !== undefined) replaceErrata(store, options.errata, now);
  deriveForm4(store);
  deriveCongress(store, { now, overrides });
  deriveDigests(store, now, shown);
  deriveTrackers(store, now, trackers, shown);
  deriveMarkets(store, now);
  deriveMajorHolders(store);
  await deriveManagers(store, { now, quarters: managerQuarters });
}
