/** What the operator corrected: the mark on a row, and the public shape of the list (docs/reference.md, "Corrections"). */

import { z } from 'zod/v3';

/** The mark on a row. */
export const erratum = z
  .object({
    reason: z.string().describe('Why the operator shows another figure, or none'),
    day: z.string().describe('Day of the correction, YYYY-MM-DD'),
    state: z
      .literal('document-changed')
      .optional()
      .describe('Present where the document says something else now: the row is as filed'),
  })
  .optional()
  .describe(
    'Present where the operator corrected or withheld a figure of the row. /v1/corrections says which',
  );
export type Erratum = NonNullable<z.infer<typeof erratum>>;

/** What rows that are added up have of marks, as one: every reason, and the latest day. */
export function sharedErratum(rows: ReadonlyArray<{ erratum?: Erratum | undefined }>): { erratum?: Erratum } {
  const marks = rows.flatMap(({ erratum: mark }) => mark ?? []);
  if (marks.length === 0) return {};
  return {
    erratum: {
      reason: [...new Set(marks.map(({ reason }) => reason))].join('; '),
      day: marks.map(({ day }) => day).reduce((a, b) => (a > b ? a : b)),
      ...(marks.some(({ state }) => state !== undefined) ? { state: 'document-changed' as const } : {}),
    },
  };
}

/** The mark as pages, feeds and plain answers say it. */
export const erratumWords = ({ reason, day, state }: Erratum): string =>
  state === undefined
    ? `corrected on ${day}: ${reason}`
    : `as filed: the document changed after the correction of ${day} (${reason})`;

export const CORRECTION_STATES = ['applied', 'document-changed', 'not-applied'] as const;
export type CorrectionState = (typeof CORRECTION_STATES)[number];

export const correction = z.object({
  register: z.string().describe('Id of the register'),
  rowId: z.string().describe('Id of the row: filingId, noticeId or accession of the lists'),
  field: z.string().describe('Field of the row'),
  filed: z.string().nullable().describe('What the document says, as text; null for nothing'),
  shown: z.string().nullable().describe('What is shown instead, as text; null when withheld is true'),
  withheld: z.boolean().describe('True where no value is shown'),
  reason: z.string(),
  document: z
    .string()
    .describe('What shows that the filed figure is wrong: an address, or the id of a document'),
  day: z.string().describe('Day of the correction, YYYY-MM-DD'),
  state: z
    .enum(CORRECTION_STATES)
    .describe(
      'applied: the row shows it; document-changed: the document says something else now, so the row is as filed and has the mark; not-applied: the row is not here, or the field cannot have this value',
    ),
});
export type OperatorCorrection = z.infer<typeof correction>;
