/** The signed manifests of published generations, newest first. */

import { z } from 'zod/v3';
import { requireNewest, toPublished } from './contract/generation-answers.js';
import { limitParameter } from './contract/parameters.js';
import { GENERATIONS_LIMIT } from './contract/rules.js';
import { publishedGeneration } from './contract/shapes/generation.js';
import { defineTool } from './contract/tool.js';

const BEFORE_RULE = 'before must be the number of a generation, a whole number from 0';

export default defineTool({
  mcp: null,
  title: 'Published generations',
  path: '/v1/generations',
  purpose:
    'The published generations of the data, each with the hash of its signed manifest and of the one before it',
  description:
    'The published generations, newest first. A generation is one whole state of the data; its manifest names every table with its number of rows and a hash, and is signed. See docs/proof.md. meta.total is how many have a manifest.',
  input: z.object({
    before: z
      .number({ invalid_type_error: BEFORE_RULE })
      .int(BEFORE_RULE)
      .min(0, BEFORE_RULE)
      .describe('Only generations with a smaller number: generation of the last row, for the next rows')
      .optional(),
    limit: limitParameter(GENERATIONS_LIMIT, 'generations'),
  }),
  output: z.array(publishedGeneration),
  async run({ before, limit }, { reads, baseUrl }) {
    const newest = await requireNewest(reads);
    const found = await reads.manifests({ before: before ?? null, limit });
    return {
      data: found.map((one) => toPublished(one, baseUrl)),
      count: found.length,
      rows: { given: found.length, total: await reads.countManifests({ before: before ?? null }) },
      source: 'catalog',
      fetchedAt: toPublished(newest, baseUrl).publishedAt,
      page: null,
      governmentWork: false,
    };
  },
});
