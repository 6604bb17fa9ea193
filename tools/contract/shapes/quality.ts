/** How much of each register was read, how soon, and how well: see docs/reference.md, "Quality". */

import { z } from 'zod/v3';
import { auditOutcome } from './audit.js';
import { registerServed, servedMeasures } from './served-measures.js';

const lag = z
  .object({
    documents: z.number().int().describe('How many were measured'),
    since: z.string().describe('First moment of publication that was measured, ISO 8601 UTC'),
    medianSeconds: z.number().describe('Half of them were here within this time'),
    p95Seconds: z.number().describe('95 of 100 were here within this time'),
  })
  .nullable()
  .describe(
    'From publication by the register to the download here, of the last seven days and after the first import. Null: the register gives no time of day, or nothing was published since',
  );

const control = z.object({
  name: z.string().describe('What is compared with what'),
  compared: z.number().int(),
  equal: z.number().int(),
  different: z.number().int(),
  notStated: z.number().int().describe('Documents that state no total'),
});

export const registerQuality = z.object({
  register: z.string().describe('Id of the register'),
  source: z.string().describe('Source that it belongs to'),
  listed: z
    .number()
    .int()
    .nullable()
    .describe('Documents that the register listed; null for one that gives lists of rows'),
  read: z.number().int().nullable().describe('Documents that were read'),
  unread: z
    .number()
    .int()
    .nullable()
    .describe('Documents that are here and could not be read. They are kept with their bytes'),
  waiting: z.number().int().nullable().describe('Documents that are queued'),
  gone: z.number().int().nullable().describe('Documents that the register listed and does not have'),
  unreadReasons: z
    .array(z.object({ reason: z.string(), documents: z.number().int() }))
    .describe('Why they could not be read, the most frequent first; the last may add up all others'),
  warnings: z
    .array(z.object({ kind: z.string(), times: z.number().int() }))
    .describe('Elements, codes and words that no parser knew, by kind, the most frequent first'),
  lag,
  controls: z.array(control).describe('Totals that the documents state, against the rows that were read'),
});
export type RegisterQuality = z.infer<typeof registerQuality>;

const fidelityScore = z.object({
  register: z.string(),
  reader: z.string().describe('The second reader'),
  documents: z.number().int().describe('Documents that hold rows'),
  read: z.number().int(),
  rows: z.number().int().describe('Rows that the second reader found'),
  foundRows: z.number().int().describe('Rows that this program gave'),
  equalRows: z.number().int().describe('Rows that are equal in every field'),
  fields: z.number().int().describe('Values that were compared'),
  equalFields: z.number().int(),
});

export const quality = z.object({
  computedAt: z.string().nullable().describe('Moment of the data for which it was computed, ISO 8601 UTC'),
  registers: z.array(registerQuality),
  fidelity: z.object({
    measuredAt: z.string().describe('Day of the measurement, YYYY-MM-DD'),
    scores: z.array(fidelityScore),
    served: z
      .object({
        cases: z.array(registerServed).describe('Measured on written cases, whose truth is known'),
        samples: z.array(registerServed).describe('Measured on the saved documents'),
      })
      .optional()
      .describe('What is served after derivation, as measured with the fidelity'),
  }),
  served: servedMeasures
    .nullable()
    .describe(
      'What is served after derivation, counted in the ledger about every six hours. Null: not counted yet',
    ),
  audit: auditOutcome
    .nullable()
    .describe(
      'The last daily audit: served rows against the documents behind them, fetched again. Null: none yet',
    ),
});
export type Quality = z.infer<typeof quality>;
