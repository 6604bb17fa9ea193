/** The generated parts of METHODOLOGY.md: rules, weights and a worked example, from the constants of the code. */

import {
  CLUSTER_MIN_INSIDERS,
  CLUSTER_MIN_USD,
  CLUSTER_WINDOW_DAYS,
  CLUSTERS_MAX,
  STREAK_HISTORY_WEEKS,
  STREAK_MIN_USD,
  STREAK_MIN_WEEKS,
  STREAKS_MAX,
  WINDOW_DAYS,
} from '../../tools/contract/rules.js';
import {
  BREADTH_DECAY,
  CONVICTION_WEIGHTS,
  type ConvictionInput,
  conviction,
  convictionParts,
  HALF_MATERIALITY,
  ROLE_WEIGHTS,
} from '../derive/digests/conviction.js';

type ConvictionPart = keyof typeof CONVICTION_WEIGHTS;

const FORMULAS: Record<ConvictionPart, string> = {
  breadth: `1 − ${BREADTH_DECAY}^n, where n is the number of counted insiders`,
  seniority: '1 − the product of (1 − role weight) over the counted insiders',
  materiality: `s / (s + ${HALF_MATERIALITY}), where s is shares traded / shares outstanding; null if those are unknown`,
  recency: `1 − days since the latest filing / ${CLUSTER_WINDOW_DAYS}`,
  concentration: '1 − 1/N, where N is the effective number of insiders by value (below)',
};

const ROLES: Record<keyof typeof ROLE_WEIGHTS, string> = {
  chief:
    'officer whose title names a chief officer or a president; a vice president, deputy, assistant, former or retired chief is none',
  officer: 'other officer',
  director: 'director',
  tenPercentOwner: 'ten-percent owner',
  other: 'any other reporting owner',
};

/** Three insiders of an invented company, and purchases under a plan that do not count. */
const EXAMPLE: ConvictionInput & { planned: number } = {
  insiders: [
    { role: 'chief', value: 412_000 },
    { role: 'director', value: 61_000 },
    { role: 'tenPercentOwner', value: 2_650_000 },
  ],
  shares: 73_500,
  sharesOutstanding: 105_000_000,
  daysSinceLast: 2,
  windowDays: CLUSTER_WINDOW_DAYS,
  planned: 90_000,
};

const usd = (value: number) => value.toLocaleString('en-US');
const table = (heading: string[], rows: string[][]) =>
  [
    `| ${heading.join(' | ')} |`,
    `|${heading.map(() => '---').join('|')}|`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');

export function digestRules(): string {
  return table(
    ['Rule', 'Cluster', 'Streak'],
    [
      ['Window', `${CLUSTER_WINDOW_DAYS} days, ending today`, `the weeks of the last ${WINDOW_DAYS} days`],
      [
        'Who',
        `${CLUSTER_MIN_INSIDERS} or more insiders of one issuer in one direction`,
        'one insider, one issuer, one direction',
      ],
      [
        'Minimum',
        `USD ${usd(CLUSTER_MIN_USD)} for each insider`,
        `${STREAK_MIN_WEEKS} consecutive weeks and USD ${usd(STREAK_MIN_USD)} over the run`,
      ],
      [
        'Maximum',
        `${CLUSTERS_MAX} cards in the plain list, highest conviction first; filters and sorting reach all`,
        `${STREAKS_MAX} runs in the plain list, longest first; filters and sorting reach all`,
      ],
      ['History', 'none', `${STREAK_HISTORY_WEEKS} weeks, and the completed runs of the window`],
    ],
  );
}

export function weightTable(): string {
  // `Object.entries` loses the type of the keys.
  return table(
    ['Part', 'Weight', 'Formula, 0 to 1'],
    Object.entries(CONVICTION_WEIGHTS).map(([part, weight]) => [
      `\`${part}\``,
      String(weight),
      FORMULAS[part as ConvictionPart],
    ]),
  );
}

export function roleTable(): string {
  // `Object.entries` loses the type of the keys.
  return table(
    ['Role', 'Weight', 'Who'],
    Object.entries(ROLE_WEIGHTS).map(([role, weight]) => [
      `\`${role}\``,
      String(weight),
      ROLES[role as keyof typeof ROLES],
    ]),
  );
}

/** The example, with every figure computed by the code. */
export function workedExample(): string {
  const parts = convictionParts(EXAMPLE);
  const unknown = conviction(convictionParts({ ...EXAMPLE, sharesOutstanding: null }));
  const who = EXAMPLE.insiders
    .map(({ role, value }) => `a ${ROLES_SHORT[role]} for USD ${usd(value)}`)
    .join(', ');
  const rows = Object.entries(CONVICTION_WEIGHTS).map(([part, weight]) => {
    // `Object.entries` loses the type of the keys.
    const value = parts[part as ConvictionPart] ?? 0;
    return [`\`${part}\``, String(weight), value.toFixed(6), (100 * weight * value).toFixed(2)];
  });
  return [
    `Three insiders bought within the window: ${who}. Together they bought ${usd(EXAMPLE.shares)} of ${usd(EXAMPLE.sharesOutstanding ?? 0)} outstanding shares. The latest filing is ${EXAMPLE.daysSinceLast} days old. Purchases of USD ${usd(EXAMPLE.planned)} under a plan count in totalValue but not here.`,
    '',
    table(['Part', 'Weight', 'Value', 'Points'], rows),
    '',
    `The points add up to a conviction of **${conviction(parts)}**. If the shares outstanding were unknown, the other four parts would share the weight of materiality, and the conviction would be **${unknown}**.`,
  ].join('\n');
}

const ROLES_SHORT: Record<keyof typeof ROLE_WEIGHTS, string> = {
  chief: 'chief',
  officer: 'officer',
  director: 'director',
  tenPercentOwner: 'ten-percent owner',
  other: 'person',
};
