/**
 * Derives a manager's holdings at the end of a quarter: the effective report from originals and amendments, in
 * dollars.
 */

import { appendTo, compareText, groupBy, itemAt, required } from '../../collections.js';
import { roundCents } from '../../decimal.js';
import type { Warning } from '../../records/crawl.js';
import {
  type HoldingRow,
  type Holdings13F,
  isNothingHeld,
  isQuarterEnd,
  type ValueUnit,
} from '../../records/portfolios/form13f.js';
import type { Position } from '../../records/portfolios/fund-quarter.js';
import { filedPrice } from '../prices/holding-splits.js';
import { type Amounts, type CountedFiling, countedFilings, inFilingOrder } from './counted-filings.js';
import { type CloseLookup, isPriceOfClose, valueVerdict } from './known-prices.js';
import { factorOf, followReport, unitOf } from './report-unit.js';

/** One filing of the quarter and its status. */
export interface AppliedFiling {
  accession: string;
  cik: string;
  formType: Holdings13F['formType'];
  amendmentType: Holdings13F['amendmentType'];
  filedAt: string;
  filedDate: string;
  periodEnd: string;
  itemCount: number;
  unit: ValueUnit;
  /** Rows are withheld from it under a request for confidential treatment. */
  isConfidentialOmitted: boolean;
  /** False for a filing that a later one replaced, and for an amendment that could not be applied. */
  isEffective: boolean;
  /** Nothing shows that it is of this quarter, or what it changes: it was never applied. */
  isRefused: boolean;
  /** An empty restatement says that the manager has no such report. */
  isWithdrawn: boolean;
}

export interface EffectiveReport {
  periodEnd: string;
  /** Filing date of the first report of the quarter: from that day on the holdings were public. */
  firstFiledDate: string;
  /** Filing date of the last filing that counts. */
  filedDate: string;
  filedAt: string;
  /** Largest value first. */
  positions: Position[];
  /**
   * Sum of the positions; if a value cannot be read, the sum that the summary pages state, or null if they do not. Null if a
   * value is contradicted: that sum has it too.
   */
  totalUsd: number | null;
  /**
   * Sum of the totals on the summary pages of the filings that count; null if one of them states none, if one repeats
   * positions of another, or if a value is contradicted.
   */
  statedTotalUsd: number | null;
  /** Rows whose value a known price contradicts: see `valueVerdict`. */
  contradictedRows: number;
  /** Oldest first, including those that do not count. */
  filings: AppliedFiling[];
}

/**
 * The effective report of each quarter, oldest first. Within a quarter `countedFilings` says which filings count;
 * reports of several managers are added up.
 * If none of the filings of a quarter can be applied, or if its report was withdrawn, they are `leftOut`, and so is a filing for a quarter that had
 * not ended when it was filed, or for a day that ends no quarter. `unitOf` decides the units, with `statesThousands` as its last resort. Warnings report
 * every guess that was refused and every sum that differs.
 */
export function effectiveReports(
  filings: readonly Holdings13F[],
  knownClose: CloseLookup = () => null,
  statesThousands = false,
): { reports: EffectiveReport[]; leftOut: AppliedFiling[]; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const leftOut: AppliedFiling[] = [];
  const quarters = new Map<string, Holdings13F[]>();
  for (const filing of new Map(filings.map((one) => [one.accession, one])).values()) {
    // A mistyped quarter: one after the filing would remain the newest one forever, one beside a quarter would be compared with it.
    if (filing.periodEnd > filing.filedDate || !isQuarterEnd(filing.periodEnd)) {
      const detail = `left out: for ${filing.periodEnd}, filed ${filing.filedDate}`;
      const kind = isQuarterEnd(filing.periodEnd) ? 'period-after-filing' : 'period-not-a-quarter-end';
      warnings.push({ kind, detail, where: filing.accession });
      leftOut.push(toAppliedFiling(filing, filing.valueUnit, false));
      continue;
    }
    appendTo(quarters, filing.periodEnd, filing);
  }
  const reports = [...quarters.keys()]
    .sort()
    .map((period) => {
      const made = effectiveReport(
        required(quarters.get(period), 'quarters').sort(inFilingOrder),
        knownClose,
        statesThousands,
        warnings,
      );
      if (Array.isArray(made)) leftOut.push(...made);
      return Array.isArray(made) ? null : made;
    })
    .filter((report) => report !== null);
  return { reports, leftOut, warnings: mergeUncheckedWarnings(warnings) };
}

/** Without prices every report is unchecked: one warning for the manager, and not one for each quarter. */
function mergeUncheckedWarnings(warnings: readonly Warning[]): Warning[] {
  const unchecked = warnings.filter(({ kind }) => kind === 'unit-unchecked');
  if (unchecked.length < 2) return [...warnings];
  const last = itemAt(unchecked, -1);
  const detail = `${unchecked.length} reports in the unit of their filing date, for want of known prices; the last: ${last.detail}`;
  return [
    ...warnings.filter(({ kind }) => kind !== 'unit-unchecked'),
    { kind: 'unit-unchecked', detail, where: last.where },
  ];
}

