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

const SOLE = ['soleVoting', 'soleDispositive'] as const;
const SHARED = ['sharedVoting', 'sharedDispositive'] as const;

/**
 * Whether the largest total understates what the group holds: members that state different totals may hold apart, without a
 * person for the sum, and so may persons whose sole powers are over more shares together. Only one person can have the sole
 * power over a share, and not every schedule says that its persons are a group.
 */
export function isUnderstated(persons: readonly ReportingPerson[]): boolean {
  const together = persons.filter(({ group }) => group !== 'b');
  const largest = headlinePerson({ persons: together, filerCik: null });
  if (largest === null || largest.shares === null) return hasDifferentTotals(persons);
  // An adviser between the funds and their parent states the same total as the parent.
  const others = together.filter((one) => one !== largest && one.shares !== largest.shares);
  if (SOLE.some((power) => isSumOf(largest.shares, others, power))) return false;
  if (([0, 1] as const).some((at) => isSumOfShared(largest, others, at))) return false;
  return (
    hasDifferentTotals(persons) ||
    Math.max(...SOLE.map((power) => heldApart(together, power))) > largest.shares
  );
}

/**
 * What the persons can hold together. Equal figures of a fund, its adviser, its parent and its founder are of the same shares; what one
 * natural person alone has sole power over, another does not.
 */
function heldApart(persons: readonly ReportingPerson[], power: (typeof SOLE)[number]): number {
  const isAlone = ({ types }: ReportingPerson) => types.includes('IN') && !types.includes('HC');
  const shared = new Set(persons.filter((one) => !isAlone(one)).map((one) => one[power]));
  const alone = persons.filter(isAlone).map((one) => one[power]);
  return sum([...shared, ...alone.filter((figure) => !shared.has(figure))]);
}

/** Whether a total is that of several others who each hold alone. */
function isSumOf(
  total: number | null,
  others: readonly ReportingPerson[],
  power: (typeof SOLE)[number],
): boolean {
  const alone = others.flatMap((one) => one[power] || []);
  return alone.length > 1 && sum(alone) === total;
}

/**
 * The same where the others have no power alone: an adviser shares those of its funds, and may hold more shares itself. Fund and general
 * partner state the same total.
 */
function isSumOfShared(largest: ReportingPerson, others: readonly ReportingPerson[], at: 0 | 1): boolean {
  const [sole, shared] = [SOLE[at], SHARED[at]];
  const totals = new Set(others.map((one) => (one[shared] === one.shares ? one.shares : null)));
  if (totals.has(null) || sum([...totals]) === 0 || sum([...totals]) !== largest[shared]) return false;
  return sum([largest[sole], largest[shared]]) === largest.shares;
}

function hasDifferentTotals(persons: readonly ReportingPerson[]): boolean {
  return new Set(persons.flatMap(({ group, shares }) => (group === 'a' ? [shares] : []))).size > 1;
}

const sum = (figures: ReadonlyArray<number | null>) =>
  figures.reduce<number>((total, figure) => total + (figure ?? 0), 0);
