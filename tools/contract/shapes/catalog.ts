/** The public shapes of the catalog: all of it, and what view=brief gives. */

import { z } from 'zod/v3';

export const catalog = z.object({
  service: z.object({
    name: z.string(),
    version: z.string(),
    sample: z.boolean().describe('True when all data is invented'),
    description: z.string(),
    notAdvice: z.string(),
    policy: z.string(),
  }),
  trackers: z.array(z.object({ slug: z.string(), name: z.string(), archetype: z.string() })),
  congressMembers: z.array(z.object({ slug: z.string(), name: z.string(), chamber: z.string() })),
  euMarkets: z.array(
    z.object({
      country: z.string(),
      register: z.string(),
      source: z.string(),
      currency: z.string(),
      floor: z.number(),
    }),
  ),
  endpoints: z.array(
    z.object({ method: z.string(), path: z.string(), purpose: z.string(), tool: z.string().nullable() }),
  ),
  rateLimits: z.object({
    keyless: z.number().nullable().describe('Requests per window; null when the operator lifted the limit'),
    withKey: z.number().nullable(),
    windowSeconds: z.number(),
  }),
  license: z.string(),
  sources: z.array(
    z.object({
      source: z.string(),
      publisher: z.string(),
      homepage: z.string(),
      lastReadAt: z.string().nullable(),
      lastChangeAt: z.string().nullable(),
      status: z.string(),
      rows: z.number().int(),
      documents: z
        .number()
        .int()
        .nullable()
        .describe('Documents read so far; null for a register that gives lists of rows and no documents'),
      waiting: z.number().int().describe('Documents that the register listed and that were not read yet'),
      nextAttemptAt: z
        .string()
        .nullable()
        .describe('When the register is read next, ISO 8601 UTC; null when not known'),
      note: z.string(),
    }),
  ),
});

/** The data of view=brief. */
export const catalogBrief = catalog.omit({ endpoints: true }).extend({
  service: catalog.shape.service.omit({ notAdvice: true, policy: true }),
  sources: z.array(
    catalog.shape.sources.element.pick({
      source: true,
      status: true,
      lastReadAt: true,
      rows: true,
      waiting: true,
      nextAttemptAt: true,
    }),
  ),
});