function effectiveReport(
  filings: Holdings13F[],
  knownClose: CloseLookup,
  statesThousands: boolean,
  warnings: Warning[],
): EffectiveReport | AppliedFiling[] {
  const warn = (kind: string, detail: string, where: string) => warnings.push({ kind, detail, where });
  const chains = [...groupBy(filings, ({ cik }) => cik)].map(([cik, own]) => ({
    cik,
    ...countedOf(own, warn),
  }));
  const withdrawn = new Set(chains.flatMap(({ cik, isWithdrawn }) => (isWithdrawn ? [cik] : [])));
  const counted = chains.flatMap((chain) => chain.counted).sort((a, b) => inFilingOrder(a.filing, b.filing));
  const counting = counted.map(({ filing }) => filing);
  const units = new Map(
    filings.map((filing) => [filing, unitOf(filing, knownClose, statesThousands)] as const),
  );
  for (const { counted: own } of chains)
    followReport(
      own.map(({ filing }) => filing),
      units,
    );
  const counts = new Set(counting);
  const applied = filings.map((filing) => ({
    ...toAppliedFiling(filing, required(units.get(filing), 'units').unit, counts.has(filing)),
    isRefused: chains.some(({ refused }) => refused.has(filing)),
    isWithdrawn: withdrawn.has(filing.cik),
  }));
  if (counting.length === 0) return applied;

  for (const filing of counting)
    for (const { kind, detail } of required(units.get(filing), 'units').warnings)
      warn(kind, detail, filing.accession);
  const factor = (filing: Holdings13F) => factorOf(required(units.get(filing), 'units').unit);
  const last = itemAt(counting, -1);
  const { positions, contradicted } = positionsOf(
    counted.map(({ filing, repeated }) => ({ rows: filing.rows, factor: factor(filing), repeated })),
    (row) => knownClose(row, last.periodEnd),
  );
  const isContradicted = contradicted.length > 0;
  if (isContradicted) warn('value-contradicted', contradictedDetail(contradicted), last.accession);
  const readUsd = roundCents(positions.reduce((sum, { valueUsd }) => sum + (valueUsd ?? 0), 0));
  const statedTotalUsd = isContradicted ? null : statedTotalOf(counted, factor);
  if (statedTotalUsd !== null && statedTotalUsd !== readUsd)
    warn(
      'total-differs',
      `the holdings of ${last.periodEnd} come to ${readUsd} USD, the summary pages state ${statedTotalUsd}: ${roundCents(readUsd - statedTotalUsd)} more`,
      last.accession,
    );
  return {
    periodEnd: last.periodEnd,
    firstFiledDate: itemAt(filings, 0).filedDate,
    filedDate: last.filedDate,
    filedAt: last.filedAt,
    positions,
    // A sum with a missing part is not the total.
    totalUsd: positions.every(({ valueUsd }) => valueUsd !== null) ? readUsd : statedTotalUsd,
    statedTotalUsd,
    contradictedRows: contradicted.length,
    filings: applied,
  };
}

function contradictedDetail(rows: readonly HoldingRow[]): string {
  return `the known price contradicts the value of ${rows.length} rows, the first of ${itemAt(rows, 0).nameOfIssuer}: these values and the total are unknown`;
}

/** Null if a summary page states no total, or if a part of it is in that of another. */
function statedTotalOf(
  counted: readonly CountedFiling<Holdings13F>[],
  factor: (filing: Holdings13F) => number,
): number | null {
  let sum = 0;
  for (const { filing, repeated } of counted) {
    if (filing.tableValueTotal === null || repeated.size > 0) return null;
    sum += filing.tableValueTotal * factor(filing);
  }
  return roundCents(sum);
}

function toAppliedFiling(filing: Holdings13F, unit: ValueUnit, isEffective: boolean): AppliedFiling {
  const { accession, cik, formType, amendmentType, filedAt, filedDate, periodEnd, rows } = filing;
  return {
    ...{ accession, cik, formType, amendmentType, filedAt, filedDate, periodEnd },
    itemCount: rows.length,
    unit,
    isConfidentialOmitted: filing.isConfidentialOmitted === true,
    isEffective,
    isRefused: false,
    isWithdrawn: false,
  };
}

/** What a filing of one manager that is noted means for its report. */
const NOTE_DETAILS: Readonly<Record<string, string>> = {
  'second-report': 'a second report for the quarter: replaces what was filed before',
  // Alone it would show everything else as sold.
  'addition-without-report': 'left out: adds to a report that is not there',
  'addition-repeats-report': 'says that it adds holdings, but repeats some of the report: they count once',
  'amendment-type-assumed':
    'does not say whether it restates or adds, but has nearly all positions of the report: taken for a restatement',
  'amendment-not-applied': 'it does not say whether it restates or adds',
  'second-report-not-applied':
    'left out: a second report for the quarter, filed after the next one had ended, with other holdings; its period may be a mistake',
};

