/**
 * Finds out whose the reports of the Congress are, and weighs again the reports of every member whom the last writes
 * touched. What is pending stands in the store, so a crash forgets nothing.
 */

import { readMembers, standingTrades } from '../../derive/index.js';
import type { MemberOverride } from '../../records/congress/member.js';
import {
  allMembers,
  filedReports,
  givenSlugs,
  identityPending,
  writeMemberReadings,
} from '../../store/congress/member-readings.js';
import { memberReports, pendingMembers, writeStandingTrades } from '../../store/congress/standing-trades.js';
import { tellDoubts } from '../../store/congress/stock-act-doubts.js';
import type { Store } from '../../store/database/open.js';

/** The register that tells who is who. */
export const IDENTITY_REGISTER = 'congress-members';

export interface CongressOptions {
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
  { now, overrides, identityAwaited = false }: CongressOptions,
): number {
  if (identityPending(store, overrides)) {
    const members = allMembers(store);
    if (identityAwaited && members.length === 0) return 0;
    const readings = readMembers(members, overrides, filedReports(store), givenSlugs(store));
    writeMemberReadings(store, readings, overrides);
  }
  const pending = pendingMembers(store);
  for (const memberId of pending)
    writeStandingTrades(store, memberId, standingTrades(memberReports(store, memberId)));
  tellDoubts(store, now);
  return pending.length;
}
