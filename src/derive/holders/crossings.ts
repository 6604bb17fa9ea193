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
  const stakes = knownStakes([...before, filing]);
  return HOLDER_LEVELS.flatMap((level) => {
    const side = sideOf(filing, level, stakes.at(-1) ?? null);
    if (side === null) return [];
    const known = before
      .map((one, at) => sideOf(one, level, stakes[at] ?? null))
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
 * @param earlier the last stake that is believed, of the schedules of the same holder before this one
 */
export function sideOf(filing: Schedule13Filing, level: number, earlier: Stake | null): Side {
  if (isDoubtful(filing, earlier)) return null;
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
/** How far a per cent may be off what the shares imply to be their hundredth. */
const NEAR = 2;
/** How far shares may change and still say what the per cent is: a split changes them by more. */
const NEARLY_SAME = 1.5;
/** How far a per cent may be off what the shares imply to be ten times as much, or a tenth. A class does grow or shrink by other factors. */
const NEAR_TEN = 1.25;

const isNear = (ratio: number): boolean => ratio <= NEAR_TEN && ratio >= 1 / NEAR_TEN;

interface Stake {
  shares: number;
  percent: number;
}

/**
 * Whether the number of shares beside it contradicts the per cent, or shows that it may be a fraction of one: then nothing
 * follows from it. Shares that are nearly those of the schedule before do not have ten times its per cent, a tenth or 0.
 * 0.052 for 5.2 per cent is accepted by EDGAR. A first schedule is due above five per cent; with no figures before it, an amendment
 * that does not say that the holder ceased can be either.
 */
function isDoubtful(filing: Schedule13Filing, earlier: Stake | null): boolean {
  const { shares = null, percent = null } = headlinePerson(filing) ?? {};
  if (percent === null || shares === 0) return false;
  // The box and the figure agree.
  if (percent < HOLDER_LEVELS[0] && earlier !== null && saysCeased(filing)) return false;
  const mayBeFraction = percent >= LEAST_FRACTION && percent <= 1;
  if ((mayBeFraction || percent === 0) && isFirstStatement(filing) && !saysCeased(filing)) return true;
  if (earlier === null) return mayBeFraction && !saysCeased(filing);
  if (shares === null) return false;
  const ratio = percent / (earlier.percent * (shares / earlier.shares));
  if (mayBeFraction && ratio >= 1 / (100 * NEAR) && ratio <= NEAR / 100) return true;
  const change = shares / earlier.shares;
  if (change > NEARLY_SAME || change < 1 / NEARLY_SAME) return false;
  return ratio === 0 || [10, 1 / 10, 1 / 100].some((place) => isNear(ratio / place));
}

/**
 * The shares and per cent by which each schedule is judged: the last that are believed, null where there are none. Two in a row that agree
 * with each other show that what was known before them was wrong.
 */
export function knownStakes(filings: readonly Schedule13Filing[]): Array<Stake | null> {
  let known: Stake | null = null;
  let doubted: Stake | null = null;
  return filings.map((filing) => {
    if (doubted !== null && !isDoubtful(filing, doubted)) [known, doubted] = [doubted, null];
    const judgedBy = known;
    const { shares, percent } = headlinePerson(filing) ?? {};
    if (!shares || !percent) return judgedBy;
    const stake = { shares, percent };
    if (!isDoubtful(filing, known)) [known, doubted] = [stake, null];
    else if (known === null) known = { shares, percent: percent * 100 };
    else doubted = stake;
    return judgedBy;
  });
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
