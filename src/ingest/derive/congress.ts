/**
 * Finds out whose the reports of the Congress are, and weighs again the reports of every member whom the last writes
 * touched. What is pending stands in the store, so a crash forgets nothing.
 */

import { effectiveTrades, resolveMembers } from '../../derive/index.js';
import type { MemberOverride } from '../../records/congress/member.js';
import {
  memberReports,
  pendingMembers,
  writeEffectiveTrades,
} from '../../store/congress/effective-trades.js';
import {
  allMembers,
  assignedSlugs,
  filedReports,
  isIdentityPending,
  writeResolvedMembers,
} from '../../store/congress/resolved-members.js';
import { journalStockActWarnings } from '../../store/congress/stock-act-warnings.js';
import type { Store } from '../../store/database/open.js';

/** The register that tells who is who. */
export const IDENTITY_REGISTER = 'congress-members';

interface DeriveCongressOptions {
  now: Date;
  /** The operator's word on names that the identity files cannot settle. */
  overrides: readonly MemberOverride[];
  /**
   * True while the identity files are being asked for in this run. Before they came for the first time nobody is
   * given a slug, because a slug stays for ever.
   */
  identityAwaited?: boolean;
}

/** @returns how many members were weighed. */
export function deriveCongress(
  store: Store,
  { now, overrides, identityAwaited = false }: DeriveCongressOptions,
): number {
  if (isIdentityPending(store, overrides)) {
    const members = allMembers(store);
    if (identityAwaited && members.length === 0) return 0;
    const readings = resolveMembers(members, overrides, filedReports(store), assignedSlugs(store));
    writeResolvedMembers(store, readings, overrides);
  }
  const pending = pendingMembers(store);
  for (const memberId of pending)
    writeEffectiveTrades(store, memberId, effectiveTrades(memberReports(store, memberId)));
  journalStockActWarnings(store, now);
  return pending.length;
}
