/**
 * A quarter of all managers: the portfolio of each, and the holders of each security. Two and a half million positions:
 * they are read twice, once for the prices and once in dollars, and kept as columns of numbers in between.
 */

import { filerFlags } from '../../records/portfolios/holder-change.js';
import type {
  ManagerQuarterFacts,
  QuarterFacts,
  SecurityQuarterFacts,
  StoredManagerFiling,
} from '../../records/portfolios/manager-quarter.js';
import {
  ByteWriter,
  type PackedHolder,
  packHolder,
  packPosition,
  unpackHolders,
  unpackPositions,
} from '../../records/portfolios/packed-positions.js';
import { type EffectiveManagerReport, effectiveManagerReport } from './effective-filings.js';
import { HolderColumns } from './holder-columns.js';
import { factorByDate, ImpliedPrices } from './implied-prices.js';
import { type ManagerReport, managerReport } from './manager-report.js';
import { type NameOfSecurity, RenumberedSecurities } from './renumbered-securities.js';
import { securityQuarter } from './security-quarter.js';

export interface ManagersQuarterInput {
  periodEnd: string;
  /** All filings for the quarter, those of one manager together. */
  managers: Iterable<StoredManagerFiling[]>;
  /** The quarter before as it was derived; null if there is none. */
  prior: PriorQuarter | null;
  /** What filers call the security of a key. */
  nameOf: NameOfSecurity;
}

export interface PriorQuarter {
  periodEnd: string;
  filers: ReadonlyMap<number, number>;
  /** The positions of a manager; null if it filed nothing. */
  portfolio(cik: string): Buffer | null;
  /** Every security with holders. */
  keys(): Iterable<string>;
  /** The holders of a security, and its price; null if it had none. */
  security(key: string): { packed: Buffer; price: number | null } | null;
}

/** Takes what is derived, one after the other. */
export interface ManagersQuarterSink {
  portfolio(facts: ManagerQuarterFacts, packed: Buffer): void;
  security(key: string, facts: SecurityQuarterFacts, packed: Buffer): void;
}

/** @returns the facts of the quarter, and the flags of each manager with a report */
export function deriveManagersQuarter(
  { periodEnd, managers, prior, nameOf }: ManagersQuarterInput,
  sink: ManagersQuarterSink,
): { facts: QuarterFacts; filers: Map<number, number> } {
  const prices = new ImpliedPrices();
  const reports: EffectiveManagerReport[] = [];
  for (const filings of managers) {
    const report = effectiveManagerReport(filings);
    reports.push(report);
    if (report.state !== 'holdings') continue;
    for (const { filing } of report.counting)
      prices.add(unpackPositions(filing.packed()), factorByDate(filing));
  }
  const facts = factsOfNothing(periodEnd);
  const filers = new Map<number, number>();
  const columns = new HolderColumns();
  const renumbered = new RenumberedSecurities(nameOf);
  const writer = new ByteWriter(1 << 20);
  for (const report of reports) {
    const found = managerReport(report, prices);
    const cik = Number(found.facts.cik);
    countReport(facts, found.facts);
    if (found.facts.state === 'holdings') filers.set(cik, filerFlags(found.facts));
    const moved = movedSecurities(found, prior, renumbered);
    for (const position of found.positions) {
      packPosition(writer, position);
      // Without a CUSIP nothing says that two managers hold the same.
      if (!position.key.startsWith('?')) columns.add(position.key, cik, position);
    }
    sink.portfolio(moved.length === 0 ? found.facts : { ...found.facts, renumbered: moved }, writer.take());
  }
  facts.valueUsd = Math.round(facts.valueUsd * 100) / 100;
  const done = new Set<string>();
  const give = (key: string, holders: readonly PackedHolder[]) => {
    const before = prior?.security(key) ?? null;
    const earlier = before === null ? [] : unpackHolders(before.packed);
    const found = securityQuarter({
      holders,
      price: prices.middle(key),
      filers,
      renumbered: renumbered.managersOf(key),
      prior: prior === null ? null : { ...prior, holders: earlier, price: before?.price ?? null },
    });
    for (const holder of holders) packHolder(writer, holder);
    sink.security(key, found, writer.take());
  };
  for (const [key, holders] of columns.securities()) {
    done.add(key);
    give(key, holders);
  }
  facts.securities = done.size;
  // A security that everybody sold has no holder, and exits.
  for (const key of prior?.keys() ?? []) if (!done.has(key)) give(key, []);
  return { facts, filers };
}

function factsOfNothing(periodEnd: string): QuarterFacts {
  const counts = { managers: 0, notices: 0, withdrawn: 0, unread: 0, positions: 0, securities: 0 };
  return { periodEnd, ...counts, valueUsd: 0, notes: {} };
}

/** The securities that a manager seems to hold under another CUSIP than before; none without both reports. */
function movedSecurities(
  { facts: { cik, state }, positions }: ManagerReport,
  prior: PriorQuarter | null,
  renumbered: RenumberedSecurities,
): string[] {
  const before = state === 'holdings' ? (prior?.portfolio(cik) ?? null) : null;
  return before === null ? [] : renumbered.compare(Number(cik), unpackPositions(before), positions);
}

function countReport(facts: QuarterFacts, { state, positions, totalUsd, notes }: ManagerQuarterFacts): void {
  if (state === 'holdings') facts.managers += 1;
  else if (state === 'notice') facts.notices += 1;
  else facts[state] += 1;
  facts.positions += positions;
  facts.valueUsd += totalUsd ?? 0;
  for (const note of notes) facts.notes[note] = (facts.notes[note] ?? 0) + 1;
}
