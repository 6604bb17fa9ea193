/**
 * Matches reports of the Congress to members, and derives again the trades of every member whom the last writes
 * touched. The pending work is in the store, so a crash loses none of it.
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
import { markMembersOfNewNames } from '../../store/symbol-names.js';
import { knownSymbols } from './known-symbols.js';

/** The register that identifies the members. */
export const IDENTITY_REGISTER = 'congress-members';

interface DeriveCongressOptions {
  now: Date;
  /** The operator's overrides for names that the identity files cannot settle. */
  overrides: readonly MemberOverride[];
  /**
   * True while the identity files are being requested in this run. Before they arrive for the first time no one is
   * given a slug, because a slug is permanent.
   */
  identityAwaited?: boolean;
}

/** @returns how many members were derived. */
export function deriveCongress(
  store: Store,
  { now, overrides, identityAwaited = false }: DeriveCongressOptions,
): number {
  if (isIdentityPending(store, overrides)) {
    const members = allMembers(store);
    if (identityAwaited && members.length === 0) return 0;
    const resolved = resolveMembers(members, overrides, filedReports(store), assignedSlugs(store));
    writeResolvedMembers(store, resolved, overrides);
  }
  markMembersOfNewNames(store);
  const pending = pendingMembers(store);
  const known = knownSymbols(store);
  for (const memberId of pending)
    writeEffectiveTrades(store, memberId, effectiveTrades(memberReports(store, memberId), known));
  journalStockActWarnings(store, now);
  return pending.length;
}
