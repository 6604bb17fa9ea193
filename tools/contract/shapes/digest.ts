/** The public shapes of the two digests: clusters and streaks. */

import { z } from 'zod/v3';

const direction = z.enum(['P', 'S']).describe('P purchases, S sales');
const part = z.number().min(0).max(1);

export const clusterFacts = z.object({
  issuerCik: z.string().describe('CIK of the issuer. Clusters are keyed by CIK, never by symbol'),
  issuerTicker: z.string().describe('Empty when the issuer has no symbol'),
  issuerName: z.string(),
  direction,
  insiderCount: z
    .number()
    .int()
    .describe('Distinct insiders with USD 10,000 or more; owners who file jointly count once'),
  totalValue: z.number().describe('USD of the counted insiders in the window'),
  discretionaryValue: z.number().describe('USD, totalValue without trades under a 10b5-1 plan'),
  seniority: z
    .object({
      chief: z.number().int(),
      officer: z.number().int(),
      director: z.number().int(),
      tenPercentOwner: z.number().int(),
      other: z.number().int(),
    })
    .describe('Counted insiders, each once, in the most senior role'),
  firstFiledAt: z.string().describe('ISO 8601 UTC'),
  lastFiledAt: z.string().describe('ISO 8601 UTC'),
  filingCount: z.number().int().describe('Distinct documents'),
  conviction: z
    .number()
    .min(0)
    .max(100)
    .describe('Composite of the five parts, see the methodology. Not a recommendation'),
  convictionParts: z.object({
    breadth: part,
    seniority: part,
    materiality: part
      .nullable()
      .describe('Null when shares outstanding are unknown; the other parts then share its weight'),
    recency: part,
    concentration: part,
  }),
});
export type ClusterFacts = z.infer<typeof clusterFacts>;

const role = z.enum(['chief', 'officer', 'director', 'tenPercentOwner', 'other']);
export const clusterInsider = z.object({
  slug: z.string().describe('The id for get_insider'),
  name: z.string(),
  role: role.describe('The most senior role that the counted filings state'),
  title: z.string().nullable().describe('Officer title as filed last; null for none'),
  value: z.number().describe('USD in the window'),
  discretionaryValue: z.number().describe('USD, value without trades under a 10b5-1 plan'),
  owners: z
    .number()
    .int()
    .describe('1, or how many owners file jointly and count as this one, named by the last filing'),
});
export type ClusterInsiderFacts = z.infer<typeof clusterInsider>;

/** A card with its insiders, largest value first. */
export type ClusterEntry = ClusterFacts & { insiders: ClusterInsiderFacts[] };

export const clusterCard = clusterFacts.extend({
  insiders: z
    .array(clusterInsider)
    .optional()
    .describe('Present with insiders=names: the counted insiders, largest value first'),
  url: z.string().describe('Page of the issuer'),
});
/** The fields of a card with `view=brief`. */
export const CLUSTER_BRIEF = [
  'issuerCik',
  'issuerTicker',
  'issuerName',
  'direction',
  'insiderCount',
  'totalValue',
  'discretionaryValue',
  'lastFiledAt',
  'conviction',
  'insiders',
] as const satisfies ReadonlyArray<keyof z.infer<typeof clusterCard>>;

const week = z.string().describe('ISO week, such as 2026-W47, of the filing day in New York');

export const streakFacts = z.object({
  ownerName: z.string(),
  ownerSlug: z.string().describe('The id for get_insider'),
  issuerCik: z.string(),
  issuerTicker: z.string(),
  issuerName: z.string(),
  direction,
  weeks: z.number().int().describe('Consecutive ISO weeks with a filing'),
  firstWeek: week,
  lastWeek: week,
  streakValue: z.number().describe('USD over the run'),
  plannedValue: z.number().describe('USD, the part of streakValue under a 10b5-1 plan'),
  filingHistory: z
    .array(z.object({ week, value: z.number().describe('USD'), filings: z.number().int() }))
    .describe('Exactly twelve weeks, oldest first, ending with this week'),
  priceSeries: z
    .array(z.object({ date: z.string(), close: z.number().describe('USD, split-adjusted') }))
    .describe(
      'Days of these twelve weeks that have a closing price; empty without a price source, never interpolated',
    ),
  trackRecord: z
    .array(
      z.object({
        direction,
        firstWeek: week,
        lastWeek: week,
        weeks: z.number().int(),
        value: z.number().describe('USD'),
        returnPct: z
          .number()
          .nullable()
          .describe(
            'Price change from the end of the run (a close within seven days) to the latest close; null without prices',
          ),
      }),
    )
    .describe('Completed runs of this person in this issuer, newest first'),
});
export type StreakFacts = z.infer<typeof streakFacts>;
export const streakEntry = streakFacts.extend({
  pricesLeftOut: z
    .literal(true)
    .optional()
    .describe(
      'Present behind the entries of the plain list: priceSeries is empty and returnPct null, because prices are read for those alone',
    ),
  url: z.string().describe('Page of the person'),
});
/** The fields of an entry with `view=brief`. */
export const STREAK_BRIEF = [
  'ownerName',
  'ownerSlug',
  'issuerCik',
  'issuerTicker',
  'issuerName',
  'direction',
  'weeks',
  'firstWeek',
  'lastWeek',
  'streakValue',
  'plannedValue',
] as const satisfies ReadonlyArray<keyof StreakFacts>;
