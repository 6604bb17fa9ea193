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
}

/** A title has this word after a reverse split. */
const NEW_CLASS = 'NEW';
/** The first characters of a CUSIP are those of its issuer. */
const ISSUER_CHARACTERS = 6;

/**
 * What stays when a security gets another CUSIP: the class, and the name of the issuer or its number.
 * @param kind of an option or a principal amount another one than of shares
 */
export function identitiesOf(
  { cusip, nameOfIssuer, titleOfClass }: Security,
  kind: number | string,
): string[] {
  const words = titleOfClass.toUpperCase().split(/\s+/);
  const titled = words.filter((word) => word !== '' && word !== NEW_CLASS).join(' ');
  const name = normalisedName(nameOfIssuer);
  return [
    ...(name === '' ? [] : [`name ${name}/${titled}/${kind}`]),
    ...(cusip === '' ? [] : [`number ${cusip.slice(0, ISSUER_CHARACTERS)}/${titled}/${kind}`]),
  ];
}

/**
 * The keys of positions that seem to be the same security under another CUSIP: of one issuer and class one is gone and one has
 * come, with about as many shares, or as many as after a split. If several came or went, nothing shows which is which.
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
    if (!isSameAfterSplit(before.amount, after.amount)) continue;
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
    const { key, shares, principalUsd, putCall, amountType } = position;
    if (known.has(key)) return [];
    const amount = shares ?? principalUsd;
    return [{ key, amount, identities: identitiesOf(position, `${putCall} ${amountType}`) }];
  });
}
