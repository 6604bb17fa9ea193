/**
 * The figure of a schedule: that of one person. Fund, adviser, general partner and founder report the same shares, so
 * a sum of persons is a multiple of the truth.
 */

import type { ReportingPerson, Schedule13Filing } from '../../records/holders/schedule13.js';

/**
 * The person with the largest total, by per cent where one of two totals is not known; on a tie one that is not a natural person and filed the schedule, then one that is not a
 * natural person, then the one that filed, then the first. Null for a schedule whose persons are not read.
 */
export function headlinePerson({
  persons,
  filerCik,
}: Pick<Schedule13Filing, 'persons' | 'filerCik'>): ReportingPerson | null {
  const rank = ({ types, cik }: ReportingPerson) =>
    (types.includes('IN') ? 0 : 2) + (cik !== null && cik === filerCik ? 1 : 0);
  const larger = (a: ReportingPerson, b: ReportingPerson) => bySize(a, b) || rank(a) - rank(b);
  return persons.reduce<ReportingPerson | null>(
    (best, person) => (best === null || larger(person, best) > 0 ? person : best),
    null,
  );
}

/** A total that is not known is smaller than any other, unless the per cent shows the contrary. */
function bySize(a: ReportingPerson, b: ReportingPerson): number {
  const isComparable = a.shares !== null && b.shares !== null;
  if (!isComparable && a.percent !== null && b.percent !== null && a.percent !== b.percent)
    return a.percent - b.percent;
  return size(a.shares) - size(b.shares) || size(a.percent) - size(b.percent);
}

const size = (total: number | null) => total ?? -1;

/**
 * Whether the largest total understates what the group holds: members that state different totals may hold apart, without a
 * person for the sum, and so may persons whose sole powers are over more shares together.
 */
export function isUnderstated(persons: readonly ReportingPerson[]): boolean {
  const totals = persons.flatMap(({ group, shares }) => (group === 'a' ? [shares] : []));
  if (new Set(totals).size > 1) return true;
  const together = persons.filter(({ group }) => group !== 'b');
  return holdApart(together, 'soleVoting') || holdApart(together, 'soleDispositive');
}

/**
 * Only one person can have the sole power over a share, so that no one has all of them in its total. Not every schedule says that
 * its persons are a group. Some filers repeat the figure for each person, or state the sum of the others for the last.
 */
function holdApart(persons: readonly ReportingPerson[], power: 'soleVoting' | 'soleDispositive'): boolean {
  const largest = Math.max(...persons.map(({ shares }) => size(shares)));
  const sole = [...new Set(persons.map((one) => one[power] ?? 0))];
  const sum = sole.reduce((total, shares) => total + shares, 0);
  return largest >= 0 && sum > largest && sum !== Math.max(...sole) * 2;
}
