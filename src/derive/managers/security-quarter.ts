/** Who holds one security at the end of a quarter, and what changed for those who filed the quarter before too. */

import {
  FILER_FLAGS,
  holderChange,
  isChangeSure,
  isMoved,
  looksSplit,
} from '../../records/portfolios/holder-change.js';
import type { SecurityQuarterFacts } from '../../records/portfolios/manager-quarter.js';
import {
  comparableAmount,
  KIND_MASK,
  type PackedHolder,
  POSITION_FLAGS,
} from '../../records/portfolios/packed-positions.js';

/** With fewer holders in one quarter than this part of those in the other, the security is as good as new, or gone. */
const FEW = 0.05;
/** How far the price of a row may be from the middle one: it moves within a quarter, but not so far. */
const NEAR = 2;

export interface SecurityInput {
  holders: readonly PackedHolder[];
  price: number | null;
  /** The flags of each manager with a report, by CIK. */
  filers: ReadonlyMap<number, number>;
  /** The managers for whom it seems to have another CUSIP in one of the two quarters. */
  renumbered: ReadonlySet<number>;
  /** Null without a quarter before. */
  prior: {
    periodEnd: string;
    holders: readonly PackedHolder[];
    price: number | null;
    filers: ReadonlyMap<number, number>;
  } | null;
}

export function securityQuarter(input: SecurityInput): SecurityQuarterFacts {
  const { holders, price, renumbered, prior } = input;
  const shares = byManager(holders);
  const facts: SecurityQuarterFacts = {
    holders: shares.size,
    shares: 0,
    valueUsd: 0,
    putHolders: holders.filter(({ flags }) => (flags & POSITION_FLAGS.put) !== 0).length,
    callHolders: holders.filter(({ flags }) => (flags & POSITION_FLAGS.call) !== 0).length,
    principalHolders: holders.filter(({ flags }) => (flags & POSITION_FLAGS.principal) !== 0).length,
    ...{ newHolders: 0, exits: 0, added: 0, trimmed: 0, held: 0, unsure: 0 },
    ...{ sharesChange: null, netUsd: null },
    price,
    maybeSplit: false,
    priorPeriodEnd: prior?.periodEnd ?? null,
    ...(renumbered.size > 0 ? { renumbered: [...renumbered] } : {}),
  };
  for (const holder of shares.values()) {
    if (!isValueAsShares(holder, price)) facts.shares += holder.amount ?? 0;
    facts.valueUsd += holder.value ?? 0;
  }
  facts.valueUsd = Math.round(facts.valueUsd * 100) / 100;
  if (prior !== null) compare(facts, shares, input, prior);
  return facts;
}

/** Dollars in the share column: the prices that others imply show that it is not a share of one dollar. */
function isValueAsShares({ flags, value, amount }: PackedHolder, price: number | null): boolean {
  if ((flags & POSITION_FLAGS.noPrice) === 0 || price === null || !value || !amount) return false;
  const ratio = value / amount / price;
  return ratio > NEAR || ratio < 1 / NEAR;
}

function compare(
  facts: SecurityQuarterFacts,
  shares: ReadonlyMap<number, PackedHolder>,
  { filers, renumbered }: SecurityInput,
  prior: NonNullable<SecurityInput['prior']>,
): void {
  const before = byManager(prior.holders);
  const ratios: number[] = [];
  for (const [cik, holder] of shares) {
    const [amount, earlier] = [comparableAmount(holder), comparableAmount(before.get(cik))];
    if (amount && earlier) ratios.push(amount / earlier);
  }
  facts.maybeSplit = looksSplit(ratios, facts.price, prior.price);
  let change = 0;
  let isComplete = true;
  const isAnyRenumbered = renumbered.size > 0;
  for (const cik of new Set([...shares.keys(), ...before.keys()])) {
    const context = {
      flags: filers.get(cik) ?? 0,
      priorFlags: prior.filers.get(cik) ?? 0,
      maybeSplit: facts.maybeSplit,
      isRenumbered: isAnyRenumbered && renumbered.has(cik),
    };
    const [holder, earlier] = [shares.get(cik), before.get(cik)];
    const found = holderChange(comparableAmount(holder), comparableAmount(earlier), context);
    if (!isChangeSure(found, context)) facts.unsure += 1;
    else if (found === 'new') facts.newHolders += 1;
    else if (found === 'exit') facts.exits += 1;
    else if (found !== 'unknown') facts[found] += 1;
    if ((context.flags & context.priorFlags & FILER_FLAGS.filed) === 0 || isMoved(context)) continue;
    // Dollars in the share column of one manager would be the largest change of all; of the others the sum is known.
    if ([holder, earlier].some((one) => one !== undefined && (one.flags & POSITION_FLAGS.noPrice) !== 0))
      continue;
    const [now, then] = [holder?.amount, earlier?.amount];
    // A part that is not known makes the sum unknown.
    if (now === null || then === null) isComplete = false;
    change += (now ?? 0) - (then ?? 0);
  }
  if (facts.maybeSplit || !isComplete) return;
  facts.sharesChange = change;
  // A CUSIP comes and goes with a merger, a spin-off or a new number of the same shares: most of it was not bought or sold.
  if (Math.min(before.size, shares.size) < Math.max(before.size, shares.size) * FEW) return;
  facts.netUsd = facts.price === null ? null : Math.round(change * facts.price);
}

/** Plain shares only: an option or a bond is another position. A manager has one row of them. */
function byManager(holders: readonly PackedHolder[]): Map<number, PackedHolder> {
  return new Map(holders.filter(({ flags }) => (flags & KIND_MASK) === 0).map((one) => [one.cik, one]));
}
