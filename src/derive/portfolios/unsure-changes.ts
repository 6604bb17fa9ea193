/**
 * Finds what comes and goes between two reports without a purchase or sale that is sure: a report of nothing is mostly a handover
 * or the end of the reports, a security can have a new CUSIP, and a unit is separated into shares and warrants.
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
  /** The title says that the class has been split. */
  isNewClass: boolean;
  /** The number of its issuer; empty for a note, or if it is not known. */
  issuer: string;
  /** Whether it may be separated into shares and warrants. */
  isUnit: boolean;
}

/** A title has this word after a reverse split. */
const NEW_CLASS = 'NEW';
const UNITS: ReadonlySet<string> = new Set(['UNIT', 'UNITS']);
/** The first characters of a CUSIP are those of its issuer. */
const ISSUER_CHARACTERS = 6;

const wordsOf = (titleOfClass: string): string[] => titleOfClass.toUpperCase().split(/\s+/);

/**
 * What stays when a security gets another CUSIP: the class, and the name of the issuer or its number. Nothing for a note: two
 * of one issuer and principal differ by coupon.
 * @param kind of an option another one than of shares
 */
export function identitiesOf(
  { cusip, nameOfIssuer, titleOfClass }: Security,
  { kind, isPrincipal }: { kind: number | string; isPrincipal: boolean },
): Omit<OneSidedPosition, 'key' | 'amount'> {
  const words = wordsOf(titleOfClass);
  const isNewClass = words.includes(NEW_CLASS);
  const isUnit = words.some((word) => UNITS.has(word));
  if (isPrincipal) return { identities: [], isNewClass, isUnit, issuer: '' };
  const titled = words.filter((word) => word !== '' && word !== NEW_CLASS).join(' ');
  const name = normalisedName(nameOfIssuer);
  const issuer = cusip === '' ? '' : `${cusip.slice(0, ISSUER_CHARACTERS)}/${kind}`;
  return {
    identities: [
      ...(name === '' ? [] : [`name ${name}/${titled}/${kind}`]),
      ...(issuer === '' ? [] : [`number ${issuer}/${titled}`]),
    ],
    ...{ isNewClass, isUnit, issuer },
  };
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
  for (const key of separated(gone, come)) found.add(key);
  return found;
}

/** The keys of units, and of all that came of their issuer, if as many shares are among it. */
function separated(gone: readonly OneSidedPosition[], come: readonly OneSidedPosition[]): string[] {
  return gone
    .filter(({ isUnit, issuer, amount }) => isUnit && issuer !== '' && amount !== null)
    .flatMap((unit) => {
      const parts = come.filter(({ issuer }) => issuer === unit.issuer);
      const isAlike = parts.some(({ isUnit, amount }) => !isUnit && amount === unit.amount);
      return isAlike ? [unit, ...parts].map(({ key }) => key) : [];
    });
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
    const type = { kind: `${putCall} ${amountType}`, isPrincipal: amountType === 'PRN' };
    return [{ key, amount: shares ?? principalUsd, ...identitiesOf(position, type) }];
  });
}
