/** Which levels a holder has crossed: read from its own schedules, never from a sum of persons. */

import { HOLDER_LEVELS } from '../../../tools/contract/rules.js';
import type { HolderCrossing } from '../../../tools/contract/shapes/holder.js';
import { isAmendment, type Schedule13Filing } from '../../records/holders/schedule13.js';
import { saysCeased } from './ceased.js';
import { headlinePerson, isUnderstated } from './headline.js';

/** Above or below a level; null when the figures do not say. */
export type Side = 'above' | 'below' | null;

/** EDGAR took its first filings in 1993: an event of an earlier year is a typing error. */
const FIRST_EVENT = '1993-01-01';

/**
 * What this schedule shows against those of the same holder `before` it. A stake of exactly a level is on neither side,
 * because percents are rounded; then nothing is said.
 */
export function crossingsOf(filing: Schedule13Filing, before: readonly Schedule13Filing[]): HolderCrossing[] {
  return HOLDER_LEVELS.flatMap((level) => {
    const side = sideOf(filing, level, before);
    if (side === null) return [];
    const known = before
      .map((one, at) => sideOf(one, level, before.slice(0, at)))
      .filter((one) => one !== null);
    const basis = basisOf(filing, {
      side,
      level,
      earlier: known.at(-1) ?? null,
      isFirst: before.length === 0,
    });
    if (basis === null) return [];
    return [
      {
        level,
        direction: side === 'above' ? ('up' as const) : ('down' as const),
        date: eventDay(filing),
        basis,
      },
    ];
  });
}

interface KnownSides {
  side: 'above' | 'below';
  level: number;
  earlier: Side;
  isFirst: boolean;
}

function basisOf(
  filing: Schedule13Filing,
  { side, level, earlier, isFirst }: KnownSides,
): HolderCrossing['basis'] | null {
  if (earlier !== null) return earlier === side ? null : 'filings';
  if (side === 'above') return isFirst && isFirstStatement(filing) ? 'first-statement' : null;
  return level === HOLDER_LEVELS[0] && isAmendment(filing.form) && saysCeased(filing) ? 'stated' : null;
}

/** Neither an amendment nor a 13D after a 13G. */
function isFirstStatement({ form, previousAccession, previouslyFiledOn13G }: Schedule13Filing): boolean {
  return !isAmendment(form) && previousAccession === null && previouslyFiledOn13G !== true;
}

/**
 * On which side of a level (per cent) the holder is.
 * @param before the schedules of the same holder before this one
 */
export function sideOf(filing: Schedule13Filing, level: number, before: readonly Schedule13Filing[]): Side {
  if (mayBeFraction(filing, before)) return null;
  const [lowest] = HOLDER_LEVELS;
  const percent = percentOf(filing);
  const ceased = level === lowest && saysCeased(filing);
  // A box that contradicts the figure says nothing.
  if (percent !== null && percent > level) return ceased ? null : 'above';
  if (ceased) return 'below';
  if (percent === null || largestPossible(filing) > level) return null;
  if (percent < level) return 'below';
  // A first schedule is filed above five per cent only: its 5.0 is a rounded figure.
  return level === lowest && isFirstStatement(filing) ? 'above' : null;
}

/** A fraction of one that is above five per cent is above this. */
const LEAST_FRACTION = 0.05;
/** How far a per cent may be off what the shares of the schedule before imply. */
const NEAR = 2;

/**
 * 0.052 for 5.2 per cent: EDGAR accepts it. A first schedule is due above five per cent; a later one has nearly the shares
 * of the one before, and a hundredth of its per cent. With no figures before it, an amendment that does not say that the
 * holder ceased can be either.
 */
function mayBeFraction(filing: Schedule13Filing, before: readonly Schedule13Filing[]): boolean {
  const { shares = null, percent = null } = headlinePerson(filing) ?? {};
  if (percent === null || percent < LEAST_FRACTION || percent > 1 || shares === 0) return false;
  if (isFirstStatement(filing) && !saysCeased(filing)) return true;
  const earlier = lastKnownStake(before);
  if (earlier === null) return !saysCeased(filing);
  if (shares === null) return false;
  const ratio = (percent * 100) / (earlier.percent * (shares / earlier.shares));
  return ratio >= 1 / NEAR && ratio <= NEAR;
}

/** The last shares and per cent; a per cent that may be a fraction is taken for one. Null without any. */
function lastKnownStake(before: readonly Schedule13Filing[]): { shares: number; percent: number } | null {
  for (const [at, filing] of [...before.entries()].reverse()) {
    const { shares, percent } = headlinePerson(filing) ?? {};
    if (!shares || !percent) continue;
    return { shares, percent: mayBeFraction(filing, before.slice(0, at)) ? percent * 100 : percent };
  }
  return null;
}

/** As filed; a holder without shares has none of the class. */
function percentOf(filing: Schedule13Filing): number | null {
  const person = headlinePerson(filing);
  return person?.percent ?? (person?.shares === 0 ? 0 : null);
}

/** Members of a group that state different totals may hold apart: at most the sum. */
function largestPossible(filing: Schedule13Filing): number {
  if (!isUnderstated(filing.persons)) return percentOf(filing) ?? Number.POSITIVE_INFINITY;
  return filing.persons.reduce((sum, { percent }) => sum + (percent ?? Number.POSITIVE_INFINITY), 0);
}

/** The date of the event, at the latest that of filing. */
export function eventDay({ eventDate, filedDate }: Schedule13Filing): string {
  return eventDate !== null && eventDate >= FIRST_EVENT && eventDate < filedDate ? eventDate : filedDate;
}
