/**
 * Finds what comes and goes between two reports without a purchase or sale that is sure: a report of nothing is mostly a handover
 * or the end of the reports, and a security can have a new CUSIP.
 */

import { appendTo } from '../../collections.js';
import type { Position } from '../../records/portfolios/fund-quarter.js';
import { isSameAfterSplit } from '../../records/portfolios/holder-change.js';
import { normalisedName, type Security } from './cusip-resolver.js';

/** A position that is in one of two reports only. */
export interface OneSidedPosition {
  key: string;
  /** Shares or principal; null if it is not known. */
  amount: number | null;
  /** See `identitiesOf`. */
  identities: readonly string[];
  /** See `isNewClass`. */
  isNewClass: boolean;
}

/** A title has this word after a reverse split. */
const NEW_CLASS = 'NEW';
/** The first characters of a CUSIP are those of its issuer. */
const ISSUER_CHARACTERS = 6;

/** Whether the title says that the class has been split. */
export const isNewClass = (titleOfClass: string): boolean => wordsOf(titleOfClass).includes(NEW_CLASS);

const wordsOf = (titleOfClass: string): string[] => titleOfClass.toUpperCase().split(/\s+/);

/**
 * What stays when a security gets another CUSIP: the class, and the name of the issuer or its number. Nothing for a note: two
 * of one issuer and principal differ by coupon.
 * @param kind of an option another one than of shares
 */
export function identitiesOf(
  { cusip, nameOfIssuer, titleOfClass }: Security,
  { kind, isPrincipal }: { kind: number | string; isPrincipal: boolean },
): string[] {
  if (isPrincipal) return [];
  const words = wordsOf(titleOfClass);
  const titled = words.filter((word) => word !== '' && word !== NEW_CLASS).join(' ');
  const name = normalisedName(nameOfIssuer);
  return [
    ...(name === '' ? [] : [`name ${name}/${titled}/${kind}`]),
    ...(cusip === '' ? [] : [`number ${cusip.slice(0, ISSUER_CHARACTERS)}/${titled}/${kind}`]),
  ];
}

/**
 * The keys of positions that seem to be the same security under another CUSIP: of one issuer and class one is gone and one has
 * come, with about as many shares, or as many as after a split (`isSameAfterSplit`). If several came or went, nothing shows which is which.
 */
export function renumbered(
  gone: readonly OneSidedPosition[],
  come: readonly OneSidedPosition[],
): Set<string> {
  const found = new Set<string>();
  if (gone.length === 0 || come.length === 0) return found;
  const arrived = byIdentity(come);
  for (const [identity, left] of byIdentity(gone)) {
    const [before, after] = [left[0], arrived.get(identity)?.[0]];
    if (before === undefined || after === undefined) continue;
    if (left.length > 1 || (arrived.get(identity)?.length ?? 0) > 1) continue;
    if (!isSameAfterSplit(before.amount, after.amount, after.isNewClass && !before.isNewClass)) continue;
    found.add(before.key).add(after.key);
  }
  return found;
}

function byIdentity(positions: readonly OneSidedPosition[]): Map<string, OneSidedPosition[]> {
  const groups = new Map<string, OneSidedPosition[]>();
  for (const position of positions)
    for (const identity of position.identities) appendTo(groups, identity, position);
  return groups;
}

/** The keys of what is new in one report, or gone since the other, and not surely bought or sold. */
export function unsureChanges(current: readonly Position[], prior: readonly Position[]): ReadonlySet<string> {
  if (current.length === 0 || prior.length === 0)
    return new Set([...current, ...prior].map(({ key }) => key));
  return renumbered(onlyIn(prior, current), onlyIn(current, prior));
}

function onlyIn(positions: readonly Position[], others: readonly Position[]): OneSidedPosition[] {
  const known = new Set(others.map(({ key }) => key));
  return positions.flatMap((position) => {
    const { key, shares, principalUsd, putCall, amountType, titleOfClass } = position;
    if (known.has(key)) return [];
    const type = { kind: `${putCall} ${amountType}`, isPrincipal: amountType === 'PRN' };
    const identities = identitiesOf(position, type);
    return [{ key, amount: shares ?? principalUsd, identities, isNewClass: isNewClass(titleOfClass) }];
  });
}
