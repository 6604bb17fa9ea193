/**
 * Which filings of one manager make up its report of a quarter: the last original or restatement, and every addition of
 * new holdings after it. Tracked funds and all managers have this one rule.
 */

import { compareText } from '../../collections.js';
import { daysBetween } from '../../dates.js';
import type { AmendmentType } from '../../records/portfolios/form13f.js';

/** What the rule needs of a filing with holdings. */
interface FiledHoldings {
  accession: string;
  formType: string;
  /** Null for an original, and for an amendment that does not say. */
  amendmentType: AmendmentType | null;
  periodEnd: string;
  filedDate: string;
  /** The data sets have no time. */
  filedAt?: string;
}

/** Shares or principal of each position, or its value as filed, by security and kind; null where it is not known. */
export type Amounts = ReadonlyMap<string, number | null>;

export interface CountedFiling<F> {
  filing: F;
  /** Positions of it that a later addition repeats: that one has them. */
  repeated: ReadonlySet<string>;
}

type FilingNote =
  | 'addition-repeats-report'
  | 'addition-without-report'
  | 'amendment-not-applied'
  | 'amendment-type-assumed'
  | 'second-report'
  | 'second-report-not-applied';

interface CountedFilings<F> {
  /** The base first. */
  counted: CountedFiling<F>[];
  /** Only additions are here, and not the report that they add to. */
  isWithoutReport: boolean;
  /** Empty on purpose: the report was filed under the wrong manager, or by mistake. Its holdings are not sold. */
  isWithdrawn: boolean;
  notes: Array<{ note: FilingNote; filing: F }>;
}

/** An amendment with this part of the positions of a report is a new version of the whole report. */
const WHOLE_SHARE = 0.8;
/** Amounts of new holdings seldom equal those of the report; those of a repeated report mostly do. */
const EQUAL_SHARE = 0.5;
/** Fewer are a coincidence: two accounts of one manager can hold 100 shares each. */
const REPEATED_SHARE = 0.2;
/** The next quarter has ended: what is filed now is mostly for that one. */
const NEXT_QUARTER_DAYS = 90;
/** Fewer prices show nothing. */
const FEWEST_PRICES = 3;
/** How far apart prices of one day are by rounding. */
const SAME_PRICE = 0.002;
/** Smaller values are rounded by more, in thousands. */
const LEAST_VALUE = 1000;
/** A corrected report can be in another unit. */
const UNITS = [1, 1000, 0.001];
/** A manager who reports late may also correct the report some days later. */
const CORRECTION_DAYS = 30;

/**
 * @param filings all of one manager for one quarter but notices, in any order
 * @param amountsOf the positions of a filing
 * @param valuesOf their values
 */
export function countedFilings<F extends FiledHoldings>(
  filings: readonly F[],
  amountsOf: (filing: F) => Amounts,
  valuesOf: (filing: F) => Amounts,
): CountedFilings<F> {
  const read = new Map<F, Amounts>();
  const amounts = (filing: F): Amounts => {
    const known = read.get(filing) ?? amountsOf(filing);
    read.set(filing, known);
    return known;
  };
  const notes: CountedFilings<F>['notes'] = [];
  let counted: CountedFiling<F>[] = [];
  let hasReport = false;
  for (const filing of [...filings].sort(inFilingOrder)) {
    const note = (name: FilingNote) => notes.push({ note: name, filing });
    const compared = (): ComparedFigures => ({
      amounts: amounts(filing),
      values: valuesOf(filing),
      report: figuresOfAll(counted, amounts),
      reportValues: figuresOfAll(counted, valuesOf),
    });
    if (filing.amendmentType === 'NEW HOLDINGS') {
      const others = counted.flatMap((one) => withoutRepeated(one, amounts(one.filing), amounts(filing)));
      if (others.some((one, at) => one !== counted[at]) || others.length < counted.length)
        note('addition-repeats-report');
      const added = { filing, repeated: new Set<string>() };
      counted = others[0]?.filing === counted[0]?.filing ? [...others, added] : [added, ...others];
      continue;
    }
    if (isAmendment(filing) && filing.amendmentType === null) {
      const held = new Set(counted.flatMap((one) => [...amounts(one.filing).keys()]));
      if (!hasReport || !isWhole(commonKeys(amounts(filing), held).length, held.size)) {
        note('amendment-not-applied');
        continue;
      }
      note('amendment-type-assumed');
    } else if (hasReport && !isAmendment(filing)) {
      if (mayBeOfLaterQuarter(filing, counted) && !isOfQuarter(compared())) {
        note('second-report-not-applied');
        continue;
      }
      note('second-report');
    }
    counted = [{ filing, repeated: new Set() }];
    hasReport = true;
  }
  const isWithoutReport = counted[0] !== undefined && !hasReport;
  if (isWithoutReport)
    for (const { filing } of counted) notes.push({ note: 'addition-without-report', filing });
  const isWithdrawn =
    hasReport &&
    counted[0]?.filing.amendmentType === 'RESTATEMENT' &&
    counted.every(({ filing }) => amounts(filing).size === 0);
  return { counted, isWithoutReport, isWithdrawn, notes };
}

