/** The document that a row was read from, with the SHA-256 of its bytes. */

import { z } from 'zod/v3';
import { notFound } from './contract/errors.js';
import { recordSource } from './contract/shapes/generation.js';
import { defineTool } from './contract/tool.js';

const RULE = 'id must be filingId or noticeId of a row, up to 300 characters';

export default defineTool({
  mcp: null,
  title: 'The document behind a row',
  path: '/v1/sources/{id}',
  purpose: 'The document that a row was read from: where it was downloaded, and the SHA-256 of its bytes',
  description:
    'The document that a row was read from, by filingId of the row or its accession number. 404: no document is recorded for this id. It may be of a row that was read before documents were recorded, or of a register that gives lists which change all the time (BaFin, Finansinspektionen).',
  input: z.object({
    id: z
      .string({ invalid_type_error: RULE })
      .min(1, RULE)
      .max(300, RULE)
      .describe('filingId or noticeId of a row, or an accession number'),
  }),
  output: z.array(recordSource),
  async run({ id }, { reads, now }) {
    const found = await reads.recordSources(idsOf(id));
    if (found.length === 0)
      throw notFound(
        'No document is recorded for this id. It may be of a row that was read before documents were recorded, or of a register that gives lists (BaFin, Finansinspektionen).',
      );
    return {
      data: found,
      count: found.length,
      source: 'catalog',
      fetchedAt:
        found
          .map(({ retrievedAt }) => retrievedAt)
          .sort()
          .at(-1) ?? now.toISOString(),
      page: null,
      governmentWork: false,
    };
  },
});

/** A row of a filing is its id, a hyphen and a number. A European id may end like that too. */
function idsOf(id: string): string[] {
  const [, document] = /^(.+)-\d+$/.exec(id) ?? [];
  return document === undefined ? [id] : [id, document];
}
