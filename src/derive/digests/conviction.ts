/**
 * Computes conviction: a formula of five parts, each 0 to 1, from discretionary trades only, so that sales
 * under a plan can never raise it. Every part can only grow when an insider joins.
 */

export const CONVICTION_WEIGHTS = {
  breadth: 0.3,
  seniority: 0.2,
  materiality: 0.2,
  recency: 0.15,
  concentration: 0.15,
} as const;

/** What one insider of a given role adds to the `seniority` part. */
export const ROLE_WEIGHTS = {
  chief: 0.5,
  officer: 0.3,
  director: 0.25,
  tenPercentOwner: 0.2,
  other: 0.1,
} as const;
export type InsiderRole = keyof typeof ROLE_WEIGHTS;

/** The share of breadth that remains after each further insider. */
export const BREADTH_DECAY = 0.75;

/** Share of the company at which the `materiality` part is one half. */
export const HALF_MATERIALITY = 0.001;

export interface ConvictionInput {
  /** Insiders whose discretionary trades reach the threshold of a cluster: role, and USD. */
  insiders: Array<{ role: InsiderRole; value: number }>;
  /** Shares that they traded at their discretion. */
  shares: number;
  sharesOutstanding: number | null;
  /** Days since the latest of these filings, 0 to `windowDays`; null if there is none. */
  daysSinceLast: number | null;
  windowDays: number;
}

interface ConvictionParts {
  breadth: number;
  seniority: number;
  materiality: number | null;
  recency: number;
  concentration: number;
}

export function convictionParts(input: ConvictionInput): ConvictionParts {
  const { insiders, shares, sharesOutstanding, daysSinceLast, windowDays } = input;
  const held = sharesOutstanding === null ? null : shares / sharesOutstanding;
  return {
    breadth: clampFraction(1 - BREADTH_DECAY ** insiders.length),
    seniority: clampFraction(1 - insiders.reduce((rest, { role }) => rest * (1 - ROLE_WEIGHTS[role]), 1)),
    materiality: held === null ? null : clampFraction(held / (held + HALF_MATERIALITY)),
    recency: daysSinceLast === null ? 0 : clampFraction(1 - daysSinceLast / windowDays),
    concentration: clampFraction(effectiveSpread(insiders.map(({ value }) => value))),
  };
}

/**
 * 0 to 100, one decimal. If materiality is unknown, its weight is distributed over the other weights in
 * proportion.
 */
export function conviction(parts: ConvictionParts): number {
  let sum = 0;
  let weights = 0;
  for (const [name, weight] of Object.entries(CONVICTION_WEIGHTS)) {
    // The weights and the parts have the same names.
    const part = parts[name as keyof ConvictionParts];
    if (part === null) continue;
    sum += weight * part;
    weights += weight;
  }
  return Math.round((1000 * sum) / weights) / 10;
}

/**
 * How little the money depends on one person: 1 - 1/N, where N is the effective number of insiders,
 * (Σv)²/Σv², of the smallest-first run that makes it largest. Leaving out a giant keeps a newcomer from
 * lowering it.
 */
function effectiveSpread(values: number[]): number {
  let sum = 0;
  let squares = 0;
  let best = 1;
  for (const value of values.filter((one) => one > 0).sort((a, b) => a - b)) {
    sum += value;
    squares += value * value;
    best = Math.max(best, (sum * sum) / squares);
  }
  return 1 - 1 / best;
}

function clampFraction(x: number): number {
  return Math.round(Math.min(1, Math.max(0, x)) * 1e6) / 1e6;
}
