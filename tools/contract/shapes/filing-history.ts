/** How a filing entered, changed and left. */

import { z } from 'zod/v3';
import { filingRow } from './filing.js';

const relatedFiling = z.object({
  filingId: z.string().describe('Accession number'),
  event: z.enum(['entered', 'left']),
});

const filingVersion = z.object({
  generation: z.number().describe('Number of the generation that began it'),
  from: z
    .string()
    .nullable()
    .describe('When this service began to show it, ISO 8601 UTC; null if that was before keptSince'),
  until: z.string().nullable().describe('When it ceased to show it, ISO 8601 UTC; null for the last version'),
  isFirstFill: z
    .boolean()
    .nullable()
    .describe(
      'true if a source was being read for the first time then: the filing may have been public long before. null if unknown',
    ),
  event: z.enum(['entered', 'changed', 'left']).describe('What began it'),
  rows: z.array(filingRow).describe('The rows of the filing then; empty after it left'),
  related: z
    .array(relatedFiling)
    .describe(
      'Other filings of the same people about the same issuer that entered or left at that moment: an amendment, and what it replaced',
    ),
});

export const filingHistory = z.object({
  filingId: z.string().describe('Accession number'),
  keptSince: z
    .string()
    .nullable()
    .describe('From when on this service keeps what it knew, ISO 8601 UTC; null if it keeps nothing'),
  versions: z
    .array(filingVersion)
    .describe(
      'Oldest first. A version is missing if it began and ended between two generations that are kept: one in half an hour during a first import, one a day after 30 days',
    ),
});
