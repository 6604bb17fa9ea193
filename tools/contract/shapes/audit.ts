/** What an audit found: served rows against the documents behind them, fetched again. */

import { z } from 'zod/v3';

const difference = z.object({
  register: z.string(),
  id: z.string().describe('Id of the row'),
  kind: z
    .enum(['register', 'reading', 'derivation'])
    .describe(
      'register: it changed or withdrew the document; reading: the same bytes give another record; derivation: the row is not what the document gives',
    ),
  detail: z.string(),
});
export type AuditedDifference = z.infer<typeof difference>;

export const auditOutcome = z.object({
  at: z.string().describe('When it ended, ISO 8601 UTC'),
  seed: z.string().describe('The same seed draws the same rows again'),
  rows: z.number().int().describe('Rows that were drawn'),
  agree: z.number().int().describe('Rows that are what their documents give'),
  differ: z.object({
    register: z.number().int(),
    reading: z.number().int(),
    derivation: z.number().int(),
  }),
  notComparable: z
    .number()
    .int()
    .describe(
      'Rows whose document was not kept by its hash, is a file of many records, or cannot be requested alone',
    ),
  notFetched: z.number().int().describe('Rows whose document could not be fetched now'),
  differing: z.array(difference).describe('Each row that differs'),
  failures: z
    .array(z.object({ register: z.string(), reason: z.string() }))
    .describe('Why documents could not be fetched, one reason for each register'),
});
export type AuditOutcome = z.infer<typeof auditOutcome>;