/** The filings of one manager that make up its report of the quarter; none if only an addition is here, or if it was withdrawn. */
function countedOf(
  filings: readonly Holdings13F[],
  warn: (kind: string, detail: string, where: string) => void,
): { counted: CountedFiling<Holdings13F>[]; isWithdrawn: boolean; refused: ReadonlySet<Holdings13F> } {
  const { counted, isWithoutReport, isWithdrawn, notes } = countedFilings(filings, amountsOf, valuesOf);
  for (const { note, filing } of notes) warn(note, required(NOTE_DETAILS[note], 'note'), filing.accession);
  const refused = new Set(
    notes.flatMap(({ note, filing }) => (note.endsWith('-not-applied') ? [filing] : [])),
  );
  return { counted: isWithoutReport || isWithdrawn ? [] : counted, isWithdrawn, refused };
}

function amountsOf({ rows }: Holdings13F): Amounts {
  return new Map(asFiled(rows).map(({ key, shares, principalUsd }) => [key, shares ?? principalUsd]));
}

function valuesOf({ rows }: Holdings13F): Amounts {
  return new Map(asFiled(rows).map(({ key, valueUsd }) => [key, valueUsd]));
}

/** In the unit of the filing, whatever it is. */
const asFiled = (rows: HoldingRow[]) => positionsOf([{ rows, factor: 1, repeated: new Set() }]).positions;

/** @param closeOf the known price of the security of a row; no price is known unless it is given */
function positionsOf(
  tables: Array<{ rows: HoldingRow[]; factor: number; repeated: ReadonlySet<string> }>,
  closeOf: (row: HoldingRow) => number | null = () => null,
): { positions: Position[]; contradicted: HoldingRow[] } {
  const positions = new Map<string, Position>();
  const contradicted: HoldingRow[] = [];
  for (const { rows, factor, repeated } of tables) {
    for (const row of rows) {
      if (isNothingHeld(row)) continue;
      // A row without a CUSIP stays separate under its name: nothing else identifies its issuer.
      const security = row.cusip === '' ? `?${row.nameOfIssuer}/${row.titleOfClass}` : row.cusip;
      const key = `${security}|${row.putCall ?? ''}|${row.amountType ?? ''}`;
      if (repeated.has(key)) continue;
      const isWrong = isContradicted(row, factor, closeOf);
      if (isWrong) contradicted.push(row);
      const valueUsd = row.value === null || isWrong ? null : row.value * factor;
      const shares = row.amountType === 'SH' ? row.amount : null;
      const principalUsd = row.amountType === 'PRN' ? row.amount : null;
      // As many shares as value: mostly the value, typed again, and seldom a share of one dollar.
      const hasPrice =
        valueUsd !== null &&
        row.amount !== null &&
        (row.value !== row.amount || isPriceOfClose(factor, closeOf(row)));
      const known = positions.get(key);
      if (known === undefined) {
        // Written out in full: two spread objects for each of very many rows cost more than everything else here.
        positions.set(key, {
          key,
          cusip: row.cusip,
          nameOfIssuer: row.nameOfIssuer,
          titleOfClass: row.titleOfClass,
          putCall: row.putCall,
          amountType: row.amountType,
          shares,
          principalUsd,
          valueUsd,
          hasPrice,
        });
        continue;
      }
      known.valueUsd = known.valueUsd === null || valueUsd === null ? null : known.valueUsd + valueUsd;
      known.shares = known.shares === null || shares === null ? null : known.shares + shares;
      known.principalUsd =
        known.principalUsd === null || principalUsd === null ? null : known.principalUsd + principalUsd;
      known.hasPrice &&= hasPrice;
    }
  }
  const sorted = [...positions.values()].sort(
    (a, b) => (b.valueUsd ?? -1) - (a.valueUsd ?? -1) || compareText(a.key, b.key),
  );
  return { positions: sorted, contradicted };
}

/** Whether the known price contradicts the value: only plain shares have one, and only if their number does not repeat the value. */
function isContradicted(row: HoldingRow, unit: number, closeOf: (row: HoldingRow) => number | null): boolean {
  const { cusip, value, amount, amountType, putCall } = row;
  if (amountType !== 'SH' || putCall !== null || value === null || amount === null || value === amount)
    return false;
  return valueVerdict({ cusip, value, unit, shares: amount }, closeOf(row)).is === 'contradicted';
}

/** USD for each share that follows from the filed value; null if there is none. */
export function impliedPrice({ valueUsd, shares, hasPrice, putCall }: Position): number | null {
  return putCall === null ? filedPrice({ valueUsd, shares, hasPrice }) : null;
}

/** Fraction of 1 of the disclosed value of the quarter; 0 in a report without value, null if either is unknown. */
export function weightOf(
  { valueUsd }: Pick<Position, 'valueUsd'>,
  { totalUsd }: Pick<EffectiveReport, 'totalUsd'>,
): number | null {
  if (valueUsd === null || totalUsd === null) return null;
  return totalUsd > 0 ? valueUsd / totalUsd : 0;
}

export function round(x: number, decimals: number): number {
  const rounded = Number(x.toFixed(decimals));
  return rounded === 0 ? 0 : rounded;
}
