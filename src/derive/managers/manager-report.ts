/** The portfolio of one manager at the end of a quarter, in dollars, and what is known of its report. */

import type {
  ManagerQuarterFacts,
  ReportNote,
  StoredManagerFiling,
  UnitCheck,
} from '../../records/portfolios/manager-quarter.js';
import {
  type PackedPosition,
  POSITION_FLAGS,
  PositionSums,
  unpackPositions,
} from '../../records/portfolios/packed-positions.js';
import type { CountedFiling } from '../portfolios/counted-filings.js';
import { type EffectiveManagerReport, positionKey } from './effective-filings.js';
import { factorByDate, type ImpliedPrices } from './implied-prices.js';

const UNIT_NOTES: Readonly<Record<UnitCheck, ReportNote | null>> = {
  confirmed: null,
  corrected: 'unit-corrected',
  undecided: 'unit-undecided',
  unchecked: 'unit-unchecked',
};

export interface ManagerReport {
  facts: ManagerQuarterFacts;
  /** In dollars, the largest first; empty unless the state is `holdings`. */
  positions: PackedPosition[];
}

export function managerReport(report: EffectiveManagerReport, prices: ImpliedPrices): ManagerReport {
  const { state, counting } = report;
  const notes = new Set(report.notes);
  const sums = new PositionSums();
  let statedUsd: number | null = state === 'holdings' ? 0 : null;
  let roundingUsd = 0;
  // Also what a later addition repeats: it is in the totals of both summary pages.
  let rowsUsd: number | null = 0;
  for (const { filing, repeated, positions, factor, check } of withUnits(
    state === 'holdings' ? counting : [],
    prices,
  )) {
    const note = UNIT_NOTES[check];
    // An empty report has no unit.
    if (note !== null && positions.length > 0) notes.add(note);
    for (const position of positions) {
      const { key, amount } = position;
      const isContradicted = prices.isContradicted(position, factor, factorByDate(filing));
      const value = position.value === null || isContradicted ? null : position.value * factor;
      // Either the value is wrong or the number: none of them is compared.
      const flags = isContradicted
        ? position.flags | POSITION_FLAGS.noPrice
        : prices.flagsOf(position, factor);
      rowsUsd = rowsUsd === null || value === null ? null : rowsUsd + value;
      if (repeated.size > 0 && repeated.has(positionKey(position))) continue;
      sums.add(key, flags, value, amount);
      if (isContradicted) notes.add('values-contradicted');
      else if (value === null) notes.add('values-unreadable');
    }
    statedUsd =
      statedUsd === null || filing.tableValueTotal === null
        ? null
        : statedUsd + filing.tableValueTotal * factor;
    // Each row is rounded to the unit.
    roundingUsd += (filing.rowCount / 2 + 0.5) * factor;
    if (filing.isConfidentialOmitted === true) notes.add('confidential-rows-withheld');
    if (filing.isConfidentialExpired) notes.add('confidential-rows-added');
    if (filing.reportType === '13F COMBINATION REPORT') notes.add('part-with-other-manager');
    if (filing.tableEntryTotal !== null && filing.tableEntryTotal !== filing.rowCount)
      notes.add('rows-differ');
  }
  const positions = sums.list();
  const totalUsd = state === 'holdings' ? totalOf(positions) : null;
  if (state === 'holdings' && positions.length === 0) notes.add('empty-report');
  // What the summary page states is the sum of the same values.
  if (notes.has('values-contradicted')) statedUsd = null;
  if (rowsUsd !== null && statedUsd !== null && Math.abs(rowsUsd - statedUsd) > roundingUsd)
    notes.add('value-differs');
  const found = { statedUsd, totalUsd, positions: positions.length };
  return { facts: factsOf(report, [...notes].sort(), found), positions };
}

interface FilingInUnit extends CountedFiling<StoredManagerFiling> {
  positions: PackedPosition[];
  /** Dollars for one unit of the value column. */
  factor: number;
  check: UnitCheck;
}

/** An addition mostly has too few known prices: its manager states the unit of the report, if both are under one rule. */
function withUnits(counting: EffectiveManagerReport['counting'], prices: ImpliedPrices): FilingInUnit[] {
  let shown: { byDate: number; factor: number } | null = null;
  return counting.map((one) => {
    const { filing } = one;
    const positions = unpackPositions(filing.packed());
    const { factor, check } = prices.factorOf(filing, positions);
    const byDate = factorByDate(filing);
    if (check === 'unchecked' && shown?.byDate === byDate)
      return { ...one, positions, factor: shown.factor, check };
    if (check === 'confirmed' || check === 'corrected') shown = { byDate, factor };
    return { ...one, positions, factor, check };
  });
}

function factsOf(
  report: EffectiveManagerReport,
  notes: ReportNote[],
  found: Pick<ManagerQuarterFacts, 'statedUsd' | 'totalUsd' | 'positions'>,
): ManagerQuarterFacts {
  const { state, filings } = report;
  const counting = report.counting.map(({ filing }) => filing);
  // A quarter has at least one filing.
  const last = counting.at(-1) ?? (filings.at(-1) as (typeof filings)[number]);
  const effective = new Set(counting);
  const stated = counting.map(({ tableEntryTotal }) => tableEntryTotal);
  const others = state === 'notice' || notes.includes('part-with-other-manager') ? counting : [];
  return {
    cik: last.cik,
    name: last.managerName,
    periodEnd: last.periodEnd,
    state,
    filedDate: last.filedDate,
    totalUsd: found.totalUsd,
    statedUsd: found.statedUsd,
    rows: counting.reduce((sum, { rowCount }) => sum + rowCount, 0),
    statedRows:
      state === 'notice' || stated.length === 0 || stated.includes(null)
        ? null
        : stated.reduce<number>((sum, rows) => sum + (rows ?? 0), 0),
    positions: found.positions,
    notes,
    otherManagers: others.flatMap(({ otherManagers }) => otherManagers),
    filings: filings.map((filing) => ({
      accession: filing.accession,
      form: filing.formType,
      amendmentType: filing.amendmentType,
      filedDate: filing.filedDate,
      rows: filing.rowCount,
      isEffective: effective.has(filing),
    })),
  };
}

/** Null if the value of a position is not known: a sum with a missing part is not the total. */
function totalOf(positions: readonly PackedPosition[]): number | null {
  let sum = 0;
  for (const { value } of positions) {
    if (value === null) return null;
    sum += value;
  }
  return Math.round(sum * 100) / 100;
}
