/** What is served after derivation, register by register: corrections, figures with a witness, purchases and lots. */

import { z } from 'zod/v3';

const count = z.number().int();

export const registerServed = z.object({
  register: z.string(),
  corrections: z
    .object({
      filed: count.describe('Rows of documents that correct or amend another one'),
      replaced: count.describe('Rows that such a row took the place of'),
      marked: count.describe('Rows that carry correction: unresolved, in lists and in no sum'),
      missed: count
        .nullable()
        .describe(
          'Corrected rows that are served as if nothing had corrected them: known only where the truth is written, else null',
        ),
    })
    .nullable(),
  witnesses: z
    .object({
      confirmed: count
        .nullable()
        .describe(
          'Figures that another statement confirms; of Form 4 the prices of trades filed in the last year, beside those of other filings. Null: not counted',
        ),
      contradicted: count.describe(
        'Figures that another statement contradicts: null or marked, or not published',
      ),
    })
    .nullable(),
  acquisitions: z
    .array(z.object({ kind: z.string(), rows: count }))
    .nullable()
    .describe(
      'Rows of code P by how the shares were acquired; null for other registers, or where it is not derived',
    ),
  lots: z
    .object({
      joined: count.describe('Rows of a lot that another row states too, so that it counts once'),
      apart: count.nullable().describe('Equal rows of two filings that stay two lots; null: not counted'),
    })
    .nullable(),
});
export type RegisterServed = z.infer<typeof registerServed>;

export const servedMeasures = z.object({
  computedAt: z.string().describe('When it was counted, ISO 8601 UTC'),
  registers: z.array(registerServed),
});
export type ServedMeasures = z.infer<typeof servedMeasures>;