/** Oldest first. An amendment comes after what it amends: the accession numbers of two filing agents have no common order. */
export function inFilingOrder(a: FiledHoldings, b: FiledHoldings): number {
  return (
    compareText(a.filedDate, b.filedDate) ||
    Number(isAmendment(a)) - Number(isAmendment(b)) ||
    compareText(a.filedAt ?? '', b.filedAt ?? '') ||
    compareText(a.accession, b.accession)
  );
}

/**
 * A correction is an amendment, and replaces what it restates whenever it comes. A second original months later mostly has the
 * period of an old report by mistake.
 */
function mayBeOfLaterQuarter<F extends FiledHoldings>(
  { periodEnd, filedDate }: F,
  counted: ReadonlyArray<CountedFiling<F>>,
): boolean {
  const last = counted.at(-1)?.filing.filedDate ?? filedDate;
  return (
    daysBetween(periodEnd, filedDate) > NEXT_QUARTER_DAYS && daysBetween(last, filedDate) > CORRECTION_DAYS
  );
}

/**
 * Whether a second original is a new version of the report although it came late: it repeats the report, or has most of its
 * positions at its prices. One with the prices and a few of the positions is a part, and would take away the others.
 */
function isOfQuarter(figures: ComparedFigures): boolean {
  const { amounts, report } = figures;
  const { equal, all } = pricesIn(figures);
  const hasMost = commonKeys(amounts, report).length >= report.size * EQUAL_SHARE;
  return isSame(amounts, report) || (hasMost && all >= FEWEST_PRICES && isWhole(equal, all));
}

/** A filing and the report before it: amounts and values of their positions. */
interface ComparedFigures {
  amounts: Amounts;
  values: Amounts;
  report: Amounts;
  reportValues: Amounts;
}

/** How many positions of both have a price, and how many the same one: a position of another quarter end has another. */
function pricesIn({ amounts, values, report, reportValues }: ComparedFigures): {
  equal: number;
  all: number;
} {
  const ratios = commonKeys(amounts, report).flatMap((key) => {
    const [value, before] = [values.get(key) ?? 0, reportValues.get(key) ?? 0];
    const [amount, held] = [amounts.get(key) ?? 0, report.get(key) ?? 0];
    const isKnown = Math.min(value, before) >= LEAST_VALUE && Math.min(amount, held) > 0;
    return isKnown ? [value / amount / (before / held)] : [];
  });
  const isEqual = (ratio: number) => UNITS.some((unit) => Math.abs(ratio / unit - 1) <= SAME_PRICE);
  return { equal: ratios.filter(isEqual).length, all: ratios.length };
}

/** What the filings that count hold, each position as the last of them has it. */
function figuresOfAll<F>(counted: ReadonlyArray<CountedFiling<F>>, of: (filing: F) => Amounts): Amounts {
  return new Map(counted.flatMap(({ filing }) => [...of(filing)]));
}

/** Nearly every position is in both, with the same amount; nothing contradicts a report without positions. */
function isSame(one: Amounts, report: Amounts): boolean {
  const equal = commonKeys(one, report).filter((key) => one.get(key) === report.get(key));
  return report.size === 0 || isWhole(equal.length, Math.max(one.size, report.size));
}

const isAmendment = ({ formType }: FiledHoldings) => formType.endsWith('/A');

/** What is left of a filing beside an addition; nothing if all of it is repeated. */
function withoutRepeated<F>(one: CountedFiling<F>, of: Amounts, added: Amounts): CountedFiling<F>[] {
  const left = new Map([...of].filter(([key]) => !one.repeated.has(key)));
  const repeated = repeatedIn(added, left);
  if (repeated.length === 0) return [one];
  if (repeated.length === left.size) return [];
  return [{ filing: one.filing, repeated: new Set([...one.repeated, ...repeated]) }];
}

/**
 * Some filers report rows again, often the whole table with a correction, and check "adds new holdings". Their amounts
 * show it. Positions with the same amount in both count once, if they are not just a few of many. If at least half of the
 * positions in both have the same amount, the others in both are corrected; and if they are nearly the whole report, it is
 * a new version of it.
 */
function repeatedIn(added: Amounts, report: Amounts): string[] {
  const common = commonKeys(added, report);
  const equal = common.filter((key) => added.get(key) && added.get(key) === report.get(key));
  if (equal.length < common.length * REPEATED_SHARE) return [];
  if (equal.length === 0 || equal.length < common.length * EQUAL_SHARE) return equal;
  return isWhole(common.length, report.size) ? [...report.keys()] : common;
}

const commonKeys = (added: Amounts, known: { has(key: string): boolean }): string[] =>
  [...added.keys()].filter((key) => known.has(key));

const isWhole = (common: number, all: number): boolean => common >= all * WHOLE_SHARE;
